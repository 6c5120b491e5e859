"""What waits to be told to a socket has a bound, and a socket that reads too slowly is closed.

Its page opens another one, and asks for what it has missed.
"""

from collections.abc import Mapping
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

MOST_UNTOLD = 100  # messages that wait for one socket
TOO_SLOW = {"type": "fall_behind"}  # in their place; names the method of `PageSocket`


class MemoryChannelLayer(InMemoryChannelLayer):  # type: ignore[misc]
    """Channels' own for one process, which would leave out what is too much, and tell nobody."""

    def __init__(self, **options: Any) -> None:
        super().__init__(capacity=MOST_UNTOLD, **options)

    async def send(self, channel: str, message: Mapping[str, Any]) -> None:
        """Send one channel a message."""
        try:
            await super().send(channel, message)
        except ChannelFull:
            del self.channels[channel]
            await super().send(channel, TOO_SLOW)
