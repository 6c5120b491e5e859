"""The channel layer of a site of several processes, by Redis's own subscriptions."""

import asyncio

from channels_redis.pubsub import RedisPubSubChannelLayer, RedisPubSubLoopLayer
from channels_redis.utils import _wrap_close

from skerry.web.base.consumers import MOST_UNTOLD, TOO_SLOW


class RedisChannelLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """That of channels-redis, in which what waits for a slow socket would grow for ever."""

    def _get_layer(self) -> "_LoopLayer":
        loop = asyncio.get_running_loop()
        layer: _LoopLayer | None = self._layers.get(loop)
        if layer is None:
            layer = _LoopLayer(*self._args, **self._kwargs, channel_layer=self)
            self._layers[loop] = layer
            _wrap_close(self, loop)
        return layer


class _LoopLayer(RedisPubSubLoopLayer):  # type: ignore[misc]
    """The layer of one event loop."""

    async def _subscribe_to_channel(self, channel: str) -> None:
        self.channels[channel] = _Queue(self.channel_layer.serialize(TOO_SLOW))
        await self._get_shard(channel).subscribe(channel)


class _Queue(asyncio.Queue[bytes]):
    """What one socket has not been told of yet."""

    def __init__(self, too_slow: bytes) -> None:
        super().__init__(MOST_UNTOLD)
        self._too_slow = too_slow

    def put_nowait(self, item: bytes) -> None:
        """Add a message, or put one in the place of all if they are too many."""
        if self.full():
            while not self.empty():
                self.get_nowait()
            item = self._too_slow
        super().put_nowait(item)
