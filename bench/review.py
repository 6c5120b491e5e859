"""How well a review finds planted blunders, leaves strong turns alone, and keeps to its time.

    python -m bench.review_games FOLDER
    python -m bench.review FOLDER [--part found] [--games 50] [--playouts 2000] [GAME ...]

Parts: `found`, planted blunders and stones and false alarms, with the games that were made in
FOLDER, where the results are kept: it goes on where it stopped. `depth`, how much far deeper
searches change a comparison. `time`, a review of a game of 40 turns, and how long a cancel takes.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import fmean
from threading import Event, Timer

import skerry
from bench.review_games import DEEPEST, KINDS, Case, chance, read_cases
from skerry.games.catalogue import FEATURED
from skerry.positions import Position
from skerry.record import GameRecord
from skerry.review import ReviewedTurn, contradictions, review
from skerry.review.judging import LEAST_MISTAKE
from skerry.statistics import wilson

REPEATED = 8  # searches of one position, for `depth`
DEEP, SHALLOW = 100_000, (500, 2_000, 8_000)  # playouts
LONG_GAME, LONG_SIZES = 40, (5, 8)  # turns, and cells along a side


@dataclass(frozen=True)
class Row:
    """What the review of one game said."""

    index: int
    turns: int
    called: int  # mistakes and blunders among the turns that were not planted
    is_worst: bool  # the planted turn is the worst one
    is_called: bool  # it was called a mistake
    stone: str | None  # the weak stone that was named in it
    is_named: bool  # it is the planted one
    spent: int
    seconds: float
    is_other_worse: bool = False  # than the planted one, by far deeper searches or proofs
    wrong: tuple[str, ...] = ()  # where it contradicts itself
    real: int | None = None  # of those called, mistakes by far deeper searches or proofs too


def reviewed(case: Case, playouts: int, threads: int) -> Row:
    """The review of one game."""
    record = GameRecord.from_json(case.record)
    began = time.perf_counter()
    found = review(record, playouts=playouts, seed=case.index, threads=threads)
    seconds = time.perf_counter() - began
    planted = None if case.turn is None else found.turns[case.turn - 1]
    stone = planted.weak_stone if planted is not None else None
    worst = found.worst
    is_worst = planted is not None and worst is planted
    called = [turn for turn in found.turns if turn is not planted and turn.verdict is not None]
    return Row(
        case.index,
        len(found.turns),
        len(called),
        is_worst,
        planted is not None and planted.verdict is not None,
        None if stone is None else stone.cell,
        stone is not None and stone.cell == case.stone,
        found.spent,
        round(seconds, 2),
        planted is not None
        and worst is not None
        and not is_worst
        and _cost(record, worst, case.index) > _cost(record, planted, case.index),
        tuple(f"{one.number} {one.kind}: {one.words}" for one in contradictions(found)),
        sum(_cost(record, turn, case.index) >= LEAST_MISTAKE for turn in called),
    )


def _cost(record: GameRecord, turn: ReviewedTurn, seed: int) -> float:
    """What a turn cost its mover, by the review’s own proofs or by far deeper searches."""
    if turn.better is None:
        return 0.0
    before = record.replay()[turn.number - 1]
    better, played = (
        one.chance.value
        if one.chance.is_exact
        else chance(before.play_turn(one.text), turn.person, DEEPEST, seed)
        for one in (turn.better, turn.played)
    )
    return better - played


def rows_of(
    folder: Path, name: str, kind: str, games: int, playouts: int, threads: int
) -> list[Row]:
    """The results of so many games; those that are missing are made."""
    path = folder / f"{name}-{kind}-reviewed-{playouts}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = [Row(**json.loads(line)) for line in lines]
    have = {row.index for row in rows}
    for case in read_cases(folder, name, kind)[:games]:
        if case.index not in have:
            rows.append(reviewed(case, playouts, threads))
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(rows[-1])) + "\n")
    return rows[:games]


def print_found(
    folder: Path, name: str, kinds: Sequence[str], games: int, playouts: int, threads: int
) -> None:
    """One line for each kind of game."""
    for kind in kinds:
        rows = rows_of(folder, name, kind, games, playouts, threads)
        if not rows:
            continue
        turns, called = sum(row.turns for row in rows), sum(row.called for row in rows)
        seconds = fmean(row.seconds for row in rows)
        parts = [f"{name:8} {kind:8} {len(rows)} games, {turns} turns"]
        if kind != "strong":
            for what, number in (
                ("worst", sum(row.is_worst for row in rows)),
                (
                    "worst, or less bad than another one",
                    sum(row.is_worst or row.is_other_worse for row in rows),
                ),
                ("called", sum(row.is_called for row in rows)),
            ):
                low, high = wilson(number, len(rows))
                parts.append(f"{what} {number} (95% interval: {100 * low:.0f} to {100 * high:.0f})")
        if kind == "stone":
            parts.append(f"stone named {sum(row.is_named for row in rows)}")
        parts.append(f"others called {called} (1 in {turns / max(1, called):.0f})")
        asked = [row.real for row in rows if row.called]
        if None not in asked:  # in rows of earlier versions nothing was asked
            parts.append(f"{sum(filter(None, asked))} of them rightly")
        print(", ".join(parts) + f", {seconds:.1f} s a game", flush=True)
        for row in rows:
            for words in row.wrong:
                print(f"         game {row.index} contradicts itself: turn {words}")


def positions_of(folder: Path, name: str, games: int) -> Iterator[Position]:
    """One position each from games of strong players, none of them over."""
    for case in read_cases(folder, name, "strong")[:games]:
        record = GameRecord.from_json(case.record)
        yield record.replay()[Random(case.index).randrange(len(record.turns) * 3 // 4)]


def print_depth(folder: Path, name: str, games: int) -> None:
    """What comparisons of two turns are off by, against searches of DEEP playouts."""
    pairs: list[tuple[float, ...]] = []
    for position in positions_of(folder, name, games):
        rng = Random(position.text)
        person = position.player
        assert person is not None
        afters = [
            position.play_turn(position.game.format_turn(position.sample_turn(rng)))
            for _ in range(2)
        ]
        pairs.append(
            tuple(
                _mean(afters[0], person, playouts) - _mean(afters[1], person, playouts)
                for playouts in (*SHALLOW, DEEP)
            )
        )
    for number, playouts in enumerate(SHALLOW):
        off = math.sqrt(fmean((pair[number] - pair[-1]) ** 2 for pair in pairs))
        print(f"{name:8} {playouts:6} playouts: off by {100 * off:.1f} points", flush=True)


def _mean(position: Position, person: int, playouts: int) -> float:
    repeats = 2 if playouts == DEEP else REPEATED
    return fmean(chance(position, person, playouts, seed) for seed in range(repeats))


def print_time(size: int, playouts: int, threads: int) -> None:
    """A game of 40 turns of Spry, reviewed as a whole and cancelled on the way."""
    record = long_game(size)
    review(record.take_back(LONG_GAME - 1), playouts=16)  # kernels are compiled, or loaded
    began, worked = time.perf_counter(), time.process_time()
    found = review(record, playouts=playouts, seed=1, threads=threads)
    seconds, worked = time.perf_counter() - began, time.process_time() - worked
    called = sum(turn.verdict is not None for turn in found.turns)
    print(
        f"{record.game}: {len(found.turns)} turns, {called} mistakes, {found.spent:,} playouts, "
        f"{seconds:.1f} s on {threads} threads, {worked:.1f} s of work"
    )
    delays = [cancel_delay(record, playouts, threads, seconds * part / 10) for part in range(1, 10)]
    print(f"cancel: {max(delays):.2f} s at most, of {len(delays)}")


def long_game(size: int) -> GameRecord:
    """A game of random single stones that lasts for 40 turns."""
    for seed in range(1000):
        game = skerry.game("spry", size=size)
        rng, record = Random(seed), GameRecord.begin(game)
        while not record.is_over and len(record.turns) < LONG_GAME:
            record = record.add_turn(game.format_turn(record.position.sample_turn(rng)[:1]))
        if len(record.turns) == LONG_GAME:
            return record
    raise AssertionError("some games last long enough")


def cancel_delay(record: GameRecord, playouts: int, threads: int, after: float) -> float:
    """Seconds from a cancel to the end of the review."""
    stop, asked = Event(), [0.0]

    def ask() -> None:
        asked[0] = time.perf_counter()
        stop.set()

    timer = Timer(after, ask)
    timer.start()
    review(record, playouts=playouts, seed=1, threads=threads, cancel=stop.is_set)
    ended = time.perf_counter()
    timer.cancel()
    return ended - asked[0] if asked[0] else 0.0


def main() -> None:
    """Measure and print."""
    names = [info.name for info in FEATURED]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=names, metavar="GAME", help=", ".join(names))
    parser.add_argument("--part", choices=("found", "depth", "time"), default="found")
    parser.add_argument("--kind", choices=KINDS, action="append", help="repeatable; all of them")
    parser.add_argument("--games", type=int, default=50, help="of each kind (default 50)")
    parser.add_argument("--playouts", type=int, default=2_000, help="a look (default 2,000)")
    parser.add_argument("--threads", type=int, default=2, help="default 2")
    given = parser.parse_intermixed_args()
    if given.part == "time":
        for size in LONG_SIZES:
            print_time(size, given.playouts, given.threads)
        return
    for name in given.names:
        if given.part == "depth":
            print_depth(given.folder, name, given.games)
        else:
            kinds = given.kind or KINDS
            print_found(given.folder, name, kinds, given.games, given.playouts, given.threads)


if __name__ == "__main__":
    main()
