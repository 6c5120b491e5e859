"""Teach a network to play a game on one of its boards, by games against itself.

    python -m skerry.learn GAME size=5 --hours 8

It goes on from the network in the folder, where there is one, and keeps it there twice a minute,
with a line of figures: games, positions learned from, and what was lost on the last ones. Ctrl-C
ends it, and nothing is lost.
"""

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread

import numpy as np

import skerry
from skerry.core.lanes import new_lanes
from skerry.core.layout import Rules
from skerry.core.rng import generator
from skerry.games.ruleset import parse_options
from skerry.learn.self_play import Lesson, Plan, new_lesson, play_game
from skerry.learn.training import Learner, Loss, new_net, shape_of
from skerry.positions import Game
from skerry.search.arrays import new_totals, new_tree
from skerry.search.mcts import new_path
from skerry.search.net import Net, keep_net, new_judge, read_net

REUSE = 6.0  # times that a position is learned from
BATCH = 1024  # positions learned from at once
LEAST = 8 * BATCH  # positions before the first step
MOST_ACTIONS = 128  # of a position that are learned
PER_ROUND = 1500  # positions that a thread plays with one network
ROOM = 2 * PER_ROUND + 2000
TREE = 400_000  # nodes: more than the playouts of one action need
OTHER_OPTIONS = 0.3  # share of games with an option of the game's study
RANDOM_TURNS = (0, 0, 0, 1, 2, 3, 5, 8)  # with which games begin
RATE, LAST_RATE = 1e-3, 5e-5  # of learning
KEEP_SECONDS = 30.0


@dataclass
class Memory:
    """The last positions played; threads add to it, the learner draws from it."""

    lesson: Lesson
    rows: int = 0  # played in all
    games: int = 0
    lock: Lock = field(default_factory=Lock)

    @property
    def room(self) -> int:
        """Positions that are kept."""
        return len(self.lesson.worth)

    def add(self, lesson: Lesson, count: int, games: int) -> None:
        """Keep the first `count` rows of a lesson in place of the oldest."""
        with self.lock:
            places = (self.rows + np.arange(count)) % self.room
            self.lesson.features[places] = lesson.features[:count]
            self.lesson.actions[places] = lesson.actions[:count]
            self.lesson.shares[places] = lesson.shares[:count]
            self.lesson.worth[places] = lesson.worth[:count]
            self.rows += count
            self.games += games

    def draw(self, rng: np.random.Generator) -> Lesson:
        """A batch of positions."""
        places = rng.integers(0, min(self.rows, self.room), BATCH)
        with self.lock:
            features, actions, shares, worth = self.lesson
            return Lesson(features[places], actions[places], shares[places], worth[places])


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


def most_features(rules: Rules) -> int:
    """More features than any position has."""
    return 4 * rules.num_cells + 64


def plan_for(game: Game) -> Plan:
    """What suits a game: where leaves are played out, playouts are quick, and means no chances."""
    return Plan() if game.info.judged.judged > 0.0 else Plan(well=1500, quick=200, outcome=1.0)


def play_on(game: Game, net: list[Net], memory: Memory, plan: Plan, seed: int, end: Event) -> None:
    """Play games for the memory with the newest network, until the end."""
    draws, rng, rules = Random(seed), generator(seed), game.rules
    tree, totals, path = new_tree(TREE), new_totals(rules), new_path()
    lanes = new_lanes(rules.num_cells)
    lesson = new_lesson(ROOM, memory.lesson.features.shape[1], MOST_ACTIONS)
    persons = np.zeros(ROOM, dtype=np.int16)
    while not end.is_set():
        newest, count, games = net[0], 0, 0
        judge = new_judge(newest)
        while count < PER_ROUND:
            of = options_for(game, draws)
            start = of.start(seed=draws.getrandbits(32)) if of.info.has_setup else of.start()
            count = play_game(
                of.rules,
                start.state,
                tree,
                totals,
                rng,
                of.info.judged,
                path,
                judge,
                lanes,
                plan,
                draws.choice(RANDOM_TURNS),
                lesson,
                count,
                persons,
            )
            games += 1
        memory.add(lesson, count, games)


def teach(
    game: Game,
    file: Path,
    hours: float,
    *,
    width: int = 96,
    depth: int = 48,
    room: int = 800_000,
    threads: int = 1,
    plan: Plan | None = None,
    seed: int = 1,
) -> None:
    """Teach the network of a file, or a new one, for so many hours."""
    shape = shape_of(game)
    rng = np.random.default_rng(seed)
    known = read_net(file)
    net = new_net(shape, width, depth, rng) if known is None else known
    learner = Learner.of(net, shape)
    memory = Memory(new_lesson(room, most_features(game.rules), MOST_ACTIONS))
    newest, end = [net], Event()
    workers = [
        Thread(
            target=play_on,
            args=(game, newest, memory, plan or plan_for(game), time.time_ns() + number, end),
            daemon=True,
        )
        for number in range(threads)
    ]
    for worker in workers:
        worker.start()
    began = kept = time.monotonic()
    losses: list[Loss] = []
    try:
        while (now := time.monotonic()) - began < 3600 * hours:
            if memory.rows < LEAST or learner.steps * BATCH > REUSE * memory.rows:
                time.sleep(0.05)
            else:
                left = 1.0 - (now - began) / (3600 * hours)
                rate = LAST_RATE + (RATE - LAST_RATE) * left
                turned = int(rng.integers(len(shape.slot_maps)))
                losses.append(learner.learn(memory.draw(rng), turned, rate))
            if losses and now - kept > KEEP_SECONDS:
                kept = now
                newest[0] = Net(*(array.copy() for array in learner.net))
                keep_net(file, newest[0])
                _note(file, now - began, memory, losses)
                losses = []
    finally:
        end.set()
        keep_net(file, learner.net)
        for worker in workers:
            worker.join()


def _note(file: Path, seconds: float, memory: Memory, losses: list[Loss]) -> None:
    """A line of figures, on the screen and beside the network."""
    worth, actions, found = np.mean(losses, axis=0)
    line = {
        "hours": round(seconds / 3600, 3),
        "games": memory.games,
        "positions": memory.rows,
        "worth": round(float(worth), 4),
        "actions": round(float(actions), 4),
        "found": round(float(found), 3),
    }
    with file.with_suffix(".jsonl").open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")
    print(json.dumps(line), flush=True)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", help="name of the game")
    parser.add_argument("options", nargs="*", help="such as size=4")
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--threads", type=int, default=1, help="that play")
    parser.add_argument("--width", type=int, default=96, help="of the first layer")
    parser.add_argument("--depth", type=int, default=48, help="of the second layer")
    parser.add_argument("--well", type=int, help="playouts where a position is learned from")
    parser.add_argument("--quick", type=int, help="playouts elsewhere")
    parser.add_argument("--folder", type=Path, default=Path("learned"))
    arguments = parser.parse_args()
    game = skerry.game(arguments.game, **parse_options(arguments.options))
    if "swap" in dict(game.options):  # what it knows of a position holds for either person
        game = skerry.game(game.name, **{**dict(game.options), "swap": False})
    arguments.folder.mkdir(parents=True, exist_ok=True)
    board = game.option(game.info.options[0].name)
    asked = {"well": arguments.well, "quick": arguments.quick}
    teach(
        game,
        arguments.folder / f"{game.name}-{board}.npz",
        arguments.hours,
        width=arguments.width,
        depth=arguments.depth,
        threads=arguments.threads,
        plan=plan_for(game)._replace(**{k: v for k, v in asked.items() if v is not None}),
    )


if __name__ == "__main__":
    main()
