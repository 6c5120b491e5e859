"""Start the site: database, engine, web server, browser."""

import contextlib
import gc
import os
import signal
import socket
import sys
import threading
import urllib.request
import webbrowser
from dataclasses import dataclass
from typing import TYPE_CHECKING

from skerry.core.jit import interpret
from skerry.errors import OptionError
from skerry.web.site import data, database, environment, hosts

if TYPE_CHECKING:
    from skerry.web.thinking.engine import Engine
    from skerry.web.thinking.remote_engine import Calls

MOST_PORTS_TRIED = 20
# After how long a thread that computes lets another one go on. The event loop, which waits for its
# turn after every message that it sends, had to wait for 5 ms times the requests under way.
SWITCH_SECONDS = 0.0005
BACKLOG = 512  # connections that wait to be taken; the system may allow fewer


@dataclass(frozen=True)
class Manner:
    """How a site is served: what is said once it can be, whom it believes, what is opened."""

    said: str
    proxies: tuple[str, ...] = ()  # as `connections.make_config` takes them
    open_page: str = ""  # address that the browser is led to; "" for none


def serve(host: str = "127.0.0.1", port: int = 8000, open_browser: bool = True) -> None:
    """Serve the site to its own machine or network until it is interrupted.

    Args:
        host: address to listen on.
        port: to listen on; when it is taken the next free one.
        open_browser: whether to open the page once it answers.

    Raises:
        OptionError: no such address or free port; or the data folder cannot be used.
    """
    data.prepare()
    database.check()
    with contextlib.closing(listen(host, port, MOST_PORTS_TRIED)) as listener:
        said, address = _addresses(host, listener)
        serve_on(listener, Manner(said, open_page=address if open_browser else ""))


def serve_public(host: str = "127.0.0.1", port: int = 8000, share_port: bool = False) -> None:
    """Serve the site to everybody, as the environment says, until it is interrupted.

    Args:
        host: address to listen on.
        port: to listen on, and no other one: a proxy looks for it there.
        share_port: whether other processes may listen on it too; the system then gives each
            connection to one of them.

    Raises:
        OptionError: as `serve`; or the environment lacks what a public site needs.
    """
    os.environ[environment.PUBLIC] = "1"
    environment.check()
    if share_port and not environment.text(environment.REDIS_URL):
        raise OptionError(
            f"Processes that share a port share what they know by Redis: set "
            f"{environment.REDIS_URL}."
        )
    data.prepare()
    database.check()
    with contextlib.closing(listen(host, port, 1, share_port)) as listener:
        place = hosts.url(*listener.getsockname()[:2])
        said = f"Skerry is at {place} for {environment.url()}/ (stop it with Ctrl-C)"
        serve_on(listener, Manner(said, environment.proxies()))


def listen(host: str, port: int, tries: int, share: bool = False) -> socket.socket:
    """A socket that listens on a port, or on the next free one of so many.

    One that shares a port does not listen yet: until this process is ready, others answer.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why = "ports are the numbers from 0 to 65535"
    for candidate in range(port, min(port + tries, 65536)):
        # By the protocol asyncio knows TCP, and sends each answer without waiting for another.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if host == "::":
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if share:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            listener.bind((host, candidate))
            if not share:
                listener.listen(BACKLOG)
        except (OSError, OverflowError) as error:
            listener.close()
            why = str(error)
            continue
        return listener
    raise OptionError(f"Nothing can listen on {host}, port {port}: {why}.")


def serve_on(listener: socket.socket, manner: Manner) -> None:
    """Serve the site on a socket until it is interrupted."""
    # Nobody waits for a compiler here: whatever is slow in plain Python is asked of the workers.
    interpret()
    sys.setswitchinterval(SWITCH_SECONDS)
    from skerry.web.site.engines import running_engine

    with running_engine() as engine:  # while this process gets ready, a worker does
        _serve_pages(engine, listener, manner)


def _serve_pages(engine: "Engine | Calls", listener: socket.socket, manner: Manner) -> None:
    import uvicorn

    os.environ["SKERRY_LISTENS_ON"] = listener.getsockname()[0]
    database.set_up()
    database.check_file_beside()
    from skerry.web.base.services import service
    from skerry.web.correspondence import tasks as correspondence_tasks
    from skerry.web.play import computer, deletion, sweeps
    from skerry.web.site.asgi import Heart, make_application
    from skerry.web.site.connections import make_config
    from skerry.web.thinking.remote_engine import Calls
    from skerry.web.tournaments import ladders, tasks

    application = make_application(engine)
    config = make_config(application, manner.proxies, service(Heart).tick)
    flags = sweeps.Sweeper("flags", sweeps.sweep, tasks.sweep, ladders.sweep)
    sweepers = (flags, *correspondence_tasks.sweepers())
    # By default SIGTERM would end the process inside `uvicorn.run`, with nothing put in order.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        # Ctrl-C has ended the server in good order when it is raised again.
        with contextlib.suppress(KeyboardInterrupt):
            deletion.purge()
            if not isinstance(engine, Calls):  # else it does so itself
                computer.resume_all()
            for sweeper in sweepers:
                sweeper.start()
            gc.freeze()  # a look at all that was imported, for garbage, stops all requests
            if manner.open_page:
                page = (manner.open_page,)
                threading.Thread(target=_open_when_up, args=page, daemon=True).start()
            listener.listen(BACKLOG)  # one that shares its port has not done so yet
            print(manner.said, file=sys.stderr, flush=True)
            uvicorn.Server(config).run(sockets=[listener])
    finally:
        for sweeper in sweepers:
            sweeper.stop()
        if not isinstance(engine, Calls):
            engine.stop()
        database.close()  # when nothing writes any more


def _addresses(host: str, listener: socket.socket) -> tuple[str, str]:
    """What is said of where the site is, for other machines too if they can reach it; and where."""
    listens_on, port = listener.getsockname()[:2]
    everywhere = hosts.is_unspecified(listens_on)
    address = hosts.url("localhost" if everywhere or host == "localhost" else listens_on, port)
    said = f"Skerry is at {address} (stop it with Ctrl-C)"
    if everywhere:
        said += f"\nFrom other machines it is at {hosts.url(hosts.own_address(), port)}"
    return said, address


def _open_when_up(address: str) -> None:
    with contextlib.suppress(OSError):
        urllib.request.urlopen(address, timeout=30).close()
        webbrowser.open(address)
