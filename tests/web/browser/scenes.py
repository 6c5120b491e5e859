"""Pages in every state that a person may see them in, each set up in a moment.

A game is opened from a record rather than played through the page.
"""

import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from urllib.parse import urlencode

from playwright.sync_api import FilePayload, Page, expect

import skerry
from skerry.exchange import write
from skerry.games.catalogue import FEATURED, info
from skerry.games.info import Value
from skerry.lessons import find_lesson
from skerry.puzzles import collection
from skerry.record import GameRecord, Person
from skerry.web.base import assets
from tests.web.browser.account_scenes import account_scenes
from tests.web.browser.chat_scenes import chat_scenes
from tests.web.browser.correspondence_scenes import correspondence_scenes
from tests.web.browser.lobby_scenes import lobby_scenes
from tests.web.browser.online_scenes import online_scenes
from tests.web.browser.scene import Scene, analyse, settle
from tests.web.browser.study_scenes import study_scenes
from tests.web.browser.tournament_scenes import tournament_scenes
from tests.web.conftest import Server

# A game for comparison has the pages of any other, drawn by what the others draw with.
NAMES = [one.name for one in FEATURED]
STONE_GAMES = [name for name in NAMES if name != "syrtis"]
YOU = Person("You")
COMPUTER = Person("Computer", "computer", "2")  # against whom there are hints
AT_ONCE = ("#confirm", "#clear", "#words button", "#take-back", ".seat.acts")  # without scrolling
FIRST = ".card:first-child "  # game on the home page
ON_LAPTOP_HOME = tuple(FIRST + one for one in (".button", 'a[href^="/learn"]', 'a[href^="/rules"]'))
AT_THE_END = ("#rematch", "#other-colour", "#review")
AT_ONCE_LESSON = ("#confirm", "#clear", "#words button", "#back", "#show", "#skip", "#bar-text")
AT_ONCE_PUZZLE = ("#check", "#clear", "#words button", "#after button")
MID_GAME = {"spry": 12, "sytran": 10, "byg": 14, "kitaran": 15, "syrtis": 9}  # turns
# Drafts in which something is wrong.
KITARAN_DRAFT = (
    "kitaran size=5 komi=0 swap=on cycle_limit=50 cycle=place | 5/1bw2/2bw1/5/5 "
    "| player=0 first=0 turn=4 conversions=0 frozen=-"
)
SYRTIS_DRAFT = (
    "syrtis board=minor stall_limit=100 | ScSc/c2s/C2s/4 | player=0 first=0 turn=4 phase=play "
    "light=a4,b4 dark=a2 sunk=1,0 passes=0,0 sinker=light calm=0"
)
RICHEST_LAB_PAGE = "spry"  # test_layout.py says that it has what the others have
ONLY_A_PASS = (  # is legal
    "syrtis board=minor stall_limit=100 | 4/CcS1/S3/c3 | player=0 first=0 turn=32 phase=play "
    "light=a3,b3 dark=a2,c3 sunk=0,1 passes=0,0 sinker=dark calm=0"
)
REPAIR_SEED = 169  # draws a set-up of Syrtis in which pairs must be exchanged


