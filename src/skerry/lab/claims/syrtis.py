"""What the text of Syrtis says, and how it is judged; what its guide tells."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, cast

import numpy as np
import polars as pl

from skerry.core.bits import count_bits, is_connected, spread
from skerry.core.layout import COLOUR_1
from skerry.games.actions import decode_action
from skerry.games.syrtis.kernels import (
    NUM_SETS,
    SIDES,
    TILES,
    TOWER_BITS,
    Rules,
    colour_tiles,
    load,
    occupied,
    open_tiles,
    shape_tiles,
    sink_targets,
)
from skerry.lab.claims.claims import (
    FAIR,
    NUMBER,
    Claim,
    above,
    below,
    counted,
    measured,
    ratio_of,
    share_of,
    verdict_against,
    verdict_both,
    verdict_within,
)
from skerry.lab.claims.counting import (
    FIRST,
    SECOND,
    Leaders,
    Replay,
    Rule,
    replays,
    shares_of_leaders,
)
from skerry.lab.metrics import Tally
from skerry.positions import Game, Position
from skerry.statistics import Estimate, difference_of

ISLAND, QUICKSAND = ("island",), ("quicksand",)
INITIATIVE = ("both", "passes", "stall")  # reasons of an end
SELDOM = 0.01  # share of the games

# A tile is a side's own by colour and shape, shared, having one of them, or foreign.
OWN, SHARED, FOREIGN = 2, 1, 0
SUNK = (33, 50)  # percent of the tiles
PHASES = ("early", "middle", "late")  # of a game: before, between and after these
KINDS = {"sink": "sinks", "slide": "slides", "move": "moves", "pass": "passes"}


class Board:
    """A position as sets of cells, as bits (core/bits.py)."""

    def __init__(self, position: Position) -> None:
        rules = cast(Rules, position.game.rules)
        self.sets, self.stride = np.empty(NUM_SETS, dtype=np.int64), rules.side + 1
        load(rules, position.state, self.sets)
        self.tiles = int(self.sets[TILES])

    def kinds(self, colour: int) -> tuple[int, int]:
        """The tiles of a side's colour, and those of its shape."""
        index = COLOUR_1 + colour
        return int(colour_tiles(self.sets, index)), int(shape_tiles(self.sets, index))

    def largest_island(self, colour: int) -> int:
        """Tiles of a side's largest island."""
        return max(map(count_bits, self._islands(colour)), default=0)

    def _islands(self, colour: int) -> Iterator[int]:
        for left in self.kinds(colour):
            while left:
                island = spread(left & -left, left, self.stride)
                left ^= island
                yield island

    def num_own(self, colour: int) -> int:
        """Tiles of a side's colour and shape."""
        one, other = self.kinds(colour)
        return count_bits(one & other)

    def useful(self, colour: int) -> list[int]:
        """Tiles of a side's colour or shape, each as a set of one."""
        one, other = self.kinds(colour)
        return list(_singles(one | other))

    def num_safe(self, colour: int) -> int:
        """Useful tiles that nobody may sink: enclosed, or holding the board together."""
        ways = open_tiles(self.tiles, self.stride)
        return sum(
            not tile & ways or not is_connected(self.tiles ^ tile, self.stride)
            for tile in self.useful(colour)
        )

    def num_sinkable(self, colour: int) -> int:
        """Tiles that a side could sink if it had the turn."""
        towers = self.sets[TOWER_BITS + 2 * colour :][:2]
        free = self.tiles & ~occupied(self.sets)
        return count_bits(sink_targets(self.tiles, int(towers[0] | towers[1]), free, self.stride))


def _singles(cells: int) -> Iterator[int]:
    while cells:
        yield cells & -cells
        cells &= cells - 1


def worth(tile: int, colour: int) -> int:
    """What a tile, by its contents, is to a side: OWN, SHARED or FOREIGN."""
    return sum(tile in tiles for _, tiles in SIDES[colour])


def steps_from_centre(position: Position, cell: int) -> float:
    """Steps from the middle of the frame to a cell."""
    middle = (position.game.board.size - 1) / 2
    return sum(abs(part - middle) for part in position.game.board.places[cell])


def _nearness(position: Position, colour: int) -> float:
    """How near to the middle a side's useful tiles lie on average; 0 is the middle."""
    places = [
        steps_from_centre(position, cell)
        for cell, tile in enumerate(position.contents)
        if tile and worth(tile, colour)
    ]
    return -sum(places) / max(1, len(places))


# What a side may be ahead in.
QUANTITIES: Mapping[str, Callable[[Position, int], float]] = {
    "more own tiles": lambda position, colour: Board(position).num_own(colour),
    "larger island": lambda position, colour: Board(position).largest_island(colour),
    "nearer the centre": _nearness,
    "more safe": lambda position, colour: Board(position).num_safe(colour),
    "larger share safe": lambda position, colour: (
        Board(position).num_safe(colour) / max(1, len(Board(position).useful(colour)))
    ),
    "more to sink": lambda position, colour: Board(position).num_sinkable(colour),
}


