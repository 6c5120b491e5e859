"""What any picture of a board is made of: elements, shapes, stones, colours, in SVG and in pixels.

It knows no game and no position: a game's view makes its picture of these, `skerry.draw` the rest.
Each module is one kind of part, so there are many short ones.
"""
