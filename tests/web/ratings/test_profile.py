"""The page of a player: what it shows, to whom, and of whom there is none."""

import re

import pytest
from django.test import Client

from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.play import changes
from skerry.web.play.lists import A_PAGE
from skerry.web.play.models import SavedGame
from skerry.web.ratings.views import HEIGHT, WIDTH, line
from tests.web.play.two_players import set_clock
from tests.web.ratings.rated_games import account, begin, play_two, win

pytestmark = [pytest.mark.django_db, pytest.mark.stores]


@pytest.fixture
def ada() -> Player:
    return account("Ada")


@pytest.fixture
def bob() -> Player:
    return account("Bob")


def page(name: str, viewer: Player | None = None, status: int = 200) -> str:
    client = Client()
    if viewer is not None:
        assert viewer.user is not None
        client.force_login(viewer.user)
    answer = client.get(f"/players/{name}")
    assert answer.status_code == status
    return str(answer.content.decode())


def scores(text: str) -> list[list[str]]:
    """The rows of the tables of results."""
    rows = re.findall(r"<tr><th scope=\"row\">(.*?)</tr>", text)
    return [
        [one for one in re.sub(r"<[^>]*>", " ", row).split("  ") if one.strip()] for row in rows
    ]


def test_it_shows_ratings_results_and_games(ada: Player, bob: Player) -> None:
    set_clock()
    win(ada, bob)
    win(ada, bob)
    text = page("Ada")
    assert "<h1><bdi>Ada</bdi></h1>" in text
    assert re.search(r"<b>1\d\d\d\?</b> <span class=\"muted\">± \d+</span>", text)
    assert "2 rated games" in text
    cells = [[cell.strip() for cell in row] for row in scores(text)]
    assert cells == [["Kitaran", "2", "0", "0"], ["Bob", "2", "0", "0"]]
    assert 'href="/players/Bob"' in text
    assert text.count('class="saved-game"') == 2
    assert re.search(r'class="gain"[^>]*>\+\d+<', text)
    assert re.search(r'class="gain"[^>]*>−\d+<', page("Bob"))


def test_games_that_are_not_public_are_listed_only_for_who_plays_them(
    ada: Player, bob: Player
) -> None:
    saved = play_two(begin(ada, bob, is_rated=False))
    changes.resign(saved, ada.holder, saved.version)
    address = f"/game/{saved.pk}"
    for viewer in (None, account("Cleo")):
        text = page("Ada", viewer)
        assert address not in text
        assert "No public games yet" in text
        assert scores(text) == []
    for viewer in (ada, bob):
        assert address in page("Ada", viewer)
    SavedGame.objects.update(visibility="public")
    assert address in page("Ada")


def test_a_guest_s_page_is_found_by_its_name_and_friends_at_one_screen_are_no_result(
    ada: Player,
) -> None:
    guest = people.player_of("g" * 64)
    text = page(guest.name)
    assert '<span class="tag">Guest</span>' in text
    assert "There are no rated games yet." in text
    assert people.find_by_name("nobody") is None
    saved = play_two(begin(guest, ada, is_rated=False))
    SavedGame.objects.update(visibility="public")
    assert f"/game/{saved.pk}" in page("Ada")
    SavedGame.objects.update(second_seat=guest.holder)
    assert f"/game/{saved.pk}" not in page(guest.name)


def test_a_name_is_found_however_it_is_written(ada: Player) -> None:
    assert Client().get("/players/aDA")["Location"] == "/players/Ada"
    assert page("Nobody", status=404)
    assert page("x" * 500, status=404)
    assert page("%3Cb%3E%E2%80%AE", status=404)


def test_names_are_text(ada: Player, bob: Player) -> None:
    win(ada, bob)
    Player.objects.filter(pk=bob.pk).update(name="<b>\u202eBob", folded="<b>\u202ebob")
    text = page("Ada")
    assert "<bdi>&lt;b&gt;\u202eBob</bdi>" in text
    assert "<b>\u202e" not in text


def test_who_is_gone_has_no_page_and_stays_in_results_without_a_link(
    ada: Player, bob: Player
) -> None:
    win(ada, bob)
    people.forget(bob.holder)
    gone = Player.objects.get(pk=bob.pk)
    assert page(gone.name, status=404)
    text = page("Ada")
    assert "A player who is gone" in text
    assert "/players/Deleted" not in text


def test_who_is_closed_says_so(ada: Player) -> None:
    assert "closed this account" not in page("Ada")
    people.close(ada)
    assert "closed this account" in page("Ada")


def test_the_line_goes_through_all_games(ada: Player, bob: Player) -> None:
    assert line(ada, "kitaran", "rapid") is None
    set_clock()
    for _ in range(3):
        win(ada, bob)
    drawn = line(ada, "kitaran", "rapid")
    assert drawn is not None
    points = [tuple(map(float, one.split(","))) for one in drawn.points.split()]
    assert len(points) == 4
    assert all(0 < x < WIDTH and 0 < y < HEIGHT for x, y in points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    assert drawn.words.startswith("From 1500 to 1")


def test_long_lists_come_in_pages(ada: Player, bob: Player) -> None:
    for _ in range(A_PAGE + 1):
        begin(ada, bob)
    first = page("Ada")
    assert first.count('class="saved-game"') == A_PAGE
    assert "?page=2#games-title" in first
    assert page("Ada?page=2").count('class="saved-game"') == 1
    assert page("Ada?page=x").count('class="saved-game"') == A_PAGE


def test_the_account_s_page_leads_there(ada: Player) -> None:
    assert ada.user is not None
    client = Client()
    client.force_login(ada.user)
    assert 'href="/players/Ada"' in client.get("/account").content.decode()
    assert client.get("/players/Ada")["Skerry-Keep"] == "no"
