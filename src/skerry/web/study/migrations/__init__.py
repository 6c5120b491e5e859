"""How the tables of studies came to be as they are."""
