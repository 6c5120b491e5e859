"""Records as SGF (FF[4]), both ways.

`text` knows the grammar and `names` our words in it; `writing` makes a tree of a record; `reading`
makes a record of a tree, by way of `moves` (what each node plays) and `turns` (lines of whole
turns).
"""

from skerry.exchange.sgf.reading import read_sgf
from skerry.exchange.sgf.text import FIRST_TREE
from skerry.exchange.sgf.writing import write_sgf

__all__ = ["FIRST_TREE", "read_sgf", "write_sgf"]