def _sink_foreign(before: Position, after: Position, me: int) -> float:
    """A rule: sink a foreign tile, or else a shared one."""
    sunk = Counter(before.contents) - Counter(after.contents)
    return sum(OWN - worth(tile, me) for tile in sunk)


# The three rules of the guide.
ADVICE: tuple[Rule, ...] = (
    _sink_foreign,
    lambda _, after, me: Board(after).num_sinkable(me),
    lambda _, after, me: Board(after).largest_island(me),
)


class Turn(NamedTuple):
    """A turn of the play."""

    before: Position
    phase: str  # of PHASES
    colour: int  # FIRST or SECOND, whose turn it is
    kind: str  # of KINDS
    cells: tuple[int, ...]  # that is sunk, or from which a tile slides and to which
    sinkable: tuple[int, ...]  # cells whose tiles could be sunk

    def worth(self, cell: int) -> int:
        """What the tile on a cell is to the side."""
        return worth(self.before.contents[cell], self.colour)

    @property
    def sunk(self) -> int | None:
        """What the tile that is sunk is to the side; None: none is."""
        return self.worth(self.cells[0]) if self.kind == "sink" else None

    @property
    def is_ready(self) -> bool:
        """Whether a tile could be sunk."""
        return bool(self.sinkable)

    @property
    def could_sink_foreign(self) -> bool:
        """Whether a foreign tile could be sunk."""
        return FOREIGN in map(self.worth, self.sinkable)

    @property
    def has_choice(self) -> bool:
        """Whether a tile is sunk where both a foreign tile and another could be."""
        kinds = {self.worth(cell) == FOREIGN for cell in self.sinkable}
        return self.kind == "sink" and len(kinds) > 1

    @property
    def is_hurried(self) -> bool:
        """Whether the other side has sunk two or three tiles in a row."""
        return self.before.standings[1 - self.colour].sunk >= 2

    @property
    def nearer(self) -> float:
        """How many steps nearer to the middle a tile slides; 0 where none slides."""
        if self.kind != "slide":
            return 0
        source, target = (steps_from_centre(self.before, cell) for cell in self.cells)
        return source - target


def turns_of(game: Replay) -> list[Turn]:
    """The turns after the set-up."""
    found = []
    for before, action in zip(game.positions, game.actions, strict=False):
        if before.phase != "play":
            continue
        decoded = decode_action(before.game, action)
        colour = (before.colour_index or COLOUR_1) - COLOUR_1
        sinks = (one for one in before.legal_actions() if one < before.game.rules.num_cells)
        phase = PHASES[sum(share_sunk(before) >= mark for mark in SUNK)]
        found.append(Turn(before, phase, colour, decoded.kind, decoded.cells, tuple(sinks)))
    return found


def share_sunk(position: Position) -> float:
    """How many percent of the tiles have been sunk."""
    all_tiles = int((cast(Rules, position.game.rules).partner >= 0).sum())
    return 100 * (1 - sum(map(bool, position.contents)) / all_tiles)


def measure(rules: Game, rows: pl.DataFrame) -> Mapping[str, Estimate]:
    """What is counted besides.

    - unsunk: games decided by initiative before any tile was sunk.
    - what `turn_measures`, `lead_measures` and `end_measures` count.
    """
    games = list(replays(rules, rows))
    turns = list(map(turns_of, games))
    return {
        "unsunk": unsunk(rules, rows),
        **turn_measures(turns),
        **lead_measures(games, turns),
        **end_measures(games, turns),
    }


def unsunk(rules: Game, rows: pl.DataFrame) -> Estimate:
    """Games decided by initiative before any tile was sunk."""
    codes = rows.select(pl.col("played").explode().unique()).to_series()
    sinks = [code for code in codes if rules.format_action(code).startswith("x")]
    # how many of the sinks occur in a game; none of all that were ever played may
    sunk = pl.col("played").list.set_intersection(pl.lit(sinks, pl.List(pl.Int16()))).list.len()
    return share_of(rows, pl.col("reason").is_in(list(INITIATIVE)) & (sunk == 0))


Condition = Callable[[Turn], bool]


def _always(_: Turn) -> bool:
    return True


def _is(kind: str) -> Condition:
    return lambda turn: turn.kind == kind


