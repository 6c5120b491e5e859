"""The tables of accounts come and go again, and games that are there stay."""

import pytest
from django.core.management import call_command
from django.db import connection

from skerry.web.accounts import people
from skerry.web.play.models import SavedGame
from tests.web.conftest import Browser

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stores]


def test_the_migration_can_be_undone_and_made_again(browser: Browser) -> None:
    game_id = browser.begin("spry")
    people.player_of(str(SavedGame.objects.get(pk=game_id).holder))
    call_command("migrate", "accounts", "zero", interactive=False, verbosity=0)
    try:
        assert not [
            name for name in connection.introspection.table_names() if name.startswith("accounts_")
        ]
        assert SavedGame.objects.get(pk=game_id).holder
    finally:
        call_command("migrate", interactive=False, verbosity=0)
    assert browser.act(game_id, "resign").status_code == 200
    people.sign_up("Anneliese", "a tall lighthouse")
