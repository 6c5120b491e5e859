"""Who is gone, deleted or closed by staff: what waits for them or comes from them is gone too."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from django.db.models import F

from skerry.errors import SkerryError
from skerry.sessions import (
    DRAW,
    NO_OFFERS,
    REMATCH,
    TAKE_BACK,
    Correspondence,
    Fischer,
    OfferError,
    TimeControl,
    offers_to_json,
)
from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.base.errors import SeatError
from skerry.web.online import challenges, lobby
from skerry.web.online.models import DECLINED, OPEN, WITHDRAWN, Challenge, Ticket
from skerry.web.play import changes, creation, offers, queries
from skerry.web.play.models import OVER, RUNNING, SavedGame
from skerry.web.play.page_data import page_state
from skerry.web.play.queries import REMATCH_WAITS
from skerry.web.tournaments import ladders, organising, tasks
from skerry.web.tournaments.models import LADDER, Ladder, Tournament
from skerry.web.tournaments.organising import Plan
from tests.web.beside import begun_beside
from tests.web.play.two_players import KITARAN
from tests.web.ratings.rated_games import account
from tests.web.tournaments.arranging import started

pytestmark = [pytest.mark.django_db, pytest.mark.stores]

CLOCK = Fischer(60.0, 1.0)
GONE: dict[str, Callable[[Player], None]] = {
    "deleted": lambda player: people.forget(player.holder),
    "closed": people.close,
}


@pytest.fixture(params=GONE)
def be_gone(request: pytest.FixtureRequest) -> Callable[[Player], None]:
    return GONE[request.param]


@pytest.fixture
def ada() -> Player:
    return account("Ada")


@pytest.fixture
def bob() -> Player:
    return account("Bob")


def begin(ada: Player, bob: Player, control: TimeControl | None = CLOCK) -> SavedGame:
    """A game in which each has played a turn."""
    holders, names = (ada.holder, bob.holder), (ada.name, bob.name)
    saved = creation.begin_between(holders, names, KITARAN, control=control)
    for holder, turn in zip(holders, ("a1", "b2"), strict=True):
        saved = changes.play(saved, holder, saved.version, [turn])
    return saved


def again(saved: SavedGame) -> SavedGame:
    return SavedGame.objects.get(pk=saved.pk)


@pytest.mark.parametrize("by_whom", ["who is gone", "who is there"])
def test_a_rematch_with_somebody_who_is_gone_cannot_be_agreed_on(
    ada: Player, bob: Player, be_gone: Callable[[Player], None], by_whom: str
) -> None:
    saved = begin(ada, bob)
    saved = changes.resign(saved, bob.holder, saved.version)
    by = ada if by_whom == "who is gone" else bob
    seen = offers.offer(saved, by.holder, saved.version, REMATCH)
    be_gone(ada)
    saved = again(seen)
    assert queries.session_of(saved).offers == NO_OFFERS
    for shown in (saved, seen):  # also by who has read it before
        with pytest.raises(SkerryError):
            offers.answer(shown, bob.holder, saved.version, REMATCH, accepted=True)
    assert SavedGame.objects.count() == 1


def test_nobody_is_asked_for_a_rematch_who_was_deleted(ada: Player, bob: Player) -> None:
    saved = begin(ada, bob)
    saved = changes.resign(saved, bob.holder, saved.version)
    assert page_state(saved, bob.holder)["may_offer_rematch"]
    people.forget(ada.holder)
    saved = again(saved)
    assert not page_state(saved, bob.holder)["may_offer_rematch"]
    with pytest.raises(OfferError, match="gone from this site"):
        offers.offer(saved, bob.holder, saved.version, REMATCH)


def test_what_an_older_version_has_left_of_who_is_gone_does_not_count(
    ada: Player, bob: Player
) -> None:
    saved = begin(ada, bob)
    saved = changes.resign(saved, bob.holder, saved.version)
    saved = offers.offer(saved, ada.holder, saved.version, REMATCH)
    standing = offers_to_json(queries.session_of(saved).offers)
    people.forget(ada.holder)
    SavedGame.objects.update(offers=standing)
    saved = again(saved)
    assert page_state(saved, bob.holder)["offers"] == dict.fromkeys((DRAW, TAKE_BACK, REMATCH))
    with pytest.raises(OfferError, match="not offered any more"):
        offers.answer(saved, bob.holder, saved.version, REMATCH, accepted=True)


def test_a_rematch_waits_for_a_week_since_a_guest_may_never_come_back(
    ada: Player, bob: Player
) -> None:
    saved = begin(ada, bob)
    saved = changes.resign(saved, bob.holder, saved.version)
    saved = offers.offer(saved, ada.holder, saved.version, REMATCH)
    SavedGame.objects.update(updated=saved.updated - REMATCH_WAITS - timedelta(minutes=1))
    saved = again(saved)
    with pytest.raises(OfferError, match="not offered any more"):
        offers.answer(saved, bob.holder, saved.version, REMATCH, accepted=True)
    saved = offers.offer(saved, bob.holder, saved.version, REMATCH)  # and can be asked anew
    assert offers.answer(saved, ada.holder, saved.version, REMATCH, accepted=True).next_game


@pytest.mark.parametrize("kind", [DRAW, TAKE_BACK])
@pytest.mark.parametrize("by", [0, 1])
def test_offers_of_a_running_game_are_taken_back(
    ada: Player, bob: Player, be_gone: Callable[[Player], None], kind: str, by: int
) -> None:
    saved = begin(ada, bob)
    saved = offers.offer(saved, (ada, bob)[by].holder, saved.version, kind)
    be_gone(ada)
    saved = again(saved)
    assert queries.session_of(saved).offers.by(kind) is None
    with pytest.raises(SkerryError):
        offers.answer(saved, bob.holder, saved.version, kind, accepted=True)


def test_a_game_without_a_clock_does_not_wait_for_ever(
    ada: Player, bob: Player, be_gone: Callable[[Player], None]
) -> None:
    endless, timed = begin(ada, bob, None), begin(ada, bob)
    be_gone(ada)
    assert (again(endless).status, again(endless).winner) == (OVER, 1)
    # Of one who was closed the clock runs on: it may be opened again.
    assert again(timed).status == (RUNNING if people.find_player(ada.holder) else OVER)


def test_nobody_who_is_gone_begins_a_game(
    ada: Player, bob: Player, be_gone: Callable[[Player], None]
) -> None:
    holder = ada.holder
    be_gone(ada)
    with pytest.raises(SeatError, match=r"plays no more here|has been deleted"):
        creation.begin_between((holder, bob.holder), ("Ada", "Bob"), KITARAN)


def test_challenges_and_who_waits_to_be_paired_are_gone(
    ada: Player, bob: Player, be_gone: Callable[[Player], None]
) -> None:
    cid = account("Cid")
    by_link = challenges.make(ada.holder, KITARAN, challenges.Terms())
    listed = challenges.make(ada.holder, KITARAN, challenges.Terms(is_listed=True))
    asks_bob = challenges.make(ada.holder, KITARAN, challenges.Terms(invited=bob))
    asks_ada = challenges.make(bob.holder, KITARAN, challenges.Terms(invited=ada))
    others = challenges.make(cid.holder, KITARAN, challenges.Terms(is_listed=True))
    lobby.start(ada.holder, "kitaran", "blitz", is_rated=False)
    be_gone(ada)
    states = dict(Challenge.objects.values_list("pk", "state"))
    for one in (by_link, listed, asks_bob):
        assert states.get(one.pk, WITHDRAWN) == WITHDRAWN
    assert (states[asks_ada.pk], states[others.pk]) == (DECLINED, OPEN)
    assert [row.challenge.pk for row in lobby.challenges(bob.holder)] == [others.pk]
    for one in (by_link, asks_bob):
        with pytest.raises(SkerryError):
            challenges.accept(one, bob.holder)  # as it was loaded before
    assert not Ticket.objects.exists()
    assert lobby.pair(lobby.start(bob.holder, "kitaran", "blitz", is_rated=False)) == ""
    assert not SavedGame.objects.exists()


def test_a_guest_who_was_closed_is_gone_as_well(bob: Player) -> None:
    guest = people.player_of("g" * 64)
    made = challenges.make(guest.holder, KITARAN, challenges.Terms(is_listed=True))
    people.close(guest)
    assert Challenge.objects.get(pk=made.pk).state == WITHDRAWN


def test_what_was_taken_back_stays_so_when_the_player_is_opened_again(
    ada: Player, bob: Player
) -> None:
    made = challenges.make(ada.holder, KITARAN, challenges.Terms())
    people.close(ada)
    ada.refresh_from_db()
    people.reopen(ada)
    assert Challenge.objects.get(pk=made.pk).state == WITHDRAWN
    assert challenges.make(ada.holder, KITARAN, challenges.Terms()).is_open


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("first", [SavedGame, Tournament, Ladder])
def test_who_goes_waits_for_what_goes_on_before_anybody_waits_for_them(
    be_gone: Callable[[Player], None], first: type[SavedGame | Tournament | Ladder]
) -> None:
    """Of two who wait for each other PostgreSQL lets one fail."""
    row, (player, _) = started(2)
    ladder = ladders.make(player, Plan("Harbour", KITARAN, Correspondence(3, 14), LADDER))
    ladders.join(ladder, player)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first.objects.update(version=F("version"))  # locked as by who changes it
            gone = begun_beside(pool, partial(be_gone, player))
            if first is SavedGame:
                tasks.locked(row.pk)  # as by who ends it
            people.lock(player.holder)  # as by who begins the next one
        gone.result()
    player.refresh_from_db()
    assert player.closed is not None
    assert not organising.takes_part(organising.find(row.pk), player)
    assert not ladders.takes_part(ladder, player)
