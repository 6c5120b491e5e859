"""What a study or a chapter begins with: a game, a record, a position, a puzzle, files."""
