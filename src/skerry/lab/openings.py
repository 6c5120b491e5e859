"""Openings: first turns of a game, those that are mirror images of each other only once."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random

from skerry.core.numbers import integer, whole_seed
from skerry.errors import OptionError
from skerry.positions import Game, Position, game
from skerry.search.symmetry import rule_symmetries

MOST_TURNS = 20_000  # first turns that are gone through
MOST_CLASSES = 2_000  # of their mirror images
TRIES = 5_000  # turns that `drawn_turns` draws
FirstTurns = Callable[[Position], Iterator[tuple[int, ...]]]
INSTEAD = "take 'each stone', or list the openings that matter"


def no_opening(rules: Game) -> str:
    """Why a game whose starts are drawn takes no openings, in words."""
    return (
        f"{rules.name} draws a set-up for each game, so no opening fits them all; leave openings "
        "out"
    )


def first_turns(rules: Game) -> dict[str, int]:
    """One first turn of each class of mirror images, with the number of turns in its class.

    Of a class it is the least, and the turns ascend, by their cells in the order of C-6.

    Raises:
        OptionError: the game's set-ups differ, or a plan cannot bear so many turns or classes.
    """
    number = _start(rules).num_turns()
    if number > MOST_TURNS:
        raise OptionError(
            f"{rules} has {number:,} first turns, and 'each' goes through {MOST_TURNS:,} at most; "
            f"{INSTEAD}"
        )
    classes = _classes(rules.name, int(rules.option("size")), _stone_turns)
    if len(classes) > MOST_CLASSES:
        raise OptionError(
            f"{rules} has {len(classes):,} first turns that are not mirror images of each other, "
            f"and 'each' plays {MOST_CLASSES:,} at most; {INSTEAD}"
        )
    return dict(classes)


def first_stones(rules: Game) -> dict[str, int]:
    """`first_turns` of exactly one stone: those that end the turn, or after which it may end.

    Nothing limits them, for there are no more than cells. Raises OptionError: set-ups differ.
    """
    _start(rules)
    return dict(_classes(rules.name, int(rules.option("size")), _single_stones))


def drawn_turns(rules: Game, number: int, seed: int = 0) -> list[str]:
    """First turns drawn at random: of two stones, of three, and so on, so many of each.

    For boards on which no plan can bear all of them. Each action is drawn from the legal ones, all
    equally likely. No two are mirror images of each other. A number of stones has fewer where
    TRIES draws find no more.

    Raises:
        OptionError: the game's set-ups differ, or a number is none or negative.
    """
    number, seed = integer("number", number, 0), whole_seed(seed)
    start, rng, maps = _start(rules), Random(seed), rule_symmetries(rules)
    found: dict[int, set[tuple[int, ...]]] = {}
    for _ in range(TRIES):
        stones = _drawn_turn(start, rng)
        kept = found.setdefault(len(stones), set())
        if len(stones) > 1 and len(kept) < number:
            kept.add(_least_image(stones, maps))
    return [rules.format_turn(stones) for size in sorted(found) for stones in sorted(found[size])]


def _start(rules: Game) -> Position:
    """The start that all games have. Raises OptionError: set-ups differ."""
    if rules.info.has_setup:
        raise OptionError(no_opening(rules))
    return rules.start()


def canonical_turn(rules: Game, turn: str) -> str:
    """The first turn that stands for a turn and its mirror images. Raises TurnError."""
    cells = rules.rules.num_cells
    stones = [action for action in rules.parse_turn(turn) if action < cells]
    return rules.format_turn(_least_image(stones, rule_symmetries(rules)))


def _least_image(stones: Iterable[int], maps: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Of the mirror images of a set of stones the one that stands for all."""
    return min(tuple(sorted(cells[stone] for stone in stones)) for cells in maps)


def _drawn_turn(position: Position, rng: Random) -> tuple[int, ...]:
    """The stones of a first turn."""
    actions = position.complete_turn(lambda reached: rng.choice(reached.legal_actions()))
    return tuple(action for action in actions if action < position.game.rules.num_cells)


# What `openings` of a plan may say in a word in place of a list.
EACH: dict[str, Callable[[Game], dict[str, int]]] = {
    "each": first_turns,
    "each stone": first_stones,
}


@lru_cache(maxsize=128)
def _classes(name: str, size: int, turns: FirstTurns) -> dict[str, int]:
    """One first turn of each class of mirror images, the least, and how many are in its class.

    No other option than the size has a say in the first turns of a stone game.
    """
    start = game(name, size=size).start()
    maps = rule_symmetries(start.game)
    found = Counter(_least_image(stones, maps) for stones in turns(start))
    return {start.game.format_turn(stones): number for stones, number in sorted(found.items())}


def _single_stones(start: Position) -> Iterator[tuple[int, ...]]:
    """First turns of one stone: it ends the turn, or the turn may end after it."""
    for stone in start.legal_actions():  # an empty board offers nothing but stones
        after = start.apply(stone)
        if after.turn > start.turn or after.may_end:
            yield (stone,)


def _stone_turns(position: Position, stones: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All sets of stones that are a first turn, each once, since any order of a set may be played.

    No first turn wins before its last stone, so the rising order will do.
    """
    for action in position.legal_actions():
        if action >= position.game.rules.num_cells:
            yield stones  # the action is `end`
        elif not stones or action > stones[-1]:
            after = position.apply(action)
            if after.turn > position.turn or after.is_over:
                yield (*stones, action)
            else:
                yield from _stone_turns(after, (*stones, action))
