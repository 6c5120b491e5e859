"""What two persons play at this moment: nobody is helped with that position until they are done."""

import json
import random
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

import skerry
from skerry.games.catalogue import GAMES
from skerry.positions import Position
from skerry.puzzles import collection
from skerry.record import GameRecord
from skerry.web.play import games
from skerry.web.play.closed import CLOSED, FORGOTTEN, OPENING, are_closed, key_of
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from tests.small import small

from ..conftest import Browser


@dataclass
class Duel:
    """A game between two browsers, and a third one that looks on."""

    game_id: str
    players: tuple[Browser, Browser]
    stranger: Browser

    @property
    def saved(self) -> SavedGame:
        return games.find_any(self.game_id)

    @property
    def record(self) -> GameRecord:
        return record_of(self.saved)

    def play(self, num_turns: int) -> None:
        for _ in range(num_turns):
            position = self.record.position
            turn = position.game.format_turn(position.sample_turn(random.Random(1)))
            self.players[position.player or 0].play(self.game_id, turn)

    def end(self) -> None:
        assert self.players[0].act(self.game_id, "resign").status_code == 200


@pytest.fixture
def duel(db: None) -> Duel:
    """Without a turn yet."""
    players = Browser(), Browser()
    game_id = players[0].begin("spry")
    other_id = players[1].begin("spry")
    seat = SavedGame.objects.get(pk=other_id).first_seat
    SavedGame.objects.filter(pk=game_id).update(second_seat=seat)
    stranger = Browser()
    stranger.begin("byg")
    return Duel(game_id, players, stranger)


def submit(browser: Browser, path: str, **fields: Any) -> Any:
    return browser.client.post(path, {"csrfmiddlewaretoken": browser.token(), **fields})


def send(browser: Browser, path: str, body: object) -> Any:
    headers = {"X-CSRFToken": browser.token()}
    return browser.client.post(path, json.dumps(body), "application/json", headers=headers)


def open_position(duel: Duel, browser: Browser) -> Any:
    text = duel.record.position.text
    return submit(browser, "/open", text=text, opponent="2", side="to-move")


def open_record(duel: Duel, browser: Browser) -> Any:
    return submit(browser, "/open", text=duel.record.to_json())


def open_file(duel: Duel, browser: Browser) -> Any:
    file = SimpleUploadedFile("game.json", duel.record.to_json().encode())
    return submit(browser, "/open", record=file)


def open_longer_record(duel: Duel, browser: Browser) -> Any:
    """One that goes on where the game stands."""
    record = replace(duel.record, result=None)
    turn = record.position.sample_turn(random.Random(2))
    longer = record.add_turn(record.game.format_turn(turn))
    return submit(browser, "/open", text=longer.to_json())


def solve(duel: Duel, browser: Browser) -> Any:
    return send(browser, "/api/editor/solve", {"text": duel.record.position.text})


def make_puzzle(duel: Duel, browser: Browser) -> Any:
    return send(browser, "/api/editor/puzzle", {"text": duel.record.position.text})


def in_study(what: str, browser: Browser, text: str, body: object | None) -> Any:
    answer = submit(browser, "/studies/new", text=text)
    assert answer.status_code == 302, answer.content.decode()
    study = str(answer["Location"]).rsplit("/", 1)[1]
    nodes = browser.client.get(f"/api/studies/{study}/chapters/1").json()["nodes"]
    path = f"/api/studies/{study}/chapters/1/"
    path += f"nodes/{nodes[-1]['number']}/{what}" if what != "review" else "review/begin"
    if body is None:
        return browser.client.get(path)
    return send(browser, path, {"node": nodes[-1]["number"], "page": "abc"})


def study_analysis(duel: Duel, browser: Browser) -> Any:
    return in_study("analysis", browser, duel.record.position.text, {})


def study_explorer(duel: Duel, browser: Browser) -> Any:
    return in_study("explorer", browser, duel.record.position.text, None)


def study_review(duel: Duel, browser: Browser) -> Any:
    return in_study("review", browser, duel.record.to_json(), {})


HELPS = [
    *(open_position, open_record, open_file, open_longer_record, solve, make_puzzle),
    *(study_analysis, study_explorer, study_review),
]


@pytest.mark.parametrize("help_", HELPS)
def test_nobody_is_helped_with_the_position_until_the_game_is_over(duel: Duel, help_: Any) -> None:
    duel.play(OPENING)
    for browser in (*duel.players, duel.stranger):
        refused = help_(duel, browser)
        assert refused.status_code in (400, 403)
        assert CLOSED in refused.content.decode()
    duel.end()
    for browser in (duel.players[1], duel.stranger):
        assert help_(duel, browser).status_code in (200, 302)


@pytest.mark.parametrize("what", ["check", "solution"])
def test_a_puzzle_is_closed_while_its_position_is_played(duel: Duel, what: str) -> None:
    puzzle = collection("spry")[0]
    duel.play(OPENING)
    # As if the game had come to it.
    SavedGame.objects.filter(pk=duel.game_id).update(position_key=key_of(puzzle.position))
    path = f"/api/puzzles/spry/{puzzle.key}/{what}"

    def ask(browser: Browser) -> Any:
        if what == "solution":
            return browser.client.get(path)
        return send(browser, path, {"actions": puzzle.solution.split(",")})

    for browser in (*duel.players, duel.stranger):
        refused = ask(browser)
        assert (refused.status_code, refused.json()["error"]) == (403, CLOSED)
    duel.end()
    assert ask(duel.stranger).status_code == 200


