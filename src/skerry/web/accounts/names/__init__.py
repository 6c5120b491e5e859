"""Names of players: which ones are allowed, when two are too much alike, and those of guests."""
