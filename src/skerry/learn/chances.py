"""What the means of a game's searches are worth as chances (search/chances.py), from its games.

    python -m skerry.learn.chances GAME                        # by the games that there are
    python -m skerry.learn.chances GAME --games 1000 --keep
    python -m skerry.learn.chances GAME --offers learned/swap-GAME-5000.jsonl   # more first turns

It plays on until the folder holds so many games, and prints what positions were shown at and how
many of them were won, by curves that their own games had no part in. Without games to play it takes
seconds. With --keep the game comes with the curve of all games from then on. `--offers` looks at
the first turns of games by `bench.swap`, which are then no test of the curve any more.
"""

import argparse
import gzip
import json
import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

import skerry
from skerry.core.layout import FIRST, RUNNING
from skerry.games.info import Options, folder
from skerry.games.ruleset import parse_options
from skerry.players import SearchPlayer
from skerry.positions import Game, Position
from skerry.search.chances import (
    LEAST_VARIANCE,
    NETWORK,
    PLAYOUTS,
    SEARCHED,
    Chances,
    Curve,
    Seen,
    Spread,
    at,
    kind_of,
    log_odds,
    of_odds,
    seen,
)
from skerry.search.search import Search

PLAYED = {PLAYOUTS: 10_000, NETWORK: 4_000}  # playouts a turn of the games
DEPTHS = (500, 5_000, 20_000)  # of further searches of one position a game, two of each
MOST = 40  # positions of a game that are searched
MEMORY = 200_000_000


@dataclass(frozen=True)
class Look:
    """What a search said of a position; no player of the game had made it."""

    seen: Seen
    mean: float  # of person 0
    again: dict[str, tuple[float, float]] | None = None  # by playouts: those of two more searches
    opening: bool = False  # whether it is after the first turn


@dataclass(frozen=True)
class Played:
    """A game, what searches said on its way, and how it ended."""

    seed: int
    options: Options
    won: float  # by person 0
    looks: tuple[Look, ...]


def mean_of(position: Position, playouts: int, seed: int) -> float | None:
    """Person 0's mean by a search; None where the result is proven."""
    search = Search(position, seed=seed, memory=MEMORY)
    search.run(playouts=playouts)
    return search.root.value(0) if search.proven == RUNNING else None


def play(game: Game, seed: int) -> Played:
    """One game: every other one with a swap, the rest begin with turns drawn at random.

    Even positions come of the swap; where games with it were few, theirs were told wrongly. Strong
    play alone tells little of even positions where a game is decided early.
    Searches with a network have no chance in them, so there are such turns in all their games.
    What a first turn is worth is asked of the colours: after a swap the persons are exchanged.
    """
    draws, options = Random(seed), dict(game.options)
    if "swap" in options:
        options["swap"] = seed % 2 == 0 and kind_of(game) == PLAYOUTS
    game = skerry.game(game.name, **options)
    position = game.start(seed=draws.getrandbits(32)) if game.info.has_setup else game.start()
    kind = kind_of(game)
    num_drawn = 0 if options.get("swap") else draws.randint(int(kind == NETWORK), 8)
    for _ in range(num_drawn):
        if not position.is_over:
            position = position.play_turn(game.format_turn(position.sample_turn(draws)))
    playouts = PLAYED[kind]
    players = [
        SearchPlayer(playouts=playouts, seed=draws.getrandbits(32), memory=MEMORY) for _ in range(2)
    ]
    met = []
    while position.player is not None:
        met.append(position)
        for action in players[position.player].choose(position):
            position = position.apply(action)
    outcome = position.outcome
    assert outcome is not None
    won = 0.5 if outcome.winner is None else 1.0 - outcome.winner
    opening = next((one for one in met if one.turn == 1), None)
    later = [one for one in met if one.turn > 1 or (one.turn == 0 and not options.get("swap"))]
    drawn = sorted(draws.sample(range(len(later)), min(len(later), MOST)))
    often = draws.choice(drawn) if drawn else -1
    looks = [look(later[number], draws, number == often) for number in drawn]
    if opening is not None and not game.info.has_setup:
        is_swapped = position.state[FIRST] != opening.state[FIRST]
        first = look(opening, draws, often=True)
        looks.append(exchange_persons(first) if first is not None and is_swapped else first)
    return Played(seed, options, won, tuple(one for one in looks if one is not None))


def look(position: Position, draws: Random, often: bool) -> Look | None:
    """A search of a position, or seven of them; None where the first one proves the result."""
    mean = mean_of(position, SEARCHED, draws.getrandbits(32))
    if mean is None:
        return None
    mean = round(mean, 4)
    again: dict[str, tuple[float, float]] = {}
    for playouts in DEPTHS if often else ():
        one, other = (mean_of(position, playouts, draws.getrandbits(32)) for _ in range(2))
        if one is not None and other is not None:
            again[str(playouts)] = (round(one, 4), round(other, 4))
    around = seen(position)
    around = around._replace(time=round(around.time, 4))
    return Look(around, mean, again or None, opening=position.turn == 1)


