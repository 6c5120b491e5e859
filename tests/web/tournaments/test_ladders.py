"""Ladders: who stands where after challenges, what time decides, and the page."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import OperationalError, connection
from django.utils import timezone

import skerry
from skerry.errors import OptionError
from skerry.sessions import Correspondence, OfferError
from skerry.web.accounts import people
from skerry.web.accounts.models import Player, User
from skerry.web.base.consumers import Announcer
from skerry.web.base.errors import SeatError, StaleError
from skerry.web.base.services import service
from skerry.web.correspondence import letters
from skerry.web.correspondence.models import LadderNotice
from skerry.web.correspondence.waiting import player_group
from skerry.web.online.notifications import LOBBY
from skerry.web.play import changes, creation, offers, queries, sweeps
from skerry.web.play.models import PUBLIC, SavedGame
from skerry.web.play.moments import Moments
from skerry.web.thinking.engine import Engine
from skerry.web.tournaments import ladders, page_data, personal_data
from skerry.web.tournaments.models import CLOSED, LADDER, Ladder
from skerry.web.tournaments.organising import Plan
from tests.web.accounts.conftest import Person
from tests.web.conftest import Browser, share_with
from tests.web.play.two_players import set_clock
from tests.web.ratings.rated_games import CLOCK, KITARAN, account, play_two
from tests.web.tournaments.arranging import NAMES

pytestmark = [pytest.mark.django_db, pytest.mark.stores]

DAYS = Correspondence(3, 14)
DAY = 86_400.0


def stood(
    number: int, *, is_rated: bool = False, game: skerry.Game = KITARAN
) -> tuple[Ladder, list[Player]]:
    """A ladder on which so many accounts stand, Ada highest; she has made it."""
    players = [account(name) for name in NAMES[:number]]
    plan = Plan("Club ladder", game, DAYS, LADDER, is_rated=is_rated)
    row = ladders.make(players[0], plan)
    for player in players:
        ladders.join(row, player)
    return again(row), players


def again(row: Ladder) -> Ladder:
    return Ladder.objects.get(pk=row.pk)


def order(row: Ladder) -> str:
    """The first letters of the names, the highest first."""
    names = dict(Player.objects.values_list("pk", "name"))
    return "".join(names[int(one)][0] for one in again(row).value.players)


def begun(row: Ladder, challenger: Player, challenged: Player) -> SavedGame:
    ladders.challenge(row, challenger, challenged)
    accept(row, challenged)
    saved = row.games.latest("created").saved
    assert saved is not None
    return saved


def lose(saved: SavedGame, player: Player) -> None:
    saved = play_two(saved)
    changes.resign(saved, player.holder, saved.version)


def moment(row: Ladder, player: Player) -> str:
    """By which a form names the challenge in which a player is."""
    found = again(row).value.challenge_of(str(player.pk))
    assert found is not None
    return str(found.moment)


def accept(row: Ladder, player: Player) -> None:
    ladders.accept(row, player, moment(row, player))


def give_up(row: Ladder, player: Player) -> None:
    ladders.give_up(row, player, moment(row, player))


def test_who_wins_takes_the_rung_and_those_between_go_down() -> None:
    row, (_, bob, _, dag) = stood(4, is_rated=True)
    assert order(row) == "ABCD"
    saved = begun(row, dag, bob)
    assert (saved.is_rated, saved.visibility) == (True, PUBLIC)
    assert saved.first_seat == bob.holder  # who was challenged begins
    lose(saved, bob)
    assert order(row) == "ADBC"
    assert again(row).value.challenges == ()


def test_a_defeat_and_a_draw_change_nothing() -> None:
    can_be_drawn = skerry.game("kitaran", size=3, cycle="draw")
    row, (ada, bob, cyd) = stood(3, game=can_be_drawn)
    lose(begun(row, bob, ada), bob)
    saved = play_two(begun(row, cyd, ada))
    saved = offers.offer(saved, cyd.holder, saved.version, "draw")
    offers.answer(saved, ada.holder, saved.version, "draw", accepted=True)
    assert order(row) == "ABC"
    assert again(row).value.challenges == ()


def test_what_is_not_possible_is_said() -> None:
    row, (ada, bob, cyd, _, eva) = stood(5)
    for challenger, challenged in ((ada, bob), (eva, ada), (bob, bob)):
        with pytest.raises(StaleError, match="rungs above you"):
            ladders.challenge(row, challenger, challenged)
    ladders.challenge(row, bob, ada)
    with pytest.raises(StaleError, match="an unfinished challenge"):
        ladders.challenge(row, cyd, ada)
    for one in (bob, cyd):
        with pytest.raises(StaleError, match="no challenge for you to accept"):
            ladders.accept(row, one, moment(row, ada))
    with pytest.raises(StaleError, match="is waiting for an answer"):
        ladders.give_up(row, cyd, moment(row, ada))
    for _ in range(2):  # a button that is pressed twice begins one game
        accept(row, ada)
    assert SavedGame.objects.count() == 1
    with pytest.raises(StaleError, match="is waiting for an answer"):
        give_up(row, ada)
    ladders.leave(row, cyd)
    with pytest.raises(StaleError, match="Cyd is not on this ladder any more"):
        ladders.challenge(row, eva, cyd)
    with pytest.raises(StaleError, match="You are not on this ladder; join it"):
        ladders.challenge(row, cyd, ada)


def test_a_challenge_is_given_up_by_either() -> None:
    row, (ada, bob, cyd) = stood(3)
    ladders.challenge(row, bob, ada)
    give_up(row, bob)
    assert order(row) == "ABC"
    ladders.challenge(row, cyd, bob)
    give_up(row, bob)
    assert order(row) == "ACB"
    assert not SavedGame.objects.exists()


def test_who_does_not_answer_loses_the_rung() -> None:
    hand = set_clock()
    row, (ada, bob) = stood(2)
    ladders.challenge(row, bob, ada)
    hand.now = 3 * DAY - 1
    assert ladders.sweep() == 0
    hand.now = 3 * DAY
    assert (ladders.sweep(), ladders.sweep()) == (1, 0)
    assert order(row) == "BA"


def test_time_decides_nothing_while_the_game_of_a_challenge_is_played() -> None:
    hand = set_clock()
    row, (ada, bob) = stood(2)
    begun(row, bob, ada)
    hand.now = 3 * DAY + 1
    assert ladders.sweep() == 0
    Ladder.objects.filter(pk=row.pk).update(due=row.created.timestamp())  # as it once was stored
    assert (ladders.sweep(), ladders.sweep()) == (1, 0)
    assert order(row) == "AB"


def test_a_database_that_was_away_stops_no_ladder(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = set_clock()
    row, (ada, bob) = stood(2)
    ladders.challenge(row, bob, ada)
    hand.now = 3 * DAY

    def be_away(group: str) -> None:
        raise OperationalError("database is locked")

    with monkeypatch.context() as away:
        away.setattr(ladders, "tell_of", be_away)
        with pytest.raises(OperationalError):
            ladders.sweep()
    assert ladders.sweep() == 1
    assert order(row) == "BA"


def test_who_plays_no_games_falls() -> None:
    hand = set_clock()
    row, players = stood(5)
    hand.now = 20 * DAY
    lose(begun(row, players[2], players[1]), players[2])
    hand.now = 28 * DAY
    assert ladders.sweep() == 1
    assert order(row) == "BCADE"
    assert ladders.sweep() == 0


def test_a_flag_decides_too() -> None:
    hand = set_clock()
    row, (ada, bob) = stood(2)
    begun(row, bob, ada)
    hand.now = 4 * DAY
    assert sweeps.sweep() == 1
    assert order(row) == "BA"


def test_no_game_of_it_is_called_off() -> None:
    row, (ada, bob) = stood(2)
    saved = begun(row, bob, ada)
    with pytest.raises(OfferError, match="cannot be called off"):
        changes.abort(saved, ada.holder, saved.version)
    assert saved.event_path == f"/ladder/{row.pk}"
    assert len(again(row).value.challenges) == 1


def test_who_leaves_gives_up_the_game() -> None:
    row, (ada, bob, _) = stood(3)
    saved = begun(row, bob, ada)
    ladders.leave(row, ada)
    assert order(row) == "BC"
    assert queries.find_any(saved.pk).winner is not None
    for gone in (ada, None):
        with pytest.raises(StaleError, match="not on this ladder"):
            ladders.leave(row, gone)
    ladders.join(row, ada)
    assert order(row) == "BCA"
    assert row.members.count() == 3


def test_an_old_game_decides_no_new_challenge() -> None:
    row, (ada, bob) = stood(2)
    old = begun(row, bob, ada)
    ladders.step_down(row, ada)
    ladders.join(row, ada)
    new = begun(row, ada, bob)
    lose(old, bob)
    assert len(again(row).value.challenges) == 1
    lose(new, bob)
    assert order(row) == "AB"


def test_who_was_closed_stands_on_it_no_more() -> None:
    row, (ada, bob, cyd) = stood(3)
    people.close(ada)
    assert row.members.count() == 2
    with pytest.raises(StaleError, match="not on this ladder"):
        ladders.challenge(row, bob, ada)
    ladders.challenge(row, cyd, bob)
    assert order(row) == "BC"
    ada.refresh_from_db()
    with pytest.raises(SeatError, match="plays no more"):
        ladders.join(row, ada)


def test_who_was_closed_and_opened_again_may_join_at_the_foot() -> None:
    row, (ada, _, _) = stood(3)
    people.close(ada)
    people.reopen(ada)
    assert not ladders.takes_part(row, ada)
    ladders.join(row, ada)
    assert order(row) == "BCA"


def test_whom_settling_has_taken_off_is_counted_no_more() -> None:
    row, (ada, bob, _) = stood(3)
    Player.objects.filter(pk=ada.pk).update(closed=timezone.now())
    ladders.leave(row, bob)
    assert order(row) == "C"
    assert row.members.count() == 1


def test_who_may_stand_on_it() -> None:
    row, (ada, bob) = stood(2)
    bot = account("Rob")
    bot.is_bot = True
    bot.save()
    with pytest.raises(SeatError, match="bots cannot join"):
        ladders.join(row, bot)
    for guest in (None, people.player_of("g" * 64)):
        with pytest.raises(SeatError, match="need an account"):
            ladders.join(row, guest)
        with pytest.raises(SeatError, match="need an account"):
            ladders.accept(row, guest, "")
    ladders.join(row, bob)
    assert order(row) == "AB"
    with pytest.raises(SeatError, match="Only the organiser"):
        ladders.close(row, bob)
    ladders.close(row, ada)
    for change in (ladders.join, ladders.leave, ladders.close):
        with pytest.raises(StaleError, match="was closed"):
            change(row, ada)
    assert again(row).state == CLOSED


def test_a_game_that_ends_after_the_ladder_is_no_trouble() -> None:
    row, (ada, bob) = stood(2)
    saved = begun(row, bob, ada)
    ladders.close(row, ada)
    lose(saved, ada)
    assert order(row) == "AB"


def test_a_closed_one_stays_as_it_was() -> None:
    hand = set_clock()
    row, (ada, bob, cyd, dag) = stood(4)
    begun(row, bob, ada)
    ladders.challenge(row, dag, cyd)
    ladders.close(row, ada)
    hand.now = 40 * DAY
    live = page_data.ladder_live(again(row), cyd)
    assert [rung.player.name[0] for rung in live.rungs] == list("ABCD")
    assert (live.until, live.game_id, live.rival) == (None, "", None)
    assert not any(rung.rival for rung in live.rungs)


def test_closing_stores_what_time_has_decided() -> None:
    hand = set_clock()
    row, (ada, bob) = stood(2)
    ladders.challenge(row, bob, ada)
    hand.now = 3 * DAY
    ladders.close(row, ada)
    assert order(row) == "BA"
    assert again(row).value.challenges == ()


@pytest.mark.parametrize("data", ["{}", "{"])
def test_one_that_is_damaged_ends_no_game_and_shows_it(
    caplog: pytest.LogCaptureFixture, data: str
) -> None:
    row, (ada, bob) = stood(2)
    saved = begun(row, bob, ada)
    Ladder.objects.filter(pk=row.pk).update(data=data, due=0.0)
    lose(saved, ada)
    assert "counts on no ladder" in caplog.text
    assert (ladders.sweep(), ladders.sweep()) == (1, 0)
    answer = Browser().client.get(f"/ladder/{row.pk}")
    assert "are damaged" in answer.content.decode()
    with pytest.raises(StaleError, match="are damaged"):
        ladders.join(row, bob)
    ladders.close(row, ada)
    assert again(row).state == CLOSED


def test_its_games_take_days(db: None) -> None:
    with pytest.raises(OptionError, match="take days"):
        ladders.make(account("Ada"), Plan("Quick", KITARAN, CLOCK, LADDER))


def test_ones_own_data_and_ones_going() -> None:
    row, (ada, bob) = stood(2)
    (one,) = _ladders_of(bob)
    assert (one["id"], one["made"], one["joined"]) == (row.pk, False, True)
    assert _ladders_of(ada)[0]["made"]
    people.forget(bob.holder)
    assert order(row) == "A"
    assert row.members.count() == 1


def _ladders_of(player: Player) -> Any:
    data = personal_data.export(player.holder)
    json.dumps(data)
    return data["ladders"]


# ---- who is challenged hears of it ----


class Noting(Announcer):
    """Notes what the pages of players would be sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str, str]] = []
        self.groups: set[str] = set()

    def tell(self, group: str, message: Any) -> None:
        self.groups.add(group)
        if message["type"] == "happened":
            self.sent.append((group, message["path"], message["words"]))


