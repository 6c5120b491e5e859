"""Home, new game, rules: what they show and what they refuse."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.templatetags.static import static
from django.utils import timezone

from skerry.games.catalogue import FEATURED, GAMES
from skerry.games.info import GameInfo
from skerry.web.play import computer, creation, queries
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from tests.web.conftest import Browser
from tests.web.thinking.test_engine import answer_to

NAMES = [info.name for info in GAMES]
LINK = re.compile(r'<(?:a|link|img)\b[^>]*\b(?:href|src)="(/[^"#]+)')


def test_home_shows_all_games_with_boards_and_leads_to_them(browser: Browser) -> None:
    page = browser.client.get("/").content.decode()
    for info in FEATURED:
        assert info.title in page
        assert f'href="/new/{info.name}"' in page
        assert f'href="/rules/{info.name}"' in page
        assert f'class="board board-{info.name}"' in page


@pytest.mark.parametrize(
    "info", [pytest.param(one, id=one.name) for one in GAMES if one.is_for_comparison]
)
def test_a_game_for_comparison_is_one_line_of_home_and_has_no_other_corners(
    browser: Browser, info: GameInfo
) -> None:
    line = re.search(r"For comparison: .*", browser.client.get("/").content.decode())
    assert line is not None
    assert f'<a href="/new/{info.name}">{info.title}</a> by {info.author}' in line[0]
    for path in (f"/puzzles/{info.name}", f"/lab/{info.name}"):
        answer = browser.client.get(path)
        assert answer.status_code == 404
        assert f"of {info.title}" in answer.content.decode(), path
    for path in ("/puzzles", "/lab", f"/new/{info.name}", f"/rules/{info.name}"):
        page = browser.client.get(path).content.decode()
        assert f'href="/puzzles/{info.name}' not in page, path
        assert f'href="/lab/{info.name}' not in page, path


@pytest.mark.parametrize("one", GAMES, ids=NAMES)
def test_pages_link_to_nothing_that_a_game_lacks(browser: Browser, one: GameInfo) -> None:
    """A game may come without puzzles, study, explorer and lesson."""
    ask = browser.client.get
    paths = ["/", "/lab", "/puzzles", "/editor", "/studies", "/lobby"]
    paths += [f"/{page}/{one.name}" for page in ("new", "rules", "editor")]
    paths += [f"/learn/{one.name}"] * one.has_lesson + [f"/puzzles/{one.name}"] * one.has_puzzles
    links = {link for path in paths for link in LINK.findall(ask(path).content.decode())}
    ours = {unescape(link) for link in links if one.name in re.split("[/?=&;]", link)}
    drawn = f"/lab/{one.name}"  # its plots take a second; they have tests of their own
    assert (drawn in ours) == (one.has_study and not one.is_for_comparison)
    assert [
        link for link in sorted({*ours, *paths} - {drawn}) if ask(link).status_code != 200
    ] == []


def test_ids_on_home_are_unique(browser: Browser) -> None:
    ids = re.findall(r'\sid="([^"]+)"', browser.client.get("/").content.decode())
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", NAMES)
def test_form_names_every_option(browser: Browser, name: str) -> None:
    page = browser.client.get(f"/new/{name}").content.decode()
    for info in GAMES:
        if info.name == name:
            for option in info.options:
                assert f'name="{option.name}"' in page
                assert option.label in page


@pytest.mark.parametrize("name", NAMES)
def test_rules_pages_draw_their_diagrams(browser: Browser, name: str) -> None:
    page = browser.client.get(f"/rules/{name}").content.decode()
    assert f'class="board board-{name}"' in page
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


@pytest.mark.stores
@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_listed_resumed_and_deleted(browser: Browser, name: str) -> None:
    game_id = browser.begin(name)
    browser.play_any(game_id)
    home = browser.client.get("/").content.decode()
    assert f'href="/game/{game_id}"' in home
    page = browser.client.get(f"/game/{game_id}").content.decode()
    assert f'class="board board-{name}"' in page
    sent = {"csrfmiddlewaretoken": browser.token()}
    assert browser.client.post(f"/game/{game_id}/delete", sent).status_code == 302
    assert browser.client.get(f"/game/{game_id}").status_code == 404
    assert f'href="/game/{game_id}"' not in browser.client.get("/").content.decode()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"size": "99"}, "size=99 is not possible; size must be a whole number from 2 to 13"),
        ({"size": "many"}, "size=&#x27;many&#x27; is not possible"),
        ({"size": "5.5"}, "size=5.5 is not possible"),
        ({"size": "nan"}, "size=nan is not possible"),
        ({"size": "1e999"}, "size=inf is not possible"),
        ({"size": "9" * 5000}, "is not possible"),
        ({"swap": "perhaps"}, "must be true or false"),
        ({"opponent": "god"}, "There is no opponent"),
        ({"opponent": "2", "side": "third"}, "There is no side"),
    ],
)
def test_a_bad_option_is_named_and_the_form_kept(
    browser: Browser, fields: dict[str, str], sentence: str
) -> None:
    sent = {"opponent": "friend", "size": "3", **fields, "csrfmiddlewaretoken": browser.token()}
    answer = browser.client.post("/new/spry", sent)
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert SavedGame.objects.count() == 0


@pytest.mark.parametrize("seed", ["-1", "x", "9" * 40, "9" * 16])
def test_a_bad_seed_is_refused(browser: Browser, seed: str) -> None:
    sent = {"opponent": "friend", "board": "minor", "seed": seed}
    answer = browser.client.post("/new/syrtis", {**sent, "csrfmiddlewaretoken": browser.token()})
    assert answer.status_code == 400
    assert "the seed must be a whole number from 0" in answer.content.decode()


def test_the_same_seed_draws_the_same_island(browser: Browser) -> None:
    first, second = browser.begin("syrtis"), browser.begin("syrtis")
    assert browser.state(first)["svg"] == browser.state(second)["svg"]


def test_komi_and_limits_left_empty_go_with_the_board(browser: Browser) -> None:
    game_id = browser.begin("kitaran", size="4", komi="", cycle_limit="")
    record = browser.client.get(f"/game/{game_id}/record.json").json()
    assert record["options"]["komi"] == 0.5
    assert record["options"]["cycle_limit"] == 32


@pytest.mark.parametrize("path", ["/new/chess", "/rules/chess", "/game/nothere", "/nowhere"])
def test_what_is_missing_says_so(browser: Browser, path: str) -> None:
    answer = browser.client.get(path)
    assert answer.status_code == 404
    assert "<h1>" in answer.content.decode()


def test_names_are_escaped(browser: Browser) -> None:
    name = "<script>alert(1)</script>"
    game_id = browser.begin("spry", name=name, other_name='"><img src=x>')
    page = browser.client.get(f"/game/{game_id}").content.decode()
    assert name not in page
    assert "<img src=x>" not in page
    assert browser.state(game_id)["persons"][0]["name"] == name


def test_every_answer_forbids_foreign_scripts_and_frames(browser: Browser) -> None:
    for path in ("/", "/nowhere", "/api/engine", static("play/game.js")):
        headers = browser.client.get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_foreign_host_name_is_refused(browser: Browser) -> None:
    answer = browser.client.get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400


def test_pages_that_show_games_are_never_kept_by_the_browser(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    for path in ("/", f"/game/{game_id}"):
        assert "no-store" in browser.client.get(path)["Cache-Control"]


def act(browser: Browser, game_id: str, what: str) -> int:
    """Do something to the game as it is; returns the answer's status."""
    state = browser.state(game_id)
    known = {name: state[name] for name in ("turn", "version")}
    return int(browser.send(game_id, what, known).status_code)


