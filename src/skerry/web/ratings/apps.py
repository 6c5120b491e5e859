"""Ratings and profiles as a Django app."""

from django.apps import AppConfig


class RatingsConfig(AppConfig):
    """Its tables begin with "ratings"."""

    name = "skerry.web.ratings"
    label = "ratings"

    def ready(self) -> None:
        """Hear of games that end, so that they are rated."""
        from skerry.web.play.signals import game_ended
        from skerry.web.ratings.rating import rate_ended

        game_ended.connect(rate_ended)
