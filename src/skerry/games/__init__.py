"""The rules: one folder a game, the same kernels in each, and one switch over them."""
