"""The rules: one game, one file, the same kernels in each, and one switch over them."""
