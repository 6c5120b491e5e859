"""Options, records and positions that would take all memory or time are refused at once."""

import json
from typing import Any

import pytest

import skerry
from skerry.games.catalogue import FEATURED, GAMES
from skerry.record import GameRecord
from skerry.web.online.models import Challenge
from skerry.web.play.models import SavedGame
from tests.small import small
from tests.web.conftest import Browser, small_form

pytestmark = [pytest.mark.django_db, pytest.mark.stores]

BOMBS = ("1000000000", "9" * 4000, "-1", "0", "1e9", "1e400", "NaN", "٣", "0x10", "5\x00", "")
HARMLESS = ("", "0", "٣")  # the default, what a game may allow, and a three
JSON_BOMBS: tuple[object, ...] = (10**9, 10**400, "9" * 4000, [[]] * 1000)
NUMBERS = [
    (info.name, name)
    for info in GAMES
    for name, value in info.complete({})
    if isinstance(value, int | float) and not isinstance(value, bool)
]


def post(browser: Browser, path: str, fields: dict[str, str]) -> Any:
    return browser.client.post(path, fields | {"csrfmiddlewaretoken": browser.token()})


@pytest.mark.parametrize(("game", "option"), NUMBERS)
def test_no_number_of_a_form_makes_a_huge_game(browser: Browser, game: str, option: str) -> None:
    for path, opponent in ((f"/new/{game}", "friend"), (f"/challenge/new/{game}", "online")):
        for bomb in BOMBS:
            sent = {**small_form(game), "opponent": opponent, "side": "first", option: bomb}
            answer = post(browser, path, sent)
            assert answer.status_code in (302, 400), (path, bomb)
            assert answer.status_code == 400 or bomb in HARMLESS, (path, bomb)
    assert all(len(record) < 5_000 for record in SavedGame.objects.values_list("record", flat=True))
    assert Challenge.objects.count() <= len(HARMLESS)


@pytest.mark.parametrize("name", [info.name for info in FEATURED])
def test_no_record_or_position_of_a_huge_board_is_opened(browser: Browser, name: str) -> None:
    game = skerry.game(name, **small(name))
    seed = 7 if game.info.has_setup else None
    record = json.loads(GameRecord.begin(game, seed=seed).to_json())
    for bomb in (*JSON_BOMBS, -1, 2**63, 1e300, {"a": {}}, None, True):
        record["options"] = {**record["options"], "size": bomb}
        for text in (json.dumps(record), f"{name} size={str(bomb)[:4000]} | 1 | player=0"):
            for path in ("/open", "/studies/new"):
                assert post(browser, path, {"text": text}).status_code == 400, (path, text[:200])
    assert not SavedGame.objects.exists()


@pytest.mark.parametrize("name", [info.name for info in FEATURED])
def test_no_program_asks_for_a_huge_game(browser: Browser, name: str) -> None:
    for bomb in JSON_BOMBS:
        body = json.dumps({"game": name, "options": {"size": bomb}, "text": "x" * 20_000})
        answer = browser.client.post(
            "/api/editor",
            body,
            content_type="application/json",
            headers={"X-CSRFToken": browser.token()},
        )
        assert answer.status_code == 400
