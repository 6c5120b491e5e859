"""What `skerry lab collect`, `explore`, `fair` and `claims` do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import SpinnerColumn, TextColumn
from rich.table import Table

from skerry import rulebook
from skerry.cli.experiments import (
    RESULTS_FOLDER,
    progress_bar,
    say_damaged,
)
from skerry.cli.running import board_lines, continued_later, progress_on_terminal, say_if_cold
from skerry.cli.shared import check_free, check_place, write_file
from skerry.core.numbers import counted, format_count, format_percent
from skerry.errors import OptionError, quoted
from skerry.games.catalogue import FEATURED, info
from skerry.games.contract import game_module
from skerry.games.info import GUIDE, folder
from skerry.games.ruleset import parse_options
from skerry.lab.claims.page import claims_html, claims_summary, described_rows
from skerry.lab.claims.texts import CLAIMS, findings
from skerry.lab.collection import Collection, SelfPlay, write_index
from skerry.lab.explorer import ExploredTurn, Explorer, kept
from skerry.lab.fairness import MOST_VALUES, Fairness, FairSearch, OnProgress, handicap
from skerry.lab.guides import faults, refreshed
from skerry.lab.pages import format_interval
from skerry.lab.results import Results, all_kept, from_json, to_json
from skerry.lab.results import kept as kept_results
from skerry.lab.running import Experiment, replace_file, runner_for
from skerry.positions import Position, game
from skerry.positions import position as read_position

FIRST_SETUP = 0  # whose start is shown where starts are drawn


def collect_games(
    name: str,
    playouts: int,
    seed: int,
    games: int,
    *,
    out: Path | None,
    keep: Path | None,
    workers: int,
    ray: bool,
    force: bool,
) -> None:
    """Play until a collection has so many games, then write their index, if it is asked for."""
    check_free([keep], force=force)
    path = out or RESULTS_FOLDER / f"explorer-{name}.parquet"
    collection = Collection.begin(path, SelfPlay(game(name), playouts, seed))
    path.parent.mkdir(parents=True, exist_ok=True)
    check_place(keep)
    runner = runner_for(workers, ray=ray)
    if collection.games < games:
        say_if_cold()
    with (
        continued_later(lambda: f"{_standing(collection)}; the same command goes on."),
        progress_bar() as show,
    ):
        show(collection.games, games)
        collection.collect(games, runner, lambda found: show(found.games, games))
    typer.echo(f"{_standing(collection)}.")
    if keep is not None:
        write_index(keep, collection)
        typer.echo(f"{keep} holds their positions, {keep.stat().st_size:,} bytes.")


def _standing(collection: Collection) -> str:
    return f"{collection.path} holds {counted(collection.games, 'game')}"


def show_explored(name: str, text: str | None, file: Path | None, most: int) -> None:
    """Print the turns that were played in a position, so many at most.

    Without a position it is the start; without a file the index that comes with the package.
    """
    explorer = kept(name) if file is None else Explorer.read(file)
    position = _start(explorer) if text is None else read_position(text)
    if position.game != explorer.rules:
        raise OptionError(
            f"The position is one of {position.game}, and the games are of {explorer.rules}."
        )
    about = explorer.about
    typer.echo(board_lines(position))
    turns = explorer.turns(position)
    typer.echo(
        f"{explorer.rules}: {counted(about.games, 'game')} of {format_count(about.playouts)} "
        f"playouts a turn, {about.date}; here {counted(sum(turn.games for turn in turns), 'game')}."
    )
    if turns:
        Console(soft_wrap=True).print(_explored_table(turns[:most]))
    if len(turns) > most:
        typer.echo(f"{counted(len(turns) - most, 'turn')} more; --most shows them.")


def _start(explorer: Explorer) -> Position:
    has_setup = explorer.rules.info.has_setup
    return explorer.rules.start(seed=FIRST_SETUP) if has_setup else explorer.rules.start()


def _explored_table(turns: tuple[ExploredTurn, ...]) -> Table:
    table = Table("turn", box=None, header_style="")
    for heading in ("games", "won", "95% interval", "chances", "playouts"):
        table.add_column(heading, justify="right")
    for turn in turns:
        low, high = turn.interval
        chances = "" if turn.value is None else format_percent(turn.value, 1)
        playouts = format_count(turn.playouts) if turn.playouts else ""
        interval = f"{100 * low:.1f} to {100 * high:.1f}"
        table.add_row(
            turn.turn,
            format_count(turn.games),
            format_percent(turn.share, 1),
            interval,
            chances,
            playouts,
        )
    return table


EVERY_GAME = "all"


def count_mistakes(name: str, games: int, log: Path | None, keep: Path | None) -> None:
    """Review games until a log has so many, and say what is missed most often.

    Raises:
        OptionError: there is no such game, or the results are of another one.
    """
    from skerry.lab.mistakes import reviewed_games, with_mistakes

    known = Results(info(name).name)
    if keep is not None:
        known = from_json(keep.read_text("utf-8")) if keep.is_file() else known
        if known.game != info(name).name:
            raise OptionError(f"{keep} holds results of {known.info.title}; name another file.")
        check_place(keep)
    file = log or RESULTS_FOLDER / f"mistakes-{known.game}.jsonl"
    check_place(file)
    say_if_cold()
    standing = f"{file} holds what is finished; the same command goes on."
    with continued_later(lambda: standing), progress_bar() as show:
        found = reviewed_games(known.game, file, games, lambda done: show(done, games))
    results = with_mistakes(known, found)
    if keep is not None:
        replace_file(keep, to_json(results).encode())
    for line in mistake_lines(results):
        typer.echo(line)


def mistake_lines(results: Results) -> Iterator[str]:
    """The mistakes that are known, in words: how many, then in how many games each kind is."""
    mistakes = results.mistakes
    assert mistakes is not None
    titles = {theme.name: theme.title for theme in game_module(results.game).THEMES}
    yield (
        f"{counted(mistakes.games, 'game')} of levels {', '.join(mistakes.levels)}: "
        f"{counted(mistakes.total, 'mistake')} in {counted(mistakes.turns, 'turn')}"
    )
    for kind, number in mistakes.kinds.items():
        yield f"{number:6} games: {titles.get(kind, 'The right kind of turn, elsewhere')}"


def renew_guides(names: list[str], *, is_check: bool) -> None:
    """Make the figures of guides anew, or only say what is wrong with them.

    Raises:
        OptionError: there is no such game, or no guide to it.
        typer.Exit: with 1, something is wrong.
    """
    if EVERY_GAME in names:
        names = [one.name for one in FEATURED if one.has_guide]
    wrong = False
    for name in dict.fromkeys(names):
        text, results = rulebook.guide(name), kept_results(name)
        if not is_check:
            anew = refreshed(text, results)
            file = Path(str(folder(info(name).name) / GUIDE))
            if anew != text:
                file.write_text(anew, encoding="utf-8")
            typer.echo(f"{file} has {counted(len(rulebook.figures(anew)), 'figure')}.")
            text = anew
        found = list(faults(text, results))
        wrong = wrong or bool(found)
        for fault in found:
            typer.echo(f"{info(name).title}: {fault}")
    if wrong:
        raise typer.Exit(1)


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
    """Print, for each contestant, the values tried, and the verdict."""
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
        typer.echo(
            f"{_title(fairness)} | {player}\n{_fairness_table(fairness)}\n{fairness.verdict}\n"
        )
    if len(found) > 1:
        typer.echo(f"{_by_strength(found)}\n")
    total = sum(fairness.games for fairness in found.values())
    typer.echo(f"{total:,} games in {folder}.")


def _title(fairness: Fairness) -> str:
    """The rules without the option."""
    search = fairness.search
    rules = str(search.rules(search.values[0])).split()
    return " ".join(word for word in rules if not word.startswith(f"{search.option}="))


def _fairness_table(fairness: Fairness) -> str:
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


def show_claims(
    game: str | None,
    files: list[Path],
    page: Path | None,
    markdown: Path | None,
    *,
    force: bool = False,
) -> None:
    """Print the verdicts on the claims, all or those of one game; write the page, if it is named.

    The results are those that come with the package, and in their place those of some files.
    """
    check_free([page, markdown], force=force)
    for path in (page, markdown):
        check_place(path)
    games = list(dict.fromkeys(claim.game for claim in CLAIMS))
    if game is not None and game not in games:
        raise OptionError(f"No claims about {game!r} are tested; choose from {', '.join(games)}.")
    stores = all_kept(["y", *games])
    for file in files:
        results = from_json(file.read_text("utf-8"))
        stores[results.game] = results
    found = [one for one in findings(stores) if game in (None, one.claim.game)]
    for one in found:
        typer.echo(f"\n{one.claim.key}: {one.headline}\n  “{one.claim.quote}”: {one.words}.")
        for player, *numbers in described_rows(one):
            named = zip(one.heads[1:], numbers, strict=True)
            typer.echo(f"  {player}: {', '.join(f'{head} {word}' for head, word in named)}")
    for path, content in ((page, claims_html), (markdown, claims_summary)):
        if path is not None:
            write_file(path, content(found), force=force)
            typer.echo(f"\n{path} shows what was found of {len(found)} claims.")
