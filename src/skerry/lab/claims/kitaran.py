"""What the text of Kitaran says, and how it is judged."""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import polars as pl

from skerry.core.layout import CELLS, COLOUR_1, COLOUR_2, EMPTY
from skerry.lab.claims.claims import (
    Claim,
    Match,
    above,
    below,
    counted,
    mean_of,
    measured,
    ratio_of,
    share_of,
    verdict_against,
    verdict_both,
)
from skerry.lab.claims.counting import Replay, Rule, leads, more_stones, replays
from skerry.lab.metrics import HALF
from skerry.positions import Game, Position
from skerry.statistics import Estimate

LONG = 100  # turns
LATE = 0.2  # share of the board that is vacant where the late end-game begins
CYCLE = pl.col("reason") == "cycle"
LIMITS = (10, 20, 30)  # on conversions in a row; the usual one is 50 on 5×5
FILLED = (25, 50, 75, 90, 96)  # percent of the board
KEPT_FOR = {4: "four", 8: "eight"}  # turns
PLACES = {"corner": 2, "edge": 3, "inner": 4}  # neighbours of a cell
RUNS = (5, 10, 15, 20, 25, 30, 40)  # conversions in a row


def _few_beside_theirs(_: Position, after: Position, me: int) -> float:
    """A rule: few own stones beside a stone that may turn them."""
    board, mine = after.game.board, COLOUR_1 + me
    cells = after.state[CELLS : CELLS + board.num_cells]
    own = map(int, np.flatnonzero(cells == mine))
    return -sum(COLOUR_1 + COLOUR_2 - mine in cells[board.beside(cell)] for cell in own)


def _near_the_edge(_: Position, after: Position, me: int) -> float:
    """A rule: own stones where few others can touch them."""
    board = after.game.board
    cells = after.state[CELLS : CELLS + board.num_cells]
    own = [len(board.beside(int(cell))) for cell in np.flatnonzero(cells == COLOUR_1 + me)]
    return -sum(own) / max(1, len(own))


# The three rules of the guide.
ADVICE: tuple[Rule, ...] = (more_stones, _few_beside_theirs, _near_the_edge)


def matches() -> tuple[Match, ...]:
    """What is played for the claims, and for other limits on conversions, that no study plays."""
    return (
        Match("kitaran", {"cycle": "draw"}),
        Match("kitaran", {"size": 6, "komi": 0}),
        *(Match("kitaran", {"cycle_limit": limit}) for limit in LIMITS),
    )


def measure(rules: Game, rows: pl.DataFrame) -> Mapping[str, Estimate]:
    """What is counted besides.

    - long: games of more than LONG turns.
    - cycles, repeated: games that the limit on conversions in a row ended, and those of them in
      which a position had occurred before: so many conversions might have led on, these not.
    - stones, late stones: turns that placed a stone before the late end-game, and in it.
    - runs over N: games in which more than N conversions in a row ended before the limit.
    - more stones at N: `leads`.
    - turned: stones that a conversion turns. kept for four, kept for eight: of these, those that
      have their new colour so many turns later.
    - changes of lead: in a game.
    - corner turned, edge turned, inner turned: how often a stone there is turned in a game.
    """
    num_cells, limit = rules.rules.num_cells, int(rules.option("cycle_limit"))
    before, later = placements(rows, num_cells)
    ended = [longest_run(actions, num_cells, limit) for actions in rows["played"].to_list()]
    return {
        **{
            f"runs over {number}": Estimate.share(sum(one > number for one in ended), len(ended))
            for number in RUNS
        },
        "long": share_of(rows, pl.col("turns") > LONG),
        "cycles": share_of(rows, CYCLE),
        "repeated": share_of(rows, CYCLE & (pl.col("repeated") > 0)),
        "stones": before,
        "late stones": later,
        **_conversions(list(replays(rules, rows))),
    }


def _conversions(games: Sequence[Replay]) -> dict[str, Estimate]:
    """What conversions do: see `measure`."""
    board = games[0].positions[0].game.board
    ways = np.array([len(board.beside(cell)) for cell in range(board.num_cells)])
    turned, leads_changed = list[float](), list[float]()
    kept: dict[int, list[tuple[int, int]]] = {later: [] for later in KEPT_FOR}
    by_ways: dict[str, list[float]] = {name: [] for name in PLACES}
    for game in games:
        boards = np.stack([one.state[CELLS : CELLS + board.num_cells] for one in game.positions])
        changed = (boards[:-1] != EMPTY) & (boards[:-1] != boards[1:])
        sizes = changed.sum(axis=1)
        lead = np.sign((boards == COLOUR_1).sum(axis=1) - (boards == COLOUR_2).sum(axis=1))
        ahead = lead[lead != 0]
        leads_changed.append(float((ahead[:-1] != ahead[1:]).sum()))
        if not sizes.any():
            continue
        turned.append(float(sizes[sizes > 0].mean()))
        for later, found in kept.items():
            stones = changed[: len(changed) - later]
            same = boards[1 + later :] == boards[1 : len(boards) - later]
            found.append((int((stones & same).sum()), int(stones.sum())))
        for name, number in PLACES.items():
            by_ways[name].append(float(changed[:, ways == number].sum() / (ways == number).sum()))
    if not turned:
        return {}
    return {
        "turned": mean_of(turned),
        "changes of lead": mean_of(leads_changed),
        **{
            f"kept for {KEPT_FOR[later]}": ratio_of(*zip(*found, strict=True))
            for later, found in kept.items()
        },
        **{f"{name} turned": mean_of(values) for name, values in by_ways.items()},
        **leads(games, FILLED, {"stones": lambda standing: standing.stones}),
    }