def scenes() -> Iterator[Scene]:
    """Every kind of page, each game's in every phase of a game."""
    yield Scene("home", _open_home, on_laptop=ON_LAPTOP_HOME)
    yield Scene("home-first", _at("/"), on_laptop=ON_LAPTOP_HOME)
    yield Scene("deleted", _open_deleted)
    paths = ["/puzzles", "/lab", "/lab/claims", "/no-such-page"]
    paths += [f"/rules/{name}" for name in NAMES]
    paths += [f"/guide/{one.name}" for one in FEATURED if one.has_guide]
    for path in paths:
        yield Scene(path.strip("/").replace("/", "-"), _at(path))
    for name in NAMES:
        yield Scene(f"new-{name}", _at(f"/new/{name}"), on_laptop=("h1", ".new-form .large"))
    for name in (one.name for one in FEATURED if one.has_study):
        yield Scene(f"lab-{name}", _at(f"/lab/{name}"), is_for_axe=name == RICHEST_LAB_PAGE)
    for one in FEATURED:
        if one.has_puzzles:
            yield Scene(f"puzzle-{one.name}", _at(_puzzle(one.name)), AT_ONCE_PUZZLE)
            yield Scene(f"solution-{one.name}", _open_solution(one.name), AT_ONCE_PUZZLE)
        yield from _game_scenes(one.name)
    yield Scene("puzzle-of-the-day", _at("/puzzles/today"), AT_ONCE_PUZZLE)
    yield Scene("puzzles-of-a-theme", _open_theme, AT_ONCE_PUZZLE)
    for name in (one.name for one in FEATURED if one.has_lesson):
        yield Scene(f"lesson-{name}", _at(f"/learn/{name}"), AT_ONCE_LESSON)
    yield Scene("lesson-setup", _at("/learn/syrtis/setup"), AT_ONCE_LESSON)
    yield Scene("lesson-wrong", _open_lesson("spry", "d4"), AT_ONCE_LESSON)
    yield Scene("lesson-end", _open_lesson_end, ("#play",))
    yield Scene("help", _open_help)
    yield Scene("share", _open_share)
    yield Scene("open", _open_opening)
    yield Scene("opened", _open_damaged)
    friends = (Person("Bartholomew"), Person("Anneliese"))
    yield Scene("friends", _game(partial(record_of, "byg", persons=friends)))
    yield Scene("rules-over", _open_rules_over)
    # On a phone of 553 pixels of height a hint and its own buttons take the room of the turn's.
    hinted = (*AT_ONCE, "#hint-play")
    yield Scene("hint", _open_hint, hinted, may_scroll=("#confirm", "#clear"))
    yield Scene("replay", _open_replay, AT_ONCE)
    yield Scene("watched", _open_watched)
    yield Scene("analysis-kept", _open_with_analysis_left_on, AT_ONCE)
    yield Scene("kept", _open_kept)
    yield Scene("editors", _at("/editor"))
    for name, faulty in (("kitaran", KITARAN_DRAFT), ("syrtis", SYRTIS_DRAFT), ("spry", "")):
        yield Scene(f"editor-{name}", _editor(name, faulty), ("#palette", "#heading"))
    yield from study_scenes()
    yield from account_scenes()
    yield from online_scenes()
    yield from correspondence_scenes()
    yield from chat_scenes()
    yield from lobby_scenes()
    yield from tournament_scenes()
    yield Scene("offline", _at(f"/{assets.folder()}offline.html"))


def _game_scenes(name: str) -> Iterator[Scene]:
    mid = partial(record_of, name, MID_GAME.get(name, 8))
    over = partial(record_of, name, 10_000)
    yield Scene(f"start-{name}", _game(partial(record_of, name)), AT_ONCE)
    if name == "syrtis":
        for phase, turns, seed in (("repair", 0, REPAIR_SEED), ("choice", 1, 7)):
            there = partial(record_of, name, turns, seed=seed, human=turns)
            yield Scene(f"{phase}-{name}", _game(there), AT_ONCE)
        yield Scene(f"pass-{name}", _game(partial(record_from, ONLY_A_PASS)), AT_ONCE)
    elif any(option.name == "swap" for option in info(name).options):
        swap = partial(record_of, name, 1, human=1, swap=True)
        yield Scene(f"swap-{name}", _game(swap), (*AT_ONCE, ".swap"))
    yield Scene(f"composing-{name}", _game(mid, draw_aims, compose), AT_ONCE)
    yield Scene(f"analysis-{name}", _game(mid, compose, analyse), AT_ONCE)
    yield Scene(f"over-{name}", _game(over), AT_THE_END)
    # Its board is that of the scene before, and its panel the same for all games.
    is_for_axe = name == NAMES[0]
    yield Scene(f"over-analysis-{name}", _game(over, analyse), ("#rematch",), is_for_axe)


# ---- records ----


