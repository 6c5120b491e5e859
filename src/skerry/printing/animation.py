"""Moving pictures of a record (GIF, WebP), and their frames."""

import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, takewhile
from math import ceil, floor
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from skerry.canvas.geometry import PITCH
from skerry.canvas.raster import rasterize
from skerry.canvas.svg import Point, number
from skerry.core.numbers import as_number
from skerry.draw.board import board_svg, box_of
from skerry.draw.flat import Flattened, flatten
from skerry.draw.pictures import checked_width, how_it_stands, line, player_line, players
from skerry.draw.theme import THEME
from skerry.errors import OptionError, quoted
from skerry.positions import Position
from skerry.printing.typesetting import Progress, silent
from skerry.record import GameRecord

if TYPE_CHECKING:
    from PIL.Image import Image

# The frames of a moving picture, of which only what has changed is drawn.
#
# To draw a whole board takes a third of a second, most of it for what never changes. So pictures
# are compared before they are drawn, as trees of parts of which one knows where they lie; what came
# or went gives rectangles, and these alone are drawn, at their place in the new picture: what lies
# on the board, over a picture of the board that is drawn once.

# User units that a piece reaches beyond the middle of its cell, shadow and all.
REACH = 0.75 * PITCH
LETTER = 0.75  # width of a letter, in font sizes, at most
MOST_SHARE = 0.6  # of a picture, beyond which it is drawn whole

_PLACE = re.compile(r"translate\((-?[\d.]+)[ ,]+(-?[\d.]+)\)(?: scale\([\d.]+\))?")
_STROKE = re.compile(r"([MLHVQZlz])([^MLHVQZlz]*)")
_PART_OF_PATH = re.compile(r"M[^M]*")
_PLAIN_PATH = re.compile(r"[MLHVQZlz\d.\s,-]*")
_NUMBER = re.compile(r"-?[\d.]+")

Box = tuple[float, float, float, float]  # left, top, right, bottom
Pixels = tuple[int, int, int, int]  # the same in pixels


class Part(NamedTuple):
    """Something of a picture, and where it lies; None: anywhere."""

    what: str
    box: Box | None


Known = dict[tuple[Element, str], tuple[Part, ...]]  # by an element and what it inherits


class Patch(NamedTuple):
    """A rectangle of a frame that differs from the frame before."""

    place: tuple[int, int]  # its upper left corner, in pixels
    picture: "Image"


class Ground(NamedTuple):
    """What lies beneath all that changes."""

    num_elements: int  # of a picture, from its first on
    picture: "Image"


class Sheet(NamedTuple):
    """The size of all frames."""

    box: Box  # in user units
    size: tuple[int, int]  # in pixels

    @property
    def scale(self) -> float:
        """Pixels to a user unit."""
        return self.size[0] / (self.box[2] - self.box[0])

    @property
    def whole(self) -> Pixels:
        """All of it."""
        return (0, 0, *self.size)


def patches(roots: Iterable[Element], sheet: Sheet) -> Iterator[list[Patch]]:
    """What each frame changes; the first one changes all.

    Args:
        roots: the pictures, without a style sheet. Each covers its ground; what two have in common
            is the same object.
        sheet: their size.
    """
    last: Element | None = None
    ground: Ground | None = None
    before: Counter[Part] = Counter()
    known: Known = {}
    for index, root in enumerate(roots):
        after = Counter(part for child in root for part in _parts(child, "", known))
        changed = [part.box for part in ((before - after) + (after - before))]
        before = after
        if last is not None:
            ground = _ground(root, last, ground, sheet)
        last = root
        boxes = [sheet.whole] if index == 0 else _rectangles(changed, sheet)
        yield [_drawn(root, box, sheet, ground) for box in boxes]


def _parts(element: Element, inherited: str, known: Known) -> tuple[Part, ...]:
    """What an element is made of, as small as can be told apart; pictures share elements."""
    found = known.get((element, inherited))
    if found is None:
        found = known[element, inherited] = tuple(_split(element, inherited, known))
    return found


def _split(element: Element, inherited: str, known: Known) -> Iterator[Part]:
    paint = inherited + " ".join(f"{k}={v}" for k, v in element.items() if k not in ("d", "x"))
    if (box := _box_of_piece(element)) is not None:
        yield Part(inherited + ElementTree.tostring(element, encoding="unicode"), box)
    elif element.tag == "g" and "transform" not in element.attrib:
        for child in element:
            yield from _parts(child, paint, known)
    elif element.tag == "text":
        yield Part(f"{paint} {element.get('x')} {element.text}", _box_of_text(element))
    elif element.tag == "path" and _is_plain(element):
        yield from _parts_of_path(element, paint)
    else:
        yield Part(inherited + ElementTree.tostring(element, encoding="unicode"), None)


