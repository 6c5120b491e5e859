"""Tournaments as a Django app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Its tables begin with "tournaments"."""

    name = "skerry.web.tournaments"
    label = "tournaments"

    def ready(self) -> None:
        """Hear of games that end, so that they are reported."""
        from skerry.web.play.signals import game_ended
        from skerry.web.tournaments import ladders, tasks

        game_ended.connect(tasks.report_end)
        game_ended.connect(ladders.report_end)
