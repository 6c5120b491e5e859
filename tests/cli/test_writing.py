"""What commands write: a file that is there already is kept, unless `--force` is given."""

import os
from pathlib import Path

import pytest

import skerry
from skerry.cli import main
from skerry.record import GameRecord
from tests.cli.test_commands import refused

KEPT = b"of another day"
RECORD = GameRecord.begin(skerry.game("kitaran", size=3)).add_turn("b2").add_turn("a2")
WRITERS = {
    "convert": ["convert", "game.json", "--out", "out.sgf"],
    "draw svg": ["draw", "game.json", "--out", "out.svg"],
    "draw png": ["draw", "game.json", "--out", "out.png", "--width", "32"],
    "animate": ["animate", "game.json", "-o", "out.gif", "--width", "32"],
    "booklet": ["booklet", "game.json", "-o", "out.pdf"],
    "print": ["print", "kitaran", "--out", "out.pdf"],
    "review": ["review", "game.json", "--playouts", "16", "--out", "out.json"],
    "claims": ["lab", "claims", "syrtis", "--page", "out.html"],
    "claims as text": ["lab", "claims", "syrtis", "--markdown", "out.md"],
}
LONG = {  # what plays for hours before it writes
    "report": ["lab", "report", "nowhere", "--out", "out.html"],
    "collect": ["lab", "collect", "kitaran", "--out", "games.parquet", "--keep", "out.parquet"],
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_text(RECORD.to_json(), encoding="utf-8")
    return tmp_path


def out_of(command: list[str]) -> Path:
    return Path(next(word for word in command if word.startswith("out.")))


@pytest.mark.parametrize("command", WRITERS.values(), ids=WRITERS)
def test_a_file_is_written_over_only_by_force(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    out = out_of(command)
    out.write_bytes(KEPT)
    assert f"{out} is there already; give another name, or --force" in refused(capsys, *command)
    assert out.read_bytes() == KEPT
    assert main([*command, "--force"]) == 0
    forced = out.read_bytes()
    assert forced != KEPT
    if command[0] == "review":
        return
    out.unlink()
    assert main(command) == 0
    assert out.read_bytes() == forced


@pytest.mark.parametrize("command", LONG.values(), ids=LONG)
def test_who_plays_for_hours_is_told_before(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    out = out_of(command)
    out.write_bytes(KEPT)
    assert f"{out} is there already" in refused(capsys, *command)
    assert out.read_bytes() == KEPT
    assert sorted(path.name for path in Path().iterdir()) == sorted(["game.json", out.name])


def test_of_a_folder_all_files_are_written_or_none(capsys: pytest.CaptureFixture[str]) -> None:
    other = Path("other.json")
    other.write_text(RECORD.add_turn("b1").to_json(), encoding="utf-8")
    kept = Path("records/other.sgf")
    kept.parent.mkdir()
    kept.write_bytes(KEPT)
    Path("records/notes.txt").write_bytes(KEPT)  # what has another name is no hindrance
    command = ["convert", "game.json", "other.json", "--to", "sgf", "--out", "records"]
    assert "records/other.sgf is there already" in refused(capsys, *command)
    assert kept.read_bytes() == KEPT
    assert not Path("records/game.sgf").exists()
    assert main([*command, "--force"]) == 0
    assert kept.read_bytes() != KEPT
    assert Path("records/game.sgf").exists()
    assert "records/game.sgf (and 1 more) is there already" in refused(capsys, *command)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such files here")
def test_what_holds_nothing_may_be_written_to() -> None:
    assert main(["draw", "game.json", "--out", os.devnull, "--kind", "svg"]) == 0
    Path("link.svg").symlink_to("not-there.svg")
    assert main(["draw", "game.json", "--out", "link.svg"]) == 0
    assert Path("not-there.svg").read_bytes().startswith(b"<svg")


def test_a_file_that_appears_meanwhile_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking first is not enough: two commands may both have looked."""
    from skerry.cli import shared

    Path("out.svg").write_bytes(KEPT)
    looked: list[object] = []

    def look(paths: object, *, force: bool) -> None:
        looked.append(paths)
        if len(looked) > 1:
            original(paths, force=force)  # type: ignore[arg-type]

    original = shared.check_free
    monkeypatch.setattr(shared, "check_free", look)
    with pytest.raises(skerry.OptionError, match="is there already"):
        shared.write_file(Path("out.svg"), "new", force=False)
    assert Path("out.svg").read_bytes() == KEPT
