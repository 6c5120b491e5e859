"""Positions whose values are proven, and how often the search keeps a win."""

from pathlib import Path
from random import Random

import pytest

import skerry
from bench import yardstick
from bench.yardstick import (
    KINDS,
    Kind,
    Sample,
    chosen,
    drawn,
    keeps,
    read_samples,
    table_row,
    value_for_mover,
    write_samples,
)
from skerry.search.solver import Solver

SMALL = Kind("spry", {"size": 2, "swap": False}, (0, 2))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "spry 2", SMALL)
    monkeypatch.setattr(yardstick, "TABLE_BYTES", 1_000_000)


def test_positions_are_won_but_not_by_every_turn() -> None:
    solver = Solver(SMALL.make(), 1_000_000)
    samples = list(drawn("spry 2", 5, seed=3))
    assert len({sample.text for sample in samples}) > 1
    for sample in samples:
        position = skerry.position(sample.text)
        assert value_for_mover(position, solver) == "win"
        assert 0.0 <= sample.random < 1.0
        assert False in sample.keeps.values()
        for turn, kept in sample.keeps.items():
            after = position.play_turn(turn)
            won = after.outcome is not None and after.outcome.winner == position.player
            if after.outcome is None:
                won = skerry.solve(after, seconds=60).value == "loss"
            assert kept == won
    assert [one.text for one in drawn("spry 2", 5, seed=3)] == [one.text for one in samples]
    assert [one.text for one in drawn("spry 2", 5, seed=4)] != [one.text for one in samples]


def test_what_is_known_is_not_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    (sample,) = drawn("spry 2", 1, seed=3)
    position, solver = skerry.position(sample.text), Solver(SMALL.make(), 1_000_000)
    monkeypatch.setattr(yardstick, "value_for_mover", lambda *_: pytest.fail("solved again"))
    for text, kept in sample.keeps.items():
        turn = position.game.parse_turn(text)
        assert keeps(sample, position, turn, solver) == kept


def test_a_turn_that_takes_too_long_to_judge_counts_as_neither(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = skerry.game("kitaran", size=5).start()
    sample = Sample("kitaran 4", position.text, 0.5)
    turn = position.sample_turn(Random(1))
    monkeypatch.setattr(yardstick, "SOLVER_SECONDS", 0.001)
    assert keeps(sample, position, tuple(turn), Solver(position.game, 1_000_000)) is None
    assert sample.keeps == {}


def test_the_table_is_of_the_positions_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "positions.json.gz"
    command = ["yardstick", "spry 2", "--playouts", "1", "500", "--file", str(file)]
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit, match="No positions of spry 2 are kept"):
        yardstick.main()
    monkeypatch.setattr("sys.argv", [*command, "--draw", "4", "--seed", "3"])
    yardstick.main()
    kept = read_samples(file)
    assert [one.kind for one in kept] == ["spry 2"] * 4
    table = capsys.readouterr().out.splitlines()
    assert table[-3] == "| Wins kept | random | 1 | 500 |"
    assert table[-1].startswith("| spry 2 (4) |")
    solver = Solver(SMALL.make(), 1_000_000)
    strong = [chosen(one, skerry.position(one.text), 500, solver) for one in kept]
    assert strong == [True] * 4  # so small a board is searched to its end
    assert "100.0%" in table_row(kept, [500])
    write_samples(file, kept)
    assert read_samples(file) == kept
