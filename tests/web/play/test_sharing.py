"""An address for each turn, pictures of it, and games that go on from it."""

import io
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from PIL import Image

import skerry
from skerry.cli import main
from skerry.draw.pictures import CARD, board_file
from skerry.exchange import read
from skerry.games.catalogue import GAMES
from skerry.printing import booklet, printed_board
from skerry.record import GameRecord
from skerry.web.base.background import CAN_WAIT, Background, Work
from skerry.web.base.errors import BusyError, RequestError
from skerry.web.base.services import service
from skerry.web.board import files
from skerry.web.board.files import Pictures
from skerry.web.play import queries
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from tests.web.conftest import Browser, when_done

NAMES = [info.name for info in GAMES]
TURNS = ("a1", "c3", "b2")  # of Kitaran
AS_THE_SERVER: dict[str, Any] = {CAN_WAIT: True}  # which waits without a thread


@pytest.fixture
def game_id(browser: Browser) -> str:
    """A game of two friends, three turns old."""
    game_id = browser.begin("kitaran", size="3", name="Ada", other_name="<b>Bert</b>")
    browser.play(game_id, *TURNS)
    return game_id


def get(browser: Browser, path: str, **headers: str) -> Any:
    return browser.client.get(path, headers=headers)


# ---- an address for a turn ----


def test_a_page_opens_at_the_turn_that_its_address_names(browser: Browser, game_id: str) -> None:
    page = get(browser, f"/game/{game_id}?turn=1").content.decode()
    assert '"viewed": 1, ' in page
    contents = dict(re.findall(r'data-cell="(\w+)" data-content="(\d)"', page))
    assert contents["a1"] == "1"
    assert contents["c3"] == "0"
    assert '"viewed": 3, ' in get(browser, f"/game/{game_id}").content.decode()


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ("4", "There is no turn 4 in this game"),
        ("9" * 30, "There is no turn 999999999 in this game"),
        ("x", "names no turn"),
        ("-1", "names no turn"),
        ("", "names no turn"),
        ("²", "names no turn"),
    ],
)
def test_a_link_to_a_turn_that_is_not_there_shows_the_game_as_it_is(
    browser: Browser, game_id: str, turn: str, sentence: str
) -> None:
    answer = browser.client.get(f"/game/{game_id}", {"turn": turn})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert '"viewed": 3, ' in page
    notice = re.search(r'"notice": "([^"]*)"', page)
    assert notice
    assert sentence in notice[1]
    assert "game as it is now" in notice[1]


@pytest.mark.parametrize("path", ["/board.svg", "/card.png"])
def test_a_picture_of_a_turn_that_was_taken_back_is_of_the_latest(
    browser: Browser, game_id: str, path: str
) -> None:
    browser.act(game_id, "take-back")
    gone, latest = (browser.client.get(f"/game/{game_id}{path}?turn={turn}") for turn in (3, 2))
    assert gone.status_code == 200
    assert gone.content == latest.content


