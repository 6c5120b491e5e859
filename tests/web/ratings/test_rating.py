"""Games are rated when they end, with their end or not at all; and which ones are."""

import json
from typing import Any

import pytest
from django.dispatch import Signal

import skerry
from skerry.sessions import Correspondence, Fischer
from skerry.statistics import Rated, rate_game
from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.base.errors import SeatError
from skerry.web.play import changes, creation, offers, queries, sweeps
from skerry.web.play.models import OVER, PUBLIC, RUNNING, SavedGame
from skerry.web.play.signals import ABORTED, game_ended
from skerry.web.ratings import personal_data
from skerry.web.ratings import rating as rules
from skerry.web.ratings.models import PlayerRating, RatedGame
from skerry.web.ratings.rating import ratings_of, shown
from tests.web.play.two_players import START, set_clock
from tests.web.ratings.rated_games import CLOCK, KITARAN, account, begin, play_two, win

pytestmark = [pytest.mark.django_db, pytest.mark.stores]


@pytest.fixture
def ada() -> Player:
    return account("Ada")


@pytest.fixture
def bob() -> Player:
    return account("Bob")


def rated(player: Player, speed: str = "rapid") -> Rated:
    return PlayerRating.objects.get(player=player, game="kitaran", speed=speed).rated


def test_a_game_that_ends_is_rated_at_once_by_glicko(ada: Player, bob: Player) -> None:
    hand = set_clock()
    saved = play_two(begin(ada, bob))
    assert not RatedGame.objects.exists()
    hand.now = 30.0
    changes.resign(saved, bob.holder, saved.version)
    first, second = rate_game(Rated(), Rated(), 1.0, START + 30)
    assert (rated(ada), rated(bob)) == (first, second)
    game = RatedGame.objects.get(saved=saved.pk)
    assert (game.first, game.second, game.score, game.moment) == (ada, bob, 1.0, START + 30)
    assert (game.first_before, game.first_after) == (1500.0, first.rating.rating)
    assert (game.second_before, game.second_after) == (1500.0, second.rating.rating)


def test_the_next_game_goes_on_from_there(ada: Player, bob: Player) -> None:
    hand = set_clock()
    win(ada, bob)
    hand.now = 1000.0
    saved = play_two(begin(bob, ada))
    changes.resign(saved, bob.holder, saved.version)
    once = rate_game(Rated(), Rated(), 1.0, START)
    twice = rate_game(once[1], once[0], 0.0, START + 1000)
    assert (rated(bob), rated(ada)) == twice


def test_a_flag_that_falls_is_a_loss(ada: Player, bob: Player) -> None:
    hand = set_clock()
    play_two(begin(ada, bob))
    hand.now = 2000.0
    assert sweeps.sweep() == 1
    assert RatedGame.objects.get().score == 0.0


def test_each_kind_of_games_has_ratings_of_its_own(ada: Player, bob: Player) -> None:
    win(ada, bob)
    for control in (Fischer(180, 2), Correspondence(3, 14)):
        holders, names = (ada.holder, bob.holder), ("Ada", "Bob")
        saved = creation.begin_between(holders, names, KITARAN, control=control, is_rated=True)
        saved = play_two(saved)
        changes.resign(saved, ada.holder, saved.version)
    kinds = PlayerRating.objects.filter(player=ada).values_list("speed", "num_games")
    assert sorted(kinds) == [("blitz", 1), ("correspondence", 1), ("rapid", 1)]
    assert rated(ada).rating.rating > 1500 > rated(ada, "blitz").rating.rating


def test_a_rated_game_can_be_seen_by_everybody_and_its_rematch_is_rated(
    ada: Player, bob: Player
) -> None:
    saved = win(ada, bob)
    assert saved.visibility == PUBLIC
    saved = offers.offer(saved, ada.holder, saved.version, "rematch")
    saved = offers.answer(saved, bob.holder, saved.version, "rematch", accepted=True)
    again = queries.find_any(saved.next_game)
    assert (again.is_rated, again.visibility, again.first_seat) == (True, PUBLIC, bob.holder)
    assert not creation.begin_between((ada.holder, bob.holder), ("A", "B"), KITARAN).is_rated


def test_what_is_not_rated(ada: Player, bob: Player) -> None:
    casual = play_two(begin(ada, bob, is_rated=False))
    changes.resign(casual, bob.holder, casual.version)
    called_off = begin(ada, bob)
    changes.abort(called_off, bob.holder, called_off.version)
    short = begin(ada, bob)
    short = changes.play(short, ada.holder, short.version, ["a1"])
    changes.resign(short, bob.holder, short.version)
    guest = people.player_of("g" * 64)
    with_guest = play_two(begin(ada, guest))
    changes.resign(with_guest, ada.holder, with_guest.version)
    assert SavedGame.objects.filter(status=OVER).count() == 4
    assert not RatedGame.objects.exists()
    assert not PlayerRating.objects.exists()