def record_of(
    name: str,
    num_turns: int = 0,
    *,
    human: int = 0,
    seed: int = 7,
    persons: tuple[Person, Person] | None = None,
    **options: Value,
) -> GameRecord:
    """Some turns of a random game against the computer, until the human is to act or it is over."""
    game = skerry.game(name, **options)
    both = persons or ((YOU, COMPUTER) if human == 0 else (COMPUTER, YOU))
    start_seed = seed if name == "syrtis" else None
    record = GameRecord.begin(game, seed=start_seed, persons=both)
    rng = random.Random(seed)
    while not record.is_over:
        if len(record.turns) >= num_turns and record.position.player == human:
            break
        record = record.add_turn(game.format_turn(record.position.sample_turn(rng)))
    return record


def record_from(text: str) -> GameRecord:
    """A game against the computer that begins at a position."""
    start = skerry.position(text)
    return GameRecord.begin(start.game, start=start, persons=(YOU, COMPUTER))


def _puzzle(name: str) -> str:
    return f"/puzzles/{name}/{collection(name)[-1].key}"


# ---- opening ----


def _at(path: str) -> Callable[[Page, Server], None]:
    def open_path(page: Page, server: Server) -> None:
        page.goto(server.url + path)
        if page.locator(".board-space").count():
            settle(page)

    return open_path


def _game(
    record: Callable[[], GameRecord], *then: Callable[[Page], None]
) -> Callable[[Page, Server], None]:
    """A game is played when its page is opened: to name the scenes must not compile kernels."""

    def open_game(page: Page, server: Server) -> None:
        open_record(page, server, record())
        for act in then:
            act(page)

    return open_game


def _editor(name: str, text: str) -> Callable[[Page, Server], None]:
    """The editor of a game at a draft, at a start without one."""

    def open(page: Page, server: Server) -> None:
        query = f"?{urlencode({'position': text})}" if text else ""
        page.goto(f"{server.url}/editor/{name}{query}")
        expect(page.locator("#heading")).to_have_text(re.compile(r"\S"))

    return open


def open_record(page: Page, server: Server, record: GameRecord) -> None:
    """Send the record as the form of the home page does, and look at its game."""
    # Any page with a form has the token; the home page takes longer with each game kept.
    asked = page.request.get(f"{server.url}/new/{record.game.name}")
    token = asked.text().split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    text = record.to_json().encode()
    upload: FilePayload = {"name": "game.json", "mimeType": "application/json", "buffer": text}
    sent: dict[str, str | FilePayload] = {"csrfmiddlewaretoken": token, "record": upload}
    answer = page.request.post(f"{server.url}/open", multipart=sent)  # type: ignore[arg-type]
    assert answer.ok, answer.text()
    page.goto(answer.url)
    settle(page)


def _open_home(page: Page, server: Server) -> None:
    for name, turns in (("sytran", 0), ("syrtis", 10_000)):
        open_record(page, server, record_of(name, turns))
    page.goto(server.url)


def _open_deleted(page: Page, server: Server) -> None:
    """Home, with a game that can be brought back."""
    _open_home(page, server)
    page.locator(".saved-game form button").first.click()
    expect(page.locator(".undo")).to_be_visible()


def _open_solution(name: str) -> Callable[[Page, Server], None]:
    def open_solution(page: Page, server: Server) -> None:
        _at(_puzzle(name))(page, server)
        page.click("#give-up")
        expect(page.locator("#after")).to_be_visible()

    return open_solution


def _open_theme(page: Page, server: Server) -> None:
    _at(_puzzle("sytran"))(page, server)
    page.select_option("#theme", index=1)
    page.select_option("#of-grade", index=1)


def _open_help(page: Page, server: Server) -> None:
    open_record(page, server, record_of("kitaran"))
    page.click("#help")


def _open_rules_over(page: Page, server: Server) -> None:
    open_record(page, server, record_of("byg"))
    page.click("#rule")
    expect(page.locator("#rule-dialog .diagram").first).to_be_visible()


