"""What an analysis or a hint adds to a board: proposed turns, and who will own each cell.

The parts lie over a picture of the same position and have its coordinates:

    <g class="owners"> <path class="owner owner-white" data-owner="c3" ...> ... </g>
    <g class="advice advice-1" data-turn="1"> ... </g>

A proposed turn shows the stones, towers and tiles themselves, lighter and within a dashed line, as
the game's view draws them; arrows show what goes or changes. Where there are several turns, each
has a letter, since cells bear numbers that mean something else. A page puts them into a
`<g class="overlay">` at the end of the board; points-to-1 on it makes the other turns step back.
"""

from collections.abc import Iterator, Mapping, Sequence

from skerry.canvas.geometry import PITCH, Layout, layout
from skerry.canvas.svg import Ids, Point, arrow, classes, number, tag, text, translate
from skerry.draw.board import steps, view
from skerry.games.actions import decode_action
from skerry.games.contract import game_module
from skerry.games.view import Step
from skerry.positions import Position

MOST_ADVICE = 3  # turns that are told apart at a glance

LETTERS = "ABC"  # of the turns, the best first

_REACH = 16.8  # radius of the line around a proposed piece
_TURNED = 0.62  # size of a piece that would take the place of what lies there
_ARROW_END = 11.0  # before the middle of the cell to which it points
_BADGE = 6.6  # radius of a letter's plate
# Where letters sit that share a cell, by their number.
_PLACES: dict[int, tuple[Point, ...]] = {
    1: ((0.0, 0.0),),
    2: ((-7.4, 0.0), (7.4, 0.0)),
    3: ((-7.4, -4.5), (7.4, -4.5), (0.0, 8.5)),
}


def advice(position: Position, turns: Sequence[Sequence[int]], prefix: str = "") -> str:
    """Up to MOST_ADVICE turns from a position as they would look, the best first.

    A single turn has no letter. Actions without a cell, such as a pass, have no mark; a swap has
    one on each stone that would be taken over.

    Args:
        position: what the board shows.
        turns: their actions.
        prefix: of the board's ids, see `board_svg`.

    Raises:
        NotationError: a number that is not an action of the game.
    """
    found, ids = layout(position.game.board), Ids(prefix, position.game.name)
    # Badges are larger on a board of many cells, which are drawn small.
    size = min(1.4, max(1.0, len(max(found.rows, key=len)) / 12))
    shown = turns[:MOST_ADVICE]
    proposed = [steps(position, turn) for turn in shown]
    shared = _sharing(proposed)
    drawn = []
    for rank, (turn, way) in enumerate(zip(shown, proposed, strict=True), 1):
        letters = [
            _letter(found, step, rank, shared[step.end], size) for step in way if len(shown) > 1
        ]
        parts = (*_pieces(position, turn, found, ids), *(_ways(found, step) for step in way))
        attributes = {"class": f"advice advice-{rank}", "data-turn": rank}
        drawn.append(tag("g", attributes, *parts, *letters))
    return "".join(reversed(drawn))  # the best lies on top


BETTER, WORSE = "!", "?"  # on what a better turn would do, and on what was done instead


def compared(before: Position, played: Sequence[int], better: Sequence[int]) -> str:
    """What two turns differ by: the better one as it would look, with a sign, and one on the other.

    It is drawn over the position after the turn played.

    Args:
        before: the position before both.
        played: actions of the turn that was played.
        better: those of the better one.

    Raises:
        NotationError: a number that is not an action of the game.
    """
    found, ids = layout(before.game.board), Ids("", before.game.name)
    size = min(1.4, max(1.0, len(max(found.rows, key=len)) / 12))
    missed = [action for action in better if action not in played]
    instead = [action for action in played if action not in better]
    ways = steps(before, missed), steps(before, instead)
    shared = _sharing(ways)
    signs = [
        _badge(found, step.end, sign, kind, _PLACES[len(ranks)][ranks.index(rank)], size)
        for rank, (way, sign, kind) in enumerate(
            zip(ways, (BETTER, WORSE), ("1", "worse"), strict=True), 1
        )
        for step in way
        for ranks in (shared[step.end],)
    ]
    drawn = (*_pieces(before, missed, found, ids), *(_ways(found, step) for step in ways[0]))
    return tag("g", {"class": "advice advice-1"}, *drawn, *signs)


