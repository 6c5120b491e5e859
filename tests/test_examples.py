"""The programs of examples/, run small and as anybody would run them."""

import subprocess
import sys
from pathlib import Path

import pytest

import skerry
from skerry.engine.match import Contestant, Match
from skerry.record import FORFEIT, TIME
from tests.small import small

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_learner_learns() -> None:
    few = ["--steps", "240", "--reports", "1", "--games", "100"]
    run = subprocess.run(
        [sys.executable, EXAMPLES / "learn_kitaran.py", *few],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    heads, *rows = run.stdout.splitlines()
    assert heads.split() == ["seconds", "games", "random", "30", "playouts", "300", "playouts"]
    before, after = ([float(share.rstrip("%")) for share in row.split()[2:]] for row in rows)
    assert before[0] < 70  # of 100 games: half the points, and four deviations more
    assert after[0] > 85
    assert after[1] > before[1] + 10


@pytest.mark.parametrize("name", ["byg", "syrtis"])  # it asks the library what any game allows
def test_an_engine_of_ones_own_plays_matches(name: str) -> None:
    ours = Contestant("ours", (sys.executable, "-m", "skerry", "engine"), ("playouts 300",))
    theirs = Contestant("theirs", (sys.executable, str(EXAMPLES / "own_engine.py")))
    game = skerry.game(name, **small(name, swap=True, komi=0.5, stall_limit=10))
    records = list(Match(game, ours, theirs, opening_turns=1, seed=3).games(2))
    assert len(records) == 2
    for record in records:
        assert record.result is not None
        assert record.result.reason not in (TIME, FORFEIT), record.comment
