"""Games of two browsers: turns, offers and their answers, calling off; and who may do what."""

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

import skerry
from skerry.errors import OptionError
from skerry.record import AGREEMENT, GameRecord, Result
from skerry.sessions import Fischer
from skerry.web.base.errors import StaleError
from skerry.web.play import changes, creation, offers, queries
from skerry.web.play.changes import save
from skerry.web.play.models import DRAWN, OVER, SavedGame
from tests.web.conftest import Browser
from tests.web.play.two_players import KITARAN, between, holder_of, row

pytestmark = pytest.mark.stores

ANSWERS = ["draw", "take_back", "rematch"]


@pytest.fixture
def game_id(browser: Browser, other_browser: Browser) -> str:
    """A game in which both have played, and the first browser is to act."""
    game_id = between(browser, other_browser)
    browser.play(game_id, "a1")
    other_browser.play(game_id, "b2")
    return game_id


def test_a_game_of_two_is_in_both_lists_at_once(browser: Browser, other_browser: Browser) -> None:
    game_id = between(browser, other_browser)
    for one in (browser, other_browser):
        assert game_id in one.client.get("/").content.decode()
    assert game_id not in Browser().client.get("/").content.decode()


def test_nobody_plays_against_themselves(browser: Browser) -> None:
    holder = holder_of(browser)
    with pytest.raises(OptionError, match="two players"):
        creation.begin_between((holder, holder), ("Ada", "Ada"), KITARAN)


def test_a_game_begins_at_a_position_or_with_its_set_up_drawn(browser: Browser) -> None:
    holders = (holder_of(browser), "b" * 64)
    syrtis = skerry.game("syrtis", board="minor")
    saved = creation.begin_between(holders, ("Ada", "Bob"), syrtis, seed=3, prepared=True)
    assert queries.session_of(saved).position.phase == "play"
    start = KITARAN.start().play("a1")
    saved = creation.begin_between(holders, ("Ada", "Bob"), KITARAN, start=start)
    assert queries.session_of(saved).position == start


# --- draws ----------------------------------------------------------------------------------------


