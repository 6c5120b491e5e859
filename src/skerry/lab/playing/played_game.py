"""One game of the lab, played by contestants turn by turn, or at random in one call."""

from dataclasses import dataclass, field

import numpy as np

from skerry.core.layout import RESULT, RUNNING
from skerry.core.rng import generator
from skerry.games.running.trace import NUM_NUMBERS, trace
from skerry.lab.plans.contestants import RANDOM, Thought, contestant
from skerry.positions import Position

FIRST_ROOM = 1024  # actions; twice as many for a game that needs more
SECOND_SEAT = 1 << 60  # told apart from the first seat's seed by this


@dataclass
class PlayedGame:
    """A game as it was played, from the end of its opening on."""

    start: Position
    end: Position
    actions: list[int]
    numbers: list[float]  # (NUM_NUMBERS,) what `trace` measures
    thoughts: list[tuple[int, Thought]] = field(default_factory=list)  # with who thought


def play_game(
    start: Position, opening: tuple[str, ...], players: tuple[str, str], seed: int
) -> PlayedGame:
    """A whole game: the opening's turns, then the players'.

    Args:
        start: not over.
        opening: turns that are legal there.
        players: words of contestants, by person.
        seed: of all that is drawn at random, less than 2**60.

    Raises:
        OptionError: no such contestant.
        SkerryError: the opening is not legal, or ends the game.
    """
    for turn in opening:
        start = start.play_turn(turn)
    position = start
    actions: list[int] = []
    thoughts: list[tuple[int, Thought]] = []
    alone = players == (RANDOM, RANDOM)
    if not alone:
        thinkers = [contestant(words, seed + SECOND_SEAT * k) for k, words in enumerate(players)]
        while position.player is not None:
            person = position.player
            thought = thinkers[person].think(position)
            thoughts.append((person, thought))
            for action in thought.actions:
                position = position.apply(action)
            actions += thought.actions
    return _traced(start, actions, seed if alone else None, thoughts)


def _traced(
    start: Position, given: list[int], seed: int | None, thoughts: list[tuple[int, Thought]]
) -> PlayedGame:
    """The game of these actions; with a seed, played on at random to its end."""
    rules, room = start.game.rules, max(FIRST_ROOM, len(given))
    while True:
        state, actions = start.state.copy(), np.zeros(room, dtype=np.int16)
        actions[: len(given)] = given
        numbers, seen = np.empty(NUM_NUMBERS), np.empty(room + 1, dtype=np.int64)
        rng = generator(seed or 0)
        count = trace(rules, state, actions, len(given), seed is not None, rng, numbers, seen)
        if state[RESULT] != RUNNING:
            end = Position(start.game, state)
            return PlayedGame(start, end, actions[:count].tolist(), numbers.tolist(), thoughts)
        room *= 2
