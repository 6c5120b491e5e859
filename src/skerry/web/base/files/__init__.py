"""Files that somebody sends: how much of them is read, and the records in them."""
