"""What the text of each game claims, what is played for it, and how it is judged: a module a game.

Found by the game's name (`texts.py`). What claims have in common, and their page, is a room above.
"""
