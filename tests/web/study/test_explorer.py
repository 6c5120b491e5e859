"""The explorer beside a study: the collection, one's own games, and nobody else's."""

from functools import partial
from typing import Any

import pytest

import skerry
from skerry.record import GameRecord
from skerry.web.base.services import service
from skerry.web.play import creation
from skerry.web.study.explorers import OWN_POSITION_BYTES, Explorers
from skerry.web.thinking.engine import Engine
from tests.web.conftest import Browser, share_with, when_done
from tests.web.study.conftest import Student, begin

EXPLORED = "spry"  # a game with a collection


def turns_at(student: Student, node: int = 0) -> list[dict[str, Any]]:
    answer = student.get(f"/chapters/1/nodes/{node}/explorer")
    assert answer.status_code == 200, answer.content
    return list(answer.json()["turns"])


def test_the_turns_of_a_collection_are_told_with_games_points_and_chances(browser: Browser) -> None:
    student = begin(browser, game=EXPLORED)
    first, *others = turns_at(student)
    assert first["games"] >= max(one["games"] for one in others)
    low, high = first["interval"]
    assert low < first["share"] < high
    assert 0 < first["value"] < 1
    assert student.add(0, first["text"]) == 1
    assert turns_at(student, 1) != []


def test_own_finished_games_count_and_others_do_not(
    browser: Browser, other_browser: Browser
) -> None:
    student = begin(browser, game=EXPLORED)
    before = turns_at(student)[0]
    record = GameRecord.begin(skerry.game(EXPLORED)).add_turn(before["text"])
    creation.open_record(student.saved.holder, record)
    creation.open_record(student.saved.holder, record.resign(1))
    after = turns_at(student)[0]
    assert (after["own"], after["games"]) == (1, before["games"] + 1)
    assert turns_at(begin(other_browser, game=EXPLORED))[0] == before


def test_a_game_of_other_options_has_nothing_to_explore(student: Student) -> None:
    answer = student.get("/chapters/1/nodes/0/explorer").json()
    assert answer["turns"] == []
    assert "no games to explore" in answer["words"]


def test_a_drawing_of_tiles_that_is_explored_begins_a_chapter(student: Student) -> None:
    answer = student.post("/chapters", {"version": 0, "game": "syrtis", "seed": 3})
    assert answer.status_code == 200, answer.content
    position = student.get(f"/chapters/{answer.json()['number']}/nodes/0").json()
    assert position["heading"].startswith("First player")  # nobody has set anything up
    for name, seed in (("syrtis", "3"), ("syrtis", 2.5), ("kitaran", 3)):
        refused = student.post("/chapters", {"version": 1, "game": name, "seed": seed})
        assert refused.status_code == 400, (name, seed)


def test_games_of_browsers_are_kept_up_to_so_many_bytes(browser: Browser) -> None:
    student = begin(browser, game=EXPLORED)
    record = GameRecord.begin(skerry.game(EXPLORED)).add_turn("e5")
    creation.open_record(student.saved.holder, record.resign(1))
    start, kept = skerry.game(EXPLORED).start(), service(Explorers)
    for number in range(3):
        holder = student.saved.holder if number == 0 else f"holder {number}"
        when_done(partial(kept.turns, position=start, holder=holder))
    assert kept._with_own.currsize == 3 * 20_000 + OWN_POSITION_BYTES


def test_more_games_than_may_be_kept_count_all_the_same(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    student = begin(browser, game=EXPLORED)
    turn = turns_at(student)[0]["text"]
    record = GameRecord.begin(skerry.game(EXPLORED)).add_turn(turn)
    creation.open_record(student.saved.holder, record.resign(1))
    monkeypatch.setattr("skerry.web.study.explorers.OWN_BYTES", 100)
    share_with(Engine())
    assert turns_at(student)[0]["own"] == 1
    assert service(Explorers)._with_own.currsize == 0
