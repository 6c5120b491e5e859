"""Pictures as files: SVG without a style sheet, and PNG; perhaps with words around the board."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from skerry.canvas.raster import font_folder, rasterize
from skerry.canvas.svg import Ids, escape, number, tag, translate
from skerry.core.numbers import as_integer, counted
from skerry.draw.board import board_label, board_svg, box_of
from skerry.draw.flat import flatten
from skerry.draw.theme import THEME
from skerry.errors import OptionError, quoted
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
    """A line of words as SVG, smaller where they need more room, and cut if still too long.

    `left` is where the words have their `anchor`: "start", "middle" or "end"; `middle` the height.
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
    indent, shown = 0.0, ""
    if player.colour is not None:
        indent = token + gap
        centre = left - token / 2 if at_right else left + token / 2
        href = Ids("", game.name).link(game_module(game.name).token(game, player.colour))
        place = f"{translate((centre, middle))} scale({number(token / TOKEN)})"
        shown = tag("g", {"transform": place}, tag("use", {"href": href}))
    start, anchor = (left - indent, "end") if at_right else (left + indent, "start")
    room -= indent
    return shown + line(
        player.name, start, middle, size, room=room, dark=dark, anchor=anchor, bold=True
    )


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


KINDS = ("svg", "png")
LEAST_WIDTH, MOST_WIDTH = 16, 4096  # pixels
USUAL_WIDTH = 1024  # of a PNG
CARD = (1200, 630)  # pixels that the link previews of most programs show
CARD_MARGIN = 30


def board_picture(
    position: Position,
    kind: str,
    *,
    width: int | None = None,
    last: Sequence[int] = (),
    dark: bool = False,
) -> bytes:
    """A picture file of a position; a PNG is transparent around the board.

    Args:
        position: what to draw.
        kind: "svg" or "png".
        width: in pixels, 16 to 4096; None for the usual one.
        last: actions of the last finished turn, to be marked.
        dark: in the colours of the dark theme.

    Raises:
        OptionError: another kind, or a width out of bounds.
        NotationError: a number in `last` is not an action of the game.
    """
    if kind not in KINDS:
        raise OptionError(f"A picture is {' or '.join(KINDS)}, not {quoted(kind)}.")
    if kind == "svg":
        return board_file(position, width=width, last=last, dark=dark).encode()
    across = checked_width(width) or USUAL_WIDTH
    return rasterize(board_file(position, last=last, dark=dark), across)


def board_file(
    position: Position,
    *,
    width: int | None = None,
    last: Sequence[int] = (),
    dark: bool = False,
) -> str:
    """An SVG file of a position. Arguments and errors: `board_picture`."""
    root, (_, _, across, up) = _drawn(position, last, dark=dark)
    if (pixels := checked_width(width)) is not None:
        across, up = float(pixels), up * pixels / across
    return _written(root, (across, up))


def card_file(position: Position, last: Sequence[int] = ()) -> str:
    """An SVG file of a position for link previews: of the shape of CARD, on the page's ground."""
    root, (x, y, across, up) = _drawn(position, last, dark=False)
    room = [side - 2 * CARD_MARGIN for side in CARD]
    unit = max(across / room[0], up / room[1])  # user units to a pixel
    wide, high = (unit * side for side in CARD)
    return _on_card(root, (x - (wide - across) / 2, y - (high - up) / 2, wide, high))


def game_card_file(record: GameRecord, turn: int) -> str:
    """An SVG file of a game for link previews: the board after a turn, who plays, how it stands."""
    position = record.replay()[turn]
    last = record.game.parse_turn(record.turns[turn - 1].text) if turn else ()
    svg = board_svg(position, last=last, standalone=False)
    x, y, across, up = box_of(svg)
    unit = max(across, up) / (CARD[1] - 2 * CARD_MARGIN)  # user units to a pixel
    wide, high = (unit * side for side in CARD)
    left, top = x - unit * CARD_MARGIN, y - (high - up) / 2
    words = _card_words(record, turn, (left, top, unit), across / unit + 2 * CARD_MARGIN)
    root = flatten(f"{svg.removesuffix('</svg>')}{words}</svg>")
    _name(root, position)
    return _on_card(root, (left, top, wide, high))


def _on_card(root: Element, box: tuple[float, float, float, float]) -> str:
    """A picture on the ground of a card that shows this box."""
    root.set("viewBox", " ".join(map(number, box)))
    ground = zip(("x", "y", "width", "height"), map(number, box), strict=True)
    root.insert(0, Element("rect", {**dict(ground), "fill": THEME["ground"][0]}))
    return _written(root, CARD)


def _card_words(
    record: GameRecord, turn: int, sheet: tuple[float, float, float], beside: float
) -> str:
    """What stands beside the board of a card, from so many pixels from the left on.

    `sheet` has the user units of the left and the upper edge, and of a pixel.
    """
    left, top, unit = sheet
    room = (CARD[0] - CARD_MARGIN - beside) * unit

    def at(height: float) -> tuple[float, float]:
        return left + beside * unit, top + height * unit

    position, game = record.replay()[turn], record.game
    first, second = players(record, position)
    return (
        line(game.info.title, *at(140), 34 * unit, room=room, dark=False)
        + player_line(first, game, *at(250), 46 * unit, room=room, dark=False)
        + player_line(second, game, *at(330), 46 * unit, room=room, dark=False)
        + line(how_it_stands(record, turn), *at(440), 32 * unit, room=room, dark=False)
    )


def checked_width(width: int | None, most: int = MOST_WIDTH) -> int | None:
    """The width. Raises OptionError: out of bounds."""
    if width is None:
        return None
    pixels = as_integer(width)
    if pixels is None or not LEAST_WIDTH <= pixels <= most:
        raise OptionError(
            f"A picture is {LEAST_WIDTH} to {most} pixels wide here, not {quoted(width)}."
        )
    return pixels


def _drawn(position: Position, last: Sequence[int], *, dark: bool) -> tuple[Element, list[float]]:
    """The picture, and the box that it fills, in its units."""
    root = flatten(board_svg(position, last=last, standalone=False), dark=dark)
    _name(root, position)
    return root, [float(value) for value in root.get("viewBox", "").split()]


def _name(root: Element, position: Position) -> None:
    title = Element("title")
    title.text = board_label(position)
    root.insert(0, title)


def _written(root: Element, size: tuple[float, float]) -> str:
    across, up = (number(float(side)) for side in size)
    given = {**root.attrib, "width": across, "height": up, "role": "img"}
    # It is written first, so that a reader knows at once what this is.
    root.attrib = {"xmlns": "http://www.w3.org/2000/svg", **given}
    return ElementTree.tostring(root, encoding="unicode") + "\n"
