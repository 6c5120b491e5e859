"""Conditional turns: set in one's notes of a game, matched against what is played, and played.

`matching` is pure; `conditions` knows what is stored, `replying` plays what is due.
"""
