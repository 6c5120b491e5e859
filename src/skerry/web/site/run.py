"""Start the site: database, engine, web server, browser."""

import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import urllib.request
import webbrowser
from typing import TYPE_CHECKING

from ...core.jit import interpret
from ...errors import OptionError
from .machine import data, database, hosts

if TYPE_CHECKING:
    from ..thinking.engine import Engine

log = logging.getLogger("skerry.web")

MOST_PORTS_TRIED = 20


def serve(host: str = "127.0.0.1", port: int = 8000, open_browser: bool = True) -> None:
    """Serve the site until it is interrupted.

    Args:
        host: address to listen on.
        port: to listen on; when it is taken the next free one.
        open_browser: whether to open the page once it answers.

    Raises:
        OptionError: no such address, or no free port; or what is in the data folder, or the
            folder itself, cannot be used.
    """
    data.prepare()
    database.check()
    listener = _listen(host, port, MOST_PORTS_TRIED)
    with contextlib.closing(listener):
        _serve_on(listener, host, open_browser)


def _listen(host: str, port: int, tries: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why = "ports are the numbers from 0 to 65535"
    for candidate in range(port, min(port + tries, 65536)):
        # By the protocol asyncio knows TCP, and sends each answer without waiting for another.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if host == "::":
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, candidate))
            listener.listen(128)
        except (OSError, OverflowError) as error:
            listener.close()
            why = str(error)
            continue
        return listener
    raise OptionError(f"Nothing can listen on {host}, port {port}: {why}.")


def _serve_on(listener: socket.socket, host: str, open_browser: bool) -> None:
    # Nobody waits for a compiler here: whatever is slow in plain Python is asked of the workers.
    interpret()
    from ..thinking.engine import Engine

    engine = Engine()
    try:
        engine.start()  # first of all: while this process gets ready, a worker does
        _serve_pages(engine, listener, host, open_browser)
    finally:
        engine.stop()  # wherever the pages failed


def _serve_pages(engine: "Engine", listener: socket.socket, host: str, open_browser: bool) -> None:
    import django
    import uvicorn

    os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
    listens_on, port = listener.getsockname()[:2]
    os.environ["SKERRY_LISTENS_ON"] = listens_on
    django.setup()
    database.migrate()
    from ..play import deletion, games
    from .asgi import make_application
    from .web_server import make_config

    address = _announce(host, listens_on, port)
    config = make_config(make_application(engine))
    flags = games.Sweeper()
    # By default SIGTERM would end the process inside `uvicorn.run`, with nothing put in order.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        # Ctrl-C has ended the server in good order when it is raised again.
        with contextlib.suppress(KeyboardInterrupt):
            deletion.purge()
            games.resume_all()
            flags.start()
            if open_browser:
                threading.Thread(target=_open_when_up, args=(address,), daemon=True).start()
            uvicorn.Server(config).run(sockets=[listener])
    finally:
        flags.stop()
        engine.stop()
        database.close()  # when nothing writes any more


def _announce(host: str, listens_on: str, port: int) -> str:
    """Say where the site is, for other machines too if they can reach it; returns its address."""
    everywhere = hosts.is_unspecified(listens_on)
    address = hosts.url("localhost" if everywhere or host == "localhost" else listens_on, port)
    message = f"Skerry is at {address} (stop it with Ctrl-C)"
    if everywhere:
        message += f"\nFrom other machines it is at {hosts.url(hosts.own_address(), port)}"
    print(message, file=sys.stderr, flush=True)
    return address


def _open_when_up(address: str) -> None:
    """Open the browser as soon as the first page comes."""
    with contextlib.suppress(OSError):
        urllib.request.urlopen(address, timeout=30).close()
        webbrowser.open(address)
