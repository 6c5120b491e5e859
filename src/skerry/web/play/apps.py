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


def _read_damaged_texts(connection: BaseDatabaseWrapper, **_: object) -> None:
    if connection.vendor == "sqlite":
        connection.connection.text_factory = partial(str, encoding="utf-8", errors="replace")
