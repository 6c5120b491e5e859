"""Requests that no page would send, to every address of the site."""

import http.client
import json
import os
import random
import socket
import threading
from collections import Counter
from pathlib import Path
from urllib.parse import quote, urlencode

from bench.faults.player import DOCUMENTED, REQUEST_SECONDS, Player
from bench.faults.site import FaultError, Site
from skerry.puzzles import collection
from skerry.web.base import assets

THREADS = 3
GAMES = ("spry", "sytran", "byg", "kitaran", "syrtis")
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "BREW")
READ_BY_GET = ("record.json", "solution", "games/<str:game_id>", "puzzles/<str:name>/<str:key>")
KINDS = (
    "application/json",
    "application/json",
    "application/json",
    "application/json; charset=utf-16",
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=hex",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "multipart/form-data; boundary=" + "y" * 80,
    "text/plain",
    "application/octet-stream",
    "",
    "/",
    ";;;",
)
KEYS = ("version", "turn", "actions", "without", "at", "page", "known", "curve", "turns")
FIELDS = ("opponent", "side", "name", "other_name", "seed", "size", "board", "komi", "penalty")
WORDS = ("a1", "b2", "c3", "end", "swap", "pass", "xa1", "a1-b1", "z99", "", "\x00", "é", "²")
VALUES = (
    "friend",
    "1",
    "2",
    "first",
    "second",
    "3",
    "4",
    "-1",
    "1e9",
    "on",
    "minor",
    "\u202e",
    "x",
)
STRANGE = ("..", ".", "%00", "%2e%2e", "%ff", "x" * 200, "'", "<b>", "é", "😀", "0", "-1", " ")
HEADERS = (
    ("Host", "games.example.com"),
    ("Host", "a b"),
    ("Host", ""),
    ("Cookie", "skerry_seat=x; skerry_csrf=y"),
    ("Cookie", "=;;=\xff"),
    ("X-CSRFToken", "x" * 64),
    ("Origin", "http://games.example.com"),
    ("Origin", "null"),
    ("Range", "bytes=5-2"),
    ("If-Modified-Since", "yesterday"),
    ("If-None-Match", "*"),
    ("Accept-Encoding", "gzip;q=0, br"),
    ("Accept-Language", "\xff\xfe"),
    ("Transfer-Encoding", "chunked"),
    ("Content-Length", "7"),
    ("Expect", "100-continue"),
    ("Upgrade", "websocket"),
    ("X-Forwarded-Host", "games.example.com"),
)


