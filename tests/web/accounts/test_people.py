"""Players: guests, accounts, and what moves from one to the other."""

from typing import Any

import pytest

from skerry.record import GameRecord
from skerry.sessions import Opponent
from skerry.web.accounts import names as guests
from skerry.web.accounts import people, personal_data
from skerry.web.accounts.models import Player, User
from skerry.web.accounts.names import DELETED, NameTakenError
from skerry.web.base.errors import SeatError
from skerry.web.play import changes, creation, queries
from skerry.web.play.models import BeatenLevel, SavedGame
from skerry.web.play.signals import game_changed
from skerry.web.study import studies
from skerry.web.study.models import SavedReview, SavedStudy
from tests.web.accounts.conftest import PASSWORD, seat_in
from tests.web.conftest import Browser
from tests.web.play.two_players import KITARAN

pytestmark = pytest.mark.stores

GUEST, OTHER = "a" * 64, "b" * 64


def test_a_browser_becomes_a_guest_with_a_name_once(db: None) -> None:
    first = people.player_of(GUEST)
    assert first.is_guest
    assert people.player_of(GUEST) == first
    assert people.player_of(OTHER).name != first.name
    assert people.find_by_name(first.name.upper()) == first


def test_a_guest_finds_a_name_although_many_are_gone(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "words", lambda: (("Calm",), ("Calm",)))
    monkeypatch.setattr(guests, "_ONES", 3)  # a single number, 2
    names = {people.player_of(letter * 64).name for letter in "abcdef"}
    assert len(names) == 6
    assert "Calm Calm 2" in names


def test_a_guest_for_whom_no_name_is_free_is_a_fault_of_ours(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "guest_names", lambda: lambda: "Calm Calm")
    assert people.player_of(GUEST).name == "Calm Calm"
    with pytest.raises(RuntimeError, match="No free name for a guest was found"):
        people.player_of(OTHER)
    assert Player.objects.count() == 1


def test_the_names_of_players_are_unique_however_they_are_written(user: User) -> None:
    for name in ("anneliese", "ANNELIESE", "Anne1iese", "Anne Liese"):
        with pytest.raises(NameTakenError):
            people.sign_up(name, PASSWORD)
    assert User.objects.count() == Player.objects.count() == 1


def test_a_guest_that_signs_up_keeps_its_player(db: None) -> None:
    guest = people.player_of(GUEST)
    user = people.sign_up("Anneliese", PASSWORD, GUEST)
    player = people.player_of(user.holder)
    assert player.pk == guest.pk
    assert (player.name, player.user) == ("Anneliese", user)
    assert people.find_player(GUEST) is None


def test_a_name_is_changed_for_both(user: User) -> None:
    player = people.player_of(user.holder)
    people.rename(player, "Bartholomew")
    user.refresh_from_db()
    assert user.name == "Bartholomew"
    assert User.objects.get_by_natural_key("BARTHOLOMEW") == user
    people.sign_up("Anneliese", PASSWORD)  # free again


def test_a_name_that_is_taken_changes_nothing(user: User) -> None:
    other = people.player_of(people.sign_up("Bartholomew", PASSWORD).holder)
    with pytest.raises(NameTakenError):
        people.rename(other, "Anneliese")
    other.refresh_from_db()
    assert other.name == other.folded.capitalize() == "Bartholomew"
    assert User.objects.filter(name="Bartholomew").exists()


