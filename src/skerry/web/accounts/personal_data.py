"""What somebody has, in all apps: moved, handed out, forgotten.

An app that keeps anything by holder has a module, listed in the setting PERSONAL_DATA, with these
functions:

    move(old, new)            lets `new` have it
    export(holder)            hands it out, as values for JSON; long lists as iterators
    forget(holder)            deletes it, or takes out who it was

and, where a name is stored beside it,

    rename(holder, name)      writes the name that it has from now on

and, where something waits for a holder or comes from it,

    leave(holder)             takes that back: it was closed, or is about to be forgotten
    hold(holder)              locks what others lock before they lock its player, if there is any

They are called within one transaction. While they move, the player of `old` is still there if `new`
has one too; else it is the player of `new` already, and what points to players stays as it is.
"""

from importlib import import_module
from typing import Any

from django.conf import settings


def move(old: str, new: str) -> None:
    """Let all apps move what a holder has to another one."""
    for module in _modules().values():
        module.move(old, new)


def export(holder: str) -> dict[str, dict[str, object]]:
    """What all apps keep of a holder, by the app's room."""
    return {room: module.export(holder) for room, module in _modules().items()}


def hold(holder: str) -> None:
    """Let all apps lock what goes on with a holder, before its player is locked.

    Whoever ends a game locks it, then its tournament, whoever goes on with that the players then:
    in another order two would wait for each other.
    """
    for module in _modules().values():
        if hasattr(module, "hold"):
            module.hold(holder)


def leave(holder: str) -> None:
    """Let all apps take back what waits for a holder, or comes from it."""
    for module in _modules().values():
        if hasattr(module, "leave"):
            module.leave(holder)


def forget(holder: str) -> None:
    """Let all apps forget a holder; what waits for it, or comes from it, is taken back before."""
    for module in _modules().values():
        if hasattr(module, "leave"):
            module.leave(holder)
        module.forget(holder)


def rename(holder: str, name: str) -> None:
    """Let all apps that store the name of a holder write another one."""
    for module in _modules().values():
        if hasattr(module, "rename"):
            module.rename(holder, name)


def _modules() -> dict[str, Any]:
    """Each by the name of its app."""
    return {name.split(".")[-2]: import_module(name) for name in settings.PERSONAL_DATA}
