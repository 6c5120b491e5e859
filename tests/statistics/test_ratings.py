"""Ratings over time, and rolled back."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skerry.errors import OptionError
from skerry.statistics import (
    DAY_SECONDS,
    Opponent,
    Rated,
    RatedGame,
    Rating,
    changed,
    rate,
    rate_game,
    rate_games,
    rating_steps,
)
from tests.strategies import drawn

PLAYERS = "abcdefgh"


@st.composite
def played(draw: st.DrawFn) -> list[RatedGame]:
    """Games among eight players, no two of them at one moment."""
    seed, count = draw(st.integers(0, 2**32)), draw(st.integers(0, 40))
    rng = Random(seed)
    moments = rng.sample(range(1_000_000), count)
    games = []
    for moment in moments:
        first, second = rng.sample(PLAYERS, 2)
        games.append(RatedGame(first, second, rng.choice((0.0, 0.5, 1.0)), float(moment)))
    return games


def test_both_are_rated_by_what_they_were_before() -> None:
    strong, weak = Rated(Rating(1700, 80), 30, 0.0), Rated(Rating(1500, 60), 50, 0.0)
    after = rate_game(strong, weak, 0.0, 3 * DAY_SECONDS)
    waited = [one.rating.after(3) for one in (strong, weak)]
    assert after[0].rating == rate(strong.rating, [Opponent(waited[1], 0)], 3)
    assert after[1].rating == rate(weak.rating, [Opponent(waited[0], 1)], 3)
    assert [one.num_games for one in after] == [31, 51]
    assert [one.moment for one in after] == [3 * DAY_SECONDS] * 2
    assert after[0].rating.rating < 1700
    assert after[1].rating.rating > 1500


def test_a_clock_that_is_stepped_back_makes_no_rating_surer() -> None:
    one = Rated(Rating(1500, 60), 5, 1_000.0)
    assert one.at(0.0) == one.rating
    first, second = rate_game(one, one, 1.0, 0.0)
    assert first.moment == second.moment == 1_000.0
    assert first.rating == rate(one.rating, [Opponent(one.rating, 1)], 0)


def test_who_has_not_played_for_long_is_provisional_again() -> None:
    one = Rated(Rating(1500, 60), 50, 0.0)
    assert not one.is_provisional
    assert Rated().is_provisional
    assert one.at(60 * DAY_SECONDS).deviation < 110 < one.at(90 * DAY_SECONDS).deviation
    assert Rated().at(1e9) == Rating()


def test_games_are_rated_in_the_order_in_which_they_ended() -> None:
    games = [RatedGame("a", "b", 1.0, 2e5), RatedGame("b", "c", 0.5, 1e5)]
    ratings = rate_games(games)
    second, third = rate_game(Rated(), Rated(), 0.5, 1e5)
    first, second = rate_game(Rated(), second, 1.0, 2e5)
    assert ratings == {"a": first, "b": second, "c": third}


@drawn(60)
@given(played(), st.integers(0, 2**32))
def test_the_order_in_which_games_are_given_does_not_matter(
    games: list[RatedGame], seed: int
) -> None:
    assert rate_games(Random(seed).sample(games, len(games))) == rate_games(games)


@drawn(60)
@given(played(), st.sets(st.sampled_from(PLAYERS)))
def test_without_a_player_it_is_as_if_they_had_never_played(
    games: list[RatedGame], closed: set[str]
) -> None:
    rolled_back = rate_games(games, without=closed)
    assert closed.isdisjoint(rolled_back)
    kept = [game for game in games if not {game.first, game.second} & closed]
    assert rolled_back == rate_games(kept)
    assert rate_games(games, without=("nobody",)) == rate_games(games)


@drawn(60)
@given(played(), st.sets(st.sampled_from(PLAYERS)))
def test_each_step_goes_on_where_both_players_were(
    games: list[RatedGame], closed: set[str]
) -> None:
    ratings: dict[str, Rated] = {}
    steps = list(rating_steps(games, without=closed))
    assert [step.game for step in steps] == sorted(games, key=lambda one: one.moment)
    for game, before, after in steps:
        players = (game.first, game.second)
        assert before == tuple(ratings.get(player, Rated()) for player in players)
        if closed & set(players):
            assert after == before
        else:
            assert after == rate_game(*before, game.score, game.moment)
        ratings.update(zip(players, after, strict=True))


@drawn(60)
@given(played())
def test_a_rollback_changes_nobody_out_of_reach(games: list[RatedGame]) -> None:
    """Who never played the closed player, nor anybody whom these games led to, stays the same."""
    reached = {"a"}
    for _ in PLAYERS:
        for game in games:
            if reached & {game.first, game.second}:
                reached |= {game.first, game.second}
    difference = changed(rate_games(games), rate_games(games, without="a"))
    assert set(difference) <= reached
    victims = {game.first for game in games if game.second == "a"}
    assert victims <= set(difference)


def test_a_rollback_gives_back_what_a_cheater_took_and_whatever_followed_from_it() -> None:
    games = [
        *(RatedGame("cheater", "victim", 1.0, float(moment)) for moment in range(5)),
        RatedGame("victim", "third", 1.0, 10.0),
        RatedGame("else", "where", 1.0, 11.0),
    ]
    before, after = rate_games(games), rate_games(games, without={"cheater"})
    assert after["victim"].rating.rating > before["victim"].rating.rating
    assert after["victim"].num_games == 1
    assert after["third"].rating.rating > before["third"].rating.rating  # lost to a better one
    assert set(changed(before, after)) == {"cheater", "victim", "third"}
    assert changed(before, after)["cheater"] == Rated()
    assert changed(after, after) == {}


def test_a_score_that_no_game_has_is_refused() -> None:
    with pytest.raises(OptionError, match="A score is 0 to 1, not 3"):
        rate_games([RatedGame("a", "b", 3.0, 0.0)])
