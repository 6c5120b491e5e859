"""How uvicorn serves the site: what it accepts, and whom it believes."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import uvicorn

from skerry.web.site.serving.body_limit import Application
from skerry.web.site.serving.connections import server_options

LONGEST_MESSAGE = 64 * 1024  # bytes of one WebSocket message, unpacked; as of a form
PING_SECONDS = 20.0  # after which a silent WebSocket is asked whether it is still there
PONG_SECONDS = 20.0  # in which it answers, or is closed
STOP_SECONDS = 2  # for requests under way when the server ends


def make_config(
    application: Application,
    proxies: Sequence[str] = (),
    tick: Callable[[], Awaitable[None]] | None = None,
) -> uvicorn.Config:
    """How to serve an application.

    Args:
        application: the site.
        proxies: addresses, or networks as in `10.0.0.0/8`, of servers that hand requests on to
            this one: what they say about who asks, and whether by TLS, is believed. Nobody is by
            default: whoever reaches this server could claim anything.
        tick: is called about once a second while the server takes requests.
    """
    return uvicorn.Config(
        application,
        interface="asgi3",
        ws=open_websocket,  # type: ignore[arg-type]  # it is called, and is no class
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,  # some 60 kB a connection, for messages that are short
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        log_level="warning",
        access_log=False,
        lifespan="off",
        callback_notify=tick,
        timeout_notify=0,  # as often as the server looks after itself, which is every second
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
        **server_options(proxies),
    )


def open_websocket(*arguments: Any, **named: Any) -> asyncio.Protocol:
    """The protocol of one WebSocket; importing it takes longer than a page, so not before."""
    from skerry.web.site.serving.websocket_protocol import WebSocketProtocol

    return WebSocketProtocol(*arguments, **named)