@pytest.mark.stores
def test_a_game_that_one_has_just_deleted_can_be_brought_back(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.client.post(f"/game/{game_id}/delete", {"csrfmiddlewaretoken": browser.token()})
    answer = browser.client.get(f"/game/{game_id}")
    assert answer.status_code == 404
    assert f'href="/?deleted={game_id}">Back</a>' in answer.content.decode()
    assert "?deleted=" not in Browser().client.get(f"/game/{game_id}").content.decode()


@pytest.mark.parametrize(
    ("path", "above"),
    [
        ("/puzzles/kitaran/gone", "/puzzles/kitaran"),
        ("/learn/kitaran/gone", "/learn/kitaran"),
        ("/tournament/gone", "/tournaments"),
        ("/ladder/gone", "/tournaments"),
        ("/challenge/gone", "/lobby"),
        ("/players/gone", "/lobby"),
        ("/study/gone", "/studies"),
        ("/lab/gone", "/lab"),
        ("/editor/gone", "/editor"),
    ],
)
def test_what_is_gone_leads_to_the_page_above_it(db: None, path: str, above: str) -> None:
    answer = Browser().client.get(path)
    assert answer.status_code == 404
    assert f'<a class="button primary" href="{above}">Back</a>' in answer.content.decode()


@pytest.mark.parametrize(
    ("query", "status", "sentence"),
    [
        ("turn=x", 400, "must be a whole number from 0."),
        ("turn=-1", 400, "must be a whole number from 0."),
        ("turn=", 400, "must be a whole number from 0."),
    ],
)
@pytest.mark.parametrize("path", ["/board.svg", "/board.png", "/card.png"])
def test_turns_that_are_no_numbers_are_refused_with_a_sentence(
    browser: Browser, game_id: str, path: str, query: str, status: int, sentence: str
) -> None:
    answer = get(browser, f"/game/{game_id}{path}?{query}")
    assert answer.status_code == status
    assert sentence in answer.content.decode()


def meta(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', page))


def test_links_are_previewed_with_words_and_a_picture(browser: Browser, game_id: str) -> None:
    tags = meta(get(browser, f"/game/{game_id}?turn=1").content.decode())
    assert tags["og:title"] == "Kitaran: Ada against &lt;b&gt;Bert&lt;/b&gt;"
    assert tags["og:description"] == tags["description"] == "Turn 1 of 3. Black placed a1"
    assert tags["og:url"] == f"http://testserver/game/{game_id}?turn=1"
    assert tags["og:image"] == f"http://testserver/game/{game_id}/card.png?turn=1"
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["og:image:alt"] == "Kitaran board, size 3, white to act"
    latest = meta(get(browser, f"/game/{game_id}").content.decode())
    assert latest["og:url"] == f"http://testserver/game/{game_id}"
    assert latest["og:image"].endswith("/card.png?turn=3")
    assert latest["og:description"].startswith("White to move. Black placed b2")


def test_a_link_s_picture_is_a_card(browser: Browser, game_id: str) -> None:
    answer = get(browser, f"/game/{game_id}/card.png?turn=2")
    with Image.open(io.BytesIO(answer.content)) as image:
        assert (image.format, image.size) == ("PNG", CARD)


# ---- pictures ----


@pytest.mark.parametrize("name", NAMES)
def test_page_and_command_line_draw_the_same_bytes(
    browser: Browser, name: str, tmp_path: Path
) -> None:
    game_id = browser.begin(name)
    browser.play_any(game_id)
    file, out = tmp_path / "game.json", tmp_path / "picture"
    file.write_bytes(get(browser, f"/game/{game_id}/record.json").content)
    text = browser.state(game_id)["position"]
    wanted = [
        ("board.svg", ()),
        ("board.svg?width=300&theme=dark", ("--width", "300", "--theme", "dark")),
        ("board.png?width=120", ("--width", "120")),
    ]
    for path, options in wanted:
        sent = get(browser, f"/game/{game_id}/{path}").content
        for source in (str(file), text):
            kind = ("--kind", path[6:9])
            assert main(["draw", source, *options, *kind, "--out", str(out), "--force"]) == 0
            assert out.read_bytes() == sent, (path, source)
    marked = get(browser, f"/game/{game_id}/board.svg?turn=1&last=on").content
    assert main(["draw", str(file), "--last", "--kind", "svg", "--out", str(out), "--force"]) == 0
    assert out.read_bytes() == marked


def test_a_png_is_of_the_next_of_a_few_widths(browser: Browser, game_id: str) -> None:
    for wanted, width in ((16, 64), (120, 120), (1500, 1600), (2048, 2048)):
        answer = get(browser, f"/game/{game_id}/board.png?width={wanted}")
        assert answer["Content-Type"] == "image/png"
        with Image.open(io.BytesIO(answer.content)) as image:
            assert (image.format, image.size[0]) == ("PNG", width)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("width=15", "A picture is 16 to 2048 pixels wide here, not 15."),
        ("width=2049", "A picture is 16 to 2048 pixels wide here, not 2049."),
        ("width=9999999999", "must be a whole number from 0."),
        ("theme=blue", "must be light or dark."),
        ("last=maybe", "must be off or on."),
    ],
)
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_pictures_that_cannot_be_drawn_are_refused(
    browser: Browser, game_id: str, kind: str, query: str, sentence: str
) -> None:
    answer = get(browser, f"/game/{game_id}/board.{kind}?{query}")
    assert answer.status_code == 400
    assert sentence in answer.content.decode()


def test_anybody_with_the_link_sees_the_pictures(other_browser: Browser, game_id: str) -> None:
    assert get(other_browser, f"/game/{game_id}/board.svg").status_code == 200
    assert get(other_browser, "/game/nosuchgame/board.svg").status_code == 404


