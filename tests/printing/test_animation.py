"""Moving pictures of games."""

import io

import numpy as np
import pytest
from PIL import Image

import skerry
from skerry.errors import OptionError
from skerry.printing import animate
from skerry.record import GameRecord

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


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_the_frames_differ_where_a_stone_was_placed(record: GameRecord, kind: str) -> None:
    with Image.open(io.BytesIO(animate(record, kind, width=150))) as image:
        middle = []
        for frame in range(2):
            image.seek(frame)
            middle.append(lightness(image, (66, 70)))
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
