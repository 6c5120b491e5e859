"""Who may make, enter, leave, start and close a tournament, and what is kept of it."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import skerry
from skerry.errors import OptionError, SkerryError
from skerry.sessions import Correspondence, Fischer
from skerry.web.accounts import people
from skerry.web.accounts import personal_data as of_all_apps
from skerry.web.accounts.models import Player, User
from skerry.web.base.errors import RequestError, SeatError, StaleError
from skerry.web.play.models import RUNNING, SavedGame
from skerry.web.ratings.models import PlayerRating
from skerry.web.tournaments import ladders, organising, personal_data, tasks
from skerry.web.tournaments.models import (
    CLOSED,
    LADDER,
    OPEN,
    OVER,
    ROUND_ROBIN,
    SWISS,
    Ladder,
    Tournament,
)
from skerry.web.tournaments.organising import MOST_ENTRANTS, MOST_OPEN, Plan
from tests.web.ratings.rated_games import CLOCK, KITARAN, account
from tests.web.tournaments.arranging import again, games_of, lose, made, started

pytestmark = [pytest.mark.django_db, pytest.mark.stores]


@pytest.fixture
def ada() -> Player:
    return account("Ada")


@pytest.fixture
def bob() -> Player:
    return account("Bob")


def staff(name: str = "Warden") -> Player:
    player = account(name)
    assert player.user is not None
    player.user.is_staff = True
    player.user.save()
    return player


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": " \u202e\u200b "}, "A tournament needs a name of 1 to 50"),
        ({"name": "x" * 51}, "A tournament needs a name of 1 to 50"),
        ({"system": "knock-out"}, "one of these: swiss, round robin"),
        ({"length": 13}, "1 to 12 rounds"),
        ({"length": 0, "system": ROUND_ROBIN}, "1 to 2 cycles"),
        ({"length": 3, "system": ROUND_ROBIN}, "1 to 2 cycles"),
        ({"game": skerry.game("kitaran", size=3), "is_rated": True}, "usual options"),
    ],
)
def test_what_none_can_be(ada: Player, change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence):
        organising.make(ada, Plan("Cup", KITARAN, CLOCK)._replace(**change))
    assert not Tournament.objects.exists()


def test_a_name_is_cleaned(ada: Player) -> None:
    row = organising.make(ada, Plan("  Cup \u202e\n of  all ", KITARAN, Fischer(600, 5)))
    assert row.name == "Cup of all"


def test_one_maker_has_only_so_many(ada: Player, bob: Player) -> None:
    rows = [made(ada) for _ in range(MOST_OPEN)]
    with pytest.raises(RequestError, match="have not ended"):
        made(ada)
    organising.close(rows[0], ada)
    made(ada)
    made(bob)


def test_guests_and_the_closed_take_no_part(ada: Player, bob: Player) -> None:
    guest = people.player_of("g" * 64)
    row = made(ada)
    for one in (guest, None):
        with pytest.raises(SeatError, match="need an account for tournaments"):
            organising.enter(row, one)
    with pytest.raises(SeatError, match="need an account for tournaments"):
        made(guest)
    people.close(bob)
    bob.refresh_from_db()
    with pytest.raises(SeatError, match="plays no more here"):
        organising.enter(row, bob)
    with pytest.raises(SeatError, match="plays no more here"):
        made(bob)
    assert row.entries.count() == 0


def test_one_enters_once_and_leaves_once(ada: Player, bob: Player) -> None:
    row = made(ada)
    for _ in range(2):
        organising.enter(row, bob)
    assert row.entries.count() == 1
    organising.leave(row, bob)
    for one in (bob, None):
        with pytest.raises(StaleError, match=r"(not|no longer) in this"):
            organising.leave(row, one)
    assert row.entries.count() == 0


def test_bots_come_where_they_are_let_in(ada: Player, bob: Player) -> None:
    bob.is_bot = True
    bob.save()
    with pytest.raises(SeatError, match="bots cannot join"):
        organising.enter(made(ada), bob)
    row = organising.make(ada, Plan("Machines", KITARAN, CLOCK, allows_bots=True))
    organising.enter(row, bob)
    assert row.entries.count() == 1


def test_one_that_is_full_takes_nobody_more(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MOST_ENTRANTS, SWISS, 2)
    row = made(ada)
    for name in ("Bob", "Cyd"):
        organising.enter(row, account(name))
    with pytest.raises(StaleError, match="is full"):
        organising.enter(row, ada)


def test_a_swiss_is_entered_late_until_its_last_round() -> None:
    row, _ = started(2 + 1, length=2)
    late, later = account("Tib"), account("Uwe")
    organising.enter(row, late)
    for saved in games_of(row, 1):
        lose(saved, 0)
    tasks.sweep()
    value = again(row).value
    assert str(late.pk) in value.rounds[1].players
    with pytest.raises(StaleError, match="last round"):
        organising.enter(again(row), later)


def test_a_round_robin_is_not_entered_late() -> None:
    row, _ = started(3, ROUND_ROBIN, 1)
    with pytest.raises(StaleError, match="nobody can join a round robin late"):
        organising.enter(row, account("Tib"))


def test_seeds_are_the_ratings_at_entry(ada: Player, bob: Player) -> None:
    PlayerRating.objects.create(player=bob, game="kitaran", speed="rapid", rating=1777.0)
    PlayerRating.objects.create(player=ada, game="kitaran", speed="blitz", rating=1900.0)
    row = made(ada)
    for one in (ada, bob):
        organising.enter(row, one)
    organising.start(row, ada)
    entrants = again(row).value.entrants
    assert [one.rating for one in entrants] == [1500.0, 1777.0]


def test_it_starts_once_with_two_at_least(ada: Player, bob: Player) -> None:
    row = made(ada)
    organising.enter(row, ada)
    with pytest.raises(StaleError, match="needs at least two players"):
        organising.start(row, ada)
    organising.enter(row, bob)
    cyd = account("Cyd")
    organising.enter(row, cyd)
    people.close(cyd)
    organising.start(row, ada)
    assert len(again(row).value.entrants) == 2
    with pytest.raises(StaleError, match="already started"):
        organising.start(row, ada)
    assert SavedGame.objects.count() == 1


ACTS: dict[str, Callable[[Tournament, Player, Player], None]] = {
    "start": lambda row, one, _: organising.start(row, one),
    "close": lambda row, one, _: organising.close(row, one),
    "put out": organising.remove_entrant,
}


@pytest.mark.parametrize("what", ACTS)
def test_only_the_maker_and_staff_run_it(ada: Player, bob: Player, what: str) -> None:
    row, cyd = made(ada), account("Cyd")
    for one in (bob, cyd):
        organising.enter(row, one)
    before = again(row)
    for stranger in (bob, people.player_of("g" * 64)):
        with pytest.raises(SeatError, match="Only the organiser"):
            ACTS[what](row, stranger, cyd)
    assert again(row).version == before.version
    ACTS[what](row, staff(), cyd)
    assert again(row).version > before.version


def test_who_plays_puts_nobody_out(ada: Player, bob: Player) -> None:
    row = made(ada)
    for one in (ada, bob):
        organising.enter(row, one)
    with pytest.raises(SeatError, match="cannot remove players"):
        organising.remove_entrant(row, ada, bob)
    organising.remove_entrant(row, staff(), bob)
    assert row.entries.count() == 1


def test_what_is_over_cannot_be_run(ada: Player) -> None:
    row = made(ada)
    organising.close(row, ada)
    assert again(row).state == CLOSED
    for act in (organising.close, organising.start, organising.enter):
        with pytest.raises((StaleError, SkerryError)):
            act(again(row), ada)


# ---- one's own data ----


def test_what_a_player_has_is_handed_out(ada: Player, bob: Player) -> None:
    row = made(ada)
    organising.enter(row, bob)
    given: Any = personal_data.export(ada.holder)
    (mine,) = given["tournaments_made"]
    assert (mine["id"], mine["name"], mine["state"]) == (row.pk, "Spring cup", OPEN)
    theirs: Any = of_all_apps.export(bob.holder)["tournaments"]
    assert theirs["tournaments_made"] == []
    assert [one["id"] for one in theirs["tournaments_entered"]] == [row.pk]
    json.dumps(theirs)
    nobody = personal_data.export("g" * 64)
    assert nobody == {"tournaments_made": [], "tournaments_entered": [], "ladders": []}


def test_who_deletes_the_account_leaves() -> None:
    row, (first, second, third) = started(3)
    not_started = made(second)
    organising.enter(not_started, first)
    people.forget(second.holder)
    assert again(not_started).state == CLOSED
    value = again(row).value
    assert value.entrant(str(second.pk)).is_withdrawn
    assert all(
        second.pk not in (int(one.first), int(one.second)) or one.outcome is not None
        for one in value.rounds[0].pairings
    )
    tasks.sweep()
    for saved in SavedGame.objects.filter(status=RUNNING):
        lose(saved, 0)
        tasks.sweep()
    assert again(row).state in (RUNNING, OVER)
    people.forget(first.holder)
    people.forget(third.holder)
    assert again(row).state == OVER


def test_what_is_damaged_or_not_known_keeps_no_account(caplog: pytest.LogCaptureFixture) -> None:
    unknown, (ada, bob, *_) = started(4, length=2)
    damaged, invalid = made(ada), made(ada)
    for row in (damaged, invalid):
        for player in (ada, bob):
            organising.enter(row, player)
        organising.start(row, ada)
    for saved in games_of(unknown, 1):
        lose(saved, 0)
    Tournament.objects.filter(pk=unknown.pk).update(game="nothing")
    Tournament.objects.filter(pk=damaged.pk).update(data="{}")
    Tournament.objects.filter(pk=invalid.pk).update(data="{")
    ladder = ladders.make(bob, Plan("Ladder", KITARAN, Correspondence(3, 14), LADDER))
    ladders.join(ladder, bob)
    Ladder.objects.filter(pk=ladder.pk).update(data="{")
    people.forget(bob.holder)
    assert User.objects.filter(name="Bob").count() == 0
    assert again(unknown).value.entrant(str(bob.pk)).is_withdrawn
    assert caplog.text.count("could not be left") == 3


def test_what_was_started_meanwhile_stays_so(ada: Player, bob: Player, monkeypatch: Any) -> None:
    row = made(ada)
    for player in (ada, bob):
        organising.enter(row, player)
    locked = tasks.locked

    def start_first(tournament_id: str) -> Tournament:
        monkeypatch.setattr(tasks, "locked", locked)
        organising.start(row, ada)
        return locked(tournament_id)

    monkeypatch.setattr(tasks, "locked", start_first)
    organising.forget_maker(ada)
    assert again(row).state == RUNNING
    assert len(again(row).value.rounds) == 1


def test_who_is_closed_leaves_what_has_not_begun_and_closes_what_they_have_made(
    ada: Player, bob: Player
) -> None:
    own, entered = made(ada), made(bob)
    for row in (own, entered):
        for player in (ada, bob):
            organising.enter(row, player)
    people.close(ada)
    assert again(own).state == CLOSED
    assert (again(entered).state, [one.player for one in entered.entries.all()]) == (OPEN, [bob])
