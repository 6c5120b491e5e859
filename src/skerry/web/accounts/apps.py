"""Accounts as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Its tables begin with "accounts"."""

    name = "skerry.web.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Let sockets end with the session that opened them, and owners hear of guesses."""
        from django.db.models.signals import post_delete

        from skerry.web.accounts.mails import tell_of_guesses
        from skerry.web.accounts.models import Session
        from skerry.web.accounts.session_store import end_sockets, end_sockets_of_session
        from skerry.web.accounts.signals import access_ended, many_guesses

        post_delete.connect(end_sockets_of_session, sender=Session)
        access_ended.connect(end_sockets)
        many_guesses.connect(tell_of_guesses)
