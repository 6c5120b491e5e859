"""How turns are found, on the kernels of every game: by playouts in a tree, or by proof."""
