"""The search against OpenSpiel's MCTSBot, both with the same time for a turn.

    python -m bench.rivals [GAME ...] --seconds 1 --games 100 --workers 2

Each game is played at its default size from fixed seeds, the search having either seat in every
other game; the two games of a pair start from the same set-up. The bot is OpenSpiel's C++ with
RandomRolloutEvaluator on our game through `skerry.adapters.open_spiel`, its rollouts played by our
kernels in one call (see `Rollouts`); `--rollouts actions` has them played as OpenSpiel plays any
Python game's, which is slower by far. The bot is stopped by its own clock. A turn of several
actions shares out its time as SearchPlayer does; what it takes to hand a position over is not
counted against it.

A game ends early when our search has proven its result: it would go on along the proof, so it gets
that result or a better one. `--to-the-end` plays on. Every game is kept as a line of the results
file, so that a match that was stopped goes on where it was. Have one worker a core at most, and
nothing else running.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import Any, Self

import pyspiel

import skerry
from bench.ladder import Level, Match, Played, Results, share_text
from bench.rating import Tally
from skerry.adapters.open_spiel import SkerryGame, SkerryState
from skerry.core.layout import DRAWN, NOBODY, PLAYER, RESULT, RUNNING, WON, new_work
from skerry.core.rng import generator
from skerry.errors import OptionError
from skerry.games import dispatch
from skerry.mutable import MutablePosition
from skerry.players import SearchPlayer, warm_up
from skerry.positions import Position
from skerry.search.search import Search

EXPLORATION = 1.4  # for results from -1 to 1; it is plain UCT's 0.7 for results from 0 to 1
MEMORY = 400  # megabytes, as many as the search has
LEAST_SIMULATIONS = 2  # before which the bot's root has no children
SIMULATIONS = 1_000_000_000  # no limit: its clock stops the bot

ACTIONS, KERNEL = "actions", "kernel"  # how a rollout is played: action by action, or in one call
ROLLOUTS = (ACTIONS, KERNEL)
ROLLOUT_COPY = 2  # how often a position has been copied when it is the one of a rollout

Play = Callable[[Match], Played]


class Rollouts(MutablePosition):
    """A position whose copy's copy plays itself to its end in one call, once it is asked about it.

    OpenSpiel's MCTSBot takes no evaluator written in Python that could play a rollout faster than
    action by action. But it copies the position once for each simulation, and once more for each
    rollout: so it searches many times faster on this, and notices nothing.
    """

    __slots__ = ("_copies", "_rng", "_work")

    def __init__(self, position: Position, seed: int) -> None:
        """The random numbers are shared by all copies."""
        super().__init__(position)
        self._copies, self._rng, self._work = 0, generator(seed), new_work(self.game.rules)

    def copy(self) -> Self:
        """Another one, a copy more away from the first."""
        twin = super().copy()
        twin._copies, twin._rng, twin._work = self._copies + 1, self._rng, self._work
        return twin

    @property
    def is_over(self) -> bool:
        """Whether the game has ended; a rollout is played first."""
        if self._copies >= ROLLOUT_COPY and self.state[RESULT] == RUNNING:
            dispatch.playout(self.game.rules, self.state, self._rng, self._work)
            self.state[PLAYER] = NOBODY  # a playout leaves only RESULT behind
        return bool(self.state[RESULT] != RUNNING)


def adapted(start: Position) -> SkerryGame:
    """The game of a position, as OpenSpiel's."""
    options = {**dict(start.game.options), **({"seed": 0} if start.game.name == "syrtis" else {})}
    game: SkerryGame = pyspiel.load_game(f"skerry_{start.game.name}", options)
    return game


def state_at(game: SkerryGame, position: Position, rollouts: str, seed: int) -> SkerryState:
    """The position as OpenSpiel's state, with its rollouts played in one of the two ways."""
    state = game.state_at(position)
    if rollouts == KERNEL:
        state.table.play = Rollouts(position, seed)
    return state


