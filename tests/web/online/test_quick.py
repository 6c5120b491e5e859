"""Quick games: two who suit each other are paired, once, and the longer one waits the sooner."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from skerry.errors import OptionError
from skerry.games.catalogue import FEATURED, info
from skerry.sessions import SPEEDS, speed_of
from skerry.web.accounts import people
from skerry.web.base.errors import SeatError
from skerry.web.online import lobby, personal_data
from skerry.web.online.models import Ticket
from skerry.web.play import queries
from skerry.web.play.models import SavedGame
from skerry.web.ratings.models import PlayerRating
from skerry.web.ratings.rating import is_preset
from tests.web.accounts.conftest import Person
from tests.web.conftest import Browser
from tests.web.play.two_players import set_clock
from tests.web.ratings.rated_games import account

pytestmark = [pytest.mark.django_db, pytest.mark.stores]

GUESTS = [letter * 64 for letter in "abcdef"]


def wait(holder: str, *, seconds: float = 0.0, is_rated: bool = False, **kind: str) -> Ticket:
    wanted = {"game": "kitaran", "speed": "blitz", **kind}
    ticket = lobby.start(holder, wanted["game"], wanted["speed"], is_rated=is_rated)
    Ticket.objects.filter(pk=ticket.pk).update(since=ticket.since - timedelta(seconds=seconds))
    ticket.refresh_from_db()
    return ticket


def strong(name: str, rating: float) -> str:
    """The holder of an account that is surely so strong at blitz."""
    player = account(name)
    PlayerRating.objects.create(
        player=player, game="kitaran", speed="blitz", rating=rating, deviation=50.0, num_games=30
    )
    return player.holder


@pytest.mark.parametrize("name", [one.name for one in FEATURED])
def test_quick_games_are_fair_and_may_be_rated(client: Any, name: str) -> None:
    lobby.pair(wait(GUESTS[0], game=name))
    begun = queries.session_of(queries.find_any(lobby.pair(wait(GUESTS[1], game=name))))
    given = dict(begun.record.game.options)
    assert dict(info(name).fair.options).items() <= given.items()
    assert "swap" not in given or given["swap"] or name == "kitaran"
    assert is_preset(begun.record.game)


def test_who_waits_is_paired_with_who_comes(client: Any) -> None:
    first = wait(GUESTS[0])
    assert lobby.pair(first) == ""
    second = wait(GUESTS[1])
    begun = lobby.pair(second)
    saved = queries.find_any(begun)
    assert {saved.first_seat, saved.second_seat} == set(GUESTS[:2])
    session = queries.session_of(saved)
    assert session.clock is not None
    assert session.clock.control == lobby.CONTROLS["blitz"]
    assert not saved.is_rated
    for ticket in (first, second):
        ticket.refresh_from_db()
        assert lobby.running_game_of(ticket) == begun
    assert lobby.pair(wait(GUESTS[2])) == ""  # nobody is left


def test_who_moves_first_is_drawn() -> None:
    firsts = set()
    for _ in range(20):
        wait(GUESTS[0])
        firsts.add(queries.find_any(lobby.pair(wait(GUESTS[1]))).first_seat)
    assert firsts == set(GUESTS[:2])


@pytest.mark.parametrize(
    "other", [{"speed": "rapid"}, {"game": "spry"}, {"is_rated": True}], ids=str
)
def test_only_the_same_kind_suits(other: Any) -> None:
    wait(account("Ada").holder)
    assert lobby.pair(wait(account("Bob").holder, **other)) == ""


def test_a_rated_pair_plays_for_ratings() -> None:
    wait(account("Ada").holder, is_rated=True)
    saved = queries.find_any(lobby.pair(wait(account("Bob").holder, is_rated=True)))
    assert saved.is_rated


def test_the_speeds_are_what_they_are_called() -> None:
    assert [speed_of(lobby.CONTROLS[speed]) for speed in SPEEDS] == list(SPEEDS)


def test_the_strength_that_suits_widens_while_both_wait() -> None:
    set_clock()
    weak, mighty = strong("Ada", 1500.0), strong("Bob", 1800.0)  # expected to score 84 of 100
    wait(weak)
    assert lobby.pair(wait(mighty)) == ""
    wait(weak, seconds=60)
    assert lobby.pair(wait(mighty, seconds=15)) == ""  # one of them may hope for a better one
    assert lobby.pair(wait(mighty, seconds=25)) != ""


def test_anybody_will_do_in_the_end() -> None:
    set_clock()
    wait(strong("Ada", 400.0), seconds=36)
    assert lobby.pair(wait(strong("Bob", 2800.0), seconds=36)) != ""


def test_of_several_the_one_who_suits_best_is_taken() -> None:
    set_clock()
    holders_ = [strong(name, rating) for name, rating in (("A", 1400), ("B", 1520), ("C", 1590))]
    for holder in holders_:
        wait(holder)
    saved = queries.find_any(lobby.pair(wait(strong("D", 1500.0))))
    assert holders_[1] in (saved.first_seat, saved.second_seat)


def test_who_is_not_there_is_not_paired() -> None:
    gone = wait(GUESTS[0])
    lobby.leave(gone.pk, lobby.keep_waiting(gone.pk))
    mine = wait(GUESTS[1])
    assert lobby.pair(mine) == ""
    lobby.keep_waiting(gone.pk)  # the page is back, and looks by itself
    gone.refresh_from_db()
    assert lobby.running_game_of(gone)
    late = wait(GUESTS[2])
    Ticket.objects.filter(pk=late.pk).update(seen=timezone.now() - lobby.STALE)
    assert lobby.pair(wait(GUESTS[3])) == ""


def test_of_two_pages_of_who_waits_one_may_be_closed() -> None:
    ticket = wait(GUESTS[0])
    old = lobby.keep_waiting(ticket.pk)
    new = lobby.keep_waiting(ticket.pk)
    lobby.leave(ticket.pk, new)  # closed at once, and there is another one
    assert lobby.waiting_tickets().exists()
    lobby.leave(ticket.pk, old)
    old = lobby.keep_waiting(ticket.pk, old)  # it is noted once more before it ends
    lobby.leave(ticket.pk, old)
    assert lobby.waiting_tickets().exists()
    for _ in range(2):
        new = lobby.keep_waiting(ticket.pk, new)
    lobby.leave(ticket.pk, new)
    assert not lobby.waiting_tickets().exists()


def test_nobody_is_paired_twice_or_with_a_ticket_that_was_given_up() -> None:
    first, second, third = (wait(holder) for holder in GUESTS[:3])
    assert lobby.pair(first) != ""
    loser = third if lobby.ticket_of(GUESTS[1]).begun else second  # type: ignore[union-attr]
    assert lobby.pair(loser) == ""
    assert lobby.pair(first) == ""  # from before it was paired, as another process may have it
    assert SavedGame.objects.filter(first_seat__in=GUESTS).count() == 1
    assert lobby.cancel(loser)
    assert not lobby.cancel(first)
    assert lobby.pair(wait(GUESTS[3])) == ""


def test_one_waits_for_one_thing_at_a_time() -> None:
    old = wait(GUESTS[0])
    wait(GUESTS[0], speed="rapid")
    assert lobby.pair(wait(GUESTS[1])) == ""
    assert lobby.pair(old) == ""
    assert Ticket.objects.count() == 2


def test_who_may_not(client: Any) -> None:
    with pytest.raises(SeatError, match="need an account"):
        wait(GUESTS[0], is_rated=True)
    bot = people.player_of(GUESTS[1])
    bot.is_bot = True
    bot.save()
    with pytest.raises(SeatError, match="Bots are not paired"):
        wait(GUESTS[1])
    waiting = wait(GUESTS[2])
    people.close(waiting.player)
    with pytest.raises(SeatError, match="plays no more"):
        wait(GUESTS[2])
    assert lobby.pair(wait(GUESTS[3])) == ""
    assert lobby.pair(waiting) == ""
    for game, speed in (("y", "blitz"), ("<b>", "blitz"), ("spry", "bullet")):
        with pytest.raises(OptionError):
            wait(GUESTS[4], game=game, speed=speed)


def test_old_tickets_are_forgotten() -> None:
    wait(GUESTS[0])
    Ticket.objects.update(seen=timezone.now() - 2 * lobby.FORGOTTEN)
    wait(GUESTS[1])
    assert Ticket.objects.count() == 1


def test_a_ticket_does_not_go_to_an_account_and_is_handed_out_and_deleted() -> None:
    ada = account("Ada")
    wait(GUESTS[0])
    data: Any = personal_data.export(GUESTS[0])
    assert data["waiting_for"][0]["game"] == "kitaran"
    personal_data.move(GUESTS[0], ada.holder)
    assert not Ticket.objects.exists()
    wait(ada.holder)
    personal_data.leave(ada.holder)
    assert not Ticket.objects.exists()


# ---- the pages ----


def ask(browser: Browser, **fields: str) -> Any:
    sent = {"game": "kitaran", "speed": "rapid", "csrfmiddlewaretoken": browser.token(), **fields}
    return browser.client.post("/quick", sent)


def test_the_pages_lead_both_to_their_game(browser: Browser, other_browser: Browser) -> None:
    assert browser.client.get("/quick")["Location"] == "/lobby"
    assert ask(browser)["Location"] == "/quick"
    page = browser.client.get("/quick").content.decode()
    assert "Looking for an opponent" in page
    assert "10 min + 5 s" in page
    assert browser.client.get("/api/quick").json() == {"waiting": True, "game": None}
    game = ask(other_browser)["Location"]
    assert game.startswith("/game/")
    assert browser.client.get("/api/quick").json() == {"waiting": False, "game": game}
    assert browser.client.get("/quick")["Location"] == game
    assert browser.state(game.rsplit("/", 1)[1])["owner"]
    other_browser.act(game.rsplit("/", 1)[1], "resign")
    assert browser.client.get("/quick")["Location"] == "/lobby"


def test_a_form_that_is_sent_twice_leads_to_one_game(
    browser: Browser, other_browser: Browser
) -> None:
    """The second one comes when the first one has paired them, and nobody has seen that answer."""
    ask(browser)
    game = ask(other_browser)["Location"]
    assert ask(other_browser)["Location"] == game
    assert ask(browser)["Location"] == game
    assert ask(browser, speed="blitz")["Location"] == "/quick"  # something else
    SavedGame.objects.update(created=timezone.now() - lobby.SENT_TWICE)
    assert ask(other_browser)["Location"] == "/quick"  # another one, meant so
    assert ask(browser)["Location"].startswith("/game/")
    other_browser.act(other_browser.client.get("/quick")["Location"].rsplit("/", 1)[1], "abort")
    assert ask(other_browser)["Location"] == "/quick"  # that one is over


def test_waiting_is_cancelled(browser: Browser, other_browser: Browser) -> None:
    ask(browser)
    token = {"csrfmiddlewaretoken": browser.token()}
    assert browser.client.post("/quick/cancel", token)["Location"] == "/lobby"
    assert browser.client.get("/api/quick").json() == {"waiting": False, "game": None}
    assert ask(other_browser)["Location"] == "/quick"
    game = ask(browser)["Location"]
    assert (
        other_browser.client.post("/quick/cancel", {"csrfmiddlewaretoken": other_browser.token()})[
            "Location"
        ]
        == "/quick"
    )
    assert other_browser.client.get("/quick")["Location"] == game


def test_what_cannot_be_had_is_said_in_the_lobby(browser: Browser) -> None:
    for fields, status in (({"rated": "on"}, 403), ({"game": "<b>"}, 400), ({"speed": ""}, 400)):
        answer = ask(browser, **fields)
        assert answer.status_code == status
        assert 'class="problem" role="alert"' in answer.content.decode()
        assert "<b>'" not in answer.content.decode()
    assert not Ticket.objects.exists()


def test_no_token_no_game(browser: Browser) -> None:
    browser.token()
    for path in ("/quick", "/quick/cancel"):
        assert browser.client.post(path, {"game": "spry", "speed": "rapid"}).status_code == 403
    assert browser.client.get("/quick/cancel").status_code == 405


def test_the_form_comes_up_as_it_was_sent_last() -> None:
    ada = Person()
    ada.sign_up("Ada")
    page = ada.page("/lobby")
    assert 'name="rated" value="on" checked' in page
    ask(ada, game="byg", speed="classical")
    page = ada.page("/lobby")
    assert 'value="byg" checked' in page
    assert 'value="classical" checked' in page
    assert 'name="rated" value="on" checked' not in page
    ada.client.cookies["skerry_quick"] = "<b>.x.on"
    assert 'value="spry" checked' in ada.page("/lobby")


def test_the_lobby_says_what_others_wait_for(browser: Browser, other_browser: Browser) -> None:
    ask(browser, game="byg", speed="blitz")
    link = "/lobby?quick=byg.blitz.#quick-title"
    page = other_browser.client.get("/lobby").content.decode()
    assert f'href="{link}"' in page
    assert "1 waiting" in page
    assert "No open challenges" not in page
    assert "1 waiting" not in browser.client.get("/lobby").content.decode()  # that is me
    assert "1 waiting" not in other_browser.client.get("/lobby?game=spry").content.decode()
    chosen = other_browser.client.get(link.partition("#")[0]).content.decode()
    assert 'value="byg" checked' in chosen
    assert 'value="blitz" checked' in chosen
    third = Browser()
    Ticket.objects.update(seen=timezone.now() - lobby.STALE)
    assert "1 waiting" not in third.client.get("/lobby").content.decode()
    for wrong in ("<b>.x.on", "a.b.c.d", "byg"):
        assert third.client.get("/lobby", {"quick": wrong}).status_code == 200
