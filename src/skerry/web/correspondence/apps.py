"""Correspondence as a Django app."""

from django.apps import AppConfig


class CorrespondenceConfig(AppConfig):
    """Its tables begin with "correspondence"."""

    name = "skerry.web.correspondence"
    label = "correspondence"

    def ready(self) -> None:
        """Hear of changed games, while that is stored and when it is."""
        from skerry.web.correspondence.tasks import store_with, tell_after
        from skerry.web.play.signals import game_changed, game_changing

        game_changing.connect(store_with)
        game_changed.connect(tell_after)
