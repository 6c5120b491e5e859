"""Migrations can be rolled back, with games, studies and accounts there, on either database."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from skerry.web.play.models import SavedGame
from skerry.web.study.models import SavedStudy
from tests.web.conftest import Browser

pytestmark = [pytest.mark.stores, pytest.mark.django_db(transaction=True)]


def our_apps() -> list[str]:
    """Labels of the site's apps that keep anything."""
    kept = {label for label, _ in MigrationLoader(None).disk_migrations}
    ours = (app for app in apps.get_app_configs() if app.name.startswith("skerry."))
    return [app.label for app in ours if app.label in kept]


def names_of(app: str) -> list[str]:
    """An app's migrations, the first one first."""
    return sorted(name for label, name in MigrationLoader(None).disk_migrations if label == app)


@pytest.fixture(autouse=True)
def newest_again() -> Iterator[None]:
    yield
    call_command("migrate", verbosity=0)


def tables() -> set[str]:
    return set(connection.introspection.table_names())


def test_games_and_studies_go_back_step_by_step_and_come_again(browser: Browser) -> None:
    game_id = browser.begin("kitaran")
    browser.play(game_id, "a1")
    token = {"csrfmiddlewaretoken": browser.token()}
    assert browser.client.post("/studies/new", token | {"game": "kitaran"}).status_code == 302
    studies = SavedStudy.objects.count()
    for app in ("study", "web"):
        for name in reversed(names_of(app)[:-1]):
            call_command("migrate", app, name, verbosity=0)
    call_command("migrate", verbosity=0)
    assert SavedStudy.objects.count() == studies
    saved = SavedGame.objects.get(pk=game_id)
    assert (saved.first_seat, saved.second_seat) == (saved.holder, saved.holder)
    assert browser.state(game_id)["turn"] == 1
    assert browser.play(game_id, "c3")["turn"] == 2


def test_each_app_goes_for_good() -> None:
    before, ours = tables(), our_apps()
    assert {"web", "study", "accounts"} <= set(ours)
    for app in ours:
        call_command("migrate", app, "zero", verbosity=0)
    left = {name for name in tables() if name.split("_")[0] in ours}
    assert left == set()
    call_command("migrate", verbosity=0)
    assert tables() == before