def longest_run(actions: Sequence[int], num_cells: int, limit: int) -> int:
    """The most conversions in a row after which somebody chose to place a stone; 0: none.

    At the limit one must (KIT-4), so that is no choice.
    """
    longest = run = 0
    for action in actions:
        if action >= num_cells:
            run += 1
            continue
        if run < limit:
            longest = max(longest, run)
        run = 0
    return longest


def placements(rows: pl.DataFrame, num_cells: int) -> tuple[Estimate, Estimate]:
    """The share of turns that are stones, before the late end-game and in it.

    An action of Kitaran is a turn: its cell, or the cell plus num_cells for a conversion.
    """
    stone = pl.col("played") < num_cells
    vacant = num_cells - (stone.cum_sum() - stone).over("number")
    late = vacant < LATE * num_cells
    sums = (
        rows.lazy()
        .select("number", "played")
        .explode("played")
        .select("number", stone=stone, late=late)
        .group_by("number")
        .agg(
            (pl.col("stone") & pl.col("late")).sum().alias("late_stones"),
            pl.col("late").sum(),
            pl.col("stone").sum(),
            pl.len().alias("turns"),
        )
        .sort("number")
        .collect()
    )
    after, stones = sums["late"].to_numpy(), sums["late_stones"].to_numpy()
    before = ratio_of(sums["stone"].to_numpy() - stones, sums["turns"].to_numpy() - after)
    return before, ratio_of(stones, after)


_claim = partial(Claim, game="kitaran", source="Xifeng, “Kitaran”, rules, 18 November 2010")
_long = partial(measured, f"more than {LONG} turns", "kitaran", "long")
CLAIMS = (
    _claim(
        key="kitaran-length",
        quote="5x5 yields games of a nice length",
        measured="How many turns a game on 5×5 takes. The text calls 100 long, so the claim holds "
        "if fewer than 1 game in 20 is longer.",
        headline="{0:games} on 5×5 take more than 100 turns.",
        series=(_long(),),
        judge=below(0.05),
        limits=(0.05,),
    ),
    _claim(
        key="kitaran-draws",
        quote="not particularly drawish",
        measured="How many games on 5×5 are drawn if a stone must follow too many conversions in a "
        "row: then an odd board without komi can't be drawn. If the limit ends the game instead, "
        "see what the text says of cycles. Holds below 1 game in 10.",
        headline="{0:games} on 5×5 are drawn.",
        series=(counted("drawn", "kitaran", lambda tally: tally.drawn),),
        judge=below(0.1),
        limits=(0.1,),
    ),
    _claim(
        key="kitaran-6x6",
        quote="6x6 games can easily exceed 100 ply",
        measured="How many games on 6×6 take more than 100 turns. Holds above 1 game in 10.",
        headline="{0:games} on 6×6 take more than 100 turns.",
        series=(_long(size=6),),
        judge=above(0.1),
        limits=(0.1,),
    ),
    _claim(
        key="kitaran-7x7",
        quote="7x7 is not for the faint of heart",
        measured="How many games on 7×7 take more than 100 turns. Holds above 1 game in 2.",
        headline="{0:games} on 7×7 take more than 100 turns.",
        series=(_long(size=7),),
        judge=above(HALF),
        limits=(HALF,),
    ),
    _claim(
        key="kitaran-cycles",
        quote="This has never happened in practice, and is extremely unlikely.",
        measured="How many games on 5×5 have so many conversions in a row that the limit ends "
        "them, which makes them draws here. Holds below 1 game in 1,000. Beside it, in how many of "
        "them a position was repeated: the others only might go on for ever.",
        headline="{0:games} on 5×5 reach the limit on conversions in a row; in {1:percent} a "
        "position was repeated.",
        series=(
            measured("reached the limit", "kitaran", "cycles", cycle="draw"),
            measured("repeated a position", "kitaran", "repeated", cycle="draw"),
        ),
        judge=below(0.001),
        limits=(0.001,),
    ),
    _claim(
        key="kitaran-placement",
        quote="Placement is usually superior to capture except in the late end-game",
        measured="How often a turn on 5×5 places a stone rather than converting one: while at "
        "least a fifth of the board is empty, and later. Holds if that is more than half of the "
        "turns before, and less than half later.",
        headline="Before the late endgame, {0:percent} of the turns place a stone; in it, "
        "{1:percent} do. The others convert.",
        series=(
            measured("turns that place a stone", "kitaran", "stones"),
            measured("in the late endgame", "kitaran", "late stones"),
        ),
        judge=lambda before, later: verdict_both(
            verdict_against(before, HALF, above=True), verdict_against(later, HALF, above=False)
        ),
        axis="turns, %",
        limits=(HALF,),
    ),
    _claim(
        key="kitaran-komi",
        quote="a komi with a fractional component will serve to both balance and prevent draws on "
        "even-sized boards.",
        measured="How many games on 6×6 are drawn with komi 0 and 0.5. Holds if fewer than 1 game "
        "in 100 with 0.5 is.",
        headline="On 6×6 with komi 0.5, {1:games} are drawn; without komi, {0:percent} are.",
        series=(
            counted("drawn without komi", "kitaran", lambda t: t.drawn, size=6, komi=0),
            counted("drawn with komi 0.5", "kitaran", lambda tally: tally.drawn, size=6),
        ),
        judge=lambda _, half: verdict_against(half, 0.01, above=False),
        limits=(0.01,),
    ),
)
