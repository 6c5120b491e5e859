"""Teaching: rounds are the same anywhere, networks are kept and gone on with, a page shows it."""

import json
from pathlib import Path
from random import Random

import numpy as np
import polars as pl
import pytest

import skerry
from skerry.lab.running import InProcess, Processes, Runner
from skerry.learn import teaching
from skerry.learn.__main__ import main
from skerry.learn.progress import Log, Standing, write_page
from skerry.learn.self_play import Plan
from skerry.learn.teaching import Memory, Round, Teaching, options_for, plan_for
from skerry.learn.training import new_net, shape_of
from skerry.search.net import read_net
from tests.small import small

pytestmark = pytest.mark.kernels

PLAN = Plan(well=12, quick=4, often=0.5, drawn_turns=4)


def a_round(name: str = "kitaran", seed: int = 1) -> Round:
    """Of a network that knows nothing."""
    game = skerry.game(name, **small(name))
    net = new_net(shape_of(game), 6, 4, np.random.default_rng(1))
    return Round(game, net, PLAN, 30, seed)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learn from few positions, and keep the network after each round."""
    few = {"BATCH": 32, "LEAST": 64, "PER_ROUND": 40, "KEEP_SECONDS": 0.0}
    for name, value in few.items():
        monkeypatch.setattr(teaching, name, value)


@pytest.mark.parametrize("name", ["byg", "kitaran"])
def test_a_round_has_the_same_positions_whenever_it_is_played(name: str) -> None:
    rows = a_round(name).rows()
    assert len(rows) >= 30
    assert rows["game"].is_sorted()
    assert rows["game"].n_unique() > 1
    assert rows.equals(a_round(name).rows())
    assert not rows.equals(a_round(name, seed=2).rows())


def test_the_memory_keeps_the_newest_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teaching, "MEMORY", 50)
    one = a_round()
    memory, rows = Memory(one.game), one.rows()[:30]
    memory.add(rows)
    again = rows.with_columns(worth=pl.lit(2.0, pl.Float32))
    memory.add(again)
    assert memory.rows == 60
    assert (memory.lesson.worth == 2.0).sum() == 30
    assert (memory.lesson.worth[10:30] == rows["worth"].to_numpy()[10:]).all()
    assert (memory.lesson.features[30:50] == rows["features"].to_numpy()[:20]).all()
    drawn = memory.draw(np.random.default_rng(1))
    assert drawn.features.shape == (teaching.BATCH, memory.lesson.features.shape[1])


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_positions_are_learned_from_a_few_times_each(workers: int, tmp_path: Path) -> None:
    game = skerry.game("kitaran", size=3)
    file = tmp_path / "kitaran-3.npz"
    taught = Teaching.of(game, file, 0.0005 * workers, PLAN, width=8, depth=4)
    runner: Runner = InProcess() if workers == 1 else Processes(workers)
    seen: list[Standing] = []
    taught.run(runner, seen.append)
    assert seen == taught.log.lines
    uses = taught.learner.steps * teaching.BATCH / taught.memory.rows
    assert teaching.REUSE - 1 < uses < teaching.REUSE + 1
    assert seen[-1].positions == taught.memory.rows >= teaching.LEAST
    net = read_net(file)
    assert net is not None
    assert np.allclose(net.first, taught.learner.net.first, atol=1e-3)


@pytest.mark.usefixtures("quick")
def test_a_network_is_taught_kept_and_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["kitaran", "size=3", "--hours", "0.001", "--folder", str(tmp_path)]
    arguments += ["--width", "8", "--depth", "4", "--well", "12", "--quick", "4"]
    assert main(arguments) == 0
    file = tmp_path / "kitaran-3.npz"
    net = read_net(file)
    assert net is not None
    assert net.first.shape[1] == 8
    assert net.value.any()  # at the beginning there was nothing
    log = file.with_suffix(".jsonl")
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert len(capsys.readouterr().out.splitlines()) == len(lines)
    assert lines[-1]["positions"] >= 64
    assert lines[-1]["games"] >= 1
    assert 0.0 < lines[-1]["worth"] < 1.0
    assert main([*arguments, "--width", "16"]) == 0  # it stays as it is
    again = read_net(file)
    assert again is not None
    assert again.first.shape == net.first.shape
    assert not np.allclose(again.first, net.first)
    more = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert more[: len(lines)] == lines
    for name in ("hours", "games", "positions"):
        values = [line[name] for line in more]
        assert values == sorted(values)
        assert values[-1] > lines[-1][name]
    text = file.with_suffix(".html").read_text(encoding="utf-8")
    assert "Kitaran 3 learns" in text
    assert text.count("<figure") == 3


@pytest.mark.usefixtures("quick")
def test_what_was_learned_is_kept_when_it_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(teaching, "KEEP_SECONDS", 1e9)
    rounds = iter(range(4))

    def stop_after_some(self: Teaching) -> Round:
        if next(rounds) == 3:
            raise KeyboardInterrupt
        return Round(self.game, self._newest, self.plan, 40, 1)

    monkeypatch.setattr(Teaching, "_next_round", stop_after_some)
    assert main(["kitaran", "size=3", "--well", "12", "--folder", str(tmp_path)]) == 1
    assert "the same command goes on" in capsys.readouterr().out
    assert Log.beside(tmp_path / "kitaran-3.npz").lines[-1].positions >= 120
    assert read_net(tmp_path / "kitaran-3.npz") is not None


def test_wrong_words_are_answered_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for arguments in (["chess"], ["spry", "size=99"], ["spry", "--workers", "0"]):
        with pytest.raises(SystemExit) as stopped:
            main([*arguments, "--hours", "0", "--folder", str(tmp_path)])
        assert stopped.value.code == 2
        assert "error: " in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_page_is_drawn_of_a_single_line(tmp_path: Path) -> None:
    log = Log.beside(tmp_path / "spry-3.npz")
    log.add(Standing(0.0, 12, 300, 0.65, 1.2, 0.41))
    text = write_page(log, "Spry <3> learns").read_text(encoding="utf-8")
    assert "Spry &lt;3&gt; learns" in text
    assert text.count("<svg") == 3


def test_other_options_are_played_now_and_then() -> None:
    game, draws = skerry.game("byg", size=3), Random(1)
    drawn = [options_for(game, draws) for _ in range(300)]
    caps = [one.option("cap") for one in drawn]
    assert set(caps) == {1, 2, 3, 5}
    assert 180 < drawn.count(game) < 240
    assert {one.option("first_stones") for one in drawn} == {1, 2}
    syrtis = skerry.game("syrtis", board="minor")
    assert {options_for(syrtis, draws) for _ in range(50)} == {syrtis}


def test_plans_play_more_where_playouts_are_quick() -> None:
    assert plan_for(skerry.game("kitaran")) == Plan()
    assert plan_for(skerry.game("spry")).well > Plan().well
