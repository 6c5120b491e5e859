"""The rules: one folder a game, and beside them what the games share."""
