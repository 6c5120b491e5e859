"""What somebody has, in all apps: moved, handed out, forgotten.

An app that keeps anything by holder says so by methods of its `AppConfig`, each of them optional:

    move_holder(old, new)     lets `new` have it
    personal_data(holder)     hands it out, as values for JSON
    forget_holder(holder)     deletes it, or takes out who it was

They are called within one transaction. While they move, the player of `old` is still there if `new`
has one too; else it is the player of `new` already, and what points to players stays as it is.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import apps


def move(old: str, new: str) -> None:
    """Let all apps move what a holder has to another one."""
    for _, hook in _hooks("move_holder"):
        hook(old, new)


def personal_data(holder: str) -> dict[str, dict[str, object]]:
    """What all apps keep of a holder, by the app's room."""
    return {room: hook(holder) for room, hook in _hooks("personal_data")}


def forget(holder: str) -> None:
    """Let all apps forget a holder."""
    for _, hook in _hooks("forget_holder"):
        hook(holder)


def _hooks(name: str) -> Iterator[tuple[str, Any]]:
    for config in apps.get_app_configs():
        hook = getattr(config, name, None)
        if hook is not None:
            yield config.name.rpartition(".")[2], hook