def _open_hint(page: Page, server: Server) -> None:
    open_record(page, server, record_of("spry", MID_GAME["spry"]))
    page.click("#hint")
    expect(page.locator("#hint-heading")).to_have_text(re.compile("^Try"))


def _open_share(page: Page, server: Server) -> None:
    open_record(page, server, record_of("byg", MID_GAME["byg"]))
    page.click("#share")


def _open_opening(page: Page, server: Server) -> None:
    """A position that could not be opened."""
    page.goto(server.url)
    page.click(".open-game summary")
    page.fill("#text", "kitaran size=3 komi=0 swap=off | 3/1b1/3 | player=1 first=0 turn=1")
    page.select_option('[name="opponent"]', "4")
    page.click(".open-game button")
    expect(page.locator(".open-game .problem")).to_be_visible()


def _open_damaged(page: Page, server: Server) -> None:
    """A record of which a part could not be read."""
    page.goto(server.url)
    page.click(".open-game summary")
    text = write(record_of("kitaran", 4), "sgf").text
    page.fill("#text", text.replace("SZ[", "KM[5]RU[own]SZ["))
    page.click(".open-game button")
    expect(page.locator(".remarks")).to_be_visible()


def _open_replay(page: Page, server: Server) -> None:
    open_record(page, server, record_of("sytran", MID_GAME["sytran"]))
    page.click("#back")
    settle(page)


def _open_watched(page: Page, server: Server) -> None:
    """A game that belongs to another browser."""
    open_record(page, server, record_of("spry", 2))
    page.context.clear_cookies()
    page.reload()
    settle(page)


def _open_with_analysis_left_on(page: Page, server: Server) -> None:
    """The next game, in a browser in which the analysis of another one was left on."""
    open_record(page, server, record_of("spry", 2))
    analyse(page)
    open_record(page, server, record_of("byg", MID_GAME["byg"]))
    expect(page.locator("#analysis-body")).to_be_visible()
    page.wait_for_selector("#analysis:not(.is-waiting)")


def _open_kept(page: Page, server: Server) -> None:
    """A copy of a game's page, shown without a connection."""
    open_record(page, server, record_of("kitaran", MID_GAME["kitaran"]))
    page.evaluate(
        """() => {
            document.documentElement.dataset.kept = Date.now();
            document.getElementById("kept-words").textContent =
                "No connection: this is the page as it was on 30 September at 14:05.";
            document.getElementById("kept-line").hidden = false;
        }"""
    )


# ---- acting ----


def compose(page: Page) -> None:
    """Begin a turn: choose a tower, or place a stone that does not end it where there is one."""
    cell = page.locator("g.cell.is-legal").first.get_attribute("data-cell")
    page.click(f"#cell-{cell}")
    # On a phone the click comes a moment after the touch.
    page.wait_for_selector("#clear:enabled, svg.board.has-selection")
    settle(page)


def draw_aims(page: Page) -> None:
    """Draw what both colours are after, unless this browser has asked for it before."""
    if page.get_attribute("#aims", "aria-pressed") == "false":
        page.click("#aims")
    page.wait_for_selector("svg.board > .aims")
    settle(page)


def _open_lesson(name: str, *cells: str) -> Callable[[Page, Server], None]:
    """A lesson in which some cells have been clicked, the last one against the rules."""

    def open_lesson(page: Page, server: Server) -> None:
        page.goto(f"{server.url}/learn/{name}")
        for cell in cells:
            page.click(f"#cell-{cell}")
            page.wait_for_selector('#lesson:not([aria-busy="true"])')
        expect(page.locator("#note")).not_to_be_empty()

    return open_lesson


def _open_lesson_end(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/learn/kitaran")
    page.evaluate("() => { const late = setTimeout; window.setTimeout = (what) => late(what); }")
    steps = find_lesson("kitaran").steps
    for step in steps:
        expect(page.locator("#heading")).to_have_text(step.title)
        page.click("#show")
    expect(page.locator("#end")).to_be_visible()
