"""Syrtis, read from SYR-1..11.

Whole turns: person 0's set-up (repairs while SYR-5 demands them, then two light towers, then two
dark ones) is one turn, person 1's `light` or `dark` another, and from then on every action is one.
Set-up turns are told apart by the position they lead to, since repairs can wander for ever.

Distinct positions: the stage, the kind of tile on each cell, the cells of each side's towers (the
two of a side are alike), the side to move, the person who plays Light, how many tiles each side has
sunk since the other last did, who sank last, how many of its last turns in a row each side has
passed, and the number of turns since a tile was sunk, all of it also when the game is over.
That both passed in succession needs no field: it means that both counts of passes exceed 0.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar, Literal, NamedTuple

from tests.reference.common import (
    InTurn,
    Outcome,
    PerftCase,
    ReferenceGame,
    Two,
    other,
    outcome_for_persons,
    person_of,
)
from tests.reference.hexhex import groups, sorted_cells
from tests.reference.square import SQUARE_NEIGHBOURS, adjacent_cells, square_cells

Tiles = frozenset[tuple[str, str]]  # (cell, kind); a kind is l or d, then c or s (SYR-1)
Towers = tuple[frozenset[str], frozenset[str]]  # the cells of Light's towers, of Dark's
Exchange = tuple[str, Tiles]  # text, and the tiles after it

# SYR-2, row by row from the bottom.
LAYOUTS = {
    "minor": ["abcd"] * 4,
    "square": ["abcdef"] * 6,
    "major": ["cde", "bcdef", "abcdefg", "abcefg", "abcdefg", "bcdef", "cde"],
}
ISLANDS_OF_SIDE = (("l", "c"), ("d", "s"))  # SYR-7, SYR-9: each side's colour and shape
TOWER_OF_SIDE = ("L", "D")
SIDES: tuple[Two, Two] = (0, 1)


class SyrtisPosition(NamedTuple):
    """Syrtis between two turns. Side 0 is Light, side 1 Dark."""

    stage: Literal["set-up", "choice", "play"]
    tiles: Tiles
    towers: Towers = (frozenset(), frozenset())
    side: Two = 0  # to move; 0 until the play begins
    light_person: Two = 0  # who plays Light; 0 until chosen
    num_sunk: tuple[int, int] = (0, 0)  # by each side, since the other last sank a tile
    last_sinker: Two | None = None
    num_passes: tuple[int, int] = (0, 0)  # each side's last turns in a row that were passes
    num_quiet: int = 0  # turns in a row without a sink


class Syrtis(ReferenceGame[SyrtisPosition]):
    """Options: `board` (default "major"), `stall_limit` (default 100)."""

    name: ClassVar[str] = "syrtis"

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._set_options(**options)

    def _set_options(self, board: str = "major", stall_limit: int = 100) -> None:
        layout = LAYOUTS[board]
        self.stall_limit = stall_limit
        self.cells = frozenset(
            f"{column}{row}" for row, columns in enumerate(layout, start=1) for column in columns
        )
        self.pairs = [
            (cell, opposite)
            for cell in sorted_cells(self.cells)
            for opposite in [_reflected(cell, len(layout))]
            if sorted_cells([cell, opposite])[0] == cell
        ]

    def start(self, setup: Mapping[str, str] | None = None) -> SyrtisPosition:
        """The set-up gives each cell of the board its tile, as `lc`, `ls`, `dc` or `ds`."""
        if setup is None or setup.keys() != self.cells:
            raise ValueError("syrtis needs a set-up with a tile on every cell of the board (SYR-2)")
        for one, opposite in self.pairs:
            if any(setup[one][i] == setup[opposite][i] for i in (0, 1)):
                raise ValueError(f"{one} and {opposite} differ in colour and shape (SYR-3)")
        return SyrtisPosition("set-up", frozenset(setup.items()))

    def outcome(self, position: SyrtisPosition) -> Outcome:
        if position.stage != "play":
            return None
        return outcome_for_persons(self.winning_side(position), position.light_person)

    def winning_side(self, position: SyrtisPosition) -> Two | None:
        """Who has won a game under way (SYR-9, SYR-10, SYR-11)."""
        winners = [
            side
            for side in SIDES
            if position.num_sunk[side] >= 4
            or any(is_one_island(position.tiles, mark) for mark in ISLANDS_OF_SIDE[side])
        ]
        if len(winners) == 1:
            return winners[0]
        light_passes, dark_passes = position.num_passes
        if (
            winners
            or (light_passes > 0 and dark_passes > 0)
            or max(light_passes, dark_passes) >= 4
            or position.num_quiet >= self.stall_limit
        ):
            return 0 if position.last_sinker is None else position.last_sinker
        return None

    def player(self, position: SyrtisPosition) -> int | None:
        if position.stage != "play":
            return 0 if position.stage == "set-up" else 1
        if self.outcome(position) is not None:
            return None
        return person_of(position.side, position.light_person)

    def turns(self, position: SyrtisPosition) -> dict[str, SyrtisPosition]:
        if position.stage == "set-up":
            return dict(self._set_up_turns(position.tiles))
        if position.stage == "choice":
            return {
                "light": position._replace(stage="play", light_person=1),
                "dark": position._replace(stage="play", light_person=0),
            }
        if self.outcome(position) is not None:
            return {}
        return {
            **dict(_moves(position)),
            **dict(_sinks(position)),
            **dict(_slides(position)),
            "pass": _after(position, passed=True),
        }

    # SYR-4 and SYR-5: the set-up, whole and action by action.

    def _exchanges(self, tiles: Tiles) -> Iterator[Exchange]:
        kinds = dict(tiles)
        for one, opposite in self.pairs:
            swapped = {**kinds, one: kinds[opposite], opposite: kinds[one]}
            yield f"{one}~{opposite}", frozenset(swapped.items())

    def _repaired(self, tiles: Tiles) -> Iterator[tuple[tuple[str, ...], Tiles]]:
        """A shortest list of exchanges for every board that repairing can lead to."""
        seen = {tiles}
        queue: list[tuple[tuple[str, ...], Tiles]] = [((), tiles)]
        for repairs, board in queue:
            if not needs_repair(board):
                yield repairs, board
                continue
            for text, after in self._exchanges(board):
                if after not in seen:
                    seen.add(after)
                    queue.append(((*repairs, text), after))

    def _set_up_turns(self, tiles: Tiles) -> Iterator[tuple[str, SyrtisPosition]]:
        for repairs, board in self._repaired(tiles):
            for light in combinations(_tower_cells(board, 0), 2):
                dark_cells = [cell for cell in _tower_cells(board, 1) if cell not in light]
                for dark in combinations(dark_cells, 2):
                    texts = [*repairs, *(f"L{c}" for c in light), *(f"D{c}" for c in dark)]
                    towers = frozenset(light), frozenset(dark)
                    yield ",".join(texts), SyrtisPosition("choice", board, towers)

    def _so_far(self, now: InTurn[SyrtisPosition]) -> tuple[Tiles, Towers]:
        """The tiles and towers in the middle of a set-up."""
        tiles, towers = now.position.tiles, now.position.towers
        for action in now.actions:
            if "~" in action:
                tiles = dict(self._exchanges(tiles))[action]
            elif action.startswith("L"):
                towers = towers[0] | {action[1:]}, towers[1]
            else:
                towers = towers[0], towers[1] | {action[1:]}
        return tiles, towers

    def legal_actions(self, now: InTurn[SyrtisPosition]) -> list[str]:
        if now.position.stage != "set-up":
            return sorted(self.turns(now.position))
        tiles, towers = self._so_far(now)
        if needs_repair(tiles):
            return sorted(text for text, _ in self._exchanges(tiles))
        side: Two = 0 if len(towers[0]) < 2 else 1
        free = [cell for cell in _tower_cells(tiles, side) if cell not in towers[0] | towers[1]]
        return sorted(f"{TOWER_OF_SIDE[side]}{cell}" for cell in free)

    def step(self, now: InTurn[SyrtisPosition], action: str) -> InTurn[SyrtisPosition]:
        if now.position.stage != "set-up":
            return InTurn(self.turns(now.position)[action])
        longer = InTurn(now.position, (*now.actions, action))
        tiles, towers = self._so_far(longer)
        if len(towers[1]) == 2:
            return InTurn(SyrtisPosition("choice", tiles, towers))
        return longer

    def play(self, position: SyrtisPosition, turn: str) -> SyrtisPosition:
        now = InTurn(position)
        for action in turn.split(","):
            if action not in self.legal_actions(now):
                raise ValueError(f"{action} in {turn} is not a legal action here")
            now = self.step(now, action)
        if now.actions:
            raise ValueError(f"{turn} is not a whole turn")
        return now.position


def _reflected(cell: str, size: int) -> str:
    """SYR-3: the point reflection through the centre of a frame of `size` by `size`."""
    column = ord(cell[0]) - ord("a")
    return f"{chr(ord('a') + size - 1 - column)}{size + 1 - int(cell[1:])}"


def cells_marked(tiles: Tiles, mark: str) -> frozenset[str]:
    """The cells of all tiles of one colour (l, d) or one shape (c, s)."""
    return frozenset(cell for cell, kind in tiles if mark in kind)


def is_connected(cells: Iterable[str]) -> bool:
    return len(groups(frozenset(cells), SQUARE_NEIGHBOURS)) == 1


def is_one_island(tiles: Tiles, mark: str) -> bool:
    """SYR-9: all tiles of this colour or shape are connected, and there is at least one."""
    return is_connected(cells_marked(tiles, mark))


def needs_repair(tiles: Tiles) -> bool:
    """SYR-5."""
    return any(is_one_island(tiles, mark) for mark in "ldcs")


def _tower_cells(tiles: Tiles, side: Two) -> list[str]:
    """SYR-4: where a tower of the side may be placed, if free."""
    colour, shape = ISLANDS_OF_SIDE[side]
    return sorted_cells(cells_marked(tiles, colour) | cells_marked(tiles, shape))


def _with_tower(position: SyrtisPosition, origin: str, destination: str) -> Towers:
    mine = position.towers[position.side] - {origin} | {destination}
    light, dark = position.towers
    return (mine, dark) if position.side == 0 else (light, mine)


def _after(
    position: SyrtisPosition,
    *,
    tiles: Tiles | None = None,
    towers: Towers | None = None,
    sank: bool = False,
    passed: bool = False,
) -> SyrtisPosition:
    """The position after the mover's turn: what it changed, and the counts of SYR-9..11."""
    side = position.side
    sunk, passes = list(position.num_sunk), list(position.num_passes)
    if sank:
        sunk[side] += 1
        sunk[other(side)] = 0
    passes[side] = passes[side] + 1 if passed else 0
    return position._replace(
        tiles=position.tiles if tiles is None else tiles,
        towers=position.towers if towers is None else towers,
        side=other(side),
        num_sunk=(sunk[0], sunk[1]),
        last_sinker=side if sank else position.last_sinker,
        num_passes=(passes[0], passes[1]),
        num_quiet=0 if sank else position.num_quiet + 1,
    )