def test_all_that_a_browser_has_moves(browser: Browser, user: User) -> None:
    against, with_friend = browser.begin("spry", opponent="2"), browser.begin("kitaran")
    guest = seat_in(with_friend)
    deleted = browser.begin("byg")
    browser.client.post(f"/game/{deleted}/delete", {"csrfmiddlewaretoken": browser.token()})
    record = queries.session_of(queries.find_any(with_friend)).record
    study = studies.begin(guest, "A study", ("One", record))
    BeatenLevel.objects.create(holder=guest, game="spry", level="1")
    BeatenLevel.objects.create(holder=guest, game="spry", level="2")
    BeatenLevel.objects.create(holder=user.holder, game="spry", level="2")
    player = people.player_of(guest)
    people.adopt(user, guest)
    mine = user.holder
    for game_id in (with_friend, deleted):
        saved = SavedGame.objects.get(pk=game_id)
        assert (saved.first_seat, saved.second_seat) == (mine, mine)
    assert SavedGame.objects.get(pk=against).seats.held_by(mine)
    assert SavedStudy.objects.get(pk=study.pk).holder == mine
    levels = BeatenLevel.objects.filter(holder=mine).values_list("level", flat=True)
    assert sorted(levels) == ["1", "2"]
    assert not Player.objects.filter(pk=player.pk).exists()
    for model in (SavedGame, SavedStudy, BeatenLevel):
        assert guest not in str(list(model.objects.values()))


def test_notes_that_both_have_in_one_game_are_both_kept(browser: Browser, user: User) -> None:
    game_id = browser.begin("spry")
    guest = seat_in(game_id)
    record = queries.session_of(queries.find_any(game_id)).record
    for holder in (guest, user.holder):
        studies.begin(holder, f"Notes of {holder[:9]}", ("One", record), notes_of=game_id)
    people.adopt(user, guest)
    notes = SavedStudy.objects.filter(holder=user.holder).values_list("notes_of", flat=True)
    assert set(notes) == {None, game_id}


