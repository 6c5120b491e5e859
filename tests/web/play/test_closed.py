"""What two persons play at this moment: nobody is helped with that position until they are done."""

import json
import random
import re
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse
from django.utils import timezone

import skerry
from skerry.games.catalogue import GAMES
from skerry.positions import Position
from skerry.puzzles import collection
from skerry.record import COMPUTER, GameRecord, Person
from skerry.web.play import computer, creation, queries
from skerry.web.play.closed import CLOSED, is_in_live_game
from skerry.web.play.models import SavedGame
from skerry.web.play.position_keys import FORGOTTEN, FORGOTTEN_OF_GUESTS, OPENING, key_of
from skerry.web.play.records import record_of
from skerry.web.puzzles.verdicts import key_of_own
from skerry.web.study.models import SavedReview
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.jobs import Answer, Job, Lane
from skerry.web.thinking.turns import TURN, ComputerTurns, OwedTurn
from tests.small import small
from tests.web.conftest import Browser, share_with


@dataclass
class Duel:
    """A game between two browsers, and a third one that looks on."""

    game_id: str
    players: tuple[Browser, Browser]
    stranger: Browser

    @property
    def saved(self) -> SavedGame:
        return queries.find_any(self.game_id)

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
def test_a_puzzle_of_a_collection_is_never_closed(duel: Duel, what: str) -> None:
    """Whoever is two guests could play all of them, and keep them from everybody."""
    puzzle = collection("spry")[0]
    duel.play(OPENING)
    # As if the game had come to it.
    SavedGame.objects.filter(pk=duel.game_id).update(position_key=key_of(puzzle.position))
    path = f"/api/puzzles/spry/{puzzle.key}/{what}"
    for browser in (*duel.players, duel.stranger):
        answer = send(browser, path, {"actions": puzzle.solution.split(",")})
        assert answer.status_code == 200


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


def test_the_last_three_positions_are_closed_and_those_before_open_again(duel: Duel) -> None:
    duel.play(OPENING)
    keys = [key_of(duel.record.position)]
    for _ in range(3):
        assert is_in_live_game(keys[:1], None)
        duel.play(1)
        keys.append(key_of(duel.record.position))
    assert [is_in_live_game([key], None) for key in keys] == [False, True, True, True]
    before = [key_of(position) for position in duel.record.replay()[:OPENING]]
    assert not is_in_live_game(before, None)


def test_a_position_set_up_a_turn_ahead_is_closed_as_soon_as_the_game_gets_there(
    duel: Duel,
) -> None:
    """Not before: docs/security.md says why. With its way it is closed, as tried above."""
    duel.play(OPENING)
    position = duel.record.position
    turn = position.sample_turn(random.Random(1))  # as `duel` will play it
    ahead = position.play_turn(position.game.format_turn(turn)).text
    assert in_study("analysis", duel.stranger, ahead, {}).status_code == 200
    duel.play(1)
    refused = in_study("analysis", duel.stranger, ahead, {})
    assert (refused.status_code, refused.json()["error"]) == (403, CLOSED)


def test_a_game_that_began_at_a_set_up_position_has_no_opening_of_everybodys(duel: Duel) -> None:
    """By chance nobody comes there, so who looks is one of its players, or asks for one."""
    duel.play(2)
    start = duel.record.position
    duel.end()
    begun = creation.begin_between(("e" * 64, "f" * 64), ("A", "B"), start.game, start=start)
    assert begun.opening_turns == 0
    assert is_in_live_game([key_of(start)], None)


def test_games_of_one_holder_and_those_against_the_computer_close_nothing(
    browser: Browser,
) -> None:
    for fields in ({}, {"opponent": "1", "side": "first"}):
        browser.begin("spry", **fields)
    assert not SavedGame.objects.exclude(position_key=None).exists()


def test_a_game_that_was_deleted_or_forgotten_closes_nothing(duel: Duel) -> None:
    duel.play(OPENING)
    key, row = key_of(duel.record.position), SavedGame.objects.filter(pk=duel.game_id)
    row.update(first_seat="account:1", second_seat="account:2")
    row.update(updated=timezone.now() - FORGOTTEN - timedelta(days=1))
    assert not is_in_live_game([key], None)
    row.update(updated=timezone.now())
    assert is_in_live_game([key], None)
    row.update(deleted=timezone.now())
    assert not is_in_live_game([key], None)


@pytest.mark.parametrize("seat", ["first_seat", "second_seat"])
def test_a_game_in_which_a_guest_sits_is_forgotten_after_a_day(duel: Duel, seat: str) -> None:
    duel.play(OPENING)
    key, row = key_of(duel.record.position), SavedGame.objects.filter(pk=duel.game_id)
    row.update(updated=timezone.now() - FORGOTTEN_OF_GUESTS - timedelta(hours=1))
    assert not is_in_live_game([key], None)
    row.update(**{seat: "account:1"})
    assert not is_in_live_game([key], None)
    row.update(first_seat="account:1", second_seat="account:2")
    assert is_in_live_game([key], None)
    row.update(**{seat: "0123abcd"}, updated=timezone.now())
    assert is_in_live_game([key], None)


