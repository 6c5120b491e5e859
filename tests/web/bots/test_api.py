"""The API of programs: whole games by it alone, and whatever it refuses."""

import json
from random import Random
from typing import Any

import pytest

from skerry.games.catalogue import FEATURED
from skerry.record import GameRecord
from skerry.web.base import limits
from skerry.web.base.limits import Rate
from skerry.web.play.models import SavedGame
from tests.small import small
from tests.web.bots.programs import Program, begin
from tests.web.conftest import Browser

pytestmark = pytest.mark.stores

NAMES = [info.name for info in FEATURED]
CAN_BE_DRAWN = {"size": 3, "cycle": "draw"}  # of Kitaran


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_is_played_by_the_api_alone(
    program: Program, other: Program, name: str
) -> None:
    game_id, random = begin(program, other, name), Random(name)
    both = (program, other)
    for _ in range(400):
        state = program.asked(f"games/{game_id}")
        if state["over"]:
            break
        played = both[state["to_act"]].play(game_id, random)
        assert played["turns"][:-1] == state["turns"]
    assert state["over"]
    assert state["to_act"] is None
    record = GameRecord.from_json(program.get(f"games/{game_id}/record").content.decode())
    assert list(record.turn_texts) == state["turns"]
    assert record.result is not None
    assert state["result"] == {"winner": record.result.winner, "reason": record.result.reason}
    assert state["position"] == record.position.text
    assert program.asked("games") == []
    assert program.get(f"games/{game_id}/actions").status_code == 409


def test_what_is_told_of_a_game(program: Program, other: Program) -> None:
    game_id = begin(program, other, "kitaran", time="5-min-3-s")
    mine, theirs = program.asked(f"games/{game_id}"), other.asked(f"games/{game_id}")
    assert (mine["you"], theirs["you"]) == (0, 1)
    assert (mine["your_turn"], theirs["your_turn"]) == (True, False)
    assert mine["options"].items() >= small("kitaran").items()
    assert [one["name"] for one in mine["persons"]] == ["Anneliese", "Bartholomew"]
    assert mine["clock"]["control"]["kind"] == "fischer"
    assert mine["clock"]["running"] == 0
    assert 299 < mine["clock"]["left"][1]["seconds"] <= 300
    listed = {"id": game_id, "version": mine["version"], "game": "kitaran", "over": False}
    assert program.asked("games") == [listed | {"your_turn": True}]
    assert other.asked("games") == [listed | {"your_turn": False}]


def test_a_turn_sent_again_is_played_once(program: Program, other: Program) -> None:
    game_id = begin(program, other, "kitaran")
    turn = program.turn(game_id, Random(1))
    version = program.asked(f"games/{game_id}")["version"]
    sent = {"turn": turn, "version": version, "id": "mine-1"}
    first = program.did(f"games/{game_id}/turns", **sent)
    assert program.did(f"games/{game_id}/turns", **sent)["version"] == first["version"]
    stale = program.post(f"games/{game_id}/turns", turn=turn, version=version)
    assert stale.status_code == 409
    assert SavedGame.objects.get(pk=game_id).num_turns == 1


def test_offers_are_made_and_answered(program: Program, other: Program) -> None:
    game_id = begin(program, other, "kitaran", options=CAN_BE_DRAWN)
    random = Random(2)
    program.play(game_id, random)
    state = other.play(game_id, random)
    version = state["version"]
    assert state["may_offer_draw"]
    state = program.did(f"games/{game_id}/offers", version=version, kind="draw")
    assert state["offers"]["draw"] == 0
    refused = {"kind": "draw", "accepted": False, "version": state["version"]}
    state = other.did(f"games/{game_id}/answers", **refused)
    assert state["offers"]["draw"] is None
    state = other.did(f"games/{game_id}/offers", version=state["version"], kind="take_back")
    accepted = {"kind": "take_back", "accepted": True, "version": state["version"]}
    assert len(program.did(f"games/{game_id}/answers", **accepted)["turns"]) == 1
    version = program.asked(f"games/{game_id}")["version"]
    state = program.did(f"games/{game_id}/resign", version=version)
    assert state["result"] == {"winner": 1, "reason": "resignation"}


