"""`skerry animate`, `skerry booklet` and `skerry print`: the files they write, what they refuse."""

from pathlib import Path

import pytest
from PIL import Image

import skerry
from skerry.cli import main
from skerry.printing import booklet, printed_board
from skerry.record import GameRecord
from tests.cli.test_commands import refused

pytestmark = pytest.mark.kernels


@pytest.fixture
def record() -> GameRecord:
    return GameRecord.begin(skerry.game("kitaran", size=3)).add_turn("b2").add_turn("a2")


@pytest.fixture
def file(record: GameRecord, tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(record.to_json(), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", ["game.gif", "game.WEBP"])
def test_a_record_becomes_a_moving_picture(file: Path, tmp_path: Path, name: str) -> None:
    out = tmp_path / name
    arguments = ["animate", str(file), "-o", str(out), "--width", "64", "--theme", "dark"]
    assert main(arguments) == 0
    with Image.open(out) as image:
        assert image.size[0] == 64
        assert getattr(image, "n_frames", 1) == 3


def test_a_record_becomes_a_booklet(file: Path, record: GameRecord, tmp_path: Path) -> None:
    out = tmp_path / "game.pdf"
    assert main(["booklet", str(file), "-o", str(out), "--paper", "letter", "--every", "1"]) == 0
    assert out.read_bytes() == booklet(record, paper="letter", every=1)


def test_a_game_becomes_a_board(tmp_path: Path) -> None:
    out = tmp_path / "board.pdf"
    arguments = ["print", "kitaran", "-o", "size=4", "--out", str(out), "--cell", "20"]
    assert main(arguments) == 0
    assert out.read_bytes() == printed_board(skerry.game("kitaran", size=4), cell=20)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["animate", "FILE", "-o", "OUT.mp4"], "A moving picture is gif or webp, not 'mp4'."),
        (["animate", "FILE", "-o", "OUT.gif", "--theme", "red"], "There is no theme 'red'; "),
        (["booklet", "FILE", "-o", "OUT.pdf", "--paper", "a3"], "The paper is a4 or letter, "),
        (["booklet", "nowhere.json", "-o", "OUT.pdf"], "There is no file nowhere.json."),
        (["booklet", "FILE", "-o", "OUT.png"], "made.png would hold a PDF, so its name must end "),
        (["print", "kitaran", "--out", "OUT"], "made would hold a PDF, so its name must end with "),
        (["print", "kitaran", "--out", "OUT.pdf", "--cell", "1"], "A cell is 5 to 100 mm wide, "),
        (["print", "chess", "--out", "OUT.pdf"], "There is no game 'chess'"),
    ],
)
def test_what_cannot_be_made_is_told_in_one_line_and_nothing_is_written(
    arguments: list[str],
    sentence: str,
    file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "made"
    given = [one.replace("FILE", str(file)).replace("OUT", str(out)) for one in arguments]
    assert sentence in refused(capsys, *given)
    assert list(tmp_path.glob("made*")) == []