def _pieces(position: Position, turn: Sequence[int], found: Layout, ids: Ids) -> Iterator[str]:
    """What would lie on the board after a turn, and what it would turn over."""
    view, game = game_module(position.game.name), position.game
    for action in turn:
        for piece in view.proposed(position, decode_action(game, action)):
            scale = _TURNED if piece.is_turned else 1.0
            place = f"{translate(found.centre(piece.cell))} scale({number(scale)})"
            uses = [tag("use", {"href": ids.link(shape)}) for shape in piece.shapes]
            stones = [tag("g", {"class": "proposed-piece"}, *uses)] if uses else []
            rings = [
                tag("circle", {"class": f"proposed-{part}", "r": _REACH})
                for part in ("case", "line")
            ]
            yield tag(
                "g",
                {
                    "class": classes("proposed", "is-turned" if piece.is_turned else ""),
                    "data-proposed": game.board.names[piece.cell],
                    "transform": place,
                },
                *stones,
                *rings,
            )


def _sharing(turns: Sequence[Sequence[Step]]) -> dict[int, list[int]]:
    """The ranks of the turns whose badges sit in a cell."""
    shared: dict[int, list[int]] = {}
    for rank, turn in enumerate(turns, 1):
        for step in turn:
            ranks = shared.setdefault(step.end, [])
            if rank not in ranks:
                ranks.append(rank)
    return shared


def _letter(found: Layout, step: Step, rank: int, sharing: Sequence[int], size: float) -> str:
    """A turn's letter in a cell."""
    place = _PLACES[len(sharing)][sharing.index(rank)]
    return _badge(found, step.end, LETTERS[rank - 1], str(rank), place, size)


def _badge(found: Layout, cell: int, sign: str, kind: str, place: Point, size: float) -> str:
    """A plate with a sign; `place` is its middle, from that of its cell."""
    x, y = found.centre(cell)
    return tag(
        "g",
        {"transform": translate((x + size * place[0], y + size * place[1]))},
        tag("circle", {"class": f"badge badge-{kind}", "r": size * _BADGE}),
        tag(
            "g",
            {"font-size": round(1.4 * size * _BADGE, 1)},
            text(sign, (0.0, 0.3), f"badge-letter badge-letter-{kind}"),
        ),
    )


def _ways(found: Layout, step: Step) -> str:
    """What an action does besides taking a cell: arrows, rays, the cross over what is gone."""
    here = found.centre(step.start)
    if step.is_crossed:
        x, y = here
        reach = 0.36 * PITCH
        cross = "".join(
            f"M{number(x - reach)} {number(y + lean * reach)}"
            f"L{number(x + reach)} {number(y - lean * reach)}"
            for lean in (1, -1)
        )
        return _line(cross, "")
    ends = [found.centre(cell) for cell in step.targets]
    return "".join(_arrow(here, end, step.is_dashed, step.is_mutual) for end in ends)


def _arrow(start: Point, end: Point, dashed: bool, both: bool) -> str:
    """An arrow that ends beside the middle of a cell, or at both ends."""
    found = arrow(start, end, _ARROW_END, both=both)
    heads = (tag("path", {"class": "advice-head", "d": head}) for head in found.heads)
    return _line(found.line, " advice-slide" if dashed else "") + "".join(heads)


def _line(path: str, more: str) -> str:
    """A line that stands out from light and dark alike: it has a casing."""
    return tag("path", {"class": "advice-case", "d": path}) + tag(
        "path", {"class": f"advice-way{more}", "d": path}
    )


def owners(position: Position, shares: Mapping[str, float]) -> str:
    """Each cell in the colour that will probably own it, the deeper the surer.

    Args:
        position: what the shares were found for.
        shares: of cells by name, the probability that a cell ends with the first colour, or what
            the game's view says of it. Cells that are missing are left as they are.
    """
    module, board = game_module(position.game.name), position.game.board
    seen, found = view(position), layout(board)
    marks = [
        module.owner(seen, found, cell, shares[name])
        for cell, name in enumerate(board.names)
        if name in shares
    ]
    return tag("g", {"class": "owners"}, *marks)
