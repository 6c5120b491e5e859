"""The puzzle corner: positions with one winning turn, and what becomes of other turns.

Puzzles are mined and proved in `skerry.puzzles`; which ones were solved the browser remembers, the
first try and days in a row are kept here.
"""