def test_who_is_challenged_is_told_once_and_until_the_answer(
    django_capture_on_commit_callbacks: Any,
) -> None:
    hand = set_clock()
    noting = Noting()
    share_with(Engine(), noting, service(Moments))
    row, (ada, bob, _) = stood(3)
    path, pages = f"/ladder/{row.pk}", player_group(ada.holder)

    def sent_after(act: Callable[..., object], *args: object) -> list[tuple[str, str, str]]:
        noting.sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            act(*args)
        return noting.sent

    assert sent_after(ladders.challenge, row, bob, ada) == [(pages, path, "You were challenged")]
    assert LOBBY in noting.groups
    assert [(one.ladder, one.challenger) for one in ladders.asked(ada.holder)] == [(row, bob)]
    assert ladders.asked(bob.holder) == []
    assert sent_after(ladders.join, row, account("Zoe")) == []
    assert sent_after(give_up, row, bob) == [(pages, path, "")]
    assert ladders.asked(ada.holder) == []
    ladders.challenge(row, bob, ada)
    assert (pages, path, "") in sent_after(accept, row, ada)
    assert ladders.asked(ada.holder) == []
    saved = row.games.get().saved
    assert saved is not None
    lose(saved, bob)
    hand.now += 7 * DAY
    ladders.challenge(row, bob, ada)
    assert sent_after(ladders.close, row, ada) == [(pages, path, "")]
    assert ladders.asked(ada.holder) == []


