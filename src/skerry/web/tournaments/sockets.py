"""WebSockets of the pages of tournaments: they are told that there is news, no more."""

from channels.db import database_sync_to_async
from django.urls import path

from ..online.sockets import PageSocket
from .models import Tournament
from .telling import tournament_group


class TournamentPage(PageSocket):
    """A tournament: results, new rounds, who enters and leaves. Anybody may watch."""

    async def connect(self) -> None:
        """Open the socket, if there is such a tournament."""
        tournament_id = self.scope["url_route"]["kwargs"]["tournament_id"]
        if await database_sync_to_async(self._exists)(tournament_id):
            await self.join(tournament_group(tournament_id))
        else:
            await self.refuse()

    def _exists(self, tournament_id: str) -> bool:
        return Tournament.objects.filter(pk=tournament_id).exists()


websocket_urlpatterns = [path("ws/tournament/<str:tournament_id>", TournamentPage.as_asgi())]
