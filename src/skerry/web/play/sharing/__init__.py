"""What goes out of a game and comes in again: pictures of its turns, positions, records.

`pages` answers what a game's page offers, `opening` the form of the first page.
"""