def is_listed(browser: Browser, game_id: str) -> bool:
    return f'href="/game/{game_id}"' in browser.client.get("/").content.decode()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_listed_when_somebody_has_played_in_it(browser: Browser, name: str) -> None:
    game_id = browser.begin(name)
    begun = browser.state(game_id)["svg"]
    assert not is_listed(browser, game_id)
    assert browser.state(game_id)["svg"] == begun  # the same board, Syrtis's set-up included
    browser.play_any(game_id)
    assert is_listed(browser, game_id)
    assert act(browser, game_id, "take-back") == 200
    assert is_listed(browser, game_id)


def test_a_resigned_game_is_listed(browser: Browser) -> None:
    game_id = browser.begin("spry")
    assert act(browser, game_id, "resign") == 200
    assert is_listed(browser, game_id)


def test_the_computers_first_turn_lists_no_game(browser: Browser) -> None:
    game_id = browser.begin("kitaran", opponent="2", side="second")
    computer.take_answer(answer_to(game_id, 0, "b2"))
    assert browser.state(game_id)["turn"] == 1
    assert not is_listed(browser, game_id)
    browser.play_any(game_id)
    assert is_listed(browser, game_id)


@pytest.mark.parametrize("num_turns", [0, 1])
@pytest.mark.parametrize("side", ["first", "second"])
def test_an_opened_record_is_listed(browser: Browser, side: str, num_turns: int) -> None:
    game_id = browser.begin("kitaran", opponent="2", side=side)
    record = record_of(queries.find_any(game_id))
    for _ in range(num_turns):
        record = record.add_turn("b2")
    file = SimpleUploadedFile("record.json", record.to_json().encode())
    sent = {"record": file, "csrfmiddlewaretoken": browser.token()}
    answer = browser.client.post("/open", sent)
    assert answer.status_code == 302
    assert is_listed(browser, answer["Location"].rsplit("/", 1)[1])


@pytest.mark.stores
def test_games_that_nobody_played_in_are_forgotten_after_a_while(
    browser: Browser, other_browser: Browser
) -> None:
    old, touched, young = (browser.begin("spry") for _ in range(3))
    others = other_browser.begin("spry")
    browser.play_any(touched)
    long_ago = timezone.now() - creation.UNTOUCHED_KEPT - timedelta(minutes=1)
    SavedGame.objects.exclude(pk=young).update(updated=long_ago)
    browser.begin("byg")
    assert browser.client.get(f"/game/{old}").status_code == 404
    for game_id in (touched, young, others):
        assert browser.client.get(f"/game/{game_id}").status_code == 200


def test_syrtis_begins_with_its_board_set_up_where_that_is_wanted(browser: Browser) -> None:
    """The page's form has that box ticked."""
    page = browser.client.get("/new/syrtis").content.decode()
    assert re.search(r'name="prepared" value="on" checked', page)
    assert 'name="prepared"' not in browser.client.get("/new/byg").content.decode()
    for side, colour in (("first", "Light"), ("second", "Dark")):
        game_id = browser.begin("syrtis", opponent="2", side=side, prepared="on")
        state = browser.state(game_id)
        (mine,) = (one for one in state["persons"] if one["kind"] == "human")
        assert (state["turn"], state["heading"]) == (0, "Light to move")
        assert mine["colour"] == (1 if colour == "Light" else 2)
        assert state["mine"] == (side == "first")
        assert not state["can_take_back"]
    by_hand = browser.state(browser.begin("syrtis", opponent="2"))
    assert by_hand["heading"] == "First player sets up the board"
