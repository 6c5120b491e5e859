"""`skerry play --terminal`: a board of text, against the computer or a friend."""

from pathlib import Path
from secrets import randbits
from textwrap import fill, indent

import typer

from skerry.cli.running import board_lines, chosen_game, say_if_cold
from skerry.errors import OptionError, SkerryError, quoted
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module
from skerry.levels import LEVELS, player
from skerry.players import Player
from skerry.positions import Position
from skerry.record import GameRecord
from skerry.record.parts import format_result
from skerry.sessions import Opponent, Session

FRIEND = "friend"
HERE = "here"  # who holds the seats of those who type

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
    """Play until the game ends or the person quits; asks for the game when none is named."""
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
    opponent = Opponent() if against == FRIEND else Opponent(against, human)
    other = "Friend" if against == FRIEND else "Computer"
    names = (other, "You") if second else ("You", other)
    setup_seed = (randbits(32) if seed is None else seed) if chosen.info.has_setup else None
    session = Session.begin(chosen, names, opponent.seats(HERE), seed=setup_seed)
    computer = None if against == FRIEND else player(against, seed)
    typer.echo(f"{chosen.info.title} by {chosen.info.author}. Type help when in doubt.")
    _play(session, computer)


def _play(session: Session, computer: Player | None) -> None:
    printed: Position | None = None
    while True:
        position = session.position
        if position != printed:
            typer.echo(f"\n{board_lines(position)}")
            printed = position
        if session.result is not None:
            typer.echo(f"The game is over: {format_result(session.result)}.")
            return
        if computer is not None and session.waits_for_computer:
            text = session.game.format_turn(computer.choose(position))
            typer.echo(f"{_mover(position)} plays {text}")
            session = session.play(session.to_act, text)
            continue
        line = _ask(f"{_mover(position)}> ")
        if line in (None, "quit", "exit"):
            return
        try:
            session = _obey(session, line or "")
        except (SkerryError, OSError) as error:
            typer.echo(str(error))


def _ask(prompt: str) -> str | None:
    try:
        return input(prompt).strip()
    except EOFError:
        typer.echo("")
        return None


def _obey(session: Session, line: str) -> Session:
    """The session after a line that the person to act typed."""
    command, _, rest = line.partition(" ")
    if command == "":
        return session
    if command == "help":
        example = game_module(session.game.name).EXAMPLE
        typer.echo(HELP.format(example=example, name=session.game.name))
    elif command == "legal":
        actions = session.position.legal_actions()
        words = " ".join(session.game.format_action(action) for action in actions)
        typer.echo(indent(fill(words, 87, break_on_hyphens=False), " "))
    elif command == "undo":
        return session.take_back()
    elif command == "resign":
        return session.resign(session.to_act or 0)
    elif command == "save":
        _save(session.record, rest.strip())
    else:
        return session.play(session.to_act, line)
    return session


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
