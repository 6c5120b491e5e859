"""Conditional turns: set in one's notes, played by themselves, once, and known to nobody else."""

from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from skerry.web.accounts.people import close, player_of
from skerry.web.base.errors import StaleError
from skerry.web.correspondence import conditions
from skerry.web.correspondence.conditions import notes_of
from skerry.web.correspondence.models import ConditionalTurn
from skerry.web.play.models import PlayedTurn, SavedGame
from skerry.web.play.signals import game_changed
from skerry.web.study import studies
from skerry.web.study.models import SavedStudy
from tests.web.conftest import Browser
from tests.web.correspondence.conftest import Prepared
from tests.web.play.two_players import holder_of

pytestmark = pytest.mark.stores


def test_a_turn_is_answered_by_itself(prepared: Prepared) -> None:
    assert prepared.set(prepared.line("a1", "b2")).status_code == 200
    assert prepared.play("a1") == 1
    assert prepared.turns == ["a1", "b2"]
    assert prepared.first.state(prepared.game_id)["mine"]


def test_anything_else_waits(prepared: Prepared) -> None:
    prepared.set(prepared.line("a1", "b2"))
    assert prepared.play("a2") == 0
    assert prepared.turns == ["a2"]
    assert conditions.play_due() == 0


def test_a_whole_tree_plays(prepared: Prepared) -> None:
    first = prepared.line("a1", "b2")
    prepared.set(first)
    prepared.set(prepared.line("c1", "c2", parent=first))
    other = prepared.line("c3", "a3", parent=first)
    prepared.set(other)
    assert prepared.play("a1", "c3") == 2
    assert prepared.turns == ["a1", "b2", "c3", "a3"]
    assert prepared.waiting()["conditions"] == []


def test_the_order_of_stones_does_not_matter(sets: Prepared) -> None:
    sets.set(sets.line("f2,f3", "a1,d1"))
    assert sets.play("f3,f2") == 1
    assert sets.turns == ["f2,f3", "a1,d1"]


def test_some_stones_are_enough_whatever_the_others_are(sets: Prepared) -> None:
    assert sets.set(sets.line("f2,f3", "a1,d1"), "f3").status_code == 200
    assert sets.play("f3,b4") == 1
    assert sets.turns == ["b4,f3", "a1,d1"]


def test_a_line_goes_on_behind_a_turn_that_only_held_the_stones(sets: Prepared) -> None:
    first = sets.line("f2,f3", "a1,d1")
    second = sets.line("b4,d6", "e5,f5", parent=first)
    sets.set(first, "f3")
    sets.set(second)
    assert sets.play("b2,f3") == 1
    assert [one["reply"] for one in sets.waiting()["conditions"]] == [second]
    assert sets.play("b4,d6") == 1
    assert sets.turns == ["b2,f3", "a1,d1", "b4,d6", "e5,f5"]


def test_other_stones_are_not(sets: Prepared) -> None:
    sets.set(sets.line("f2,f3", "a1,d1"), "f3")
    assert sets.play("b4,f2") == 0


def test_an_answer_that_is_not_legal_after_all_waits_or_leaves_it_to_another(
    sets: Prepared,
) -> None:
    sets.set(sets.line("f2,f3", "a1,d1"), "f3")
    assert sets.play("a1,f3") == 0  # one of the answer's cells is taken
    assert sets.turns == ["a1,f3"]
    looked = ConditionalTurn.objects.get()
    assert looked.looked == SavedGame.objects.get(pk=sets.game_id).version
    assert sets.second.state(sets.game_id)["mine"]


def test_the_next_condition_that_holds_is_tried(sets: Prepared) -> None:
    sets.set(sets.line("a1,f3", "b4,d6"), "a1")
    closer = sets.line("f2,f3", "a1,d1")
    sets.set(closer, "f3", "f2")
    assert sets.play("a1,f3") == 1
    assert sets.turns == ["a1,f3", "b4,d6"]


def test_a_turn_is_played_once_however_often_it_is_looked_for(prepared: Prepared) -> None:
    prepared.set(prepared.line("a1", "b2"))
    prepared.first.play(prepared.game_id, "a1")
    study = studies.row_of(prepared.notes.study_id)
    assert study is not None
    seen = notes_of(study), notes_of(study)  # two processes have looked before either has played
    assert all(conditions._play(one) for one in seen)
    assert conditions.play_due() == 0
    assert prepared.turns == ["a1", "b2"]
    assert PlayedTurn.objects.filter(client_id__startswith="if-").count() == 1


