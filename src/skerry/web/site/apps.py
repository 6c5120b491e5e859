"""What follows from what, over all apps: who hears which signal."""

from functools import partial

from django.apps import AppConfig
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.db.models.signals import post_delete, post_save


class SiteConfig(AppConfig):
    """The site as a whole, the last app: it has no tables, and knows all others."""

    name = "skerry.web.site"
    label = "site"

    def ready(self) -> None:
        """Connect everybody who wants to hear of something, in the order in which they do."""
        from skerry.web.accounts import mails, session_store
        from skerry.web.accounts.models import Session
        from skerry.web.accounts.signals import access_ended, many_guesses
        from skerry.web.bots import tokens
        from skerry.web.bots import waiting as programs
        from skerry.web.correspondence import tasks as correspondence
        from skerry.web.online import notifications
        from skerry.web.play.signals import game_changed, game_changing, game_ended
        from skerry.web.ratings import rating
        from skerry.web.study.models import SavedEdit
        from skerry.web.tournaments import ladders
        from skerry.web.tournaments import tasks as tournaments

        connection_created.connect(_read_damaged_texts)

        post_delete.connect(session_store.end_sockets_of_session, sender=Session)
        access_ended.connect(session_store.end_sockets)
        access_ended.connect(tokens.end_all)
        many_guesses.connect(mails.tell_of_guesses)

        # Within the transaction that stores a change of a game, its end, or of a ladder or a study.
        game_changing.connect(correspondence.store_with)
        game_ended.connect(rating.rate_ended)
        game_ended.connect(tournaments.report_end)
        game_ended.connect(ladders.report_end)
        ladders.answers_wanted.connect(correspondence.note_challenged)
        post_save.connect(correspondence.look_again, sender=SavedEdit)

        # Once that is stored.
        game_changed.connect(notifications.tell_of_game)
        game_changed.connect(correspondence.tell_after)
        game_changed.connect(programs.wake_players)
        notifications.invitations_changed.connect(programs.wake_invited)


def _read_damaged_texts(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Read a damaged text as far as it goes: one must not hide all other games."""
    if connection.vendor == "sqlite":
        connection.connection.text_factory = partial(str, encoding="utf-8", errors="replace")