def test_a_game_of_ones_own_that_has_come_to_the_same_position_is_not_analysed(
    duel: Duel,
) -> None:
    duel.play(OPENING)
    copied = duel.stranger.begin("spry")
    for turn in duel.record.turns:
        duel.stranger.play(copied, turn.text)
    duel.stranger.act(copied, "resign")
    version = SavedGame.objects.get(pk=copied).version
    asked = {"version": version, "turn": 0, "page": "abc"}
    refused = duel.stranger.send(copied, "analysis", asked)
    assert (refused.status_code, refused.json()["error"]) == (403, CLOSED)
    duel.end()
    assert duel.stranger.send(copied, "analysis", asked).status_code == 200


def test_an_opening_is_everybodys_and_closed_to_its_players_alone(duel: Duel) -> None:
    duel.play(OPENING - 1)
    assert open_position(duel, duel.stranger).status_code == 302
    assert CLOSED in open_position(duel, duel.players[0]).content.decode()
    assert CLOSED in open_position(duel, duel.players[1]).content.decode()


def test_a_position_that_the_game_has_left_is_open_again(duel: Duel) -> None:
    duel.play(OPENING)
    key = key_of(duel.record.position)
    assert are_closed([key], None)
    duel.play(1)
    assert not are_closed([key], None)
    assert are_closed([key_of(duel.record.position)], None)


def test_games_of_one_holder_and_those_against_the_computer_close_nothing(
    browser: Browser,
) -> None:
    for fields in ({}, {"opponent": "1", "side": "first"}):
        browser.begin("spry", **fields)
    assert not SavedGame.objects.exclude(position_key=None).exists()


def test_a_game_that_was_deleted_or_forgotten_closes_nothing(duel: Duel) -> None:
    duel.play(OPENING)
    key, row = key_of(duel.record.position), SavedGame.objects.filter(pk=duel.game_id)
    row.update(updated=timezone.now() - FORGOTTEN - timedelta(days=1))
    assert not are_closed([key], None)
    row.update(updated=timezone.now())
    assert are_closed([key], None)
    row.update(deleted=timezone.now())
    assert not are_closed([key], None)


def test_a_long_line_is_looked_through_to_its_end(duel: Duel) -> None:
    duel.play(OPENING)
    key = key_of(duel.record.position)
    assert are_closed([*range(3000), key], None)
    assert not are_closed(range(3000), None)


def test_looking_takes_one_question_to_an_index(duel: Duel, django_assert_num_queries: Any) -> None:
    duel.play(OPENING)
    key = key_of(duel.record.position)
    with django_assert_num_queries(1) as asked:
        assert are_closed([key], "a" * 64)
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'running_positions'")
        assert "WHERE" in cursor.fetchone()[0]
    assert "position_key" in asked.captured_queries[0]["sql"]


@pytest.mark.parametrize("name", [info.name for info in GAMES])
def test_each_position_of_a_game_has_a_key_of_its_own(name: str) -> None:
    rules, rng = skerry.game(name, **small(name)), random.Random(3)
    position = rules.start(seed=7) if rules.info.has_setup else rules.start()
    keys = {}
    for _ in range(8):
        if position.is_over:
            break
        position = position.play_turn(rules.format_turn(position.sample_turn(rng)))
        keys[position.contents, position.towers] = key_of(position)
    assert len(set(keys.values())) == len(keys) > 1
    assert all(-(2**63) <= key < 2**63 for key in keys.values())


def kitaran(*turns: str, **options: Any) -> Position:
    position = skerry.game("kitaran", size=3, **options).start()
    for turn in turns:
        position = position.play_turn(turn)
    return position


def test_a_copy_in_disguise_is_recognised() -> None:
    played = kitaran("a1", "b2", "c2")
    assert key_of(kitaran("c3", "b2", "a2")) == key_of(played)  # turned
    assert key_of(kitaran("c1", "b2", "a2")) == key_of(played)  # reflected
    assert key_of(kitaran("c2", "b2", "a1")) == key_of(played)  # in another order
    assert key_of(kitaran("a1", "b2", "c2", cycle_limit=30)) == key_of(played)
    exchanged = kitaran("b2", "a1")
    assert exchanged.contents != kitaran("a1", "b2").contents
    assert key_of(exchanged) == key_of(kitaran("a1", "b2"))


def test_a_stone_elsewhere_makes_another_position() -> None:
    # With a1 and b2 taken: in the far corner, beside it, in a near corner, beside the first stone.
    keys = {key_of(kitaran("a1", "b2", other)) for other in ("c3", "c2", "c1", "a2")}
    assert len(keys) == 4


def test_other_boards_and_games_have_other_keys() -> None:
    bare = [kitaran(), skerry.game("kitaran", size=5).start(), skerry.game("spry").start()]
    assert len({key_of(one) for one in bare}) == 3
