"""The pages of people who play, as the server sees them: cookies, requests, a WebSocket each."""

import asyncio
import gzip
import itertools
import json
import random
import re
import secrets
import string
import time
import uuid
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from bench.live.site import NAME

LETTERS = string.ascii_letters + string.digits
FORM, JSON = "application/x-www-form-urlencoded", "application/json"
PATIENCE = 20.0  # seconds for an answer, after which it is asked for again
ASKED_AGAIN = 15.0  # seconds of silence after which a page asks by itself
WATCHED_AGAIN = 60.0  # about, of one that only watches
PAUSES = (0.25, 0.5, 1.0, 2.0)  # seconds before trying again; then always the last
FIRST_ADDRESS = ip_address("127.1.0.1")
_numbers = itertools.count()
CUT = (OSError, EOFError, TimeoutError, ValueError, WebSocketException, asyncio.IncompleteReadError)


class AnswerError(Exception):
    """The server has refused something."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(f"{status}: {text[:300]}")
        self.status = status


def _own_address() -> str:
    """An address of this machine that no other client has: what one may do is counted by it."""
    return str(FIRST_ADDRESS + next(_numbers))


@dataclass
class Client:
    """One browser: its cookies, and a connection that is kept open between requests."""

    port: int
    address: str = field(default_factory=_own_address)
    cookies: dict[str, str] = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)  # one request after the other
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def __post_init__(self) -> None:
        # As a page of the site would have given it.
        self.cookies["skerry_csrf"] = "".join(secrets.choice(LETTERS) for _ in range(32))

    @property
    def cookie_line(self) -> str:
        """What a browser sends of them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def ask(self, path: str, body: str | None = None, kind: str = JSON) -> tuple[int, bytes]:
        """The answer's status, and its body, or where it leads. Raises one of CUT."""
        async with self._turn, asyncio.timeout(PATIENCE):
            try:
                return await self._ask(path, body, kind)
            except BaseException:
                self.close()
                raise

    async def _ask(self, path: str, body: str | None, kind: str) -> tuple[int, bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(self.address, 0)
            )
        elif self._streams[0].at_eof():  # the server has closed it meanwhile
            self.close()
            return await self._ask(path, body, kind)
        reader, writer = self._streams
        lines = [
            f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
            f"Host: {NAME}",
            f"Cookie: {self.cookie_line}",
            f"X-CSRFToken: {self.cookies['skerry_csrf']}",
            "Accept-Encoding: gzip",
        ]
        if body is not None:
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body.encode())}"]
        writer.write("\r\n".join([*lines, "", body or ""]).encode())
        return await self._read(reader)

    async def _read(self, reader: asyncio.StreamReader) -> tuple[int, bytes]:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in head[1:-2]:
            name, _, value = line.partition(": ")
            if name.lower() == "set-cookie":
                cookie, _, text = value.partition(";")[0].partition("=")
                self.cookies[cookie] = text
            headers[name.lower()] = value
        body = await reader.readexactly(int(headers["content-length"]))
        if headers.get("connection") == "close":
            self.close()
        if "location" in headers:
            return int(head[0].split()[1]), headers["location"].encode()
        packed = headers.get("content-encoding") == "gzip"
        return int(head[0].split()[1]), gzip.decompress(body) if packed else body

    def close(self) -> None:
        """End the connection."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    def socket(self, path: str) -> connect:
        """A WebSocket of a page; used with `async with`."""
        return connect(
            f"ws://{NAME}{path}",
            host="127.0.0.1",
            port=self.port,
            local_addr=(self.address, 0),
            origin=Origin(f"http://{NAME}"),
            additional_headers={"Cookie": self.cookie_line},
            compression=None,
            open_timeout=PATIENCE,
        )


async def again(work: Callable[[], Any]) -> Any:
    """Try until it works, as pages do after a cut."""
    for pause in itertools.chain(PAUSES, itertools.repeat(PAUSES[-1])):
        try:
            return await work()
        except CUT:
            await asyncio.sleep(pause)
    raise AssertionError("that never ends")


@dataclass
class Measured:
    """What has been seen so far, in seconds and numbers."""

    acknowledged: list[float] = field(default_factory=list)  # from sending to the answer
    shown: list[float] = field(default_factory=list)  # until the other page has the new position
    sent_again: int = 0
    cuts: "Counter[str]" = field(default_factory=Counter)  # of sockets, by why


def version_in(packed: bytes) -> int:
    """The version of a game, from the beginning of what a page is sent."""
    head = zlib.decompressobj(wbits=31).decompress(packed, 200)
    found = re.search(rb'"version": (\d+)', head)
    assert found is not None, head
    return int(found[1])


@dataclass
class Page:
    """The page of a person, or of a spectator, in a game."""

    client: Client
    game_id: str
    measured: Measured
    version: int = 0
    num_turns: int = 0
    is_over: bool = False
    watches: bool = False  # and plays in no game: reads no more of it than its version
    is_measured: bool = True  # whether it lets the server measure its line, and be forgiven its lag
    sent_at: float = 0.0  # when the other one sent the turn that is to come
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    listening: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self) -> None:
        """Keep a socket open, and ask for what is new."""
        while True:
            try:
                async with self.client.socket(f"/ws/game/{self.game_id}") as socket:
                    await self.look()
                    self.listening.set()
                    await self._hear(socket)
            except CUT as error:
                self.measured.cuts[f"{type(error).__name__} {error}"[:60]] += 1
            await asyncio.sleep(0.5)

    async def _hear(self, socket: ClientConnection) -> None:
        asks_at = time.monotonic() + self._patience()
        while True:
            try:
                async with asyncio.timeout(max(0.0, asks_at - time.monotonic())):
                    message = await socket.recv()
            except TimeoutError:  # what was to be told may have been lost
                await self.look()
                asks_at = time.monotonic() + self._patience()
                continue
            if isinstance(message, bytes):
                if self.watches:  # a thousand browsers would each read it for themselves
                    self.version = version_in(message)
                else:
                    self._take(json.loads(gzip.decompress(message)))
                asks_at = time.monotonic() + self._patience()
                continue
            said = json.loads(message)
            if said["kind"] == "echo" and self.is_measured:
                await socket.send(json.dumps({"echo": said["number"]}))
            if said["kind"] == "changed" and said["version"] > self.version:
                await self.look()
                asks_at = time.monotonic() + self._patience()

    def _patience(self) -> float:
        return WATCHED_AGAIN * random.uniform(0.75, 1.25) if self.watches else ASKED_AGAIN

    async def look(self) -> None:
        """Ask for the game as it is, as the page's script does. Raises one of CUT."""
        status, body = await self.client.ask(f"/api/games/{self.game_id}?known={self.version}")
        if status >= 500:
            raise EOFError(f"{status}")
        if status != 200:
            raise AnswerError(status, body.decode(errors="replace"))
        state = json.loads(body)
        if not state.get("same"):
            self._take(state)

    def _take(self, state: dict[str, Any]) -> None:
        if state["version"] < self.version:
            return
        if self.sent_at and state["turn"] > self.num_turns:
            self.measured.shown.append(time.monotonic() - self.sent_at)
            self.sent_at = 0.0
        self.version, self.num_turns = state["version"], state["turn"]
        self.is_over = state["over"]
        self.changed.set()

    async def play(self, turn: str, other: "Page") -> None:
        """Play a turn, and send it again until it is answered."""
        number = self.num_turns
        name = str(uuid.uuid4())
        began = other.sent_at = time.monotonic()
        attempts = 0

        async def send() -> None:
            nonlocal attempts
            attempts += 1
            sent = {"version": self.version, "actions": turn.split(","), "id": name}
            path = f"/api/games/{self.game_id}/play"
            status, body = await self.client.ask(path, json.dumps(sent))
            if status >= 500:
                raise EOFError(f"{status}")
            if status != 200:
                raise AnswerError(status, body.decode(errors="replace"))
            self._take(json.loads(body))

        await again(send)
        self.measured.acknowledged.append(time.monotonic() - began)
        self.measured.sent_again += attempts > 1
        if self.num_turns <= number:
            raise AssertionError(f"{self.game_id}: an acknowledged turn is not there")


