"""Challenges for one player alone."""

from typing import Any

import pytest

from skerry.web.accounts import people, personal_data
from skerry.web.online.challenges import MOST_TO_ONE
from skerry.web.online.models import Challenge
from skerry.web.play.models import SavedGame
from tests.web.accounts.conftest import Person
from tests.web.bots.programs import Program
from tests.web.conftest import small_form
from tests.web.online.challenging import challenge, page_of, post

pytestmark = pytest.mark.stores


@pytest.fixture
def asker(db: None) -> Person:
    person = Person()
    person.sign_up("Anneliese")
    return person


@pytest.fixture
def asked(db: None) -> Person:
    person = Person()
    person.sign_up("Bartholomew")
    return person


@pytest.fixture
def third(db: None) -> Person:
    person = Person()
    person.sign_up("Charlotte")
    return person


def lobby(person: Person) -> str:
    return str(person.client.get("/api/lobby").json()["html"])


def test_only_who_is_asked_accepts(asker: Person, asked: Person, third: Person) -> None:
    made = challenge(asker, to="Bartholomew", listed="on")
    assert not made.is_listed
    assert "For you" in lobby(asked)
    for other in (third, Person()):
        assert str(made.pk) not in lobby(other)
        assert "</bdi> can accept this challenge" in page_of(other, made)
        answer = post(other, made, "accept")
        assert answer.status_code == 403
        assert "alone can accept" in answer.content.decode()
    assert not SavedGame.objects.exists()
    assert post(asked, made, "accept").status_code == 302
    assert SavedGame.objects.count() == 1
    assert "For you" not in lobby(asked)


def test_who_asks_finds_it_again(asker: Person, asked: Person) -> None:
    made = challenge(asker, to="Bartholomew")
    listed = lobby(asker)
    assert f'href="/challenge/{made.pk}"' in listed
    assert "<b>Yours</b> for <bdi>Bartholomew</bdi>" in listed
    assert "For you" not in listed
    assert "Yours" not in lobby(asked)
    assert "Withdraw" in page_of(asker, made)
    post(asker, made, "withdraw")
    assert made.pk not in lobby(asker)


def test_it_is_declined_by_who_is_asked_alone(asker: Person, asked: Person, third: Person) -> None:
    made = challenge(asker, to="bartholomew")  # names are found however their letters are written
    for other in (asker, third):
        assert post(other, made, "decline").status_code == 403
    everybody = challenge(asker)
    assert post(asked, everybody, "decline").status_code == 403
    assert post(asked, made, "decline").status_code == 302
    assert "has been declined" in page_of(asker, made)
    assert post(asked, made, "accept").status_code == 409
    assert post(asked, made, "decline").status_code == 409


def refused(person: Person, name: str, status: int = 400) -> Any:
    form = {"opponent": "online", "side": "first", **small_form("kitaran"), "to": name}
    form["csrfmiddlewaretoken"] = person.token()
    answer = person.client.post("/new/kitaran", form, follow=True)
    assert answer.status_code == status
    return answer.content.decode()


def test_who_cannot_be_asked(asker: Person, asked: Person) -> None:
    assert "no player" in refused(asker, "Nobody at all")
    assert "no player" in refused(asker, "<b>'; DROP TABLE web_player; --")
    assert "against themselves" in refused(asker, "Anneliese", 403)
    for _ in range(MOST_TO_ONE):
        challenge(asker, to="Bartholomew")
    assert "to answer" in refused(asker, "Bartholomew")
    player = people.find_by_name("Bartholomew")
    assert player is not None
    Challenge.objects.all().delete()
    people.close(player)
    assert refused(asker, "Bartholomew", 403)
    people.reopen(player)
    people.forget(player.holder)
    assert "no player" in refused(asker, player.name)


def test_a_bot_is_asked_for_a_rated_game_but_takes_none_from_the_lobby(asker: Person) -> None:
    bot = Program("Robot")
    bot.did("account/bot")
    rated = {"rated": "on", "time": "5-min-3-s"}
    form = {"opponent": "online", "side": "first", **rated}

    def made(**more: str) -> Challenge:
        form_of_page = {**_standard(asker), **form, **more}
        answer = asker.client.post(
            "/challenge/new/kitaran", {**form_of_page, "csrfmiddlewaretoken": asker.token()}
        )
        assert answer.status_code == 302, answer.content.decode()
        return Challenge.objects.latest("created")

    listed = made(listed="on")
    assert listed.is_rated
    answer = bot.post(f"challenges/{listed.pk}/accept")
    assert answer.status_code == 403
    assert "asked it" in answer.json()["error"]
    own = made(to="Robot")
    assert bot.asked(f"challenges/{own.pk}")["to"] == "Robot"
    bot.did(f"challenges/{own.pk}/accept")
    assert SavedGame.objects.get().is_rated


def _standard(person: Person) -> dict[str, str]:
    """The form of Kitaran as it is shown, untouched."""
    from skerry.games.catalogue import info
    from skerry.web.play.forms import default_values

    return dict(default_values(info("kitaran")))


def test_the_page_of_a_player_leads_to_the_form(asker: Person, asked: Person) -> None:
    page = asker.page("/players/Bartholomew")
    assert "/new/spry?to=Bartholomew" in page
    form = asker.page("/new/spry?to=Bartholomew")
    assert 'name="to" value="Bartholomew"' in form
    hostile = asker.page("/new/spry?to=%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in hostile
    assert "/new/spry?to=" not in asked.page("/players/Bartholomew")


def test_who_signs_in_is_still_asked(asker: Person) -> None:
    guest = Person()
    challenge(guest)  # by which the guest has a name
    name = Challenge.objects.latest("created").maker.name
    made = challenge(asker, to=name)
    guest.sign_up("Bartholomew")
    assert post(guest, made, "accept").status_code == 302


def test_what_is_forgotten_asks_nobody(asker: Person, asked: Person) -> None:
    challenge(asker, to="Bartholomew")
    player = people.find_by_name("Anneliese")
    assert player is not None
    personal_data.forget(player.holder)
    assert "For you" not in lobby(asked)
