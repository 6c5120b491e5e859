"""What a draft of Syrtis says, as numbers and cells."""

from typing import cast

from skerry.canvas.geometry import groups
from skerry.core.layout import COLOUR_1
from skerry.games.editing import Draft
from skerry.games.syrtis.frames import frame_tiles
from skerry.games.syrtis.position import PAIRS as PAIRS
from skerry.games.syrtis.state import DARK_CIRCLE, DARK_SQUARE, LIGHT_CIRCLE, LIGHT_SQUARE, Rules

LIGHT_MOVES_AT = 2  # turns: the set-up and the choice of a side come before
ISLANDS = (  # what may be connected at no start (SYR-5)
    (LIGHT_CIRCLE, LIGHT_SQUARE),
    (DARK_CIRCLE, DARK_SQUARE),
    (LIGHT_CIRCLE, DARK_CIRCLE),
    (LIGHT_SQUARE, DARK_SQUARE),
)


def frame(draft: Draft) -> tuple[int, ...]:
    """The cells that hold a tile at the start (SYR-2)."""
    return frame_tiles(str(draft.game.option("board")))


def tiles(draft: Draft) -> tuple[int, ...]:
    """The cells that hold a tile."""
    return draft.where(LIGHT_CIRCLE, LIGHT_SQUARE, DARK_CIRCLE, DARK_SQUARE)


def missing(draft: Draft) -> int:
    """How many tiles have been sunk."""
    return len(frame(draft)) - len(tiles(draft))


def partner(draft: Draft, cell: int) -> int:
    """The opposite cell (SYR-3)."""
    return int(cast(Rules, draft.game.rules).partner[cell])


def pieces(draft: Draft, *kinds: int) -> list[tuple[int, ...]]:
    """The connected pieces that the tiles of some kinds make, the largest first."""
    chosen = [int(tile in kinds) for tile in draft.contents]
    return sorted(groups(draft.game.board, chosen), key=len, reverse=True)


def has_repair(draft: Draft) -> bool:
    """SYR-5: whether all tiles of a colour or of a shape are connected."""
    return any(len(pieces(draft, *kinds)) == 1 for kinds in ISLANDS)


def sinker_of(draft: Draft) -> int:
    """The colour that sank last, 0 for none."""
    colours = ("-", *draft.game.info.colours)
    return colours.index(draft.field("sinker"))


def of_pair(draft: Draft, name: str, colour: int) -> int:
    """A colour's number in a field that has one for each."""
    return int(draft.field(name).split(",")[colour - 1]) if colour else 0


def with_pair(draft: Draft, name: str, colour: int, number: int) -> Draft:
    """With another number of a colour in such a field."""
    both = draft.field(name).split(",")
    both[colour - 1] = str(number)
    return draft.with_fields(**{name: ",".join(both)})


def towers(draft: Draft) -> list[tuple[int, int]]:
    """Each tower: its colour and its cell."""
    light = [(COLOUR_1, cell) for cell in draft.cells("light")]
    return light + [(COLOUR_1 + 1, cell) for cell in draft.cells("dark")]
