"""Studies as a Django app."""

from django.apps import AppConfig


class StudyConfig(AppConfig):
    """Its tables begin with "study"."""

    name = "skerry.web.study"
    label = "study"
