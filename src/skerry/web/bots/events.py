"""The stream by which a program learns that it is to act, without asking again and again."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import Error
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router

from skerry.web.base.patience import in_request
from skerry.web.base.redis import failures
from skerry.web.base.services import service
from skerry.web.bots import tokens
from skerry.web.bots.auth import ByToken, player_of
from skerry.web.bots.waiting import (
    GameSummary,
    Invitation,
    Streams,
    invitations,
    latest_games,
    player_group,
)

log = logging.getLogger(__name__)

UNTOLD = 2.0  # seconds between two looks while Redis, by which one is woken, is away
QUIET = 15.0  # seconds after which a line without anything says that the stream still works
MOST_LOOKS = 0.05  # seconds between two looks, so that many changes at once cost one

router = Router(tags=["Events"], auth=ByToken())

ABOUT = {
    200: {
        "description": "Lines of JSON, for as long as you listen.",
        "content": {
            "application/x-ndjson": {
                "schema": {"type": "string"},
                "example": '{"type": "game", "id": "k3f9x2", "version": 4, "game": "...", '
                '"your_turn": true, "over": false}',
            }
        },
    }
}


@router.get("events", summary="What happens", openapi_extra={"responses": ABOUT})
def events(request: HttpRequest) -> StreamingHttpResponse:
    """A line of JSON whenever one of your games has changed, or somebody asks you for a game.

    `{"type": "game", "id": ..., "version": ..., "game": ..., "your_turn": ..., "over": ...}`, or
    `{"type": "challenge", "id": ..., "game": ..., "rated": ..., "by": ...}`.

    At the beginning there is a line for each game that goes on, and for each challenge that is for
    you; in between an empty line every 15 seconds in which nothing happens. Whoever was cut off
    opens the stream again: the lines at its beginning say what was missed. A game that is over may
    still change, by the offer of a rematch for one.
    """
    holder = player_of(request).holder
    token = request.headers["Authorization"].split()[1]
    service(Streams).enter(holder)  # before anything is sent, so that a refusal has a status
    response = _Stream(holder, _lines(holder, token))
    response["Cache-Control"] = "private, no-store"
    response["X-Accel-Buffering"] = "no"  # nginx would collect the lines
    response["Content-Encoding"] = "identity"  # packing would collect them too
    return response


class _Stream(StreamingHttpResponse):
    """Lines for a holder, who has one stream less when it is closed."""

    def __init__(self, holder: str, lines: AsyncIterator[bytes]) -> None:
        super().__init__(lines, content_type="application/x-ndjson")
        self._holder: str | None = holder

    def close(self) -> None:
        super().close()
        if self._holder is not None:
            service(Streams).leave(self._holder)
            self._holder = None


def _line(kind: str, one: GameSummary | Invitation) -> bytes:
    return json.dumps({"type": kind, **one._asdict()}).encode() + b"\n"


async def _lines(holder: str, token: str) -> AsyncIterator[bytes]:
    channel = await _listen(holder)
    try:
        # Games that have ended before are no news.
        told: set[str] = set()
        known = {one.id: one.version for one in await _ask(latest_games, holder) if one.over}
        while await _ask(tokens.find, token) is not None:
            latest = await _ask(latest_games, holder)
            news = [one for one in latest if known.get(one.id) != one.version]
            known = {one.id: one.version for one in latest}
            for one in news:
                yield _line("game", one)
            asked = await _ask(invitations, holder)
            new = [one for one in asked if one.id not in told]
            told = {one.id for one in asked}
            for challenge in new:
                yield _line("challenge", challenge)
            if not news and not new:
                yield b"\n"
            if channel is None:
                await asyncio.sleep(UNTOLD)
                channel = await _listen(holder)
                continue
            try:
                await asyncio.wait_for(get_channel_layer().receive(channel), QUIET)
            except TimeoutError:
                pass
            except failures():
                await asyncio.sleep(UNTOLD)
            await asyncio.sleep(MOST_LOOKS)
    except Error:  # who opens the stream again hears of it
        log.warning("A stream of events has ended.", exc_info=True)
    finally:
        if channel is not None:
            with suppress(*failures()):
                await get_channel_layer().group_discard(player_group(holder), channel)


async def _ask(question: Callable[[str], Any], of: str) -> Any:
    """What the database says, which is waited for no longer than by a request."""

    def answer() -> Any:
        with in_request():
            return question(of)

    return await sync_to_async(answer)()


async def _listen(holder: str) -> str | None:
    """A channel on which a holder's programs are woken; None while Redis is away."""
    layer = get_channel_layer()
    try:
        channel = str(await layer.new_channel())
        await layer.group_add(player_group(holder), channel)
    except failures():
        return None
    return channel
