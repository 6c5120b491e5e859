"""What is written in any field of any form is text: to the database, to pages, to the log."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from django.apps import apps
from django.db import connection

from skerry.games.catalogue import FEATURED
from skerry.sessions import Fischer
from skerry.web.accounts import people
from skerry.web.accounts.models import User
from skerry.web.tournaments import organising
from skerry.web.tournaments.models import Tournament
from skerry.web.tournaments.organising import Plan
from tests.web.accounts.conftest import PASSWORD, Person
from tests.web.attacks.forms import forms_of
from tests.web.online.challenging import challenge
from tests.web.ratings.rated_games import KITARAN
from tests.web.study.conftest import begin

pytestmark = [pytest.mark.django_db, pytest.mark.stores]

# Each ends a text of SQL's, or of a pattern's, in another way.
SQL = (
    "'; DROP TABLE accounts_user; --",
    "1' OR '1'='1",
    '" OR 1=1) --',
    "%' UNION SELECT password FROM accounts_user --",
    "\\'; SELECT pg_sleep(30) --",
    "$$; DELETE FROM web_savedgame; $$",
)
NO_TEXT = "a\0b"  # which PostgreSQL does not keep
POSITION = "kitaran size=3 komi=0 swap=off | 3/3/3 | player=0 first=0 turn=0 conversions=0 frozen=-"
# Forms with which the rest of the walk would be over.
LEFT_OUT = {"/sign-out", "/account/delete", "/account/browsers"}
PAGES = (
    *("/", "/lobby", "/quick", "/puzzles", "/studies", "/editor", "/tournaments", "/my-turn"),
    *("/tournaments/new", "/lab", "/account", "/account/tokens", "/account/forgotten", "/notices"),
    *(f"/{page}/{info.name}" for info in FEATURED for page in ("new", "editor", "rules")),
)
GUEST_PAGES = ("/sign-up", "/sign-in", "/account/forgotten")


@pytest.fixture
def member(db: None) -> Person:
    """Somebody who is signed in, and has a game, a challenge, a study and a tournament."""
    person = Person()
    person.sign_up("Mallory")
    return person


def pages_of(person: Person) -> list[str]:
    game_id = person.begin_a_turn("kitaran")
    asked = challenge(person)
    study = begin(person, text=POSITION).study_id
    ada = people.sign_up("Ada", PASSWORD)
    player = people.player_of(f"account:{ada.pk}")
    tournament = organising.make(player, Plan("Cup", KITARAN, Fischer(600, 5)))
    return [
        *PAGES,
        f"/game/{game_id}",
        f"/challenge/{asked.pk}",
        f"/study/{study}",
        f"/tournament/{tournament.pk}",
        "/players/Ada",
    ]


def num_rows() -> dict[str, int]:
    """Of each table of the site; fails where one is gone."""
    return {model._meta.db_table: model._default_manager.count() for model in apps.get_models()}


def send(person: Person, form: Any, field: str, text: str) -> Any:
    values = {**form.values, field: text}
    path = form.action.partition("#")[0]
    if form.method.lower() == "post":
        return person.client.post(path, values | {"csrfmiddlewaretoken": person.token()})
    return person.client.get(path, values)


@pytest.mark.parametrize("texts", [SQL, (NO_TEXT,)], ids=["sql", "nul"])
def test_what_is_in_any_field_of_any_form_is_text(member: Person, texts: tuple[str, ...]) -> None:
    paths, seen, tried = pages_of(member), set(), 0
    passwords = set(User.objects.values_list("password", flat=True))
    for path in paths:
        page = member.client.get(path)
        assert page.status_code == 200, path
        for form in forms_of(path, page.content.decode()):
            if form.action in LEFT_OUT:
                continue
            for field in (*form.written, *form.others):
                if field == "csrfmiddlewaretoken" or (form.action, field) in seen:
                    continue
                seen.add((form.action, field))
                text = texts[tried % len(texts)]
                answer = send(member, form, field, text)
                assert answer.status_code < 500, (path, form.action, field, text)
                tried += 1
    assert tried > 60  # the walk has found them
    assert num_rows()["accounts_user"] == 2
    assert set(User.objects.values_list("password", flat=True)) == passwords
    assert Tournament.objects.filter(name="Cup").exists()


@pytest.mark.parametrize("text", SQL[:2])
@pytest.mark.parametrize("path", GUEST_PAGES)
def test_sql_opens_no_account(person: Person, user: User, path: str, text: str) -> None:
    (form,) = [
        one for one in forms_of(path, person.page(path)) if one.action.partition("?")[0] == path
    ]
    for field in form.written:
        filled = dict.fromkeys(form.written, text)
        for values in ({**form.values, field: text}, {**filled, "name": "Anneliese"}):
            answer = person.client.post(path, values | {"csrfmiddlewaretoken": person.token()})
            assert answer.status_code < 500
    assert not person.is_signed_in
    assert User.objects.get(pk=user.pk).password == user.password


@pytest.mark.parametrize("text", SQL)
def test_sql_in_addresses_finds_nothing(person: Person, user: User, text: str) -> None:
    for path in ("/players/{}", "/game/{}", "/study/{}", "/challenge/{}", "/tournament/{}"):
        assert person.client.get(path.format(quote(text, safe=""))).status_code == 404
    for path in ("/lobby?game={}", "/puzzles?game={}", "/studies?text={}", "/?page={}"):
        assert person.client.get(path.format(quote(text, safe=""))).status_code < 500


def test_what_is_no_text_is_refused_in_addresses(person: Person) -> None:
    for path, status in (("/players/{}", 404), ("/api/games/{}", 404), ("/lobby?game={}", 400)):
        answer = person.client.get(path.format(quote(NO_TEXT, safe="")))
        assert answer.status_code == status


@pytest.mark.parametrize("text", [*SQL, NO_TEXT])
def test_sql_in_json_is_text(member: Person, text: str) -> None:
    game_id = member.begin("kitaran")
    study = f"/api/studies/{begin(member, text=POSITION).study_id}"
    version = member.state(game_id)["version"]
    for path, body in (
        (f"/api/games/{game_id}/play", {"version": version, "actions": [text]}),
        (f"/api/games/{game_id}/play", {"version": version, "actions": ["a1"], "id": text}),
        (f"/api/games/{game_id}/offer", {"version": version, "kind": text}),
        (f"/api/games/{game_id}/visibility", {"visibility": text}),
        (f"{study}/edit", {"title": text}),
        (f"{study}/edits", {"edits": [{"kind": text}]}),
        (f"{study}/share", {"shared": text}),
        ("/api/editor", {"game": text, "text": text}),
    ):
        answer = member.client.post(
            path,
            json.dumps(body),
            content_type="application/json",
            headers={"X-CSRFToken": member.token()},
        )
        assert answer.status_code < 500, (path, answer.content)
    assert num_rows()["accounts_user"] == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM accounts_user")
        assert cursor.fetchone() == (1,)
