"""Teaching a network: a runner plays rounds of games, which are learned from as they end."""

import io
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random, SystemRandom
from typing import Self

import numpy as np
import polars as pl

import skerry
from skerry.core.lanes import new_lanes
from skerry.core.rng import generator
from skerry.lab.running import Runner
from skerry.learn.progress import Log, Standing
from skerry.learn.self_play import Lesson, Plan, new_lesson, play_game
from skerry.learn.training import Learner, Loss, new_net, shape_of
from skerry.positions import Game
from skerry.search.arrays import new_totals, new_tree
from skerry.search.mcts import new_path
from skerry.search.net import Net, keep_net, new_judge, read_net

REUSE = 6.0  # times that a position is learned from
BATCH = 1024  # positions learned from at once
LEAST = 8 * BATCH  # positions before the first step
MEMORY = 800_000  # positions that are kept to be learned from
MOST_ACTIONS = 128  # of a position that are learned
PER_ROUND = 1500  # positions that are played with one network, at least
LONGEST_GAME = 2000  # positions; a longer one may be left out
TREE = 400_000  # nodes: more than the playouts of one action need
OTHER_OPTIONS = 0.3  # share of games with an option of the game's study
RANDOM_TURNS = (0, 0, 0, 1, 2, 3, 5, 8)  # with which games begin
RATE, LAST_RATE = 1e-3, 5e-5  # of learning
KEEP_SECONDS = 30.0


def options_for(game: Game, draws: Random) -> Game:
    """The game, now and then with another option than its own."""
    board = game.info.options[0].name
    studied = [one for one in game.info.study.options if one.name != board]
    if not studied or draws.random() >= OTHER_OPTIONS:
        return game
    option = draws.choice(studied)
    return skerry.game(
        game.name, **{**dict(game.options), option.name: draws.choice(option.values)}
    )


def plan_for(game: Game) -> Plan:
    """What suits a game: where leaves are played out, playouts are quick, and means no chances."""
    return Plan() if game.info.judged.judged > 0.0 else Plan(well=1500, quick=200, outcome=1.0)


def new_room(game: Game, room: int) -> Lesson:
    """Room for so many positions of a game."""
    return new_lesson(room, 4 * game.rules.num_cells + 64, MOST_ACTIONS)


@dataclass(frozen=True)
class Round:
    """Games of a network against itself, a job of a runner; the same round gives the same rows."""

    game: Game
    net: Net
    plan: Plan
    positions: int  # to learn from, at least
    seed: int

    def rows(self) -> pl.DataFrame:
        """A row for each position: the fields of Lesson, and which game of the round it is of."""
        draws, rng, rules = Random(self.seed), generator(self.seed), self.game.rules
        tree, totals, path = new_tree(TREE), new_totals(rules), new_path()
        judge, lanes = new_judge(self.net), new_lanes(rules.num_cells)
        lesson = new_room(self.game, 2 * self.positions + LONGEST_GAME)
        persons = np.zeros(len(lesson.worth), dtype=np.int16)
        ends = [0]
        while ends[-1] < self.positions:
            of = options_for(self.game, draws)
            start = of.start(seed=draws.getrandbits(32)) if of.info.has_setup else of.start()
            end = play_game(
                of.rules,
                start.state,
                tree,
                totals,
                rng,
                of.info.judged,
                path,
                judge,
                lanes,
                self.plan,
                draws.choice(RANDOM_TURNS),
                lesson,
                ends[-1],
                persons,
            )
            ends.append(end)
        columns = {name: column[: ends[-1]] for name, column in lesson._asdict().items()}
        return pl.DataFrame({"game": np.repeat(np.arange(len(ends) - 1), np.diff(ends)), **columns})


class Memory:
    """The last positions played."""

    def __init__(self, game: Game) -> None:
        """Nothing was played yet."""
        self.lesson = new_room(game, MEMORY)
        self.rows = 0  # played in all

    def add(self, rows: pl.DataFrame) -> None:
        """Keep the rows of a round in place of the oldest."""
        places = (self.rows + np.arange(len(rows))) % len(self.lesson.worth)
        for name, column in self.lesson._asdict().items():
            column[places] = rows[name].to_numpy()
        self.rows += len(rows)

    def draw(self, rng: np.random.Generator) -> Lesson:
        """A batch of positions."""
        places = rng.integers(0, min(self.rows, len(self.lesson.worth)), BATCH)
        return Lesson._make(column[places] for column in self.lesson)


class Teaching:
    """A network that is taught for some hours, with the file and the log that it is kept in."""

    def __init__(self, game: Game, file: Path, learner: Learner, plan: Plan, hours: float) -> None:
        """Ready to begin: the hours run from here."""
        self.game, self.file, self.learner, self.plan = game, file, learner, plan
        self.seconds = 3600 * hours
        self.memory, self.log = Memory(game), Log.beside(file)
        self._draws = SystemRandom()
        self._rng = np.random.default_rng(self._draws.getrandbits(63))
        self._newest = _copy(learner.net)
        self._began = self._kept = time.monotonic()
        self._games = 0
        self._losses: list[Loss] = []

    @classmethod
    def of(
        cls, game: Game, file: Path, hours: float, plan: Plan, *, width: int, depth: int
    ) -> Self:
        """With the network of a file, or a new one of that width and depth where there is none."""
        shape = shape_of(game)
        net = read_net(file) or new_net(shape, width, depth, np.random.default_rng())
        return cls(game, file, Learner.of(net, shape), plan, hours)

    def run(self, runner: Runner, on_progress: Callable[[Standing], None]) -> None:
        """Play and learn till the time is over; what it knows is kept, whatever stops it."""

        def give(_: Round, content: bytes) -> None:
            rows = pl.read_parquet(io.BytesIO(content))
            self.memory.add(rows)
            self._games += rows["game"].n_unique()
            self._learn()
            if self._losses and time.monotonic() - self._kept > KEEP_SECONDS:
                on_progress(self.keep())

        try:
            runner.run_all(self._next_round, give)
        finally:
            if self._losses:
                on_progress(self.keep())

    def keep(self) -> Standing:
        """Write the network, and a line of the log with what was lost since the last one."""
        self._kept = time.monotonic()
        keep_net(self.file, self.learner.net)
        worth, actions, found = map(float, np.mean(self._losses, axis=0))
        hours = (self._kept - self._began) / 3600
        standing = Standing(hours, self._games, self.memory.rows, worth, actions, found)
        self._losses = []
        return self.log.add(standing)

    def _next_round(self) -> Round | None:
        if time.monotonic() - self._began >= self.seconds:
            return None
        return Round(self.game, self._newest, self.plan, PER_ROUND, self._draws.getrandbits(63))

    def _learn(self) -> None:
        """As many steps as the positions played are good for."""
        if self.memory.rows < LEAST:
            return
        left = max(0.0, 1.0 - (time.monotonic() - self._began) / self.seconds)
        rate = LAST_RATE + (RATE - LAST_RATE) * left
        while self.learner.steps * BATCH <= REUSE * self.memory.rows:
            turned = int(self._rng.integers(len(self.learner.shape.slot_maps)))
            self._losses.append(self.learner.learn(self.memory.draw(self._rng), turned, rate))
        self._newest = _copy(self.learner.net)


def _copy(net: Net) -> Net:
    """As it is now; the learner changes its own."""
    return Net(*(array.copy() for array in net))