def test_who_plays_at_the_same_moment_is_quicker(prepared: Prepared) -> None:
    prepared.set(prepared.line("a1", "b2"))
    prepared.first.play(prepared.game_id, "a1")
    study = studies.row_of(prepared.notes.study_id)
    assert study is not None
    seen = notes_of(study)  # a sweep has looked before its owner plays
    prepared.second.play(prepared.game_id, "c3")
    with pytest.raises(StaleError):
        conditions._play(seen)
    assert prepared.turns == ["a1", "c3"]
    assert ConditionalTurn.objects.get().played is None


def test_nothing_is_marked_when_the_turn_is_not_stored(
    prepared: Prepared, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared.set(prepared.line("a1", "b2"))
    prepared.first.play(prepared.game_id, "a1")

    def fail(**_: object) -> None:
        raise RuntimeError("the power is cut")

    with monkeypatch.context() as broken:
        broken.setattr("skerry.web.correspondence.conditions.ConditionalTurn.objects", Cut(fail))
        with pytest.raises(RuntimeError):
            conditions.play_due()
    assert prepared.turns == ["a1"]
    assert conditions.play_due() == 1
    assert prepared.turns == ["a1", "b2"]


class Cut:
    """Rows that can be read, and whose change by `played` fails."""

    def __init__(self, fail: Any) -> None:
        self.rows, self.fail = ConditionalTurn.objects, fail

    def filter(self, **wanted: Any) -> Any:
        found: Any = self.rows.filter(**wanted)
        if "pk" in wanted:
            found.update = self.fail
        return found


def test_a_turn_given_back_is_not_played_again_by_itself(prepared: Prepared) -> None:
    prepared.set(prepared.line("a1", "b2"))
    prepared.play("a1")
    prepared.second.act(prepared.game_id, "take-back")
    prepared.first.act(prepared.game_id, "answer", kind="take_back", accepted=True)
    assert conditions.play_due() == 0
    assert prepared.turns == ["a1"]


def test_an_offer_of_the_other_one_is_answered_first(prepared: Prepared) -> None:
    prepared.set(prepared.line("a1", "b2"))
    prepared.first.act(prepared.game_id, "offer", kind="draw")
    assert prepared.play("a1") == 0
    assert prepared.second.state(prepared.game_id)["offers"]["draw"] == 0
    assert conditions.play_due() == 0
    prepared.second.act(prepared.game_id, "answer", kind="draw", accepted=False)
    assert conditions.play_due() == 1
    assert prepared.turns == ["a1", "b2"]


@pytest.mark.parametrize("end", ["resign", "delete notes", "switch off", "remove", "close"])
def test_nothing_is_played_where_it_is_not_wanted_any_more(prepared: Prepared, end: str) -> None:
    reply = prepared.line("a1", "b2")
    prepared.set(reply)
    if end == "resign":
        prepared.second.act(prepared.game_id, "resign")
    elif end == "delete notes":
        SavedStudy.objects.update(deleted=timezone.now())
    elif end == "switch off":
        assert prepared.set(reply, on=False).status_code == 200
    elif end == "remove":
        edit = prepared.notes.edit("Remove", chapter=1, node=reply, size=1)
        assert edit.status_code == 200, edit.content
    else:
        close(player_of(holder_of(prepared.second)))
    if end != "resign":
        prepared.first.play(prepared.game_id, "a1")
    assert conditions.play_due() == 0
    assert len(prepared.turns) == (0 if end == "resign" else 1)


def test_both_may_prepare_and_neither_waits_for_the_other(
    prepared: Prepared, browser: Browser
) -> None:
    from tests.web.study.conftest import Student, submit

    answer = submit(browser, f"/game/{prepared.game_id}/notes")
    mine = Student(browser, str(answer["Location"]).split("/")[-1].split("?")[0])
    theirs = prepared.line("a1", "b2")
    prepared.set(theirs)
    reply = mine.add(mine.add(mine.add(0, "a1"), "b2"), "c3")
    answer = mine.post("/conditions/set", {"reply": reply, "on": True})
    assert answer.status_code == 200, answer.content
    prepared.first.play(prepared.game_id, "a1")
    assert [conditions.play_due() for _ in range(3)] == [1, 1, 0]
    assert prepared.turns == ["a1", "b2", "c3"]


# --- setting them ---------------------------------------------------------------------------------


def test_the_notes_tell_what_is_waited_for(sets: Prepared) -> None:
    reply = sets.line("f2,f3", "a1,d1")
    here = sets.waiting(reply)["here"]
    assert (here["refusal"], here["on"]) == ("", False)
    assert (here["number"], here["if"], here["then"]) == (1, ["f2", "f3"], ["a1", "d1"])
    told = sets.set(reply, "f3").json()
    assert told["conditions"][0]["stones"] == told["here"]["stones"] == ["f3"]
    assert sets.set(reply).json()["here"]["stones"] == []
    assert sets.set(reply, on=False).json()["conditions"] == []


def test_only_an_answer_to_the_other_one_can_be_set(prepared: Prepared) -> None:
    reply = prepared.line("a1", "b2")
    turn = prepared.line("c3", parent=reply)
    for node in (0, 1, turn):
        assert "your answer" in prepared.waiting(node)["here"]["refusal"]
        assert prepared.set(node).status_code == 400
    assert prepared.set(999).status_code == 409
    assert ConditionalTurn.objects.count() == 0


def test_what_the_game_has_passed_cannot_be_set(prepared: Prepared) -> None:
    past = prepared.line("a1", "b2")
    elsewhere = prepared.line("c3", "c1", parent=prepared.line("a2", "b1"))
    later = prepared.line("c3", "c1", parent=past)
    prepared.set(later)
    prepared.play("a1", "b3")
    assert "come as far" in prepared.set(past).json()["error"]
    assert "another way" in prepared.set(elsewhere).json()["error"]
    assert prepared.waiting(later)["conditions"] == []
    assert prepared.set(later, on=False).status_code == 200


def test_a_game_has_so_many_of_them(prepared: Prepared, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conditions, "MOST", 1)
    first, second = prepared.line("a1", "b2"), prepared.line("a2", "b2")
    assert prepared.set(first).status_code == 200
    answer = prepared.set(second)
    assert (answer.status_code, "at most 1 conditional" in answer.json()["error"]) == (409, True)
    assert [one.reply for one in ConditionalTurn.objects.all()] == [first]
    prepared.set(first, on=False)
    assert prepared.set(second).status_code == 200


def test_one_turn_has_one_answer(prepared: Prepared) -> None:
    first, second = prepared.line("a1", "b2"), prepared.line("a1", "c3")
    prepared.set(first)
    assert [one["reply"] for one in prepared.set(second).json()["conditions"]] == [second]
    prepared.play("a1")
    assert prepared.turns == ["a1", "c3"]


@pytest.mark.parametrize("stones", ["f3", [1], ["g1"], ["f3", "f3,f2"], {}])
def test_stones_that_are_not_the_turns_are_refused(sets: Prepared, stones: object) -> None:
    reply = sets.line("f2,f3", "a1,d1")
    answer = sets.notes.post("/conditions/set", {"reply": reply, "on": True, "stones": stones})
    assert answer.status_code == 400
    assert ConditionalTurn.objects.count() == 0


def test_nobody_else_hears_of_them(prepared: Prepared) -> None:
    reply = prepared.line("a1", "b2")
    prepared.set(reply)
    for other in (prepared.first, Browser()):
        there = prepared.notes.seen_by(other)
        assert there.get("/conditions").status_code == 404
        body = {"reply": reply, "on": False}
        assert there.post("/conditions/set", body).status_code == 404
        page = other.client.get(f"/game/{prepared.game_id}").content.decode()
        assert prepared.notes.study_id not in page
    assert prepared.waiting()["conditions"]


def test_a_request_from_elsewhere_is_refused(prepared: Prepared) -> None:
    address = f"/api/studies/{prepared.notes.study_id}/conditions/set"
    answer = prepared.second.client.post(address, {"reply": 1}, content_type="application/json")
    assert answer.status_code == 403


def test_other_studies_have_none(browser: Browser) -> None:
    from tests.web.study.conftest import begin, submit

    student = begin(browser, game="kitaran")
    assert student.get("/conditions").status_code == 400
    game_id = browser.begin("kitaran", opponent="1", side="first")
    answer = submit(browser, f"/game/{game_id}/notes")
    notes = str(answer["Location"]).split("/")[-1].split("?")[0]
    assert browser.client.get(f"/api/studies/{notes}/conditions").status_code == 400
    assert "data-conditions" not in browser.client.get(f"/study/{notes}").content.decode()


def test_the_page_of_notes_offers_them_while_the_game_goes_on(prepared: Prepared) -> None:
    address = f"/study/{prepared.notes.study_id}"
    assert "data-conditions" in prepared.second.client.get(address).content.decode()
    prepared.first.act(prepared.game_id, "resign")
    assert "data-conditions" not in prepared.second.client.get(address).content.decode()
    assert prepared.notes.get("/conditions").status_code == 400


def test_they_go_with_the_notes_to_an_account(prepared: Prepared) -> None:
    from skerry.web.accounts import people

    prepared.set(prepared.line("a1", "b2"))
    people.sign_up("Anneliese", "a tall lighthouse", holder_of(prepared.second))
    assert prepared.play("a1") == 1
    assert prepared.turns == ["a1", "b2"]


def test_nobody_plays_by_themselves_who_was_closed(prepared: Prepared) -> None:
    prepared.set(prepared.line("a1", "b2"))
    close(player_of(holder_of(prepared.second)))
    assert prepared.play("a1") == 0
    assert prepared.turns == ["a1"]


def test_a_changed_game_wakes_who_looks_for_what_is_due(prepared: Prepared) -> None:
    from skerry.web.base.services import service
    from skerry.web.play.sweeps import Alarm

    alarm = service(Alarm)
    alarm.wait(0)
    holders = holder_of(prepared.first), holder_of(prepared.second)
    saved = SavedGame.objects.get(pk=prepared.game_id)
    game_changed.send(
        sender=None, game_id=saved.pk, version=3, what="turn", holders=holders, saved=saved
    )
    assert alarm._rung.is_set()


def test_nor_is_a_looser_answer_in_its_place(sets: Prepared) -> None:
    sets.set(sets.line("f3,f2", "a1,d1"))
    sets.set(sets.line("b2,f3", "b4,d6"), "f3")
    sets.play("f2,f3")
    assert sets.turns == ["f2,f3", "a1,d1"]
    sets.second.act(sets.game_id, "take-back")
    sets.first.act(sets.game_id, "answer", kind="take_back", accepted=True)
    assert conditions.play_due() == 0
    assert sets.turns == ["f2,f3"]


def test_what_a_game_has_not_come_to_goes_with_its_end(prepared: Prepared) -> None:
    first = prepared.line("a1", "b2")
    prepared.set(first)
    prepared.set(prepared.line("c1", "c2", parent=first))
    prepared.play("a1")
    assert ConditionalTurn.objects.count() == 2
    prepared.first.act(prepared.game_id, "resign")
    assert [one.reply for one in ConditionalTurn.objects.all()] == [first]


def test_turns_are_those_of_the_game_s_chapter_wherever_it_stands(prepared: Prepared) -> None:
    prepared.set(prepared.line("a1", "b2"))
    added = prepared.notes.post("/chapters", {"version": 0, "game": "kitaran"}).json()["number"]
    assert prepared.notes.edit("PlaceChapter", chapter=added, rank=0).status_code == 200
    other = prepared.notes.add(0, "a1", chapter=added)
    prepared.notes.add(other, "c3", chapter=added)
    assert prepared.play("a1") == 1
    assert prepared.turns == ["a1", "b2"]


def test_without_the_game_s_chapter_nothing_is_played(prepared: Prepared) -> None:
    reply = prepared.line("a1", "b2")
    prepared.set(reply)
    prepared.notes.post("/chapters", {"version": 0, "game": "kitaran"})
    removed = prepared.notes.edit("RemoveChapter", chapter=1, size=3)
    assert removed.status_code == 200, removed.content
    refused = prepared.set(reply)
    assert refused.status_code == 400
    assert refused.json()["error"] == conditions.NO_CHAPTER
    assert prepared.play("a1") == 0
    assert prepared.turns == ["a1"]
    undone = {"version": 0, "number": removed.json()["edit"]}
    assert prepared.notes.post("/undo", undone).status_code == 200
    assert conditions.play_due() == 1  # once it is back, what came due meanwhile is
    assert prepared.turns == ["a1", "b2"]


@pytest.mark.django_db(transaction=True)
def test_rows_that_were_set_in_another_chapter_are_gone(
    prepared: Prepared,
) -> None:
    first = prepared.line("a1", "b2")
    other = prepared.line("c3", "c1", parent=first)
    for reply in (first, other):
        prepared.set(reply)
    before = ("correspondence", "0002_ladder_notices")
    call_command("migrate", *before, verbosity=0)
    try:
        apps = MigrationExecutor(connection).loader.project_state(before).apps
        rows = apps.get_model("correspondence", "ConditionalTurn").objects
        kept = rows.get(reply=first)
        for node, reply, depth in ((7, 8, 1), (first, other, 2), (3, 4, 1)):  # of other trees
            rows.update_or_create(
                study_id=kept.study_id,
                node=node,
                defaults={"game_id": kept.game_id, "person": 1, "depth": depth, "reply": reply},
            )
    finally:
        call_command("migrate", verbosity=0)
    (left,) = ConditionalTurn.objects.all()
    assert (left.pk, left.reply) == (kept.pk, first)
    assert prepared.play("a1") == 1