def routes() -> list[str]:
    """The addresses of the site, with `<str:name>` where something is to be put in."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skerry.web.site.settings")
    import django

    django.setup()
    from django.urls import URLResolver

    from skerry.web.site.urls import urlpatterns

    apps = [one for one in urlpatterns if isinstance(one, URLResolver)]
    return [str(one.pattern) for app in apps for one in app.url_patterns]


class Fuzzer:
    """One source of requests; the same seed sends the same ones."""

    def __init__(self, site: Site, seed: int) -> None:
        self.site = site
        self.rng = random.Random(seed)
        self.player = Player(site, seed)
        self.routes = [*routes(), f"{assets.folder()}play/game.js", "nothing/<str:name>"]
        self.waiting: list[str] = []  # routes that are still to come before any comes again
        self.puzzles = {name: [one.key for one in collection(name)[:3]] for name in GAMES}
        self.statuses: Counter[int] = Counter()
        self.connection: http.client.HTTPConnection | None = None

    def begin(self) -> None:
        """Have a game of each kind, so that some requests come far."""
        for name in GAMES:
            kept = self.player.begin(name)
            if kept is not None:
                self.player.play(kept)
        self.player.begin("kitaran", "1")

    def send(self) -> None:
        """Send one request. Raises FaultError: the server failed or hung."""
        rng = self.rng
        if not self.waiting:
            self.waiting = rng.sample(self.routes, len(self.routes))
        route = self.waiting.pop()
        method, kind = self._usual(route)
        if rng.random() < 0.15:
            method = rng.choice(METHODS)
        if rng.random() < 0.25:
            kind = rng.choice(KINDS)
        path = self._path(route)
        body = self._body(kind) if method != "GET" or rng.random() < 0.1 else b""
        headers = self._headers(kind)
        if "Content-Length" not in headers and "Transfer-Encoding" not in headers:
            headers["Content-Length"] = str(len(body))
        shown = f"{method} {path} {headers} {body[:300]!r}"
        status = self._exchange(method, path, headers, body, shown)
        self.statuses[status] += 1
        if status >= 500 and status not in DOCUMENTED:
            raise FaultError(f"answered with {status}: {shown}")

    def end(self) -> None:
        """Close what is open."""
        if self.connection is not None:
            self.connection.close()

    def _exchange(
        self, method: str, path: str, headers: dict[str, str], body: bytes, shown: str
    ) -> int:
        """The status, 0 where the server closed the connection without an answer."""
        # What is no HTTP leaves a connection on which nothing more can be said.
        odd = {"Transfer-Encoding", "Content-Length", "Expect", "Upgrade"} & headers.keys()
        connection, self.connection = self.connection, None
        if connection is None:
            connection = http.client.HTTPConnection(
                "127.0.0.1", self.site.port, timeout=REQUEST_SECONDS
            )
        try:
            connection.putrequest(method, path, skip_host="Host" in headers)
            for name, value in headers.items():
                connection.putheader(name, value.encode("latin-1"))
            connection.endheaders()
            connection.send(b"0\r\n\r\n" if "Transfer-Encoding" in headers else body)
            if headers.get("Content-Length", "0") != str(len(body)) and connection.sock:
                # Who announces more than comes must say that it is over: to wait is right.
                connection.sock.shutdown(socket.SHUT_WR)
            answer = connection.getresponse()
            answer.read()
            if odd - {"Content-Length"} or headers.get("Content-Length") != str(len(body)):
                connection.close()
            else:
                self.connection = connection
            return answer.status
        except TimeoutError:
            connection.close()
            raise FaultError(f"no answer for {REQUEST_SECONDS:g} s: {shown}") from None
        except (OSError, http.client.HTTPException):
            connection.close()
            return 0

    def _usual(self, route: str) -> tuple[str, str]:
        """The method and the kind of body that an address is made for."""
        if route.startswith("api/") and not route.endswith((*READ_BY_GET, "engine")):
            return "POST", "application/json"
        if route == "open":
            return "POST", "multipart/form-data; boundary=x"
        if route.startswith("new/") or route.endswith("/delete"):
            return self.rng.choice(("GET", "POST")), "application/x-www-form-urlencoded"
        return "GET", ""

    def _path(self, route: str) -> str:
        game = self.rng.choice(GAMES)
        parts = {"game_id": self.rng.choice(self.player.games).key, "name": game}
        parts["key"] = self.rng.choice(self.puzzles[game])
        for name, usual in parts.items():
            strange = self.rng.random() < 0.15
            part = quote(self.rng.choice(STRANGE), safe="%'") if strange else usual
            route = route.replace(f"<str:{name}>", part)
        query = ""
        if self.rng.random() < 0.4:
            names = ("turn", "known", "x", "\x00", "theme")
            pairs = [(self.rng.choice(names), self._word()) for _ in range(self.rng.randrange(3))]
            query = "?" + urlencode(pairs)
        return f"/{route}{query}"

    def _word(self) -> str:
        rng = self.rng
        return rng.choice((rng.choice(WORDS), rng.choice(VALUES), str(rng.randrange(-2, 9))))

    def _headers(self, kind: str) -> dict[str, str]:
        rng, player = self.rng, self.player
        headers = {"Content-Type": kind} if kind else {}
        if rng.random() < 0.85:
            cookies = player.cookies.items()
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies)
            headers["X-CSRFToken"] = player.token
        if rng.random() < 0.15:
            name, value = rng.choice(HEADERS)
            headers[name] = value
        return headers

    def _body(self, kind: str) -> bytes:
        rng = self.rng
        choice = rng.random()
        if choice < 0.1:
            return rng.randbytes(rng.randrange(300))
        if choice < 0.12:
            return b"a=" + b"b" * 70_000
        if "json" in kind:
            return self._json()
        if "multipart" in kind:
            return self._multipart()
        fields = {rng.choice(FIELDS): rng.choice(VALUES) for _ in range(rng.randrange(5))}
        return urlencode(fields | {"csrfmiddlewaretoken": self.player.token}).encode()

    def _json(self) -> bytes:
        rng = self.rng
        data: dict[str, object] = {"version": rng.randrange(3), "turn": 0, "page": "p"}
        data["actions"] = data["turns"] = [rng.choice(WORDS) for _ in range(rng.randrange(4))]
        for _ in range(rng.randrange(3)):
            data[rng.choice(KEYS)] = self._value(2)
        text = json.dumps(data)
        if rng.random() < 0.1:
            text = text[: rng.randrange(len(text))]
        return text.encode(rng.choice(("utf-8", "utf-8", "utf-8", "utf-16", "utf-8-sig")))

    def _value(self, depth: int) -> object:
        rng = self.rng
        kind = rng.randrange(8 if depth else 6)
        if kind == 0:
            return rng.choice((None, True, False))
        if kind == 1:
            return rng.choice((0, 1, -1, 10**9, 10**40, 1.5, float("nan"), float("inf")))
        if kind < 6:
            return rng.choice(WORDS)
        if kind == 6:
            return [self._value(depth - 1) for _ in range(rng.randrange(4))]
        return {rng.choice(KEYS): self._value(depth - 1) for _ in range(rng.randrange(3))}

    def _multipart(self) -> bytes:
        rng = self.rng
        record = b'{"format": "skerry-record", "version": 1, "turns": []}'
        if rng.random() < 0.5:
            place = rng.randrange(len(record))
            record = record[:place] + rng.randbytes(3) + record[place:]
        parts = [("csrfmiddlewaretoken", "", self.player.token.encode())]
        parts += [("record", '; filename="r.json"', record)] * rng.randrange(3)
        whole = b"".join(
            b'--x\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
            % (name.encode(), more.encode(), value)
            for name, more, value in parts
        )
        whole += b"--x--\r\n"
        return whole if rng.random() < 0.7 else whole[: rng.randrange(len(whole))]


def run(folder: Path, requests: int, seed: int) -> str:
    """Send so many requests; returns a line of figures. Raises FaultError."""
    site = Site(folder / "data", folder / "log")
    site.start()
    try:
        fuzzers = [Fuzzer(site, seed * 100 + number) for number in range(THREADS)]
        for fuzzer in fuzzers:
            fuzzer.begin()
        _send_all(fuzzers, requests)
        for fuzzer in fuzzers:
            kept = fuzzer.player.begin("kitaran", "1")
            if kept is None or fuzzer.player.play(kept) != 200:
                raise FaultError("after the fuzz no turn can be played")
            fuzzer.player.wait_for_computer(kept)
    finally:
        site.stop()
    site.require_no_traceback()
    statuses = sum((fuzzer.statuses for fuzzer in fuzzers), Counter[int]())
    told = ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items()))
    return f"fuzz: {sum(statuses.values())} requests ({told})"


def _send_all(fuzzers: list[Fuzzer], requests: int) -> None:
    faults: list[BaseException] = []

    def send(fuzzer: Fuzzer, count: int) -> None:
        try:
            for _ in range(count):
                if faults:
                    return
                fuzzer.send()
        except BaseException as error:  # told in the main thread
            faults.append(error)
        finally:
            fuzzer.end()

    share = -(-requests // len(fuzzers))
    threads = [threading.Thread(target=send, args=(one, share)) for one in fuzzers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]
