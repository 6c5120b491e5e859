"""Saved games: their pages, turns, seats and records.

The computer's turns are found in `thinking`; what an engine says of a game lies in `analysis`. The
room holds more files than others since Django names four of them, and the form for a new game, the
list of games and their deletion are each read alone.
"""