class Bot:
    """OpenSpiel's MCTSBot with a clock for whole turns."""

    def __init__(
        self,
        start: Position,
        seconds: float,
        rollouts: str,
        seed: int,
        playouts: int | None = None,
    ) -> None:
        """It plays positions of the game that `start` belongs to.

        With `playouts` it has so many for each action in place of time, and plays alike each time.
        """
        self.seconds, self.playouts = seconds, playouts
        self.simulations = 0  # so far
        self.searched = 0.0  # seconds that they took
        self._game = adapted(start)
        self._rollouts = rollouts
        self._evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
        self._seed = seed

    def choose(self, position: Position) -> tuple[int, ...]:
        """The rest of a whole turn."""
        ends_at, turn = self.searched + self.seconds, position.turn
        actions: list[int] = []
        while position.turn == turn and not position.is_over:
            action = position.legal_actions()[0]
            if len(position.legal_actions()) > 1:
                share = 1 / max(1, position.most_stones - len(position.turn_so_far))
                action = self._search(position, max((ends_at - self.searched) * share, 0.001))
            actions.append(action)
            position = position.apply(action)
        return tuple(actions)

    def _search(self, position: Position, seconds: float) -> int:
        state = state_at(self._game, position, self._rollouts, self._seed)
        began = time.perf_counter()
        limits = (SIMULATIONS, seconds) if self.playouts is None else (self.playouts, -1.0)
        root = self._bot(*limits).mcts_search(state)
        if root.explore_count < LEAST_SIMULATIONS:  # the clock ran out in the first
            root = self._bot(LEAST_SIMULATIONS, -1.0).mcts_search(state)
        self.searched += time.perf_counter() - began
        self.simulations += root.explore_count
        return int(root.best_child().action)

    def _bot(self, simulations: int, seconds: float) -> pyspiel.MCTSBot:
        self._seed = (self._seed + 1) % 2**31
        return pyspiel.MCTSBot(
            self._game,
            self._evaluator,
            uct_c=EXPLORATION,
            max_simulations=simulations,
            max_memory_mb=MEMORY,
            solve=True,
            seed=self._seed,
            verbose=False,
            max_wall_clock_time=seconds,
        )


class Prover(SearchPlayer):
    """SearchPlayer, telling what it has proven."""

    @property
    def proven(self) -> int:
        """Of the turn last chosen, as a value of RESULT; RUNNING when nothing is."""
        return RUNNING if self._search is None else self._search.proven


def play_match(
    match: Match,
    seconds: float,
    rollouts: str,
    to_the_end: bool = False,
    playouts: int | None = None,
) -> Played:
    """Play one game, the search being the higher of the match.

    Args:
        match: which game, and who has which seat.
        seconds: for a turn of either.
        rollouts: how the bot's are played, ACTIONS or KERNEL.
        to_the_end: play on when the result has been proven.
        playouts: in place of seconds, of the search for a turn, and a tenth for the bot's actions.
    """
    game = skerry.game(match.game)
    seeded = match.game == "syrtis"
    position = game.start(seed=match.seed("set-up")) if seeded else game.start()
    limit: dict[str, Any] = {"seconds": seconds} if playouts is None else {"playouts": playouts}
    ours = Prover(**limit, seed=match.seed(f"search, seat {match.seat}"))
    few = None if playouts is None else playouts // 10
    bot = Bot(position, seconds, rollouts, match.seed(f"bot, seat {match.seat}") % 2**31, few)
    began, result = time.perf_counter(), RUNNING
    while position.player is not None and (result == RUNNING or to_the_end):
        is_ours = position.player == match.seat
        for action in ours.choose(position) if is_ours else bot.choose(position):
            position = position.apply(action)
        if is_ours and result == RUNNING:
            result = ours.proven
    score = score_of(position, result, match.seat)
    return Played(match, score, position.turn, round(time.perf_counter() - began, 3))


def score_of(position: Position, proven: int, seat: int) -> float:
    """What a seat has from a position: its result, or what was proven of it."""
    outcome = position.outcome
    if outcome is not None:
        return 0.5 if outcome.winner is None else float(outcome.winner == seat)
    return 0.5 if proven == DRAWN else float(proven == WON + seat)


