"""What the engine finds about a position of a game, and how the page of the game tells it.

The search is `skerry.search`'s; who may be helped in a game is decided in `play`.
"""
