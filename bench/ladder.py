"""A ladder: every level plays the one below it and the one two below, and all get an Elo.

    python -m bench.ladder [GAME ...] --games 200 --workers 2
    python -m bench.ladder spry --levels 1-4 --results ladder.jsonl --markdown docs/levels.md

Games are of default size and may be swapped, but for Syrtis. Both seats are played equally often,
from fixed seeds; the two games of a pair of seats start from the same set-up. Every finished game
is kept as a line of the results file, so that a ladder that was stopped goes on where it was, and
no game is ever played twice. A line names the recipes of both levels: when a level changes, only
its games are played anew. Level 1, or whichever is the first, has Elo 0. Levels that set themselves
a time are only as strong as the machine lets them be, so play those with one worker a core and
nothing else running.
"""

import argparse
import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TextIO

import skerry
from bench.rating import NoFiniteRatingError, Rating, Tally, fit_elo, merged
from skerry import levels as skerry_levels
from skerry.errors import OptionError
from skerry.players import Player, warm_up
from skerry.statistics import wilson

DISTANCES = (1, 2)  # of the levels that meet; the second makes the fit stiffer
GOAL = (0.60, 0.75)  # the share of points that a level should take from the one below
HEAD = """| Game | Level | Elo (95%) | against the one below | against the second below | games |
|---|---|---|---|---|---|"""
BEGIN, END = "<!-- ladder -->", "<!-- /ladder -->"  # what a Markdown file keeps our tables between

MakePlayer = Callable[[str, int], Player]


@dataclass(frozen=True)
class Level:
    """A level as it is now; the recipe tells results of it from those of an earlier one."""

    name: str
    recipe: str