def all_games(
    game: Game, directory: Path, words: Sequence[str] = (), least: int = 0
) -> list[Played]:
    """The games of a folder by which a curve is fitted, the offers of other games among them.

    Args:
        game: with its options.
        directory: the folder.
        words: the options that are not at their defaults, as words.
        least: how many games there must be; the missing ones are played.
    """
    name = "-".join([game.name, *words])
    games = play_more(game, directory / f"chances-{name}.jsonl.gz", least)
    return games + play_more(game, directory / f"offers-{name}.jsonl.gz", 0)


def add_offers(game: Game, file: Path, into: Path) -> None:
    """Look at the first turns of games by `bench.swap`, and keep what they have come to."""
    for line in file.read_text(encoding="utf-8").splitlines():
        played = json.loads(line)
        offered = game.start().play_turn(played["offer"])
        one = look(offered, Random(played["seed"]), often=True)
        if one is None:
            continue
        one = exchange_persons(one) if played["is_swapped"] else one
        _append(into, Played(played["seed"], dict(game.options), played["score"], (one,)))


def _append(file: Path, one: Played) -> None:
    with gzip.open(file, "at", encoding="utf-8") as log:
        log.write(json.dumps(asdict(one)) + "\n")


def exchange_persons(one: Look) -> Look:
    """The same with each person in the other one's place."""
    again = {
        playouts: (round(1.0 - first, 4), round(1.0 - second, 4))
        for playouts, (first, second) in (one.again or {}).items()
    }
    before = one.seen
    around = before._replace(first=-before.first, mover=-before.mover, offered=-before.offered)
    return replace(one, seen=around, mean=round(1.0 - one.mean, 4), again=again or None)


def play_more(game: Game, file: Path, games: int) -> list[Played]:
    """The games of a file, to which some are added until it holds so many."""
    found = []
    if file.exists():
        with gzip.open(file, "rt", encoding="utf-8") as log:
            found = [_read(json.loads(line)) for line in log]
    for seed in range(len(found), games):
        found.append(play(game, seed))
        _append(file, found[-1])
    return found


def _read(data: dict[str, Any]) -> Played:
    swapping = int(bool(data["options"].get("swap")))
    looks = (
        Look(
            _seen(one["seen"], swapping),
            one["mean"],
            one["again"] and {playouts: (a, b) for playouts, (a, b) in one["again"].items()},
            one["opening"],
        )
        for one in data["looks"]
    )
    return Played(data["seed"], data["options"], data["won"], tuple(looks))


def _seen(numbers: list[Any], swapping: int) -> Seen:
    """Older files do not say who has offered; of first turns, where it may differ, nobody asks."""
    named = dict(zip(Seen._fields, numbers, strict=False))
    return Seen(**({"offered": swapping} | named))


# Curves: a logistic regression of the results on the terms of `Curve.odds`.

Degrees = tuple[int, int, int]
DEGREES = 1, 0, 0  # of the polynomials of slope, first and mover
STEADY = 0, 0, 0  # of the same where the slope is to be one for all times
LEAST_SLOPE = 0.05
OPENING = 0, -1, 0  # of the same after the first turn: who has the first colour is not to act
OFFER = 0, -1, 2  # of offers: time tells how many stones one has, and means rate many too high
FEWEST_OPENINGS = 50  # games, by which there is a curve of its own for them
RIDGE = 1.0  # games' worth of evidence against each term
AGAIN_WEIGHT = 0.25  # of a further search, beside the one that each position has
FOLDS = 5
TENTHS = 10


def fit(games: Sequence[Played]) -> Chances:
    """The curves under which the games' results are likeliest, and how far searches are apart."""
    told: Told = [(one, game.won) for game in games for one in game.looks]
    openings = [pair for pair in told if pair[0].opening]
    if len(openings) < FEWEST_OPENINGS:
        found = Chances(fit_bent(told))
    else:
        offers, free = openings_of(games, is_swapping=True), openings_of(games, is_swapping=False)
        found = Chances(
            fit_bent([pair for pair in told if not pair[0].opening]),
            opening=fit_curve(free if len(free) >= FEWEST_OPENINGS else openings, OPENING),
            offer=fit_offers(offers) if len(offers) >= FEWEST_OPENINGS else None,
        )
    return found._replace(spread=spread_of(games, found))


Told = list[tuple[Look, float]]  # positions, and person 0's results


def openings_of(games: Sequence[Played], *, is_swapping: bool) -> Told:
    """The positions after first turns that may be swapped away, or that may not."""
    return [
        (one, game.won)
        for game in games
        for one in game.looks
        if one.opening and bool(game.options.get("swap")) == is_swapping
    ]