def test_a_move_that_fails_moves_nothing(
    browser: Browser, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = browser.begin("spry")
    guest = seat_in(game_id)

    def fail(old: str, new: str) -> None:
        raise RuntimeError("the last app fails")

    monkeypatch.setattr("skerry.web.study.personal_data.move", fail)
    with pytest.raises(RuntimeError):
        people.adopt(user, guest)
    with pytest.raises(RuntimeError):
        people.sign_up("Bartholomew", PASSWORD, guest)
    assert seat_in(game_id) == guest
    assert User.objects.count() == 1


def test_what_is_forgotten_is_gone_and_others_keep_their_games(
    browser: Browser, other_browser: Browser, user: User
) -> None:
    alone = browser.begin("kitaran", first="Anneliese", second="Somebody")
    running, over = browser.begin("kitaran", first="Anneliese"), browser.begin("kitaran")
    guest = seat_in(alone)
    other = seat_in(other_browser.begin("byg"))
    browser.play_any(running)
    SavedGame.objects.filter(pk__in=(running, over)).update(second_seat=other)
    other_browser.act(over, "resign")
    record = queries.session_of(queries.find_any(alone)).record
    study = studies.begin(guest, "A study", ("One", record))
    SavedReview.objects.create(study=study, chapter=1, nodes="[]", data="{}")
    BeatenLevel.objects.create(holder=guest, game="spry", level="1")
    people.adopt(user, guest)
    people.forget(user.holder)
    assert not SavedGame.objects.filter(pk=alone).exists()
    for model in (SavedStudy, SavedReview, BeatenLevel, User):
        assert not model.objects.exists(), model
    for game_id in (running, over):
        saved = SavedGame.objects.get(pk=game_id)
        assert (saved.first_seat, saved.second_seat, saved.status) == (None, other, "over")
        assert "Anneliese" not in saved.record + saved.summary
        persons = queries.session_of(saved).record.persons
        assert persons[0].name == DELETED
        assert other_browser.state(game_id)["owner"]
    assert SavedGame.objects.get(pk=running).winner == 1
    player = Player.objects.get()
    assert (player.name, player.user) == (f"{DELETED} {player.pk}", None)
    assert player.closed is not None
    with pytest.raises(SeatError, match="deleted"):
        people.player_of(user.holder)
    people.sign_up("Anneliese", PASSWORD)  # the name is free again


def test_a_damaged_game_does_not_keep_anybody_from_being_forgotten(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    guest = seat_in(game_id)
    SavedGame.objects.filter(pk=game_id).update(record="{", second_seat=OTHER)
    people.forget(guest)
    saved = SavedGame.objects.get(pk=game_id)
    assert (saved.first_seat, saved.second_seat) == (None, OTHER)


def test_personal_data_has_everything_and_nothing_of_others(
    browser: Browser, other_browser: Browser
) -> None:
    mine, another = browser.begin("kitaran"), other_browser.begin("kitaran")
    guest = seat_in(mine)
    record = queries.session_of(queries.find_any(mine)).record
    study = studies.begin(guest, "A study", ("One", record))
    found: Any = personal_data.export(guest)
    played, studied = list(found["play"]["games"]), list(found["study"]["studies"])
    assert mine in str(played)
    assert study.pk in str(studied)
    assert another not in f"{found}{played}{studied}"


def test_who_is_closed_is_signed_out_and_may_come_back(user: User) -> None:
    player = people.player_of(user.holder)
    people.close(player)
    user.refresh_from_db()
    assert (user.is_active, player.closed is None) == (False, False)
    people.reopen(player)
    user.refresh_from_db()
    assert (user.is_active, player.closed) == (True, None)


# --- the name in games ----------------------------------------------------------------------------


def names_in(game_id: str) -> list[str]:
    record = GameRecord.from_json(SavedGame.objects.get(pk=game_id).record)
    return [person.name for person in record.persons]


def game_of(first: str, second: str) -> str:
    names = (people.player_of(first).name, people.player_of(second).name)
    return creation.begin_between((first, second), names, KITARAN).pk


def test_games_have_the_name_that_a_guest_has_since_signing_up_or_in(db: None) -> None:
    guest, other = "g" * 64, "h" * 64
    game_id = game_of(guest, other)
    before = SavedGame.objects.get(pk=game_id)
    user = people.sign_up("Anneliese", PASSWORD, guest)
    assert names_in(game_id) == ["Anneliese", people.player_of(other).name]
    saved = SavedGame.objects.get(pk=game_id)
    assert saved.first_seat == user.holder
    assert (saved.version, saved.turns_version) == (before.version + 1, before.turns_version)
    later = game_of(other, "i" * 64)
    people.adopt(user, "i" * 64)
    assert names_in(later)[1] == "Anneliese"


def test_another_name_is_that_of_all_games_with_others_running_or_over(db: None) -> None:
    user, other = people.sign_up("Anneliese", PASSWORD), people.sign_up("Bert", PASSWORD)
    running, over = game_of(user.holder, other.holder), game_of(other.holder, user.holder)
    changes.resign(queries.find_any(over), user.holder, queries.find_any(over).version)
    alone = creation.begin(user.holder, KITARAN, ["Anneliese", "Grandma"], Opponent()).pk
    people.rename(people.player_of(user.holder), "Annabell")
    assert names_in(running) == ["Annabell", "Bert"]
    assert names_in(over) == ["Bert", "Annabell"]
    assert names_in(alone) == ["Anneliese", "Grandma"]  # as they were typed
    saved = queries.find_any(running)
    changes.play(saved, user.holder, saved.turns_version, ["a1"])  # a page that shows the old name


def test_pages_hear_of_another_name(db: None, django_capture_on_commit_callbacks: Any) -> None:
    heard = []

    def hear(*, game_id: str, what: str, **_: object) -> None:
        heard.append((game_id, what))

    user = people.sign_up("Anneliese", PASSWORD)
    game_id = game_of(user.holder, "h" * 64)
    game_changed.connect(hear)
    try:
        with django_capture_on_commit_callbacks(execute=True):
            people.rename(people.player_of(user.holder), "Annabell")
    finally:
        game_changed.disconnect(hear)
    assert heard == [(game_id, "renamed")]


def test_a_damaged_game_keeps_nobody_from_another_name(db: None) -> None:
    user = people.sign_up("Anneliese", PASSWORD)
    game_id = game_of(user.holder, "h" * 64)
    SavedGame.objects.filter(pk=game_id).update(record="{")
    people.rename(people.player_of(user.holder), "Annabell")
    assert people.player_of(user.holder).name == "Annabell"
