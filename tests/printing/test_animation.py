"""Moving pictures of games."""

import io
import re
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from PIL import Image

import skerry
from skerry.canvas.raster import rasterize
from skerry.errors import OptionError
from skerry.printing import animate, animation
from skerry.record import GameRecord, Result
from tests import small

pytestmark = pytest.mark.kernels


@pytest.fixture(scope="module")
def record() -> GameRecord:
    game = skerry.game("kitaran", size=3)
    return GameRecord.begin(game).add_turn("b2").add_turn("a1").add_turn("c3")


def durations(image: Image.Image) -> list[int]:
    found = []
    for frame in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(frame)
        image.load()
        found.append(int(image.info["duration"]))
    return found


def lightness(image: Image.Image, place: tuple[int, int]) -> int:
    """Of a point, 0 to 255."""
    return int(np.asarray(image.convert("L"))[place[1], place[0]])


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_each_turn_is_a_frame_the_last_one_stays_and_it_begins_again(
    record: GameRecord, kind: str
) -> None:
    with Image.open(io.BytesIO(animate(record, kind, width=120, seconds=0.5))) as image:
        assert image.format == kind.upper()
        assert image.size[0] == 120
        assert image.info["loop"] == 0
        assert durations(image) == [500, 500, 500, 1500]


def played(name: str, turns: int = 12) -> GameRecord:
    """A game of the start's board that is drawn at random, with names."""
    game, rng = skerry.game(name, **small.small(name)), Random(4)
    record = GameRecord.begin(game, seed=small.seed_of(game, 4), persons=("Anna", "Bert"))
    while len(record.turns) < turns and not record.is_over:
        record = record.add_turn(game.format_turn(record.position.sample_turn(rng)))
    return record


@pytest.mark.parametrize("name", small.NAMES)
def test_a_frame_drawn_in_parts_is_the_whole_picture(name: str) -> None:
    """And the parts are small: to draw all of each frame took five times as long."""
    record, drawn = played(name), 0
    sheet = animation._sheet(record, 240)
    frame = Image.new("RGB", sheet.size)
    roots = list(animation._pictures(record, sheet, dark=False))
    for root, changed in zip(roots, animation.patches(roots, sheet), strict=True):
        for place, picture in changed:
            frame.paste(picture, place)
            drawn += picture.width * picture.height
        whole = animation._drawn(root, (0, 0, *sheet.size), sheet).picture
        differs = np.abs(np.asarray(whole).astype(int) - np.asarray(frame)).max(axis=2)
        assert (differs > 40).mean() < 0.001, "but for the smoothing of single pixels"
    whole_frames = len(roots) * sheet.size[0] * sheet.size[1]
    assert drawn < 0.6 * whole_frames, "on this small board; far less on a usual one"


@pytest.mark.parametrize("name", small.NAMES)
def test_names_stand_above_the_board_and_the_result_below_it(name: str) -> None:
    record = replace(played(name, 3), result=Result(0, "resignation"))
    sheet = animation._sheet(record, 240)
    roots = list(animation._pictures(record, sheet, dark=True))
    told = [[text.text for text in root.iter("text")] for root in roots]
    for words in told:
        assert {"Anna", "Bert"} <= set(words)
    assert told[1][-1] == "Turn 1 of 3"
    assert str(told[-1][-1]).endswith("wins by resignation")


@pytest.mark.parametrize("name", small.NAMES)
def test_what_stays_the_same_is_drawn_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def noted(svg: str, width: int) -> bytes:
        drawn.append(svg)
        return rasterize(svg, width)

    monkeypatch.setattr(animation, "rasterize", noted)
    animate(played(name), "gif", width=120)
    whole, ground, *rest = (re.sub("<defs>.*</defs>", "", svg) for svg in drawn)
    beneath = {shape for shape in re.findall("<(?:rect|path) [^>]*>", ground) if shape in whole}
    assert beneath, "at least what lies around the board"
    assert not any(shape in svg for shape in beneath for svg in rest)


def test_it_tells_how_far_it_is(record: GameRecord) -> None:
    told: list[tuple[int, int]] = []
    animate(record, "gif", width=64, progress=lambda *done: told.append(done))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_the_frames_differ_where_a_stone_was_placed(record: GameRecord, kind: str) -> None:
    with Image.open(io.BytesIO(animate(record, kind, width=150))) as image:
        middle = []
        for frame in range(2):
            image.seek(frame)
            middle.append(lightness(image, (71, 87)))
    assert middle[0] > 100 > middle[1], "a black stone lies on b2 after the first turn"


def test_the_dark_theme_has_another_ground(record: GameRecord) -> None:
    light, dark = (animate(record, "gif", width=64, dark=dark) for dark in (False, True))
    corner = [lightness(Image.open(io.BytesIO(file)), (0, 0)) for file in (light, dark)]
    assert corner[0] > 200 > 60 > corner[1]


def test_a_game_without_turns_is_one_picture() -> None:
    begun = GameRecord.begin(skerry.game("kitaran", size=3))
    for kind in ("gif", "webp"):
        with Image.open(io.BytesIO(animate(begun, kind, width=64))) as image:
            assert getattr(image, "n_frames", 1) == 1


def test_frames_cost_little(record: GameRecord) -> None:
    gif, webp = (animate(record, kind, width=300) for kind in ("gif", "webp"))
    assert len(gif) < 30_000
    assert len(webp) < 30_000


@pytest.mark.parametrize(
    ("kind", "given", "sentence"),
    [
        ("mp4", {}, "A moving picture is gif or webp, not 'mp4'."),
        ("gif", {"width": 2000}, "16 to 1024 pixels"),
        ("gif", {"seconds": 0.01}, "0.05 to 20 seconds"),
        ("gif", {"seconds": float("nan")}, "0.05 to 20 seconds"),
    ],
)
def test_what_cannot_be_made_is_refused(
    record: GameRecord, kind: str, given: dict[str, float], sentence: str
) -> None:
    with pytest.raises(OptionError, match=sentence):
        animate(record, kind, **given)  # type: ignore[arg-type]


def test_too_many_pictures_of_that_size_are_refused(
    record: GameRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skerry.printing.animation.MOST_PIXELS", 4 * 100 * 100)
    animate(record, "gif", width=100)
    with pytest.raises(OptionError, match="4 pictures of 101 pixels are too much"):
        animate(record, "gif", width=101)
