"""What every app stands on, as a Django app: it holds what requests share."""

from django.apps import AppConfig

from skerry.web.base.services import Services


class BaseConfig(AppConfig):
    """Lives as long as the site."""

    name = "skerry.web.base"
    services = Services()  # the site's own are given when it starts