@dataclass(frozen=True)
class Match:
    """One game that the ladder asks for."""

    game: str
    higher: Level
    lower: Level
    index: int  # the higher level is person 0 in the even ones

    @property
    def seat(self) -> int:
        """The person that the higher level plays."""
        return self.index % 2

    def seed(self, what: str) -> int:
        """A number drawn from everything that names this match's pair, and what it is for."""
        names = (self.game, self.higher.name, self.lower.name, self.index // 2, what)
        return int.from_bytes(hashlib.sha256(repr(names).encode()).digest()[:6], "big")


@dataclass(frozen=True)
class Played:
    """A match and how it ended: one line of the results file."""

    match: Match
    score: float  # the higher level's: 1 a win, 0.5 a draw
    num_turns: int
    seconds: float


def play_match(match: Match, make_player: MakePlayer = skerry_levels.player) -> Played:
    """Play one game to its end, with a swap where there may be one (C-3)."""
    game = skerry.game(match.game)
    if "swap" in dict(game.options):
        game = skerry.game(match.game, swap=True)
    position = game.start(seed=match.seed("set-up")) if game.info.has_setup else game.start()
    higher = make_player(match.higher.name, match.seed(f"higher, seat {match.seat}"))
    lower = make_player(match.lower.name, match.seed(f"lower, seat {match.seat}"))
    seated = (higher, lower) if match.seat == 0 else (lower, higher)
    began = time.perf_counter()
    while position.player is not None:
        for action in seated[position.player].choose(position):
            position = position.apply(action)
    outcome = position.outcome
    assert outcome is not None
    score = 0.5 if outcome.winner is None else float(outcome.winner == match.seat)
    return Played(match, score, position.turn, round(time.perf_counter() - began, 3))


def matches(game: str, levels: Sequence[Level], games: int) -> Iterator[Match]:
    """All games of a ladder, so many for each pair of levels that meet."""
    for distance in DISTANCES:
        for lower, higher in zip(levels, levels[distance:], strict=False):
            for index in range(games):
                yield Match(game, higher, lower, index)


class Results:
    """Games that were played, kept in a file of JSON lines."""

    def __init__(self, path: Path) -> None:
        """Read what is there; a last line that was cut off by a stop is cut away.

        Raises:
            OptionError: the file holds something else.
        """
        self.path = path
        self.played: dict[Match, Played] = {}
        if path.exists():
            text = path.read_text(encoding="utf-8")
            whole = text[: text.rfind("\n") + 1]
            for number, line in enumerate(whole.splitlines(), start=1):
                one = self._read(line, number)
                self.played[one.match] = one
            if whole != text:
                path.write_text(whole, encoding="utf-8")

    def _read(self, line: str, number: int) -> Played:
        try:
            data = json.loads(line)
            match = data.pop("match")
            levels = (Level(**match.pop("higher")), Level(**match.pop("lower")))
            return Played(Match(match["game"], *levels, match["index"]), **data)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise OptionError(
                f"{self.path}, line {number}: this is not a result of a ladder ({error}); "
                f"name another file with --results."
            ) from None

    def add(self, one: Played, file: TextIO) -> None:
        """Keep a game, on disk first."""
        file.write(json.dumps(asdict(one)) + "\n")
        file.flush()
        self.played[one.match] = one

    def missing(self, wanted: Iterable[Match]) -> list[Match]:
        """The matches that have not been played."""
        return [match for match in wanted if match not in self.played]

    def tallies(self, wanted: Iterable[Match], levels: Sequence[Level]) -> list[Tally]:
        """The sums for each pair of levels, numbered as in `levels`, the higher one first."""
        number = {level: index for index, level in enumerate(levels)}
        sums = merged(
            Tally(number[match.lower], number[match.higher], 1 - self.played[match].score, 1)
            for match in wanted
            if match in self.played
        )
        return [Tally(one.second, one.first, one.games - one.score, one.games) for one in sums]


def run(wanted: Sequence[Match], results: Results, workers: int = 1) -> Iterator[Played]:
    """Play what is missing and keep it; gives each game as it ends."""
    missing = results.missing(wanted)
    if not missing:
        return
    with results.path.open("a", encoding="utf-8") as file:
        for one in _play_all(missing, workers):
            results.add(one, file)
            yield one


def _play_all(missing: Sequence[Match], workers: int) -> Iterator[Played]:
    if workers == 1:
        yield from map(play_match, missing)
        return
    with ProcessPoolExecutor(workers) as pool:
        futures = [pool.submit(play_match, match) for match in missing]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def share_text(tally: Tally) -> str:
    """A share of points with its interval."""
    low, high = wilson(tally.score, tally.games)
    return f"{tally.score / tally.games:.1%} ({low:.1%} to {high:.1%})"


def ratings_of(tallies: Sequence[Tally], num_levels: int) -> list[Rating] | None:
    """Elo of the levels, None where the results allow none; it is then said why."""
    try:
        return fit_elo(tallies, num_levels)
    except NoFiniteRatingError as error:
        print(f"No Elo: {error}", flush=True)
        return None


def rows(game: str, levels: Sequence[Level], tallies: Sequence[Tally]) -> str:
    """One game's ladder as rows of a Markdown table, below `HEAD`."""
    ratings = ratings_of(tallies, len(levels))
    found = {(one.first, one.second): one for one in tallies}
    title = skerry.game(game).info.title
    lines = []
    for index, level in enumerate(levels):
        against = [found.get((index, index - distance)) for distance in DISTANCES]
        shares = ["" if one is None else share_text(one) for one in against]
        games = sum(one.games for one in tallies if index in (one.first, one.second))
        cells = (title, level.name, _elo(ratings, index), *shares, str(games))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _elo(ratings: Sequence[Rating] | None, index: int) -> str:
    if ratings is None:
        return "none"
    if index == 0:
        return "0"
    one = ratings[index]
    return f"{one.elo:.0f} ({one.low:.0f} to {one.high:.0f})"


def write_table(path: Path, ladders: Sequence[str]) -> None:
    """Put the table of some games between the marks of a Markdown file, or make such a file."""
    text = path.read_text(encoding="utf-8") if path.exists() else f"# Levels\n\n{BEGIN}\n{END}\n"
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise OptionError(f"{path} has no lines {BEGIN} and {END} to put the table between.")
    text = "\n".join((before + BEGIN, HEAD, *ladders, "", END + after))
    path.write_text(text, encoding="utf-8")


def chosen_levels(text: str, known: Sequence[str]) -> list[str]:
    """Levels by name: all for "", some as "1,2,5", a stretch as "2-5".

    Raises:
        OptionError: a level that there is not, or fewer than two.
    """
    names = list(known) if not text else []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        for name in (first, last or first):
            if name not in known:
                raise OptionError(f"There is no level {name!r}; the levels are {', '.join(known)}.")
        names += known[known.index(first) : known.index(last or first) + 1]
    if len(set(names)) < 2:
        raise OptionError("A ladder needs at least two levels.")
    return sorted(set(names), key=list(known).index)


def recipe_of(game: str, level: str) -> str:
    """What a level does in a game, in words that change when it does something else."""
    return repr(skerry_levels.RECIPES[game][int(level) - 1])


def climb(game: str, names: Sequence[str], games: int, results: Results, workers: int) -> str:
    """Play one game's ladder and print each pair as it is done; returns its rows."""
    levels = [Level(name, recipe_of(game, name)) for name in names]
    wanted = list(matches(game, levels, games))
    print(f"{game}: {len(results.missing(wanted))} of {len(wanted)} games to play", flush=True)
    told: set[tuple[int, int]] = set()
    _tell(game, levels, results.tallies(wanted, levels), games, told)
    for _ in run(wanted, results, workers):
        _tell(game, levels, results.tallies(wanted, levels), games, told)
    return rows(game, levels, results.tallies(wanted, levels))


def _tell(
    game: str,
    levels: Sequence[Level],
    tallies: Sequence[Tally],
    games: int,
    told: set[tuple[int, int]],
) -> None:
    for one in tallies:
        if one.games < games or (one.first, one.second) in told:
            continue
        told.add((one.first, one.second))
        share, note = one.score / one.games, ""
        if one.first == one.second + 1 and not GOAL[0] <= share <= GOAL[1]:
            note = f"  (the goal is {GOAL[0]:.0%} to {GOAL[1]:.0%})"
        names = f"{levels[one.first].name} against {levels[one.second].name}"
        print(
            f"{game:8} {names}: {one.score:g} of {one.games}, {share_text(one)}{note}", flush=True
        )


def main() -> None:
    """Play and print."""
    names = [info.name for info in skerry.GAMES]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(names))
    parser.add_argument("--games", type=int, default=200, help="for each pair (default 200)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    parser.add_argument("--levels", default="", help="such as 1-10 or 1,3,5 (default all)")
    parser.add_argument("--results", type=Path, default=Path("ladder.jsonl"), help="results file")
    parser.add_argument("--markdown", type=Path, help="also put the table into this file")
    arguments = parser.parse_args()
    if arguments.games < 2 or arguments.games % 2:
        parser.error("--games must be even, so that both seats are played equally often")
    if arguments.workers < 1:
        parser.error("--workers must be at least 1")
    try:
        chosen = [skerry.game(name).name for name in arguments.names or names]
        levels = chosen_levels(arguments.levels, list(skerry_levels.LEVELS))
        results = Results(arguments.results)
        for name in chosen:
            warm_up(name)
        ladders = [
            climb(name, levels, arguments.games, results, arguments.workers) for name in chosen
        ]
        print("\n" + "\n".join((HEAD, *ladders)))
        if arguments.markdown is not None:
            write_table(arguments.markdown, ladders)
    except OptionError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        parser.exit(1, f"\nStopped; the games so far are in {arguments.results}.\n")


if __name__ == "__main__":
    main()