def test_an_answer_names_the_offer_that_it_answers(program: Program, other: Program) -> None:
    game_id = begin(program, other, "kitaran", options=CAN_BE_DRAWN)
    program.play(game_id, Random(2))
    version = other.asked(f"games/{game_id}")["version"]
    version = program.did(f"games/{game_id}/offers", version=version, kind="draw")["version"]
    for kind, by in (("take_back", 0), ("draw", 1)):
        sent = {"kind": kind, "by": by, "accepted": True, "version": version}
        late = other.post(f"games/{game_id}/answers", **sent)
        assert late.status_code == 409
        assert "not offered any more" in late.json()["error"]
    sent = {"kind": "draw", "by": 0, "accepted": True, "version": version}
    assert other.did(f"games/{game_id}/answers", **sent)["result"]["reason"] == "agreement"


def test_no_draw_is_offered_in_a_game_that_always_has_a_winner(
    program: Program, other: Program
) -> None:
    game_id = begin(program, other, "spry")
    state = program.asked(f"games/{game_id}")
    assert not state["may_offer_draw"]
    answer = program.post(f"games/{game_id}/offers", version=state["version"], kind="draw")
    assert answer.status_code == 409
    assert "always has a winner" in answer.json()["error"]


def test_a_game_is_called_off(program: Program, other: Program) -> None:
    game_id = begin(program, other, "kitaran")
    version = other.asked(f"games/{game_id}")["version"]
    state = other.did(f"games/{game_id}/abort", version=version)
    assert (state["over"], state["called_off"], state["result"]) == (True, True, None)


def test_nobody_acts_in_a_seat_of_others(
    program: Program, other: Program, browser: Browser
) -> None:
    game_id = begin(program, other, "kitaran")
    third = Program("Charlotte")
    version = other.asked(f"games/{game_id}")["version"]
    turn = program.turn(game_id, Random(1))
    for what, sent in (
        ("turns", {"turn": turn}),
        ("offers", {"kind": "draw"}),
        ("answers", {"kind": "draw", "accepted": True}),
        ("resign", {}),
        ("abort", {}),
    ):
        answer = third.post(f"games/{game_id}/{what}", version=version, **sent)
        assert answer.status_code == 403, what
    early = other.post(f"games/{game_id}/turns", turn=turn, version=version)
    assert early.status_code == 409
    assert third.asked(f"games/{game_id}")["you"] is None
    SavedGame.objects.filter(pk=game_id).update(visibility="private")
    assert third.get(f"games/{game_id}").status_code == 404
    assert third.get(f"games/{game_id}/record").status_code == 404
    assert third.get(f"games/{game_id}/actions").status_code == 404
    assert SavedGame.objects.get(pk=game_id).version == version


def test_challenges_are_shown_withdrawn_and_not_accepted_twice(
    program: Program, other: Program
) -> None:
    made = program.did("challenges", game="byg", options={"size": 4}, side="second")
    assert (made["by"], made["side"], made["open"], made["yours"]) == (
        *("Anneliese", "second"),
        *(True, True),
    )
    assert other.asked(f"challenges/{made['id']}")["yours"] is False
    assert other.post(f"challenges/{made['id']}/withdraw").status_code == 403
    assert program.post(f"challenges/{made['id']}/accept").status_code == 403
    begun = other.did(f"challenges/{made['id']}/accept")
    assert program.asked(f"challenges/{made['id']}")["begun"] == begun["id"]
    assert other.asked(f"games/{begun['id']}")["you"] == 0
    assert Program("Charlotte").post(f"challenges/{made['id']}/accept").status_code == 409
    again = program.did("challenges", game="byg")
    assert program.did(f"challenges/{again['id']}/withdraw")["open"] is False
    assert other.post(f"challenges/{again['id']}/accept").status_code == 409
    assert other.get("challenges/unknown").status_code == 404


