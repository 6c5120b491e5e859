"""How the tables of online play came to be as they are."""
