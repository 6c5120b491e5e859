"""Analyses: what the engine is asked for, what is kept, and how much anyone can ask for."""

from dataclasses import dataclass, field

import pytest

from skerry.web.analysis.analyses import (
    CURVE,
    CURVE_SECONDS,
    MOST_PER_BROWSER,
    MOST_SITTINGS,
    VIEW,
    VIEW_SECONDS,
    Analyses,
    Finding,
    size_of_finding,
)
from skerry.web.base.errors import BusyError
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job
from tests.web.conftest import LONG_LEASE

LINE = ("start", "middle", "late", None)


@dataclass
class FakeEngine(Engine):
    """Notes what it is asked for; a test answers in its place."""

    jobs: dict[str, Job] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super().__init__()

    def submit(self, job: Job) -> None:
        self.jobs[job.place] = job

    def cancel(self, kind: str, subject: str) -> None:
        self.jobs.pop(f"{kind}:{subject}", None)

    def asked(self) -> dict[str, tuple[object, object]]:
        return {
            job.kind: (job.order["position"], job.order["seconds"]) for job in self.jobs.values()
        }

    def answer(
        self, place: str, playouts: int = 100, *, value: float = 0.6, last: bool = False
    ) -> None:
        job = self.jobs[place]
        if last:
            del self.jobs[place]
        job.on_answer(Answer(job, {"analysis": analysis(playouts, value)}, last))

    def fail(self, place: str) -> None:
        job = self.jobs.pop(place)
        job.on_answer(Answer(job, {}, error="The engine stopped once."))


def analysis(
    playouts: int, value: float = 0.6, player: int = 0, proven: str | None = None
) -> dict[str, object]:
    return {"playouts": playouts, "value": value, "player": player, "proven": proven}


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


@pytest.fixture
def desk(engine: FakeEngine) -> Analyses:
    return Analyses(engine, lease=LONG_LEASE)


def test_the_position_looked_at_is_searched_long_the_others_briefly(
    desk: Analyses, engine: FakeEngine
) -> None:
    seen = desk.ask("ada", "p", "spry", LINE, 1)
    assert engine.asked() == {VIEW: ("middle", VIEW_SECONDS), CURVE: ("start", CURVE_SECONDS)}
    assert seen.finding is None
    assert seen.phase == "warming up"  # this engine was never started


def test_an_engine_that_stays_slow_does_not_warm_up(
    desk: Analyses, engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "phase", lambda game: "slow")
    assert desk.ask("ada", "p", "spry", LINE, 1).phase == "thinking"


def test_the_numbers_move_while_the_engine_thinks(desk: Analyses, engine: FakeEngine) -> None:
    before = desk.ask("ada", "p", "spry", LINE, 1)
    engine.answer("view:ada/p", 100, value=0.6)
    seen = desk.ask("ada", "p", "spry", LINE, 1)
    assert seen.changed > before.changed
    assert seen.finding is not None
    assert seen.finding.first_share == 0.6
    engine.answer("view:ada/p", 200, value=0.7)
    assert desk.ask("ada", "p", "spry", LINE, 1).changed > seen.changed
    unchanged = desk.ask("ada", "p", "spry", LINE, 1)
    assert unchanged.changed == desk.ask("ada", "p", "spry", LINE, 1).changed


def test_the_curve_is_filled_position_by_position(desk: Analyses, engine: FakeEngine) -> None:
    desk.ask("ada", "p", "spry", LINE, 1)
    searched = []
    while CURVE in engine.asked():
        searched.append(engine.asked()[CURVE][0])
        engine.answer("curve:ada/p", last=True)
    assert searched == ["start", "late"]  # "middle" is looked at, the end needs no search
    seen = desk.ask("ada", "p", "spry", LINE, 1)
    assert [finding is not None for finding in seen.curve] == [True, False, True, False]


def test_a_done_search_is_not_repeated_and_going_back_costs_nothing(
    desk: Analyses, engine: FakeEngine
) -> None:
    desk.ask("ada", "p", "spry", LINE, 1)
    engine.answer("view:ada/p", 900, last=True)
    assert desk.ask("ada", "p", "spry", LINE, 1).phase == "done"
    assert VIEW not in engine.asked()
    desk.ask("ada", "p", "spry", LINE, 2)
    assert engine.asked()[VIEW][0] == "late"
    back = desk.ask("ada", "p", "spry", LINE, 1)
    assert back.phase == "done"
    assert back.finding is not None
    assert VIEW not in engine.asked()
    other = desk.ask("grace", "q", "spry", ("middle",), 0)  # whoever asks
    assert other.phase == "done"


