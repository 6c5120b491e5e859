"""Openings: the first turns of a game, those that are mirror images of each other only once."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from ..errors import OptionError
from ..games.catalogue import SYRTIS
from ..positions import Game, Position, game
from ..search.symmetry import symmetries

MOST_TURNS = 20_000  # first turns that are gone through
MOST_CLASSES = 2_000  # of their mirror images
NO_OPENING = "syrtis draws a set-up for each game, so no opening fits them all; leave openings out"


def first_turns(rules: Game) -> dict[str, int]:
    """One first turn of each class of mirror images, with the number of turns in its class.

    Of a class it is the least, and the turns ascend, by their cells in the order of C-6.

    Raises:
        OptionError: Syrtis, whose set-ups differ, or more turns or classes than a plan can bear.
    """
    if rules.info.index == SYRTIS:
        raise OptionError(NO_OPENING)
    number = rules.start().num_turns()
    if number > MOST_TURNS:
        raise OptionError(
            f"{rules} has {number:,} first turns, and 'each' goes through {MOST_TURNS:,} at most; "
            "list the openings that matter"
        )
    classes = _classes(rules.name, int(rules.option("size")))
    if len(classes) > MOST_CLASSES:
        raise OptionError(
            f"{rules} has {len(classes):,} first turns that are no mirror images of each other, "
            f"and 'each' plays {MOST_CLASSES:,} at most; list the openings that matter"
        )
    return dict(classes)


@lru_cache(maxsize=64)
def _classes(name: str, size: int) -> dict[str, int]:
    """`first_turns` of a stone game; no other option has a say in its first turn."""
    start = game(name, size=size).start()
    maps = symmetries(start.game)
    found = Counter(
        min(tuple(sorted(cells[stone] for stone in stones)) for cells in maps)
        for stones in _stone_turns(start)
    )
    return {start.game.format_turn(stones): number for stones, number in sorted(found.items())}


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