def test_a_long_line_is_looked_through_to_its_end(duel: Duel) -> None:
    duel.play(OPENING)
    key = key_of(duel.record.position)
    assert is_in_live_game([*range(3000), key], None)
    assert not is_in_live_game(range(3000), None)


def test_looking_takes_one_question_to_an_index(duel: Duel, django_assert_num_queries: Any) -> None:
    duel.play(OPENING)
    key = key_of(duel.record.position)
    with django_assert_num_queries(1) as asked:
        assert is_in_live_game([key], "a" * 64)
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {asked.captured_queries[0]['sql']}")
        plan = " ".join(str(row) for row in cursor.fetchall())
    for index in ("running_positions", "running_before", "running_two_before"):
        assert index in plan
    assert "SCAN" not in plan


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


# ---- the computer's own turns ----


class AskedTurns(ComputerTurns):
    """Notes what the engine is asked for."""

    def __init__(self) -> None:
        super().__init__(Engine(), lambda _: None)
        self.owed: list[str] = []

    def ask(self, owed: OwedTurn) -> None:
        self.owed.append(owed.game_id)


@pytest.fixture
def turns(analyses: object) -> AskedTurns:
    asked = AskedTurns()
    share_with(Engine(), asked)
    return asked


def computer_in(record: GameRecord, level: str = "10") -> GameRecord:
    """A game that ended nowhere, in which the computer is to act."""
    player = record.position.player
    persons = [Person("A"), Person("B")]
    persons[player or 0] = Person("Computer", COMPUTER, level)
    return replace(record, result=None).with_persons(*persons)


def play_copy(browser: Browser, record: GameRecord, **fields: str) -> str:
    """A game of one's own with the same turns, on both sides, begun as the form says."""
    game_id = browser.begin("spry", **fields)
    for turn in record.turns:
        browser.play(game_id, turn.text)
    return game_id


def test_the_computer_does_not_answer_where_two_others_stand(duel: Duel, turns: AskedTurns) -> None:
    """A guest opens the position three turns before the end, and plays what was played there."""
    duel.play(OPENING)
    early = duel.record.position
    duel.play(3)
    sent = {"text": early.text, "opponent": "10", "side": "to-move"}
    game_id = str(submit(duel.stranger, "/open", **sent)["Location"]).rsplit("/", 1)[1]
    state = duel.stranger.play(game_id, duel.record.turns[OPENING].text)
    assert (state["trouble"], state["thinking"]) == (CLOSED, False)
    assert duel.stranger.act(game_id, "retry").json()["trouble"] == CLOSED
    computer.resume_all()
    assert turns.owed == []
    duel.end()
    assert duel.stranger.act(game_id, "retry").json()["thinking"]
    assert turns.owed == [game_id]


def test_an_answer_that_comes_when_two_others_have_got_there_is_not_played(
    duel: Duel, turns: AskedTurns
) -> None:
    duel.play(OPENING)
    ahead = skerry.position(duel.record.position.text)
    turn = ahead.game.format_turn(ahead.sample_turn(random.Random(1)))  # as `duel` will play it
    after = ahead.play_turn(turn)
    sent = {"text": after.text, "opponent": "10", "side": "other"}
    game_id = str(submit(duel.stranger, "/open", **sent)["Location"]).rsplit("/", 1)[1]
    assert turns.owed == [game_id]
    duel.play(1)
    assert duel.record.position.contents == after.contents
    found = after.game.format_turn(after.sample_turn(random.Random(2)))
    saved = SavedGame.objects.get(pk=game_id)
    job = Job(TURN, game_id, saved.version, {}, lambda _: None, Lane.LONG, "", "spry")
    computer.take_answer(Answer(job, {"turn": found}))
    saved.refresh_from_db()
    assert (saved.num_turns, saved.trouble) == (0, CLOSED)


def test_ordinary_games_against_the_computer_go_on_in_anybodys_opening(
    duel: Duel, turns: AskedTurns
) -> None:
    """Also a player's own: the first turns of a game from its usual start come about by chance."""
    duel.play(1)
    for browser in (duel.stranger, *duel.players):
        game_id = browser.begin("spry", opponent="10", side="first")
        state = browser.play(game_id, duel.record.turns[0].text)
        assert (state["trouble"], state["thinking"]) == ("", True)
        assert turns.owed.pop() == game_id


def test_no_record_brings_the_computer_there(duel: Duel, turns: AskedTurns) -> None:
    duel.play(OPENING + 1)
    one_less = computer_in(replace(duel.record, turns=duel.record.turns[:-1], result=None))
    for record in (one_less, computer_in(duel.record)):
        refused = submit(duel.stranger, "/open", text=record.to_json())
        assert CLOSED in refused.content.decode()
    # Opened before the others came there.
    duel.end()
    text = computer_in(duel.record).to_json()
    location = str(submit(duel.stranger, "/open", text=text)["Location"])
    game_id = location.rsplit("/", 1)[1]
    assert turns.owed == [game_id]
    key = key_of(duel.record.position)
    SavedGame.objects.filter(pk=duel.game_id).update(status="running", position_key=key)
    saved = SavedGame.objects.get(pk=game_id)
    position = duel.record.position
    answer = position.game.format_turn(position.sample_turn(random.Random(3)))
    job = Job(TURN, game_id, saved.version, {}, lambda _: None, Lane.LONG, "", "spry")
    computer.take_answer(Answer(job, {"turn": answer}))
    assert queries.find_any(game_id).num_turns == OPENING + 1