@dataclass
class LiveGame:
    """A game of two pages, which play turns that are known beforehand."""

    first: Page
    second: Page
    turns: Sequence[str]
    movers: Sequence[int]  # who plays each of them
    tasks: list["asyncio.Task[None]"] = field(default_factory=list)

    async def open(self) -> None:
        """Open both pages, and their sockets."""
        pages = (self.first, self.second)
        self.tasks = [asyncio.create_task(page.listen()) for page in pages]
        for page, task in zip(pages, self.tasks, strict=True):
            await until_listening(page, task)

    async def run(self, pause: Callable[[], float], left: Callable[[], float]) -> None:
        """Play on until no seconds are left, or no turns; between two of them there is a pause."""
        pages = (self.first, self.second)
        for turn, mover in zip(self.turns, self.movers, strict=True):
            await asyncio.sleep(max(0.0, min(pause(), left())))
            if left() <= 0:
                return
            page, other = pages[mover], pages[1 - mover]
            await page.play(turn, other)
            while other.num_turns < page.num_turns:  # it hears by itself
                other.changed.clear()
                with suppress(TimeoutError):
                    async with asyncio.timeout(1.0):
                        await other.changed.wait()

    async def close(self) -> None:
        """Close both pages."""
        await close((self.first, self.second), self.tasks)


async def until_listening(page: Page, task: "asyncio.Task[None]") -> None:
    """Wait until a page hears of news, or raise why it never will."""
    listening = asyncio.create_task(page.listening.wait())
    await asyncio.wait((listening, task), return_when=asyncio.FIRST_COMPLETED)
    listening.cancel()
    if task.done():
        task.result()


async def close(pages: Sequence[Page], tasks: Sequence["asyncio.Task[None]"]) -> None:
    """Close pages, and end the tasks in which they listen."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for page in pages:
        page.client.close()
    await asyncio.sleep(0.1)  # in which the event loop takes leave of their connections


async def begin(
    port: int, game: str, fields: dict[str, str], measured: Measured
) -> tuple[Page, Page]:
    """A game of two guests: the one that is asked for moves second."""
    first, second = Client(port), Client(port)
    form = {"opponent": "online", "side": "first", "time": "60-min-30-s", **fields}
    try:
        link = await _post(first, f"/challenge/new/{game}", form)
        where = await _post(second, f"{link}/accept", {})
    except BaseException:  # who tries again begins with new ones
        first.close()
        second.close()
        raise
    game_id = where.rsplit("/", 1)[1]
    return Page(first, game_id, measured), Page(second, game_id, measured)


async def _post(client: Client, path: str, form: dict[str, str]) -> str:
    sent = urlencode({**form, "csrfmiddlewaretoken": client.cookies["skerry_csrf"]})
    status, where = await client.ask(path, sent, FORM)
    if status >= 500:
        raise EOFError(f"{status}")
    if status != 302:
        raise AnswerError(status, where.decode(errors="replace"))
    return where.decode()
