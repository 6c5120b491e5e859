"""The benchmark of batches and single steps, made small."""

import pytest

from bench import batches


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "NUM_GAMES", 8)
    monkeypatch.setattr(batches, "GAMES_A_THREAD", 8)
    monkeypatch.setattr(batches, "CALLS", 2)
    monkeypatch.setattr(batches, "STEPS", 10)
    monkeypatch.setattr(batches, "ONE_BY_ONE", 100)


@pytest.mark.parametrize(("name", "options"), batches.GAMES)
def test_runs_make_the_moves_they_count(name: str, options: dict[str, object]) -> None:
    for make in (batches.batch_run, batches.step_run):
        assert make(name, options, 8)() == 20 * 8
        assert make(name, options, 8, threads=2)() == 20 * 16
    assert 100 <= batches.mutable_run(name, options)() < 5_000


def test_openspiel_s_games_are_stepped_alike() -> None:
    assert 100 <= batches.openspiel_run("havannah(board_size=3)")() < 200


def test_lines_hold_the_rates_and_their_ratio() -> None:
    lines = list(batches.thread_lines(1))
    assert len(lines) == 1 + len(batches.GAMES)
    assert lines[1].startswith("spry 5")
    assert lines[1].endswith("at least 1.7 times")
    stepping = list(batches.stepping_lines(1))
    assert len(stepping) == 1 + len(batches.OPENSPIEL) + len(batches.GAMES)
    assert stepping[1].endswith("1.00")
