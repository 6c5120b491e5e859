"""PDFs read by other programs: pdfium always, and poppler where it is installed."""

import io
import shutil
import subprocess
from collections.abc import Callable
from functools import partial

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

DPI = 254  # ten pixels a millimetre
PIXELS = DPI / 25.4
INK = 140  # darker is a line

Page = NDArray[np.uint8]  # shape (height, width), grey


def num_pages(pdf: bytes) -> int:
    return len(pypdfium2.PdfDocument(pdf))


def sizes(pdf: bytes) -> list[tuple[float, float]]:
    """Of each page, in millimetres."""
    found = (page.get_size() for page in pypdfium2.PdfDocument(pdf))
    return [(width / 72 * 25.4, height / 72 * 25.4) for width, height in found]


def text_of(pdf: bytes) -> str:
    """All words, in one line."""
    pages = (page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))
    return " ".join(" ".join(pages).split())


def rulers(pdf: bytes) -> list[int]:
    """The pages with a ruler."""
    pages = enumerate(pypdfium2.PdfDocument(pdf))
    return [
        index
        for index, page in pages
        if "100 mm long" in " ".join(page.get_textpage().get_text_bounded().split())
    ]


def by_pdfium(pdf: bytes, index: int) -> Page:
    page = pypdfium2.PdfDocument(pdf)[index]
    return np.asarray(page.render(scale=DPI / 72, grayscale=True).to_pil().convert("L"))


def by_poppler(pdf: bytes, index: int) -> Page:
    number = str(index + 1)
    command = ["pdftoppm", "-r", str(DPI), "-gray", "-f", number, "-l", number, "-"]
    made = subprocess.run(command, input=pdf, capture_output=True, check=True, timeout=60)
    assert made.stderr == b""
    return np.asarray(Image.open(io.BytesIO(made.stdout)))


def readers() -> list[Callable[[bytes, int], Page]]:
    """All that this machine has: at least one that did not write the file."""
    return [by_pdfium, *[by_poppler] * (shutil.which("pdftoppm") is not None)]


def lines(page: Page, axis: int, least: float) -> list[float]:
    """Where straight lines are, in millimetres from the edge of what is given.

    Args:
        page: what to measure.
        axis: 0 for upright lines, 1 for level ones.
        least: how long a line is without a gap, in millimetres.
    """
    dark = page < INK if axis == 1 else (page < INK).T
    enough = np.flatnonzero(dark.sum(axis=1) >= least * PIXELS)
    inside = [index for index in enough if max(runs_of(dark[index])) >= least]
    if not inside:
        return []
    runs = np.split(inside, np.flatnonzero(np.diff(inside) > 1) + 1)
    return [float(run.mean() + 0.5) / PIXELS for run in runs]


upright, level = partial(lines, axis=0), partial(lines, axis=1)


def band(page: Page, top: float, bottom: float) -> Page:
    """What of a page lies between two heights, in millimetres from its upper edge."""
    return page[round(top * PIXELS) : round(bottom * PIXELS)]


def runs_of(dark: NDArray[np.bool_]) -> list[float]:
    """How long the stretches are, in millimetres, for which something holds along a line."""
    inside = np.flatnonzero(dark)
    parts = np.split(inside, np.flatnonzero(np.diff(inside) > 1) + 1) if len(inside) else []
    return [len(part) / PIXELS for part in parts]