def test_who_is_challenged_gets_a_letter_while_the_answer_is_due() -> None:
    hand = set_clock()
    row, (ada, bob, cyd) = stood(3)
    for one in (ada, bob):
        assert one.user is not None
        User.objects.filter(pk=one.user.pk).update(
            email=f"{one.name}@example.org", email_is_confirmed=True
        )
        letters.start_letters(one.user.pk)
    ladders.challenge(row, bob, ada)
    assert letters.send_due() == 0  # who sees it on a page needs none
    hand.now += 301
    assert letters.send_due() == 1
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == (
        ["Ada@example.org"],
        "Skerry: you were challenged on a ladder",
    )
    assert "Club ladder: Bob challenges you; answer by " in letter.body
    assert f"/ladder/{row.pk}\n" in letter.body
    hand.now += DAY
    assert letters.send_due() == 0
    give_up(row, bob)
    ladders.challenge(row, cyd, ada)  # a second one, which is answered at once
    give_up(row, ada)
    hand.now += 301
    assert letters.send_due() == 0
    assert not LadderNotice.objects.exists()


def test_a_letter_of_a_ladder_and_a_game_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = set_clock()
    row, (ada, bob) = stood(2)
    assert ada.user is not None
    User.objects.filter(pk=ada.user.pk).update(email="a@example.org", email_is_confirmed=True)
    letters.start_letters(ada.user.pk)
    ladders.challenge(row, bob, ada)
    creation.begin_between((ada.holder, bob.holder), (ada.name, bob.name), KITARAN, control=DAYS)
    saved = SavedGame.objects.get()
    saved = changes.play(saved, ada.holder, saved.version, ["a1"])
    changes.play(saved, bob.holder, saved.version, ["a2"])
    hand.now += 301
    with monkeypatch.context() as away:
        away.setattr(EmailMessage, "send", _refuse)
        assert letters.send_due() == 0
    hand.now += 601
    assert letters.send_due() == 1
    (letter,) = mail.outbox
    assert letter.subject == "Skerry: news from your games and ladders"
    assert not LadderNotice.objects.exists()


