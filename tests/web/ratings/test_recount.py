"""Ratings computed again: as a check, and without the games of who has cheated."""

import random

import pytest
from django.test import Client

from skerry.statistics import Rated, RatedGame, rate_games
from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.play.models import SavedGame
from skerry.web.ratings import models
from skerry.web.ratings.models import LeftOut, PlayerRating
from skerry.web.ratings.rating import Fault, Kind, check_ratings, count_again, leave_out, recount
from tests.web.play.two_players import set_clock
from tests.web.ratings.rated_games import account, begin, play_two, win

pytestmark = [pytest.mark.django_db, pytest.mark.stores]

KIND = Kind("kitaran", "rapid")


@pytest.fixture
def players() -> list[Player]:
    return [account(name) for name in ("Ada", "Bob", "Cleo", "Dora")]


@pytest.fixture
def season(players: list[Player]) -> list[Player]:
    """Twelve games, some of them at the same moment, after a clock that was stepped back too."""
    hand, draw = set_clock(), random.Random(5)
    for number in range(12):
        hand.now += draw.choice((0.0, 3600.0, 86_400.0))
        if number == 7:
            hand.now -= 100_000.0
        win(*draw.sample(players, 2))
    return players


def ratings() -> dict[str, Rated]:
    return {str(row.player_id): row.rated for row in PlayerRating.objects.filter(**KIND._asdict())}


def values() -> list[RatedGame]:
    rows = models.RatedGame.objects.all()
    return [RatedGame(str(one.first_id), str(one.second_id), one.score, one.moment) for one in rows]


def test_rated_one_by_one_or_all_at_once_is_the_same(season: list[Player]) -> None:
    assert rate_games(values()) == ratings()
    assert recount(KIND) == 0
    assert list(check_ratings()) == []


def test_without_a_player_all_is_as_if_they_had_never_played(season: list[Player]) -> None:
    cheater = season[1]
    before, courses = ratings(), courses_of()
    number = leave_out(cheater)
    after = ratings()
    cheater.refresh_from_db()
    assert cheater.closed is not None
    assert after.pop(str(cheater.pk)) == Rated()
    assert after == rate_games(values(), without={str(cheater.pk)})
    assert number == sum(before[one] != after[one] for one in after) + 1 >= 3
    assert list(check_ratings()) == []
    assert courses_of() != courses
    count_again(cheater)
    assert (ratings(), courses_of()) == (before, courses)
    assert not LeftOut.objects.exists()


def courses_of() -> list[tuple[float, ...]]:
    names = ("first_before", "first_after", "second_before", "second_after")
    return list(models.RatedGame.objects.values_list(*names))


def test_a_game_that_a_left_out_player_still_ends_changes_nobody(players: list[Player]) -> None:
    ada, bob, cleo, _ = players
    win(ada, bob)
    running = play_two(begin(ada, bob))
    leave_out(bob)
    before = ratings()
    from skerry.web.play import changes

    changes.resign(running, bob.holder, running.version)
    assert ratings() == before
    assert list(check_ratings()) == []
    win(ada, cleo)
    assert list(check_ratings()) == []
    count_again(bob)
    assert ratings()[str(ada.pk)].num_games == 3
    assert list(check_ratings()) == []


def spoil_rating() -> str:
    PlayerRating.objects.filter(player__name="Ada").update(rating=2000.0)
    return "kitaran, rapid"


def spoil_course() -> str:
    models.RatedGame.objects.update(first_after=1.0)
    return "kitaran, rapid"


def drop_rating() -> str:
    PlayerRating.objects.filter(player__name="Ada").delete()
    return "kitaran, rapid"


def spoil_score() -> str:
    models.RatedGame.objects.filter(first__name="Ada").update(score=0.5)
    return SavedGame.objects.get(rated__first__name="Ada").pk


def drop_game() -> str:
    game = models.RatedGame.objects.latest("moment", "pk")
    game.delete()
    assert game.saved_id is not None
    return game.saved_id


@pytest.mark.parametrize("spoil", [spoil_rating, spoil_course, drop_rating, spoil_score, drop_game])
def test_what_does_not_follow_is_told_and_repaired(players: list[Player], spoil: object) -> None:
    set_clock()
    win(players[0], players[1])
    win(players[2], players[1])
    before = ratings()
    where = spoil()  # type: ignore[operator]
    told = list(check_ratings())
    assert told[0].where == where
    assert not any(one.is_repaired for one in told)
    assert list(check_ratings()) == told  # a check writes nothing
    repaired = list(check_ratings(repair=True))
    assert all(one.is_repaired for one in repaired)
    assert isinstance(repaired[0], Fault)
    assert list(check_ratings()) == []
    assert ratings() == before


def test_staff_roll_back_on_the_admin_pages(season: list[Player]) -> None:
    people.make_admin("Keeper", "a tall lighthouse")
    keeper = people.find_by_name("Keeper")
    assert keeper is not None
    assert keeper.user is not None
    client, cheater = Client(), season[1]
    client.force_login(keeper.user)
    address = "/admin/ratings/ratedplayer/"
    page = client.get(address).content.decode()
    assert "Ada" in page
    assert 'change/">Keeper' not in page  # who has no rating is not listed
    before = ratings()
    chosen = {"_selected_action": [str(cheater.pk)], "action": "leave_out"}
    answer = client.post(address, chosen, follow=True)
    assert "Closed: 1. Ratings that have changed:" in answer.content.decode()
    assert ratings() != before
    assert client.get(f"{address}{cheater.pk}/change/").status_code == 200
    answer = client.post(address, chosen | {"action": "count_again"}, follow=True)
    assert "Opened: 1." in answer.content.decode()
    assert ratings() == before
    cheater.refresh_from_db()
    assert cheater.closed is None