def fit_offers(told: Sequence[tuple[Look, float]]) -> Curve:
    """The curve of positions after first turns that were offered."""
    return fit_curve(told, OFFER, from_middle=True)


def fit_bent(told: Sequence[tuple[Look, float]]) -> Curve:
    """The curve under which the results are likeliest among those that rise everywhere.

    Where a slope that changes with time would fall somewhere, one that does not is tried, and at
    last the least one, with which the bend alone tells chances apart.
    """
    for degrees in (DEGREES, STEADY):
        bent = fit_curve(told, degrees, bends=True, with_offers=True)
        if bent.bend <= 0.0:
            return fit_curve(told, DEGREES, with_offers=True)
        if rises(bent):
            return bent
    return fit_curve(told, STEADY, bends=True, fixed_slope=LEAST_SLOPE, with_offers=True)


def rises(curve: Curve) -> bool:
    """Whether a better mean is a better chance at every time."""
    return curve.bend >= 0.0 and min(at(curve.slope, time / 100) for time in range(101)) > 0.0


def fit_curve(
    told: Sequence[tuple[Look, float]],
    degrees: Degrees,
    *,
    bends: bool = False,
    fixed_slope: float | None = None,
    from_middle: bool = False,
    with_offers: bool = False,
) -> Curve:
    """The curve under which the results are likeliest, by Newton's method.

    Args:
        told: positions and person 0's results.
        degrees: of the polynomials.
        bends: whether it has a bend.
        fixed_slope: of the curve, where it is not to be found; then of degree 0.
        from_middle: whether its polynomials count from the positions' mean time, not from 0, and
            more playouts may count otherwise beyond SEARCHED, as they do for offers.
        with_offers: whether it tells games with a swap from those without.
    """
    times = np.array([one.seen.time for one, _ in told])
    middle = round(float(times.mean()), 4) if from_middle else 0.0
    kept = Terms(degrees, bends, middle, with_offers, from_middle)
    lines = [(*row, result) for one, result in told for row in rows_of(one, kept)]
    rows, weights, won = (np.array(column) for column in zip(*lines, strict=True))
    ridge = np.full(rows.shape[1], RIDGE)
    if from_middle:  # times and means hardly differ there, so a term of them counts for little
        powers = [k for degree in degrees for k in range(degree + 1)]
        ridge[: len(powers)] *= [np.mean((times - middle) ** (2 * k)) or 1.0 for k in powers]
        ridge[: degrees[0] + 1] *= np.mean([log_odds(one.mean) ** 2 for one, _ in told]) or 1.0
    found = np.zeros(rows.shape[1])
    found[0] = 1.0 if fixed_slope is None else fixed_slope
    before = found.copy()
    for _ in range(STEPS):
        chances = 1.0 / (1.0 + np.exp(-rows @ found))
        pull = rows.T @ (weights * (won - chances)) - ridge * (found - before)
        bend = (rows.T * (weights * chances * (1.0 - chances))) @ rows + np.diag(ridge)
        free = 0 if fixed_slope is None else 1
        found[free:] += np.linalg.solve(bend[free:, free:], pull[free:])
    ends = np.cumsum([*(degree + 1 for degree in degrees), 1])
    slope, first, mover, deeper, others = (
        tuple(round(float(one), 4) for one in line) for line in np.split(found, ends)
    )
    beyond, others = (others[0], others[1:]) if from_middle else (0.0, others)
    bend = others[0] if bends else 0.0
    wide = round(float(np.abs(times - middle).max()), 4) if from_middle else 1.0
    offered = others[-1] if with_offers else 0.0
    return Curve(slope, first, mover, deeper[0], bend, middle, wide, offered, beyond)


class Terms(NamedTuple):
    """Which terms a curve has."""

    degrees: Degrees
    bends: bool
    middle: float
    with_offers: bool
    has_beyond: bool  # whether more playouts count otherwise beyond SEARCHED


def rows_of(one: Look, kept: Terms) -> Iterator[tuple[list[float], float]]:
    """The terms of each search's sum, and its weight."""
    yield terms(one.seen, one.mean, kept), 1.0
    for deep, means in again_of(one):
        for mean in means:
            yield terms(deep, mean, kept), AGAIN_WEIGHT


def again_of(one: Look) -> Iterator[tuple[Seen, tuple[float, float]]]:
    """The further searches of a position."""
    for playouts, means in (one.again or {}).items():
        yield one.seen._replace(depth=math.log10(int(playouts) / SEARCHED)), means