@pytest.mark.parametrize("is_sent", [True, False])
def test_a_challenge_that_comes_while_a_letter_is_sent_is_told_too(
    monkeypatch: pytest.MonkeyPatch, *, is_sent: bool
) -> None:
    hand = set_clock()
    row, (ada, bob, cyd) = stood(3)
    assert ada.user is not None
    User.objects.filter(pk=ada.user.pk).update(email="a@example.org", email_is_confirmed=True)
    letters.start_letters(ada.user.pk)
    ladders.challenge(row, bob, ada)
    hand.now += 301

    def send(message: EmailMessage) -> int:
        hand.now += 5
        give_up(row, bob)
        ladders.challenge(row, cyd, ada)
        return 1 if is_sent else _refuse(message)

    with monkeypatch.context() as slow:
        slow.setattr(EmailMessage, "send", send)
        assert letters.send_due() == int(is_sent)
    hand.now += 3601 if is_sent else 301
    assert letters.send_due() == 1
    assert "Club ladder: Cyd challenges you" in mail.outbox[-1].body


def test_a_player_whose_row_is_gone_is_told_nothing_and_stops_nobody() -> None:
    row, (ada, bob, cyd, dag) = stood(4)
    ladders.challenge(row, bob, ada)
    ladders.challenge(row, dag, cyd)
    for one in (bob, cyd):
        row.members.filter(player=one).delete()
        one.delete()
    assert ladders.asked(ada.holder) == []
    give_up(row, dag)
    assert [one.challenged for one in again(row).value.challenges] == [str(ada.pk)]