def _moves(position: SyrtisPosition) -> Iterator[tuple[str, SyrtisPosition]]:
    """SYR-8, move: along the island of the side's colour or shape that the tower stands on."""
    occupied = position.towers[0] | position.towers[1]
    for origin in position.towers[position.side]:
        reach: set[str] = set()
        for mark in ISLANDS_OF_SIDE[position.side]:
            for island in groups(cells_marked(position.tiles, mark), SQUARE_NEIGHBOURS):
                if origin in island:
                    reach |= island - occupied
        for cell in reach:
            towers = _with_tower(position, origin, cell)
            yield f"{origin}-{cell}", _after(position, towers=towers)


def _sinks(position: SyrtisPosition) -> Iterator[tuple[str, SyrtisPosition]]:
    """SYR-8, sink: next to an own tower, unoccupied, with an open edge."""
    cells = frozenset(cell for cell, _ in position.tiles)
    occupied = position.towers[0] | position.towers[1]
    for cell in cells - occupied:
        around = adjacent_cells(cell)
        is_reached = bool(around & position.towers[position.side])
        has_open_edge = len(around & cells) < 4
        if is_reached and has_open_edge and is_connected(cells - {cell}):
            tiles = frozenset(tile for tile in position.tiles if tile[0] != cell)
            yield f"x{cell}", _after(position, tiles=tiles, sank=True)