def test_a_shorter_search_never_replaces_a_longer_one(desk: Analyses, engine: FakeEngine) -> None:
    desk.ask("ada", "p", "spry", LINE, 1)
    engine.answer("view:ada/p", 900, value=0.7)
    desk.ask("ada", "p", "spry", LINE, 2)
    desk.ask("ada", "p", "spry", LINE, 1)
    engine.answer("view:ada/p", 50, value=0.2)
    seen = desk.ask("ada", "p", "spry", LINE, 1)
    assert seen.finding is not None
    assert seen.finding.analysis["playouts"] == 900


def test_a_proof_ends_the_search(desk: Analyses, engine: FakeEngine) -> None:
    desk.ask("ada", "p", "spry", LINE, 1)
    job = engine.jobs["view:ada/p"]
    desk.take(Answer(job, {"analysis": analysis(5, 1.0, 0, "win")}, is_last=False))
    assert desk.ask("ada", "p", "spry", LINE, 1).phase == "done"


def test_stepping_on_stops_what_was_searched(desk: Analyses, engine: FakeEngine) -> None:
    desk.ask("ada", "p", "spry", LINE, 1)
    first = engine.jobs["view:ada/p"]
    desk.ask("ada", "p", "spry", LINE, 2)
    assert engine.jobs["view:ada/p"] is not first
    assert engine.asked()[VIEW][0] == "late"
    desk.ask("ada", "p", "spry", ("another",), 0)
    assert engine.asked() == {VIEW: ("another", VIEW_SECONDS)}


def test_stopping_ends_both_searches(desk: Analyses, engine: FakeEngine) -> None:
    desk.ask("ada", "p", "spry", LINE, 1)
    desk.stop("grace", "p")
    assert len(engine.jobs) == 2
    desk.stop("ada", "p")
    assert engine.jobs == {}
    assert desk.num_thinking == 0


def test_a_page_that_is_gone_is_thought_about_no_longer(engine: FakeEngine) -> None:
    desk = Analyses(engine, lease=-1.0)  # over before it begins
    desk.ask("ada", "p", "spry", LINE, 1)
    engine.answer("view:ada/p")
    assert engine.jobs == {}
    assert desk.num_thinking == 0


def test_one_browser_cannot_start_many_searches(desk: Analyses, engine: FakeEngine) -> None:
    for number in range(300):
        desk.ask("eve", f"p{number}", "spry", LINE, 1)
        assert desk.num_thinking <= MOST_PER_BROWSER
    assert len(engine.jobs) == 2 * MOST_PER_BROWSER
    assert "view:eve/p299" in engine.jobs  # the newest pages are served


def test_many_browsers_cannot_either(desk: Analyses, engine: FakeEngine) -> None:
    for number in range(MOST_SITTINGS):
        desk.ask(f"eve{number}", "p", "spry", LINE, 1)
    with pytest.raises(BusyError, match="as it can"):
        desk.ask("ada", "p", "spry", LINE, 1)
    assert len(engine.jobs) == 2 * MOST_SITTINGS
    desk.ask("eve0", "p", "spry", LINE, 2)  # who sits already may go on
    desk.stop("eve0", "p")
    desk.ask("ada", "p", "spry", LINE, 1)


