"""The text protocol: one command a line, in the style of the Go Text Protocol, version 2.

    7 genmove               a command, with or without an id before it
    =7 c3,d4                what it gives, and an empty line; `?7` and a sentence when it fails

Whatever follows `#` is a comment, other control characters than the tab count for nothing, empty
lines are passed over. A turn is the text of a whole turn, as in `play c3,d4`. The protocol's draft:
G. Farnebäck, "GTP, the Go Text Protocol, version 2, draft 2", 2002; docs/engine.md lists what is
ours.
"""

import logging
import re
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from random import SystemRandom
from threading import Event, Lock

from skerry.core.numbers import seed_or_none
from skerry.engine.client import LONGEST_LINE, Overlong
from skerry.errors import SkerryError, clipped, quoted
from skerry.games.catalogue import GAMES
from skerry.games.ruleset import parse_options
from skerry.levels import LEVELS
from skerry.levels import player as level_player
from skerry.players import Player, SearchPlayer
from skerry.positions import Game, Position, game, position

log = logging.getLogger(__name__)

PROTOCOL = 2
FIRST_GAME = GAMES[0].name
FIRST_SECONDS = 1.0  # for a turn, when nobody has said how strong to play
FEWEST_AHEAD, TURNS_AHEAD = 3, 20  # that the time left is kept for at least, and at most
OVERTIME = 0.25  # of a game's length, that is kept for once it has lasted that long
LAG = 0.1  # seconds of the clock that are left untouched
LEAST_SECONDS = 0.02
MOST_SECONDS = 86_400.0
MOST_PLAYOUTS = 10**9
CANCELLED = "cancelled: the engine was stopped, or standard input ended without quit."

Words = list[str]


class CommandError(SkerryError):
    """A command that cannot be carried out, in one sentence."""


@dataclass
class Clock:
    """What is left of a colour's time, as `time_left` told."""

    seconds: float
    turns: int  # that it must last for; 0: the rest of the game

    def budget(self, position: Position) -> float:
        """Seconds to think about the turn of a position."""
        share = self.seconds / (self.turns or turns_ahead(position))
        return max(LEAST_SECONDS, min(share, self.seconds - LAG))


def turns_ahead(position: Position) -> float:
    """For how many turns of one's own the time left in a game must last."""
    expected = position.game.info.turns_per_cell * position.game.rules.num_cells
    left = max(expected - position.turn, OVERTIME * expected)
    return max(FEWEST_AHEAD, min(TURNS_AHEAD, left / 2.0 + 1.0))


def _nothing(text: str) -> None:
    pass


