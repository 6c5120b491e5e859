"""What rows say: estimates with their intervals, by cell, and the differences between two cells.

Numbers only: `pages` writes and draws them.
"""
