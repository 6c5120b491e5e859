"""What running commands share: games from words, boards as lines, progress, Ctrl-C."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn

from skerry.core.jit import is_interpreted
from skerry.games.contract import game_module
from skerry.games.ruleset import parse_options
from skerry.positions import Game, Position, game


def chosen_game(name: str, words: list[str]) -> Game:
    """The game of a name and of options such as size=4. Raises OptionError."""
    return game(name, **parse_options(words))


def say_if_cold() -> None:
    """Say on stderr that the first use compiles, so that nobody waits without knowing why."""
    if is_interpreted():
        return
    from skerry.core.kernel_cache import CACHE_FOLDER

    if CACHE_FOLDER is None or not any(CACHE_FOLDER.rglob("*.nbc")):
        typer.echo("Preparing the engine: the rules are compiled once, please wait.", err=True)


def board_lines(position: Position) -> str:
    """The board, whose turn it is, and how the colours stand."""
    rules = position.game
    lines = [str(position)]
    if position.phase == "play":
        words = game_module(rules.name)
        for colour, standing in zip(rules.info.colours, position.standings, strict=True):
            lines.append(f"{colour}: {words.standing_words(standing)}")
    return "\n".join(lines)


@contextmanager
def stopped_by_hand(*others: signal.Signals) -> Iterator[threading.Event]:
    """Ctrl-C, and other signals, set the event, so that work ends with what it has found."""
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    kept = {number: signal.signal(number, stop) for number in (signal.SIGINT, *others)}
    try:
        yield stopping
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


@contextmanager
def continued_later(standing: Callable[[], str]) -> Iterator[None]:
    """Ctrl-C ends the command with 1 and says what is there, with which a later one goes on."""
    try:
        yield
    except KeyboardInterrupt:
        typer.echo(f"Stopped. {standing()}", err=True)
        raise typer.Exit(1) from None


@contextmanager
def progress_on_terminal(*columns: ProgressColumn, transient: bool = False) -> Iterator[Progress]:
    """Progress on stderr where that is a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    disable = not console.is_terminal
    with Progress(*columns, console=console, transient=transient, disable=disable) as shown:
        yield shown


@contextmanager
def shown_on_terminal() -> Iterator[Callable[[int, int], object]]:
    """How many of some steps are done, as who does them says: on stderr where it is a terminal."""
    with progress_on_terminal(BarColumn(), MofNCompleteColumn(), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, count: bar.update(task, completed=done, total=count)