def test_a_draw_is_offered_and_accepted(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    state = browser.act(game_id, "offer", kind="draw").json()
    assert state["offers"] == {"draw": 0, "take_back": None, "rematch": None}
    assert not state["may_offer_draw"]
    assert other_browser.state(game_id)["offers"]["draw"] == 0
    state = other_browser.act(game_id, "answer", kind="draw", accepted=True).json()
    assert state["over"]
    assert state["heading"] == "Drawn by agreement"
    assert state["ending"]["title"] == "Drawn"
    saved = row(game_id)
    assert (saved.status, saved.winner, saved.to_act, saved.offers) == (OVER, DRAWN, None, "")
    assert GameRecord.from_json(saved.record).result == Result(None, AGREEMENT)


def test_two_offers_of_a_draw_meet(browser: Browser, other_browser: Browser, game_id: str) -> None:
    browser.act(game_id, "offer", kind="draw")
    assert other_browser.act(game_id, "offer", kind="draw").json()["over"]


def test_an_offer_does_not_make_a_turn_stale(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    seen = browser.state(game_id)["version"]
    other_browser.act(game_id, "offer", kind="draw")
    answer = browser.send(game_id, "play", {"version": seen, "actions": ["c1"]})
    assert answer.status_code == 200
    assert answer.json()["offers"]["draw"] is None  # by playing it was refused
    assert other_browser.state(game_id)["may_offer_draw"]


def test_an_answer_to_an_offer_that_has_fallen_ends_nothing(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    other_browser.act(game_id, "offer", kind="draw")
    seen = browser.state(game_id)["version"]
    browser.play(game_id, "c1")
    answer = browser.send(game_id, "answer", {"version": seen, "kind": "draw", "accepted": True})
    assert answer.status_code == 409
    answer = browser.act(game_id, "answer", kind="draw", accepted=True)
    assert answer.status_code == 409
    assert "not offered any more" in answer.json()["error"]
    assert not browser.state(game_id)["over"]


# --- take-backs -----------------------------------------------------------------------------------


def test_a_turn_is_asked_back_and_given(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    state = other_browser.act(game_id, "take-back").json()
    assert state["turn"] == 2
    assert state["offers"]["take_back"] == 1
    state = browser.act(game_id, "answer", kind="take_back", accepted=True).json()
    assert [turn["text"] for turn in state["turns"]] == ["a1"]
    assert other_browser.state(game_id)["mine"]


def test_a_refused_request_changes_no_turn_and_is_not_repeated_at_once(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    other_browser.act(game_id, "take-back")
    state = browser.act(game_id, "answer", kind="take_back", accepted=False).json()
    assert state["turn"] == 2
    assert not other_browser.state(game_id)["may_ask_back"]
    answer = other_browser.act(game_id, "take-back")
    assert answer.status_code == 409
    assert "refused" in answer.json()["error"]


def test_a_turn_in_flight_is_stale_once_the_one_before_it_was_given_back(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    other_browser.act(game_id, "take-back")
    seen = browser.state(game_id)["version"]
    browser.act(game_id, "answer", kind="take_back", accepted=True)
    other_browser.play(game_id, "c3")
    answer = browser.send(game_id, "play", {"version": seen, "actions": ["c1"]})
    assert answer.status_code == 409
    assert [turn["text"] for turn in browser.state(game_id)["turns"]] == ["a1", "c3"]


# --- rematches ------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["answer", "offer"])
def test_a_rematch_begins_once_both_want_it(
    browser: Browser, other_browser: Browser, game_id: str, how: str
) -> None:
    browser.act(game_id, "resign")
    state = browser.act(game_id, "offer", kind="rematch").json()
    assert state["offers"]["rematch"] == 0
    assert state["next_game"] is None
    accepted = {"accepted": True} if how == "answer" else {}
    state = other_browser.act(game_id, how, kind="rematch", **accepted).json()
    again = row(str(state["next_game"]).rsplit("/", 1)[1])
    assert state["next_game"] == reverse("game", args=[again.pk])
    assert (again.first_seat, again.second_seat) == (holder_of(other_browser), holder_of(browser))
    assert other_browser.state(again.pk)["mine"]
    assert not state["may_offer_rematch"]
    for one in (browser, other_browser):
        assert one.act(game_id, "answer", kind="rematch", accepted=True).status_code == 409
    assert SavedGame.objects.filter(num_turns=0, game="kitaran").count() == 1


def test_a_rematch_has_a_full_clock_that_runs(browser: Browser, other_browser: Browser) -> None:
    game_id = between(browser, other_browser, Fischer(60, 1))
    browser.act(game_id, "abort")
    browser.act(game_id, "offer", kind="rematch")
    other_browser.act(game_id, "answer", kind="rematch", accepted=True)
    clock = other_browser.state(row(game_id).next_game)["clock"]
    assert clock["running"] == 0
    assert clock["left"][1] == {"seconds": 60, "periods": 0}


def test_a_game_has_one_rematch(browser: Browser, other_browser: Browser, game_id: str) -> None:
    """Another page of the same player may still show the button when it has begun elsewhere."""
    browser.act(game_id, "resign")
    version = browser.act(game_id, "offer", kind="rematch").json()["version"]
    browser.send(game_id, "offer", {"kind": "rematch", "version": version})
    other_browser.act(game_id, "answer", kind="rematch", accepted=True)
    again = row(game_id).next_game
    for one in (browser, other_browser):
        answer = one.send(game_id, "offer", {"kind": "rematch", "version": version})
        assert answer.status_code == 409
        assert "has begun already" in answer.json()["error"]
        answer = one.act(game_id, "answer", kind="rematch", accepted=True)
        assert answer.status_code == 409
    assert row(game_id).next_game == again
    assert browser.state(game_id)["offers"]["rematch"] is None


def test_two_who_offer_a_rematch_at_the_same_moment_agree(browser: Browser, game_id: str) -> None:
    """Neither page has shown the other one's offer; nor has the process that is asked second."""
    browser.act(game_id, "resign")
    first, second = row(game_id), row(game_id)
    seen = first.version
    assert offers.offer(first, first.first_seat, seen, "rematch").next_game == ""
    saved = offers.offer(second, second.second_seat, seen, "rematch")
    assert saved.next_game == row(game_id).next_game != ""
    begun = row(saved.next_game)
    assert (begun.first_seat, begun.second_seat) == (first.second_seat, first.first_seat)


def test_an_offer_of_a_rematch_may_be_withdrawn(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    browser.act(game_id, "resign")
    browser.act(game_id, "offer", kind="rematch")
    state = browser.act(game_id, "answer", kind="rematch", accepted=False).json()
    assert state["offers"]["rematch"] is None
    answer = other_browser.act(game_id, "answer", kind="rematch", accepted=True)
    assert answer.status_code == 409
    assert row(game_id).next_game == ""


# --- calling off ----------------------------------------------------------------------------------


def test_a_game_is_called_off_before_both_have_played(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = between(browser, other_browser)
    browser.play(game_id, "a1")
    assert browser.state(game_id)["may_abort"]
    state = other_browser.act(game_id, "abort").json()
    assert state["over"]
    assert state["aborted"]
    assert state["heading"] == "The game was called off"
    assert state["ending"]["title"] == "Called off"
    saved = row(game_id)
    assert (saved.status, saved.winner, saved.to_act) == (OVER, None, None)
    assert GameRecord.from_json(saved.record).result is None
    assert browser.client.get(f"/game/{game_id}").status_code == 200
    assert "called off" in browser.client.get("/").content.decode()
    for what in ("play", "abort", "resign", "offer"):
        answer = browser.act(game_id, what, actions=["c3"], kind="draw")
        assert answer.status_code == 409
        assert "called off" in answer.json()["error"]


def test_a_game_in_which_both_have_played_is_not_called_off(browser: Browser, game_id: str) -> None:
    assert not browser.state(game_id)["may_abort"]
    assert browser.act(game_id, "abort").status_code == 409
    assert not browser.state(game_id)["over"]


def test_a_game_is_forfeited_by_whoever_runs_the_site(game_id: str) -> None:
    saved = changes.forfeit(queries.find_any(game_id), 1, "Banned.")
    assert saved.winner == 0
    assert GameRecord.from_json(row(game_id).record).comment == "Banned."


# --- attacks --------------------------------------------------------------------------------------

DEEDS = [
    ("offer", {"kind": "draw"}),
    ("offer", {"kind": "take_back"}),
    ("answer", {"kind": "draw", "accepted": True}),
    ("answer", {"kind": "take_back", "accepted": True}),
    ("abort", {}),
    ("vacation", {"away": True}),
    ("take-back", {}),
    ("resign", {}),
    ("play", {"actions": ["c1"]}),
]


@pytest.mark.parametrize(("what", "body"), DEEDS)
def test_a_spectator_does_nothing(
    browser: Browser, other_browser: Browser, game_id: str, what: str, body: dict[str, object]
) -> None:
    other_browser.act(game_id, "offer", kind="draw")
    before, stranger = row(game_id), Browser()
    for one in (stranger, Browser()):
        assert one.act(game_id, what, **body).status_code == 403
        holder_of(stranger)
    after = row(game_id)
    assert (after.version, after.record, after.offers) == (
        before.version,
        before.record,
        before.offers,
    )
    seen = stranger.state(game_id)
    assert seen["you"] is None
    assert not any(seen[name] for name in ("may_offer_draw", "may_ask_back", "may_abort"))


@pytest.mark.parametrize("kind", ANSWERS)
def test_nobody_answers_in_the_others_seat(browser: Browser, game_id: str, kind: str) -> None:
    if kind == "rematch":
        browser.act(game_id, "resign")
    assert browser.act(game_id, "offer", kind=kind).status_code == 200
    before = row(game_id)
    for more in ({}, {"person": 1}, {"holder": before.second_seat}):
        answer = browser.act(game_id, "answer", kind=kind, accepted=True, **more)
        assert answer.status_code == 409
        assert "for the other player to answer" in answer.json()["error"]
    after = row(game_id)
    assert (after.version, after.record) == (before.version, before.record)


@pytest.mark.parametrize("kind", [None, "", "draw; DROP TABLE", 5, ["draw"], "resign"])
def test_what_is_no_offer_is_refused(browser: Browser, game_id: str, kind: object) -> None:
    for what in ("offer", "answer"):
        answer = browser.act(game_id, what, kind=kind, accepted=True)
        assert answer.status_code == 400
        assert "must be 'draw', 'take_back' or 'rematch'" in answer.json()["error"]


@pytest.mark.parametrize("what", ["play", "preview", "take-back", "offer", "resign", "abort"])
def test_what_was_meant_for_other_turns_is_refused(
    browser: Browser, other_browser: Browser, what: str
) -> None:
    game_id = between(browser, other_browser)
    browser.play(game_id, "a1")
    other_browser.play(game_id, "b2")
    turn = {"actions": ["c1"]}
    more: dict[str, Any] = {"play": turn, "preview": turn, "offer": {"kind": "draw"}}
    _refuses_other_turns(browser, game_id, what, more.get(what, {}))


@pytest.mark.parametrize("accepted", [True, False])
@pytest.mark.parametrize("kind", ANSWERS)
def test_an_answer_for_other_turns_is_refused(
    browser: Browser, other_browser: Browser, game_id: str, kind: str, accepted: bool
) -> None:
    if kind == "rematch":
        browser.act(game_id, "resign")
    assert browser.act(game_id, "offer", kind=kind).status_code == 200
    _refuses_other_turns(other_browser, game_id, "answer", {"kind": kind, "accepted": accepted})
    if kind == "rematch":
        _refuses_other_turns(other_browser, game_id, "offer", {"kind": kind})


def _refuses_other_turns(
    browser: Browser, game_id: str, what: str, more: dict[str, object]
) -> None:
    before = row(game_id)
    for version in (0, before.version + 1):  # turns it had, and turns it may have some day
        answer = browser.act(game_id, what, version=version, **more)
        assert answer.status_code == 409, answer.content
        assert "has changed" in answer.json()["error"]
    after = row(game_id)
    assert (after.version, after.record, after.next_game) == (
        before.version,
        before.record,
        before.next_game,
    )


@pytest.mark.parametrize("kind", ANSWERS)
def test_alone_nobody_is_asked(browser: Browser, kind: str) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1")
    answer = browser.act(game_id, "offer", kind=kind)
    assert answer.status_code == 409
    assert "nobody to ask" in answer.json()["error"]


def test_neither_sees_the_others_unfinished_turn(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    before = other_browser.state(game_id)
    assert browser.act(game_id, "preview", actions=["c1"]).status_code == 200
    assert other_browser.state(game_id) == before
    assert other_browser.act(game_id, "preview", actions=["c1"]).status_code == 409


# --- two at the same time -------------------------------------------------------------------------


def test_of_a_turn_and_a_resignation_at_the_same_time_both_count_or_one_is_refused(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    first, second = row(game_id), row(game_id)
    changes.play(first, first.first_seat, first.version, ["c1"])
    before = row(game_id)
    with pytest.raises(StaleError, match="has changed"):
        changes.resign(second, second.second_seat, second.version)
    assert (row(game_id).version, row(game_id).status) == (before.version, before.status)


def test_what_is_no_turn_leaves_what_is_composed(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    """The page keeps a turn that is composed as long as `turns_version`."""
    seen = browser.state(game_id)
    deeds = (
        (other_browser, "offer", {"kind": "draw"}),
        (browser, "answer", {"kind": "draw", "accepted": False, "by": 1}),
        (other_browser, "offer", {"kind": "take_back"}),
        (browser, "answer", {"kind": "take_back", "accepted": False, "by": 1}),
    )
    for who, what, body in deeds:
        after = who.act(game_id, what, **body).json()
        assert after["turns_version"] == seen["turns_version"] < after["version"]
        preview = browser.send(game_id, "preview", {"version": seen["version"], "actions": ["c1"]})
        assert preview.status_code == 200
    played = browser.send(game_id, "play", {"version": seen["version"], "actions": ["c1"]}).json()
    assert played["turns_version"] == played["version"]
    resigned = other_browser.act(game_id, "resign").json()
    assert resigned["turns_version"] == played["version"]
    late = browser.send(game_id, "play", {"version": played["version"], "actions": ["c2"]})
    assert (late.status_code, late.json()["error"]) == (
        409,
        "The game is over; no turn can follow.",
    )


def test_a_renamed_player_leaves_what_is_composed(browser: Browser, game_id: str) -> None:
    saved = row(game_id)
    session = queries.session_of(saved)
    first, second = session.record.persons
    named = session.record.with_persons(first, replace(second, name="Bobby"))
    after = save(saved, replace(session, record=named), "answer")
    assert after.version == after.turns_version + 1
    assert browser.state(game_id)["persons"][1]["name"] == "Bobby"


def test_an_answer_says_whose_offer_it_answers(
    browser: Browser, other_browser: Browser, game_id: str
) -> None:
    browser.act(game_id, "offer", kind="take_back")
    for kind, by in (("take_back", 1), ("draw", 0)):
        answer = other_browser.act(game_id, "answer", kind=kind, by=by, accepted=True)
        assert answer.status_code == 409
        assert "not offered any more" in answer.json()["error"]
    assert row(game_id).num_turns == 2
    answer = other_browser.act(game_id, "answer", kind="take_back", by=0, accepted=True)
    assert answer.json()["turn"] == 0


def test_a_game_that_always_has_a_winner_offers_no_draw(
    browser: Browser, other_browser: Browser
) -> None:
    game_id = between(browser, other_browser, game=skerry.game("byg", size=3))
    assert not browser.state(game_id)["may_offer_draw"]
    answer = browser.act(game_id, "offer", kind="draw")
    assert answer.status_code == 409
    assert answer.json()["error"] == (
        "This game of Byg always has a winner by its rules, so it cannot be drawn; one may resign."
    )


def test_a_turn_is_saved_though_an_offer_came_between(game_id: str) -> None:
    first, second = row(game_id), row(game_id)
    seen = first.version
    offers.offer(first, first.second_seat, seen, "draw")
    saved = changes.play(second, second.first_seat, seen, ["c1"])
    assert (saved.num_turns, saved.version) == (3, seen + 2)


def test_of_two_answers_to_a_rematch_one_begins_it(browser: Browser, game_id: str) -> None:
    browser.act(game_id, "resign")
    browser.act(game_id, "offer", kind="rematch")
    first, second = row(game_id), row(game_id)
    offers.answer(first, first.second_seat, first.version, "rematch", accepted=True)
    num_games = SavedGame.objects.count()
    with pytest.raises(StaleError):
        offers.answer(second, second.second_seat, second.version, "rematch", accepted=True)
    assert SavedGame.objects.count() == num_games
