"""The studies of a site, read by another process and through `skerry mcp --studies`."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

import skerry
from skerry.cli import main
from skerry.errors import OptionError
from skerry.web.base.seats import ACCOUNT
from skerry.web.play.changes import play, resign
from skerry.web.play.creation import begin_between
from skerry.web.play.models import SavedGame
from skerry.web.play.position_keys import FORGOTTEN_OF_GUESTS
from skerry.web.site.data import DATABASE_FILE
from skerry.web.study import read_only, studies
from skerry.web.study.read_only import ReadOnlyStudies
from tests.mcp.conversation import conversation
from tests.web.conftest import Browser
from tests.web.study.conftest import Student, begin, submit

Written = Callable[[], Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes the database of the test as the file of a site."""

    def write() -> Path:
        file = tmp_path / DATABASE_FILE
        file.unlink(missing_ok=True)
        with closing(sqlite3.connect(file)) as copy:
            copy.executescript("\n".join(connection.connection.iterdump()))
        return file

    return write


def test_a_study_is_read_with_the_edits_since_its_snapshot(
    student: Student, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studies, "SNAPSHOT_EVERY", 2)
    parent = 0
    for turn in ("b2", "a2", "c2"):
        parent = student.add(parent, turn)
    student.edit("Comment", chapter=1, node=2, before="", after="A corner's neighbour.")
    assert 0 < student.saved.snapshot_version < student.saved.version
    found = ReadOnlyStudies(written())
    assert found.find(student.study_id) == studies.load(student.study_id)[1]
    ((number, title, games, _),) = found.entries()
    assert (number, title, games) == (student.study_id, "Kitaran", "kitaran")


def test_the_latest_come_first_and_deleted_ones_not_at_all(
    browser: Browser, written: Written
) -> None:
    first, second, gone = (begin(browser, game=name) for name in ("byg", "spry", "kitaran"))
    first.edit("Retitle", chapter=None, before="Byg", after="Again")
    submit(browser, f"/study/{gone.study_id}/delete")
    found = ReadOnlyStudies(written())
    assert [entry[0] for entry in found.entries()] == [first.study_id, second.study_id]
    with pytest.raises(OptionError, match="There is no study"):
        found.find(gone.study_id)


def test_notes_of_a_game_between_persons_open_when_it_is_over(
    browser: Browser, written: Written
) -> None:
    game_id = browser.begin("kitaran", size="3")
    answer = submit(browser, f"/game/{game_id}/notes")
    notes = str(answer["Location"]).rsplit("/", 1)[1].partition("?")[0]
    found = ReadOnlyStudies(written())
    assert found.entries() == []
    with pytest.raises(OptionError, match="There is no study"):
        found.find(notes)
    browser.act(game_id, "resign")
    assert [entry[0] for entry in ReadOnlyStudies(written()).entries()] == [notes]


def test_an_assistant_does_not_think_about_what_two_persons_play(
    browser: Browser, student: Student, written: Written
) -> None:
    rules = skerry.game("kitaran", size=5)
    position = rules.start()
    saved = begin_between(("e" * 64, "f" * 64), ("A", "B"), rules)
    for person in (0, 1, 0, 1):
        turn = rules.format_turn(position.sample_turn(random.Random(1)))
        saved = play(saved, "ef"[person] * 64, saved.version, turn.split(","))
        position = position.play_turn(turn)
    folder = written().parent
    with conversation("--studies", SKERRY_DATA_DIR=str(folder)) as server:
        for tool in ("analyse", "solve"):
            assert "playing a game with this" in server.refusal(tool, position=position.text)
    row = SavedGame.objects.filter(pk=saved.pk)
    row.update(updated=timezone.now() - FORGOTTEN_OF_GUESTS - timedelta(hours=1))
    assert not ReadOnlyStudies(written()).is_in_live_game(position)  # of two guests
    row.update(first_seat="account:1", second_seat="account:2")
    assert ReadOnlyStudies(written()).is_in_live_game(position)
    row.update(first_seat="e" * 64, second_seat="f" * 64)
    assert read_only.ACCOUNT == ACCOUNT
    resign(saved, "e" * 64, saved.version)
    assert not ReadOnlyStudies(written()).is_in_live_game(position)


def test_nothing_can_be_written(student: Student, written: Written) -> None:
    found = ReadOnlyStudies(written())
    with pytest.raises(OptionError, match="readonly"), found._reading() as database:
        database.execute("DELETE FROM study_savedstudy")
    assert len(found.entries()) == 1


def test_what_is_no_database_of_ours_is_told(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite3"
    with pytest.raises(OptionError, match="is made when the site is started for the first time"):
        ReadOnlyStudies(file)
    for content in (b"", b"no database at all, whatever it is called" * 99):
        file.write_bytes(content)
        with pytest.raises(OptionError, match="cannot be read"):
            ReadOnlyStudies(file).entries()


def test_an_assistant_lists_and_reads_them(
    student: Student, written: Written, browser: Browser
) -> None:
    student.add(student.add(0, "b2"), "a2")
    student.add(1, "a1")
    here = {"version": 0, "chapter": 1, "node": 1}
    student.post("/chapters", {**here, "title": "From b2"})
    other = begin(browser, game="byg")
    folder = written().parent
    with conversation("--studies", SKERRY_DATA_DIR=str(folder)) as server:
        listed = server.ask("site_studies").splitlines()
        assert listed[0] == "Studies: 2"
        assert listed[1].startswith(f"{other.study_id}: Byg (byg; ")
        assert server.ask("site_studies", search="KITAR").splitlines()[1:] == listed[2:]
        overview = server.ask("site_study", id=student.study_id)
        assert "2. From b2 (kitaran size=3" in overview
        assert "Black b2" not in overview
        tree, record = server.texts("site_study", id=student.study_id, chapter=1, format="json")
        assert tree.endswith("1. Black b2\n2. White a2\n    2. White a1")
        assert server.ask("study", record=record).endswith(tree.rpartition("\n1.")[2])
        assert server.ask("site_study", id=other.study_id).endswith("No turn has been played.")
        assert "none is 9" in server.refusal("site_study", id=student.study_id, chapter=9)
        assert "There is no study" in server.refusal("site_study", id="x' OR 1=1 --")
        assert all(tool.annotations.read_only_hint for tool in server.tools().values())
    with conversation(SKERRY_DATA_DIR=str(folder)) as server:
        assert "There is no tool 'site_studies'" in server.refusal("site_studies")
        assert not {"site_studies", "site_study"} & server.tools().keys()


def test_the_command_says_that_there_is_no_site_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path))
    assert main(["mcp", "--studies"]) == 2
    assert "There are no studies" in capsys.readouterr().err