@pytest.mark.parametrize(
    ("path", "sent", "status", "words"),
    [
        ("challenges", {"game": "chess"}, 404, "chess"),
        ("challenges", {"game": "spry", "options": {"size": 1000}}, 400, "size"),
        ("challenges", {"game": "spry", "options": {"size": "4;--"}}, 400, "size"),
        ("challenges", {"game": "spry", "options": {"sizes": 4}}, 400, "sizes"),
        ("challenges", {"game": "spry", "options": [4]}, 400, "options"),
        ("challenges", {"game": "spry", "side": "both"}, 400, "side"),
        ("challenges", {"game": "spry", "time": "an hour"}, 400, "an hour"),
        ("challenges", {"game": "spry", "seed": -1}, 400, "seed"),
        ("challenges", {}, 400, "game"),
        ("games/{game}/turns", {"turn": "z9", "version": 0}, 400, "z9"),
        ("games/{game}/turns", {"turn": ",".join(["a1"] * 600), "version": 0}, 400, "500"),
        ("games/{game}/turns", {"turn": "", "version": 0}, 400, "turn"),
        ("games/{game}/turns", {"turn": "a1", "version": -1}, 400, "version"),
        ("games/{game}/turns", {"turn": "a1", "version": 10**30}, 400, "version"),
        ("games/{game}/turns", {"turn": "a1", "version": 0, "id": "<b>"}, 400, "id"),
        ("games/{game}/offers", {"kind": "marriage", "version": 0}, 400, "kind"),
        ("games/nothere/resign", {"version": 0}, 404, "nothere"),
        ("nothing", {}, 404, "/api/docs"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    program: Program,
    other: Program,
    path: str,
    sent: dict[str, object],
    status: int,
    words: str,
) -> None:
    game_id = begin(program, other, "kitaran")
    if sent.get("version") == 0:
        sent = {**sent, "version": program.asked(f"games/{game_id}")["version"]}
    answer = program.post(path.format(game=game_id), **sent)
    assert answer.status_code == status, answer.content
    assert words in answer.json()["error"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"\xff\xfe", b'"text"', b"[" * 50_000])
def test_what_is_no_json_object_is_refused(program: Program, body: bytes) -> None:
    answer: Any = program.client.post(
        "/api/v1/challenges",
        body,
        content_type="application/json",
        headers={"Authorization": f"Bearer {program.token}"},
    )
    assert answer.status_code == 400, answer.content
    assert answer.json()["error"]


def test_programs_are_counted_like_people(
    program: Program, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.QUOTA_FACTOR = 1.0
    few = limits.NEW_GAMES._replace(rates=(Rate(2, 600),))
    monkeypatch.setattr("skerry.web.bots.api.NEW_GAMES", few)
    for _ in range(2):
        program.did("challenges", game="spry")
    answer = program.post("challenges", game="spry")
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0


def test_the_catalogue_and_the_clocks_say_what_a_challenge_can_have(program: Program) -> None:
    games, times = program.asked("catalogue"), program.asked("times")
    assert [one["name"] for one in games] == NAMES
    for one in games:
        options = {option["name"]: option["default"] for option in one["options"]}
        made = program.did("challenges", game=one["name"], options=options, time=times[1]["value"])
        assert made["options"] == options
    for time in times:
        made = program.did("challenges", game="spry", time=time["value"])
        assert made["time"] == time["words"]


def test_the_document_describes_every_address(program: Program) -> None:
    answer = program.client.get("/api/openapi.json")
    assert answer.status_code == 200
    document = json.loads(answer.content)
    paths = document["paths"]
    assert "/api/v1/games/{game_id}/turns" in paths
    for path, operations in paths.items():
        assert path.startswith("/api/v1/")
        for one in operations.values():
            assert one["security"], path
            assert one["summary"], path
