"""What one person asks of the other: draws, take-backs, rematches; calling off; flags."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.errors import GameOverError, OptionError, SkerryError
from skerry.record import AGREEMENT, COMPUTER, TIME, GameRecord, Result
from skerry.sessions import (
    DRAW,
    LAG_A_TURN,
    NO_OFFERS,
    REMATCH,
    TAKE_BACK,
    Clock,
    Fischer,
    OfferError,
    Offers,
    Opponent,
    Seat,
    Seats,
    Session,
    offers_from_json,
    offers_to_json,
)
from tests.strategies import few

pytestmark = pytest.mark.kernels

ADA, BOB = "token of Ada", "token of Bob"
KITARAN = skerry.game("kitaran", size=3, cycle="draw")  # which can be drawn
APART = Seats(Seat(holder=ADA), Seat(holder=BOB))
TOGETHER = Opponent().seats(ADA)
AGAINST_COMPUTER = Opponent("2", 0).seats(ADA)


def begun(*turns: str, seats: Seats = APART) -> Session:
    session = Session.begin(KITARAN, ("Ada", "Bob"), seats)
    for turn in turns:
        session = session.play(session.to_act, turn)
    return session


# --- draws ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("person", [0, 1])
def test_a_draw_is_agreed_on_by_both(person: int) -> None:
    session = begun("a1").offer(DRAW, person)
    assert session.offers.draw == person
    assert session.result is None
    agreed = session.answer(DRAW, 1 - person, accepted=True)
    assert agreed.result == Result(None, AGREEMENT)
    assert agreed.to_act is None
    assert agreed.offers == NO_OFFERS
    with pytest.raises(GameOverError, match="ended by agreement"):
        agreed.take_back()


def test_two_who_offer_a_draw_agree() -> None:
    assert begun("a1").offer(DRAW, 0).offer(DRAW, 1).result == Result(None, AGREEMENT)


def test_nobody_accepts_a_draw_for_the_other_one() -> None:
    session = begun("a1").offer(DRAW, 0)
    for accepted in (True, False):
        with pytest.raises(OfferError, match="for the other player to answer"):
            session.answer(DRAW, 0, accepted=accepted)


def test_an_offer_of_a_draw_stands_until_the_other_one_plays() -> None:
    session = begun("a1", "b2").offer(DRAW, 0).play(0, "c1")
    assert session.offers.draw == 0
    session = session.play(1, "c3")
    assert session.offers.draw is None
    with pytest.raises(OfferError, match="not offered any more"):
        session.answer(DRAW, 1, accepted=True)


@pytest.mark.parametrize("refused", [True, False])
def test_a_draw_is_not_offered_again_before_ones_next_turn(refused: bool) -> None:
    session = begun("a1", "b2").offer(DRAW, 0)
    if refused:
        session = session.answer(DRAW, 1, accepted=False)
    for turn in ("c1", None):
        with pytest.raises(OfferError):
            session.offer(DRAW, 0)
        if turn is not None:
            session = session.play(0, turn)
    session = session.play(1, "c3")
    assert session.offer(DRAW, 0).offers.draw == 0


def test_the_other_one_may_offer_what_it_has_refused() -> None:
    session = begun("a1").offer(DRAW, 0).answer(DRAW, 1, accepted=False)
    assert session.offer(DRAW, 1).offers.draw == 1


CAN_BE_DRAWN = {
    ("spry", ()): False,
    ("y", ()): False,
    ("byg", ()): False,
    ("syrtis", ()): False,
    ("sytran", (("penalty", 4),)): False,
    ("sytran", (("penalty", 3),)): True,
    ("kitaran", ()): False,  # an odd board, where neither komi nor cycles draw
    ("kitaran", (("size", 4),)): False,  # half a point of komi
    ("kitaran", (("size", 4), ("komi", 0.0))): True,
    ("kitaran", (("size", 5), ("komi", 1.0))): True,
    ("kitaran", (("cycle", "draw"),)): True,
}


@pytest.mark.parametrize(("rules", "can"), CAN_BE_DRAWN.items())
def test_a_draw_is_offered_where_the_rules_know_one(
    rules: tuple[str, tuple[tuple[str, Any], ...]], can: bool
) -> None:
    name, options = rules
    game = skerry.game(name, **dict(options))
    session = Session.begin(game, ("Ada", "Bob"), APART, seed=1 if game.info.has_setup else None)
    assert session.may_be_drawn is can
    if can:
        assert session.offer(DRAW, 0).offers.draw == 0
        return
    with pytest.raises(OfferError, match="always has a winner"):
        session.offer(DRAW, 0)
    offered = replace(session, offers=Offers(draw=0))  # before that was refused
    with pytest.raises(OfferError, match="always has a winner"):
        offered.answer(DRAW, 1, accepted=True)
    assert offered.answer(DRAW, 1, accepted=False).offers.draw is None


def test_no_offer_outlives_the_last_turn() -> None:
    session, rng = begun(), Random(3)
    while not session.is_over:
        person = session.to_act
        assert person is not None
        if session.offers.may_make(DRAW, person):
            session = session.offer(DRAW, person)
        session = session.play(person, session.game.format_turn(session.position.sample_turn(rng)))
    assert session.offers == NO_OFFERS


# --- answers ---


@pytest.mark.parametrize("kind", [DRAW, TAKE_BACK, REMATCH])
def test_an_answer_agrees_to_no_other_offer_than_the_one_it_names(kind: str) -> None:
    session = begun("a1", "b2")
    if kind == REMATCH:
        session = session.resign(0)
    session = session.offer(kind, 1)
    for other in {DRAW, TAKE_BACK, REMATCH} - {kind}:
        with pytest.raises(OfferError, match="not offered any more"):
            session.answer(other, 0, accepted=True)
    with pytest.raises(OfferError, match="not offered any more"):
        session.answer(kind, 1, accepted=False, by=0)  # which was the other one's, and is gone
    assert session.answer(kind, 0, accepted=True, by=1).offers == NO_OFFERS


# --- take-backs -----------------------------------------------------------------------------------


def test_a_turn_is_given_back_when_the_other_one_agrees() -> None:
    session = begun("a1", "b2").offer(TAKE_BACK, 1)
    assert session.record.turn_texts == ("a1", "b2")
    after = session.answer(TAKE_BACK, 0, accepted=True)
    assert after.record.turn_texts == ("a1",)
    assert after.to_act == 1
    assert after.offers == NO_OFFERS


def test_who_is_to_act_gets_back_the_answer_and_its_own_turn() -> None:
    after = begun("a1", "b2").offer(TAKE_BACK, 0).answer(TAKE_BACK, 1, accepted=True)
    assert after.record.turn_texts == ()
    assert after.to_act == 0


def test_a_request_falls_when_a_turn_is_played() -> None:
    session = begun("a1").offer(TAKE_BACK, 0).play(1, "b2")
    assert session.offers.take_back is None
    with pytest.raises(OfferError):
        session.answer(TAKE_BACK, 1, accepted=True)


def test_nobody_gives_itself_a_turn_back() -> None:
    session = begun("a1").offer(TAKE_BACK, 0)
    with pytest.raises(OfferError, match="for the other player to answer"):
        session.answer(TAKE_BACK, 0, accepted=True)
    assert session.answer(TAKE_BACK, 0, accepted=False).offers.take_back is None  # withdrawn


def test_who_was_refused_does_not_ask_again_before_a_turn_is_played() -> None:
    session = begun("a1").offer(TAKE_BACK, 0).answer(TAKE_BACK, 1, accepted=False)
    with pytest.raises(OfferError, match="was refused"):
        session.offer(TAKE_BACK, 0)
    assert session.play(1, "b2").offer(TAKE_BACK, 0).offers.take_back == 0


def test_who_has_played_nothing_has_nothing_to_take_back() -> None:
    with pytest.raises(OptionError, match="no turn of yours"):
        begun("a1").offer(TAKE_BACK, 1)


def test_a_turn_given_back_costs_the_time_that_it_took() -> None:
    session = replace(begun(), clock=Clock.full(Fischer(60.0, 1.0))).begin_turn(0.0)
    session = session.play(0, "a1", now=10.0).offer(TAKE_BACK, 0)
    session = session.answer(TAKE_BACK, 1, accepted=True, now=15.0)
    assert session.clock is not None
    assert [left.seconds for left in session.clock.left] == [50.0, 55.0]


# --- rematches, and whom one asks -----------------------------------------------------------------


def test_a_rematch_is_offered_when_the_game_is_over() -> None:
    with pytest.raises(OfferError, match="when the game is over"):
        begun("a1").offer(REMATCH, 0)
    for over in (begun("a1").resign(0), begun("a1").abort(1)):
        session = over.offer(REMATCH, 0)
        assert session.offers.rematch == 0
        with pytest.raises(OfferError):
            session.answer(REMATCH, 0, accepted=True)
        assert session.answer(REMATCH, 1, accepted=True).offers == NO_OFFERS
        assert session.answer(REMATCH, 0, accepted=False).offers == NO_OFFERS


@pytest.mark.parametrize("kind", [DRAW, TAKE_BACK])
def test_nothing_else_is_offered_when_the_game_is_over(kind: str) -> None:
    for over in (begun("a1").resign(0), begun("a1").abort(1)):
        with pytest.raises(GameOverError):
            over.offer(kind, 0)


@pytest.mark.parametrize("kind", [DRAW, TAKE_BACK, REMATCH])
@pytest.mark.parametrize("seats", [TOGETHER, AGAINST_COMPUTER])
def test_who_plays_alone_asks_nobody(seats: Seats, kind: str) -> None:
    with pytest.raises(OfferError, match="nobody to ask"):
        begun("a1", seats=seats).offer(kind, 0)
    assert not Seats(Seat(COMPUTER), Seat(COMPUTER)).are_apart()


# --- calling off ----------------------------------------------------------------------------------


@pytest.mark.parametrize("turns", [(), ("a1",)])
def test_a_game_is_called_off_while_somebody_has_not_played(turns: tuple[str, ...]) -> None:
    session = begun(*turns)
    assert session.may_abort
    off = session.abort(0)
    assert (off.result, off.is_over, off.to_act, off.may_abort) == (None, True, None, False)
    acts: tuple[Callable[[], Session], ...] = (
        lambda: off.play(0, "c3"),
        lambda: off.abort(0),
        lambda: off.resign(0),
        lambda: off.lose(1, TIME),
        off.take_back,
    )
    for act in acts:
        with pytest.raises(GameOverError, match="was called off"):
            act()


def test_a_game_in_which_both_have_played_is_not_called_off() -> None:
    session = begun("a1", "b2")
    assert not session.may_abort
    with pytest.raises(OfferError, match="one may resign"):
        session.abort(0)


def test_a_game_in_which_both_have_ever_played_is_not_called_off() -> None:
    """Taking the first turns back brings the button back no more, whoever asks for it."""
    session = begun("a1", "b2")
    for asks in (1, 0):
        session = session.offer(TAKE_BACK, asks).answer(TAKE_BACK, 1 - asks, accepted=True)
    assert not session.record.turns
    assert not session.may_abort
    with pytest.raises(OfferError, match="one may resign"):
        session.abort(0)


def test_who_has_played_alone_and_taken_that_back_may_call_off() -> None:
    session = begun("a1").offer(TAKE_BACK, 0).answer(TAKE_BACK, 1, accepted=True)
    assert session.have_played == (True, False)
    assert session.abort(1).aborted_by == 1


# --- flags ----------------------------------------------------------------------------------------


def test_the_flag_of_who_is_to_act_falls() -> None:
    session = replace(begun(), clock=Clock.full(Fischer(60.0))).begin_turn(0.0)
    session = session.play(0, "a1", now=10.0).offer(DRAW, 1)
    assert session.flag_moment == 70.0 + LAG_A_TURN
    assert session.flag(70.0 + LAG_A_TURN - 0.01) is session
    flagged = session.flag(70.0 + LAG_A_TURN)
    assert flagged.result == Result(0, TIME)
    assert flagged.clock is not None
    assert flagged.clock.shown(1, 1e9, is_to_act=False).seconds == 0.0
    assert flagged.offers == NO_OFFERS
    assert flagged.flag_moment is None
    assert flagged.flag(1e9) is flagged


def test_a_turn_that_comes_too_late_is_none() -> None:
    session = replace(begun(), clock=Clock.full(Fischer(60.0))).begin_turn(0.0)
    assert session.flag(60.0, lag=0.0).result == Result(1, TIME)
    assert session.flag(60.5, lag=0.6) is session


def test_without_a_clock_no_flag_falls() -> None:
    assert begun().flag_moment is None
    assert begun().flag(1e12).result is None


# --- as JSON, and whatever is done ----------------------------------------------------------------

persons = st.none() | st.integers(0, 1)
pairs = st.tuples(st.booleans(), st.booleans())


@few
@given(st.builds(Offers, persons, persons, persons, pairs, pairs))
def test_offers_come_back_as_they_were(offers: Offers) -> None:
    assert offers_from_json(offers_to_json(offers)) == offers


def test_no_offers_are_no_text_and_damaged_ones_are_refused() -> None:
    assert offers_to_json(NO_OFFERS) == ""
    text = offers_to_json(Offers(draw=1))
    for end in range(1, len(text)):
        with pytest.raises(OptionError, match="damaged"):
            offers_from_json(text[:end])
    for bad in (text.replace("1", "2"), text.replace("false", "5"), "[]", "{}", "7"):
        with pytest.raises(OptionError, match="damaged"):
            offers_from_json(bad)


def random_step(session: Session, what: str, person: int, draws: Random) -> Session:
    match what:
        case "play":
            position = session.position
            turn = "a1" if position.is_over else position.sample_turn(draws)
            text = turn if isinstance(turn, str) else session.game.format_turn(turn)
            return session.play(person, text)
        case "abort":
            return session.abort(person)
        case "resign":
            return session.resign(person)
    act, kind = what.split()
    if act == "offer":
        return session.offer(kind, person)
    return session.answer(kind, person, accepted=act == "accept")


STEPS = ["play"] * 6 + [
    "abort",
    "resign",
    *(f"{act} {kind}" for act in ("offer", "accept", "refuse") for kind in (DRAW, TAKE_BACK)),
]


@few
@given(
    seed=st.integers(0, 2**32),
    steps=st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 1)), max_size=25),
)
def test_nobody_alone_ends_a_game_or_undoes_a_turn(seed: int, steps: list[tuple[str, int]]) -> None:
    """Whatever is done: only a turn, who gives up, and both together change how a game stands."""
    session, draws = begun(), Random(seed)
    for what, person in steps:
        before = session
        try:
            session = random_step(session, what, person, draws)
        except SkerryError:
            continue
        assert not before.is_over
        if len(session.record.turns) < len(before.record.turns):
            assert (what, before.offers.take_back) == (f"accept {TAKE_BACK}", 1 - person)
        if session.result is not None and what != "play":
            expected = Result(1 - person, "resignation")
            if what != "resign":
                assert before.offers.draw == 1 - person
                expected = Result(None, AGREEMENT)
            assert session.result == expected
        if what == "play":
            assert before.to_act == person
            assert session.offers.draw != 1 - person
        if session.is_over:
            assert (session.offers.draw, session.offers.take_back) == (None, None)
        assert GameRecord.from_json(session.record.to_json()) == session.record
