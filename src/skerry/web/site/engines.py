"""The engine that a process of the site asks, and the process that is one for all others."""

import asyncio
import contextlib
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

from skerry.core.jit import interpret
from skerry.errors import OptionError
from skerry.web.site import data, database, environment
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.remote_engine import Calls, key_from

if TYPE_CHECKING:
    from skerry.web.base.consumers import Announcer


@contextlib.contextmanager
def running_engine() -> Iterator[Engine | Calls]:
    """An engine in this process, begun; or the way to the one that SKERRY_ENGINE_URL names.

    Raises OptionError: the environment names none that can be.
    """
    address = environment.engine_address()
    if address is not None:
        with contextlib.closing(Calls(address, _key())) as calls:
            yield calls
        return
    engine = make_engine()
    try:
        engine.start()
        yield engine
    finally:
        engine.stop()


def make_engine() -> Engine:
    """An engine with workers beside it, or on the Ray cluster that SKERRY_RAY_ADDRESS names.

    Raises OptionError: there is no such cluster.
    """
    address = environment.ray_address()
    if not address:
        return Engine()
    from skerry.web.thinking.on_ray import Cluster

    try:
        cluster = Cluster(address)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise OptionError(
            f"{environment.RAY_ADDRESS} is {address!r}, but no Ray cluster is there: {error}"
        ) from None
    return Engine(elsewhere=[cluster.start] * cluster.num_nodes)


def serve_engine() -> None:
    """Be the engine of all processes of a site, at SKERRY_ENGINE_URL, until interrupted.

    Raises:
        OptionError: the environment says not where; or what is in the data folder, or the
            folder itself, cannot be used.
    """
    address = environment.engine_address()
    if address is None:
        raise OptionError(
            f"An engine for all processes listens where they look for it: set "
            f"{environment.ENGINE_URL}, as in {environment.ENGINE_URL}=unix:///run/skerry/"
            "engine.sock, here and for each `skerry serve`."
        )
    interpret()
    data.prepare()
    database.check()
    with contextlib.closing(address.listen()) as listener:
        engine = make_engine()
        try:
            engine.start()  # first of all: while this process gets ready, a worker does
            _answer(engine, listener, f"The engine is at {address} (stop it with Ctrl-C)")
        finally:
            engine.stop()
            database.close()  # when nothing writes any more


def _answer(engine: Engine, listener: socket.socket, said: str) -> None:
    """Do what other processes call, until interrupted."""
    database.set_up()
    from skerry.web.base.consumers import Announcer
    from skerry.web.base.services import Services, provide, service
    from skerry.web.play import computer
    from skerry.web.site.start import make_offers, make_services
    from skerry.web.thinking.remote_engine import EngineServer

    services = make_services(engine)
    provide(*services)
    server = EngineServer(listener, _key(), make_offers(Services(services)))
    threading.Thread(target=server.serve, daemon=True).start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    print(said, file=sys.stderr, flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        computer.resume_all()
        asyncio.run(_announce(service(Announcer)))


async def _announce(announcer: "Announcer") -> None:
    """Tell sockets elsewhere of the computer's turns, by one loop, for ever."""
    announcer.use_running_loop()
    await asyncio.Event().wait()


def _key() -> bytes:
    secret = data.read_secret()
    assert secret is not None, "data.prepare makes one"
    return key_from(secret)
