"""Exact values: proof-number search in a table of bounded memory, under keys blind to symmetries.

Nothing is estimated here. Retrograde analysis of small boards is a game's own (`retrograde.py` in
its folder); it is asked from here.
"""
