"""A position on a page, and a turn being composed there, for games and puzzles alike.

It saves nothing and asks no engine; how boards are drawn is `skerry.draw`'s.
"""
