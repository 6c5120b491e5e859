"""Hypothesis strategies: games with random options, and random play of them."""

from random import Random
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

import skerry
from skerry.games.catalogue import GAMES

EXPLORED = 10  # times as many examples are drawn by `make explore`


def drawn(examples: int, *suppressed: HealthCheck) -> settings:
    """Settings of a property test that draws so many examples, more of them when exploring."""
    return settings(
        max_examples=examples * (1 if settings().derandomize else EXPLORED),
        # Plain Python kernels are slow, and a cold compile is slower than any deadline.
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, *suppressed],
    )


few = drawn(30)

SMALL: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "spry": st.fixed_dictionaries({"size": st.integers(2, 4), "swap": st.booleans()}),
    "sytran": st.fixed_dictionaries(
        {"size": st.integers(2, 5), "penalty": st.integers(0, 9), "swap": st.booleans()}
    ),
    "byg": st.fixed_dictionaries(
        {"size": st.integers(2, 4), "cap": st.integers(1, 5), "swap": st.booleans()}
    ),
    "kitaran": st.fixed_dictionaries(
        {
            "size": st.integers(3, 4),
            "komi": st.integers(0, 8).map(lambda halves: halves / 2),
            "swap": st.booleans(),
            "cycle_limit": st.integers(1, 12),
            "cycle": st.sampled_from(["place", "draw"]),
        }
    ),
    "syrtis": st.fixed_dictionaries(
        {
            "board": st.sampled_from(["minor", "minor", "major", "square"]),
            "stall_limit": st.integers(1, 20),
        }
    ),
    "y": st.fixed_dictionaries({"size": st.integers(2, 4), "swap": st.booleans()}),
}

Played = list[tuple[skerry.Position, int]]  # positions, each with the action played in it


@st.composite
def games(draw: st.DrawFn, name: str | None = None) -> skerry.Game:
    """A game on a small board, any of the five unless one is named."""
    chosen = name or draw(st.sampled_from([info.name for info in GAMES]))
    return skerry.game(chosen, **draw(SMALL[chosen]))


def start(game: skerry.Game, seed: int) -> skerry.Position:
    """A start; the seed draws Syrtis's tiles."""
    return game.start(seed=seed) if game.name == "syrtis" else game.start()


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
