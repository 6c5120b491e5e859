"""Playing online as a Django app."""

from django.apps import AppConfig


class OnlineConfig(AppConfig):
    """Its tables begin with "online"."""

    name = "skerry.web.online"
    label = "online"

    def ready(self) -> None:
        """Hear of changed games, so that their pages are told."""
        from skerry.web.online.telling import tell_of_game
        from skerry.web.play.signals import game_changed

        game_changed.connect(tell_of_game)
