"""Clocks: what is charged, what is given, what a turn may take, and when a flag falls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.errors import OptionError
from skerry.sessions import (
    LAG_A_TURN,
    LAG_REGAINED,
    LAG_STOCK,
    ByoYomi,
    Clock,
    Correspondence,
    Fischer,
    PerTurn,
    TimeControl,
    TimeLeft,
)
from tests.strategies import few

BLITZ = Fischer(60.0, 2.0)
SLOW = PerTurn(30.0)
JAPANESE = ByoYomi(60.0, 3, 10.0)
MAIL = Correspondence(2, 5)
DAY = 86_400.0

seconds = st.floats(0, 1000)
controls = st.one_of(
    st.builds(Fischer, seconds, st.floats(0, 60)),
    st.builds(ByoYomi, seconds, st.integers(1, 9), st.floats(1, 60)),
    st.builds(PerTurn, st.floats(0.1, 100)),
    st.builds(Correspondence, st.integers(1, 9), st.integers(0, 9)),
)
turns = st.lists(st.tuples(st.integers(0, 1), st.floats(0, 200)), max_size=20)


def left(clock: Clock) -> list[float]:
    return [one.seconds for one in clock.left]


# --- so many seconds for the game, and more for each turn -----------------------------------------


def test_a_turn_is_charged_and_given_the_increment() -> None:
    clock = Clock.full(BLITZ).begin_turn(100.0).end_turn(0, 115.0)
    assert left(clock) == [47.0, 60.0]
    assert left(clock.end_turn(1, 120.0)) == [47.0, 57.0]


def test_a_clock_that_does_not_run_charges_nobody() -> None:
    clock = Clock.full(BLITZ)
    assert left(clock.end_turn(0, 1000.0)) == [62.0, 60.0]
    assert clock.flag_moment(0) is None
    assert not clock.has_flagged(0, 1e9)


def test_a_turn_that_begins_anew_is_charged_from_there() -> None:
    clock = Clock.full(BLITZ).begin_turn(0.0).begin_turn(50.0).end_turn(1, 51.0)
    assert left(clock) == [60.0, 61.0]


def test_who_has_overstepped_has_no_time_left() -> None:
    clock = Clock.full(BLITZ).begin_turn(0.0).end_turn(0, 100.0)
    assert left(clock)[0] == -38.0
    assert clock.limit(0) == 0.0
    assert clock.limit(1) == 60.0


def test_a_turn_that_is_given_up_gains_nothing() -> None:
    assert left(Clock.full(BLITZ).begin_turn(5.0).drop_turn(1, 8.0)) == [60.0, 57.0]


def test_the_flag_falls_when_the_time_is_used_up_and_not_before() -> None:
    clock = Clock.full(BLITZ).begin_turn(100.0)
    assert not clock.has_flagged(0, 159.999)
    assert clock.has_flagged(0, 160.0)
    assert clock.flag_moment(0) == 160.0 + LAG_A_TURN


# --- the same time for every turn -----------------------------------------------------------------


def test_without_time_for_the_game_every_turn_has_the_same() -> None:
    clock = Clock.full(SLOW).begin_turn(0.0).end_turn(0, 29.0).end_turn(1, 45.0)
    assert [clock.limit(person) for person in (0, 1)] == [30.0, 30.0]
    assert clock.began == 45.0
    assert clock.has_flagged(0, 75.0)


# --- byo-yomi -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spent", "after"),
    [
        (0.0, (60.0, 3)),
        (60.0, (0.0, 3)),
        (69.0, (0.0, 3)),  # within the first period, which stays whole
        (70.0, (0.0, 2)),
        (89.9, (0.0, 1)),
        (90.0, (0.0, 0)),
        (95.0, (-5.0, 0)),
    ],
)
def test_a_period_stays_whole_when_the_turn_ends_within_it(
    spent: float, after: tuple[float, int]
) -> None:
    clock = Clock.full(JAPANESE).begin_turn(0.0)
    assert clock.has_flagged(1, spent) == (after[1] == 0)
    assert clock.end_turn(1, spent).left == (TimeLeft(60.0, 3), TimeLeft(*after))


def test_a_clock_shows_the_period_under_way_and_those_after_it() -> None:
    clock = Clock.full(JAPANESE).begin_turn(0.0)
    assert clock.shown(0, 59.0, is_to_act=True) == TimeLeft(1.0, 3)
    assert clock.shown(0, 63.0, is_to_act=True) == TimeLeft(7.0, 2)
    assert clock.shown(0, 88.0, is_to_act=True) == TimeLeft(2.0, 0)
    assert clock.shown(0, 99.0, is_to_act=True) == TimeLeft(0.0, 0)
    assert clock.shown(1, 99.0, is_to_act=False) == TimeLeft(60.0, 3)
    assert clock.end_turn(0, 65.0).shown(0, 70.0, is_to_act=False) == TimeLeft(10.0, 2)


# --- correspondence and vacations -----------------------------------------------------------------


def test_days_are_given_anew_for_each_turn() -> None:
    clock = Clock.full(MAIL).begin_turn(0.0)
    assert clock.flag_moment(0) == 2 * DAY + LAG_A_TURN
    assert clock.end_turn(0, DAY).end_turn(1, 2 * DAY).flag_moment(0) == 4 * DAY + LAG_A_TURN


def test_a_vacation_stops_the_time_of_who_is_away_until_it_ends() -> None:
    clock = Clock.full(MAIL).begin_turn(0.0).begin_vacation(0, DAY)
    assert not clock.has_flagged(0, 3.5 * DAY)
    assert clock.flag_moment(0) == (2 + 5) * DAY + LAG_A_TURN  # if it lasts as long as it can
    clock = clock.end_vacation(0, 4 * DAY)
    assert clock.spent(0, 4.5 * DAY) == 1.5 * DAY
    assert clock.flag_moment(0) == 5 * DAY + LAG_A_TURN
    assert clock.vacations[0].left(9 * DAY) == 2 * DAY
    assert clock.flag_moment(1) == 2 * DAY + LAG_A_TURN  # the other one was not away


def test_a_vacation_ends_by_itself_when_the_stock_is_used_up() -> None:
    clock = Clock.full(MAIL).begin_turn(0.0).begin_vacation(0, DAY)
    assert clock.vacations[0].is_away(5.9 * DAY)
    assert not clock.vacations[0].is_away(6 * DAY)
    assert clock.has_flagged(0, 7 * DAY)
    assert clock.end_vacation(0, 9 * DAY).has_flagged(0, 9 * DAY)
    with pytest.raises(OptionError, match="no vacation left"):
        clock.begin_vacation(0, 6.5 * DAY)


def test_a_vacation_that_goes_on_over_a_turn_stops_the_next_one_too() -> None:
    clock = Clock.full(MAIL).begin_turn(0.0).begin_vacation(0, DAY)
    clock = clock.end_turn(0, 2 * DAY).end_turn(1, 3 * DAY)
    assert clock.spent(0, 5 * DAY) == 0.0
    assert clock.flag_moment(0) == (1 + 5 + 2) * DAY + LAG_A_TURN


def test_only_games_by_correspondence_know_vacations() -> None:
    for control in (BLITZ, JAPANESE, SLOW, Correspondence(2)):
        with pytest.raises(OptionError, match="no vacation left"):
            Clock.full(control).begin_turn(0.0).begin_vacation(0, 1.0)


# --- lag ------------------------------------------------------------------------------------------


def test_what_a_turn_took_on_its_way_is_forgiven() -> None:
    clock = Clock.full(BLITZ).begin_turn(0.0).end_turn(0, 10.0, lag=0.6)
    assert left(clock)[0] == pytest.approx(60 - 9.4 + 2)
    assert clock.lag_stock[0] == pytest.approx(LAG_STOCK - 0.6 + LAG_REGAINED)


def test_a_turn_that_was_sent_in_time_is_in_time() -> None:
    clock = Clock.full(BLITZ).begin_turn(0.0)
    assert clock.has_flagged(0, 60.5)
    assert not clock.has_flagged(0, 60.5, lag=0.6)
    assert clock.has_flagged(0, 61.0, lag=50.0)  # no more than the bound


@few
@given(lags=st.lists(st.floats(allow_nan=False, allow_infinity=True), min_size=1, max_size=40))
def test_no_claim_of_lag_gains_more_than_the_bound(lags: list[float]) -> None:
    clock, now = Clock.full(Fischer(10_000.0)).begin_turn(0.0), 0.0
    for lag in lags:
        now += 2.0
        before = left(clock)[0]
        clock = clock.end_turn(0, now, lag)
        assert 2.0 - LAG_A_TURN - 1e-9 <= before - left(clock)[0] <= 2.0 + 1e-9
    gained = 2.0 * len(lags) - (10_000.0 - left(clock)[0])
    assert -1e-6 <= gained <= LAG_STOCK + (len(lags) - 1) * LAG_REGAINED + 1e-6


# --- whatever is done -----------------------------------------------------------------------------


@few
@given(control=controls, turns=turns)
def test_what_is_left_is_what_there_was_less_what_was_spent(
    control: TimeControl, turns: list[tuple[int, float]]
) -> None:
    clock, now = Clock.full(control).begin_turn(0.0), 0.0
    spent, played = [0.0, 0.0], [0, 0]
    for person, passed in turns:
        if clock.has_flagged(person, now + passed):
            break
        now += passed
        clock = clock.end_turn(person, now)
        spent[person] += passed
        played[person] += 1
    for person in (0, 1):
        rest = clock.left[person]
        if isinstance(control, Fischer):
            expected = control.seconds + played[person] * control.increment - spent[person]
            assert rest.seconds == pytest.approx(expected)
        elif isinstance(control, ByoYomi):
            # A period costs nothing or all of it, and never more than was spent.
            used = control.seconds - rest.seconds
            used += (control.periods - rest.periods) * control.period_seconds
            assert used <= spent[person] + 1e-6
            assert rest.periods >= 1
        else:
            assert rest == control.full()


@few
@given(
    control=controls,
    steps=st.lists(
        st.tuples(
            st.integers(0, 1),
            st.sampled_from(["begin", "end", "drop", "away", "back"]),
            st.floats(-500, 300),
        ),
        max_size=20,
    ),
)
def test_nobody_gains_more_than_the_increment_and_nobody_is_charged_for_time_that_was_not(
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
        if what in ("away", "back"):
            clock = vacation(clock, what, person, now)
            assert clock.left == before.left
            continue
        clock = clock.end_turn(person, now) if what == "end" else clock.drop_turn(person, now)
        gain = control.increment if what == "end" and isinstance(control, Fischer) else 0.0
        assert clock.left[person].seconds <= before.left[person].seconds + gain + 1e-9
        assert clock.left[person].periods <= before.left[person].periods
        charged = before.control.lasts(before.left[person]) - control.lasts(clock.left[person])
        passed_in_turn = 0.0 if before.began is None else max(0.0, now - before.began)
        assert charged <= passed_in_turn + 1e-9
        assert clock.left[1 - person] == before.left[1 - person]
        assert clock.began == (now if before.began is None else max(now, before.began))


def vacation(clock: Clock, what: str, person: int, now: float) -> Clock:
    if what == "back":
        return clock.end_vacation(person, now)
    try:
        return clock.begin_vacation(person, now)
    except OptionError:
        return clock


@few
@given(
    control=controls,
    moments=st.lists(st.floats(0, 30 * DAY), min_size=4, max_size=4).map(sorted),
    person=st.integers(0, 1),
)
def test_the_flag_falls_at_the_moment_that_is_told(
    control: TimeControl, moments: list[float], person: int
) -> None:
    began, away, back, again = moments
    clock = Clock.full(control).begin_turn(began)
    clock = vacation(clock, "away", person, away).end_vacation(person, back)
    clock = vacation(clock, "away", person, again)
    moment = clock.flag_moment(person)
    assert moment is not None
    assert clock.has_flagged(person, moment + 1e-3, lag=1e9)
    sent = moment - LAG_A_TURN - 1e-3
    assert clock.has_flagged(person, sent) == (clock.limit(person) == 0)


def test_a_clock_that_is_stepped_back_gives_the_running_turn_nothing_and_takes_nothing_later() -> (
    None
):
    clock = Clock.full(BLITZ).begin_turn(1000.0).end_turn(0, 900.0)
    assert left(clock) == [62.0, 60.0]
    # Set right again: the turn of the other one has not taken the 100 seconds.
    assert left(clock.end_turn(1, 1003.0)) == [62.0, 59.0]
