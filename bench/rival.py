"""The search as it is here against the one of an earlier commit, which stands still.

    python -m bench.rival spry byg --seconds 1 --games 200 --workers 2
    python -m bench.rival kitaran --playouts 20000 --sprt 0 40

The rival is the wheel of RIVAL, built once, in an environment of its own below build/. Both are
driven through the text protocol (`skerry engine`), each with one thread; a worker plays a game at a
time, so that the two share a core and neither thinks while the other does. Games come in pairs, in
which both have either seat, from the same set-up; with `--sprt` a match ends as soon as the test
says whether ours is by the second number of Elo points stronger or only by the first. Every game is
kept as a line of the results file with the commit it was played by: a match that was stopped goes
on where it was, and a change that is not committed is measured anew each time.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import skerry
from skerry.engine.client import ends_by_signals
from skerry.engine.match import Contestant, Match, Standing, score_of
from skerry.games.catalogue import FEATURED, GAMES
from skerry.record import GameRecord
from skerry.sessions import PerTurn
from skerry.statistics import Sprt
from tools import set_up

RIVAL = "730a18a7"
RESULTS = set_up.ROOT / "bench" / "rival.jsonl"
OURS = (sys.executable, "-m", "skerry", "engine")
PATIENCE = 60.0  # seconds that a turn may take before the game is lost: that is no strength
PLAYS = ("core", "games", "search", "players.py", "positions.py", "engine")  # parts that matter
AS_IT_IS = "as it is"  # in place of a commit, where something is not committed


@dataclass(frozen=True)
class Played:
    """A game: one line of the results file."""

    rival: str  # its commit
    ours: str  # our commit, or AS_IT_IS
    game: str
    budget: str  # of a turn, as the engine is told: "seconds 1"
    match: int  # a number that no other match of these two has; random numbers follow from it
    index: int  # of the match's games
    seat: int  # that ours had
    score: float  # of ours: 1 a win, 0.5 a draw
    num_turns: int
    reason: str  # how it ended


def rival_command(commit: str = RIVAL) -> tuple[str, ...]:
    """What starts the rival's engine; it is built and installed where it is not there yet."""
    folder = set_up.ROOT / "build" / f"rival-{commit}"
    command = folder / "env" / "bin" / "skerry"
    if not command.exists():
        _install(commit, folder)
    return (str(command), "engine")


def _install(commit: str, folder: Path) -> None:
    uv, sources = set_up.find_uv(), folder / "sources"
    sources.mkdir(parents=True, exist_ok=True)
    archive = _output("git", "archive", commit)
    subprocess.run(["tar", "--extract", f"--directory={sources}"], input=archive, check=True)
    pins = ("--constraint", str(sources / "requirements" / "skerry.txt"))
    for command in (
        (uv, "build", "--quiet", "--wheel", "--out-dir", folder, sources),
        (uv, "venv", "--quiet", "--clear", "--python", sys.executable, folder / "env"),
    ):
        subprocess.run([str(word) for word in command], check=True)
    (wheel,) = folder.glob("*.whl")
    install = (uv, "pip", "install", "--quiet", "--python", folder / "env", *pins, wheel)
    subprocess.run([str(word) for word in install], check=True)


def our_commit(game: str) -> str:
    """The last one that may have changed how a game is played; AS_IT_IS where the code differs."""
    others = (f":(exclude)src/skerry/games/{info.name}" for info in GAMES if info.name != game)
    paths = ("--", *(f"src/skerry/{part}" for part in PLAYS), *others)
    if _output("git", "status", "--porcelain", *paths):
        return AS_IT_IS
    return _output("git", "log", "-1", "--format=%h", "--abbrev=8", *paths).decode().strip()


def _output(*command: str) -> bytes:
    return subprocess.run(command, cwd=set_up.ROOT, check=True, capture_output=True).stdout


