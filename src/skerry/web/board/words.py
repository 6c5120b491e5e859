"""What the page says about positions and turns, and names that can be shown in a line of text."""

import unicodedata
from functools import lru_cache

from skerry.games.actions import Action, decode_action
from skerry.games.contract import game_module
from skerry.positions import Game, Position
from skerry.record import GameRecord, reason_words

# Names of persons, such that they can be shown in a line of text without changing the rest.

# Drawn as nothing at all though they count as letters, marks or symbols.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_JOINERS = "\u200c\u200d"  # in the middle of words of many languages, and of emoji
# Right-to-left letters and numbers; a name without any cannot change its surroundings' order.
_RIGHT_TO_LEFT = frozenset(("R", "AL", "AN"))
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


def clean_name(text: str) -> str:
    """A name without what nobody can see, above all marks that turn the order of letters.

    Line breaks and runs of spaces become one space. Joiners stay between what they join.
    """
    seen = "".join(
        letter
        for place, letter in enumerate(text)
        if (letter in _JOINERS and _joins(text, place)) or _is_seen(letter)
    )
    return " ".join(seen.split())


def _is_seen(letter: str) -> bool:
    """Whether something is drawn, or space left; spaces of all kinds are made one later."""
    category = unicodedata.category(letter)
    return letter.isspace() or not (category.startswith("C") or letter in _BLANK)


def _joins(text: str, place: int) -> bool:
    around = text[place - 1 : place] + text[place + 1 : place + 2]
    return len(around) == 2 and all(_is_seen(one) and not one.isspace() for one in around)


def isolate_name(name: str) -> str:
    """A name for the middle of a sentence: written from right to left, it stays within itself."""
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in name):
        return f"{_ISOLATE}{name}{_END_OF_ISOLATE}"
    return name


YOU = "You"  # the name of whoever plays the computer
KEPT_TURNS = 4_000  # a page lists all turns of its game again and again
LONGEST_CACHED = 200  # characters; those of a turn of two hundred stones are read each time
CALLED_OFF = "The game was called off"
UNSAVED = (
    "The computer has found its turn, but it cannot be saved: perhaps the disk is full. "
    "Skerry tries again every few seconds."
)


def colour_title(game: Game, colour: int) -> str:
    """Name of a colour (1 or 2) with a capital."""
    return game.info.colours[colour - 1].capitalize()


def colour_of(position: Position, person: int) -> int | None:
    """The colour, 1 or 2, that a person has; None before colours are chosen."""
    return None if position.persons is None else position.persons.index(person) + 1


def person_title(record: GameRecord, person: int) -> str:
    """What to call a person: by name, else by number."""
    name = isolate_name(record.persons[person].name)
    return name or _number_title(person)


def _number_title(person: int) -> str:
    return ("First", "Second")[person] + " player"


def mover_title(position: Position) -> str:
    """Who is to act, by colour where there is one."""
    if position.colour_index is not None:
        return colour_title(position.game, position.colour_index)
    return _number_title(position.player or 0)


def heading(record: GameRecord, position: Position) -> str:
    """One line on where the game stands: who is to act, or how it ended."""
    if position.player is None:
        return ending(record, position)
    return f"{mover_title(position)} {what_is_done(position)}"


def what_is_done(position: Position) -> str:
    """What who is to act does: "to move", or a part of the set-up."""
    parts, person = position.game.info.parts, position.player
    if position.phase == "play" or parts is None or person is None:
        return "to move"
    return parts[person].full


def thinking(*, below_level: bool) -> str:
    """What is said while the computer thinks."""
    if below_level:
        return "The computer is thinking… Without its fast engine, it is not at its full strength."
    return "The computer is thinking…"


def ending(record: GameRecord, position: Position) -> str:
    """How a game that is over ended."""
    result = record.result
    if result is None:
        return "The game is over"
    if result.winner is None:
        return f"Drawn {reason_words(result)}"
    return f"{name_of(record, position, result.winner)} wins {reason_words(result)}"


def name_of(record: GameRecord, position: Position, person: int) -> str:
    """A person's colour as a title, else what they are called."""
    colour = colour_of(position, person)
    return person_title(record, person) if colour is None else colour_title(record.game, colour)


def summary(record: GameRecord, to_act: int | None) -> str:
    """One line for the list of games; a record without turns needs no kernel."""
    if record.turns:
        return (
            heading(record, record.position)
            if not record.is_over
            else ending(record, record.position)
        )
    if record.is_over:
        return ending(record, record.start)
    if record.given_start is not None:
        return heading(record, record.given_start)
    parts = record.game.info.parts
    if parts is not None:
        return f"{_number_title(0)} {parts[0].full}"
    return f"{colour_title(record.game, 1)} to move"


def bar(base: Position, position: Position, num_actions: int) -> str:
    """Where one stands in the turn being composed."""
    if position.turn > base.turn or position.is_over:
        return "The turn is complete"
    swap = _bar_swap(position) if num_actions == 0 else ""
    return game_module(position.game.name).turn_help(position, num_actions) + swap


def _bar_swap(position: Position) -> str:
    """What swapping means, where it is offered."""
    if not position.may_swap:
        return ""
    first, second = (colour_title(position.game, colour) for colour in (1, 2))
    return f". Or swap: you take over {first} and its stones; your opponent moves next, as {second}"


def turn_sentence(before: Position, text: str) -> str:
    """What a turn did, for the list of turns and for those who listen."""
    done = game_module(before.game.name).turn_words(before.game, turn_actions(before.game, text))
    return f"{mover_title(before)} {done}"


def turn_actions(game: Game, text: str) -> tuple[Action, ...]:
    """The actions of a turn's text. Raises as `Game.parse_turn`."""
    return (_cached_actions if len(text) <= LONGEST_CACHED else _actions)(game, text)


@lru_cache(KEPT_TURNS)
def _cached_actions(game: Game, text: str) -> tuple[Action, ...]:
    return _actions(game, text)


def _actions(game: Game, text: str) -> tuple[Action, ...]:
    return tuple(decode_action(game, action) for action in game.parse_turn(text))
