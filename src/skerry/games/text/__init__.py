"""The text of actions, and of what a position says beside its board: what games offer and share.

Whole turns and positions are put together in `skerry.text`, for every game alike.
"""
