"""The benchmark of the lab, made small."""

import pytest

from bench import lab


def test_lines_hold_rates_and_ratio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "PLANS", {"random": (20, 'game = "spry"\nplayers = ["random"]')})
    head, line = lab.worker_lines(1)
    assert head.split() == ["games/s", "one", "worker", "two", "ratio", "goal"]
    assert line.startswith("random")
    assert line.endswith("at least 1.7 times")


def test_all_five_are_run_and_reported() -> None:
    (line,) = lab.random_lines(10)
    assert line.startswith("10 random games of each of the five: ")
    assert "(goal 300 s)" in line
