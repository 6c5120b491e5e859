"""How turns are found, on the kernels of every game: `tree` searches by playouts, `solver` proves.

Neither room needs the other. Players and levels, which are made of them, lie in layers above.
"""
