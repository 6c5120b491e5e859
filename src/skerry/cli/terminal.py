"""`skerry play --terminal`: a board of text, against the computer or a friend."""

from collections.abc import Sequence
from pathlib import Path

import typer

from ..errors import OptionError, SkerryError, quoted
from ..games.catalogue import GAMES
from ..games.words import game_words
from ..levels import LEVELS, player
from ..players import Player
from ..positions import Position
from ..record import COMPUTER, GameRecord, Person
from ..record.parts import told
from .common import board_lines, chosen_game, say_if_cold

FRIEND = "friend"

HELP = """\
Type a whole turn and press Enter: {example}
  legal      what may be played now, stone by stone
  undo       take back your last turn
  resign     give up
  save FILE  write the game record
  quit       stop playing
skerry rules {name} prints the rules."""


def play_in_terminal(
    name: str | None, words: list[str], *, against: str, second: bool, seed: int | None
) -> None:
    """Play a game until it ends or the person quits; asks for the game when none is named.

    Raises:
        OptionError: an unknown game, option or level.
    """
    if against != FRIEND and against not in LEVELS:
        raise OptionError(
            f"There is no opponent {quoted(against)}; choose a level from 1 to {len(LEVELS)} or "
            f"{FRIEND}."
        )
    if name is None:
        known = ", ".join(info.name for info in GAMES)
        name = str(typer.prompt(f"Which game ({known})", default=GAMES[0].name))
    chosen = chosen_game(name, words)
    say_if_cold()
    human = 1 if second else 0
    persons = [Person("You"), Person("You")]
    persons[1 - human] = (
        Person("Friend") if against == FRIEND else Person("Computer", COMPUTER, against)
    )
    setup_seed = (_draw_seed() if seed is None else seed) if chosen.info.has_setup else None
    record = GameRecord.begin(chosen, seed=setup_seed, persons=persons)
    opponent = None if against == FRIEND else player(against, seed)
    typer.echo(f"{chosen.info.title} by {chosen.info.author}. Type help when in doubt.")
    _play(record, opponent, human)


def _draw_seed() -> int:
    from random import SystemRandom

    return SystemRandom().getrandbits(32)


def _play(record: GameRecord, opponent: Player | None, human: int) -> None:
    printed: Position | None = None
    while True:
        position = record.position
        if position != printed:
            typer.echo(f"\n{board_lines(position)}")
            printed = position
        if record.result is not None:
            typer.echo(f"The game is over: {told(record.result)}.")
            return
        if opponent is not None and position.player != human:
            text = record.game.format_turn(opponent.choose(position))
            typer.echo(f"{_mover(position)} plays {text}")
            record = record.add_turn(text)
            continue
        line = _ask(f"{_mover(position)}> ")
        if line in (None, "quit", "exit"):
            return
        try:
            record = _obey(record, line or "", None if opponent is None else human)
        except (SkerryError, OSError) as error:
            typer.echo(str(error))


def _ask(prompt: str) -> str | None:
    try:
        return input(prompt).strip()
    except EOFError:
        typer.echo("")
        return None


def _obey(record: GameRecord, line: str, human: int | None) -> GameRecord:
    """The record after a line that the person typed; human is None when friends share the seat."""
    command, _, rest = line.partition(" ")
    if command == "":
        return record
    if command == "help":
        example = game_words(record.game).EXAMPLE
        typer.echo(HELP.format(example=example, name=record.game.name))
    elif command == "legal":
        position = record.position
        typer.echo(_wrapped([record.game.format_action(a) for a in position.legal_actions()]))
    elif command == "undo":
        return record.take_back(_num_to_undo(record, human))
    elif command == "resign":
        return record.resign(record.position.player or 0)
    elif command == "save":
        _save(record, rest.strip())
    else:
        return record.add_turn(line)
    return record


def _num_to_undo(record: GameRecord, human: int | None) -> int:
    """Turns to take back until the one who types is to act again."""
    players = [position.player for position in record.replay()]
    for num_turns in range(1, len(players)):
        if human is None or players[-1 - num_turns] == human:
            return num_turns
    raise OptionError("There is no turn of yours to take back.")


def _save(record: GameRecord, file: str) -> None:
    if not file:
        raise OptionError("save needs a file name, such as: save game.json")
    path = Path(file)
    if path.exists():
        raise OptionError(f"{path} exists already; choose another name, nothing was written.")
    path.write_text(record.to_json(), encoding="utf-8")
    typer.echo(f"The record is in {path}.")


def _mover(position: Position) -> str:
    return position.colour or f"person {position.player}"


def _wrapped(words: Sequence[str], width: int = 88) -> str:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] += f" {word}"
    return "\n".join(lines)
