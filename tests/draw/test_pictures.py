"""Picture files: their size, what they look like, and that they are the same everywhere."""

import io
import re
import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import skerry
from skerry.canvas.raster import rasterize
from skerry.draw import board_picture
from skerry.draw.pictures import CARD, board_file, game_card_file
from skerry.draw.theme import THEME
from skerry.errors import OptionError
from skerry.games.catalogue import GAMES
from skerry.record import GameRecord, Result
from tests.small import seed_of, start

NAMES = [info.name for info in GAMES]


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    assert image.format == "PNG"
    return image


def pixels(png: bytes) -> NDArray[np.uint8]:
    """Of a PNG on white, as rows of red, green and blue."""
    image = opened(png).convert("RGBA")
    white = Image.new("RGBA", image.size, "white")
    return np.asarray(Image.alpha_composite(white, image).convert("RGB"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("width", [16, 333, 1000])
def test_a_png_is_as_wide_as_asked_for(name: str, width: int) -> None:
    image = opened(board_picture(start(skerry.game(name), 2), "png", width=width))
    assert image.size[0] == width
    assert 0.7 < image.size[1] / width < 1.3
    assert image.mode == "RGBA"


@pytest.mark.parametrize("name", NAMES)
def test_an_svg_is_as_wide_as_asked_for_and_keeps_its_shape(name: str) -> None:
    position = start(skerry.game(name), 2)
    usual, wide = (
        ElementTree.fromstring(board_file(position, width=width)) for width in (None, 600)
    )
    assert wide.get("width") == "600"
    assert usual.get("viewBox") == wide.get("viewBox")
    shape = [float(root.get("height", 0)) / float(root.get("width", 1)) for root in (usual, wide)]
    assert shape[0] == pytest.approx(shape[1], rel=1e-3)


@pytest.mark.parametrize("name", NAMES)
def test_resvg_understands_all_of_a_picture(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    from resvg_py import svg_to_bytes

    svg = board_file(start(skerry.game(name), 2))
    svg_to_bytes(svg_string=svg, width=40, log_information=True, skip_system_fonts=True)
    warnings = [line for line in capfd.readouterr().err.splitlines() if "font" not in line.lower()]
    assert [line for line in warnings if "Warning" in line] == []


@pytest.mark.parametrize("dark", [False, True])
def test_stones_lie_where_they_are(dark: bool) -> None:
    position = skerry.game("kitaran", size=3).start().play("a1").play("c3")
    picture = pixels(board_picture(position, "png", width=300, dark=dark)).mean(axis=2)
    assert picture[-60, 62] < 70  # a1, lower left: black
    assert picture[60, -62] > 220  # c3: white
    assert 80 < picture[145, 150] < 190  # b2: wood


def test_labels_are_written_though_the_machine_has_no_font() -> None:
    position = skerry.game("kitaran", size=3).start()
    bare = board_file(position).replace("<text", "<none").replace("</text", "</none")
    with_labels = pixels(board_picture(position, "png", width=300)).astype(int)
    without = pixels(rasterize(bare, 300)).astype(int)
    differs = np.abs(with_labels - without).max(axis=2) > 60
    assert differs.any(axis=1)[:250].sum() > 20  # numbers of the rows
    assert differs[270:].any()  # letters of the columns


def test_themes_differ_and_the_last_turn_shows() -> None:
    position = skerry.game("kitaran", size=3).start().play("a1")
    plain = board_picture(position, "png", width=100)
    assert board_picture(position, "png", width=100, dark=True) != plain
    assert board_picture(position, "png", width=100, last=[0]) != plain
    assert board_picture(position, "svg", last=[0]) != board_picture(position, "svg")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_the_same_position_gives_the_same_bytes(kind: str) -> None:
    first, second = (skerry.game("byg", size=4).start().play("a1,end") for _ in range(2))
    assert board_picture(first, kind, width=90) == board_picture(second, kind, width=90)


@pytest.mark.parametrize("width", [15, 4097, 0, -3])
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_widths_have_bounds(kind: str, width: int) -> None:
    with pytest.raises(OptionError, match=f"16 to 4096 pixels wide here, not {width}"):
        board_picture(skerry.game("kitaran", size=3).start(), kind, width=width)


def test_other_kinds_are_refused() -> None:
    with pytest.raises(OptionError, match="svg or png, not 'gif'"):
        board_picture(skerry.game("kitaran", size=3).start(), "gif")


@pytest.mark.parametrize("name", NAMES)
def test_a_card_shows_the_whole_board_on_the_page_s_ground(name: str) -> None:
    picture = pixels(rasterize(game_card_file(begun(name), 0), CARD[0]))
    assert picture.shape == (CARD[1], CARD[0], 3)
    ground = [int(THEME["ground"][0][at : at + 2], 16) for at in (1, 3, 5)]
    edge = np.concatenate([picture[:5], picture[-5:]]).reshape(-1, 3)
    assert np.abs(edge.astype(int) - ground).max() <= 1
    assert (np.abs(picture[315].astype(int) - ground).max(axis=1) > 20).sum() > 400


def begun(name: str, persons: tuple[str, str] = ("", "")) -> GameRecord:
    game = skerry.game(name)
    return GameRecord.begin(game, seed=seed_of(game, 2), persons=persons)


def words_of(svg: str) -> list[str]:
    """What is written in a picture, but for the names of its rows and columns."""
    texts = [one.text or "" for one in ElementTree.fromstring(svg).iter() if one.tag[-4:] == "text"]
    return [words for words in texts if not re.fullmatch(r"[a-z]|\d+", words)]


@pytest.mark.parametrize("name", NAMES)
def test_a_card_names_game_and_players_and_tells_the_result(name: str) -> None:
    record = begun(name, ("Anna", "Bert"))
    assert words_of(game_card_file(record, 0)) == [
        record.game.info.title,
        "Anna",
        "Bert",
        "0 turns",
    ]
    over = replace(record, result=Result(1, "resignation"))
    who = over.game.info.colours[1].capitalize()
    told = words_of(game_card_file(over, 0))[-1]
    assert told == ("Second player" if over.start.persons is None else who) + " wins by resignation"


def test_whoever_has_no_name_is_called_by_colour() -> None:
    """The page calls who plays the computer You, which is somebody else to whoever gets a link."""
    for names in (("", "Ada"), ("You", "Ada"), ("\u5c0f\u660e", "Ada")):
        assert words_of(game_card_file(begun("byg", names), 0))[1:3] == ["White", "Ada"]


def test_long_words_stay_on_their_card() -> None:
    long = "W" * 40
    assert words_of(game_card_file(begun("byg", (long, long)), 0))[1].endswith("W…")


def test_after_a_swap_the_names_change_places() -> None:
    record = GameRecord.begin(skerry.game("sytran", size=3, swap=True), persons=("Anna", "Bert"))
    record = record.add_turn("c3").add_turn("swap")
    for turn, names in ((1, ["Anna", "Bert"]), (2, ["Bert", "Anna"])):
        assert words_of(game_card_file(record, turn))[1:3] == names


def test_a_process_of_its_own_draws_the_same() -> None:
    svg = board_file(skerry.game("kitaran", size=3).start())
    drawn = subprocess.run(
        [sys.executable, "-m", "skerry.canvas.raster", "120"],
        input=svg.encode(),
        capture_output=True,
        check=True,
    )
    assert drawn.stdout == rasterize(svg, 120)
