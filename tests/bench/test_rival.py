"""Games against an earlier search: shared among workers, kept, counted and gone on with."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench import rival
from bench.rival import Contest, play_at_once, read, standing, told

CONTEST = Contest("kitaran", "playouts 2", "1234abcd", "5678abcd")


@pytest.fixture(autouse=True)
def own_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rival is ours: no wheel is built."""
    monkeypatch.setattr(rival, "rival_command", lambda commit: rival.OURS)


def test_pairs_are_shared_among_workers_with_both_seats() -> None:
    played = list(play_at_once(CONTEST, 7, pairs=3, workers=2))
    assert sorted((one.match, one.index, one.seat) for one in played) == [
        *((7, index, index % 2) for index in range(4)),
        *((8, index, index % 2) for index in range(2)),
    ]
    assert {one.score for one in played} <= {0.0, 0.5, 1.0}
    assert all(one.num_turns > 10 for one in played)
    again = list(play_at_once(CONTEST, 7, pairs=3, workers=2))
    assert sorted(map(str, again)) == sorted(map(str, played))


def test_a_contest_is_left_early_and_what_goes_wrong_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = play_at_once(CONTEST, 1, pairs=50, workers=1)
    assert next(games).match == 1
    games.close()
    monkeypatch.setattr(rival, "rival_command", lambda commit: ("/nothing-of-this-name",))
    (lost, *_) = play_at_once(CONTEST, 1, pairs=1, workers=1)
    assert (lost.score, lost.reason) == (1.0, "forfeit")
    with pytest.raises(Exception, match="chess"):
        list(play_at_once(replace(CONTEST, game="chess"), 1, pairs=1, workers=1))


def test_games_are_kept_and_each_counts_for_its_own_contest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    command = ["rival", "kitaran", "--playouts", "2", "--games", "4", "--results", str(path)]
    monkeypatch.setattr("sys.argv", command)
    monkeypatch.setattr(rival, "our_commit", lambda game: "1234abcd")
    rival.main()
    assert len(read(path)) == 4
    rival.main()  # there is nothing left to play
    assert len(read(path)) == 4
    monkeypatch.setattr(rival, "our_commit", lambda game: rival.AS_IT_IS)
    for matches in (1, 2):  # which is played anew each time
        rival.main()
        found = [one for one in read(path) if one.ours == rival.AS_IT_IS]
        assert [one.match for one in found] == [1] * 4 + [2] * 4 * (matches - 1)
    contest = Contest("kitaran", "playouts 2", rival.AS_IT_IS)
    known = contest.known(read(path))
    assert standing(known).games == 8
    assert told(contest, known).startswith("kitaran  playouts 2: ")
    assert " of 4 = " in capsys.readouterr().out
