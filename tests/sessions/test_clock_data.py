"""Clocks and time controls as JSON: both ways, and nothing that is out of bounds comes in."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.errors import OptionError
from skerry.sessions import (
    SPEEDS,
    ByoYomi,
    Clock,
    Correspondence,
    Fischer,
    PerTurn,
    TimeControl,
    clock_from_json,
    clock_to_json,
    control_from_data,
    control_to_data,
    format_control,
    speed_of,
)
from tests.strategies import few

NAN, INFINITY = float("nan"), float("inf")
KINDS = [Fischer(300, 3.5), ByoYomi(600, 5, 30), PerTurn(60), Correspondence(3, 14)]
controls = st.one_of(
    st.builds(Fischer, st.integers(10, 36_000), st.floats(0, 600)),
    st.builds(ByoYomi, st.integers(0, 36_000), st.integers(1, 30), st.floats(3, 3_600)),
    st.builds(PerTurn, st.floats(5, 3_600)),
    st.builds(Correspondence, st.integers(1, 30), st.integers(0, 60)),
)


@few
@given(controls)
def test_a_control_comes_back_as_it_was(control: TimeControl) -> None:
    data = json.loads(json.dumps(control_to_data(control)))
    assert control_from_data(data) == control
    assert speed_of(control) in SPEEDS
    assert format_control(control).isprintable()


@few
@given(
    control=controls,
    steps=st.lists(st.tuples(st.integers(0, 1), st.floats(0, 100), st.floats(0, 2)), max_size=6),
)
def test_a_clock_comes_back_as_it_was(
    control: TimeControl, steps: list[tuple[int, float, float]]
) -> None:
    clock, now = Clock.full(control), 1_800_000_000.0
    for person, passed, lag in steps:
        assert clock_from_json(clock_to_json(clock)) == clock
        clock, now = clock.end_turn(person, now, lag), now + passed
    if isinstance(control, Correspondence) and control.vacation_days:
        clock = clock.begin_vacation(0, now)
    assert clock_from_json(clock_to_json(clock)) == clock


@pytest.mark.parametrize("control", KINDS, ids=lambda control: type(control).__name__)
@pytest.mark.parametrize(
    "bad", [-1, 1e9, float("nan"), float("inf"), True, "5", None, [1], 10**400]
)
def test_a_number_out_of_bounds_is_refused(control: TimeControl, bad: object) -> None:
    data = control_to_data(control)
    for name in data.keys() - {"kind"}:
        with pytest.raises(OptionError, match=r"\.$"):
            control_from_data({**data, name: bad})


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "fischer",
        {},
        {"kind": "hourglass"},
        {"kind": ["fischer"]},
        {"kind": "fischer"},
        {"kind": "fischer", "seconds": 60},
        {"kind": "fischer", "seconds": 60, "increment": 0, "days": 1},
        {"kind": "byoyomi", "seconds": 60, "periods": 1.5, "period_seconds": 30},
    ],
)
def test_what_is_no_control_is_refused(data: Any) -> None:
    with pytest.raises(OptionError, match="clock"):
        control_from_data(data)


@pytest.mark.parametrize("control", [Fischer, PerTurn], ids=lambda kind: str(kind.__name__))
@pytest.mark.parametrize("bad", [-1.0, NAN, INFINITY])
def test_no_control_is_made_of_what_is_no_length(control: type, bad: float) -> None:
    with pytest.raises(OptionError, match="a number from 0"):
        control(bad)


def test_a_damaged_clock_is_refused() -> None:
    text = clock_to_json(Clock.full(Fischer(60, 1)).begin_turn(5.0))
    for end in range(len(text)):
        with pytest.raises(OptionError, match="damaged"):
            clock_from_json(text[:end])
    data = json.loads(text)
    broken: tuple[object, ...] = ("x", [1], [[]], NAN)
    for name in data:
        for bad in broken:
            with pytest.raises(OptionError, match="damaged"):
                clock_from_json(json.dumps({**data, name: bad}))


@pytest.mark.parametrize(
    ("control", "speed", "words"),
    [
        (Fischer(300, 3), "blitz", "5 min + 3 s"),
        (Fischer(900, 10), "rapid", "15 min + 10 s"),
        (Fischer(45, 0), "blitz", "45 s + 0 s"),
        (ByoYomi(1800, 5, 30), "classical", "30 min + 5 × 30 s"),
        (PerTurn(30), "rapid", "30 s a turn"),
        (Correspondence(1), "correspondence", "1 day a turn"),
        (Correspondence(3, 14), "correspondence", "3 days a turn, 14 days of vacation"),
        (None, "correspondence", "no clock"),
    ],
)
def test_a_control_has_a_speed_and_words(
    control: TimeControl | None, speed: str, words: str
) -> None:
    assert (speed_of(control), format_control(control)) == (speed, words)
