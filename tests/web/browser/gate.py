"""A gate before a server: it can be shut, answer by itself, and pass off another version."""

import http.client
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from tests.web.conftest import Server

HOP = {"connection", "content-length", "transfer-encoding", "date", "server"}


class Answer(NamedTuple):
    """What the gate says itself instead of asking the server."""

    status: int
    body: str = ""
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)


@dataclass
class Gate:
    """Stands at one address for as long as a test runs, whether it is open or shut."""

    server: Server
    own: dict[str, Answer] = field(default_factory=dict)  # by path
    version: tuple[str, str] | None = None  # (the true name, the one that browsers see)
    port: int = 0
    _door: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Let requests through."""
        gate = self

        class Door(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                gate._pass_on(self)

            def do_HEAD(self) -> None:
                gate._pass_on(self)

            def do_POST(self) -> None:
                gate._pass_on(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._door = ThreadingHTTPServer(("127.0.0.1", self.port), Door)
        self._door.daemon_threads = True
        self.port = self._door.server_port
        threading.Thread(target=self._door.serve_forever, args=(0.02,), daemon=True).start()

    def shut(self) -> None:
        """Nobody is there any more."""
        if self._door is not None:
            self._door.shutdown()
            self._door.server_close()
            self._door = None

    def _pass_on(self, request: BaseHTTPRequestHandler) -> None:
        answer = self.own.get(request.path)
        if answer is None:
            status, headers, body = self._ask(request)
        else:
            status, headers, body = answer.status, list(answer.headers), answer.body.encode()
        request.send_response(status)
        for name, value in headers:
            request.send_header(name, value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        if request.command != "HEAD":
            request.wfile.write(body)

    def _ask(self, request: BaseHTTPRequestHandler) -> tuple[int, list[tuple[str, str]], bytes]:
        true, seen = self.version or ("", "")
        length = int(request.headers.get("Content-Length") or 0)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        sent = {name: value for name, value in request.headers.items() if name.lower() not in HOP}
        sent["Accept-Encoding"] = "identity"
        path = request.path.replace(seen, true) if seen else request.path
        connection.request(request.command, path, request.rfile.read(length), sent)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        if seen:
            body = body.replace(true.encode(), seen.encode())
        kept = [(name, value) for name, value in answer.getheaders() if name.lower() not in HOP]
        return answer.status, kept, body
