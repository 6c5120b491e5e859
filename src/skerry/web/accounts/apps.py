"""Accounts as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Its tables begin with "accounts"."""

    name = "skerry.web.accounts"
    label = "accounts"