# Shares of turns that are counted in all turns and in those of each phase: among which, and what.
RATES: Mapping[str, tuple[Condition, Condition]] = {
    **{name: (_always, _is(kind)) for kind, name in KINDS.items()},
    "foreign sunk": (_is("sink"), lambda turn: turn.sunk == FOREIGN),
    "own sunk": (_is("sink"), lambda turn: turn.sunk == OWN),
    "ready": (_always, lambda turn: turn.is_ready),
    "sinks when ready": (lambda turn: turn.is_ready, _is("sink")),
    "slides inwards": (_is("slide"), lambda turn: turn.nearer > 0),
    "slides outwards": (_is("slide"), lambda turn: turn.nearer < 0),
    "foreign preferred": (lambda turn: turn.has_choice, lambda turn: turn.sunk == FOREIGN),
    "foreign left": (lambda turn: turn.could_sink_foreign, lambda turn: turn.sunk != FOREIGN),
    "ready against two": (lambda turn: turn.is_hurried, lambda turn: turn.is_ready),
    "answers to two": (lambda turn: turn.is_hurried and turn.is_ready, _is("sink")),
}


def turn_measures(games: Sequence[Sequence[Turn]]) -> dict[str, Estimate]:
    """Shares of the turns of some games, and "early ..." and so on, of those of a phase.

    - sinks, slides, moves, passes: of all turns.
    - foreign sunk, own sunk: of the tiles that are sunk.
    - foreign preferred: of the sinks by who could sink a foreign tile and another.
    - foreign left: turns whose side could sink a foreign tile, and did something else.
    - ready: turns whose side could sink a tile. sinks when ready: those of them that sink one.
    - ready against two, answers to two: the same where the other side has sunk two or three tiles
      in a row.
    - slides inwards, slides outwards: of the slides, towards the middle and away from it.
    """
    found = {}
    by_phase = {
        phase: [[turn for turn in turns if turn.phase == phase] for turns in games]
        for phase in PHASES
    }
    for name, (among, those) in RATES.items():
        found[name] = _rate(games, among, those)
        for phase, played in by_phase.items():
            found[f"{phase} {name}"] = _rate(played, among, those)
    return found


def _rate(games: Iterable[Sequence[Turn]], among: Condition, those: Condition) -> Estimate:
    """How many of some turns are such; games are the units of the interval."""
    counts = [
        (sum(map(those, found)), len(found))
        for found in ([turn for turn in turns if among(turn)] for turns in games)
    ]
    return ratio_of(*zip(*counts, strict=True))


def lead_measures(games: Sequence[Replay], turns: Sequence[Sequence[Turn]]) -> dict[str, Estimate]:
    """How often the side wins that is ahead when so many percent of the tiles have been sunk.

    "larger island at 50" and so on, by QUANTITIES; "more foreign sunk at 50" and "fewer own sunk
    at 50" by what each side has sunk until then; "two more foreign sunk at 50" only where that
    lead is of two tiles at least. Games in which neither is ahead then are left out; see
    `shares_of_leaders`.
    """
    found: dict[str, Leaders] = {}
    for game, played in zip(games, turns, strict=True):
        left, sunk = list(SUNK), {(side, kind): 0 for side in (FIRST, SECOND) for kind in range(3)}
        for turn in played:
            while left and share_sunk(turn.before) >= left[0]:
                mark = left.pop(0)
                for name, lead in _leads(turn.before, sunk).items():
                    if lead:
                        leader = FIRST if lead > 0 else SECOND
                        won = found.setdefault(f"{name} at {mark}", ([], []))
                        won[leader].append(game.colour == leader)
            if turn.sunk is not None:
                sunk[turn.colour, turn.sunk] += 1
    return shares_of_leaders(found)


def _leads(position: Position, sunk: Mapping[tuple[int, int], int]) -> dict[str, float]:
    """By how much the first colour is ahead; `sunk` has the tiles by side and worth."""
    foreign = sunk[FIRST, FOREIGN] - sunk[SECOND, FOREIGN]
    return {
        **{
            name: quantity(position, FIRST) - quantity(position, SECOND)
            for name, quantity in QUANTITIES.items()
        },
        "fewer own sunk": sunk[SECOND, OWN] - sunk[FIRST, OWN],
        "more foreign sunk": foreign,
        "two more foreign sunk": foreign if abs(foreign) > 1 else 0,
    }


