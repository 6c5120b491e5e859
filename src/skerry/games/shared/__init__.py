"""What the rules of several games are made of: arcs outside a board, rings, pieces, sets of cells.

A game takes up what suits it; what is asked of every game lies in the other rooms.
"""
