"""Migrations can be rolled back, with games, studies and accounts there, on either database."""

from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from skerry.web.accounts import people
from skerry.web.play.models import SavedGame
from tests.web.conftest import Browser

pytestmark = [pytest.mark.stores, pytest.mark.django_db(transaction=True)]


def our_apps() -> list[str]:
    """Labels of the site's apps that keep anything."""
    kept = {label for label, _ in MigrationLoader(None).disk_migrations}
    ours = (app for app in apps.get_app_configs() if app.name.startswith("skerry."))
    return [app.label for app in ours if app.label in kept]


@pytest.fixture(autouse=True)
def newest_again() -> Iterator[None]:
    yield
    call_command("migrate", verbosity=0)


def tables() -> set[str]:
    return set(connection.introspection.table_names())


def test_the_models_are_what_the_migrations_make() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_games_stay_while_accounts_go_and_come_again(browser: Browser) -> None:
    game_id = browser.begin("spry")
    people.player_of(str(SavedGame.objects.get(pk=game_id).holder))
    call_command("migrate", "accounts", "zero", interactive=False, verbosity=0)
    assert not [name for name in tables() if name.startswith("accounts_")]
    assert SavedGame.objects.get(pk=game_id).holder
    call_command("migrate", interactive=False, verbosity=0)
    assert browser.act(game_id, "resign").status_code == 200
    people.sign_up("Anneliese", "a tall lighthouse")


def test_each_app_goes_for_good() -> None:
    before, ours = tables(), our_apps()
    assert {"web", "study", "accounts"} <= set(ours)
    for app in ours:
        call_command("migrate", app, "zero", verbosity=0)
    left = {name for name in tables() if name.split("_")[0] in ours}
    assert left == set()
    call_command("migrate", verbosity=0)
    assert tables() == before
