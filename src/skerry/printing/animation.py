"""A record as a moving picture: who plays, a frame a turn, the last turn marked, the result."""

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from skerry.canvas.svg import number
from skerry.core.numbers import as_number
from skerry.draw.board import board_svg, box_of
from skerry.draw.captions import how_it_stands, line, player_line, players
from skerry.draw.flat import Flattened, flatten
from skerry.draw.pictures import checked_width
from skerry.draw.theme import THEME
from skerry.errors import OptionError, quoted
from skerry.positions import Position
from skerry.printing.frames import Patch, Sheet, patches
from skerry.printing.progress import Progress, silent
from skerry.record import GameRecord

if TYPE_CHECKING:
    from PIL.Image import Image

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
    return _gif(frames, times) if kind == "gif" else _webp(frames, times)


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
    given = {
        "x": number(left),
        "y": number(top),
        "width": number(right - left),
        "height": number(bottom - top + 1),  # the last row of pixels may be cut
        "fill": THEME["ground"][dark],
    }
    ground, known = Element("rect", given), Flattened()
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
    first, second = players(record, position)
    room = across / 2 - 1.5 * margin
    game = record.game
    return (
        player_line(first, game, left + margin, top + half, size, room=room, dark=dark)
        + player_line(
            second, game, right - margin, top + half, size, room=room, dark=dark, at_right=True
        )
        + line(
            how_it_stands(record, turn),
            (left + right) / 2,
            bottom - half,
            size,
            room=across - 2 * margin,
            dark=dark,
            anchor="middle",
        )
    )


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


def _gif(frames: "Iterator[Image]", times: list[int]) -> bytes:
    return _written(frames, "GIF", times, disposal=1, optimize=True)


def _webp(frames: "Iterator[Image]", times: list[int]) -> bytes:
    """Without loss: of few colours that is a third smaller than a GIF, and no line is blurred."""
    plain = (one.convert("RGB") for one in frames)
    return _written(plain, "WEBP", times, lossless=True, quality=60, minimize_size=True)


def _written(frames: "Iterator[Image]", kind: str, times: list[int], **settings: object) -> bytes:
    file = io.BytesIO()
    first = next(frames)
    # A single picture has one time, not a list of them.
    duration = times if len(times) > 1 else times[0]
    save: Any = first.save
    save(file, kind, save_all=True, append_images=frames, duration=duration, loop=0, **settings)
    return file.getvalue()
