"""Clocks: what is charged, what is given, and what a turn may take."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.sessions import Clock, TimeControl
from tests.strategies import few

BLITZ = TimeControl(60.0, 2.0)
SLOW = TimeControl(turn_seconds=30.0)

seconds = st.floats(0, 1000)


def test_a_turn_is_charged_and_given_the_increment() -> None:
    clock = Clock.full(BLITZ).begin_turn(100.0).end_turn(0, 115.0)
    assert clock.left == (47.0, 60.0)
    assert clock.end_turn(1, 120.0).left == (47.0, 57.0)


def test_a_clock_that_does_not_run_charges_nobody() -> None:
    assert Clock.full(BLITZ).end_turn(0, 1000.0).left == (62.0, 60.0)


def test_a_turn_that_begins_anew_is_charged_from_there() -> None:
    clock = Clock.full(BLITZ).begin_turn(0.0).begin_turn(50.0).end_turn(1, 51.0)
    assert clock.left == (60.0, 61.0)


def test_who_has_overstepped_has_no_time_left() -> None:
    clock = Clock.full(BLITZ).begin_turn(0.0).end_turn(0, 100.0)
    assert clock.left[0] == -38.0
    assert clock.limit(0) == 0.0
    assert clock.limit(1) == 60.0


def test_without_time_for_the_game_every_turn_has_the_same() -> None:
    clock = Clock.full(SLOW).begin_turn(0.0).end_turn(0, 29.0).end_turn(1, 45.0)
    assert [clock.limit(person) for person in (0, 1)] == [30.0, 30.0]
    assert clock.began == 45.0


def test_a_turn_that_is_given_up_gains_nothing() -> None:
    assert Clock.full(BLITZ).begin_turn(5.0).drop_turn(1, 8.0).left == (60.0, 57.0)


@few
@given(
    control=st.builds(TimeControl, st.none() | seconds, st.floats(0, 60), st.floats(0.1, 100)),
    steps=st.lists(
        st.tuples(st.integers(0, 1), st.sampled_from(["begin", "end", "drop"]), st.floats(-9, 99)),
        max_size=20,
    ),
)
def test_nobody_gains_more_than_the_increment(
    control: TimeControl, steps: list[tuple[int, str, float]]
) -> None:
    """Not even where the caller's moments run backward."""
    clock, now = Clock.full(control), 0.0
    for person, what, passed in steps:
        now += passed
        before = clock
        if what == "begin":
            clock = clock.begin_turn(now)
            assert clock.left == before.left
            continue
        clock = clock.end_turn(person, now) if what == "end" else clock.drop_turn(person, now)
        gain = control.increment if what == "end" else 0.0
        assert clock.left[person] <= before.left[person] + gain + 1e-9
        assert clock.left[1 - person] == before.left[1 - person]
        assert clock.began == pytest.approx(now)
