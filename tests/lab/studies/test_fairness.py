"""Fair values: what is tried, when it is dismissed, and that the intervals keep their promise."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.lab import fairness, running
from skerry.lab.fairness import Fairness, FairSearch, Step, Tried, clearly_unfair, explore, run
from skerry.lab.plans import parse_plan
from skerry.lab.running import (
    JOBS,
    RESULTS,
    Experiment,
    InProcess,
    Part,
    Processes,
    Runner,
    jobs_of,
)
from skerry.statistics import Estimate, wilson

HALVES = tuple(number / 2 for number in range(17))
BLOCK = 20


def search(**changed: Any) -> FairSearch:
    given: dict[str, Any] = {
        "game": "kitaran",
        "options": {"size": 3},
        "option": "komi",
        "values": (0, 1, 2, 3, 4, 5, 6, 7),
        "player": "random",
        "games": 300,
    }
    return FairSearch(**(given | changed))


def told(*shares: tuple[float, float, int], option: str = "komi") -> Fairness:
    """What a search says of values, the first colour's points, and games."""
    tried = [Tried(value, Estimate.share(points, n), True) for value, points, n in shares]
    if option == "penalty":
        asked = FairSearch("sytran", {"swap": False}, option, (0, 1), "random", 1)
    else:
        asked = search()
    return Fairness(asked, tuple(tried))


class Fake:
    """Games that the first colour wins by chance; values share their luck if `together`."""

    def __init__(self, rng: np.random.Generator, slope: float, games: int = 400) -> None:
        self.rng, self.slope, self.games = rng, slope, games
        self.fair = rng.uniform(1, 7)
        self.together = bool(rng.random() < 0.5)
        self.luck = rng.random(games)
        self.points: dict[float, Any] = {}
        self.steps: list[Step] = []

    def __call__(self, step: Step) -> Tried:
        self.steps.append(step)
        if step.value not in self.points:
            luck = self.luck if self.together else self.rng.random(self.games)
            share = np.clip(0.5 - self.slope * (step.value - self.fair), 0.02, 0.98)
            self.points[step.value] = np.cumsum(luck < share)
        points, games = self.points[step.value], self.games
        for number in range(BLOCK, self.games + 1, BLOCK):
            if not step.whole and clearly_unfair(float(points[number - 1]), number):
                games = number
                break
        return Tried(step.value, Estimate.share(points[games - 1], games), games == self.games)


# The stopping rule


def test_a_fair_value_is_seldom_dismissed_however_often_one_looks() -> None:
    """1 in 20 at most; Wilson's interval, asked as often, would dismiss every third."""
    rng = np.random.default_rng(1)
    looks = range(BLOCK, 2001, BLOCK)
    dismissed = left_out = 0
    for draws in (0.0, 0.3):
        for _ in range(200):
            points = np.where(rng.random(2000) < draws, 0.5, rng.random(2000) < 0.5).cumsum()
            asked = [(float(points[number - 1]), number) for number in looks]
            dismissed += any(clearly_unfair(*one) for one in asked)
            left_out += any(not low <= 0.5 <= high for low, high in (wilson(*one) for one in asked))
    assert dismissed <= 0.05 * 400
    assert left_out >= 0.2 * 400


@given(st.integers(1, 3000), st.data())
def test_the_interval_of_what_is_dismissed_leaves_out_one_half(
    games: int, data: st.DataObject
) -> None:
    points = data.draw(st.integers(0, 2 * games)) / 2
    assert clearly_unfair(points, games) == clearly_unfair(games - points, games)
    if clearly_unfair(points, games):
        low, high = wilson(points, games)
        assert not low <= 0.5 <= high


def test_the_odds_are_those_of_paper() -> None:
    """Seven of seven: 2^7 times the mean of p^7, which is 1/8, are odds of 16; of eight, 28.4."""
    assert not clearly_unfair(7, 7)
    assert clearly_unfair(8, 8)
    assert not clearly_unfair(0, 0)


