"""What learners' levels do wrong: each mistake is one of the review, of the kind that it says."""

import json
from pathlib import Path
from random import Random

import pytest

from skerry.cli import main
from skerry.games.contract import game_module
from skerry.lab import mistakes
from skerry.lab.mistakes import (
    ELSEWHERE,
    LEVELS,
    Mistake,
    ReviewedGame,
    kind_of,
    reviewed,
    reviewed_games,
    with_mistakes,
)
from skerry.lab.results import Results, from_json, to_json
from skerry.positions import game, position
from skerry.puzzles.mining import theme_of

START = "spry size=5 swap=off | 5/6/7/8/9/8/7/6/5 | player=0 first=0 turn=0"
GAMES = [
    ReviewedGame(
        index,
        LEVELS[index],
        turns=12,
        mistakes=tuple(Mistake(4, START, "a1", "c3", 0.4, kind) for kind in kinds),
    )
    for index, kinds in enumerate((("connect", "connect"), ("connect", "quiet", ELSEWHERE)))
]


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> list[ReviewedGame]:
    """Two games, which are given in place of those that are played and reviewed."""
    monkeypatch.setattr(mistakes, "reviewed", lambda name, index: GAMES[index])
    return GAMES


def test_mistakes_are_those_of_a_review_and_of_the_kind_that_they_say() -> None:
    found = reviewed("spry", 0)
    assert found.level == "3"
    assert found.turns > len(found.mistakes) > 0
    for one in found.mistakes:
        before = position(one.position)
        assert before.turn == one.number - 1
        better = theme_of(before, one.better)
        assert one.kind == (ELSEWHERE if better == theme_of(before, one.played) else better)
        assert one.loss >= 0.2
        assert one.better != one.played


def test_a_mistake_in_setting_up_a_board_is_of_no_kind() -> None:
    start, rng = game("syrtis", board="minor").start(seed=1), Random(1)
    assert start.colour is None
    played, better = (start.game.format_turn(start.sample_turn(rng)) for _ in range(2))
    assert played != better
    assert kind_of(start, played, better) == ELSEWHERE


def test_games_are_reviewed_once_and_a_line_cut_off_is_no_game(
    games: list[ReviewedGame], tmp_path: Path
) -> None:
    log, told = tmp_path / "folder" / "log.jsonl", list[int]()
    for _ in range(2):
        assert reviewed_games("spry", log, 2, told.append) == games
    assert told == [1, 2]
    log.write_text(log.read_text()[:-5])
    assert reviewed_games("spry", log, 2, told.append) == games
    assert told == [1, 2, 2]
    assert [json.loads(line)["index"] for line in log.read_text().splitlines()] == [0, 1]


def test_the_counts_are_kept_with_the_results(games: list[ReviewedGame]) -> None:
    results = with_mistakes(Results("spry"), games)
    known = from_json(to_json(results)).mistakes
    assert known == results.mistakes
    assert known is not None
    assert (known.games, known.turns, known.total) == (2, 24, 5)
    assert known.kinds == {"connect": 2, ELSEWHERE: 1, "quiet": 1}
    assert set(known.kinds) <= {*(theme.name for theme in game_module("spry").THEMES), ELSEWHERE}


def test_the_command_says_what_is_missed_and_keeps_it(
    games: list[ReviewedGame], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keep = tmp_path / "study.json"
    asked = ["--games", "2", "--log", str(tmp_path / "log.jsonl"), "--keep", str(keep)]
    assert main(["lab", "mistakes", "spry", *asked]) == 0
    shown = capsys.readouterr().out
    assert "2 games of levels 3, 4, 5: 5 mistakes in 24 turns" in shown
    assert "     2 games: Connect\n" in shown
    assert from_json(keep.read_text()).mistakes is not None
    assert main(["lab", "mistakes", "byg", *asked]) != 0
    assert "holds results of Spry" in capsys.readouterr().err