def test_a_challenge_that_comes_while_an_earlier_one_is_dropped_is_told() -> None:
    hand = set_clock()
    row, (ada, bob, cyd) = stood(3)
    assert ada.user is not None
    User.objects.filter(pk=ada.user.pk).update(email="a@example.org", email_is_confirmed=True)
    letters.start_letters(ada.user.pk)
    ladders.challenge(row, bob, ada)
    hand.now += 301
    give_up(row, ada)
    came: list[str] = []

    def challenge_first(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith("DELETE") and "laddernotice" in sql and not came:
            came.append(sql)
            ladders.challenge(row, cyd, ada)
        return execute(sql, *rest)

    with connection.execute_wrapper(challenge_first):
        assert letters.send_due() == 0
    assert came
    hand.now += 301
    assert letters.send_due() == 1
    assert "Club ladder: Cyd challenges you" in mail.outbox[-1].body


def _refuse(message: EmailMessage) -> int:
    raise OSError("no server of mail")


# ---- pages ----


@pytest.fixture
def two(db: None) -> tuple[Person, Person]:
    persons = (Person(), Person())
    for one, name in zip(persons, ("Ada", "Bob"), strict=True):
        one.sign_up(name)
    return persons


FORM = {
    "name": '<b>"\u202eHarbour',
    "game": "kitaran.0",
    "time": "3-days-a-turn-14-days-of-vacation",
    "system": "ladder",
}


def made(person: Person) -> Ladder:
    answer = person.post("/tournaments/new", **FORM)
    assert answer.status_code == 302, answer.content.decode()
    row = Ladder.objects.get()
    assert answer["Location"] == f"/ladder/{row.pk}"
    return row


def test_the_page_leads_through_a_challenge(two: tuple[Person, Person]) -> None:
    ada, bob = two
    row = made(ada)
    path = f"/ladder/{row.pk}"
    for one in two:
        assert "Join</button>" in one.page(path)
        assert one.post(f"{path}/join").status_code == 302
    assert f'href="{path}"' in Browser().client.get("/tournaments").content.decode()
    (number,) = re.findall(r'form="challenge" name="player" value="(\d+)"', bob.page(path))
    assert 'form="challenge" name' not in ada.page(path)
    assert bob.post(f"{path}/challenge", player=number).status_code == 302
    assert bob.post(f"{path}/challenge", player=number).status_code == 409
    assert "You have challenged" in bob.page(path)
    assert "has challenged you" in ada.page(path)
    text = ada.page("/my-turn")
    assert "(1) Your turn" in text
    assert f'<a href="{path}"><bdi>Bob</bdi> challenges you on' in text
    assert ada.client.get("/api/waiting").json()["waiting"] == 1
    assert ada.client.get("/api/waiting?but=abc").json()["waiting"] == 0  # no next game
    assert "Challenges on ladders" not in bob.page("/my-turn")
    assert "has challenged you" not in Browser().client.get(path).content.decode()
    assert ada.post(f"{path}/accept").status_code == 409
    (known,) = re.findall(r'form="accept" name="challenge" value="(.+?)"', ada.page(path))
    assert ada.post(f"{path}/accept", challenge=known).status_code == 302
    (saved,) = SavedGame.objects.all()
    for one in two:
        assert f'<a class="button primary large" href="/game/{saved.pk}">' in one.page(path)
        state = one.client.get(f"/api/ladders/{row.pk}").json()
        assert f'data-key="{state["key"]}"' in one.page(path)
        assert state["html"].strip() in one.page(path)
    assert ada.act(saved.pk, "resign").status_code == 200
    assert order(row) == "BA"
    assert bob.post(f"{path}/leave").status_code == 302
    assert ada.post(f"{path}/close").status_code == 302
    assert "This ladder was closed" in ada.page(path)


def test_a_form_that_answers_a_challenge_and_is_sent_again_answers_no_later_one(
    two: tuple[Person, Person],
) -> None:
    hand = set_clock()
    ada, bob = two
    path = f"/ladder/{made(ada).pk}"
    for one in two:
        one.post(f"{path}/join")
    number = str(Player.objects.get(name="Ada").pk)
    values: list[str] = []
    for _ in range(2):
        bob.post(f"{path}/challenge", player=number)
        pages = [one.page(path) for one in two]
        found = [set(re.findall(r'"challenge" value="(.+?)"', page)) for page in pages]
        assert found[0] == found[1]
        (mine,) = found[0]
        values.append(mine)
        if len(values) == 1:
            assert bob.post(f"{path}/give-up", challenge=mine).status_code == 302
        hand.now += 0.25
    for person, answer in ((ada, "give-up"), (bob, "give-up"), (ada, "accept")):
        again_sent = person.post(f"{path}/{answer}", challenge=values[0])
        assert again_sent.status_code == 409
        assert "That challenge is over; another one has been made" in again_sent.content.decode()
        assert "challenged" in person.page(path)
    assert not SavedGame.objects.exists()
    assert ada.post(f"{path}/give-up", challenge=values[1]).status_code == 302
    assert bob.post(f"{path}/give-up", challenge=values[1]).status_code == 409


def test_a_challenge_is_shown_where_others_that_wait_for_one_are(
    two: tuple[Person, Person], django_capture_on_commit_callbacks: Any
) -> None:
    ada, bob = two
    row = made(ada)
    path, none = f"/ladder/{row.pk}", "No open challenges"
    for one in two:
        one.post(f"{path}/join")
    assert none in ada.page("/lobby")
    with django_capture_on_commit_callbacks(execute=True):
        bob.post(f"{path}/challenge", player=str(Player.objects.get(name="Ada").pk))
    home, words = ada.page("/"), f'<a href="{path}"><bdi>Bob</bdi> challenges you on the ladder'
    assert home.count(words) == 1
    assert "<title>(1) Skerry</title>" in home
    assert '<b id="num-waits">1</b>' in home
    for address in ("/lobby", "/lobby?game=kitaran"):
        page = ada.page(address)
        assert page.count(f'<a class="offer-open" href="{path}" aria-label="Bob challenges') == 1
        assert "<b>For you:</b> <bdi>Bob</bdi>" in page
        assert none not in page
    assert path in ada.client.get("/api/lobby").json()["html"]
    others = [bob.page("/"), bob.page("/lobby"), ada.page("/lobby?game=spry")]
    accept(row, Player.objects.get(name="Ada"))
    for page in (*others, ada.page("/"), ada.page("/lobby")):
        assert path not in page


def test_hostile_names_and_requests(two: tuple[Person, Person]) -> None:
    ada, bob = two
    row = made(ada)
    path = f"/ladder/{row.pk}"
    for one in two:
        one.post(f"{path}/join")
    ada_number = Player.objects.get(name="Ada").pk
    assert bob.post(f"{path}/challenge", player=str(ada_number)).status_code == 302
    for text in (bob.page(path), bob.page("/tournaments"), ada.page("/my-turn")):
        assert '<b>"' not in text
        assert "&lt;b&gt;&quot;Harbour</bdi>" in text
    for wrong in ("", "-1", "9" * 30, "99999", "x"):
        assert ada.post(f"{path}/challenge", player=wrong).status_code == 400
    for what in ("join", "leave", "challenge", "accept", "give-up", "close"):
        assert ada.client.post(f"{path}/{what}").status_code == 403
        assert ada.client.get(f"{path}/{what}").status_code == 405
        assert bob.post(f"/ladder/nothing/{what}").status_code == 404
    assert bob.post(f"{path}/close").status_code == 403
    assert bob.client.get("/api/ladders/nothing").status_code == 404
    assert order(row) == "AB"
