"""The pages of tournaments and ladders, and what they show."""