@dataclass(frozen=True)
class Contest:
    """Matches of one game, all with the same budget for a turn."""

    game: str
    budget: str
    ours: str
    rival: str = RIVAL

    def known(self, played: Iterable[Played]) -> list[Played]:
        """Of some games those of this contest."""
        mine = (self.game, self.budget, self.ours, self.rival)
        return [one for one in played if (one.game, one.budget, one.ours, one.rival) == mine]

    def play(self, number: int, games: int) -> Generator[Played]:
        """A match of so many games, by its number."""
        seed = ("--seed", str(number))
        ours = Contestant("ours", (*OURS, *seed), (self.budget,))
        rival = Contestant("rival", (*rival_command(self.rival), *seed), (self.budget,))
        match = Match(skerry.game(self.game), ours, rival, PerTurn(PATIENCE), seed=number)
        with closing(match.games(games)) as records:
            for index, record in enumerate(records):
                yield self._told(number, index, record)

    def _told(self, number: int, index: int, record: GameRecord) -> Played:
        seat = index % 2
        assert record.result is not None
        return Played(
            rival=self.rival,
            ours=self.ours,
            game=self.game,
            budget=self.budget,
            match=number,
            index=index,
            seat=seat,
            score=score_of(record, seat),
            num_turns=len(record.turns),
            reason=record.result.reason,
        )


def play_at_once(contest: Contest, first: int, pairs: int, workers: int) -> Generator[Played]:
    """So many pairs of games, shared among workers; each game as it ends.

    The matches have the numbers from `first` on. To close the iterator ends them after the games
    that are under way.
    """
    done: SimpleQueue[Played | None] = SimpleQueue()
    ended = Event()

    def work(number: int) -> None:
        share = pairs // workers + (number < pairs % workers)
        try:
            with closing(contest.play(first + number, 2 * share)) as games:
                for one in games:
                    done.put(one)
                    if ended.is_set():
                        return
        finally:
            done.put(None)

    with ThreadPoolExecutor(workers) as pool:
        working = [pool.submit(work, number) for number in range(workers)]
        try:
            for _ in working:
                while (one := done.get()) is not None:
                    yield one
        finally:
            ended.set()
        for each in working:
            each.result()  # what a worker met is met here


def read(path: Path) -> list[Played]:
    """The games of a file; none where there is no such file."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [Played(**json.loads(line)) for line in lines]


def standing(played: Iterable[Played]) -> Standing:
    """Ours."""
    found = Standing()
    for one in played:
        found.add(one.score)
    return found


def told(contest: Contest, played: Sequence[Played]) -> str:
    """A line about a contest."""
    so_far = standing(played)
    low, high = so_far.interval
    share = so_far.score / max(1, so_far.games)
    seats = [standing(one for one in played if one.seat == seat) for seat in (0, 1)]
    return (
        f"{contest.game:8} {contest.budget}: {so_far.score:g} of {so_far.games} = {share:.1%} "
        f"({low:.1%} to {high:.1%}), {so_far.draws} drawn; moving first {seats[0].score:g} of "
        f"{seats[0].games}"
    )


def main() -> None:
    """Play, keep and print."""
    names = [info.name for info in FEATURED]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=names, metavar="GAME", help=", ".join(names))
    parser.add_argument("--seconds", type=float, default=1.0, help="for a turn (default 1)")
    parser.add_argument("--playouts", type=int, help="for a turn, in place of seconds")
    parser.add_argument("--games", type=int, default=200, help="of each kind (default 200)")
    parser.add_argument("--workers", type=int, default=1, help="games at once (default 1)")
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO", "ELO"), help="end sooner")
    parser.add_argument("--results", type=Path, default=RESULTS, help="file to keep games in")
    arguments = parser.parse_args()
    budget = f"seconds {arguments.seconds:g}"
    if arguments.playouts is not None:
        budget = f"playouts {arguments.playouts}"
    test = None if arguments.sprt is None else Sprt(*arguments.sprt)
    with ends_by_signals(), arguments.results.open("a", encoding="utf-8") as file:
        for name in arguments.names:
            contest = Contest(name, budget, our_commit(name))
            played = [] if contest.ours == AS_IT_IS else contest.known(read(arguments.results))
            first = 1 + max(
                (one.match for one in contest.known(read(arguments.results))), default=0
            )
            pairs = (arguments.games - len(played) + 1) // 2
            with closing(play_at_once(contest, first, pairs, arguments.workers)) as games:
                for one in games:
                    played.append(one)
                    file.write(json.dumps(asdict(one)) + "\n")
                    file.flush()
                    print(told(contest, played), flush=True)
                    counts = standing(played)
                    if test and test.verdict(counts.wins, counts.draws, counts.losses):
                        break
            print(told(contest, played), flush=True)


if __name__ == "__main__":
    main()
