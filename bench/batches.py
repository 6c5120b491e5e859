"""Random moves a second: thousands of games in one call beside Pgx, one game beside OpenSpiel.

    python -m bench.batches [--rounds 5]

A batch of 1,024 games draws a random legal action for each and steps them all, with observations,
masks and rewards, call by call and many steps in one call; Pgx does the same for hex on 11 times 11
cells, compiled by JAX, many steps in one call. All are on one core. Then two threads beside one, on
two cores; and the loop that Python programs write, legal actions and one of them, over
MutablePosition and OpenSpiel's C++ games.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import skerry

NUM_GAMES = 1024
GAMES_A_THREAD = 4096
CALLS, STEPS = 8, 50  # of a batch in one measurement; Pgx's hex lasts longer, so that none is over
ONE_BY_ONE = 20_000  # moves of single games in one measurement
GOAL = 10  # times Pgx
THREADS_GOAL = 1.7

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("spry", {"size": 5}),
    ("sytran", {"size": 6}),
    ("byg", {"size": 6}),
    ("kitaran", {"size": 5}),
    ("syrtis", {"board": "major"}),
)
OPENSPIEL = ("havannah(board_size=5)", "hex(board_size=11)", "go(board_size=9)", "chess")

Run = Callable[[], int]  # makes some moves, and says how many


def batch_run(name: str, options: dict[str, Any], num_games: int, threads: int = 1) -> Run:
    """Random play of a batch, many steps in one call, with so many games for each thread."""
    batch = skerry.batch(name, num_games=num_games * threads, threads=threads, **options)

    def run() -> int:
        for _ in range(CALLS):
            batch.play_randomly(STEPS)
        return CALLS * STEPS * batch.num_games

    return run


def step_run(name: str, options: dict[str, Any], num_games: int, threads: int = 1) -> Run:
    """The same call by call, as one who learns does it."""
    batch = skerry.batch(name, num_games=num_games * threads, threads=threads, **options)

    def run() -> int:
        for _ in range(CALLS * STEPS):
            batch.step(batch.sample())
        return CALLS * STEPS * batch.num_games

    return run


def pgx_run() -> Run:
    """Random play of Pgx's hex."""
    import jax
    import pgx

    env = pgx.make("hex")
    step = jax.vmap(env.step)

    def one(carry: Any, _: None) -> tuple[Any, None]:
        state, key = carry
        key, drawn = jax.random.split(key)
        chances = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(drawn, chances, axis=-1)
        return (step(state, action), key), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, (state, key), None, length=STEPS)[0])
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), NUM_GAMES))
    keys = iter(jax.random.split(jax.random.PRNGKey(1), 1000))

    def run() -> int:
        jax.block_until_ready(many(start, next(keys)))
        return STEPS * NUM_GAMES

    return run


def mutable_run(name: str, options: dict[str, Any]) -> Run:
    """Games one after the other, move by move from Python."""
    game, rng = skerry.game(name, **options), Random(1)
    start = skerry.MutablePosition(game.start(seed=1) if name == "syrtis" else game.start())

    def run() -> int:
        moves = 0
        while moves < ONE_BY_ONE:
            position = start.copy()
            while not position.is_over:
                legal = position.legal_actions()
                position.apply(legal[int(rng.random() * len(legal))])
                moves += 1
        return moves

    return run


def openspiel_run(text: str) -> Run:
    """The same loop over a game of OpenSpiel's."""
    import pyspiel

    game, rng = pyspiel.load_game(text), Random(1)

    def run() -> int:
        moves = 0
        while moves < ONE_BY_ONE:
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                moves += 1
        return moves

    return run


def rates(runs: Sequence[Run], rounds: int) -> list[float]:
    """Median moves a second of each, run in turn, round by round."""
    for run in runs:
        run()  # compiled before it is measured
    measured: list[list[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for run, found in zip(runs, measured, strict=True):
            began = time.perf_counter()
            moves = run()
            found.append(moves / (time.perf_counter() - began))
    return [statistics.median(found) for found in measured]


def title(name: str, options: dict[str, Any]) -> str:
    """A game and its options, for people."""
    return " ".join([name, *map(str, options.values())])


def batch_lines(rounds: int) -> Iterator[str]:
    """Batches beside Pgx."""
    heads = ("call by call", "in one call", "Pgx hex 11", "ratios")
    yield f"{f'{NUM_GAMES} games, moves/s':22}{''.join(f'{head:>14}' for head in heads)}   goal"
    pgx = pgx_run()
    for name, options in GAMES:
        runs = [make(name, options, NUM_GAMES) for make in (step_run, batch_run)]
        stepped, played, theirs = rates([*runs, pgx], rounds)
        line = f"{title(name, options):22}{stepped:14,.0f}{played:14,.0f}{theirs:14,.0f}"
        line = f"{line}{stepped / theirs:8.1f}{played / theirs:6.1f}"
        yield f"{line}  at least {GOAL} times" if name == "spry" else line


def thread_lines(rounds: int) -> Iterator[str]:
    """Two threads beside one, with as many games for each."""
    heads = ("one thread/s", "two threads/s", "ratio", "call by call")
    yield f"{'in one call':22}{''.join(f'{head:>14}' for head in heads)}   goal"
    for name, options in GAMES:
        makes = [(make, threads) for make in (batch_run, step_run) for threads in (1, 2)]
        runs = [make(name, options, GAMES_A_THREAD, threads) for make, threads in makes]
        one, two, stepped_one, stepped_two = rates(runs, rounds)
        line = f"{title(name, options):22}{one:14,.0f}{two:14,.0f}{two / one:14.2f}"
        line = f"{line}{stepped_two / stepped_one:14.2f}"
        yield f"{line}  at least {THREADS_GOAL} times" if name == "spry" else line


def stepping_lines(rounds: int) -> Iterator[str]:
    """One game at a time from Python, beside OpenSpiel's C++ games."""
    yield f"{'move by move':28}{'moves/s':>12}  of havannah"
    names = [*OPENSPIEL, *(title(name, options) for name, options in GAMES)]
    runs = [openspiel_run(text) for text in OPENSPIEL]
    runs += [mutable_run(name, options) for name, options in GAMES]
    found = rates(runs, rounds)
    for name, rate in zip(names, found, strict=True):
        yield f"{name:28}{rate:12,.0f}{rate / found[0]:11.2f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="of each, alternating (default 5)")
    arguments = parser.parse_args()
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores:  # before JAX looks how many cores there are
        os.sched_setaffinity(0, {min(cores)})
        print(f"all on core {min(cores)}")
    for line in batch_lines(arguments.rounds):
        print(line, flush=True)
    for line in stepping_lines(arguments.rounds):
        print(line, flush=True)
    if cores:
        os.sched_setaffinity(0, cores)
    for line in thread_lines(arguments.rounds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
