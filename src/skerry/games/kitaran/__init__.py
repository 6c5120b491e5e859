"""All that is known of Kitaran, and nothing of any other game.

A module for each part that a game may have: it has nearly all of them, so they are a dozen.
"""
