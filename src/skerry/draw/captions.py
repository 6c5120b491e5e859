"""Who plays and how the game stands, written around its board in pictures that are passed on."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from skerry.canvas.raster import font_folder
from skerry.canvas.svg import Ids, escape, number, tag
from skerry.core.numbers import counted
from skerry.draw.theme import THEME
from skerry.games.contract import game_module
from skerry.games.ruleset import RuleSet
from skerry.positions import Position
from skerry.record import GameRecord, reason_words

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

TOKEN = 40.0  # user units across in which a stone or a tower is drawn
LEAST_SIZE = 0.65  # to which long words shrink, of the size that was asked for
MEASURED_AT = 100  # size of the font in which words are measured
ELLIPSIS = "…"
UNKNOWN = "\U0010fffd"  # a sign that no font has
NAMELESS = ("", "You")  # what the page calls who plays the computer says nothing to others
SIDES = ("First player", "Second player")


class Player(NamedTuple):
    """A person as a picture names them."""

    name: str
    colour: int | None  # 1 or 2; None before colours are chosen


def players(record: GameRecord, position: Position) -> tuple[Player, Player]:
    """Both persons, the one with the first colour first; in that order before there are colours."""
    seats = position.persons
    found = []
    for place in (0, 1):
        person = place if seats is None else seats[place]
        colour = None if seats is None else place + 1
        title = SIDES[person] if seats is None else record.game.info.colours[place].capitalize()
        name = printable(record.persons[person].name)
        found.append(Player(title if name in NAMELESS else name, colour))
    return found[0], found[1]


def how_it_stands(record: GameRecord, turn: int) -> str:
    """The result in the last picture of a game that is over, else which turn it shows."""
    result = record.result
    if result is None or turn < len(record.turns):
        return f"Turn {turn} of {len(record.turns)}" if turn else counted(len(record.turns), "turn")
    if result.winner is None:
        return f"Drawn {reason_words(result)}"
    seats = record.replay()[turn].persons
    who = SIDES[result.winner]
    if seats is not None:
        who = record.game.info.colours[seats.index(result.winner)].capitalize()
    return f"{who} wins {reason_words(result)}"


def line(
    words: str,
    left: float,
    middle: float,
    size: float,
    *,
    room: float,
    dark: bool,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    """A line of words as SVG, smaller where it would not fit, and cut if it is still too long.

    Args:
        words: what is written.
        left: where it begins, or what `anchor` says is there.
        middle: its height.
        size: of the font.
        room: how wide it may be.
        dark: in the dark theme.
        anchor: "start", "middle" or "end".
        bold: in bold letters.
    """
    weight = "font-weight:700;" if bold else ""
    size *= min(1.0, max(LEAST_SIZE, room / max(1e-9, _width(words, size, bold=bold))))
    attributes = {
        "x": left,
        "y": middle,
        "fill": THEME["text"][dark],
        # A style, since the style sheet of boards centres all words.
        "style": f"text-anchor:{anchor};{weight}font-size:{number(size)}px",
    }
    return tag("text", attributes, escape(fitted(words, size, room, bold=bold)))


def player_line(
    player: Player,
    game: RuleSet,
    left: float,
    middle: float,
    size: float,
    *,
    room: float,
    dark: bool,
    at_right: bool = False,
) -> str:
    """A player's stone and name; `at_right` of `left`, the stone outside. Others: as of `line`."""
    token, gap = 1.25 * size, 0.4 * size
    indent = 0.0
    shown = ""
    if player.colour is not None:
        indent = token + gap
        centre = left - token / 2 if at_right else left + token / 2
        scale = number(token / TOKEN)
        href = Ids("", game.name).link(game_module(game.name).token(game, player.colour))
        place = f"translate({number(centre)} {number(middle)}) scale({scale})"
        shown = tag("g", {"transform": place}, tag("use", {"href": href}))
    start = left - indent if at_right else left + indent
    anchor = "end" if at_right else "start"
    words = line(
        player.name, start, middle, size, room=room - indent, dark=dark, anchor=anchor, bold=True
    )
    return shown + words


def fitted(words: str, size: float, room: float, *, bold: bool = False) -> str:
    """Words, cut with an ellipsis where they would be wider than the room."""
    if _width(words, size, bold=bold) <= room:
        return words
    kept = len(words)
    while kept and _width(f"{words[:kept].rstrip()}{ELLIPSIS}", size, bold=bold) > room:
        kept -= 1
    return f"{words[:kept].rstrip()}{ELLIPSIS}"


def printable(words: str) -> str:
    """Words without the signs for which the pictures' font has no shape."""
    return " ".join("".join(filter(_has_shape, words)).split())


def _width(words: str, size: float, *, bold: bool) -> float:
    return float(_font(bold=bold).getlength(words)) * size / MEASURED_AT


@cache
def _font(*, bold: bool) -> "FreeTypeFont":
    from PIL import ImageFont

    face = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(font_folder() / face, MEASURED_AT)


@lru_cache(maxsize=4096)
def _has_shape(sign: str) -> bool:
    font = _font(bold=True)
    return bytes(font.getmask(sign)) != bytes(font.getmask(UNKNOWN))
