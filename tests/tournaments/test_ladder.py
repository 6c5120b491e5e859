"""Ladder: who may challenge whom, what a result moves, and what time alone decides."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.tournaments import (
    Ladder,
    LadderRules,
    TournamentError,
    ladder_from_data,
    ladder_to_data,
)
from skerry.tournaments.ladder import DAY_SECONDS
from tests.strategies import drawn

DAY = DAY_SECONDS


def ladder(players: str = "abcdef", rules: LadderRules | None = None) -> Ladder:
    """Players on their rungs, the first one highest, since moment 0."""
    made = Ladder(rules=rules or LadderRules())
    for player in players:
        made = made.join(player, 0.0)
    return made


def order(made: Ladder) -> str:
    """The players, the highest first."""
    return "".join(made.players)


def decided(made: Ladder, one: str, other: str, winner: str | None, now: float) -> Ladder:
    """The ladder after a game."""
    return made.challenge(one, other, now).accept(other).report(one, winner, now)


def test_who_wins_a_challenge_takes_the_rung() -> None:
    assert order(decided(ladder(), "d", "b", "d", DAY)) == "adbcef"
    for winner in ("b", None):
        assert order(decided(ladder(), "d", "b", winner, DAY)) == "abcdef"


def test_one_challenges_who_stands_not_too_far_above() -> None:
    made = ladder()
    assert [made.why_not("e", other, 0) == "" for other in "abcdef"] == [
        False,
        True,
        True,
        True,
        False,
        False,
    ]
    with pytest.raises(TournamentError, match="1 to 3 rungs above you"):
        made.challenge("e", "a", 0)
    with pytest.raises(TournamentError, match="'x' is not on this ladder"):
        made.challenge("x", "a", 0)
    assert ladder(rules=LadderRules(reach=5)).why_not("f", "a", 0) == ""


def test_everybody_has_one_challenge_at_a_time() -> None:
    made = ladder().challenge("d", "c", 0)
    assert "You have an unfinished challenge" in made.why_not("d", "b", 0)
    assert "You have an unfinished challenge" in made.why_not("c", "a", 0)
    assert "The other player has an unfinished challenge" in made.why_not("f", "d", 0)
    assert made.why_not("f", "e", 0) == ""
    found = made.challenge_of("c")
    assert found is not None
    assert found.players == ("d", "c")
    assert made.challenge_of("a") is None


def test_the_same_two_wait_before_they_play_again() -> None:
    made = decided(ladder(), "b", "a", "a", 10 * DAY)
    assert "wait 7 days" in made.why_not("b", "a", 16 * DAY)
    assert made.why_not("b", "a", 17 * DAY) == ""
    assert made.why_not("c", "a", 11 * DAY) == ""
    climbed = decided(ladder(), "b", "a", "b", 10 * DAY)
    assert "wait 7 days" in climbed.why_not("a", "b", 11 * DAY)


def test_seats_alternate() -> None:
    made, firsts = ladder("ab"), []
    for number in range(4):
        made = made.challenge(made.players[1], made.players[0], number * 10 * DAY)
        challenge = made.challenges[0]
        firsts.append(challenge.first)
        made = made.accept(challenge.challenged)
        made = made.report(challenge.challenger, challenge.challenger, number * 10 * DAY)
    assert firsts == ["a", "b", "a", "b"]


def test_who_does_not_answer_loses_the_rung() -> None:
    made = ladder().challenge("d", "b", 0)
    assert made.settle(2.9 * DAY) == made
    assert order(made.settle(3 * DAY)) == "adbcef"
    assert made.settle(3 * DAY).challenges == ()
    accepted = made.accept("b")
    assert accepted.settle(20 * DAY) == accepted
    rungs = {rung.player: rung.active for rung in made.settle(3 * DAY).rungs}
    assert (rungs["d"], rungs["b"]) == (3 * DAY, 0)


def test_who_is_challenged_may_give_way_and_the_challenger_may_withdraw() -> None:
    made = ladder().challenge("d", "b", 0)
    assert order(made.report("d", "d", DAY)) == "adbcef"
    withdrawn = made.report("d", "b", DAY)
    assert order(withdrawn) == "abcdef"
    assert {rung.player: rung.active for rung in withdrawn.rungs}["d"] == 0  # that is no activity


def test_who_has_climbed_past_the_other_meanwhile_stays_above() -> None:
    made = ladder().challenge("d", "c", 0).accept("c")
    gone = made.leave("a").join("a", 0)
    assert order(gone.report("d", "d", DAY)) == "bdcefa"
    idle = made.settle(0)
    above = Ladder((idle.rungs[3], *idle.rungs[:3], *idle.rungs[4:]), idle.challenges)
    assert order(above) == "dabcef"
    assert order(above.report("d", "d", DAY)) == "dabcef"


def test_who_does_not_play_falls() -> None:
    made = decided(decided(ladder(), "c", "b", "b", 20 * DAY), "f", "e", "e", 20 * DAY)
    # a and d have had no game for 28 days
    assert order(made.settle(27.9 * DAY)) == "abcdef"
    fallen = made.settle(28 * DAY)
    assert order(fallen) == "bcaefd"
    assert fallen.settle(28 * DAY) == fallen
    assert {rung.player: rung.active for rung in fallen.rungs}["a"] == 28 * DAY


def test_who_waits_for_a_game_does_not_fall() -> None:
    made = ladder().challenge("b", "a", 27 * DAY).accept("a")
    assert order(made.settle(28 * DAY)) == "abcdef"
    assert order(ladder().settle(28 * DAY)) == "abcdef"  # where all fall, nothing changes
    rules = LadderRules(idle_fall=1)
    active = decided(ladder(rules=rules), "d", "c", "c", 20 * DAY)
    assert order(active.settle(28 * DAY)) == "acbdef"


def test_whoever_leaves_takes_the_challenge_along() -> None:
    made = ladder().challenge("d", "b", 0).leave("b")
    assert order(made) == "acdef"
    assert made.challenges == ()
    with pytest.raises(TournamentError, match="'b' is not on this ladder"):
        made.leave("b")


def test_what_makes_no_sense_is_refused() -> None:
    made = ladder().challenge("d", "b", 0)
    with pytest.raises(TournamentError, match="'a' is on this ladder already"):
        made.join("a", 0)
    with pytest.raises(TournamentError, match="'d' has no challenge to accept"):
        made.accept("d")
    with pytest.raises(TournamentError, match="'b' has no challenge to accept"):
        made.accept("b").accept("b")
    with pytest.raises(TournamentError, match="'b' has made no challenge"):
        made.report("b", None, 0)
    with pytest.raises(TournamentError, match="'a' is not in this challenge"):
        made.report("d", "a", 0)
    for rules in ({"reach": 0}, {"idle_fall": -1}, {"idle_days": 0.0}, {"answer_days": -1.0}):
        with pytest.raises(TournamentError, match="rules of a ladder"):
            LadderRules(**rules)


@drawn(60)
@given(st.integers(0, 2**32), st.integers(2, 12))
def test_whatever_happens_everybody_keeps_one_rung(seed: int, count: int) -> None:
    rng, now = Random(seed), 0.0
    made = ladder("abcdefghijkl"[:count])
    for _ in range(80):
        now += rng.random() * 4 * DAY
        one, other = rng.sample(made.players, 2)
        if made.why_not(one, other, now) == "":
            place = made.place(other)
            made = made.challenge(one, other, now)
            if rng.random() < 0.8:
                made = made.accept(other)
                winner = rng.choice((one, other, None))
                after = made.report(one, winner, now)
                if winner == one:
                    assert after.place(one) == place
                    assert after.place(other) == place + 1
                else:
                    assert after.players == made.players
                made = after
        made = made.settle(now)
        assert sorted(made.players) == sorted("abcdefghijkl"[:count])
        assert all(now - rung.active < 28 * DAY for rung in made.rungs if not made.challenges)
        assert ladder_from_data(ladder_to_data(made)) == made
    assert sum(rung.balance for rung in made.rungs) == 0
