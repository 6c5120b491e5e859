"""What the open pages of a game are sent: the game, who is here, and echoes."""
