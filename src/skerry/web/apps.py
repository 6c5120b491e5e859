"""The site as a Django app."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """Saved games, pages and the engine behind them."""

    name = "skerry.web"
    label = "web"
    verbose_name = "Skerry"
