"""`skerry create-admin` and `skerry reset-two-step`: who may open this machine's admin pages."""

import os
import sys
from typing import Annotated

import typer

from skerry.cli.epilogs import examples
from skerry.core.jit import interpret_if_undecided
from skerry.errors import OptionError

account_commands = typer.Typer(rich_markup_mode=None)


@account_commands.command(
    epilog=examples("skerry create-admin Anneliese", "skerry create-admin Anneliese < password.txt")
)
def create_admin(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Name of a new or an existing account.")
    ],
) -> None:
    """Make an account that may open the site's admin pages; one that is there keeps its password.

    The password of a new one is asked for, or read from the first line of the input.
    """
    _open_site()
    from skerry.web.accounts import people

    player = people.find_by_name(name)
    is_there = player is not None and player.user is not None
    user = people.make_admin(name, None if is_there else _new_password(name))
    typer.echo(f"{user.name} may open the admin pages, at /admin/.")


@account_commands.command(epilog=examples("skerry reset-two-step Anneliese"))
def reset_two_step(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the account.")],
) -> None:
    """Turn two-step sign-in off for somebody who has lost the phone and the backup codes.

    The account is signed out everywhere; its password alone signs in again.
    """
    _open_site()
    from skerry.web.accounts import people
    from skerry.web.accounts.signing import two_step

    player = people.find_by_name(name)
    user = None if player is None else player.user
    if user is None:
        raise OptionError(f"There is no account of the name {name}.")
    if not two_step.remove(user):
        raise OptionError(f"{user.name} has no two-step sign-in, so there is nothing to turn off.")
    people.sign_out_everywhere(user.pk)
    typer.echo(f"{user.name} signs in by the password alone, and is signed out everywhere.")


def _open_site() -> None:
    """Set Django up, and bring the database to this version."""
    interpret_if_undecided()
    os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
    from skerry.web.site.machine import data, database

    data.prepare()
    database.check()
    import django

    django.setup()
    database.migrate()


def _new_password(name: str) -> str:
    """A password that is hard enough to guess. Raises OptionError: it is not."""
    from django.contrib.auth.password_validation import validate_password
    from django.core.exceptions import ValidationError

    from skerry.web.accounts.models import User

    if sys.stdin.isatty():
        password = str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    else:
        password = sys.stdin.readline().rstrip("\r\n")
    try:
        validate_password(password, User(name=name))
    except ValidationError as error:
        raise OptionError(" ".join(error.messages)) from None
    return password
