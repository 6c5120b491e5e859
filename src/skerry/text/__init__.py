"""Turns and positions as text, both ways, and boards for the eye.

The same for every game: what an action is called, and what a position says beside its board, is the
games' own.
"""
