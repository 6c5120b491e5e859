"""What happens to what is public when several threads use it, or a process forks, or it is copied.

Nothing may spoil memory: whatever changes in compiled code refuses a second thread, and says so.
"""

import multiprocessing
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from copy import copy, deepcopy
from functools import partial
from typing import Any

import numpy as np
import pytest

import skerry
from skerry.adapters.gymnasium import SkerryEnv
from skerry.adapters.pettingzoo import SkerryAEC
from skerry.levels import player as level_player
from skerry.review import review_stream
from skerry.search.search import Search
from skerry.search.solver import Budget, Solver

COPIES: list[Callable[[Any], Any]] = [copy, deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
each_copy = pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "pickle"])
START = skerry.game("spry", size=3).start()


def later(position: skerry.Position) -> skerry.Position:
    """Two turns on."""
    for number in (1, 2):
        turn = position.sample_turn(random.Random(number))
        position = position.play_turn(position.game.format_turn(turn))
    return position


def at_once(use: Callable[[], object], number: int = 4) -> list[BaseException | None]:
    """What several threads are told that begin together."""
    ready = threading.Barrier(number)
    told: list[BaseException | None] = []

    def work() -> None:
        ready.wait()
        try:
            use()
        except BaseException as error:
            told.append(error)
        else:
            told.append(None)

    threads = [threading.Thread(target=work) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


class Held:
    """A call that goes on until it is released, in a thread of its own."""

    def __init__(self, use: Callable[[Callable[[], bool]], object]) -> None:
        self.begun, self._release = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=use, args=(self._cancel,))
        self._thread.start()
        assert self.begun.wait(600)

    def _cancel(self) -> bool:
        self.begun.set()
        self._release.wait(600)
        return True

    def end(self) -> None:
        self._release.set()
        self._thread.join()


def held_uses() -> list[tuple[str, Any, Callable[..., object], list[Callable[[], object]]]]:
    """Objects, a long use of each that can be held, and uses that must be refused meanwhile."""
    player = skerry.SearchPlayer(playouts=10**9, seed=1)
    search, solver = Search(START, seed=1), Solver(START.game)
    other = later(START)
    return [
        (
            "player",
            player,
            lambda cancel: player.choose(START, cancel=cancel),
            [
                lambda: player.choose(START),
                lambda: pickle.dumps(player),
                lambda: copy(player),
                lambda: deepcopy(player),
            ],
        ),
        (
            "search",
            search,
            lambda cancel: search.run(playouts=10**9, cancel=cancel),
            [
                lambda: search.run(playouts=1),
                lambda: search.move_to(other),
                lambda: pickle.dumps(search),
                lambda: copy(search),
            ],
        ),
        (
            "solver",
            solver,
            lambda cancel: solver.solve(START, Budget(cancel=cancel)),
            [
                lambda: solver.solve(START, Budget()),
                lambda: solver.winning_turns(START, Budget()),
                lambda: pickle.dumps(solver),
                lambda: copy(solver),
            ],
        ),
    ]


def test_a_second_thread_is_refused_while_the_first_is_at_it() -> None:
    """Two in one tree wrote over each other, and the heap of the process broke."""
    for what, _, use, others in held_uses():
        held = Held(use)
        try:
            for other in others:
                with pytest.raises(skerry.InUseError, match=f"This {what} is in use already, by "):
                    other()
        finally:
            held.end()


def test_a_call_from_within_is_refused_as_well() -> None:
    def watch(_: Search) -> None:
        player.choose(START)

    player = skerry.SearchPlayer(playouts=50, seed=1, watch=watch)
    with pytest.raises(skerry.InUseError, match="a call that has not returned"):
        player.choose(START)
    player.watch = None
    assert player.choose(START)


def use_batch(batch: skerry.Batch) -> None:
    for _ in range(30):
        batch.play_randomly(3)
        batch.step(batch.sample())
        batch.position(0)


