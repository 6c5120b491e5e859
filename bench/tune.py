"""Settings of a game's search, tuned by its games against itself: SPSA (Spall, 1992).

    python -m bench.tune FOLDER byg [size=5] [--pairs 1000] [--playouts 2000]
    python -m bench.tune FOLDER byg --check 200 [--check-playouts 20000]

Each step moves all numbers at once, up or down at random; those play against their mirror image,
from either seat of one opening drawn at random, and all numbers go a little way to where more was
won. A step costs two games however many numbers there are. The steps are kept in FOLDER, by game
and playouts, and gone on with until there are so many; where the game's own settings have changed
they must be made anew. With --check what was found plays against the game's own settings, in games
that had no part in it.
"""

import argparse
import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

from bench.learned import MEMORY, game_without_swap
from skerry.games.info import EVERY, Settings, plain_settings
from skerry.players import SearchPlayer
from skerry.positions import Game, Position
from skerry.search.net import net_of
from skerry.statistics import wilson

DRAWN = 2  # turns of an opening
OWN = 1 << 20  # seeds from here on are of games that check what was found

# How far the numbers go, by the number of steps n (Spall, 1998): a try by c / n^0.101 and
# a step by GAIN / (n + SETTLING)^0.602 of a try.
GAIN, SETTLING = 1.0, 50
TRY_POWER, STEP_POWER = 0.101, 0.602


class Number(NamedTuple):
    """A number of the settings, and how far the first tries go."""

    name: str
    far: float  # in its logarithm; of one that may be 0, in itself
    is_scale: bool = True  # it is multiplied, not added to


NUMBERS = (
    Number("exploration", 0.05, is_scale=False),
    Number("amaf_bias", 0.7),
    Number("amaf_prior", 0.5),
    Number("widening", 0.3),
    Number("width", 0.3),
    Number("warm_up", 0.5),
)


@dataclass(frozen=True)
class Step:
    """Two games, a line of the file."""

    signs: tuple[int, ...]  # by number, 1 where the first player's was greater
    score: float  # the first player's of both games: 2 where it won them


def numbers_of(settings: Settings) -> tuple[Number, ...]:
    """Those that mean something for a game: what is multiplied must not be 0, or without end."""
    return tuple(
        one for one in NUMBERS if not one.is_scale or getattr(settings, one.name) not in (0, EVERY)
    )


def moved_by(settings: Settings, numbers: Sequence[Number], by: Sequence[float]) -> Settings:
    """Settings with each number so far from theirs; whole numbers are at least 1."""
    changed: dict[str, Any] = {}
    for one, far in zip(numbers, by, strict=True):
        old = getattr(settings, one.name)
        new = old * math.exp(far) if one.is_scale else max(0.0, old + far)
        changed[one.name] = max(1, round(new)) if isinstance(old, int) else new
    return plain_settings(settings._replace(**changed))


def signs_of(number: int, count: int) -> tuple[int, ...]:
    """In which directions step `number` moves so many numbers."""
    draws = Random(f"tune {number}")
    return tuple(draws.choice((-1, 1)) for _ in range(count))


def offsets_after(numbers: Sequence[Number], steps: Sequence[Step]) -> list[float]:
    """How far from where it began the tuning has come, by number."""
    at = [0.0] * len(numbers)
    for index, step in enumerate(steps):
        at = next_offsets(at, numbers, index, step)
    return at


def next_offsets(
    at: Sequence[float], numbers: Sequence[Number], index: int, step: Step
) -> list[float]:
    """How far it has come after step `index`."""
    gain = GAIN * (step.score - 1.0) / (index + 1 + SETTLING) ** STEP_POWER
    return [
        far + gain * perturbation(one, index) * sign
        for far, one, sign in zip(at, numbers, step.signs, strict=True)
    ]


def perturbation(number: Number, index: int) -> float:
    """How far from the middle a number is tried in a step."""
    return number.far / float((index + 1) ** TRY_POWER)


