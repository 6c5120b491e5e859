"""The rules pages, with their diagrams drawn.

The texts are each game's own, found by `skerry.rulebook`.
"""
