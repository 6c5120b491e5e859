"""The API for programs as a Django app."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """Its tables begin with "bots"."""

    name = "skerry.web.bots"
    label = "bots"

    def ready(self) -> None:
        """Hear of changed games, so that the programs which play in them are told."""
        from ..play.signals import game_changed
        from .telling import wake_players

        game_changed.connect(wake_players)