def _slides(position: SyrtisPosition) -> Iterator[tuple[str, SyrtisPosition]]:
    """SYR-8, slide: through empty spaces within the bounding box of the whole board."""
    kinds = dict(position.tiles)
    box = _bounding_box(kinds)
    for origin in position.towers[position.side]:
        others = kinds.keys() - {origin}
        for space in groups(box - others, SQUARE_NEIGHBOURS):
            if origin not in space:
                continue
            for cell in space - {origin}:
                if is_connected(others | {cell}):
                    tiles = position.tiles - {(origin, kinds[origin])} | {(cell, kinds[origin])}
                    towers = _with_tower(position, origin, cell)
                    yield f"{origin}>{cell}", _after(position, tiles=tiles, towers=towers)


def _bounding_box(cells: Iterable[str]) -> frozenset[str]:
    columns = [ord(cell[0]) for cell in cells]
    rows = [int(cell[1:]) for cell in cells]
    return square_cells(
        [chr(column) for column in range(min(columns), max(columns) + 1)],
        range(min(rows), max(rows) + 1),
    )


def parse_setup(board: str, rows: str) -> dict[str, str]:
    """A set-up from the kinds of its tiles, rows from the bottom with `/` between them."""
    return {
        f"{column}{row}": kind
        for row, (columns, kinds) in enumerate(
            zip(LAYOUTS[board], rows.split("/"), strict=True), start=1
        )
        for column, kind in zip(columns, kinds.split(), strict=True)
    }