# ---- every other way ----


def test_one_does_not_go_on_from_a_turn_that_came_through_the_position(duel: Duel) -> None:
    duel.play(OPENING)
    copied = play_copy(duel.stranger, duel.record)
    position = duel.record.position
    turn = position.game.format_turn(position.sample_turn(random.Random(4)))
    duel.stranger.play(copied, turn)
    duel.stranger.act(copied, "resign")
    sent = {"turn": str(OPENING + 1), "opponent": "10", "side": "to-move"}

    def go_on() -> Any:
        return submit(duel.stranger, f"/game/{copied}/play-on", **sent)

    assert CLOSED in go_on().content.decode()
    duel.end()
    assert go_on().status_code == 302


def test_a_study_explores_nothing_behind_the_position(duel: Duel) -> None:
    duel.play(OPENING)
    record = replace(duel.record, result=None)
    turn = record.game.format_turn(record.position.sample_turn(random.Random(5)))
    refused = in_study("explorer", duel.stranger, record.add_turn(turn).to_json(), None)
    assert (refused.status_code, refused.json()["error"]) == (403, CLOSED)


def test_an_own_puzzle_does_not_give_its_solution_away(duel: Duel) -> None:
    puzzle = collection("spry")[0]
    own = key_of_own(puzzle)
    duel.play(OPENING)
    row = SavedGame.objects.filter(pk=duel.game_id)
    row.update(position_key=key_of(puzzle.position))

    def as_study(key: str = own) -> Any:
        return submit(duel.stranger, "/studies/new", puzzle=f"spry/{key}", tried="[]")

    def as_file() -> Any:
        return duel.stranger.client.get(reverse("own-puzzle-file", args=["spry", own]))

    def as_answer() -> Any:
        return send(duel.stranger, f"/api/puzzles/spry/{own}/solution", {})

    for ask in (as_study, as_file, as_answer):
        refused = ask()
        assert refused.status_code in (400, 403)
        assert CLOSED in refused.content.decode()
    assert as_study(puzzle.key).status_code == 302  # that of the collection is public
    duel.end()
    assert (as_study().status_code, as_file().status_code) == (302, 200)


def test_a_review_says_nothing_while_one_of_its_positions_is_played(duel: Duel) -> None:
    """Two people may have come there since it was begun."""
    duel.play(OPENING)
    duel.end()
    answer = submit(duel.stranger, "/studies/new", text=duel.record.to_json())
    study = str(answer["Location"]).rsplit("/", 1)[1]
    found = {
        "found": {"playouts": 500, "turns": [], "evaluations": [], "spent": 1, "is_complete": True},
        "exercises": [{"number": 1, "position": "", "turn": ""}],
    }
    SavedReview.objects.create(
        study_id=study,
        chapter=1,
        nodes=json.dumps(list(range(OPENING + 1))),
        data=json.dumps(found),
    )
    key = key_of(duel.record.position)
    SavedGame.objects.filter(pk=duel.game_id).update(status="running", position_key=key)
    path = f"/api/studies/{study}/chapters/1/review"
    tried = {"number": 1, "actions": ["a1"]}
    for refused in (
        duel.stranger.client.get(path),
        send(duel.stranger, f"{path}/try", tried),
        send(duel.stranger, f"{path}/cancel", {}),  # is done, and says no more
    ):
        assert (refused.status_code, refused.json()["error"]) == (403, CLOSED)
    assert '"none"' in duel.stranger.client.get(f"/study/{study}").content.decode()


def test_whatever_asks_for_thinking_is_known_here() -> None:
    """Who adds a way to the engine asks `closed` first, tries it above, and names it here."""
    thinkers = "Analyses|ComputerTurns|Explorers|Questions|Reviews|Solutions|Verdicts"
    asking = re.compile(rf"service\(({thinkers})\)(\.(ask|begin|find|turns)\b|$)", re.MULTILINE)
    web = Path(queries.__file__).parents[1]
    found = {
        (str(file.relative_to(web)), one[1])
        for file in web.rglob("*.py")
        for one in asking.finditer(file.read_text())
    }
    assert found == {
        ("analysis/api.py", "Analyses"),
        ("editor/views.py", "Solutions"),
        ("play/changes.py", "ComputerTurns"),
        ("puzzles/views.py", "Verdicts"),
        ("study/api.py", "Explorers"),
        ("study/api.py", "Analyses"),
        ("study/api.py", "Questions"),
        ("study/api.py", "Reviews"),
    }