def end_measures(games: Sequence[Replay], turns: Sequence[Sequence[Turn]]) -> dict[str, Estimate]:
    """How games end.

    - sank last: games won by the side that sank the last tile.
    - passed out: games that end since one side has passed on four of its turns in a row. ready when
      passed out: turns of the other side between these passes in which it could sink a tile.
    - island against more foreign, island against fewer foreign: of the games lost by the side that
      has sunk more foreign tiles, or fewer, those that an island ended.
    """
    last, passed = list[bool](), list[bool]()
    ready: list[tuple[int, int]] = []
    islands: dict[str, list[bool]] = {"more": [], "fewer": []}
    for game, played in zip(games, turns, strict=True):
        sinks = [turn for turn in played if turn.sunk is not None]
        last.append(bool(sinks) and sinks[-1].colour == game.colour)
        end = game.positions[-1].outcome
        reason = "" if end is None else end.reason
        # Else both sides have passed in succession.
        passed.append(reason == "passes" and played[-2].kind != "pass")
        if passed[-1]:
            between = played[-6:-1:2]
            ready.append((sum(turn.is_ready for turn in between), len(between)))
        ahead = [turn.colour for turn in sinks if turn.sunk == FOREIGN]
        lead = ahead.count(FIRST) - ahead.count(SECOND)
        if lead:
            loser_has = "fewer" if (lead > 0) == (game.colour == FIRST) else "more"
            islands[loser_has].append(reason in ISLAND)
    return {
        "sank last": Estimate.share(sum(last), len(last)),
        "passed out": Estimate.share(sum(passed), len(passed)),
        **({"ready when passed out": ratio_of(*zip(*ready, strict=True))} if ready else {}),
        **{
            f"island against {which} foreign": Estimate.share(sum(ends), len(ends))
            for which, ends in islands.items()
            if ends
        },
    }


def _ended(*reasons: str) -> partial[Estimate]:
    return partial(_share_ended, reasons)


def _share_ended(reasons: tuple[str, ...], tally: Tally) -> Estimate:
    """The share of the games that ended for one of some reasons."""
    return Estimate.share(sum(tally.reasons.get(reason, 0) for reason in reasons), tally.total)


_claim = partial(Claim, game="syrtis", source="D. Vander Laan, “Syrtis”, rules")
CLAIMS = (
    _claim(
        key="syrtis-three-ways",
        quote="There are three ways to win the game.",
        measured="How the games of Syrtis Major end: by an island, by quicksand, or by initiative "
        "(both at once, passes, stalling). “All occur” if each ends more than 1 game in 100.",
        headline="{0:games} end by an island, {1:percent} by four in a row (“quicksand”) and "
        "{2:percent} by initiative.",
        series=(
            counted("island", "syrtis", _ended(*ISLAND)),
            counted("quicksand", "syrtis", _ended(*QUICKSAND)),
            counted("initiative", "syrtis", _ended(*INITIATIVE)),
        ),
        judge=lambda one, two, three: verdict_both(
            verdict_both(above(SELDOM)(one), above(SELDOM)(two)), above(SELDOM)(three)
        ),
        limits=(SELDOM,),
        answers=("all occur", "not all occur"),
    ),
    _claim(
        key="syrtis-stalling",
        quote="This rule thwarts stonewalling and makes ties impossible.",
        measured="How many games of Syrtis Major go on for 100 turns without a tile being sunk, "
        "which no rule of the text ends. Holds below 1 game in 100.",
        headline="{0:games} went on for 100 turns without a tile being sunk.",
        series=(counted("100 turns without a sunk tile", "syrtis", _ended("stall")),),
        judge=below(SELDOM),
        limits=(SELDOM,),
    ),
    _claim(
        key="syrtis-unsunk",
        quote="In the unlikely event that no tiles have been sunk",
        measured="How many games of Syrtis Major are decided by initiative before any tile was "
        "sunk. Holds below 1 game in 20.",
        headline="{0:games} ended by initiative before a tile was sunk.",
        series=(measured("by initiative before a tile was sunk", "syrtis", "unsunk"),),
        judge=below(0.05),
        limits=(0.05,),
    ),
    _claim(
        key="syrtis-minor",
        quote="For a short, tactical game, play Syrtis Minor",
        measured="How many more turns a game of Syrtis Major takes than one of Syrtis Minor. Holds "
        "above 0.",
        headline="A game of Syrtis Major takes {0:.0f} turns on average, and one of Syrtis Minor "
        "{1:.0f}.",
        series=(
            measured("turns, Major", "syrtis", "turns"),
            measured("turns, Minor", "syrtis", "turns", board="minor"),
        ),
        judge=lambda major, minor: verdict_against(difference_of(major, minor), 0.0, above=True),
        form=NUMBER,
        axis="turns",
    ),
    _claim(
        key="syrtis-fair",
        quote="the other half will make the board fair",
        measured="How many games of Syrtis Major Light wins, who moves first. Holds if it is 45 to "
        "55 of 100. How many the player wins who places the towers before the other chooses a "
        "colour is given beside it.",
        headline="Light, who moves first, wins {0:games}.",
        series=(
            counted("Light wins", "syrtis", lambda tally: tally.colour),
            counted("whoever placed the towers wins", "syrtis", lambda tally: tally.first_mover),
        ),
        judge=lambda light, _: verdict_within(light, *FAIR),
        limits=FAIR,
    ),
)
