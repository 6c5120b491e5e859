"""What released versions wrote opens and means what it meant; frozen/ is never made again."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

import skerry
from skerry import GameRecord
from skerry.games import catalogue
from skerry.games.info import Option
from skerry.lessons import lessons_of
from skerry.puzzles.judge import judge
from skerry.puzzles.puzzle import key_of, read_collection
from skerry.search.solver import Solver, Spent, load_table, save_table

FROZEN = Path(__file__).parent / "frozen"
RECORDS = sorted(FROZEN.glob("*/records/*.json"))
PUZZLES = sorted(FROZEN.glob("*/puzzles/*.json.gz"))
POSITIONS = [
    line for path in sorted(FROZEN.glob("*/positions.txt")) for line in path.read_text().split("\n")
]
NAMES = {"spry", "sytran", "byg", "kitaran", "syrtis"}  # all others came later
NEW, OLD = "place", "draw"
NOTES = ("comment", "marks", "evaluation", "continuations")  # of a whole record

pytestmark = pytest.mark.kernels


@pytest.fixture(params=["as it is", "with an option more"])
def options_to_come(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Every game as it is, and as it would be with an option that came later."""
    if request.param == "as it is":
        return False
    add_option(monkeypatch)
    return True


def add_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every game an option that came after its frozen files were written."""
    added = Option(
        "novelty", "choice", NEW, "Novelty", "Came later.", choices=(NEW, OLD), before=OLD
    )
    later = tuple(
        dataclasses.replace(info, options=(*info.options, added)) for info in catalogue.GAMES
    )
    monkeypatch.setattr(catalogue, "GAMES", later)


def check_options(game: skerry.Game, named: dict[str, Any]) -> None:
    """The options named in the text, and of those that came later the value of before."""
    for option in game.info.options:
        expected = named.get(option.name, option.before)
        assert expected is not None, f"{option.name} was not there, and needs a `before`"
        assert game.option(option.name) == expected


def test_the_first_games_keep_all_that_they_came_with() -> None:
    for info in (one for one in catalogue.GAMES if one.name in NAMES):
        assert len(lessons_of(info.name)) >= 3, info.name
        assert info.has_puzzles, info.name
        assert info.has_study, info.name
        assert info.has_explorer, info.name


def test_every_game_is_frozen() -> None:
    assert {json.loads(path.read_text())["game"] for path in RECORDS} == NAMES
    assert {path.name.split(".")[0] for path in PUZZLES} == NAMES
    noted = [data for data in map(json.loads, map(Path.read_text, RECORDS)) if data["version"] == 3]
    assert any(set(NOTES) <= data.keys() for data in noted)
    assert {text.split()[0] for text in POSITIONS if text} == NAMES


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_frozen_record_opens_with_its_own_options(path: Path, options_to_come: bool) -> None:
    frozen = json.loads(path.read_text())
    record = GameRecord.from_json(path.read_text())
    check_options(record.game, frozen["options"])
    assert record.is_over
    written = json.loads(record.to_json())
    assert written["version"] == frozen["version"]
    for key in NOTES:
        assert written.get(key) == frozen.get(key)
    assert written["turns"] == frozen["turns"]
    assert written["result"] == frozen["result"]
    assert written["options"] == dict(record.game.options)
    assert GameRecord.from_json(record.to_json()) == record
    assert ("novelty" in written["options"]) == options_to_come
    if options_to_come:
        assert written["options"]["novelty"] == OLD
        assert skerry.game(record.game.name).option("novelty") == NEW


@pytest.mark.parametrize("path", PUZZLES, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_a_frozen_puzzle_is_judged_as_before(path: Path, options_to_come: bool) -> None:
    puzzles = read_collection(path.read_bytes())
    assert len(puzzles) == 2
    for puzzle in puzzles:
        check_options(puzzle.position.game, json.loads(puzzle.text)["options"])
        assert key_of(puzzle.position) == puzzle.key
        assert judge(puzzle, puzzle.solution).right
        wrong = puzzle.wrong_lines[0][0]
        assert not judge(puzzle, wrong, max_nodes=200_000).right


@pytest.mark.parametrize("text", [text for text in POSITIONS if text])
def test_a_frozen_position_is_read_with_its_own_options(text: str, options_to_come: bool) -> None:
    position = skerry.position(text)
    named = dict(word.split("=") for word in text.split("|")[0].split()[1:])
    assert set(named) | ({"novelty"} if options_to_come else set()) >= {
        option.name for option in position.game.info.options if option.before is None
    }
    if options_to_come:
        assert position.game.option("novelty") == OLD
        assert "novelty=draw" in position.text
    assert skerry.position(position.text) == position
    assert position.text.split("|")[1:] == text.split("|")[1:]


def test_what_every_version_names_may_not_be_left_out(options_to_come: bool) -> None:
    frozen = json.loads(RECORDS[0].read_text())
    del frozen["options"]["size"]
    with pytest.raises(skerry.RecordError, match=r"^options: size must be given as well\.$"):
        GameRecord.from_json(json.dumps(frozen))


def test_a_table_of_the_solver_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file holds the text of a position, which a later option makes longer."""
    old = skerry.game("byg", size=2).start()
    text, path = old.text, tmp_path / "table"
    save_table(Solver(old.game, 1 << 20), old, Spent(7, 1.0), path)
    add_option(monkeypatch)
    position = skerry.position(text)
    assert load_table(Solver(position.game, 1 << 20), position, path) == Spent(7, 1.0)
    with pytest.raises(skerry.OptionError, match="belongs to another position"):
        load_table(Solver(position.game, 1 << 20), skerry.game("byg", size=2).start(), path)
