"""Sessions: turns, take-backs, ends and rematches, as page, terminal and matches ask for them."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.errors import GameOverError, IllegalActionError, NotationError, OptionError
from skerry.record import COMPUTER, FORFEIT, TIME, GameRecord
from skerry.sessions import (
    LAG_REGAINED,
    LAG_STOCK,
    ByoYomi,
    Clock,
    Correspondence,
    Fischer,
    NotToActError,
    Opponent,
    PerTurn,
    Seat,
    Seats,
    Session,
    TimeControl,
    prepared_start,
)
from skerry.sessions.clocks import LEAST_LEFT
from tests.strategies import few, games

pytestmark = pytest.mark.kernels

ADA, BOB = "token of Ada", "token of Bob"
KITARAN = skerry.game("kitaran", size=3)
APART = Seats(Seat(holder=ADA), Seat(holder=BOB))
PROGRAMS = Seats(Seat(COMPUTER), Seat(COMPUTER))


def begun(seats: Seats, *turns: str) -> Session:
    session = Session.begin(KITARAN, ("Ada", "Bob"), seats)
    for turn in turns:
        session = session.play(session.to_act, turn)
    return session


# --- who is to act --------------------------------------------------------------------------------


def test_the_holder_of_a_seat_acts_in_turn() -> None:
    session = begun(APART)
    assert (session.may_act(ADA), session.may_act(BOB), session.may_act("another")) == (1, 0, 0)
    session = session.play(0, "a1")
    assert (session.may_act(ADA), session.may_act(BOB)) == (False, True)
    assert [session.person_of(holder) for holder in (ADA, BOB, "another", None)] == [
        0,
        1,
        None,
        None,
    ]


def test_at_one_screen_the_holder_acts_for_whoever_is_to_act() -> None:
    session = begun(Opponent().seats(ADA))
    for turn in ("a1", "b2", "c3"):
        assert session.may_act(ADA)
        assert session.person_of(ADA) == session.to_act
        session = session.play(session.person_of(ADA), turn)


def test_nobody_acts_for_the_computer() -> None:
    session = begun(Opponent("2", 0).seats(ADA), "a1")
    assert session.waits_for_computer
    assert not session.may_act(ADA)
    with pytest.raises(NotToActError, match=r"^It is the computer's turn; wait for its answer or"):
        session.play(session.person_of(ADA), "b2")
    assert not session.play(session.seats.computer, "b2").waits_for_computer


@pytest.mark.parametrize("person", [1, None])
def test_who_is_not_to_act_is_refused(person: int | None) -> None:
    with pytest.raises(NotToActError, match=r"^It is the other player's turn; wait for it\.$"):
        begun(APART).play(person, "a1")


def test_a_turn_that_breaks_a_rule_is_refused_and_changes_nothing() -> None:
    session = begun(APART, "a1")
    for turn, error in (("a1", IllegalActionError), ("z9", NotationError), ("fly", NotationError)):
        with pytest.raises(error):
            session.play(1, turn)
    assert session == begun(APART, "a1")


def test_a_swap_leaves_the_seats_to_the_persons() -> None:
    session = Session.begin(skerry.game("spry", size=3, swap=True), ("", ""), APART)
    session = session.play(0, "a1").play(1, "swap")
    assert session.position.persons == (1, 0)
    assert session.may_act(ADA)


# --- a turn is played once ------------------------------------------------------------------------


def test_a_turn_is_played_once_and_nothing_is_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    play_turn = skerry.Position.play_turn

    def counted(position: skerry.Position, turn: str) -> skerry.Position:
        played.append(turn)
        return play_turn(position, turn)

    monkeypatch.setattr(skerry.Position, "play_turn", counted)
    session = begun(Opponent().seats(ADA), "a1", "b2")
    assert session.position.turn == 2
    session.record.to_json()
    assert session.may_act(ADA)
    after = session.take_back().play(1, "c3")
    assert after.num_to_take_back == 1
    assert after.resign(0).position.turn == 2
    assert played == ["a1", "b2", "c3"]


# --- taking back ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "turns", "count"),
    [
        (Opponent().seats(ADA), (), 0),
        (Opponent().seats(ADA), ("a1", "b2"), 1),
        (Opponent("2", 0).seats(ADA), ("a1",), 1),
        (Opponent("2", 0).seats(ADA), ("a1", "b2"), 2),
        (Opponent("2", 1).seats(ADA), ("a1",), 0),
        (Opponent("2", 1).seats(ADA), ("a1", "b2", "c3"), 2),
        (PROGRAMS, ("a1", "b2"), 0),
    ],
)
def test_turns_are_taken_back_as_far_as_the_last_one_of_a_human(
    seats: Seats, turns: tuple[str, ...], count: int
) -> None:
    session = begun(seats, *turns)
    assert session.num_to_take_back == count
    if count == 0:
        with pytest.raises(OptionError, match=r"^There is no turn of yours to take back\.$"):
            session.take_back()
        return
    before = session.take_back()
    assert before.record.turn_texts == turns[: len(turns) - count]
    assert not before.waits_for_computer


@pytest.mark.parametrize(
    ("reason", "how"),
    [("resignation", "by resignation"), (TIME, "on time"), (FORFEIT, "by forfeit")],
)
def test_what_ended_beside_the_rules_stays_so(reason: str, how: str) -> None:
    session = begun(APART, "a1").lose(1, reason)
    assert session.num_to_take_back == 0
    with pytest.raises(GameOverError) as caught:
        session.take_back()
    assert str(caught.value) == f"The game ended {how}, so no turn of it can be taken back."


# --- ends -----------------------------------------------------------------------------------------


def test_who_resigns_loses_and_nobody_acts_any_more() -> None:
    session = begun(APART, "a1").resign(0)
    assert session.result == skerry.record.Result(1, "resignation")
    assert session.to_act is None
    assert not session.may_act(ADA)
    assert not session.may_act(BOB)
    with pytest.raises(GameOverError, match=r"^The game is over; no turn can follow\.$"):
        session.play(1, "b2")
    with pytest.raises(GameOverError, match="nobody can resign"):
        session.resign(1)


def test_a_loss_beside_the_rules_says_why_in_the_record() -> None:
    session = begun(PROGRAMS).lose(0, FORFEIT, "It fell asleep.")
    assert session.record.comment == "It fell asleep."
    assert GameRecord.from_json(session.record.to_json()) == session.record


# --- rematch --------------------------------------------------------------------------------------


def test_a_rematch_exchanges_the_persons_and_their_seats() -> None:
    seats = Opponent("2", 0).seats(ADA)
    session = Session.begin(KITARAN, ("Ada", "Computer"), seats).play(0, "a1").resign(0)
    again = session.rematch(exchanged=True)
    assert [person.name for person in again.record.persons] == ["Computer", "Ada"]
    assert [person.kind for person in again.record.persons] == ["computer", "human"]
    assert again.seats == Opponent("2", 1).seats(ADA)
    assert again.waits_for_computer
    assert (again.record.turns, again.result) == ((), None)


def test_a_rematch_sets_the_board_up_anew() -> None:
    syrtis = skerry.game("syrtis", board="minor")
    session = Session.begin(syrtis, ("", ""), APART, seed=1)
    assert session.rematch(exchanged=True, seed=2).record.setup != session.record.setup
    assert session.rematch(exchanged=True, seed=1).record.setup == session.record.setup
    with pytest.raises(OptionError):
        session.rematch(exchanged=True)


def test_a_rematch_of_a_game_from_a_position_begins_there() -> None:
    syrtis = skerry.game("syrtis", board="minor")
    start = syrtis.start(seed=2)
    for action in (*start.sample_turn(Random(1)), syrtis.parse_action("light")):
        start = start.apply(action)
    start = start.play("pass")
    session = Session.begin(syrtis, ("Ada", "Bob"), APART, start=start)
    assert session.position == start
    assert session.num_to_take_back == 0
    again = session.play(start.player, "pass").rematch(exchanged=True, seed=5)
    assert again.position == start
    assert [person.name for person in again.record.persons] == ["Bob", "Ada"]


def test_a_rematch_of_a_game_whose_set_up_was_given_has_another_one() -> None:
    syrtis = skerry.game("syrtis", board="minor")
    session = Session.begin(syrtis, ("", ""), APART, start=prepared_start(syrtis, 1))
    again = session.rematch(seed=2)
    assert again.position == prepared_start(syrtis, 2)
    assert again.position != session.position


def test_a_rematch_may_keep_the_places_and_raise_the_level() -> None:
    seats = Opponent("2", 0).seats(ADA)
    session = Session.begin(KITARAN, ("Ada", "Computer"), seats)
    assert session.rematch().seats == seats
    assert session.rematch(level="3").seats == Opponent("3", 0).seats(ADA)
    assert session.rematch(level="3", exchanged=True).seats == Opponent("3", 1).seats(ADA)
    with pytest.raises(OptionError, match="levels 1 to 11"):
        session.rematch(level="12")
    with pytest.raises(OptionError, match="against the computer"):
        Session.begin(KITARAN, ("", ""), APART).rematch(level="3")


def test_a_rematch_has_a_full_clock() -> None:
    clock = Clock.full(Fischer(60.0, 1.0))
    session = replace(begun(APART), clock=clock).begin_turn(0.0).play(0, "a1", now=10.0)
    assert session.rematch(exchanged=True).clock == clock


# --- time -----------------------------------------------------------------------------------------


def test_a_turn_presses_the_clock_of_who_played_it() -> None:
    session = replace(begun(APART), clock=Clock.full(Fischer(60.0, 1.0))).begin_turn(0.0)
    session = session.play(0, "a1", now=10.0).play(1, "b2", now=13.0)
    assert session.clock is not None
    assert [left.seconds for left in session.clock.left] == [51.0, 58.0]
    with pytest.raises(IllegalActionError):
        session.play(0, "a1", now=20.0)
    assert [left.seconds for left in session.clock.left] == [51.0, 58.0]


def test_time_that_was_spent_stays_spent_when_a_turn_is_taken_back() -> None:
    session = replace(begun(APART), clock=Clock.full(Fischer(60.0, 1.0))).begin_turn(0.0)
    session = session.play(0, "a1", now=10.0).take_back(now=15.0)
    assert session.clock is not None
    assert [left.seconds for left in session.clock.left] == [50.0, 55.0]
    assert session.clock.began == 15.0


CONTROLS = [Fischer(180.0, 2.0), ByoYomi(30.0, 3, 10.0), PerTurn(15.0), Correspondence(2, 5)]


@pytest.mark.parametrize("control", CONTROLS)
@pytest.mark.parametrize("num_turns", [1, 2, 3])
def test_turns_that_are_taken_back_gain_nothing(control: TimeControl, num_turns: int) -> None:
    """However often it is done, and whoever of the two has played last."""
    session = replace(begun(APART), clock=Clock.full(control)).begin_turn(0.0)
    full = session.clock
    assert full is not None
    for _ in range(10):
        for turn in ("a1", "b2", "c3")[:num_turns]:
            session = session.play(session.to_act, turn, now=0.0)
        while session.record.turns:
            session = session.take_back(now=0.0)
    after = session.clock
    assert after is not None
    assert after == replace(full, began=0.0, lag_stock=after.lag_stock)
    assert all(stock <= LAG_STOCK for stock in after.lag_stock)


def test_lag_that_was_regained_goes_with_the_turn() -> None:
    session = replace(begun(APART), clock=Clock.full(Fischer(180.0, 2.0))).begin_turn(0.0)
    session = session.play(0, "a1", now=5.0, lag=1.0)
    for _ in range(10):
        session = session.take_back(now=5.0).play(0, "a1", now=5.0)
    assert session.clock is not None
    assert session.clock.lag_stock[0] == LAG_STOCK - 1.0 + LAG_REGAINED


def test_nobody_loses_on_time_by_taking_turns_back() -> None:
    """What the turns gained was used up meanwhile; whoever agrees to a take-back keeps a second."""
    session = replace(begun(APART), clock=Clock.full(Fischer(10.0, 5.0))).begin_turn(0.0)
    session = session.play(0, "a1", now=9.0).play(1, "b2", now=9.0).play(0, "c3", now=14.5)
    left = []
    for _ in range(3):
        session = session.take_back(now=14.5)
        assert session.clock is not None
        left.append(tuple(one.seconds for one in session.clock.left))
    assert left == [(0.5, 15.0), (0.5, 10.0), (0.5, 10.0)]
    session = session.play(0, "a1", now=14.5).play(1, "b2", now=14.5).play(0, "c3", now=18.5)
    for _ in range(3):
        session = session.take_back(now=18.5)
    assert session.clock is not None
    assert session.clock.left[0].seconds == LEAST_LEFT
    assert session.flag(19.0) is session


def test_a_clock_does_not_go_on_without_the_moment() -> None:
    session = replace(begun(APART, "a1"), clock=Clock.full(Fischer(60.0)))
    with pytest.raises(AssertionError, match="moment"):
        session.play(1, "b2")
    with pytest.raises(AssertionError, match="moment"):
        session.take_back()


# --- whatever is done -----------------------------------------------------------------------------

SEATS = [APART, Opponent().seats(ADA), Opponent("2", 0).seats(ADA), Opponent("2", 1).seats(ADA)]


@few
@given(
    game=games(),
    seats=st.sampled_from(SEATS),
    seed=st.integers(0, 2**32),
    steps=st.lists(st.sampled_from(["play"] * 6 + ["take back", "resign", "lose"]), max_size=14),
)
def test_any_sequence_keeps_the_record_valid(
    game: skerry.Game, seats: Seats, seed: int, steps: list[str]
) -> None:
    draws = Random(seed)
    session = Session.begin(game, ("Ada", "Bob"), seats, seed=seed if game.info.has_setup else None)
    for step in steps:
        before = session
        try:
            if step == "play":
                session = played_at_random(session, draws)
            elif step == "take back":
                session = session.take_back()
            elif step == "resign":
                session = session.resign(draws.randrange(2))
            else:
                session = session.lose(draws.randrange(2), TIME)
        except (GameOverError, OptionError):
            assert session == before
            assert before.result is not None or before.num_to_take_back == 0
        check(session)


def played_at_random(session: Session, draws: Random) -> Session:
    """A random turn; taken back it leaves the session as it was, unless the computer played it."""
    if session.result is not None:
        with pytest.raises(GameOverError):
            session.play(0, "a1")
        return session
    actor = session.to_act
    assert actor is not None
    turn = session.game.format_turn(session.position.sample_turn(draws))
    after = session.play(actor, turn)
    assert after.position == session.position.play_turn(turn)
    if not session.seats[actor].is_computer:
        undone = after.take_back()
        assert undone.have_played[actor]
        assert replace(undone, played_before=session.played_before) == session
        assert after.take_back().position == session.position
    return after


def check(session: Session) -> None:
    read = GameRecord.from_json(session.record.to_json())  # replays and checks all of it
    assert read == session.record
    assert read.position == session.position
    assert (session.to_act is None) == (session.result is not None)
    acting = [holder for holder in (ADA, BOB) if session.may_act(holder)]
    if session.to_act is None or session.waits_for_computer:
        assert acting == []
    else:
        assert acting == [session.seats[session.to_act].holder]