@pytest.mark.stores
def test_a_picture_is_sent_once_until_the_turn_is_another(browser: Browser, game_id: str) -> None:
    path = f"/game/{game_id}/board.svg?turn=3"
    first = get(browser, path)
    assert first["Cache-Control"] == "no-cache, private"
    again = get(browser, path, if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert browser.act(game_id, "take-back").status_code == 200
    browser.play(game_id, "b1")
    changed = get(browser, path, if_none_match=first["ETag"])
    assert changed.status_code == 200
    assert changed.content != first.content


def png(pictures: Pictures, svg: str, width: int) -> bytes:
    return when_done(lambda request: pictures.png(request, svg, width))


def printed(*what: str, source: str) -> bytes:
    return when_done(lambda request: service(Pictures).printed(request, what, source))


def test_a_picture_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def draw(command: tuple[str, ...], *_: object) -> bytes:
        drawn.append(int(command[-1]))
        return b"png"

    monkeypatch.setattr(files, "make_apart", draw)
    kept = Pictures(service(Background))
    assert [png(kept, "<svg/>", width) for width in (20, 20, 30, 20)] == [b"png"] * 4
    assert drawn == [20, 30]


def test_nobody_waits_for_a_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    monkeypatch.setenv("SKERRY_CACHE_DIR", str(tmp_path))
    record = GameRecord.begin(skerry.game("kitaran", size=3)).add_turn("a1").to_json()
    assert printed("booklet", "a4", source=record).startswith(b"%PDF")
    assert list(tmp_path.iterdir()) == []  # where kernels would be kept


def test_a_drawing_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LONGEST_DRAWING", 0.001)
    with pytest.raises(BusyError):
        png(service(Pictures), board_file(skerry.game("kitaran", size=3).start()), 1000)


# ---- whole games, and boards ----


def test_a_file_that_is_made_tells_how_far_it_is(
    browser: Browser, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page asks beside the request that waits for the file, perhaps another process."""
    steps: list[Any] = []
    here, elsewhere = service(Pictures), Pictures(Background())

    def ask(query: str = "") -> Any:
        for pictures in (here, elsewhere):
            with monkeypatch.context() as patched:
                patched.setattr(files, "service", {Pictures: pictures}.get)
                steps.append(get(browser, f"/game/{game_id}/game.gif?progress{query}").json())

    def make(command: object, source: object, seconds: object, work: Work) -> bytes:
        for done in (None, 1, 3):
            if done is not None:
                work.report(done, 4)
            told.put(None)
            asked.get(timeout=60)
        return b"GIF"

    told, asked = Queue[None](), Queue[None]()
    monkeypatch.setattr(files, "make_apart", make)
    ask()
    waiting: Any = browser.client.get(f"/game/{game_id}/game.gif", **AS_THE_SERVER)
    assert waiting.status_code == 202
    for _ in range(3):
        told.get(timeout=60)
        ask()
        asked.put(None)
    waiting.work.made.result(60)
    ask("&theme=dark")
    unknown = {"waits": False, "done": None, "count": None}
    known = [{"waits": False, "done": done, "count": 4} for done in (1, 3)]
    assert steps[::2] == [unknown, unknown, *known, unknown]
    assert steps[1::2] == steps[::2]


@pytest.mark.parametrize(("what", "how", "last"), [("gif", "dark", 4), ("booklet", "a4", 2)])
def test_the_process_that_makes_a_file_tells_its_steps(what: str, how: str, last: int) -> None:
    record = GameRecord.begin(skerry.game("kitaran", size=3))
    source = record.add_turn("a1").add_turn("c3").add_turn("b2").to_json()
    work = Work((files.PRINTING, "test"), "", lambda work: None)
    steps: list[tuple[int, int]] = []
    work.report = lambda *step: steps.append(step)  # type: ignore[method-assign]
    files.make_apart(("skerry.printing", what, how), source, 60, work)
    assert steps
    assert {count for _, count in steps} == {last}
    with pytest.raises(RequestError, match=r"^Nobody prints 'film'\.$"):
        files.make_apart(("skerry.printing", "film", how), source, 60, work)


def test_what_nobody_waits_for_any_more_is_not_made() -> None:
    work = Work((files.PRINTING, "test"), "", lambda work: None)
    work.is_cancelled = True
    with pytest.raises(BusyError, match="Too many pictures are asked for"):
        files.make_apart(("timeit", "-n1", "-r1", "import time; time.sleep(60)"), "", 60, work)


def test_a_process_that_fails_is_a_fault_of_ours() -> None:
    work = Work((files.PRINTING, "test"), "", lambda work: None)
    with pytest.raises(subprocess.CalledProcessError) as failed:
        files.make_apart(("skerry.no_such_module",), "", 60, work)
    assert (failed.value.returncode, "No module named" in failed.value.stderr) == (1, True)


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_a_whole_game_is_saved_as_a_moving_picture(
    browser: Browser, game_id: str, kind: str
) -> None:
    answer = get(browser, f"/game/{game_id}/game.{kind}?theme=dark")
    assert answer["Content-Type"] == f"image/{kind}"
    assert answer["Content-Disposition"] == f'attachment; filename="kitaran-{game_id}.{kind}"'
    with Image.open(io.BytesIO(answer.content)) as image:
        assert getattr(image, "n_frames", 1) == 4


def test_a_whole_game_is_saved_as_a_booklet_and_sent_once(browser: Browser, game_id: str) -> None:
    path = f"/game/{game_id}/booklet.pdf?paper=letter"
    first = get(browser, path)
    assert first["Content-Type"] == "application/pdf"
    assert first.content == booklet(record_of(queries.find_any(game_id)), paper="letter")
    assert get(browser, path, if_none_match=first["ETag"]).status_code == 304
    browser.play(game_id, "a3")
    assert get(browser, path, if_none_match=first["ETag"]).status_code == 200


@pytest.mark.parametrize("name", NAMES)
def test_rules_lead_to_a_board_to_be_printed(browser: Browser, name: str) -> None:
    page = get(browser, f"/rules/{name}").content.decode()
    (path, _) = re.findall(r'href="(/rules/[^"]*board\.pdf[^"]*)"', page)
    answer = get(browser, path)
    assert answer["Content-Disposition"] == f'attachment; filename="{name}.pdf"'
    assert answer.content.startswith(b"%PDF")


def test_a_board_is_printed_with_the_usual_options(browser: Browser) -> None:
    assert get(browser, "/rules/y/board.pdf").content == printed_board(skerry.game("y"))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/game/GAME/booklet.pdf?paper=a3", 400),
        ("/game/GAME/game.gif?theme=red", 400),
        ("/game/none/booklet.pdf", 404),
        ("/rules/spry/board.pdf?paper=../../x", 400),
        ("/rules/chess/board.pdf", 404),
    ],
)
def test_what_cannot_be_printed_is_refused(
    browser: Browser, game_id: str, path: str, status: int
) -> None:
    assert get(browser, path.replace("GAME", game_id)).status_code == status


def test_nothing_is_printed_for_other_methods(browser: Browser, game_id: str) -> None:
    for path in (f"/game/{game_id}/booklet.pdf", f"/game/{game_id}/game.gif", "/rules/y/board.pdf"):
        assert browser.client.post(path).status_code in (403, 405)


def test_what_the_other_process_refuses_is_told_in_its_sentence() -> None:
    with pytest.raises(RequestError, match="The paper is a4 or letter, not 'a9'"):
        printed("board", "a9", source="spry size=2")
    with pytest.raises(RequestError, match="There is no game 'chess'"):
        printed("board", "a4", source="chess")


# ---- playing on ----


def play_on(browser: Browser, game_id: str, **fields: str) -> Any:
    sent = {"turn": "2", "opponent": "2", "side": "to-move", **fields}
    sent["csrfmiddlewaretoken"] = browser.token()
    return browser.client.post(f"/game/{game_id}/play-on", sent)


def begun_by(answer: Any) -> SavedGame:
    assert answer.status_code == 302, answer.content.decode()
    return queries.find_any(answer["Location"].rsplit("/", 1)[1])


def finished(browser: Browser, game_id: str) -> str:
    assert browser.act(game_id, "resign").status_code == 200
    return game_id


@pytest.mark.stores
@pytest.mark.parametrize(("side", "human"), [("to-move", 1), ("other", 0)])
def test_a_turn_is_played_on_against_a_level(
    browser: Browser, other_browser: Browser, game_id: str, side: str, human: int
) -> None:
    """After one turn person 1 is to move."""
    finished(browser, game_id)
    saved = begun_by(play_on(other_browser, game_id, turn="1", opponent="7", side=side))
    record = record_of(saved)
    assert record.given_start == record_of(queries.find_any(game_id)).replay()[1]
    assert record.turns == ()
    assert (saved.level, saved.computer) == ("7", 1 - human)
    assert other_browser.state(saved.pk)["mine"] == (side == "to-move")
    assert not browser.state(saved.pk)["owner"]


@pytest.mark.parametrize("name", NAMES)
def test_every_game_goes_on_with_a_friend_and_as_a_record(browser: Browser, name: str) -> None:
    game_id = browser.begin(name)
    browser.play_any(game_id)
    finished(browser, game_id)
    saved = begun_by(play_on(browser, game_id, turn="1", opponent="friend"))
    assert saved.computer is None
    state = browser.play_any(saved.pk)
    assert state["turn"] == 1
    again = GameRecord.from_json(SavedGame.objects.get(pk=saved.pk).record)
    assert again.start == record_of(queries.find_any(game_id)).replay()[1]


def test_a_swap_is_still_offered_where_it_was(browser: Browser) -> None:
    game_id = browser.begin("kitaran", size="3", swap="on")
    browser.play(game_id, "b2")
    finished(browser, game_id)
    saved = begun_by(play_on(browser, game_id, turn="1", opponent="friend"))
    assert "swap" in [one["text"] for one in browser.state(saved.pk)["legal"]]
    state = browser.play(saved.pk, "swap")
    assert state["last_turn"]


def test_nobody_goes_on_where_the_game_is_over(browser: Browser) -> None:
    game_id = browser.begin("kitaran", size="3")
    while not browser.play_any(game_id)["over"]:
        pass
    state = browser.state(game_id)
    assert not state["may_play_on"]
    answer = play_on(browser, game_id, turn=str(state["turn"]))
    assert answer.status_code == 400
    assert "The game is over in this position" in answer.content.decode()
    assert browser.state(game_id, "?turn=1")["may_play_on"]


def test_a_running_game_of_two_persons_gets_no_help(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    before = SavedGame.objects.count()
    for one in (browser, other_browser):
        assert not one.state(game_id)["may_play_on"]
        answer = play_on(one, game_id)
        assert answer.status_code == 403
        assert "when the game is over" in answer.content.decode()
    assert SavedGame.objects.count() == before


def test_only_who_plays_against_the_computer_goes_on_meanwhile(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = browser.begin("kitaran", size="3", opponent="2", side="first")
    browser.play(game_id, "b2")
    assert play_on(other_browser, game_id, turn="1").status_code == 403
    saved = begun_by(play_on(browser, game_id, turn="1", opponent="10"))
    assert saved.level == "10"


@pytest.mark.parametrize(
    ("fields", "status", "sentence"),
    [
        ({"turn": "9"}, 404, "There is no turn 9"),
        ({"turn": ""}, 400, "must be a whole number from 0."),
        ({"opponent": "12"}, 400, "There is no opponent"),
        ({"side": "third"}, 400, "There is no side"),
    ],
)
def test_playing_on_refuses_what_is_not_offered(
    browser: Browser, game_id: str, fields: dict[str, str], status: int, sentence: str
) -> None:
    answer = play_on(browser, finished(browser, game_id), **fields)
    assert answer.status_code == status
    assert sentence in answer.content.decode()


@pytest.mark.parametrize("method", ["get", "put"])
def test_nothing_begins_without_a_form_of_this_site(
    browser: Browser, game_id: str, method: str
) -> None:
    call: Callable[[str], Any] = getattr(browser.client, method)
    assert call(f"/game/{game_id}/play-on").status_code in (403, 405)
    assert browser.client.post(f"/game/{game_id}/play-on", {"turn": "1"}).status_code == 403


# ---- the record as a file ----


@pytest.mark.parametrize(
    ("query", "ending", "kind"),
    [
        ("", ".json", "application/json"),
        ("?format=json", ".json", "application/json"),
        ("?format=sgf", ".sgf", "application/x-go-sgf"),
        ("?format=abstract-play", ".abstract-play.json", "application/json"),
    ],
)
def test_the_record_is_saved_in_each_format(
    browser: Browser, game_id: str, query: str, ending: str, kind: str
) -> None:
    browser.send(game_id, "resign", {"version": browser.state(game_id)["version"]})
    answer = get(browser, f"/game/{game_id}/record.json{query}")
    assert answer.status_code == 200
    assert answer["Content-Type"] == kind
    name = f"kitaran-{game_id}{ending}"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    assert read(answer.content).records == (record_of(queries.find_any(game_id)),)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?format=pgn", "&#x27;format&#x27; must be json or sgf or abstract-play."),
        ("?format=abstract-play", "Abstract Play keeps finished games only"),
    ],
)
def test_formats_that_cannot_be_are_refused_with_a_sentence(
    browser: Browser, game_id: str, query: str, sentence: str
) -> None:
    answer = get(browser, f"/game/{game_id}/record.json{query}")
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
