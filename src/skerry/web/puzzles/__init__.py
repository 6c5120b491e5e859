"""The puzzle corner: positions with one winning turn, and what becomes of other turns.

Puzzles are mined and proved in `skerry.puzzles`; what was solved is kept by the browser alone.
"""
