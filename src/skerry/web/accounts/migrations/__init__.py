"""How the tables of accounts came to be as they are."""
