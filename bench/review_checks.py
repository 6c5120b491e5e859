"""Where reviews contradict themselves, and how accurate they call players of three strengths.

    python -m bench.review_checks FOLDER [--games 200] [--playouts 500] [GAME ...]

`--games` are shared out over the games named. In turn both sides of a game draw their turns at
random, search 200 playouts a turn and draw one turn in six, or search 1,000. What was found is kept
in FOLDER/GAME-checks-PLAYOUTS.jsonl, a game a line, and goes on where it stopped.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import fmean, median

import skerry
from skerry.games.catalogue import FEATURED
from skerry.players import SearchPlayer
from skerry.record import GameRecord
from skerry.review import Review, contradictions, review

STRENGTHS = {"random": (0, 1.0), "weak": (200, 1 / 6), "strong": (1_000, 0.0)}
LONGEST = 80  # turns of a game that are reviewed


@dataclass(frozen=True)
class Row:
    """What the review of one game said."""

    index: int
    strength: str  # of both players
    turns: int
    called: int  # mistakes and blunders
    accuracies: list[float]  # of both persons, as far as there was one
    found: list[tuple[int, str, str]]  # contradictions: the turn, the kind, in words


def played(name: str, index: int, strength: str) -> GameRecord:
    """A game of two equal players, up to LONGEST turns of it."""
    playouts, share = STRENGTHS[strength]
    game, draws = skerry.game(name), Random(f"{name} {index}")
    player = SearchPlayer(playouts=max(1, playouts), seed=index)
    record = GameRecord.begin(game, seed=index if game.info.has_setup else None)
    while not record.is_over and len(record.turns) < LONGEST:
        position = record.position
        is_drawn = draws.random() < share
        turn = position.sample_turn(draws) if is_drawn else player.choose(position)
        record = record.add_turn(game.format_turn(turn))
    return record


def row_of(index: int, strength: str, found: Review) -> Row:
    """What is kept of a review."""
    return Row(
        index,
        strength,
        len(found.turns),
        sum(turn.verdict is not None for turn in found.turns),
        [one.percent for one in found.accuracy if one.percent is not None],
        [(one.number, one.kind, one.words) for one in contradictions(found)],
    )


def rows_of(folder: Path, name: str, games: int, playouts: int) -> Iterator[Row]:
    """The results of so many games; those that are missing are made."""
    path = folder / f"{name}-checks-{playouts}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    known = {row.index: row for row in (Row(**json.loads(line)) for line in lines)}
    for index in range(games):
        strength = tuple(STRENGTHS)[index % len(STRENGTHS)]
        if index not in known:
            record = played(name, index, strength)
            known[index] = row_of(index, strength, review(record, playouts=playouts, seed=index))
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(known[index])) + "\n")
        yield known[index]


def print_game(folder: Path, name: str, games: int, playouts: int) -> int:
    """What is wrong in the reviews of one game, and accuracies; returns how much is wrong."""
    rows = list(rows_of(folder, name, games, playouts))
    kinds = Counter(kind for row in rows for _, kind, _ in row.found)
    turns, called = sum(row.turns for row in rows), sum(row.called for row in rows)
    print(f"{name:8} {len(rows)} games, {turns} turns, {called} mistakes")
    for strength in STRENGTHS:
        found = [one for row in rows if row.strength == strength for one in row.accuracies]
        if found:
            spread = f"{min(found):.0f} to {max(found):.0f}"
            mean = f"mean {fmean(found):.0f}, median {median(found):.0f}"
            print(
                f"         accuracy of {strength} players: {mean} ({spread}, {len(found)} of them)"
            )
    for row in rows:
        for number, kind, words in row.found:
            print(f"         game {row.index}, turn {number}, {kind}: {words}")
    return kinds.total()


def main() -> None:
    """Review and print."""
    names = [info.name for info in FEATURED]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", default=names, metavar="GAME", help=", ".join(names))
    parser.add_argument("--games", type=int, default=200, help="in all (default 200)")
    parser.add_argument("--playouts", type=int, default=500, help="a look (default 500)")
    given = parser.parse_intermixed_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    each = -(-given.games // len(given.names))
    wrong = sum(print_game(given.folder, name, each, given.playouts) for name in given.names)
    print(f"{wrong} contradictions")


if __name__ == "__main__":
    main()
