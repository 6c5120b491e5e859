"""`skerry draw`: what it writes, where, and what it refuses."""

from pathlib import Path

import pytest
from PIL import Image

import skerry
from skerry.cli import main
from skerry.draw import board_picture
from skerry.record import GameRecord
from tests.cli.test_commands import SPRY_TEXT, refused

pytestmark = pytest.mark.kernels


@pytest.fixture
def record() -> GameRecord:
    return GameRecord.begin(skerry.game("kitaran", size=3)).add_turn("b2").add_turn("a2")


@pytest.fixture
def record_file(record: GameRecord, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return path


def test_a_position_is_drawn_to_standard_output(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    position = skerry.position(SPRY_TEXT)
    assert main(["draw", SPRY_TEXT]) == 0
    assert capfdbinary.readouterr().out == board_picture(position, "svg")
    assert main(["draw", SPRY_TEXT, "--kind", "png", "--width", "50", "--theme", "dark"]) == 0
    png = capfdbinary.readouterr().out
    assert png == board_picture(position, "png", width=50, dark=True)


def test_the_file_says_what_kind_it_is(tmp_path: Path) -> None:
    png, svg = tmp_path / "board.PNG", tmp_path / "board.svg"
    assert main(["draw", SPRY_TEXT, "--out", str(png), "--width", "123"]) == 0
    with Image.open(png) as image:
        assert image.size[0] == 123
    assert main(["draw", SPRY_TEXT, "--out", str(svg)]) == 0
    assert svg.read_text(encoding="utf-8").startswith("<svg ")


def test_a_turn_of_a_record_is_drawn_and_marked_when_asked_for(
    record: GameRecord, record_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "board.svg"
    arguments = ["draw", str(record_file), "--turn", "1", "--out", str(out)]
    before = record.replay()[1]
    assert main(arguments) == 0
    assert out.read_bytes() == board_picture(before, "svg")
    assert main([*arguments, "--last", "--force"]) == 0
    marked = board_picture(before, "svg", last=record.game.parse_turn("b2"))
    assert out.read_bytes() == marked != board_picture(before, "svg")


def test_without_a_turn_the_latest_position_is_drawn(
    record: GameRecord, record_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "board.svg"
    assert main(["draw", str(record_file), "--out", str(out)]) == 0
    assert out.read_bytes() == board_picture(record.position, "svg")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--out", "board.gif"], "A picture is svg or png, not 'gif'."),
        (["--out", "board"], "A picture is svg or png, not ''."),
        (["--width", "9"], "A picture is 16 to 4096 pixels wide here, not 9."),
        (["--theme", "blue"], "There is no theme 'blue'; the themes are light and dark."),
        (["--turn", "1"], "--turn belongs to a record, and this is a single position."),
    ],
    ids=" ".join,
)
def test_what_cannot_be_drawn_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    assert refused(capsys, "draw", SPRY_TEXT, *arguments) == sentence


def test_pixels_are_not_sent_to_a_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert refused(capsys, "draw", SPRY_TEXT, "--kind", "png").startswith(
        "A terminal cannot show a PNG"
    )
