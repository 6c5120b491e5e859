"""Monte Carlo tree search: a tree in arrays, the loops that grow it, threads, and what it knows.

It estimates, and proves only what its playouts meet on the way; `solver` is for exact values.
"""