def matches(names: Sequence[str], games: int, seconds: float, rollouts: str) -> Iterator[Match]:
    """All games, in rotation, so that a stopped match has some of each."""
    ours = Level("search", f"{seconds:g} s a turn")
    bot = Level("MCTSBot", f"{seconds:g} s a turn, rollouts by {rollouts}")
    for index in range(games):
        for name in names:
            yield Match(name, ours, bot, index)


def play_all(missing: Sequence[Match], play: Play, workers: int) -> Iterator[Played]:
    """Games as they end."""
    if workers == 1:
        yield from map(play, missing)
        return
    with ProcessPoolExecutor(workers) as pool:
        futures = [pool.submit(play, match) for match in missing]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def line(name: str, played: Sequence[Played]) -> str:
    """How a game's match stands."""
    score, games = sum(one.score for one in played), len(played)
    draws = sum(one.score == 0.5 for one in played)
    turns = sum(one.num_turns for one in played) / games
    seconds = sum(one.seconds for one in played) / games
    share = share_text(Tally(0, 1, score, games))
    return (
        f"{name:8} {score:g} of {games} = {share}, {draws} drawn, "
        f"{turns:.0f} turns and {seconds:.0f} s a game"
    )


def rates(name: str, seconds: float, rollouts: str) -> tuple[float, float]:
    """Simulations a second from the start of a game, the search's and the bot's."""
    start = skerry.game(name).start(seed=0) if name == "syrtis" else skerry.game(name).start()
    search, bot = Search(start, seed=0), Bot(start, seconds, rollouts, seed=0)
    bot.choose(start)
    began = time.perf_counter()
    playouts = search.run(seconds=seconds)
    return playouts / (time.perf_counter() - began), bot.simulations / bot.searched


def main() -> None:
    """Play and print."""
    names = [info.name for info in skerry.GAMES]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(names))
    parser.add_argument("--seconds", type=float, default=1.0, help="for a turn (default 1)")
    parser.add_argument("--games", type=int, default=100, help="of each kind (default 100)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument(
        "--rollouts", choices=ROLLOUTS, default=KERNEL, help=f"or {ACTIONS} (default {KERNEL})"
    )
    parser.add_argument("--to-the-end", action="store_true", help="play on when all is proven")
    parser.add_argument("--results", type=Path, default=Path("rivals.jsonl"), help="results file")
    arguments = parser.parse_args()
    if arguments.games < 2 or arguments.games % 2:
        parser.error("--games must be even, so that both seats are played equally often")
    if arguments.workers < 1 or arguments.seconds <= 0:
        parser.error("--workers must be at least 1 and --seconds more than 0")
    try:
        chosen = [skerry.game(name).name for name in arguments.names or names]
        results = Results(arguments.results)
        contest(chosen, results, arguments)
    except OptionError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(1, f"\nStopped; the games so far are in {arguments.results}.\n")


def contest(chosen: Sequence[str], results: Results, arguments: argparse.Namespace) -> None:
    """Measure both, play what is missing, and print how it stands after each game."""
    seconds, rollouts = arguments.seconds, arguments.rollouts
    for name in chosen:
        warm_up(name)
    for name in chosen:
        ours, theirs = rates(name, seconds, rollouts)
        print(f"{name:8} {ours:,.0f} playouts a second, MCTSBot {theirs:,.0f}", flush=True)
    wanted = list(matches(chosen, arguments.games, seconds, rollouts))
    missing = results.missing(wanted)
    print(f"{len(missing)} of {len(wanted)} games to play", flush=True)
    play = partial(play_match, seconds=seconds, rollouts=rollouts, to_the_end=arguments.to_the_end)
    with results.path.open("a", encoding="utf-8") as file:
        for one in play_all(missing, play, arguments.workers):
            results.add(one, file)
            print(line(one.match.game, _played(wanted, results, one.match.game)), flush=True)
    print()
    for name in chosen:
        print(line(name, _played(wanted, results, name)))


def _played(wanted: Sequence[Match], results: Results, name: str) -> list[Played]:
    found = (results.played.get(match) for match in wanted if match.game == name)
    return [one for one in found if one is not None]


if __name__ == "__main__":
    main()