def _is_plain(path: Element) -> bool:
    return "transform" not in path.attrib and bool(_PLAIN_PATH.fullmatch(path.get("d", "")))


def _parts_of_path(path: Element, paint: str) -> Iterator[Part]:
    """The strokes of a line; the polygons of what is filled."""
    margin = float(path.get("stroke-width", "1")) / 2 + 2.0
    is_line = path.get("fill") == "none"
    for strokes in _polygons(path.get("d", "")):
        runs = strokes if is_line else [tuple(point for stroke in strokes for point in stroke)]
        for run in runs:
            yield Part(f"{paint} {run}", _box_of(run, margin))


def _box_of(points: Iterable[Point], margin: float) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def _polygons(path: str) -> Iterator[list[tuple[Point, ...]]]:
    """The strokes of each part of a path, by the points between which they lie."""
    strokes: list[tuple[Point, ...]] = []
    first = here = (0.0, 0.0)
    for command, rest in _STROKE.findall(path):
        given = [float(value) for value in _NUMBER.findall(rest)]
        points = list(zip(given[::2], given[1::2], strict=False))
        if command == "M":
            if strokes:
                yield strokes
            strokes, first, here = [], points[0], points[0]
            points = points[1:]
        elif command in "Zz":
            points = [first]
        elif command == "l":
            xs, ys = (accumulate(given[axis::2], initial=here[axis]) for axis in (0, 1))
            points = list(zip(xs, ys, strict=False))[1:]
        elif command == "H":
            points = [(x, here[1]) for x in given]
        elif command == "V":
            points = [(here[0], y) for y in given]
        step = 2 if command == "Q" else 1  # a curve lies between its ends and one point more
        for end in range(step, len(points) + 1, step):
            strokes.append((here, *points[end - step : end]))
            here = points[end - 1]
    if strokes:
        yield strokes


def _box_of_piece(element: Element) -> Box | None:
    """What a piece covers; None of all that is not moved to a place of its own."""
    place = _PLACE.fullmatch(element.get("transform", ""))
    if element.tag != "g" or place is None:
        return None
    x, y = float(place[1]), float(place[2])
    return x - REACH, y - REACH, x + REACH, y + REACH


def _box_of_text(element: Element) -> Box:
    """Room for a word, whichever way it goes from its place."""
    size = float(element.get("font-size", "12").removesuffix("px"))
    x, y = float(element.get("x", "0")), float(element.get("y", "0"))
    width = LETTER * size * len(element.text or "")
    return x - width, y - size, x + width, y + size


def _rectangles(changed: Sequence[Box | None], sheet: Sheet) -> list[Pixels]:
    """Rectangles in pixels that cover all that has changed, none of which overlap."""
    whole = sheet.whole
    found: list[Pixels] = []
    for box in dict.fromkeys(changed):
        fresh = whole if box is None else _in_pixels(box, sheet)
        while fresh is not None:
            other = next((one for one in found if _meet(one, fresh)), None)
            if other is None:
                break
            found.remove(other)
            fresh = _union(other, fresh)
        if fresh is not None:
            found.append(fresh)
    if sum(map(_area, found)) > MOST_SHARE * _area(whole):
        return [whole]
    return found


def _in_pixels(box: Box, sheet: Sheet) -> Pixels | None:
    """The pixels that a box touches; None where it lies beside the sheet."""
    low = [floor((box[axis] - sheet.box[axis]) * sheet.scale) for axis in (0, 1)]
    high = [ceil((box[2 + axis] - sheet.box[axis]) * sheet.scale) for axis in (0, 1)]
    wide, tall = sheet.size
    found = max(0, low[0]), max(0, low[1]), min(wide, high[0]), min(tall, high[1])
    return found if found[0] < found[2] and found[1] < found[3] else None


def _union(one: Pixels, other: Pixels) -> Pixels:
    low, high = map(min, one[:2], other[:2]), map(max, one[2:], other[2:])
    (left, top), (right, bottom) = low, high
    return left, top, right, bottom


def _area(box: Pixels) -> int:
    return (box[2] - box[0]) * (box[3] - box[1])


def _ground(root: Element, last: Element, known: Ground | None, sheet: Sheet) -> Ground:
    """What a picture and the one before begin with."""
    pairs = zip(root, last, strict=False)
    num = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
    if known is not None and known.num_elements <= num:
        return known
    beneath = Element(root.tag, root.attrib)
    beneath.extend(root[:num])
    return Ground(num, _rasterized(beneath, sheet.whole, sheet).convert("RGB"))


