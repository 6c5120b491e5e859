"""Games that take days: those in which it is one's turn, and answers that are played by themselves.

What a vacation and a clock are, `sessions` knows; turns are played by `play.changes` alone.
"""
