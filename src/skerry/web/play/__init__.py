"""Saved games: their pages, turns, seats and records.

The computer's turns are found in `thinking`; what an engine says of a game lies in `analysis`.
"""