def _drawn(root: Element, place: Pixels, sheet: Sheet, ground: Ground | None = None) -> Patch:
    """A rectangle of a picture, in its pixels."""
    if ground is None:
        return Patch(place[:2], _rasterized(root, place, sheet).convert("RGB"))
    above = Element(root.tag, root.attrib)
    above.extend(child for child in root[: ground.num_elements] if child.tag == "defs")
    above.extend(root[ground.num_elements :])
    picture, over = ground.picture.crop(place), _rasterized(above, place, sheet)
    picture.paste(over, mask=over)
    return Patch(place[:2], picture)


def _rasterized(root: Element, place: Pixels, sheet: Sheet) -> "Image":
    """A rectangle of a picture with what can be seen through it."""
    from PIL import Image

    scale, (left, top) = sheet.scale, sheet.box[:2]
    box = (
        left + place[0] / scale,
        top + place[1] / scale,
        left + place[2] / scale,
        top + place[3] / scale,
    )
    wide, tall = place[2] - place[0], place[3] - place[1]
    seen = _within(root, box)
    seen.attrib = {
        "xmlns": "http://www.w3.org/2000/svg",
        **seen.attrib,
        "viewBox": " ".join(f"{value:.6f}" for value in (*box[:2], wide / scale, tall / scale)),
        "width": number(float(wide)),
        "height": number(float(tall)),
    }
    png = rasterize(ElementTree.tostring(seen, encoding="unicode"), wide)
    with Image.open(io.BytesIO(png)) as picture:
        return picture.convert("RGBA")


def _within(element: Element, box: Box) -> Element:
    """A picture without the pieces that lie outside a box."""
    kept = Element(element.tag, element.attrib)
    kept.text = element.text
    for child in element:
        if (piece := _box_of_piece(child)) is not None:
            if _meet(piece, box):
                kept.append(child)
        elif child.tag == "g" and "transform" not in child.attrib:
            kept.append(_within(child, box))
        elif child.tag == "text":
            if _meet(_box_of_text(child), box):
                kept.append(child)
        elif child.tag == "path" and _is_plain(child):
            near = _near(child, box)
            if near:
                kept.append(Element("path", {**child.attrib, "d": near}))
        else:
            kept.append(child)
    return kept


def _near(path: Element, box: Box) -> str:
    """Those parts of a path that reach into a box."""
    margin = float(path.get("stroke-width", "1")) / 2 + 2.0
    wide = (box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin)
    parts = _PART_OF_PATH.findall(path.get("d", ""))
    return "".join(part for part in parts if _meet(_extent_of(part), wide))


@lru_cache(maxsize=4096)
def _extent_of(path: str) -> Box:
    points = (point for run in _polygons(path) for stroke in run for point in stroke)
    return _box_of(points, 0.0)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


KINDS = ("gif", "webp")
USUAL_WIDTH, MOST_WIDTH = 480, 1024  # pixels
USUAL_SECONDS, LEAST_SECONDS, MOST_SECONDS = 1.0, 0.05, 20.0
LONGER_END = 3  # times as long as a turn: the last picture, before it begins again
MOST_PIXELS = 120_000_000  # of all frames together
COLOURS = 128  # of all frames together
SAMPLES = 6  # frames from which these are taken
MARGIN = 0.03  # of the width, around the board
LETTERS = 0.034  # size of the words, of the width
ROW = 2.0  # height of a row of words, of their size


def animate(
    record: GameRecord,
    kind: str = "gif",
    *,
    width: int | None = None,
    seconds: float = USUAL_SECONDS,
    dark: bool = False,
    progress: Progress = silent,
) -> bytes:
    """A record as a file of a moving picture, which begins again at its end.

    Args:
        record: the game.
        kind: "gif", or "webp", which is smaller.
        width: in pixels, 16 to 1024; None for the usual one.
        seconds: how long a turn is shown, 0.05 to 20.
        dark: in the colours of the dark theme.
        progress: is told after each frame how many are drawn, and how many there are.

    Raises:
        OptionError: another kind, a width or a time out of bounds, or too many turns for the width.
        RecordError: a turn that the rules forbid.
    """
    if kind not in KINDS:
        raise OptionError(f"A moving picture is {' or '.join(KINDS)}, not {quoted(kind)}.")
    shown = as_number(seconds)
    if shown is None or not LEAST_SECONDS <= shown <= MOST_SECONDS:
        wrong = quoted(seconds) if shown is None else f"{shown:g}"
        raise OptionError(
            f"A turn is shown for {LEAST_SECONDS:g} to {MOST_SECONDS:g} seconds, not {wrong}."
        )
    across = checked_width(width, MOST_WIDTH) or USUAL_WIDTH
    count = len(record.turns) + 1
    if count * across * across > MOST_PIXELS:
        fits = int((MOST_PIXELS / count) ** 0.5)
        raise OptionError(
            f"{count} pictures of {across} pixels are too much for one file; "
            f"{fits} pixels are possible."
        )
    sheet = _sheet(record, across)
    drawn = []
    for changed in patches(_pictures(record, sheet, dark=dark), sheet):
        drawn.append(changed)
        progress(len(drawn), count)
    frames = _few_colours(drawn, sheet)
    times = [round(1000 * shown)] * (count - 1) + [round(1000 * shown * LONGER_END)]
    if kind == "gif":
        return _written(frames, "GIF", times, disposal=1, optimize=True)
    # Without loss: of few colours that is a third smaller than a GIF, and no line is blurred.
    plain = (one.convert("RGB") for one in frames)
    return _written(plain, "WEBP", times, lossless=True, quality=60, minimize_size=True)


