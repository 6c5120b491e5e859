"""Who calls: the account of the token in the `Authorization` header, and nothing else.

A browser that is signed in sends its cookie on its own, so a cookie opens nothing here.
"""

from django.http import HttpRequest
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer

from skerry.web.accounts.models import Player
from skerry.web.base.errors import SeatError
from skerry.web.base.limits import Quota, spend
from skerry.web.bots import tokens
from skerry.web.bots.models import READ

NO_TOKEN = (
    "This address wants a token of an account, as `Authorization: Bearer skerry_...`; make one on "
    "the page /account/tokens. The one that came is unknown, has run out, or its account is closed."
)

READS_ONLY = (
    "This token may read only; make one that may play, on the page /account/tokens, to do anything."
)


class ByToken(HttpBearer):
    """For all operations."""

    openapi_description = "A token that an account has made on the page /account/tokens."

    def authenticate(self, request: HttpRequest, token: str) -> Player:
        """The player of a token, whose account the request counts as from then on.

        Raises AuthenticationError: it opens nothing; SeatError: it may only look, and would act.
        """
        found = tokens.find(token)
        if found is None or found.player.user is None:
            raise AuthenticationError(message=NO_TOKEN)
        if found.scope == READ and request.method not in ("GET", "HEAD"):
            raise SeatError(READS_ONLY)
        request.user = found.player.user
        return found.player


def player_of(request: HttpRequest) -> Player:
    """For whom a request acts that was let in."""
    player: Player = request.auth  # type: ignore[attr-defined]
    return player


def player_within(request: HttpRequest, quota: Quota) -> Player:
    """As `player_of`, counting the request. Raises QuotaError: there were too many of the kind."""
    spend(request, quota)
    return player_of(request)
