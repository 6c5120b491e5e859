"""The API for programs as a Django app."""

from django.apps import AppConfig


class BotsConfig(AppConfig):
    """Its tables begin with "bots"."""

    name = "skerry.web.bots"
    label = "bots"

    def ready(self) -> None:
        """Hear of games and challenges, so that the programs which they concern are told."""
        from skerry.web.accounts.signals import access_ended
        from skerry.web.bots.tokens import end_all
        from skerry.web.bots.waiting import wake_invited, wake_players
        from skerry.web.online.telling import invitations_changed
        from skerry.web.play.signals import game_changed

        access_ended.connect(end_all)
        game_changed.connect(wake_players)
        invitations_changed.connect(wake_invited)
