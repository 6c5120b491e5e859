"""Pictures of positions: the one home of the boards' geometry and look.

    board_svg(position, last=..., legal=True, standalone=False)   a board to put into a page
    stylesheet()                                                  what a page loads once
    board_picture(position, "svg")                                a file that any program opens
    board_picture(position, "png", width=800)                     the same as pixels
    advice(position, turns), owners(position, shares)             what an analysis lays over it
    aims(position), aims_words(position)                          what both colours are after
    marks(position, marked), numbers(position, numbered)          marks of a record, numbered stones

A picture is made in steps, each a module: what is seen (view), the board, its words, what lies over
it, files without a style sheet (flat, shadows), pixels. What is a game's own lies in its folder, in
view.py and look.css; see games/view.py.
"""

from skerry.draw.board import Pending, board_label, board_svg, stylesheet
from skerry.draw.marks import aims, aims_words, marks, numbers
from skerry.draw.overlay import advice, owners
from skerry.draw.pictures import board_picture

__all__ = [
    "Pending",
    "advice",
    "aims",
    "aims_words",
    "board_label",
    "board_picture",
    "board_svg",
    "marks",
    "numbers",
    "owners",
    "stylesheet",
]
