"""What is done with the rules of any game: starts, whole turns, symmetries, steps, observations.

For one game or for thousands, through functions that each game's folder has (`by_game`). The rules
themselves are there, not here.
"""
