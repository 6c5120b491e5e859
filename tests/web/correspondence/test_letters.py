"""Letters about games: what they tell and when, how few there are, and how they end."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from skerry.sessions import REMATCH, Correspondence, Fischer, TimeControl
from skerry.web.accounts import people
from skerry.web.accounts.models import User
from skerry.web.correspondence import letters
from skerry.web.correspondence.models import Letters, Notice
from skerry.web.online.models import ACCEPTED, Challenge
from skerry.web.play import changes, creation, offers, queries
from skerry.web.play.models import SavedGame
from skerry.web.thinking.engine import Engine
from tests.web.beside import begun_beside
from tests.web.conftest import Browser, share_with
from tests.web.correspondence.conftest import DAYS
from tests.web.play.two_players import KITARAN, Machine, holder_of, set_clock

pytestmark = pytest.mark.stores

DAY = 86_400.0


@pytest.fixture(autouse=True)
def no_guesses_yet() -> None:
    cache.clear()


@pytest.fixture
def owner(db: None) -> User:
    """An account that wants letters."""
    user = people.sign_up("Anneliese", "a tall lighthouse")
    user.email, user.email_is_confirmed = "anneliese@example.org", True
    user.save()
    letters.start_letters(user.pk)
    return user


def play_against(
    owner: User, other: Browser, control: TimeControl | None = DAYS, *, is_first: bool = False
) -> str:
    """A game of the account and a browser; its id."""
    holders = (owner.holder, holder_of(other))
    names = ("Anneliese", "Bob")
    if not is_first:
        holders, names = holders[::-1], names[::-1]
    return creation.begin_between(holders, names, KITARAN, control=control).pk


def play(game_id: str, *turns: str) -> None:
    for turn in turns:
        saved = queries.find_any(game_id)
        holder = (saved.first_seat, saved.second_seat)[saved.to_act or 0]
        changes.play(saved, holder, saved.version, turn.split(","))


def later(**length: float) -> None:
    """Let time go by, for letters."""
    gone = timedelta(**length)
    for notice in Notice.objects.all():
        notice.due -= gone
        notice.save()
    for one in Letters.objects.exclude(latest=None):
        assert one.latest is not None
        one.latest -= gone
        one.save()


def sent() -> list[str]:
    """The texts of the letters that are due."""
    mail.outbox.clear()
    letters.send_due()
    return [str(one.body) for one in mail.outbox]


def test_a_letter_says_whose_turn_it_is(owner: User, browser: Browser) -> None:
    set_clock()
    game_id = play_against(owner, browser)
    opponent = people.player_of(holder_of(browser)).name
    play(game_id, "a1")
    assert sent() == []
    later(minutes=6)
    (text,) = sent()
    assert f"Kitaran against {opponent}: your turn, 3 days left" in text
    assert f"/game/{game_id}\n" in text
    (letter,) = mail.outbox
    assert letter.to == ["anneliese@example.org"]
    assert letter.subject == "Skerry: your turn, Kitaran"
    assert sent() == []


def test_who_has_played_meanwhile_gets_none(owner: User, browser: Browser) -> None:
    game_id = play_against(owner, browser)
    play(game_id, "a1", "b2")
    later(minutes=6)
    assert sent() == []
    assert set(Notice.objects.values_list("kind", flat=True)) == {Notice.REMINDER}


def test_one_letter_an_hour_tells_of_all_games(owner: User, browser: Browser) -> None:
    first, second, third = (play_against(owner, browser) for _ in range(3))
    play(first, "a1")
    play(second, "a1")
    later(minutes=6)
    (text,) = sent()
    assert first in text
    assert second in text
    play(third, "a1")
    later(minutes=30)
    assert sent() == []
    later(minutes=31)
    (text,) = sent()
    assert third in text
    assert first not in text


def test_a_storm_of_turns_is_one_letter(owner: User, browser: Browser) -> None:
    game_id = play_against(owner, browser)
    play(game_id, "a1", "b2", "c3", "a3", "b1")
    later(minutes=6)
    (text,) = sent()
    assert text.count("your turn") == 1


def test_a_reminder_comes_once_when_a_quarter_is_left(owner: User, browser: Browser) -> None:
    hand = set_clock()
    game_id = play_against(owner, browser)
    play(game_id, "a1")
    reminder = Notice.objects.get(kind=Notice.REMINDER)
    saved = SavedGame.objects.get(pk=game_id)
    assert reminder.due.timestamp() == pytest.approx((saved.deadline or 0) - 0.75 * DAY)
    later(minutes=6)
    assert len(sent()) == 1
    hand.now += 2.3 * DAY
    later(days=1000)
    (text,) = sent()
    assert "still your turn, 16 hours 48 minutes left" in text
    later(days=1000)
    assert sent() == []


def test_a_vacation_puts_the_reminder_off(owner: User, browser: Browser) -> None:
    from datetime import UTC, datetime

    set_clock()
    game_id = play_against(owner, browser)
    play(game_id, "a1")
    changes.go_on_vacation(queries.find_any(game_id), owner.holder, away=True)
    Notice.objects.filter(kind=Notice.TURN).delete()
    Notice.objects.update(due=timezone.now())
    assert sent() == []
    deadline = SavedGame.objects.get(pk=game_id).deadline
    assert deadline is not None
    due = datetime.fromtimestamp(deadline, UTC) - timedelta(days=0.75)
    assert abs(Notice.objects.get().due - due) < timedelta(seconds=1)


def test_who_ends_a_vacation_is_reminded_in_time(owner: User, browser: Browser) -> None:
    hand = set_clock()
    away = play_against(owner, browser)
    changes.go_on_vacation(queries.find_any(away), owner.holder, away=True)
    play(away, "a1")
    Notice.objects.exclude(kind=Notice.REMINDER).delete()
    before = Notice.objects.get().due
    hand.now += DAY
    changes.go_on_vacation(queries.find_any(away), owner.holder, away=False)
    assert before - Notice.objects.get().due == timedelta(days=13)
    changes.go_on_vacation(queries.find_any(away), owner.holder, away=True)
    assert Notice.objects.get().due == before


def test_no_letter_falls_due_while_the_site_stands_still(owner: User, browser: Browser) -> None:
    """Nobody could play meanwhile; the time until a letter goes on when the site lives again."""
    machine = Machine()
    moments = machine.process()
    share_with(Engine(), moments)
    moments.beat()
    game_id = play_against(owner, browser)
    play(game_id, "a1")
    machine.run(60, moments)
    machine.hand.now += 30 * DAY
    assert sent() == []
    moments.beat()
    assert sent() == []
    assert {one.kind for one in Notice.objects.all()} == {Notice.TURN, Notice.REMINDER}
    machine.run(300, moments)
    (text,) = sent()
    assert "your turn, 2 days 23 hours left" in text


def test_the_end_is_told(owner: User, browser: Browser) -> None:
    game_id = play_against(owner, browser)
    play(game_id, "a1")
    changes.resign(queries.find_any(game_id), holder_of(browser), _version(game_id))
    (text,) = sent()
    assert f"Kitaran against somebody: {SavedGame.objects.get(pk=game_id).summary}" in text
    assert "your turn" not in text


def _version(game_id: str) -> int:
    return int(SavedGame.objects.get(pk=game_id).version)


def test_an_accepted_challenge_is_told_to_who_made_it(owner: User, browser: Browser) -> None:
    game_id = play_against(owner, browser, is_first=True)
    other = play_against(owner, browser)
    Challenge.objects.create(
        maker=people.player_of(owner.holder), game="kitaran", options="{}", begun=game_id,
        side="first", state=ACCEPTED,
    )  # fmt: skip
    (text,) = sent()
    assert "your challenge was accepted, your turn" in text
    assert other not in text


def test_it_is_told_to_them_once(owner: User, browser: Browser) -> None:
    """That it is their turn, the line about their challenge says; nothing says it after that."""
    hand = set_clock()
    for moment in ("together", "apart"):
        game_id = play_against(owner, browser, is_first=True)
        Challenge.objects.create(
            maker=people.player_of(owner.holder), game="kitaran", options="{}", begun=game_id,
            side="first", state=ACCEPTED,
        )  # fmt: skip
        if moment == "together":
            later(minutes=6)
        (text,) = sent()
        assert text.count(game_id) == 1
        assert "your challenge was accepted, your turn" in text
        later(hours=2)
        assert sent() == []
    hand.now += 2.3 * DAY
    later(days=1000)
    (text,) = sent()
    assert "still your turn" in text


def test_who_moves_first_in_a_game_that_others_began_hears_of_it(
    owner: User, browser: Browser
) -> None:
    """Their offer of a rematch was accepted while they were away, say, or a round has begun."""
    set_clock()
    game_id = play_against(owner, browser)
    play(game_id, "a1", "b2")
    changes.resign(queries.find_any(game_id), owner.holder, _version(game_id))
    later(hours=1)
    sent()
    first = queries.find_any(game_id)
    first = offers.offer(first, owner.holder, first.version, REMATCH)
    again = offers.answer(
        first, holder_of(browser), first.version, REMATCH, accepted=True
    ).next_game
    assert queries.find_any(again).first_seat == owner.holder
    later(hours=2)
    (text,) = sent()
    assert f"/game/{again}\n" in text
    assert "your turn, 3 days left" in text
    assert game_id not in text


@pytest.mark.parametrize("control", [Fischer(600, 5), None, Correspondence(1, 0)])
def test_nobody_is_written_to_about_a_game_for_which_both_sit_there(
    owner: User, browser: Browser, control: TimeControl | None
) -> None:
    play(play_against(owner, browser, control), "a1")
    later(minutes=6)
    assert len(sent()) == (0 if isinstance(control, Fischer) else 1)


def test_nobody_is_written_to_who_has_not_asked_for_it(owner: User, browser: Browser) -> None:
    letters.stop_letters(owner.pk)
    play(play_against(owner, browser), "a1")
    later(minutes=6)
    assert sent() == []
    assert Notice.objects.count() == 0


@pytest.mark.parametrize(
    "lack", [{"email": ""}, {"email_is_confirmed": False}, {"is_active": False}]
)
def test_no_letter_goes_to_an_address_that_nobody_has_confirmed(
    owner: User, browser: Browser, lack: dict[str, Any]
) -> None:
    play(play_against(owner, browser), "a1")
    User.objects.filter(pk=owner.pk).update(**lack)
    later(minutes=6)
    assert sent() == []
    later(hours=2)
    assert sent() == []


def test_what_cannot_be_sent_is_tried_again_and_given_up_at_last(
    owner: User, browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    play(play_against(owner, browser), "a1")
    later(minutes=6)

    def fail(_: object) -> None:
        raise OSError("no server of mail")

    with monkeypatch.context() as broken:
        broken.setattr("django.core.mail.EmailMessage.send", fail)
        assert sent() == []
    assert "could not be sent" in caplog.text
    assert sent() == []  # not at once
    later(minutes=11)
    assert len(sent()) == 1
    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    play(play_against(owner, browser), "a1")
    for _ in range(letters.MOST_TRIES):
        later(hours=12)
        sent()
    assert set(Notice.objects.values_list("kind", flat=True)) <= {Notice.REMINDER}


def test_a_turn_that_is_not_stored_is_not_told(owner: User, browser: Browser) -> None:
    game_id = play_against(owner, browser)
    before = Notice.objects.count()

    with transaction.atomic():
        play(game_id, "a1")
        assert Notice.objects.count() == before + 2
        transaction.set_rollback(True)  # as if the power had been cut before the end
    assert Notice.objects.count() == before


def test_names_cannot_add_headers_or_lines(owner: User, browser: Browser) -> None:
    player = people.player_of(holder_of(browser))
    player.name = "Bob\nBcc: all@example.org"
    player.save()
    play(play_against(owner, browser), "a1")
    later(minutes=6)
    (text,) = sent()
    assert mail.outbox[0].recipients() == ["anneliese@example.org"]
    assert "\nBcc" not in text


# --- beginning and ending them --------------------------------------------------------------------


def sign_in(browser: Browser) -> None:
    form = {"name": "Anneliese", "password": "a tall lighthouse"}
    form["csrfmiddlewaretoken"] = browser.token()
    assert browser.client.post("/sign-in", form).status_code == 302


def choose(browser: Browser, **fields: str) -> Any:
    form = {**fields, "csrfmiddlewaretoken": browser.token()}
    return browser.client.post("/notices/letters", form)


def test_letters_are_asked_for_and_ended_on_the_page(owner: User, browser: Browser) -> None:
    letters.stop_letters(owner.pk)
    sign_in(browser)
    assert "Send e-mail to anneliese@example.org" in _page(browser)
    assert choose(browser, on="1").status_code == 302
    assert letters.wants_letters(owner.pk)
    assert "Turn off</button>" in _page(browser)
    choose(browser, off="")
    assert not letters.wants_letters(owner.pk)


def _page(browser: Browser) -> str:
    return str(browser.client.get("/notices").content.decode())


@pytest.mark.django_db(transaction=True)
def test_letters_are_turned_off_while_something_to_be_told_is_stored(
    owner: User, browser: Browser
) -> None:
    game_id = play_against(owner, browser)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            play(game_id, "a1")
            stopped = begun_beside(pool, lambda: letters.stop_letters(owner.pk))
        stopped.result()
    assert queries.find_any(game_id).num_turns == 1
    assert not letters.wants_letters(owner.pk)
    assert not Notice.objects.exists()


def test_guests_and_unconfirmed_addresses_get_none(owner: User, browser: Browser) -> None:
    letters.stop_letters(owner.pk)
    assert "need an account" in _page(browser)
    assert choose(browser, on="1")["Location"].startswith("/sign-in")
    User.objects.filter(pk=owner.pk).update(email_is_confirmed=False)
    sign_in(browser)
    assert "confirmed" in _page(browser)
    assert choose(browser, on="1").status_code == 400
    assert Letters.objects.count() == 0


def test_a_request_from_elsewhere_begins_no_letters(owner: User, browser: Browser) -> None:
    letters.stop_letters(owner.pk)
    sign_in(browser)
    assert browser.client.post("/notices/letters", {"on": "1"}).status_code == 403


def test_the_link_in_a_letter_ends_them_by_a_button_alone(owner: User, browser: Browser) -> None:
    play(play_against(owner, browser), "a1")
    later(minutes=6)
    (text,) = sent()
    stop = text.split("Turn them off: ")[1].strip()
    assert mail.outbox[0].extra_headers["List-Unsubscribe"] == f"<{stop}>"
    path = "/notices/stop/" + stop.rpartition("/")[2]
    stranger = Browser()
    assert stranger.client.get(path).status_code == 200
    assert letters.wants_letters(owner.pk)
    assert stranger.client.post(path + "x").status_code == 404
    assert letters.wants_letters(owner.pk)
    answer = stranger.client.post(path, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not letters.wants_letters(owner.pk)


def test_data_and_deletion(owner: User, browser: Browser) -> None:
    from skerry.web.accounts import personal_data

    play(play_against(owner, browser), "a1")
    found = personal_data.export(owner.holder)["correspondence"]
    assert found == {"conditional_turns": [], "letters": True}
    people.forget(owner.holder)
    assert Letters.objects.count() == Notice.objects.count() == 0
