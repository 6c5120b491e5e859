"""Search: an array tree and upper confidence bounds over it, on the kernels of every game."""
