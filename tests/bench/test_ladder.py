"""The ladder: who meets whom, from which seats, and that no game is ever played twice."""

import itertools
import json
import math
import sys
from collections import Counter
from pathlib import Path

import pytest

import skerry
from bench import ladder
from bench.ladder import Level, Match, Played, Results, matches, play_match, run
from skerry.errors import OptionError
from skerry.players import Player, RandomPlayer, SearchPlayer

LEVELS = [Level(str(number), f"recipe {number}") for number in range(1, 5)]


def test_every_level_meets_the_two_below_from_both_seats() -> None:
    wanted = list(matches("kitaran", LEVELS, 10))
    pairs = Counter((match.higher.name, match.lower.name, match.seat) for match in wanted)
    assert set(pairs.values()) == {5}
    assert {pair[:2] for pair in pairs} == {
        ("2", "1"), ("3", "2"), ("4", "3"), ("3", "1"), ("4", "2"),
    }  # fmt: skip


def test_both_seats_share_a_set_up_and_no_two_pairs_of_games_do() -> None:
    one = list(matches("syrtis", LEVELS, 10))
    seeds = [match.seed("set-up") for match in one]
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == len(seeds) / 2


@pytest.mark.parametrize("index", [0, 1])
def test_the_score_is_the_higher_levels(index: int) -> None:
    def make(level: str, seed: int) -> Player:
        return SearchPlayer(playouts=60, seed=seed) if level == "2" else RandomPlayer(seed)

    played = play_match(Match("kitaran", LEVELS[1], LEVELS[0], index), make)
    assert played.score == 1  # a search never loses to chance on so small a board
    assert played.num_turns >= 25


@pytest.mark.parametrize("name", ["spry", "byg", "sytran", "kitaran", "syrtis"])
def test_a_game_may_be_swapped_where_it_has_a_swap(name: str) -> None:
    seen = []

    class Watched(RandomPlayer):
        def choose(self, position: skerry.Position, **given: object) -> tuple[int, ...]:
            seen.append(dict(position.game.options).get("swap"))
            return super().choose(position)

    play_match(Match(name, LEVELS[1], LEVELS[0], 0), lambda _, seed: Watched(seed))
    assert set(seen) == {None if name == "syrtis" else True}


def test_the_same_match_is_the_same_game() -> None:
    seen: list[list[tuple[int, ...]]] = []

    class Watched(RandomPlayer):
        def choose(self, position: skerry.Position, **given: object) -> tuple[int, ...]:
            chosen = super().choose(position)
            seen[-1].append(chosen)
            return chosen

    for index in (0, 0, 1):
        seen.append([])
        play_match(Match("byg", LEVELS[1], LEVELS[0], index), lambda _, seed: Watched(seed))
    assert seen[0] == seen[1] != seen[2]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[Match]:
    """The matches that are played, each ending with a score made from its name."""
    seen: list[Match] = []

    def play(match: Match) -> Played:
        seen.append(match)
        return Played(match, [0.0, 0.5, 1.0][match.seed("score") % 3], 9, 0.1)

    monkeypatch.setattr(ladder, "play_match", play)
    return seen


def test_a_stopped_ladder_goes_on_and_plays_no_game_twice(
    tmp_path: Path, counted: list[Match]
) -> None:
    path = tmp_path / "results.jsonl"
    wanted = list(matches("spry", LEVELS, 8))
    list(itertools.islice(run(wanted, Results(path)), 13))
    assert len(counted) == 13
    # The process was killed in the middle of writing a line.
    path.write_text(path.read_text() + '{"match": {"game": "sp')
    again = Results(path)
    assert len(again.played) == 13
    list(run(wanted, again))
    assert counted == wanted
    assert list(run(wanted, Results(path))) == []
    assert [json.loads(line)["match"]["index"] for line in path.read_text().splitlines()] == [
        match.index for match in wanted
    ]
    assert Results(path).tallies(wanted, LEVELS) == again.tallies(wanted, LEVELS)


def test_a_changed_level_is_played_anew_and_the_rest_kept(
    tmp_path: Path, counted: list[Match]
) -> None:
    path = tmp_path / "results.jsonl"
    list(run(list(matches("spry", LEVELS, 4)), Results(path)))
    counted.clear()
    changed = [*LEVELS[:3], Level("4", "another recipe")]
    wanted = list(matches("spry", changed, 4))
    list(run(wanted, Results(path)))
    assert {match.higher for match in counted} == {changed[3]}
    assert len(counted) == 8
    assert sum(tally.games for tally in Results(path).tallies(wanted, changed)) == 20


def test_tallies_are_seen_from_the_higher_level(tmp_path: Path) -> None:
    results = Results(tmp_path / "results.jsonl")
    wanted = list(matches("spry", LEVELS[:2], 4))
    with results.path.open("a") as file:
        for match, score in zip(wanted, (1, 1, 0.5, 0), strict=True):
            results.add(Played(match, score, 9, 0.1), file)
    (tally,) = results.tallies(wanted, LEVELS[:2])
    assert (tally.first, tally.second, tally.score, tally.games) == (1, 0, 2.5, 4)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"a": 1}\n')
    with pytest.raises(OptionError, match="line 1: this is not a result of a ladder"):
        Results(path)


@pytest.mark.parametrize(
    ("text", "names"),
    [("", "1234"), ("2-4", "234"), ("1,3", "13"), ("3,1-2,1", "123")],
)
def test_levels_are_chosen_by_name_and_stretch(text: str, names: str) -> None:
    assert ladder.chosen_levels(text, "1234") == list(names)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1-9", "There is no level '9'; the levels are 1, 2, 3, 4."),
        ("2", "at least two"),
        ("3-1", "at least two"),
    ],
)
def test_levels_that_are_not_there_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        ladder.chosen_levels(text, "1234")


def test_the_table_goes_between_the_marks(tmp_path: Path, counted: list[Match]) -> None:
    path, page = tmp_path / "results.jsonl", tmp_path / "levels.md"
    page.write_text(f"# Levels\n\nWords.\n\n{ladder.BEGIN}\nold\n{ladder.END}\n\nMore words.\n")
    results, wanted = Results(path), list(matches("spry", LEVELS, 40))
    list(run(wanted, results))
    tallies = results.tallies(wanted, LEVELS)
    ladder.write_table(page, [ladder.rows("spry", LEVELS, tallies)])
    text = page.read_text()
    assert text.startswith("# Levels\n\nWords.\n")
    assert text.endswith("\n\nMore words.\n")
    assert "old" not in text
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| ")]
    assert [row[0] for row in rows] == ["| Game", *["| Spry"] * 4]
    assert [row[1] for row in rows] == ["Level", "1", "2", "3", "4"]
    assert rows[1][2] == "0"
    assert math.isfinite(float(rows[4][2].split()[0]))
    (third,) = [tally for tally in tallies if (tally.first, tally.second) == (2, 1)]
    assert rows[3][3] == ladder.share_text(third)
    ladder.write_table(page, [ladder.rows("spry", LEVELS, tallies)])
    assert page.read_text() == text


def test_a_whole_small_ladder_by_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.jsonl"
    arguments = ["ladder", "kitaran", "--levels", "1-2", "--games", "2", "--results", str(path)]
    monkeypatch.setattr(sys, "argv", arguments)
    ladder.main()
    printed = capsys.readouterr().out
    assert "kitaran: 2 of 2 games to play" in printed
    assert "2 against 1: " in printed
    ladder.main()
    assert "kitaran: 0 of 2 games to play" in capsys.readouterr().out
    assert len(path.read_text().splitlines()) == 2
