"""What the commands share: games from words, boards as lines, a word before a long compile."""

import typer

from ..core.jit import is_interpreted
from ..games.ruleset import parse_options
from ..games.standings import Standing
from ..positions import Game, Position, game


def chosen_game(name: str, words: list[str]) -> Game:
    """The game of a name and of options such as size=4. Raises OptionError."""
    return game(name, **parse_options(words))


def say_if_cold() -> None:
    """Tell that the first use compiles, on stderr: nobody should wait without knowing why."""
    if is_interpreted():
        return
    from ..core.kernel_cache import CACHE_FOLDER

    if not any(CACHE_FOLDER.rglob("*.nbc")):
        typer.echo("Preparing the engine: the rules are compiled once, please wait.", err=True)


def board_lines(position: Position) -> str:
    """The board, whose turn it is, and how the colours stand."""
    info = position.game.info
    lines = [str(position)]
    if not info.has_setup or position.phase == "play":
        for colour, standing in zip(info.colours, position.standings, strict=True):
            lines.append(f"{colour}: {_standing_words(position.game, standing)}")
    return "\n".join(lines)


def _standing_words(rules: Game, standing: Standing) -> str:
    if rules.info.has_setup:
        return (
            f"{counted(standing.colour_islands, 'island')} of its colour, "
            f"{standing.shape_islands} of its shape, "
            f"{counted(standing.sunk, 'tile')} sunk in a row"
        )
    words = counted(standing.stones, "stone")
    if rules.name in ("sytran", "byg") and standing.groups:
        sizes = " ".join(str(size) for size in standing.groups)
        words += f" in {counted(len(standing.groups), 'group')} ({sizes})"
    return words if standing.score is None else f"{words}, score {standing.score:g}"


def counted(number: int, word: str) -> str:
    """A number with its word: 1 stone, 2 stones."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