def test_nobody_is_rated_who_sits_in_both_seats(ada: Player, bob: Player) -> None:
    saved = win(ada, bob)
    assert rules.counts(saved)
    SavedGame.objects.update(second_seat=ada.holder)
    assert not rules.counts(SavedGame.objects.get(pk=saved.pk))


@pytest.mark.parametrize(
    ("game", "control", "seed", "why"),
    [
        (skerry.game("kitaran"), CLOCK, None, ""),
        (skerry.game("kitaran", size=4), CLOCK, None, ""),
        (skerry.game("syrtis", board="square"), Correspondence(1, 7), None, ""),
        (skerry.game("kitaran"), None, None, "needs a clock"),
        (skerry.game("kitaran", size=3), CLOCK, None, "Small and quick, Standard, Large"),
        (skerry.game("syrtis"), CLOCK, 7, "leave the seed empty"),
    ],
)
def test_which_games_can_be_rated(game: Any, control: Any, seed: int | None, why: str) -> None:
    told = rules.why_not_rated(game, control, seed)
    assert why in told
    assert bool(why) == bool(told)


def test_only_accounts_can_play_rated_games(ada: Player) -> None:
    assert not rules.why_no_rated_games_for(ada)
    for one in (None, people.player_of("g" * 64)):
        assert "need an account" in rules.why_no_rated_games_for(one)


def test_if_rating_fails_the_game_has_not_ended(
    ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = play_two(begin(ada, bob))

    def fail(*args: object) -> None:
        raise RuntimeError("no rating today")

    monkeypatch.setattr("skerry.web.ratings.rating.rate_game", fail)
    with pytest.raises(RuntimeError):
        changes.resign(saved, bob.holder, saved.version)
    assert SavedGame.objects.get(pk=saved.pk).status == RUNNING
    assert not PlayerRating.objects.exists()


def test_ends_are_told_within_their_transaction(ada: Player, bob: Player) -> None:
    heard: list[tuple[object, object, object]] = []

    def hear(*, game_id: str, winner: int | None, how: str, **_: object) -> None:
        heard.append((game_id, winner, how))

    assert isinstance(game_ended, Signal)
    game_ended.connect(hear)
    try:
        won, off = win(ada, bob), begin(ada, bob)
        changes.abort(off, ada.holder, off.version)
    finally:
        game_ended.disconnect(hear)
    assert heard == [(won.pk, 0, "resignation"), (off.pk, None, ABORTED)]


def test_who_was_closed_begins_no_game(ada: Player, bob: Player) -> None:
    saved = win(ada, bob)
    saved = offers.offer(saved, ada.holder, saved.version, "rematch")
    people.close(bob)
    with pytest.raises(SeatError, match="plays no more here"):
        begin(ada, bob)
    saved.refresh_from_db()
    saved = offers.offer(saved, ada.holder, saved.version, "rematch")
    with pytest.raises(SeatError, match="plays no more here"):
        offers.answer(saved, bob.holder, saved.version, "rematch", accepted=True)
    people.reopen(bob)
    assert offers.answer(saved, bob.holder, saved.version, "rematch", accepted=True).next_game


def test_who_deletes_an_account_loses_what_goes_on_and_leaves_the_results(
    ada: Player, bob: Player
) -> None:
    win(ada, bob)
    play_two(begin(bob, ada))
    people.forget(bob.holder)
    people.forget(ada.holder)
    assert not SavedGame.objects.filter(status=RUNNING).exists()
    assert [one.score for one in RatedGame.objects.all()] == [1.0, 0.0]
    assert rated(ada).num_games == 2


def test_ratings_are_shown_in_whole_points_with_their_doubt(ada: Player, bob: Player) -> None:
    set_clock()
    win(ada, bob)
    told = ratings_of([ada.pk, bob.pk, 12345], "kitaran", "rapid")
    assert told[ada.pk].text == "1662?"
    assert told[bob.pk].text == "1338?"
    assert told[12345] == shown(Rated())
    assert told[12345].text == "1500?"
    assert told[12345].words == (
        "Not certain yet: the strength lies between 814 and 2186 (95% sure)."
    )


def test_ratings_are_handed_out_with_the_other_data(ada: Player, bob: Player) -> None:
    saved = win(ada, bob)
    data: Any = personal_data.export(bob.holder)
    (rating,), (game,) = data["ratings"], data["rated_games"]
    assert (rating["game"], rating["speed"], rating["num_games"]) == ("kitaran", "rapid", 1)
    assert (game["id"], game["person"], game["score"]) == (saved.pk, 1, 1.0)
    assert game["before"] == 1500.0
    assert game["after"] == rating["rating"] < 1500.0
    json.dumps(data)
    guest: Any = personal_data.export("g" * 64)
    assert guest == {"ratings": [], "rated_games": []}
