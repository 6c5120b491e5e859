"""Y by Craige Schensted and Charles Titus, for comparison with the other games.

A module for each part that a game may have; it lacks puzzles and a study.
"""
