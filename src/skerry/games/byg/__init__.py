"""All that is known of Byg, and nothing of any other game.

A module for each part that a game may have (`games/contract.py` lists them); it has nearly all.
"""
