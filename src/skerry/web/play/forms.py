"""The form for a new game, made from the catalogue, read back into a game, and remembered."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from skerry.errors import OptionError, SkerryError
from skerry.games.info import GameInfo, Option, Options, Part, Preset, Value
from skerry.games.ruleset import format_value, parse_value
from skerry.levels import LEVELS
from skerry.positions import Game, Position, game
from skerry.sessions import (
    ByoYomi,
    Correspondence,
    Fischer,
    Opponent,
    PerTurn,
    TimeControl,
    format_control,
)
from skerry.web.board.words import YOU
from skerry.web.play.models import LONGEST_NAME

MINUTE = 60.0
CHOICES: tuple[tuple[str, tuple[TimeControl | None, ...]], ...] = (
    ("", (None,)),
    (
        "Minutes, and seconds for each turn",
        (
            Fischer(3 * MINUTE, 2),
            Fischer(5 * MINUTE, 3),
            Fischer(10 * MINUTE, 5),
            Fischer(15 * MINUTE, 10),
            Fischer(30 * MINUTE, 20),
            Fischer(60 * MINUTE, 30),
        ),
    ),
    (
        "Minutes, then periods (byo-yomi)",
        (
            ByoYomi(5 * MINUTE, 5, 20),
            ByoYomi(10 * MINUTE, 5, 30),
            ByoYomi(30 * MINUTE, 5, MINUTE),
        ),
    ),
    ("Seconds for each turn", (PerTurn(15), PerTurn(30), PerTurn(MINUTE))),
    (
        "Days for each turn",
        (Correspondence(1, 7), Correspondence(3, 14), Correspondence(7, 21)),
    ),
)

NO_CLOCK = "no-clock"


class Choice(NamedTuple):
    """A clock that may be chosen."""

    value: str  # of the field
    words: str


def _value(control: TimeControl | None) -> str:
    """Its words, with hyphens for whatever is no letter and no digit."""
    letters = (one if one.isascii() and one.isalnum() else " " for one in format_control(control))
    return "-".join("".join(letters).split())


def short_time(control: TimeControl | None) -> str:
    """A clock in few words, without its vacation."""
    return format_control(control).partition(",")[0]


def grouped_choices() -> list[tuple[str, list[Choice]]]:
    """The clocks, by the title of their kind."""
    return [
        (title, [Choice(_value(one), format_control(one)) for one in controls])
        for title, controls in CHOICES
    ]


CONTROLS = {_value(one): one for _, controls in CHOICES for one in controls}


def read_control(value: str) -> TimeControl | None:
    """The clock that a form has sent; None: none.

    Raises:
        OptionError: there is no such choice.
    """
    if value not in CONTROLS:
        raise OptionError(f"There is no clock {value[:40]!r}; choose one of {', '.join(CONTROLS)}.")
    return CONTROLS[value]


FRIEND = "friend"
ONLINE = "online"  # somebody who is to be found yet
SIDES = ("first", "second", "random")
SIDES_THERE = ("to-move", "other", "random")  # where a game begins at a position
HIGHEST_SEED = 2**53
SHOWN_SEED = 1  # of the tiles that a form shows where any may be drawn
LONGEST_FIELD = 40  # characters of a field that are worth repeating in a sentence


@dataclass(frozen=True)
class Field:
    """One option as the form shows it."""

    option: Option
    value: str  # what stands in it
    highest: int
    step: str
    hint: str  # stands in it when it may be left empty: its default depends on other options


@dataclass(frozen=True)
class NewGame:
    """What the form asks for."""

    game: Game
    names: tuple[str, ...]
    opponent: Opponent
    seed: int | None
    prepared: bool  # the set-up is drawn


@dataclass(frozen=True)
class Side:
    """What a person may be, for a form."""

    value: str  # of the field
    title: str
    words: str
    # The same where the persons set up the board themselves, in a game that has parts for them.
    part: Part | None


def sides(info: GameInfo) -> list[Side]:
    """The choices of a side."""
    first, second = (colour.capitalize() for colour in info.colours)
    parts = info.parts or (None, None)
    return [
        Side("first", first, "moves first", parts[0]),
        Side("second", second, "moves second", parts[1]),
        Side("random", "Either", "random", None),
    ]


@dataclass(frozen=True)
class NameField:
    """The field for one of two friends' names."""

    name: str
    value: str
    label: str
    part: str  # the label where the persons set up the board themselves; "" in other games


def name_fields(info: GameInfo, sent: Mapping[str, str]) -> list[NameField]:
    """The fields for two friends' names, who moves first first."""
    parts = [f"Who {part.short}" for part in info.parts] if info.parts else ["", ""]
    return [
        NameField(name, sent.get(name, "")[:LONGEST_NAME], colour.capitalize(), part)
        for name, colour, part in zip(("name", "other_name"), info.colours, parts, strict=True)
    ]


