"""The ratings beside the names of a rated game, for whoever may see it."""

import pytest

from skerry.web.accounts import people
from skerry.web.play.models import SavedGame
from tests.web.conftest import Browser
from tests.web.play.two_players import set_clock
from tests.web.ratings.rated_games import account, begin, play_two, win

pytestmark = [pytest.mark.django_db, pytest.mark.stores]


def asked(game_id: str, status: int = 200) -> object:
    answer = Browser().client.get(f"/api/ratings/{game_id}")
    assert answer.status_code == status
    return answer.json().get("persons")


def test_it_tells_them_now_and_what_the_game_has_done() -> None:
    set_clock()
    ada, bob = account("Ada"), account("Bob")
    running = play_two(begin(ada, bob))
    words = "Not certain yet: the strength lies between 814 and 2186 (95% sure)."
    newcomer = {"text": "1500?", "words": words, "gain": ""}
    assert asked(running.pk) == [newcomer, newcomer]
    over = asked(win(ada, bob).pk)
    assert isinstance(over, list)
    assert [(one["text"], one["gain"]) for one in over] == [("1662?", "+162"), ("1338?", "−162")]
    people.forget(bob.holder)
    left = asked(running.pk)
    assert isinstance(left, list)
    assert left[1] is None


def test_there_are_none_in_other_games_and_private_ones_are_not_there() -> None:
    ada, bob = account("Ada"), account("Bob")
    casual = begin(ada, bob, is_rated=False)
    assert asked(casual.pk) == [None, None]
    saved = begin(ada, bob)
    SavedGame.objects.update(visibility="private")
    asked(saved.pk, 404)
    asked("nothing", 404)