def opening(game: Game, draws: Random) -> Position:
    """A position some turns after the start, drawn at random; the game is not over."""
    while True:
        position = game.start(seed=draws.getrandbits(32)) if game.info.has_setup else game.start()
        for _ in range(DRAWN):
            if not position.is_over:
                position = position.play_turn(game.format_turn(position.sample_turn(draws)))
        if not position.is_over:
            return position


def play_pair(game: Game, both: Sequence[Settings], playouts: int, seed: int) -> float:
    """The first settings' score of two games from one opening, one with either seat."""
    draws = Random(f"pair {seed}")
    begin, score = opening(game, draws), 0.0
    for seat in (0, 1):
        players = [
            SearchPlayer(
                playouts=playouts,
                seed=draws.getrandbits(32),
                memory=MEMORY,
                settings=both[person != seat],
            )
            for person in (0, 1)
        ]
        position = begin
        while position.player is not None:
            chosen = players[position.player].choose(position)
            position = position.play_turn(game.format_turn(chosen))
        outcome = position.outcome
        assert outcome is not None
        score += 0.5 if outcome.winner is None else float(outcome.winner == seat)
    return score


def read_steps(file: Path) -> list[Step]:
    """All that a file holds; none where there is no file."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return [Step(tuple(one["signs"]), one["score"]) for one in map(json.loads, lines)]


def steps_of(file: Path, game: Game, playouts: int, pairs: int) -> list[Step]:
    """So many steps; those that are missing in the file are made."""
    found = read_steps(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    settings = game.info.search
    numbers = numbers_of(settings)
    at = offsets_after(numbers, found)
    for index in range(len(found), pairs):
        signs = signs_of(index, len(numbers))
        far = [sign * perturbation(one, index) for one, sign in zip(numbers, signs, strict=True)]
        both = [
            moved_by(settings, numbers, [a + way * b for a, b in zip(at, far, strict=True)])
            for way in (1, -1)
        ]
        found.append(Step(signs, play_pair(game, both, playouts, index)))
        at = next_offsets(at, numbers, index, found[-1])
        with file.open("a", encoding="utf-8") as log:
            log.write(json.dumps(asdict(found[-1])) + "\n")
    return found[:pairs]


def compare(game: Game, found: Settings, playouts: int, games: int) -> str:
    """What settings score against the game's own, in a line."""
    both = (found, game.info.search)
    scores = [play_pair(game, both, playouts, OWN + pair) for pair in range((games + 1) // 2)]
    share, count = fmean(scores) / 2.0, 2 * len(scores)
    low, high = wilson(share * count, count)
    return (
        f"{game}, {playouts:,} playouts: {share:.1%} of {count} games against its own settings "
        f"(95% interval: {low:.1%} to {high:.1%})"
    )


def main() -> None:
    """Tune and print; or check."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("game", help="name of the game")
    parser.add_argument("options", nargs="*", help="such as size=4")
    parser.add_argument("--pairs", type=int, default=1_000, help="of games (default 1000)")
    parser.add_argument("--playouts", type=int, default=2_000, help="a turn (default 2000)")
    parser.add_argument("--check", type=int, metavar="GAMES", help="check what was found so far")
    parser.add_argument("--check-playouts", type=int, help="a turn then (default: as tuned)")
    given = parser.parse_intermixed_args()
    game = game_without_swap(given.game, given.options)
    if net_of(game) is not None:
        parser.error(f"{game} is searched with a network, whose settings are not tuned here.")
    settings = game.info.search
    name = "-".join(["tune", game.name, *given.options, str(given.playouts)])
    file = given.folder / f"{name}.jsonl"
    pairs = len(read_steps(file)) if given.check else given.pairs
    steps = steps_of(file, game, given.playouts, pairs)
    numbers = numbers_of(settings)
    at = offsets_after(numbers, steps)
    found = moved_by(settings, numbers, at)
    for one in numbers:
        old, new = getattr(settings, one.name), getattr(found, one.name)
        print(f"{one.name:12} {old:g} -> {new:.4g}", flush=True)
    if given.check:
        playouts = given.check_playouts or given.playouts
        print(compare(game, found, playouts, given.check), flush=True)


if __name__ == "__main__":
    main()