def fields(info: GameInfo, sent: Mapping[str, str] | None = None) -> list[Field]:
    """The options as form fields, as sent or at their defaults."""
    values = default_values(info) if sent is None else sent
    made = []
    for option in info.options:
        depends = callable(option.default)
        value = values.get(option.name, "")[:LONGEST_FIELD]
        step = "0.5" if option.kind == "half" else "1"
        hint = "automatic" if depends else ""
        highest = option.highest if isinstance(option.highest, int) else 19 * 19
        made.append(Field(option, value, highest, step, hint))
    return made


def default_values(info: GameInfo) -> dict[str, str]:
    """What stands in the fields of a form that nobody has touched, by option."""
    defaults = info.complete({})
    depends = {option.name for option in info.options if callable(option.default)}
    return {name: "" if name in depends else field_text(value) for name, value in defaults}


def preset_values(info: GameInfo, preset: Preset) -> dict[str, str]:
    """What stands in the fields of a form by a preset, by option."""
    given = {name: field_text(value) for name, value in preset.options.items()}
    return default_values(info) | given


@dataclass(frozen=True)
class PresetChoice:
    """A preset as the form offers it."""

    name: str
    words: str  # what it means
    values: Mapping[str, str]  # of all fields, by option
    is_chosen: bool  # whether these are the values that the form shows


def preset_choices(info: GameInfo, shown: Sequence[Field]) -> list[PresetChoice]:
    """The presets of a game, for a form that shows these fields."""
    now = {field.option.name: field.value for field in shown}
    made = []
    for preset in info.presets:
        values = preset_values(info, preset)
        words = preset_words(info, preset)
        made.append(PresetChoice(preset.name, words, values, values == now))
    return made


def preset_words(info: GameInfo, preset: Preset) -> str:
    """What a preset means, in words."""
    board = board_words(info, info.complete(dict(preset.options)))
    return ", ".join(filter(None, (board, preset.words)))


def field_text(value: Value) -> str:
    """An option's value as it stands in its field."""
    if isinstance(value, bool):
        return "on" if value else ""
    return f"{value:g}" if isinstance(value, float) else str(value)


def board_words(info: GameInfo, options: Sequence[tuple[str, Value]]) -> str:
    """The board of a game with all its options, in words."""
    board = info.options[0]
    return board.phrase.format(dict(options)[board.name])


def rules_words(info: GameInfo, options: Sequence[tuple[str, Value]]) -> str:
    """The board of a game and its options that are not at their defaults, in words."""
    return ", ".join((board_words(info, options), *unusual_words(info, options)))


def unusual_words(info: GameInfo, options: Sequence[tuple[str, Value]]) -> list[str]:
    """The options that are not at their defaults, in words, the board's left out."""
    return [
        one.phrase.format(value) if one.phrase else f"{one.label.lower()} {format_value(value)}"
        for one, value in _unusual(info, options)
    ]


def unusual_options(info: GameInfo, options: Sequence[tuple[str, Value]]) -> list[tuple[str, str]]:
    """Labels and values of the options that are not at their defaults, the board's left out."""
    return [(one.label, field_text(value) or "off") for one, value in _unusual(info, options)]


def _unusual(
    info: GameInfo, options: Sequence[tuple[str, Value]]
) -> Iterator[tuple[Option, Value]]:
    given = dict(options)
    for one in info.options[1:]:
        if given[one.name] != one.default_given(given):
            yield one, given[one.name]


def read_new_game(info: GameInfo, sent: Mapping[str, str]) -> NewGame:
    """The game that a sent form asks for.

    Raises:
        OptionError: names the field, its value and what is allowed.
    """
    chosen = game(info.name, **read_options(info, sent))
    opponent = _read_opponent(sent)
    names: tuple[str, ...] = (YOU,)
    if opponent.human is None:
        names = tuple(sent.get(field, "").strip() for field in ("name", "other_name"))
    seed = _read_seed(info, sent.get("seed", "").strip())
    return NewGame(chosen, names, opponent, seed, info.has_setup and sent.get("prepared") == "on")


def read_board(info: GameInfo, sent: Mapping[str, str]) -> tuple[Game, int | None]:
    """The game whose board a form shows, and the seed of its tiles if it has some.

    Raises:
        OptionError: names the field, its value and what is allowed.
    """
    seed = _read_seed(info, sent.get("seed", "").strip())
    any_seed = SHOWN_SEED if info.has_setup else None
    return game(info.name, **read_options(info, sent)), any_seed if seed is None else seed


