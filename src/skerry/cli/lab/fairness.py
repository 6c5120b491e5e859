"""What `skerry lab fair` does: searches for the fair value of an option, and tables of them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import typer
from rich.progress import SpinnerColumn, TextColumn

from skerry.cli.common import say_if_cold
from skerry.cli.lab.experiments import RESULTS_FOLDER, runner_for, say_damaged
from skerry.cli.waiting import continued_later, progress_on_terminal
from skerry.core.formatting import format_count, format_percent
from skerry.errors import OptionError, quoted
from skerry.games.ruleset import parse_options
from skerry.lab.fairness import MOST_VALUES, Fairness, FairSearch, OnProgress, handicap
from skerry.lab.running import Experiment
from skerry.lab.words import format_interval

_NUMBER = r"-?\d{1,9}(?:\.\d{1,9})?"
_RANGE = re.compile(rf"({_NUMBER})\.\.({_NUMBER})(?: step ({_NUMBER}))?")


def parse_values(text: str) -> tuple[float, ...]:
    """The numbers of "0,0.5,1", "0..8" or "0..8 step 0.5". Raises OptionError."""
    words = " ".join(text.split())
    found = _RANGE.fullmatch(words)
    if found:
        begin, end, step = (Fraction(number or 1) for number in found.groups())
        if step <= 0 or end < begin:
            raise OptionError(f"--values {quoted(words)} is empty; write it as in 0..8 step 0.5.")
        number = int((end - begin) / step) + 1
        if number > MOST_VALUES:
            raise OptionError(
                f"--values {quoted(words)} are {number:,}; {MOST_VALUES:,} may be tried."
            )
        return tuple(float(begin + step * index) for index in range(number))
    numbers = words.replace(" ", "").split(",")
    if not all(re.fullmatch(_NUMBER, number) for number in numbers):
        raise OptionError(
            f"--values {quoted(words)} are not numbers; write them as in 0,0.5,1 or 0..8 or "
            f"0..8 step 0.5."
        )
    return tuple(map(float, numbers))


def find_fair(
    name: str,
    words: list[str],
    option: str,
    values: str,
    *,
    players: list[str],
    games: int,
    until: float | None,
    seed: int,
    out: Path | None,
    workers: int,
    ray: bool,
) -> None:
    """Print, for each contestant, the values tried, and the verdict.

    Raises:
        OptionError: what is asked for is not possible, or Ray is not installed.
        StoreError: the folder cannot be used.
    """
    if "=" in option:
        raise OptionError(
            f"--option names what is looked for, such as komi, and {quoted(option)} gives a value; "
            f"write -o {option}."
        )
    given = parse_options(words)
    search = FairSearch(name, given, option, parse_values(values), players[0], games, until, seed)
    given_words = [f"{key}-{value}" for key, value in given.items()]
    folder = out or RESULTS_FOLDER / "-".join(["fair", name, option, *given_words])
    runner = runner_for(workers, ray=ray)
    say_if_cold()
    standing = f"The games are in {folder}; the same command goes on."
    with continued_later(lambda: standing), _progress_line() as report:
        found = handicap(search, players, folder, runner, report)
    for player, fairness in found.items():
        typer.echo(f"{_title(fairness)} | {player}\n{_table(fairness)}\n{fairness.verdict}\n")
    if len(found) > 1:
        typer.echo(f"{_by_strength(found)}\n")
    total = sum(fairness.games for fairness in found.values())
    typer.echo(f"{total:,} games in {folder}.")


def _title(fairness: Fairness) -> str:
    """The rules without the option."""
    search = fairness.search
    rules = str(search.rules(search.values[0])).split()
    return " ".join(word for word in rules if not word.startswith(f"{search.option}="))


def _table(fairness: Fairness) -> str:
    """A line for each value that was tried."""
    search = fairness.search
    rows: list[tuple[str, ...]] = [
        (search.option, "games", f"{search.first_colour} wins", "95% interval", "")
    ]
    for one in fairness.tried:
        share = one.share
        rows.append(
            (
                f"{one.value:g}",
                format_count(share.games),
                format_percent(share.value, 1),
                f"{100 * share.low:.1f} to {100 * share.high:.1f}",
                "" if one.whole else "clearly unfair",
            )
        )
    return _aligned(rows)


def _by_strength(found: dict[str, Fairness]) -> str:
    """A line for each contestant."""
    option = next(iter(found.values())).search.option
    rows: list[tuple[str, ...]] = [
        ("player", f"fair {option}", "95% interval", "fairest played", "games")
    ]
    for player, fairness in found.items():
        fair = fairness.fair
        rows.append(
            (
                player,
                "-" if fair is None else f"{fair.value:.2f}",
                "-" if fair is None else format_interval(fair),
                f"{fairness.fairest.value:g}",
                format_count(fairness.games),
            )
        )
    return _aligned(rows)


def _aligned(rows: list[tuple[str, ...]]) -> str:
    """Columns of equal width, two blanks apart."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True))
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in lines)


@contextmanager
def _progress_line() -> Iterator[OnProgress]:
    """A progress line on a terminal; elsewhere only damaged files are reported."""
    columns = SpinnerColumn(), TextColumn("{task.description}")
    named: set[str] = set()
    with progress_on_terminal(*columns) as progress:
        task = progress.add_task("")

        def report(search: FairSearch, value: float, experiment: Experiment) -> None:
            for name in experiment.store.set_aside:
                if name not in named:
                    named.add(name)
                    say_damaged(name, experiment.store)
            played, most = experiment.games_played, experiment.games_wanted
            where = f"{search.player}, {search.option}={value:g}"
            progress.update(task, description=f"{where}: {played:,} of at most {most:,} games")

        yield report