def test_only_a_beginning_of_the_games_stops_a_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever order jobs end in, the same number of them is needed."""
    monkeypatch.setattr(running, "RANDOM_BLOCK", BLOCK)
    text = search(games=400).plan_text(0)
    plan = parse_plan(text, "plan")
    jobs = list(jobs_of(plan, plan.cells[0]))
    points = [11.0, 12.0, 17.0, 19.0, 20.0] + [0.0] * 15  # clear after the third job
    rng = np.random.default_rng(2)
    for _ in range(20):
        part = Part(plan.cells[0], jobs, [None] * 20, [None] * 20, enough=clearly_unfair)
        said: list[int | None] = []
        for index in rng.permutation(20):
            part.points[index] = points[index]
            said.append(part.needed)
        assert set(said) <= {None, 4}
        assert said[-1] == 4


# What is tried


@pytest.mark.parametrize("is_falling", [True, False])
@pytest.mark.parametrize("slope", [0.03, 0.1, 0.4])
def test_the_interval_holds_the_fair_value(slope: float, is_falling: bool) -> None:
    """95 times in 100; straight lines make it a little wider where values are independent."""
    rng = np.random.default_rng(3)
    option = "komi" if is_falling else "penalty"
    held = []
    for _ in range(300):
        fake = Fake(rng, slope)
        found = Fairness(told(option=option).search, explore(HALVES, is_falling, fake))
        if found.fair is not None:
            held.append(found.fair.low <= fake.fair <= found.fair.high)
            assert found.fair.low <= found.fair.value <= found.fair.high
    assert len(held) > 100
    assert np.mean(held) > 0.93


def test_halving_finds_what_trying_all_finds_with_fewer_games() -> None:
    rng = np.random.default_rng(4)
    for _ in range(50):
        fake = Fake(rng, 0.2)
        few = Fairness(told().search, explore(HALVES, True, fake))
        looked = {step.value for step in fake.steps}
        every = Fairness(told().search, explore(HALVES, False, fake))
        assert few.fair is not None
        assert every.fair is not None
        assert few.fair.value == pytest.approx(every.fair.value)
        assert few.fairest == every.fairest
        assert few.games < every.games
        assert len(looked) <= 8 < len(HALVES)


def test_no_step_is_taken_twice_and_what_counts_is_whole() -> None:
    rng = np.random.default_rng(5)
    for is_falling in (True, False):
        for slope in (-0.1, 0.0, 0.02, 0.1, 1.0):  # a share that rises breaks no search either
            for _ in range(20):
                fake = Fake(rng, slope, games=100)
                tried = explore(HALVES, is_falling, fake)
                assert len(fake.steps) == len(set(fake.steps)) <= 2 * len(HALVES)
                found = Fairness(told().search, tried)
                assert found.fairest.whole
                assert found.verdict.endswith(") of the games.")
                for one in tried:
                    assert one.whole or one.side != 0


# What is made of it


def test_fair_is_where_the_straight_line_meets_one_half() -> None:
    found = told((0, 700, 1000), (1, 600, 1000), (2, 300, 1000), (3, 100, 1000))
    assert found.fair is not None
    assert found.fair.value == pytest.approx(1 + 1 / 3)
    assert found.fair.games == 4000
    ends = [wilson(600, 1000), wilson(300, 1000)]
    for end, got in enumerate((found.fair.low, found.fair.high)):
        above, below = ends[0][end] - 0.5, ends[1][end] - 0.5
        assert got == pytest.approx(1 + above / (above - below))
    assert found.fairest.value == 1
    assert found.verdict == (
        "The fair komi is 1.33 (95% interval: 1.23 to 1.43); the fairest value played is 1, where "
        "Black wins 60.0% (56.9 to 63.0) of the games."
    )


def test_an_interval_that_leaves_the_values_has_no_end() -> None:
    found = told((0, 51, 100), (1, 48, 100))
    assert found.fair is not None
    assert (found.fair.low, found.fair.high) == (-math.inf, math.inf)
    assert "no bound on either side" in found.verdict
    found = told((0, 80, 100), (1, 49, 100))
    assert found.fair is not None
    assert 0 < found.fair.low < found.fair.value < 1
    assert found.fair.high == math.inf
    assert "at least 0.67" in found.verdict


def test_a_level_stretch_is_fair_in_its_middle() -> None:
    found = told((0, 90, 100), (1, 50, 100), (2, 50, 100), (3, 10, 100))
    assert found.crossings == (1.5,)
    assert found.fair is not None
    assert found.fair.low < 1
    assert found.fair.high > 2


def test_a_share_that_falls_crosses_once_whatever_chance_does() -> None:
    """By isotonic regression: 0.49 and 0.52 become 0.505 each."""
    shares = (0, 90, 100), (1, 49, 100), (2, 52, 100), (3, 10, 100)
    (crossing,) = told(*shares).crossings
    assert crossing == pytest.approx(2 + 0.005 / 0.405)
    several = told(*shares, option="penalty")
    assert len(several.crossings) == 3
    assert several.fair is None
    assert several.verdict.startswith("Several values are fair, penalty=0.98, 1.33")


def test_there_may_be_no_fair_value() -> None:
    found = told((0, 90, 100), (1, 80, 100))
    assert found.fair is None
    assert found.verdict.startswith(
        "Black wins more than half of the games with every komi played; the fairest value played is"
    )
    assert told((0, 20, 100), (1, 10, 100)).verdict.startswith(
        "Black wins less than half of the games"
    )


# Games


def test_the_fair_komi_is_that_of_the_solved_board(tmp_path: Path) -> None:
    """On 3 times 3 Black wins with komi 0, draws with 1 and loses with 2, if both play well."""
    found = run(
        search(player="playouts 1000", values=(0, 1, 2, 3), games=40), tmp_path, InProcess()
    )
    assert found.fairest.value == 1
    assert found.fair is not None
    assert found.fair.low < 1 < found.fair.high
    assert 0 < found.fair.low < found.fair.high < 2


def jobs_in(folder: Path) -> set[tuple[str, int]]:
    return {(path.name, path.stat().st_ino) for path in folder.glob(f"*/{JOBS}/*.parquet")}


def results_in(folder: Path) -> dict[str, bytes]:
    return {path.parent.name: path.read_bytes() for path in folder.glob(f"*/{RESULTS}")}


@pytest.fixture
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "RANDOM_BLOCK", 50)


@pytest.mark.usefixtures("small_jobs")
def test_a_search_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole = run(search(), tmp_path / "whole", InProcess())
    left = 0

    def stop(_search: FairSearch, _value: float, _experiment: Experiment) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt

    before: set[tuple[str, int]] = set()
    for _ in range(3):
        left = 5
        with pytest.raises(KeyboardInterrupt):
            run(search(), tmp_path / "cut", InProcess(), stop)
        assert before < jobs_in(tmp_path / "cut")  # more, and none of them played again
        before = jobs_in(tmp_path / "cut")
    assert run(search(), tmp_path / "cut", InProcess()) == whole
    assert results_in(tmp_path / "cut") == results_in(tmp_path / "whole")
    assert before < jobs_in(tmp_path / "cut")
    (dismissed,) = [one for one in whole.tried if not one.whole][-1:]
    value = Experiment.open(tmp_path / "cut" / f"komi-{dismissed.value}")
    assert value.games_played < value.games_wanted == 300
    value.run(InProcess())  # `skerry lab resume` plays the rest, and the search finds what it found
    assert run(search(), tmp_path / "cut", InProcess()) == whole


@pytest.mark.usefixtures("small_jobs")
def test_every_runner_finds_the_same(tmp_path: Path) -> None:
    runners: dict[str, Runner] = {"here": InProcess(), "processes": Processes(2)}
    few = search(values=(0, 4, 8))
    found = [run(few, tmp_path / name, runner) for name, runner in runners.items()]
    assert found[0] == found[1]
    assert len(jobs_in(tmp_path / "processes")) >= len(jobs_in(tmp_path / "here")) > 3
    assert results_in(tmp_path / "here") == results_in(tmp_path / "processes")


@pytest.mark.usefixtures("small_jobs")
def test_random_play_halved_and_tried_in_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    halved = run(search(), tmp_path, InProcess())
    monkeypatch.setattr(FairSearch, "is_falling", False)
    every = run(search(), tmp_path, InProcess())
    assert len(every.tried) == 8 > len(halved.tried)
    assert halved.fair is not None
    assert every.fair is not None
    assert halved.fair.value == every.fair.value
    shares = [one.share.value for one in every.tried if one.whole]
    assert shares == sorted(shares, reverse=True)


def test_a_penalty_has_all_its_values_tried(tmp_path: Path) -> None:
    asked = FairSearch(
        "sytran", {"size": 2, "swap": False}, "penalty", (0, 2, 4), "random", 200, until=0.1
    )
    found = run(asked, tmp_path, InProcess())
    assert [one.value for one in found.tried] == [0, 2, 4]
    assert all(one.share.games <= 200 for one in found.tried)
    plan = parse_plan((tmp_path / "penalty-2" / "plan.toml").read_text(), "plan.toml")
    assert plan.cells[0].game == skerry.game("sytran", size=2, penalty=2, swap=False)
    assert (plan.cells[0].games, plan.cells[0].until, plan.name) == (200, 0.1, "penalty-2")


def test_each_contestant_has_its_own(tmp_path: Path) -> None:
    asked = search(values=(0, 1, 2), games=10)
    players = ["random", " random  turns"]
    found = fairness.handicap(asked, players, tmp_path, InProcess())
    assert list(found) == ["random", "random turns"]
    assert {path.name for path in tmp_path.iterdir()} == {"random", "random-turns"}
    assert found["random"] == run(asked, tmp_path / "random", InProcess())
    with pytest.raises(skerry.OptionError, match="'random' is there 2 times; once is enough"):
        fairness.handicap(asked, ["random", "random "], tmp_path, InProcess())


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"game": "syrtis", "option": "stall_limit"}, r"chooses the colours .* \(SYR-6\), which makes"),
    ({"options": {"swap": True}}, "kitaran has swap=on here, which makes it fair by itself"),
    ({"game": "sytran", "option": "penalty", "options": {}}, "swap=on here.* give swap=off"),
    (
        {"option": "swap"},
        "'swap' is not an option with numbers; those are size, komi, cycle_limit",
    ),
    ({"option": "penalty"}, "kitaran: 'penalty' is not an option with numbers"),
    ({"options": {"komi": 1}}, "komi is what is looked for; take it out of the given options"),
    ({"options": {"cap": 1}}, "kitaran: there is no option 'cap'"),
    ({"values": (1,)}, "There must be 2 to 1,000 values to try, not 1"),
    ({"values": (0, 2, 2)}, "The values must ascend, and 2 comes after 2"),
    ({"values": (0, math.nan)}, "must be numbers, and nan is none"),
    ({"values": (0, 0.3)}, r"option komi=0\.3 is not possible; komi must be a multiple of 0\.5"),
    ({"values": (0, 10)}, "komi=10 is not possible"),
    ({"player": "me"}, "'me' is not a contestant"),
    ({"games": 0}, "games must be from 1 to 10,000,000, not 0"),
    ({"until": 0.5}, r"until must be greater than 0 and less than 0\.5, not 0\.5"),
    ({"seed": -1}, "seed must be from 0 to"),
]


@pytest.mark.parametrize(("changed", "says"), WRONG)
def test_what_cannot_be_searched_is_refused(changed: dict[str, Any], says: str) -> None:
    with pytest.raises(skerry.OptionError, match=says):
        search(**changed)
