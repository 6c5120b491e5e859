"""What levels for learners do wrong most often: reviews of their games, and the mistakes by kind.

The kind of a mistake is what the better turn does and the turn played does not: its theme, as of a
puzzle. Where both do the same, the turn played does it in the wrong place, or not well enough.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from skerry.games.catalogue import info
from skerry.lab.results import Mistakes, Results, plain_rules, run_of
from skerry.lab.running import replace_file
from skerry.levels import player
from skerry.positions import Position
from skerry.positions import position as read_position
from skerry.puzzles.mining import theme_of
from skerry.record import GameRecord
from skerry.review import Review, review

LEVELS = ("3", "4", "5")  # in turn, of both sides of a game
PLAYOUTS = 125  # a look of the reviews: what these levels miss is plain to see
LONGEST = 200  # turns of a game
ELSEWHERE = "elsewhere"  # the kind of a turn that does what the better one does, but not as well


@dataclass(frozen=True)
class Mistake:
    """A turn that cost at least what a review calls a mistake."""

    number: int  # of the turn, from 1
    position: str  # before it, as text
    played: str
    better: str
    loss: float  # of the chance to win
    kind: str  # a theme of the game, or ELSEWHERE


@dataclass(frozen=True)
class ReviewedGame:
    """One game, and what its review found: a line of the file."""

    index: int
    level: str
    turns: int
    mistakes: tuple[Mistake, ...]


def reviewed(name: str, index: int, playouts: int = PLAYOUTS) -> ReviewedGame:
    """Play the game of a number, without a swap, and review it."""
    rules, level = plain_rules(info(name).name), LEVELS[index % len(LEVELS)]
    sides = [player(level, 2 * index + seat) for seat in range(2)]
    record = GameRecord.begin(rules, seed=index if rules.info.has_setup else None)
    while (person := record.position.player) is not None and len(record.turns) < LONGEST:
        turn = sides[person].choose(record.position)
        record = record.add_turn(rules.format_turn(turn))
    found = review(record, playouts=playouts, seed=index)
    return ReviewedGame(index, level, len(found.turns), tuple(mistakes_of(found)))


def mistakes_of(found: Review) -> Iterator[Mistake]:
    """The mistakes and blunders of a review, each with its kind."""
    for turn in found.turns:
        if turn.verdict is None or turn.better is None:
            continue
        yield Mistake(
            turn.number,
            turn.position,
            turn.played.text,
            turn.better.text,
            round(turn.loss.value, 3),
            kind_of(read_position(turn.position), turn.played.text, turn.better.text),
        )


def kind_of(before: Position, played: str, better: str) -> str:
    """What one turn does and the other one does not; ELSEWHERE also while a board is set up."""
    if before.colour_index is None:
        return ELSEWHERE
    kind, done = (theme_of(before, turn) for turn in (better, played))
    return ELSEWHERE if kind == done else kind


def reviewed_games(
    name: str, log: Path, games: int, tell: Callable[[int], None] = lambda _: None
) -> list[ReviewedGame]:
    """So many games; those that the log lacks are played, reviewed and added to it.

    Args:
        name: of the game.
        log: a file with a line of JSON for each.
        games: how many.
        tell: is told after each how many there are.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    whole = text[: text.rfind("\n") + 1]  # a stop may have cut the last line off
    if whole != text:
        replace_file(log, whole.encode())
    found = [_read(line) for line in whole.splitlines()][:games]
    for index in range(len(found), games):
        found.append(reviewed(name, index))
        with log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(found[-1])) + "\n")
        tell(len(found))
    return found


def _read(line: str) -> ReviewedGame:
    data = json.loads(line)
    mistakes = tuple(Mistake(**one) for one in data.pop("mistakes"))
    return ReviewedGame(**data, mistakes=mistakes)


def with_mistakes(results: Results, games: Sequence[ReviewedGame]) -> Results:
    """The results with what was found in some games, in place of what was known of mistakes."""
    kinds = Counter(kind for game in games for kind in {one.kind for one in game.mistakes})
    return results.knowing(
        Mistakes(
            run=run_of(0),
            levels=LEVELS,
            playouts=PLAYOUTS,
            games=len(games),
            turns=sum(game.turns for game in games),
            total=sum(len(game.mistakes) for game in games),
            kinds=dict(sorted(kinds.items(), key=lambda one: (-one[1], one[0]))),
        )
    )
