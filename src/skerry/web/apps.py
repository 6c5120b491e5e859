"""The site as a Django app."""

from functools import partial

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from .services import Holder


class WebConfig(Holder, AppConfig):
    """Saved games, pages and the engine behind them."""

    name = "skerry.web"
    label = "web"
    verbose_name = "Skerry"

    def ready(self) -> None:
        """Let a damaged text be read as far as it goes: one must not hide all other games."""
        connection_created.connect(_read_damaged_texts)


def _read_damaged_texts(connection: BaseDatabaseWrapper, **_: object) -> None:
    if connection.vendor == "sqlite":
        connection.connection.text_factory = partial(str, encoding="utf-8", errors="replace")