def terms(around: Seen, mean: float, kept: Terms) -> list[float]:
    """What the coefficients of a curve are times, for person 0."""
    time = around.time - kept.middle
    slope, first, mover = ([time**k for k in range(degree + 1)] for degree in kept.degrees)
    odds = log_odds(mean)
    return [
        *(odds * power for power in slope),
        *(around.first * power for power in first),
        *(around.mover * power for power in mover),
        around.mover * around.depth,
        *([around.mover * max(0.0, around.depth)] if kept.has_beyond else ()),
        *([odds * abs(odds)] if kept.bends else ()),
        *([around.offered] if kept.with_offers else ()),
    ]


STEPS = 30  # of Newton's method: far more than it takes


class Tenth(NamedTuple):
    """All positions that were shown about the same chance of who is to act."""

    positions: int
    shown: float  # mean chance
    won: float  # share, draws by half


def foretold(games: Sequence[Played], *, with_swap: bool | None = None) -> list[Tenth | None]:
    """What positions were shown at, and how many were won, by curves of other games.

    Args:
        games: all of them.
        with_swap: tell of those alone that have a swap, or have none.
    """
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for fold in range(FOLDS):
        known = fit([game for number, game in enumerate(games) if number % FOLDS != fold])
        for game in games[fold::FOLDS]:
            swapping = bool(game.options.get("swap"))
            if with_swap not in (None, swapping):
                continue
            for one in game.looks:
                curve = known.curve_after(int(one.opening), is_offer=swapping)
                chance, won = of_odds(curve.odds(one.seen, one.mean)), game.won
                if one.seen.mover < 0:
                    chance, won = 1.0 - chance, 1.0 - won
                found[min(TENTHS - 1, int(chance * TENTHS))].append((chance, won))
    return [_tenth(found[number]) for number in range(TENTHS)]


def _tenth(pairs: list[tuple[float, float]]) -> Tenth | None:
    if not pairs:
        return None
    shown, won = np.mean(pairs, axis=0)
    return Tenth(len(pairs), round(float(shown), 3), round(float(won), 3))


def spread_of(games: Sequence[Played], known: Chances) -> Spread:
    """How far equal searches are apart, as chances; the many of one turn, the first, aside."""
    squares: dict[float, list[float]] = defaultdict(list)
    left: dict[float, list[float]] = defaultdict(list)
    for one in (one for game in games for one in game.looks if not one.opening):
        for deep, means in again_of(one):
            playouts = SEARCHED * 10**deep.depth
            first, second = (of_odds(known.curve.odds(deep, mean)) for mean in means)
            squares[playouts].append((first - second) ** 2 / 2)
            middle = (first + second) / 2
            left[playouts].append(max(LEAST_VARIANCE, middle * (1.0 - middle)))
    sizes = {n: math.sqrt(np.mean(squares[n]) / np.mean(left[n])) for n in squares}
    if not sizes or min(sizes.values()) == 0.0:
        return Spread(0.0, 0.0)
    fall, size = np.polyfit(np.log(list(sizes)), np.log(list(sizes.values())), 1)
    return Spread(round(math.exp(size), 3), round(max(0.0, -float(fall)), 3))


def keep(game: Game, chances: Chances, games: int, words: Sequence[str] = ()) -> None:
    """Let the game come with what was found; with such options alone, where some are named."""
    file = Path(str(folder(game.name).joinpath("chances.json")))
    known = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    key = " ".join([kind_of(game), *words])
    known[key] = chances.to_data() | {"games": games, "of": str(game)}
    file.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", help="name of the game")
    parser.add_argument("options", nargs="*", help="such as size=4")
    parser.add_argument("--games", type=int, default=0, help="that there must be")
    parser.add_argument("--folder", type=Path, default=Path("learned"))
    parser.add_argument("--offers", type=Path, help="games by bench.swap")
    parser.add_argument("--keep", action="store_true", help="let the game come with the curve")
    arguments = parser.parse_args()
    game = skerry.game(arguments.game, **parse_options(arguments.options))
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if arguments.offers is not None:
        name = "-".join(["offers", game.name, *arguments.options])
        swapping = skerry.game(game.name, **{**dict(game.options), "swap": True})
        add_offers(swapping, arguments.offers, arguments.folder / f"{name}.jsonl.gz")
    games = all_games(game, arguments.folder, arguments.options, arguments.games)
    known = fit(games)
    print(f"{game}: {len(games)} games, {known}")
    swaps = {bool(one.options.get("swap")) for one in games}
    for with_swap in (None, *sorted(swaps)) if len(swaps) > 1 else (None,):
        if with_swap is not None:
            print("of games with a swap:" if with_swap else "of games without a swap:")
        for tenth in filter(None, foretold(games, with_swap=with_swap)):
            print(f"{tenth.positions:6} positions shown {tenth.shown:5.1%}, won {tenth.won:5.1%}")
    if not rises(known.curve):
        print("The curve is not monotone; it takes more games.")
    elif arguments.keep:
        keep(game, known, len(games), arguments.options)


if __name__ == "__main__":
    main()
