"""Saved games as a Django app."""

from functools import partial

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created


class PlayConfig(AppConfig):
    """Its label is what databases know: all of the site was one app once."""

    name = "skerry.web.play"
    label = "web"

    def ready(self) -> None:
        """Let a damaged text be read as far as it goes: one must not hide all other games."""
        connection_created.connect(_read_damaged_texts)

    def move_holder(self, old: str, new: str) -> None:
        """See `accounts.holders`."""
        from . import holders

        holders.move(old, new)

    def personal_data(self, holder: str) -> dict[str, object]:
        """See `accounts.holders`."""
        from . import holders

        return holders.personal_data(holder)

    def forget_holder(self, holder: str) -> None:
        """See `accounts.holders`."""
        from . import holders

        holders.forget(holder)


def _read_damaged_texts(connection: BaseDatabaseWrapper, **_: object) -> None:
    if connection.vendor == "sqlite":
        connection.connection.text_factory = partial(str, encoding="utf-8", errors="replace")
