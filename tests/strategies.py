"""Hypothesis strategies: games with random options, and random play of them."""

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import skerry
from skerry.games.catalogue import info
from skerry.games.info import Option, Options, Value
from tests import small
from tests.small import start

EXPLORED = 10  # times as many examples are drawn by `make explore`


def drawn(examples: int, *suppressed: HealthCheck) -> settings:
    """Settings of a property test that draws so many examples, more of them when exploring."""
    return settings(
        max_examples=examples * (1 if settings().derandomize else EXPLORED),
        suppress_health_check=[HealthCheck.too_slow, *suppressed],
    )


few = drawn(30)


@st.composite
def options(draw: st.DrawFn, name: str, boards: int = 3, above: int = 9) -> dict[str, Any]:
    """Options of a game on one of its smallest boards, each of the others at any value.

    Args:
        draw: from a strategy.
        name: of the game.
        boards: how many boards; half of the games are on the very smallest.
        above: how far numbers go beyond their lowest.
    """
    first, *others = info(name).options
    smallest = small.boards(name)
    chosen: dict[str, Any] = {first.name: draw(st.sampled_from((smallest[0], *smallest[:boards])))}
    for option in others:
        chosen[option.name] = draw(_values(option, chosen, above))
    return chosen


def _values(option: Option, chosen: Options, above: int) -> st.SearchStrategy[Value]:
    if option.kind == "switch":
        return st.booleans()
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    highest = min(option.highest_given(chosen), option.lowest + above)
    if option.kind == "integer":
        return st.integers(option.lowest, highest)
    return st.integers(2 * option.lowest, highest).map(lambda halves: halves / 2)


Played = list[tuple[skerry.Position, int]]  # positions, each with the action played in it


@st.composite
def games(draw: st.DrawFn, name: str | None = None) -> skerry.Game:
    """A game on a small board, any of them unless one is named."""
    chosen = name or draw(st.sampled_from(small.NAMES))
    return skerry.game(chosen, **draw(options(chosen)))


def play_at_random(position: skerry.Position, rng: Random, most: int) -> Played:
    """Random actions, at most so many, until the game is over."""
    played: Played = []
    while not position.is_over and len(played) < most:
        action = rng.choice(position.legal_actions())
        played.append((position, action))
        position = position.apply(action)
    return played


@st.composite
def positions(draw: st.DrawFn, name: str | None = None) -> skerry.Position:
    """A position after some random actions: in mid turn or not, over or not."""
    game = draw(games(name))
    seed = draw(st.integers(0, 2**32))
    played = play_at_random(start(game, seed), Random(seed), draw(st.integers(0, 150)))
    return played[-1][0].apply(played[-1][1]) if played else start(game, seed)


@st.composite
def turns(draw: st.DrawFn, name: str | None = None) -> tuple[skerry.Position, tuple[int, ...]]:
    """A position at the beginning of a turn, and the actions of one whole turn in it."""
    game = draw(games(name))
    seed = draw(st.integers(0, 2**32))
    played = play_at_random(start(game, seed), Random(seed), 120)
    begins = [
        index
        for index, (position, _) in enumerate(played)
        if index == 0 or position.turn > played[index - 1][0].turn
    ]
    begin = draw(st.sampled_from(begins))
    position = played[begin][0]
    actions = [action for one, action in played[begin:] if one.turn == position.turn]
    while position_after(position, actions).turn == position.turn:  # cut off in mid turn
        actions.append(position_after(position, actions).legal_actions()[-1])
    return position, tuple(actions)


def position_after(position: skerry.Position, actions: list[int]) -> skerry.Position:
    """The position after several actions."""
    for action in actions:
        position = position.apply(action)
    return position
