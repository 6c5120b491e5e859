"""The form for a new tournament, read back into a plan."""

from collections.abc import Mapping

from skerry.errors import OptionError, quoted
from skerry.games.catalogue import FEATURED
from skerry.games.info import GameInfo
from skerry.positions import game
from skerry.web.play.forms import NO_CLOCK, Choice, grouped_choices, read_control
from skerry.web.tournaments.models import LADDER, LONGEST_NAME, SWISS, SYSTEMS
from skerry.web.tournaments.organising import LONGEST, Plan

DEFAULTS = {
    "game": f"{FEATURED[0].name}.0",
    "time": "10-min-5-s",
    "system": SWISS,
    "cycles": "1",
    "rated": "on",
}


def boards() -> list[tuple[GameInfo, list[tuple[str, str, str]]]]:
    """What can be played: of each game its boards, by the field's value, name and what it means."""
    found = []
    for info in FEATURED:
        board = info.options[0]
        rows = []
        for number, preset in enumerate(info.presets):
            value = dict(info.complete(dict(preset.options)))[board.name]
            rows.append((f"{info.name}.{number}", preset.name, board.phrase.format(value)))
        found.append((info, rows))
    return found


def times() -> list[tuple[str, list[Choice]]]:
    """The clocks: without one, a round might never end."""
    return [(title, group) for title, group in grouped_choices() if title]


def read(sent: Mapping[str, str]) -> Plan:
    """What a sent form asks for.

    Raises:
        OptionError: names what is wrong, and what is allowed.
    """
    system = sent.get("system", "")
    if system not in (*SYSTEMS, LADDER):
        known = ", ".join((*SYSTEMS, LADDER))
        raise OptionError(f"There is no {quoted(system)}; choose one of {known}.")
    time = sent.get("time", NO_CLOCK)
    control = None if time == NO_CLOCK else read_control(time)
    if control is None:
        raise OptionError(
            "A tournament needs a clock, since a round might never end; choose a time."
        )
    name, _, number = sent.get("game", "").partition(".")
    chosen = next((info for info in FEATURED if info.name == name), None)
    presets = () if chosen is None else chosen.presets
    if not (
        number.isascii() and number.isdigit() and len(number) < 4 and int(number) < len(presets)
    ):
        raise OptionError(f"There is no board {quoted(sent.get('game', ''))}; choose one shown.")
    return Plan(
        sent.get("name", "")[: 2 * LONGEST_NAME],
        game(name, **presets[int(number)].options),
        control,
        system,
        _length(sent.get("rounds" if system == SWISS else "cycles", "").strip(), system),
        is_rated=sent.get("rated") == "on",
        allows_bots=sent.get("bots") == "on",
    )


def _length(text: str, system: str) -> int:
    if system == LADDER or (not text and system == SWISS):
        return 0
    most = LONGEST[system]
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= most):
        raise OptionError(f"The number of rounds is from 1 to {most}, not {quoted(text)}.")
    return int(text)
