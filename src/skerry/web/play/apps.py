"""Saved games as a Django app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Its label is what databases know: all of the site was one app once."""

    name = "skerry.web.play"
    label = "web"
