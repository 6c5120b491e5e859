"""Start the site: database, engine, web server, browser."""

import contextlib
import logging
import os
import socket
import sys
import threading
import urllib.request
import webbrowser

from ..core.jit import interpret
from ..errors import OptionError
from . import data

log = logging.getLogger("skerry.web")

MOST_PORTS_TRIED = 20


def serve(
    host: str = "127.0.0.1", port: int = 8000, open_browser: bool = True, exact: bool = False
) -> None:
    """Serve the site until it is interrupted.

    Args:
        host: address to listen on.
        port: to listen on; when it is taken the next free one, unless `exact`.
        open_browser: whether to open the page once it answers.
        exact: refuse rather than take another port.

    Raises:
        OptionError: no such address, or no free port; or the data folder cannot be written.
    """
    try:
        data.prepare()
    except OSError as error:
        raise OptionError(f"The data folder cannot be used: {error}.") from error
    listener = _listen(host, port, 1 if exact else MOST_PORTS_TRIED)
    with contextlib.closing(listener):
        _serve_on(listener, host, open_browser)


def _listen(host: str, port: int, tries: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    why = "ports are the numbers from 0 to 65535"
    for candidate in range(port, min(port + tries, 65536)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
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
    import django
    import uvicorn
    from django.core.management import call_command

    os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.settings"
    if host not in ("127.0.0.1", "::1", "localhost"):
        os.environ["SKERRY_ALLOWED_HOSTS"] = os.environ.get("SKERRY_ALLOWED_HOSTS") or host
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    from . import table
    from .asgi import application

    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{'localhost' if host in ('0.0.0.0', '::') else shown}:{port}/"
    print(f"Skerry is at {address} (stop it with Ctrl-C)", file=sys.stderr, flush=True)
    table.resume_all()
    table.engine.start()
    if open_browser:
        threading.Thread(target=_open_when_up, args=(address,), daemon=True).start()
    config = uvicorn.Config(
        application,
        log_level="warning",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    try:
        # Ctrl-C has ended the server in good order when it is raised again.
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listener])
    finally:
        table.engine.stop()


def _open_when_up(address: str) -> None:
    """Open the browser as soon as the first page comes."""
    with contextlib.suppress(OSError):
        urllib.request.urlopen(address, timeout=30).close()
        webbrowser.open(address)