def keeping(engine: FakeEngine, number: int) -> Analyses:
    """That keep so many findings as the engine here makes."""
    size = size_of_finding(Finding(analysis(100)))
    return Analyses(engine, LONG_LEASE, findings_bytes=number * size + size // 2)


def test_what_is_kept_is_bounded(engine: FakeEngine) -> None:
    desk = keeping(engine, 20)
    for number in range(30):
        desk.ask("ada", "p", "spry", (f"position {number}",), 0)
        engine.answer("view:ada/p", last=True)
    assert desk.ask("ada", "p", "spry", ("position 29",), 0).phase == "done"
    assert desk.ask("ada", "p", "spry", ("position 0",), 0).finding is None
    assert desk.ask("ada", "p", "spry", ("position 15",), 0).finding is not None


def test_a_game_longer_than_what_is_kept_is_searched_once(engine: FakeEngine) -> None:
    desk = keeping(engine, 20)
    line = tuple(f"position {number}" for number in range(50))
    desk.ask("ada", "p", "spry", line, 0)
    searches = 0
    while "curve:ada/p" in engine.jobs:
        engine.answer("curve:ada/p", last=True)
        searches += 1
    assert searches == len(line) - 1


def test_pages_that_only_look_are_bounded_too(
    engine: FakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skerry.web.analysis.analyses.MOST_PAGES", 5)
    desk = Analyses(engine, LONG_LEASE)
    for number in range(5):
        desk.ask(f"eve{number}", "p", "spry", (None,), 0)  # the game is over: nothing to think
    with pytest.raises(BusyError):
        desk.ask("ada", "p", "spry", (None,), 0)


def test_where_the_engine_failed_it_says_so_and_is_not_asked_again(
    desk: Analyses, engine: FakeEngine
) -> None:
    desk.ask("ada", "p", "spry", LINE, 1)
    engine.fail("view:ada/p")
    seen = desk.ask("ada", "p", "spry", LINE, 1)
    assert (seen.phase, seen.trouble) == ("trouble", "The engine stopped once.")
    assert VIEW not in engine.asked()
    desk.stop("ada", "p")  # the switch is turned off and on
    assert desk.ask("ada", "p", "spry", LINE, 1).phase == "warming up"


def test_an_analysis_is_tried_once_only(desk: Analyses, engine: FakeEngine) -> None:
    desk.ask("ada", "p", "spry", LINE, 1)
    assert {job.most_attempts for job in engine.jobs.values()} == {1}


def test_a_game_that_is_over_needs_no_search(desk: Analyses, engine: FakeEngine) -> None:
    assert desk.ask("ada", "p", "spry", LINE, 3).phase == "over"
    assert VIEW not in engine.asked()


def test_a_game_that_goes_on_keeps_its_curve(desk: Analyses, engine: FakeEngine) -> None:
    desk.ask("ada", "p", "spry", ("start", "middle"), 1)
    engine.answer("curve:ada/p", last=True)
    seen = desk.ask("ada", "p", "spry", ("start", "middle", "late"), 2)
    assert seen.curve[0] is not None
    assert engine.asked() == {
        VIEW: ("late", VIEW_SECONDS),
        CURVE: ("middle", CURVE_SECONDS),
    }


def test_a_curve_has_no_gap_where_the_line_went_another_way_for_a_while(
    desk: Analyses, engine: FakeEngine
) -> None:
    desk.ask("ada", "p", "spry", LINE, 1)
    assert engine.asked()[CURVE][0] == "start"
    desk.ask("ada", "p", "spry", ("another", "middle"), 1)
    desk.ask("ada", "p", "spry", LINE, 1)
    searched = set()
    while CURVE in engine.asked():
        searched.add(engine.asked()[CURVE][0])
        engine.answer("curve:ada/p", last=True)
    assert "start" in searched


def test_what_a_page_knew_before_is_for_that_page_alone(desk: Analyses, engine: FakeEngine) -> None:
    """It may come from anybody's file."""
    known = {
        text: Finding(analysis(10**9, 1.0, 0, "win") | {"turns": ["a1"]}, is_thorough=True)
        for text in ("start", "middle")
    }
    seen = desk.ask("eve", "p", "spry", LINE, 1, known)
    assert (seen.phase, seen.finding, seen.curve[0]) == ("done", known["middle"], known["start"])
    assert engine.asked() == {CURVE: ("late", CURVE_SECONDS)}
    seen = desk.ask("ada", "p", "spry", LINE, 1)
    assert (seen.finding, seen.curve[0]) == (None, None)


def test_what_the_engine_has_found_to_the_end_stands_before_what_a_page_knew(
    desk: Analyses, engine: FakeEngine
) -> None:
    """A study keeps less of it: no ownership, and none of the turns that follow."""
    desk.ask("ada", "p", "spry", LINE, 1)
    engine.answer("view:ada/p", 900, last=True)
    found = desk.ask("ada", "p", "spry", LINE, 1).finding
    known = {"middle": Finding(analysis(900), is_thorough=True)}
    assert desk.ask("ada", "p", "spry", LINE, 1, known).finding == found
    assert desk.ask("grace", "q", "spry", LINE, 1).finding == found


def test_a_page_hears_that_more_is_known(desk: Analyses) -> None:
    first = desk.ask("ada", "p", "spry", LINE, 1)
    known = {"middle": Finding(analysis(900), is_thorough=True)}
    assert desk.ask("ada", "p", "spry", LINE, 1, known).changed > first.changed
