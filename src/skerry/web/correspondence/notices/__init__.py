"""What players are told of games that take days: by letters, and by notifications of open pages."""
