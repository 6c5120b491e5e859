"""Games on paper and as moving pictures: booklets, boards, pieces to cut out, animations.

    animate(record, "gif", width=480)              a game as a moving picture
    booklet(record, paper="a4")                    a game as a PDF: diagrams, numbered stones, words
    printed_board(game, paper="a4", cell=None)     a board at true scale as a PDF, with its pieces
    printed_guide(name, paper="a4")                how to play a game well, as a PDF

It knows no game: what a game needs on paper beside its picture, its view says (`paper`).
"""

from skerry.printing.animation import animate
from skerry.printing.board import printed_board
from skerry.printing.booklet import booklet
from skerry.printing.pages import printed_guide

__all__ = ["animate", "booklet", "printed_board", "printed_guide"]
