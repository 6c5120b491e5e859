"""Learn Kitaran on 4 times 4 cells by self-play, with NumPy and nothing else.

    python examples/learn_kitaran.py

The policy is a table: how good it is to act on a cell depends on the nine cells around it and on
how many cells are vacant. The better the number in the table, the likelier the action (softmax).
512 games are played at once; when one ends, what the winner did gets likelier, what the loser did
less so (policy gradient: R. J. Williams, Simple statistical gradient-following algorithms for
connectionist reinforcement learning, 1992).
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

import skerry

Array = NDArray[Any]
Opponent = Callable[[skerry.Batch, Array], Array]  # the games to act in -> an action for every game

SIZE = 4
CELLS = SIZE * SIZE
ROWS, COLUMNS = np.array(skerry.game("kitaran", size=SIZE).board.places).T  # of each cell
MINE, THEIRS, OUTSIDE = 1, 2, 3  # what the window shows, besides vacant cells
WINDOW = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
CODES = 4 ** len(WINDOW)
NUM_GAMES = 512
RATE = 0.05  # of learning
LONGEST = CELLS * (2 * CELLS + 1)  # turns of a game: KIT-4 allows 32 conversions between stones


def codes_of_mirror_images() -> Array:
    """For each code of a window, the least one among its eight turned and mirrored images."""
    digits = (np.arange(CODES) // 4 ** np.arange(9)[:, None] % 4).reshape(3, 3, CODES)
    weights = 4 ** np.arange(9).reshape(3, 3, 1)
    images = [np.rot90(one, k) for one in (digits, digits.swapaxes(0, 1)) for k in range(4)]
    return np.asarray(np.min([(image * weights).sum(axis=(0, 1)) for image in images], axis=0))


class Policy:
    """How much it would like to act on a cell, by vacant cells and by the window around it."""

    def __init__(self) -> None:
        """All the same: it plays at random."""
        self.table = np.zeros((CELLS + 1, CODES))
        self.canonical = codes_of_mirror_images()

    def look(self, observations: Array) -> Array:
        """Where in the table the cells of each game stand: (num_games, CELLS), of the raveled."""
        mine, theirs, vacant = (observations[:, plane].astype(np.int64) for plane in range(3))
        margins = ((0, 0), (1, 1), (1, 1))
        board = np.pad(MINE * mine + THEIRS * theirs, margins, constant_values=OUTSIDE)
        codes = np.zeros((len(board), CELLS), dtype=np.int64)
        for k, (dy, dx) in enumerate(WINDOW):
            codes += 4**k * board[:, 1 + ROWS + dy, 1 + COLUMNS + dx]
        return np.asarray(vacant.sum(axis=(1, 2))[:, None] * CODES + self.canonical[codes])

    def chances(self, places: Array, masks: Array) -> Array:
        """Of each action: placing on the cells, then converting from them."""
        weights = np.exp(np.tile(self.table.ravel()[places], 2)) * masks[:, : 2 * CELLS]
        chances: Array = weights / weights.sum(axis=1, keepdims=True)
        return chances


def draw(chances: Array, rng: np.random.Generator) -> Array:
    """An action for each game."""
    passed = rng.random((len(chances), 1)) > chances[:, :-1].cumsum(axis=1)
    drawn: Array = passed.sum(axis=1)
    return drawn


class Learner:
    """Plays against itself, and remembers each game until it ends."""

    def __init__(self, seed: int) -> None:
        """Games that stand at different moves, and a policy that knows nothing."""
        self.policy = Policy()
        self.batch = skerry.batch("kitaran", size=SIZE, num_games=NUM_GAMES, seed=seed)
        self.batch.play_randomly(2 * CELLS)
        self.games_ended = 0
        self._rng = np.random.default_rng(seed)
        self._turns = np.zeros(NUM_GAMES, dtype=np.int64)  # remembered, of each game
        self._expected = np.zeros(2)  # reward of each person
        self._persons = np.zeros((LONGEST, NUM_GAMES), dtype=np.int64)
        self._places = np.zeros((LONGEST, NUM_GAMES, CELLS), dtype=np.int32)
        self._slopes = np.zeros((LONGEST, NUM_GAMES, CELLS), dtype=np.float32)

    def learn(self, steps: int) -> None:
        """Carry out so many actions in every game."""
        batch, games = self.batch, np.arange(NUM_GAMES)
        for _ in range(steps):
            places = self.policy.look(batch.observations)
            chances = self.policy.chances(places, batch.masks)
            actions = draw(chances, self._rng)
            slopes = -(chances[:, :CELLS] + chances[:, CELLS:])
            slopes[games, actions % CELLS] += 1
            self._persons[self._turns, games] = batch.players
            self._places[self._turns, games] = places
            self._slopes[self._turns, games] = slopes
            batch.step(actions)
            self._turns += 1
            self._judge(np.flatnonzero(batch.terminations))

    def _judge(self, ended: Array) -> None:
        """Change the table by what came of the games that have just ended."""
        table = self.policy.table.reshape(-1)
        for turn in range(self._turns[ended].max(initial=0)):
            games = ended[self._turns[ended] > turn]
            persons = self._persons[turn, games]
            surprise = self.batch.rewards[games, persons] - self._expected[persons]
            change = RATE * surprise[:, None] * self._slopes[turn, games]
            np.add.at(table, self._places[turn, games], change)
        if len(ended):
            self._expected += 0.01 * (self.batch.rewards[ended].mean(axis=0) - self._expected)
        self._turns[ended] = 0
        self.games_ended += len(ended)


def score(policy: Policy, opponent: Opponent, num_games: int, seed: int = 1) -> float:
    """Of games against an opponent, each side in turn, a draw counting half; 0 to 1.

    The policy chooses what it likes best. Games differ by two random turns that begin them.
    """
    batch = skerry.batch("kitaran", size=SIZE, num_games=num_games, seed=seed)
    batch.play_randomly(2)
    rng = np.random.default_rng(seed)
    everyone, seat = np.arange(num_games), np.arange(num_games) % 2
    result = np.full(num_games, np.nan)
    while np.isnan(result).any():
        chances = policy.chances(policy.look(batch.observations), batch.masks)
        chances += 1e-9 * rng.random(chances.shape)  # one of several that it likes best
        theirs = np.flatnonzero(np.isnan(result) & (batch.players != seat))
        others = opponent(batch, theirs)
        batch.step(np.where(batch.players == seat, chances.argmax(axis=1), others))
        rewards = batch.rewards[everyone, seat]
        result[:] = np.where(batch.terminations & np.isnan(result), (1 + rewards) / 2, result)
    return float(result.mean())


def at_random(batch: skerry.Batch, games: Array) -> Array:
    """An opponent that knows nothing."""
    return batch.sample()


def by_search(playouts: int) -> Opponent:
    """An opponent that searches the tree with so many playouts a turn, and without a network."""
    settings = skerry.game("kitaran", size=SIZE).info.search
    player = skerry.SearchPlayer(playouts=playouts, seed=1, settings=settings)

    def choose(batch: skerry.Batch, games: Array) -> Array:
        actions = batch.sample()
        for index in games:
            actions[index] = player.choose(batch.position(int(index)))[0]
        return actions

    return choose


def main() -> None:
    """Learn, and print how strong it has become."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--steps", type=int, default=30_000, help="in all 512 games (default 30,000)"
    )
    parser.add_argument("--reports", type=int, default=6, help="on the way (default 6)")
    parser.add_argument("--games", type=int, default=400, help="in each report (default 400)")
    parser.add_argument("--seed", type=int, default=1, help="(default 1)")
    given = parser.parse_args()
    opponents = {"random": at_random, "30 playouts": by_search(30), "300 playouts": by_search(300)}
    print(f"{'seconds':>8}{'games':>9}" + "".join(f"{name:>14}" for name in opponents))
    learner, seconds = Learner(given.seed), 0.0
    for report in range(given.reports + 1):
        if report:
            began = time.perf_counter()
            learner.learn(given.steps // given.reports)
            seconds += time.perf_counter() - began
        found = [score(learner.policy, opponent, given.games) for opponent in opponents.values()]
        line = f"{seconds:8.0f}{learner.games_ended:9,}"
        print(line + "".join(f"{value:14.1%}" for value in found), flush=True)


if __name__ == "__main__":
    main()
