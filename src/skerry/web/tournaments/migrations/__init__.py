"""Steps between the tables of versions."""