def use_mutable(game: skerry.MutablePosition) -> None:
    rng = random.Random(1)
    for _ in range(300):
        legal = game.legal_actions()
        if legal:
            game.apply(rng.choice(legal))
        game.position()


def use_gymnasium(environment: SkerryEnv) -> None:
    rng = random.Random(1)
    seen, _ = environment.reset(seed=1)
    for _ in range(100):
        legal = np.flatnonzero(seen["action_mask"])
        if not legal.size:
            return  # another thread has ended the game
        seen, _, is_over, _, _ = environment.step(int(rng.choice(legal)))
        if is_over:
            return


def use_pettingzoo(environment: SkerryAEC) -> None:
    rng = random.Random(1)
    environment.reset(seed=1)
    for _ in range(100):
        legal = np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"])
        if legal.size:
            environment.step(int(rng.choice(legal)))


@pytest.mark.parametrize(
    ("use", "make"),
    [
        (use_batch, lambda: skerry.batch("spry", size=3, num_games=300)),
        (use_batch, lambda: skerry.batch("spry", size=3, num_games=300, threads=2)),
        (use_mutable, lambda: skerry.MutablePosition(START)),
        (
            lambda player: player.choose(START),
            lambda: skerry.SearchPlayer(playouts=3_000, seed=1, threads=2),
        ),
        (lambda player: player.choose(START), lambda: level_player(2, 1)),
        (lambda player: player.choose(START), lambda: skerry.RandomPlayer(1)),
        (lambda position: (position.standings, position.legal_actions()), lambda: START),
        (lambda record: record.replay(), lambda: skerry.GameRecord.begin(START.game)),
        (use_gymnasium, lambda: SkerryEnv("byg", size=4)),
        (use_pettingzoo, lambda: SkerryAEC("byg", size=4)),
    ],
    ids=[
        *("batch", "batch-2", "mutable", "search", "level", "random", "position", "record"),
        *("gymnasium", "pettingzoo"),
    ],
)
def test_threads_that_share_one_are_answered_or_refused(
    use: Callable[[Any], object], make: Callable[[], Any]
) -> None:
    """Whatever the threads' luck: a result, or a sentence; and what was shared works on."""
    shared = make()
    for _ in range(3):
        for told in at_once(partial(use, shared)):
            assert told is None or isinstance(told, skerry.SkerryError), told
    if not isinstance(shared, skerry.MutablePosition):
        use(shared)


def test_a_batch_in_use_is_refused() -> None:
    batch = skerry.batch("spry", size=3, num_games=4)
    with batch._use:
        for use in (
            batch.sample,
            batch.play_randomly,
            lambda: batch.step(np.zeros(4, dtype=np.int64)),
            lambda: batch.reset(1),
            lambda: batch.position(0),
            lambda: copy(batch),
        ):
            with pytest.raises(skerry.InUseError, match="This batch is in use"):
                use()
    batch.step(batch.sample())


def test_a_game_in_place_in_use_is_refused() -> None:
    game = skerry.MutablePosition(START)
    with game._lock:
        for use in (lambda: game.apply(0), game.legal_actions, game.position, game.copy):
            with pytest.raises(skerry.InUseError, match="This game is in use"):
                use()
    game.apply(0)


PLAYED = skerry.GameRecord.begin(START.game).add_turn("a1")
STREAMS: list[Callable[[Callable[[], bool]], Any]] = [
    lambda cancel: skerry.analyse_stream(START, playouts=10**9, every=10**6, cancel=cancel),
    lambda cancel: review_stream(PLAYED, playouts=10**6, seed=1, cancel=cancel),
]