def _sheet(record: GameRecord, width: int) -> Sheet:
    """The board with a row of words above it and one below."""
    left, top, wide, tall = box_of(board_svg(record.start, standalone=False))
    margin = MARGIN * wide / (1 - 2 * MARGIN)
    across = wide + 2 * margin
    row = ROW * LETTERS * across
    box = (left - margin, top - row, left + wide + margin, top + tall + row)
    return Sheet(box, (width, round(width * (tall + 2 * row) / across)))


def _pictures(record: GameRecord, sheet: Sheet, *, dark: bool) -> Iterator[Element]:
    """The position after each turn, between the players' names and how the game stands."""
    left, top, right, bottom = sheet.box
    # One unit higher, since the last row of pixels may be cut.
    sides = map(number, (left, top, right - left, bottom - top + 1))
    place = dict(zip(("x", "y", "width", "height"), sides, strict=True))
    ground, known = Element("rect", {**place, "fill": THEME["ground"][dark]}), Flattened()
    for turn, position in enumerate(record.replay()):
        last = record.game.parse_turn(record.turns[turn - 1].text) if turn else ()
        svg = board_svg(position, last=last, standalone=False).removesuffix("</svg>")
        words = _words(record, turn, position, sheet, dark=dark)
        found = flatten(f"{svg}{words}</svg>", dark=dark, known=known)
        root = Element(found.tag, found.attrib)
        root.append(ground)
        root.extend(found)
        yield root


def _words(record: GameRecord, turn: int, position: Position, sheet: Sheet, *, dark: bool) -> str:
    """The names above the board, how the game stands below it."""
    left, top, right, bottom = sheet.box
    across = right - left
    size, margin = LETTERS * across, MARGIN * across
    half = ROW * size / 2
    names = [
        player_line(
            player,
            record.game,
            right - margin if at_right else left + margin,
            top + half,
            size,
            room=across / 2 - 1.5 * margin,
            dark=dark,
            at_right=at_right,
        )
        for player, at_right in zip(players(record, position), (False, True), strict=True)
    ]
    words, middle = how_it_stands(record, turn), (left + right) / 2
    room = across - 2 * margin
    below = line(words, middle, bottom - half, size, room=room, dark=dark, anchor="middle")
    return "".join([*names, below])


def _few_colours(drawn: "Sequence[Sequence[Patch]]", sheet: Sheet) -> "Iterator[Image]":
    """The frames in COLOURS colours, the same for all: what has not changed is the same still."""
    from PIL import Image

    palette = _palette(drawn, sheet)
    frame = Image.new("RGB", sheet.size).quantize(palette=palette, dither=Image.Dither.NONE)
    for changed in drawn:
        frame = frame.copy()
        for place, picture in changed:
            frame.paste(picture.quantize(palette=palette, dither=Image.Dither.NONE), place)
        yield frame


def _palette(drawn: "Sequence[Sequence[Patch]]", sheet: Sheet) -> "Image":
    """The colours of some frames."""
    from PIL import Image

    wanted = {*range(0, len(drawn), max(1, len(drawn) // SAMPLES)), len(drawn) - 1}
    width, height = sheet.size
    together = Image.new("RGB", (width, height * len(wanted)))
    frame, taken = Image.new("RGB", sheet.size), 0
    for index, changed in enumerate(drawn):
        for place, picture in changed:
            frame.paste(picture, place)
        if index in wanted:
            together.paste(frame, (0, height * taken))
            taken += 1
    return together.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def _written(frames: "Iterator[Image]", kind: str, times: list[int], **settings: object) -> bytes:
    file = io.BytesIO()
    first = next(frames)
    # A single picture has one time, not a list of them.
    duration = times if len(times) > 1 else times[0]
    save: Any = first.save
    save(file, kind, save_all=True, append_images=frames, duration=duration, loop=0, **settings)
    return file.getvalue()
