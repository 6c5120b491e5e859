"""What waits for a socket that reads too slowly has a bound, and the socket learns that."""

import asyncio
from typing import Any

import pytest

from skerry.web.base.consumers import MOST_UNTOLD, TOO_SLOW, MemoryChannelLayer, PageSocket
from skerry.web.base.consumers import READS_TOO_SLOWLY as CODE
from skerry.web.base.redis_channel_layer import RedisChannelLayer

SECONDS = 60  # that anything takes on a busy machine
LAST = {"type": "last"}


async def told(layer: Any, num_messages: int) -> list[dict[str, Any]]:
    """What a socket hears that has read nothing while a group was told of so much."""
    slow, quick = await layer.new_channel(), await layer.new_channel()
    for channel in (slow, quick):
        await layer.group_add("a", channel)
    for number in range(num_messages):
        await layer.group_send("a", {"type": "changed", "version": number})
        assert (await layer.receive(quick))["version"] == number
    await layer.send(slow, LAST)
    heard: list[dict[str, Any]] = []
    while not heard or heard[-1] != LAST:
        heard.append(await asyncio.wait_for(layer.receive(slow), SECONDS))
    await layer.flush()
    return heard


@pytest.fixture(params=["memory", "redis"])
def layer(request: pytest.FixtureRequest) -> Any:
    if request.param == "memory":
        return MemoryChannelLayer()
    address = {"address": request.getfixturevalue("redis_url")}
    return RedisChannelLayer(hosts=[address], prefix="slow")


def test_who_reads_too_slowly_hears_that_something_is_lost(layer: Any) -> None:
    assert len(asyncio.run(told(layer, MOST_UNTOLD - 1))) == MOST_UNTOLD
    heard = asyncio.run(told(layer, 3 * MOST_UNTOLD // 2))
    assert TOO_SLOW in heard
    assert len(heard) <= MOST_UNTOLD


def test_its_socket_is_closed_then_so_that_its_page_asks_anew() -> None:
    codes: list[int] = []

    class Page(PageSocket):
        async def close(self, code: int | None = None, reason: str | None = None) -> None:
            codes.append(code or 0)

    asyncio.run(Page().dispatch(TOO_SLOW))
    assert codes == [CODE]
