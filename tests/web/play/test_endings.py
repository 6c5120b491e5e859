"""How a page tells the end of a game, what it offers then, and which levels were beaten."""

import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import skerry
from skerry.record import GameRecord, Person
from skerry.sessions import Opponent, Session, prepared_start
from skerry.web.play import changes, computer, helping, queries
from skerry.web.play.helping import Ladder, beaten_levels
from skerry.web.play.models import BeatenLevel, SavedGame
from skerry.web.play.page_data import ending
from tests import small
from tests.web.conftest import Browser
from tests.web.thinking.test_engine import answer_to

pytestmark = pytest.mark.stores

ADA = "token of Ada"


def played(name: str, opponent: Opponent, seed: int = 3, **options: Any) -> Session:
    """A whole game at random."""
    game = skerry.game(name, **{**small.small(name), **options})
    start = None if not game.info.has_setup else prepared_start(game, seed)
    session = Session.begin(game, ("Ada", "Bob"), opponent.seats(ADA), start=start)
    rng = Random(seed)
    while session.to_act is not None:
        turn = session.game.format_turn(session.position.sample_turn(rng))
        session = session.play(session.to_act, turn)
    return session


def told(session: Session, holder: str | None = ADA) -> dict[str, Any]:
    return ending(session.record, session.seats, holder)


def won_by(winner: int, name: str = "kitaran", level: str = "2") -> Session:
    """A game that person 0 or 1 has won; Ada is person 0."""
    for seed in range(40):
        session = played(name, Opponent(level, human=0), seed)
        if session.result is not None and session.result.winner == winner:
            return session
    raise AssertionError("no such game")


def test_who_looks_is_told_whether_they_won_their_points_first() -> None:
    won, lost = won_by(0), won_by(1)
    mine, theirs = (int(one.score or 0) for one in won.position.standings)
    assert told(won)["title"] == f"You won {mine} : {theirs}"
    assert told(won, None)["title"] == f"Black won {mine} : {theirs}"
    mine, theirs = (int(one.score or 0) for one in lost.position.standings)
    assert told(lost)["title"] == f"You lost {mine} : {theirs}"
    assert told(lost, None)["title"] == f"White won {theirs} : {mine}"


def test_friends_at_one_screen_are_told_the_colour() -> None:
    session = played("spry", Opponent(), size=3)
    assert told(session)["title"] in ("White won", "Black won")
    assert "joins yellow, blue and red." in told(session)["sentence"]


def test_a_resignation_is_told_without_an_account() -> None:
    game = skerry.game("sytran", size=3)
    session = Session.begin(game, ("Ada", "Bob"), Opponent("2", human=0).seats(ADA)).resign(0)
    assert told(session) | {"titles": []} == {
        "title": "You lost",
        "sentence": "Black wins by resignation.",
        "rows": [],
        "titles": [],
        "swapped": "Rematch as Black",
        "next_level": None,
    }


def test_one_level_up_is_offered_to_who_has_won() -> None:
    won = won_by(0)
    assert told(won)["next_level"] == {"level": "3", "title": "3 Crab"}
    assert told(won_by(1))["next_level"] is None
    assert told(played("kitaran", Opponent()))["next_level"] is None
    top = replace(won, seats=won.seats.with_level("11"))
    assert told(top)["next_level"] is None


def test_the_rule_that_ended_a_game_is_named_only_where_the_board_does_not_say_it() -> None:
    told_ones = [told(played("syrtis", Opponent(), seed))["sentence"] for seed in range(30)]
    assert any(re.fullmatch(r"Light has sunk four tiles in a row\.", one) for one in told_ones)
    initiative = [one for one in told_ones if "initiative" in one]
    assert all("sank the last tile" in one or "moved first" in one for one in initiative)
    assert initiative


def test_every_game_of_each_ends_in_words() -> None:
    for name in small.NAMES:
        found = told(played(name, Opponent("1", human=1)))
        assert found["title"].startswith(("You won", "You lost", "Drawn"))
        assert found["sentence"].endswith(".")


# --- levels that were beaten ----------------------------------------------------------------------


def test_a_level_that_was_beaten_is_remembered_once(db: None) -> None:
    won = won_by(0)
    for _ in range(2):
        helping.note(won)
    helping.note(won_by(1, level="5"))
    helping.note(played("kitaran", Opponent()))
    assert beaten_levels(ADA) == {"kitaran": {"2"}}
    assert BeatenLevel.objects.count() == 1
    assert beaten_levels("somebody else") == {}
    assert beaten_levels(None) == {}


def test_levels_are_told_in_words() -> None:
    steps = [False] * 10
    assert Ladder(tuple(steps)).words == ""
    steps[0] = steps[2] = True
    assert Ladder(tuple(steps)).words == "Levels 1 and 3 beaten"


def test_a_prepared_board_counts_and_a_given_position_does_not(db: None) -> None:
    helping.note(won_by(0, "syrtis"))
    won = won_by(0)
    late = won.record.replay()[-2]
    person = (Person("Ada"), Person("Computer", "computer", "2"))
    record = GameRecord.begin(late.game, start=late, persons=person)
    helping.note(Session(record.add_turn(won.record.turns[-1].text), won.seats))
    assert beaten_levels(ADA) == {"syrtis": {"2"}}


def test_a_game_won_on_the_page_counts_and_outlives_its_deletion(browser: Browser) -> None:
    for seed in range(40):
        game_id = browser.begin("kitaran", opponent="1", side="first")
        if play_both(game_id, Random(seed)) == 0:
            break
    saved = SavedGame.objects.get(pk=game_id)
    assert browser.state(game_id)["ending"]["title"].startswith("You won")
    browser.client.post(f"/game/{game_id}/delete", {"csrfmiddlewaretoken": browser.token()})
    assert beaten_levels(saved.first_seat) == {"kitaran": {"1"}}
    home = browser.client.get("/").content.decode()
    assert home.count('class="ladder"') == 1
    assert 'title="Level 1 beaten"' in home
    assert home.count('class="is-beaten"') == 1


def play_both(game_id: str, rng: Random) -> int | None:
    """Play a game at random for both; returns the winner."""
    while True:
        saved = SavedGame.objects.get(pk=game_id)
        session = queries.session_of(saved)
        if session.result is not None:
            return session.result.winner
        turn = session.game.format_turn(session.position.sample_turn(rng))
        if saved.waits_for_computer:
            computer.take_answer(answer_to(game_id, saved.version, turn))
        else:
            changes.play(saved, saved.first_seat, saved.version, turn.split(","))