@pytest.mark.parametrize("make", STREAMS, ids=["analysis", "review"])
def test_a_stream_in_use_is_refused(make: Callable[[Callable[[], bool]], Any]) -> None:
    """Python said of it: ValueError, generator already executing."""
    streams: list[Any] = []

    def use(cancel: Callable[[], bool]) -> None:
        streams.append(make(cancel))
        next(streams[0])

    held = Held(use)
    try:
        for other in ("__next__", "close"):
            with pytest.raises(skerry.InUseError, match="This stream is in use already, by "):
                getattr(streams[0], other)()
    finally:
        held.end()
    list(streams[0])
    streams[0].close()


def test_threads_share_the_looks_of_a_stream() -> None:
    stream = skerry.analyse_stream(START, playouts=2_000, seed=1, every=0.001)
    told = at_once(lambda: [None for _ in stream])
    assert all(one is None or isinstance(one, skerry.InUseError) for one in told), told
    assert None in told


def test_threads_with_one_of_their_own_find_the_same() -> None:
    found: list[object] = []
    told = at_once(
        lambda: found.append(
            (
                skerry.SearchPlayer(playouts=300, seed=1).choose(START),
                skerry.analyse(START, playouts=300, seed=1).value,
                skerry.solve(START, max_nodes=300),
            )
        )
    )
    assert told == [None] * 4
    assert len({repr(one[:2]) for one in found}) == 1  # type: ignore[index]


COMPILE_AT_ONCE = """
import threading, skerry
from skerry.core.rng import below, generator
ready, found = threading.Barrier(4), []
def work():
    ready.wait()
    found.append(int(below(generator(7), 100)))
threads = [threading.Thread(target=work) for _ in range(4)]
[one.start() for one in threads]
[one.join() for one in threads]
print(len(found), len(set(found)))
"""


