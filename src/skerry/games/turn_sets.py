"""Whole turns as sets: how many there are, and one of them drawn uniformly."""