def read_options(info: GameInfo, sent: Mapping[str, str]) -> Options:
    """The options that a sent form gives; one left empty is not among them.

    Raises:
        OptionError: a switch that is neither on nor off.
    """
    options: Options = {}
    for option in info.options:
        text = sent.get(option.name, "").strip()[:LONGEST_FIELD]
        if option.kind == "switch":
            options[option.name] = _read_switch(info, option, text)
        elif text:
            options[option.name] = text if option.kind == "choice" else parse_value(text)
    return options


def _read_switch(info: GameInfo, option: Option, text: str) -> bool:
    if text not in ("", "on"):
        option.check(info.name, text, {})
    return text == "on"


def _read_opponent(sent: Mapping[str, str]) -> Opponent:
    kind = sent.get("opponent", "")
    level = "" if kind == ONLINE else _read_level(kind)
    side = _read_side(sent.get("side", "first"), SIDES)
    return Opponent(level, side) if level else Opponent()


def _read_level(kind: str) -> str:
    """The computer's level, "" for a friend."""
    if kind != FRIEND and kind not in LEVELS:
        raise OptionError(
            f"There is no opponent {kind[:LONGEST_FIELD]!r}; "
            f"choose a level from 1 to {len(LEVELS)}, {FRIEND} or {ONLINE}."
        )
    return "" if kind == FRIEND else kind


def _read_side(side: str, sides: Sequence[str]) -> int:
    """Which of two sides, the last choice being random."""
    index = sides.index(read_side_name(side, sides))
    return secrets.randbelow(2) if side == sides[-1] else index


def read_side_name(side: str, sides: Sequence[str] = SIDES) -> str:
    """A side as a form names it; a random one is drawn later. Raises OptionError: it is none."""
    if side not in sides:
        raise OptionError(
            f"There is no side {side[:LONGEST_FIELD]!r}; choose one of {', '.join(sides)}."
        )
    return side


def read_opponent_at(position: Position, sent: Mapping[str, str]) -> Opponent:
    """Against whom a position is to be played on; a side is that of who is to move, or the other.

    Raises:
        OptionError: names the field, its value and what is allowed.
    """
    level = _read_level(sent.get("opponent", FRIEND))
    other = _read_side(sent.get("side", SIDES_THERE[0]), SIDES_THERE)
    return Opponent(level, (position.player or 0) ^ other) if level else Opponent()


def _read_seed(info: GameInfo, text: str) -> int | None:
    if not info.has_setup or not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 16 and int(text) <= HIGHEST_SEED):
        raise OptionError(
            f"{info.name}: seed={text[:LONGEST_FIELD]!r} is not possible; "
            f"the seed must be a whole number from 0 to {HIGHEST_SEED}, or empty for any."
        )
    return int(text)


# What was chosen for the last new game of a kind: a cookie of its form keeps it.
#
# The server writes the cookie when a game begins, and reads it when it renders the form again, so
# that the form comes up right at once. Whatever else stands in it is ignored.

COOKIE = "skerry_new_{}"
YEAR = 365 * 24 * 3600  # seconds
LONGEST_COOKIE = 1000  # characters
MOST_FIELDS = 30


def remember(response: HttpResponseBase, info: GameInfo, sent: Mapping[str, str]) -> None:
    """Let the browser keep what a form asked for, but for names and the seed."""
    kept = {name: sent[name].strip()[:LONGEST_FIELD] for name in _kept(info) if sent.get(name)}
    response.set_cookie(
        COOKIE.format(info.name),
        urlencode(kept),
        max_age=YEAR,
        path=reverse("new", args=[info.name]),
        httponly=True,
        samesite="Lax",
    )


def remembered(request: HttpRequest, info: GameInfo) -> dict[str, str] | None:
    """What a form of this browser asked for last; None: nothing, or nothing that is possible."""
    cookie = request.COOKIES.get(COOKIE.format(info.name), "")
    if not cookie or len(cookie) > LONGEST_COOKIE:
        return None
    try:
        read = dict(parse_qsl(cookie, max_num_fields=MOST_FIELDS))
        sent = _with_defaults(info, {name: read[name] for name in _kept(info) if name in read})
        read_new_game(info, sent)
    except (ValueError, SkerryError):
        return None
    return sent


def _kept(info: GameInfo) -> list[str]:
    return [
        "opponent",
        "side",
        "time",
        "listed",
        "rated",
        "prepared",
        *(option.name for option in info.options),
    ]


def _with_defaults(info: GameInfo, sent: Mapping[str, str]) -> dict[str, str]:
    """An option that came after the cookie; a switch that is off is not sent either."""
    switches = {option.name for option in info.options if option.kind == "switch"}
    defaults = default_values(info).items()
    return {name: value for name, value in defaults if name not in switches} | dict(sent)
