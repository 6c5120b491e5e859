"""The pages of tournaments: what they show to whom, and what their forms do."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as _settings
from django.core.cache import cache
from django.utils import timezone

from skerry.games.catalogue import FEATURED
from skerry.tournaments import Outcome
from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.tournaments import organising, page_data, tasks, views
from skerry.web.tournaments.models import CLOSED, OPEN, OVER, ROUND_ROBIN, Ladder, Tournament
from skerry.web.tournaments.organising import Plan
from tests.web.accounts.conftest import Person
from tests.web.conftest import Browser
from tests.web.ratings.rated_games import CLOCK, KITARAN
from tests.web.tournaments.arranging import again, games_of, lose, started, win_by_name

pytestmark = pytest.mark.stores

DAYS = "3-days-a-turn-14-days-of-vacation"
FORM = {"name": "Spring cup", "game": "kitaran.0", "time": "10-min-5-s", "system": "swiss"}


@pytest.fixture
def ada(db: None) -> Person:
    person = Person()
    person.sign_up("Ada")
    return person


@pytest.fixture
def bob(db: None) -> Person:
    person = Person()
    person.sign_up("Bob")
    return person


def make(person: Person, **more: str) -> Tournament:
    answer = person.post("/tournaments/new", **{**FORM, **more})
    assert answer.status_code == 302, answer.content.decode()
    row = Tournament.objects.get()
    assert answer["Location"] == f"/tournament/{row.pk}"
    return row


def act(person: Person, row: Tournament, what: str, **more: str) -> int:
    return int(person.post(f"/tournament/{row.pk}/{what}", **more).status_code)


def page(browser: Browser, row: Tournament) -> str:
    answer = browser.client.get(f"/tournament/{row.pk}")
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_one_is_made_entered_started_and_played(ada: Person, bob: Person) -> None:
    row = make(ada, rated="on", rounds="1")
    assert "<b><bdi>Spring cup</bdi></b>" in bob.page("/tournaments")
    for one in (ada, bob):
        assert "Join</button>" in page(one, row)
        assert act(one, row, "enter") == 302
        assert "Leave</button>" in page(one, row)
    assert "Start</button>" not in page(bob, row)
    assert act(bob, row, "start") == 403
    assert act(ada, row, "start") == 302
    text = page(bob, row)
    (saved,) = games_of(row, 1)
    assert f'<p class="my-game"><a class="button primary large" href="/game/{saved.pk}">' in text
    assert "my-game" not in page(Browser(), row)
    assert f'class="pairing-open" href="/game/{saved.pk}"' in page(Browser(), row)
    lose(saved, 0)
    tasks.sweep()
    assert again(row).state == OVER
    text = page(Browser(), row)
    assert "<b>0</b> : <b>1</b>" in text
    assert "Over" in bob.page("/tournaments")


def test_the_page_asks_for_what_is_new(ada: Person, bob: Person) -> None:
    row = make(ada)
    address = f"/api/tournaments/{row.pk}"
    before = bob.client.get(address).json()
    assert f'data-key="{before["key"]}"' in page(bob, row)
    assert before["html"].strip() in page(bob, row)
    act(ada, row, "enter")
    after = bob.client.get(address).json()
    assert after["key"] == before["key"]
    assert "Ada" in after["html"]
    act(bob, row, "enter")
    assert bob.client.get(address).json()["key"] != before["key"]
    assert bob.client.get("/api/tournaments/nothing").status_code == 404
    assert bob.client.get("/tournament/nothing").status_code == 404


def test_a_form_that_is_sent_twice_makes_one(ada: Person, bob: Person) -> None:
    for system, kind in (("swiss", Tournament), ("ladder", Ladder)):
        form = {**FORM, "system": system, "time": DAYS}
        places = [ada.post("/tournaments/new", **form)["Location"] for _ in range(2)]
        (row,) = kind.objects.all()
        assert places == [row.path] * 2
        assert bob.post("/tournaments/new", **form)["Location"] != row.path
        assert ada.post("/tournaments/new", **form, bots="on")["Location"] != row.path
        kind.objects.filter(pk=row.pk).update(created=timezone.now() - timedelta(seconds=11))
        assert ada.post("/tournaments/new", **form)["Location"] != row.path
        kind.objects.all().delete()


def test_only_what_is_made_counts_and_a_refusal_keeps_the_form(ada: Person, settings: Any) -> None:
    cache.clear()
    settings.IS_PUBLIC, settings.QUOTA_FACTOR = True, 1 / 5  # one an hour
    for change in ({"name": ""}, {"time": "soon"}):
        assert ada.post("/tournaments/new", **{**FORM, **change}).status_code == 400
    make(ada)
    answer = ada.post("/tournaments/new", **{**FORM, "name": "Summer cup"})
    cache.clear()
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 60
    text = answer.content.decode()
    assert "new tournaments" in text
    assert 'value="Summer cup"' in text
    assert Tournament.objects.count() == 1


def listed(browser: Browser, query: str = "") -> list[str]:
    text = browser.client.get(f"/tournaments{query}").content.decode()
    return re.findall(r"<b><bdi>([^<]*)</bdi></b>", text)


def test_the_list_has_pages_and_begins_with_ones_own(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(views, "A_PAGE", 2)
    maker = people.find_by_name("Bob")
    assert maker is not None
    plan = Plan("", KITARAN, CLOCK)
    rows = [tournament(maker, plan._replace(name=f"Cup {number}")) for number in range(5)]
    act(ada, rows[0], "enter")
    assert listed(ada) == ["Cup 0", "Cup 4"]
    assert listed(bob) == listed(Browser()) == ["Cup 4", "Cup 3"]
    assert listed(Browser(), "?open=2") == ["Cup 2", "Cup 1"]
    text = Browser().client.get("/tournaments?open=2").content.decode()
    for number in (1, 3):
        assert f'href="?open={number}#group-1"' in text
    assert listed(Browser(), "?open=99") == ["Cup 0"]
    assert listed(Browser(), "?open=x&over=2") == ["Cup 4", "Cup 3"]
    for number in (3, 0, 4, 1, 2):  # the last to end first
        Tournament.objects.filter(pk=rows[number].pk).update(state=OVER, ended=timezone.now())
    assert listed(ada) == ["Cup 2", "Cup 1"]
    assert listed(ada, "?over=2") == ["Cup 4", "Cup 0"]


def tournament(maker: Player, plan: Plan) -> Tournament:
    Tournament.objects.filter(state=OPEN).update(state=OVER)  # one maker has only so many
    row = organising.make(maker, plan)
    Tournament.objects.update(state=OPEN)
    return row


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": ""}, "needs a name"),
        ({"system": "knock-out"}, "There is no &#x27;knock-out&#x27;"),
        ({"time": "no-clock"}, "needs a clock"),
        ({"time": "soon"}, "There is no clock"),
        ({"game": "kitaran.9"}, "There is no board"),
        ({"game": "chess.0"}, "There is no board"),
        ({"game": "kitaran"}, "There is no board"),
        ({"rounds": "0"}, "from 1 to 12"),
        ({"rounds": "-1"}, "from 1 to 12"),
        ({"rounds": "99999999"}, "from 1 to 12"),
        ({"system": "round robin", "cycles": "3"}, "from 1 to 2"),
        ({"system": "round robin", "cycles": ""}, "from 1 to 2"),
    ],
)
def test_the_form_says_what_is_wrong(ada: Person, change: dict[str, str], sentence: str) -> None:
    answer = ada.post("/tournaments/new", **{**FORM, **change})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Tournament.objects.exists()


def test_the_form_offers_every_board(ada: Person) -> None:
    text = ada.page("/tournaments/new")
    values = re.findall(r'<option value="(\w+\.\d)"', text)
    assert len(values) == sum(len(info.presets) for info in FEATURED)
    for value in values:
        Tournament.objects.all().delete()
        make(ada, game=value, rated="on")


def test_guests_are_led_to_sign_in(browser: Browser, ada: Person) -> None:
    answer = browser.client.get("/tournaments/new")
    assert answer["Location"] == "/sign-in?next=/tournaments/new"
    row = make(ada)
    assert f'href="/sign-in?next=/tournament/{row.pk}"' in page(browser, row)
    sent = {"csrfmiddlewaretoken": browser.token()}
    assert browser.client.post(f"/tournament/{row.pk}/enter", sent).status_code == 403
    assert browser.client.post("/tournaments/new", {**FORM, **sent}).status_code == 302
    assert Tournament.objects.count() == 1


def test_no_form_works_without_its_token(ada: Person) -> None:
    row = make(ada)
    for what in ("enter", "leave", "start", "close", "put-out"):
        assert ada.client.post(f"/tournament/{row.pk}/{what}").status_code == 403
        assert ada.client.get(f"/tournament/{row.pk}/{what}").status_code == 405
    assert ada.client.post("/tournaments/new", FORM).status_code == 403
    assert again(row).state == OPEN


def test_names_are_text(ada: Person, bob: Person) -> None:
    hostile = '<img src=x onerror="1">\u202e'
    row = make(ada, name=hostile)
    act(bob, row, "enter")
    player = people.find_by_name("Bob")
    assert player is not None
    player.name = '"><b>\u202eBob'
    player.save()
    for text in (page(ada, row), ada.page("/tournaments")):
        assert "<img src=x" not in text
        assert "&lt;img src=x onerror=&quot;1&quot;&gt;</bdi>" in text
        assert "<b>\u202e" not in text
    act(ada, row, "enter")
    act(ada, row, "start")
    text = page(ada, row)
    assert "<b>\u202e" not in text
    assert "<bdi>&quot;&gt;&lt;b&gt;\u202eBob</bdi>" in text


def test_the_maker_puts_out_and_closes(ada: Person, bob: Person) -> None:
    row = make(ada)
    act(bob, row, "enter")
    (number,) = re.findall(r'<option value="(\d+)">Bob</option>', page(ada, row))
    for wrong in ("", "-1", "9" * 30, "99999", "x"):
        assert act(ada, row, "put-out", player=wrong) == 400
    assert act(bob, row, "put-out", player=number) == 403
    assert act(ada, row, "put-out", player=number) == 302
    assert row.entries.count() == 0
    assert act(ada, row, "put-out", player=number) == 409
    assert act(bob, row, "close") == 403
    assert act(ada, row, "close") == 302
    assert again(row).state == CLOSED
    assert "Closed before it started" in page(bob, row)


def test_rests_forfeits_and_who_has_left_are_told(db: None) -> None:
    row, players = started(3)
    organising.leave(row, players[0])
    text = page(Browser(), row)
    assert "has a bye (1 point)" in text
    assert ">left<" in text
    assert "<b>+</b> : <b>−</b>" in text or "<b>−</b> : <b>+</b>" in text


def test_a_closed_one_plays_no_more(db: None) -> None:
    row, (ada, *_) = started(4)
    over, running = games_of(row, 1)
    organising.close(row, ada)
    lose(over, 0)
    words = {one.game_id: one.words for one in page_data.live(again(row), None).rounds[0].pairings}
    assert words == {over.pk: "not counted", running.pk: "being played"}
    text = page(Browser(), row)
    assert (text.count("not counted</small>"), text.count(">playing<")) == (1, 1)


def test_a_round_robin_shows_first_what_is_played(db: None) -> None:
    row, _ = started(4, ROUND_ROBIN, 2)

    def shown() -> tuple[list[int], list[int], int]:
        live = page_data.live(again(row), None)
        numbers = [one.number for one in live.rounds]
        return numbers, [one.number for one in live.rounds if one.is_open], live.num_begun

    assert shown() == ([1, 2, 3, 4, 5, 6], [1], 1)
    for number in (1, 2):
        win_by_name(row, number)
    assert shown() == ([3, 2, 1, 4, 5, 6], [3], 3)
    assert '<span class="muted">3 of 6</span>' in page(Browser(), row)
    for number in range(3, 7):
        win_by_name(row, number)
    assert shown() == ([6, 5, 4, 3, 2, 1], [], 6)


def test_one_that_is_damaged_says_so(db: None) -> None:
    row, _ = started(2)
    Tournament.objects.filter(pk=row.pk).update(data='{"version": 1}')
    assert "are damaged" in page(Browser(), row)
    assert Browser().client.get("/tournaments").status_code == 200


def test_one_of_a_game_that_is_not_known_hides_no_other(db: None) -> None:
    row, _ = started(2)
    Tournament.objects.filter(pk=row.pk).update(game="nothing")
    assert Browser().client.get("/tournaments").status_code == 200
    assert Browser().client.get(f"/tournament/{row.pk}").status_code == 404
    assert Browser().client.get(f"/api/tournaments/{row.pk}").status_code == 404


def test_the_table_is_by_tie_breaks(db: None) -> None:
    row, _ = started(4)
    win_by_name(row, 1)
    win_by_name(row, 2)
    live = page_data.live(again(row), None)
    assert [one.text for one in live.standings] == ["2", "1", "1", "0"]
    assert [head for head, _ in live.heads] == ["Buch", "SB", "Direct", "Won"]
    assert len(live.standings[0].tie_breaks) == 4


def test_points_are_written_with_halves() -> None:
    told = [page_data.format_points(points) for points in (0, 0.5, 1, 2.5)]
    assert told == ["0", "½", "1", "2½"]
    assert set(page_data.RESULTS) == set(Outcome)


def test_a_public_server_takes_only_so_many(ada: Person, settings: Any) -> None:
    cache.clear()
    row = make(ada)
    settings.IS_PUBLIC, settings.QUOTA_FACTOR = True, 1 / 60
    statuses = [act(ada, row, "enter") for _ in range(3)]
    assert statuses == [302, 429, 429]
    cache.clear()
    assert _settings.IS_PUBLIC


def test_who_has_left_is_told_so_in_place_of_a_button_without_effect(
    ada: Person, bob: Person
) -> None:
    row, cyd = make(ada, rounds="3"), Person()
    cyd.sign_up("Cyd")
    for one in (ada, bob, cyd):
        act(one, row, "enter")
    act(bob, row, "leave")
    assert "/enter" in page(bob, row)  # before it starts, one can come back
    act(bob, row, "enter")
    act(ada, row, "start")
    act(bob, row, "leave")
    text = page(bob, row)
    assert f"/tournament/{row.pk}/enter" not in text
    assert "You left this tournament" in text
    sent = {"csrfmiddlewaretoken": bob.token()}
    answer = bob.client.post(f"/tournament/{row.pk}/enter", sent)
    assert answer.status_code == 409