MINOR = parse_setup("minor", "ds ls ds ls/ls dc lc ds/lc ds ls dc/dc lc dc lc")
MINOR_TO_REPAIR = parse_setup("minor", "lc ls ls lc/dc lc dc lc/ds ls ds ls/ds dc dc ds")
SQUARE = parse_setup(
    "square",
    "ls ls dc dc lc ds/ds dc dc dc lc ds/lc ds lc ls ds ls"
    "/dc lc dc ds lc ds/lc ds ls ls ls lc/lc ds ls ls dc dc",
)
MAJOR = parse_setup(
    "major",
    "ds ds ls/ds dc ds dc ds/lc lc ls ds ls dc dc"
    "/ls dc lc ds ls dc/ls ls dc lc dc ds ds/lc ls lc ls lc/dc lc lc",
)
MAJOR_TO_REPAIR = parse_setup(
    "major",
    "ls lc ls/lc ls lc ls lc/ls ls dc lc lc ds dc"
    "/lc ds dc ls lc ds/ls lc ds ds ls dc dc/ds dc ds dc ds/dc ds dc",
)
FEW_TILES_LEFT = (
    "Lb2,Lc4,Dc3,Dd2 dark xd4 c3-b3 xb1 xb4 c4>d4 d2-c1 b2>b1 xd1 d4-d3 b3-c3 xd4 xc2 b1>c2 c1>b1"
)
LIGHT_PASSED_THRICE = "Lb4,Lc2,Dc1,Dc4 light pass xd1 pass c1-a1 pass a1-c1"
PERFT = (
    PerftCase("syrtis", {"board": "minor"}, 3, setup=MINOR),
    PerftCase("syrtis", {"board": "minor"}, 1, setup=MINOR_TO_REPAIR),
    PerftCase("syrtis", {"board": "minor"}, 4, "Lb4,Lc2,Dc1,Dc4 light", MINOR),
    PerftCase("syrtis", {"board": "minor"}, 6, FEW_TILES_LEFT, MINOR),
    PerftCase("syrtis", {"board": "minor"}, 3, LIGHT_PASSED_THRICE, MINOR),
    PerftCase("syrtis", {"board": "minor", "stall_limit": 3}, 4, "La3,Ld3,Da1,Da2 dark", MINOR),
    PerftCase("syrtis", {"board": "square"}, 3, "Lb1,Lc5,Dc2,De3 light", SQUARE),
    PerftCase("syrtis", {"board": "major"}, 3, "Le1,Lc6,Df2,Da4 dark", MAJOR),
    PerftCase("syrtis", {"board": "major"}, 3, "c1~e7,Lc1,Ld3,Dc4,De5 light", MAJOR_TO_REPAIR),
)
