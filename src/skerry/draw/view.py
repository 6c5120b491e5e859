"""What there is to see on a position: contents and marks of each cell, read once for a picture."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..canvas.geometry import groups
from ..games.catalogue import BYG, KITARAN, SPRY
from ..games.spry.kernels import spry_arcs
from ..positions import Game, Position

ALL_ARCS = 7  # bits of yellow, blue and red (SPRY-4)

_SYRTIS_STEP = re.compile(r"([xLD]?)([a-z]\d+)(?:([-~>])([a-z]\d+))?")
_STONE_STEP = re.compile(r"([a-z]\d+)(\*?)")
_KINDS = {"x": "sink", "L": "tower", "D": "tower", "-": "move", "~": "exchange", ">": "slide"}


@dataclass(frozen=True)
class Step:
    """An action as the eye follows it."""

    kind: str  # "place", "convert", "sink", "tower", "exchange", "move", "slide"
    cells: tuple[int, ...]  # the cell, or where it starts and ends
    dark: bool = False  # whether it places a dark tower


def read_step(game: Game, action: int) -> Step | None:
    """An action as kind and cells, None for one without a cell such as `end` or `swap`.

    Raises:
        NotationError: the number is no action of the game.
    """
    text = game.format_action(action)
    if game.info.has_setup:
        match = _SYRTIS_STEP.fullmatch(text)
        if match is None:
            return None
        mark, first, between, second = match.groups()
        names = [first] if second is None else [first, second]
        kind = _KINDS[mark or between]
    else:
        match = _STONE_STEP.fullmatch(text)
        if match is None:
            return None
        names, kind = [match[1]], "convert" if match[2] else "place"
    cells = tuple(game.board.names.index(name) for name in names)
    return Step(kind, cells, dark=kind == "tower" and text[0] == "D")


class Pending(NamedTuple):
    """A turn that is composed, in part or in full, but not played yet."""

    base: Position  # when the turn began
    actions: Sequence[int]


@dataclass(frozen=True)
class View:
    """A position with everything that a picture of it marks, as sets of cells."""

    position: Position
    contents: tuple[int, ...]  # of each cell, as Position.contents
    group_of: Mapping[int, tuple[int, ...]]  # of each stone; {} where groups are not told
    last: Mapping[int, str]  # what the last turn did: "placed", "converted", "sunk", ...
    sources: frozenset[int]  # where the last turn's tower came from, which stone converted
    pending: Mapping[int, str]  # the same of a turn that is not played yet
    pending_sources: frozenset[int]
    protected: frozenset[int]  # KIT-2
    winning: frozenset[int]  # the group that touches all three colours (SPRY-4)
    legal: frozenset[int]  # cells by which a legal action can begin
    convertible: frozenset[int] = frozenset()  # own stones that may convert (KIT-1)
    sinkable: frozenset[int] = frozenset()  # SYR-8
    targets: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # from each legal cell:
    # where its tower may go, which stones it turns, the tile it is exchanged with

    @property
    def game(self) -> Game:
        """The game of the position."""
        return self.position.game


def view(
    position: Position,
    last: Sequence[int] = (),
    *,
    legal: bool = False,
    pending: Pending | None = None,
) -> View:
    """Read a position.

    Args:
        position: what to show.
        last: actions of the last finished turn.
        legal: whether to find out which cells can be played.
        pending: the turn that led to `position` and is not played yet; None when there are at
            most the stones of `position.turn_so_far`.

    Raises:
        NotationError: a number in `last` is no action of the game.
    """
    game, contents = position.game, position.contents
    index = game.info.index
    group_of = (
        {cell: group for group in groups(game.board, contents) for cell in group}
        if index in (BYG, SPRY)
        else {}
    )
    base, unplayed = pending or Pending(position, position.turn_so_far)
    told, sources = _effects(base, last)
    waiting, waiting_sources = _effects(position, unplayed)
    convertible, sinkable, targets, begun = set(), set(), {}, set()
    for step in _steps(position) if legal else ():
        begun.add(step.cells[0])
        if step.kind == "convert":
            convertible.add(step.cells[0])
            targets[step.cells[0]] = turned(position, step.cells[0])
        elif step.kind == "sink":
            sinkable.add(step.cells[0])
        elif step.kind in ("move", "slide"):
            targets[step.cells[0]] = (*targets.get(step.cells[0], ()), step.cells[1])
        elif step.kind == "exchange":
            first, second = step.cells
            begun.add(second)
            targets[first], targets[second] = (second,), (first,)
    return View(
        position=position,
        contents=contents,
        group_of=group_of,
        last=told,
        sources=sources,
        pending=waiting,
        pending_sources=waiting_sources,
        # A turn that is not played yet protects nothing.
        protected=frozenset(base.protected),
        winning=_winning(position, group_of) if index == SPRY else frozenset(),
        legal=frozenset(begun),
        convertible=frozenset(convertible),
        sinkable=frozenset(sinkable),
        targets=targets,
    )


def _steps(position: Position) -> list[Step]:
    found = [read_step(position.game, action) for action in position.legal_actions()]
    return [step for step in found if step is not None]


def turned(position: Position, cell: int) -> tuple[int, ...]:
    """KIT-1: the enemy stones beside a stone."""
    contents, board = position.contents, position.game.board
    return tuple(
        other
        for other in board.neighbours[cell].tolist()
        if other < board.num_cells and contents[other] not in (0, contents[cell])
    )


_DONE = {"place": "placed", "tower": "placed", "sink": "sunk", "exchange": "exchanged"}


def _effects(position: Position, actions: Sequence[int]) -> tuple[dict[int, str], frozenset[int]]:
    """What a turn that led to a position did to which cell, and the cells it started from."""
    told: dict[int, str] = {}
    sources = set()
    for action in actions:
        step = read_step(position.game, action)
        if step is None:
            continue
        if step.kind == "convert":
            sources.add(step.cells[0])
            told[step.cells[0]] = "converted others"
            for cell in _converted(position, step.cells[0]):
                told[cell] = "converted"
        elif step.kind in ("move", "slide"):
            sources.add(step.cells[0])
            left, came = ("left", "came") if step.kind == "move" else ("slid away", "slid here")
            told[step.cells[0]], told[step.cells[1]] = left, came
        else:
            for cell in step.cells:
                told[cell] = _DONE[step.kind]
    return told, frozenset(sources)


def _converted(position: Position, cell: int) -> list[int]:
    """The stones that the last conversion turned: those that KIT-2 protects beside it."""
    beside = position.game.board.neighbours[cell].tolist()
    return [other for other in position.protected if other in beside]


def _winning(position: Position, group_of: Mapping[int, tuple[int, ...]]) -> frozenset[int]:
    """The cells of the group that connects all three colours."""
    if not position.is_over:
        return frozenset()
    arcs = spry_arcs(position.game)
    for group in set(group_of.values()):
        touched = 0
        for cell in group:
            touched |= int(arcs[cell])
        if touched == ALL_ARCS:
            return frozenset(group)
    return frozenset()


def is_stone_game(game: Game) -> bool:
    """Whether cells hold stones (not tiles)."""
    return not game.info.has_setup


def shows_groups(game: Game) -> bool:
    """Whether a stone's group is part of what is told about it."""
    return game.info.index == BYG


def shows_protection(game: Game) -> bool:
    """Whether stones may be protected (KIT-2)."""
    return game.info.index == KITARAN
