"""What a game needs to be played on paper, besides the picture of its board at the start."""

from typing import NamedTuple

from skerry.canvas.boards import Scene


class Piece(NamedTuple):
    """Equal pieces to be cut out of paper."""

    words: str  # what they are: "light circle tile"
    num_copies: int
    picture: str  # one of them in SVG, around (0, 0)
    half: float  # user units from its middle to where it is cut
    is_round: bool = False


class Paper(NamedTuple):
    """What is printed, and what must be at hand."""

    needs: str  # what must be at hand besides, in a sentence
    pieces: tuple[Piece, ...] = ()
    board: Scene | None = None  # the board without its pieces, where they lie on it at the start
