"""How the tables of programs that play came to be as they are."""
