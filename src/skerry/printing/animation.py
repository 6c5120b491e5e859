"""A record as a moving picture: a frame a turn, the last turn marked, over and over."""

import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..canvas.raster import rasterize
from ..draw.pictures import board_file, checked_width
from ..draw.theme import THEME
from ..errors import OptionError, quoted
from ..record import GameRecord

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


def animate(
    record: GameRecord,
    kind: str = "gif",
    *,
    width: int | None = None,
    seconds: float = USUAL_SECONDS,
    dark: bool = False,
) -> bytes:
    """A record as a file of a moving picture, which begins again at its end.

    Args:
        record: the game.
        kind: "gif", or "webp", which is smaller.
        width: in pixels, 16 to 1024; None for the usual one.
        seconds: how long a turn is shown, 0.05 to 20.
        dark: in the colours of the dark theme.

    Raises:
        OptionError: another kind, a width or a time out of bounds, or too many turns for the width.
        RecordError: a turn that the rules forbid.
    """
    if kind not in KINDS:
        raise OptionError(f"A moving picture is {' or '.join(KINDS)}, not {quoted(kind)}.")
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise OptionError(
            f"A turn is shown for {LEAST_SECONDS:g} to {MOST_SECONDS:g} seconds, not {seconds:g}."
        )
    across = checked_width(width, MOST_WIDTH) or USUAL_WIDTH
    count = len(record.turns) + 1
    if count * across * across > MOST_PIXELS:
        fits = int((MOST_PIXELS / count) ** 0.5)
        raise OptionError(
            f"{count} pictures of {across} pixels are too much for one file; "
            f"{fits} pixels are possible."
        )
    frames = list(_frames(record, across, dark=dark))
    times = [round(1000 * seconds)] * (count - 1) + [round(1000 * seconds * LONGER_END)]
    return _gif(frames, times) if kind == "gif" else _webp(frames, times)


def _frames(record: GameRecord, width: int, *, dark: bool) -> "Iterator[Image]":
    """The position after each turn, on the ground of the page."""
    from PIL import Image

    margin = round(MARGIN * width)
    for number, position in enumerate(record.replay()):
        last = record.game.parse_turn(record.turns[number - 1].text) if number else ()
        png = rasterize(board_file(position, last=last, dark=dark), width - 2 * margin)
        with Image.open(io.BytesIO(png)) as board:
            size = (width, board.height + 2 * margin)
            frame = Image.new("RGB", size, THEME["ground"][dark])
            frame.paste(board, (margin, margin), board)
        yield frame


def _few_colours(frames: "Sequence[Image]") -> "list[Image]":
    """The frames in COLOURS colours, the same for all: what has not changed is the same still."""
    from PIL import Image

    samples = [*frames[:: max(1, len(frames) // SAMPLES)], frames[-1]]
    width, height = frames[0].size
    together = Image.new("RGB", (width, height * len(samples)))
    for index, sample in enumerate(samples):
        together.paste(sample, (0, height * index))
    palette = together.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]


def _gif(frames: "Sequence[Image]", times: list[int]) -> bytes:
    first, *others = _few_colours(frames)
    return _written(first, others, "GIF", times, disposal=1, optimize=True)


def _webp(frames: "Sequence[Image]", times: list[int]) -> bytes:
    """Without loss: of few colours that is a third smaller than a GIF, and no line is blurred."""
    first, *others = (one.convert("RGB") for one in _few_colours(frames))
    return _written(first, others, "WEBP", times, lossless=True, quality=60, minimize_size=True)


def _written(
    first: "Image", others: "list[Image]", kind: str, times: list[int], **settings: object
) -> bytes:
    file = io.BytesIO()
    # A single picture has one time, not a list of them.
    duration = times if others else times[0]
    save: Any = first.save
    save(file, kind, save_all=True, append_images=others, duration=duration, loop=0, **settings)
    return file.getvalue()
