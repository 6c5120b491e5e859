"""`skerry match`: two programs play each other."""

import math
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import typer

from skerry.cli.running import chosen_game
from skerry.core.numbers import counted, format_count, format_percent
from skerry.engine.client import ends_by_signals
from skerry.engine.match import Contestant, Match, Standing, score_of
from skerry.errors import OptionError, quoted
from skerry.levels import LEVELS
from skerry.record import GameRecord
from skerry.sessions import Fischer, PerTurn, TimeControl
from skerry.statistics import Sprt, elo_of

OURS = "skerry"


def play_match(
    commands: tuple[str, str],
    name: str,
    words: list[str],
    *,
    games: int,
    clock: str,
    first_commands: tuple[list[str], list[str]],
    opening: int,
    seed: int,
    sprt: tuple[float, float] | None,
    records: Path | None,
    start_seconds: float,
) -> None:
    """Play, print each game and where the match stands, and keep the records."""
    first, second = (
        contestant(title, command, lines)
        for title, command, lines in zip(("first", "second"), commands, first_commands, strict=True)
    )
    game, control = chosen_game(name, words), parse_clock(clock)
    match = Match(game, first, second, control, opening, seed, start_seconds)
    test = None if sprt is None else checked_test(*sprt)
    if records is not None:
        _make_empty(records)
    standing = Standing()
    with ends_by_signals():
        match.begin()
        for index, record in enumerate(match.games(games, test)):
            standing.add(score_of(record, index % 2))
            if records is not None:
                path = records / f"game-{index + 1:04}.json"
                path.write_text(record.to_json(), encoding="utf-8")
            typer.echo(line_of(index, record, standing))
    typer.echo(summary(standing, test))


def _make_empty(folder: Path) -> None:
    """Make a folder for records. Raises OptionError: there is something in it already."""
    if folder.exists() and not folder.is_dir():
        raise OptionError(f"{folder} is no folder; name one for the records, new or empty.")
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise OptionError(
            f"The folder {folder} is not empty; name a new or an empty one for the records, so "
            "that those of another match are not written over."
        )


def contestant(title: str, command: str, lines: Sequence[str]) -> Contestant:
    """A program by its command line, or "level 5": ours, at that level.

    `title` is what the match calls it; `lines` are commands that it is sent before its first game.

    Raises:
        OptionError: no words, a quote that is not closed, or a level that there is not.
    """
    if found := re.fullmatch(r"\s*level\s+(\S+)\s*", command):
        if found[1] not in LEVELS:
            raise OptionError(
                f"There is no level {quoted(found[1])}; the levels are 1 to {len(LEVELS)}."
            )
        return Contestant(title, split(f"{OURS} engine"), (f"level {found[1]}", *lines))
    return Contestant(title, split(command), tuple(lines))


def split(command: str) -> tuple[str, ...]:
    """The words of a command; `skerry` is this very program, wherever it is installed."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise OptionError(f"The command {quoted(command)} cannot be read: {error}.") from error
    if not words:
        raise OptionError("A program must be named, such as 'skerry engine'.")
    return (sys.executable, "-m", "skerry", *words[1:]) if words[0] == OURS else tuple(words)


def parse_clock(text: str) -> TimeControl:
    """60+1 is a minute for the game and a second more a turn; 5/turn is five seconds a turn."""
    number = r"[0-9]{1,6}(?:\.[0-9]{1,3})?"
    if found := re.fullmatch(f"({number})/turn", text):
        return PerTurn(float(found[1]))
    if found := re.fullmatch(f"({number})(?:\\+({number}))?", text):
        return Fischer(float(found[1]), float(found[2] or 0))
    raise OptionError(f"The clock {quoted(text)} is not like 60+1 (for the game) or 5/turn.")


def checked_test(elo0: float, elo1: float) -> Sprt:
    """A test between two strengths. Raises OptionError unless the second one is greater."""
    if not -math.inf < elo0 < elo1 < math.inf:
        raise OptionError(
            f"A test needs two strengths, the lesser one first, not {elo0:g} {elo1:g}."
        )
    return Sprt(elo0, elo1)


def line_of(index: int, record: GameRecord, standing: Standing) -> str:
    """A game that is over, and how the match stands."""
    assert record.result is not None
    score = score_of(record, index % 2)
    who = {1.0: "first wins", 0.5: "drawn", 0.0: "second wins"}[score]
    line = f"game {index + 1}: {who} ({record.result.reason}), {counted(len(record.turns), 'turn')}"
    line += f"; {standing.wins} won, {standing.draws} drawn, {standing.losses} lost"
    return f"{line}\n  {record.comment}" if record.comment else line


def summary(standing: Standing, test: Sprt | None) -> str:
    """The match as a whole."""
    share, (low, high) = standing.score / standing.games, standing.interval
    line = (
        f"first: {standing.score:g} of {format_count(standing.games)} = {format_percent(share, 1)} "
        f"(95% interval: {100 * low:.1f} to {100 * high:.1f}), {elo_of(share):+.0f} Elo"
    )
    if test is None:
        return line
    counts = (standing.wins, standing.draws, standing.losses)
    verdict = test.verdict(*counts)
    words = {
        "elo0": f"not {test.elo1:g} Elo stronger",
        "elo1": f"more than {test.elo0:g} Elo stronger",
    }
    ratio, (lower, upper) = test.ratio(*counts), test.bounds
    found = words[verdict] if verdict else "not decided yet"
    return (
        f"{line}\nSPRT: {found}; log-likelihood ratio {ratio:.2f}, from {lower:.2f} to {upper:.2f}"
    )
