"""Correspondence as a Django app."""

from django.apps import AppConfig


class CorrespondenceConfig(AppConfig):
    """Its tables begin with "correspondence"."""

    name = "skerry.web.correspondence"
    label = "correspondence"

    def ready(self) -> None:
        """Hear of changed games, so that what is due in them is done at once."""
        from ..play.signals import game_changed, game_changing
        from .notices.noting import note
        from .notices.telling import tell_players
        from .sweeping import ring

        game_changing.connect(note)
        game_changed.connect(ring)
        game_changed.connect(tell_players)
