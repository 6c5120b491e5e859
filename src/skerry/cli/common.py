"""What the commands share: games from words, boards as lines, a word before a long compile."""

import typer

from skerry.core.jit import is_interpreted
from skerry.games.ruleset import parse_options
from skerry.games.showing.words import game_words
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
        words = game_words(rules)
        for colour, standing in zip(rules.info.colours, position.standings, strict=True):
            lines.append(f"{colour}: {words.standing_words(standing)}")
    return "\n".join(lines)
