"""WebSockets of the pages of tournaments: they are told that there is news, no more."""

from channels.db import database_sync_to_async
from django.urls import path

from skerry.web.base.consumers import PageSocket
from skerry.web.tournaments.models import Ladder, Tournament
from skerry.web.tournaments.tasks import tournament_group


class TournamentPage(PageSocket):
    """A tournament or a ladder: results, who comes and goes. Anybody may watch."""

    model: type[Tournament] | type[Ladder] = Tournament

    async def connect(self) -> None:
        """Open the socket, if there is such a tournament."""
        tournament_id = self.scope["url_route"]["kwargs"]["tournament_id"]
        if await database_sync_to_async(self._exists)(tournament_id):
            await self.join(tournament_group(tournament_id))
        else:
            await self.refuse()

    def _exists(self, tournament_id: str) -> bool:
        return self.model._default_manager.filter(pk=tournament_id).exists()


class LadderPage(TournamentPage):
    """The same of a ladder."""

    model = Ladder


websocket_urlpatterns = [
    path("ws/tournament/<str:tournament_id>", TournamentPage.as_asgi()),
    path("ws/ladder/<str:tournament_id>", LadderPage.as_asgi()),
]