def test_four_threads_compile_a_kernel_at_once(tmp_path: Any) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMPILE_AT_ONCE],
        env={**os.environ, "SKERRY_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["4", "1"]


# --- copies ---------------------------------------------------------------------------------------


def same_choices(one: skerry.Player, other: skerry.Player) -> None:
    """Both go on alike, whatever the other one does."""
    position = later(START)
    assert [one.choose(position) for _ in range(3)] == [other.choose(position) for _ in range(3)]


@each_copy
@pytest.mark.parametrize(
    "make",
    [
        partial(skerry.SearchPlayer, playouts=200, seed=1),
        partial(skerry.SearchPlayer, playouts=200, seed=1, threads=2),
        partial(skerry.RandomPlayer, 1),
        partial(level_player, 3, 1),
    ],
    ids=["search", "search-2", "random", "level"],
)
def test_a_used_player_is_copied_with_what_it_knows(
    make: Callable[[], skerry.Player], copied: Callable[[Any], Any]
) -> None:
    player = make()
    player.choose(START)
    twin = copied(player)
    if not isinstance(player, skerry.RandomPlayer):
        assert twin.num_bytes == player.num_bytes > 0  # type: ignore[attr-defined]
    assert len(pickle.dumps(player)) < 2_000_000  # not all the room that its trees may take
    same_choices(player, twin)


@each_copy
@pytest.mark.parametrize("threads", [1, 2])
def test_a_used_batch_is_copied_with_all_games(threads: int, copied: Callable[[Any], Any]) -> None:
    batch = skerry.batch("syrtis", board="minor", num_games=9, threads=threads, seed=1)
    batch.play_randomly(5)
    twin = copied(batch)
    twin.play_randomly(20)
    assert batch.position(3) != twin.position(3)  # it is a copy
    batch.play_randomly(20)
    assert np.array_equal(batch.observations, twin.observations)
    assert np.array_equal(batch.sample(), twin.sample())


@each_copy
def test_a_solver_is_copied_with_what_it_proved(copied: Callable[[Any], Any]) -> None:
    for position in (START, skerry.game("kitaran", size=3).start()):
        solver = Solver(position.game)
        solution = solver.solve(position, Budget())
        again = copied(solver).solve(position, Budget())
        assert (again.value, again.turn) == (solution.value, solution.turn)


@each_copy
def test_values_are_copied(copied: Callable[[Any], Any]) -> None:
    position = later(START)
    position.standings  # noqa: B018  # kept in it
    record = skerry.GameRecord.begin(START.game)
    record.replay()
    moving = skerry.MutablePosition(position)
    values: list[Any] = [
        START.game,
        position,
        record,
        skerry.GAMES,
        skerry.analyse(START, playouts=50, seed=1),
        skerry.Solution("win", None, 1, 1.0),
        position.standings,
    ]
    for value in values:
        assert copied(value) == value
    twin = copied(moving)
    assert twin.position() == position
    twin.apply(twin.legal_actions()[0])
    assert moving.position() == position
    error = copied(skerry.IllegalActionError("No.", "C-2"))
    assert (str(error), error.rule) == ("No.", "C-2")


# --- other processes ------------------------------------------------------------------------------


def everything() -> tuple[Any, ...]:
    """One of each that works with threads, used."""
    batch = skerry.batch("spry", size=3, num_games=64, threads=2)
    batch.play_randomly(3)
    player = skerry.SearchPlayer(playouts=100, seed=1, threads=2)
    player.choose(START)
    return batch, player, level_player(1, 1), skerry.MutablePosition(START), later(START)


def use_everything(given: tuple[Any, ...]) -> tuple[object, ...]:
    batch, player, level, moving, position = given
    batch.step(batch.sample())
    moving.apply(moving.legal_actions()[0])
    return (
        batch.observations.tobytes(),
        player.choose(position),
        level.choose(position),
        moving.position(),
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_goes_on_with_what_was_used() -> None:
    """Its threads are not forked along: a batch waited for them for ever."""
    given = everything()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(300)  # else one that waits would stay for ever
        with os.fdopen(writing, "wb") as file:
            pickle.dump(use_everything(given), file)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        found = file.read()
    _, status = os.waitpid(child, 0)
    assert status == 0
    assert pickle.loads(found) == use_everything(given)


FORK_MEANWHILE = """
import os, signal, threading
from functools import cached_property
import skerry
from skerry.core import compiler  # so that Numba is there: only compiling is left
from numba.core.compiler_lock import global_compiler_lock as compiler_lock
from skerry.core.rng import below, generator

began, computing = threading.Event(), threading.Event()

class Slow:  # as a position, whose list of actions is made by a kernel
    @cached_property
    def legal(self):
        if threading.current_thread() is not threading.main_thread():
            computing.set()
            threading.Event().wait(300)
        return 1
skerry.core.compiler.Slow = Slow

def compile():  # holds what Numba holds while it compiles, and compiles
    with compiler_lock:
        began.set()
        below(generator(7), 100)

threads = [threading.Thread(target=work, daemon=True) for work in (compile, lambda: Slow().legal)]
for thread in threads:
    thread.start()
began.wait(300)
computing.wait(300)
child = os.fork()
if child == 0:
    signal.alarm(300)
    below(generator(8), 100)
    os._exit(0 if Slow().legal == 1 else 3)
print(os.waitpid(child, 0)[1])
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="no fork here")
def test_a_process_is_forked_while_another_thread_compiles(tmp_path: Any) -> None:
    """It waited for ever at its first kernel, for a thread that it had not."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORK_MEANWHILE],
        env={**os.environ, "SKERRY_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["0"]


def test_a_fresh_process_goes_on_with_what_is_sent_to_it() -> None:
    given = everything()
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.apply(use_everything, (given,))
    assert found == use_everything(given)


def test_ctrl_c_ends_all_threads_of_a_search() -> None:
    """They went on until their budget was spent."""
    search = Search(START, threads=2, seed=1)

    def cancel() -> bool:
        if threading.current_thread() is not threading.main_thread():
            raise KeyboardInterrupt
        return False

    with pytest.raises(KeyboardInterrupt):
        search.run(seconds=100_000, cancel=cancel)