@dataclass
class TextEngine:
    """The engine: a game under way, and a player who thinks for whoever is to act."""

    seed: int | None = None  # of the player and of set-ups; drawn when None
    prepare: Callable[[str], object] = _nothing  # is told each game before it is played
    write: Callable[[str], object] = _nothing  # takes each answer of `serve`
    quitting: bool = False  # after the command `quit`
    stopped: Event = field(default_factory=Event)  # whatever is searched ends, and is refused
    is_searching: bool = False  # and not compiling, nor waiting for a command
    _game: Game = field(init=False)
    _positions: list[Position] = field(init=False)  # the present one last
    _strength: tuple[str, float] | None = None  # None: as the clock allows
    _player: Player | None = None  # made when it is needed
    _clocks: dict[str, Clock] = field(default_factory=dict)  # by colour
    _lock: Lock = field(default_factory=Lock)  # of the two below
    _working: str = ""  # the line that is worked on
    _is_given_up: bool = False

    def __post_init__(self) -> None:
        self.seed = seed_or_none(self.seed)
        self._begin(game(FIRST_GAME))

    def serve(self, lines: Iterable[str]) -> None:
        """Write the answer to each line that is a command, until `quit` or the last line."""
        for line in lines:
            with self._lock:
                self._working = line
            answer = self.answer(line)
            with self._lock:
                if answer is not None and not self._is_given_up:
                    self.write(answer)
                self._working = ""
            if self.quitting:
                return

    def cancel(self) -> None:
        """End soon what is searched."""
        self.stopped.set()

    def give_up(self) -> None:
        """Answer as cancelled what has not been answered; whatever is still found is dropped."""
        with self._lock:
            self._is_given_up = True
            words = self._working.split()
        if words:
            number = words[0] if words[0].isdecimal() else ""
            self.write(f"?{number} {CANCELLED}\n\n")

    def answer(self, line: str) -> str | None:
        """What one line gives, its empty line included; None for an empty one."""
        if isinstance(line, Overlong):
            return f"? A line holds at most {LONGEST_LINE:,} bytes.\n\n"
        words = clean(line).split()
        number = words.pop(0) if words and re.fullmatch(r"[0-9]{1,20}", words[0]) else ""
        if not words:
            return None if not number else f"?{number} There is no command.\n\n"
        name, *arguments = words
        try:
            text = self._command(name)(arguments)
        except SkerryError as error:
            return f"?{number} {' '.join(str(error).split())}\n\n"
        except Exception as error:
            log.exception("The command %s failed.", quoted(name))
            why = clipped(f"{type(error).__name__}: {error}")
            return (
                f"?{number} the engine failed at this command ({why}), by a fault of its own.\n\n"
            )
        lines = [part for part in text.splitlines() if part.strip()]
        return f"={number} " + "\n".join(lines) + "\n\n"

    def _command(self, name: str) -> Callable[[Words], str]:
        if name not in COMMANDS:
            raise CommandError(
                f"unknown command {quoted(name)}; list_commands tells which there are."
            )
        found: Callable[[Words], str] = getattr(self, f"_do_{name}")
        return found

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._positions[-1]

    # --- about the engine -------------------------------------------------------------------------

    def _do_protocol_version(self, words: Words) -> str:
        return str(PROTOCOL)

    def _do_name(self, words: Words) -> str:
        return "Skerry"

    def _do_version(self, words: Words) -> str:
        return version("skerry")

    def _do_known_command(self, words: Words) -> str:
        return "true" if only_word(words, "a command") in COMMANDS else "false"

    def _do_list_commands(self, words: Words) -> str:
        return "\n".join(COMMANDS)

    def _do_quit(self, words: Words) -> str:
        self.quitting = True
        return ""

    # --- the game ---------------------------------------------------------------------------------

    def _do_games(self, words: Words) -> str:
        return "\n".join(str(game(info.name)) for info in GAMES)

    def _do_game(self, words: Words) -> str:
        if not words:
            return str(self._game)
        self._begin(game(words[0], **parse_options(words[1:])))
        self.prepare(self._game.name)  # now, so that no clock runs meanwhile
        return ""

    def _do_boardsize(self, words: Words) -> str:
        self._change("size", parse_integer(only_word(words, "a size")))
        return ""

    def _do_komi(self, words: Words) -> str:
        if not any(option.name == "komi" for option in self._game.info.options):
            raise CommandError(f"{self._game.name} has no komi.")
        self._change("komi", parse_number(only_word(words, "a komi")))
        return ""

    def _change(self, option: str, value: float) -> None:
        """Begin again with another value of an option; another size brings its own defaults."""
        info = self._game.info
        options = dict(self._game.options)
        if option == "size":
            for entry in info.options:
                if callable(entry.default):
                    del options[entry.name]
        self._begin(game(info.name, **{**options, option: value}))

    def _do_clear_board(self, words: Words) -> str:
        if words and not self._game.info.has_setup:
            raise CommandError(f"{self._game.name} starts on an empty board; it takes no seed.")
        self._begin(self._game, parse_integer(words[0]) if words else None)
        return ""

    def _begin(self, chosen: Game, seed: int | None = None) -> None:
        if chosen.info.has_setup:
            seed = self.seed if seed is None else seed
            self._set(chosen.start(seed=SystemRandom().getrandbits(32) if seed is None else seed))
        else:
            self._set(chosen.start())

    def _set(self, start: Position) -> None:
        self._game, self._positions, self._clocks = start.game, [start], {}

    def _do_set_position(self, words: Words) -> str:
        self._set(position(" ".join(words)))
        self.prepare(self._game.name)
        return ""

    def _do_position(self, words: Words) -> str:
        return self.position.text

    def _do_showboard(self, words: Words) -> str:
        return str(self.position)

    def _do_to_move(self, words: Words) -> str:
        if self.position.player is None:
            return "nobody"
        return self.position.colour or f"person {self.position.player}"

    def _do_num_turns(self, words: Words) -> str:
        self.is_searching = True
        try:
            return str(self.position.num_turns())
        finally:
            self.is_searching = False

    def _do_final_score(self, words: Words) -> str:
        outcome = self.position.outcome
        if outcome is None:
            raise CommandError("the game goes on.")
        persons = self.position.persons
        if outcome.winner is None or persons is None:
            return "0"
        colour = self._game.info.colours[persons.index(outcome.winner)]
        margin = ""
        if outcome.scores is not None:
            margin = f"{abs(outcome.scores[0] - outcome.scores[1]):g}"
        return f"{colour[0].upper()}+{margin} {outcome.reason}"

    # --- turns ------------------------------------------------------------------------------------

    def _do_play(self, words: Words) -> str:
        # A single word is a turn, even if it is the name of a colour.
        turn = words if len(words) == 1 else self._after_colour(words)
        self._positions.append(self.position.play_turn(only_word(turn, "a turn")))
        return ""

    def _do_undo(self, words: Words) -> str:
        if len(self._positions) == 1:
            raise CommandError("cannot undo: no turn has been played.")
        self._positions.pop()
        return ""

    def _do_genmove(self, words: Words) -> str:
        turn = self._do_reg_genmove(words)
        self._positions.append(self.position.play_turn(turn))
        return turn

    def _do_reg_genmove(self, words: Words) -> str:
        if self._after_colour(words):
            raise CommandError("genmove takes the colour to move, or nothing.")
        if self.position.is_over:
            raise CommandError("the game is over.")
        self.prepare(self._game.name)
        self.is_searching = True
        try:
            actions = self._thinker().choose(self.position, cancel=self._cancel_by_clock())
        finally:
            self.is_searching = False
        if self.stopped.is_set():
            raise CommandError(CANCELLED)
        return self._game.format_turn(actions)

    def _cancel_by_clock(self) -> Callable[[], bool]:
        """What ends the search that begins now, however many playouts it was told to make."""
        clock = self._clocks.get(self.position.colour or "")
        if clock is None:
            return self.stopped.is_set
        deadline = time.monotonic() + clock.budget(self.position)
        return lambda: self.stopped.is_set() or time.monotonic() >= deadline

    def _after_colour(self, words: Words) -> Words:
        """What follows the colour, if one is named; it must be the one to move."""
        colour = self._colour_named(words[0]) if words else None
        if colour is None:
            return words
        if colour != self.position.colour:
            raise CommandError(f"{colour} is not to move, but {self._do_to_move([])}.")
        return words[1:]

    def _colour_named(self, word: str) -> str | None:
        return next((c for c in self._game.info.colours if word.lower() in (c, c[0])), None)

    def _thinker(self) -> Player:
        kind, amount = self._strength or ("seconds", MOST_SECONDS)
        if kind == "level":
            self._player = self._player or level_player(str(int(amount)), self.seed)
            return self._player
        if kind == "playouts":
            self._player = self._player or SearchPlayer(playouts=int(amount), seed=self.seed)
            return self._player
        if not isinstance(self._player, SearchPlayer):
            self._player = SearchPlayer(seconds=amount, seed=self.seed)
        clock = self._clocks.get(self.position.colour or "")
        if clock is None:
            self._player.seconds = FIRST_SECONDS if self._strength is None else amount
        else:
            self._player.seconds = min(amount, clock.budget(self.position))
        return self._player

    # --- strength and time ------------------------------------------------------------------------

    def _do_level(self, words: Words) -> str:
        word = only_word(words, "a level")
        if word not in LEVELS:
            raise CommandError(
                f"There is no level {quoted(word)}; the levels are 1 to {len(LEVELS)}."
            )
        return self._become("level", int(word))

    def _do_playouts(self, words: Words) -> str:
        number = parse_integer(only_word(words, "a number of playouts"))
        if not 1 <= number <= MOST_PLAYOUTS:
            raise CommandError(f"A turn has 1 to {MOST_PLAYOUTS:,} playouts.")
        return self._become("playouts", number)

    def _do_seconds(self, words: Words) -> str:
        number = parse_number(only_word(words, "a number of seconds"))
        if not LEAST_SECONDS <= number <= MOST_SECONDS:
            raise CommandError(f"A turn has {LEAST_SECONDS:g} to {MOST_SECONDS:g} seconds.")
        return self._become("seconds", number)

    def _become(self, kind: str, amount: float) -> str:
        self._strength, self._player = (kind, amount), None
        return ""

    def _do_time_left(self, words: Words) -> str:
        if len(words) != 3:
            raise CommandError(
                "time_left takes a colour, seconds, and turns they are for (0: all)."
            )
        colour = self._colour_named(words[0])
        if colour is None:
            raise CommandError(f"The colours are {' and '.join(self._game.info.colours)}.")
        seconds, turns = parse_number(words[1]), parse_integer(words[2])
        if not 0 <= seconds <= MOST_SECONDS or not 0 <= turns <= 10_000:
            raise CommandError(
                f"Time goes from 0 to {MOST_SECONDS:g} seconds, for 0 to 10,000 turns."
            )
        self._clocks[colour] = Clock(seconds, turns)
        return ""


COMMANDS = tuple(
    sorted(name.removeprefix("_do_") for name in dir(TextEngine) if name.startswith("_do_"))
)


def clean(line: str) -> str:
    """A line without its comment; tabs are blanks, other control characters are nothing."""
    line = line.split("#", 1)[0].replace("\t", " ")
    return "".join(character for character in line if character.isprintable())


def only_word(words: Words, what: str) -> str:
    """The only word. Raises CommandError."""
    if len(words) != 1:
        raise CommandError(f"This takes {what}, and nothing else.")
    return words[0]


def parse_integer(word: str) -> int:
    """A whole number. Raises CommandError."""
    if not re.fullmatch(r"-?[0-9]{1,12}", word):
        raise CommandError(f"{quoted(word)} is not a whole number.")
    return int(word)


def parse_number(word: str) -> float:
    """A number. Raises CommandError."""
    if not re.fullmatch(r"-?[0-9]{1,12}(\.[0-9]{1,12})?", word):
        raise CommandError(f"{quoted(word)} is not a number.")
    return float(word)
