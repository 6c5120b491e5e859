"""How much of a body is read, and for how long."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from skerry.web.site.handler import REFUSED, BodyLimits, LimitedBodies

TIGHT = BodyLimits(longest=10, longest_short=4, thrown_away=30, at_once=1000, seconds=5.0)
FILES, SHORT, UNKNOWN = "/open", "/api/games/abc/play", "/api/nothing"


@dataclass
class Sent:
    """A request as a server would hand it on, and what became of it."""

    path: str = FILES
    method: str = "POST"
    announced: int | None = None  # bytes, None: it comes in chunks
    parts: tuple[bytes, ...] = ()
    never_ends: bool = False
    body: bytes | None = None  # that the application was given
    refused: tuple[int, str] | None = None
    num_received: int = 0  # parts that were read
    answer: list[Any] = field(default_factory=list)

    @property
    def is_closed(self) -> bool:
        """Whether the answer ends the connection."""
        return (b"connection", b"close") in self.answer[0]["headers"]

    async def through(self, limits: BodyLimits = TIGHT) -> "Sent":
        scope: dict[str, Any] = {"type": "http", "path": self.path, "method": self.method}
        scope["headers"] = [
            (b"transfer-encoding", b"chunked")
            if self.announced is None
            else (b"content-length", b"%d" % self.announced)
        ]
        waiting = [*self.parts]

        async def receive() -> Any:
            if not waiting:
                assert self.never_ends, "more was asked for than there is"
                await asyncio.Event().wait()
            self.num_received += 1
            part = waiting.pop(0)
            more = bool(waiting) or self.never_ends
            return {"type": "http.request", "body": part, "more_body": more}

        async def send(message: Any) -> None:
            self.answer.append(message)

        await LimitedBodies(_application(self), limits)(scope, receive, send)
        return self


def _application(sent: Sent) -> Callable[[Any, Any, Any], Any]:
    async def application(scope: Any, receive: Callable[[], Awaitable[Any]], send: Any) -> None:
        sent.refused = scope.get(REFUSED)
        if sent.announced == 0:
            sent.body = b""
        else:
            message = await receive()
            assert not message["more_body"]
            sent.body = message["body"]
        await send({"type": "http.response.start", "status": 200, "headers": [(b"a", b"b")]})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return application


def run(sent: Sent, limits: BodyLimits = TIGHT) -> Sent:
    return asyncio.run(sent.through(limits))


@pytest.mark.parametrize("is_announced", [True, False])
@pytest.mark.parametrize("length", [1, 7, 10])
def test_a_body_comes_whole_up_to_the_limit(length: int, is_announced: bool) -> None:
    parts = tuple(b"x" * min(3, length - start) for start in range(0, length, 3))
    sent = run(Sent(announced=length if is_announced else None, parts=parts))
    assert (sent.body, sent.refused, sent.is_closed) == (b"x" * length, None, False)


@pytest.mark.parametrize("announced", [11, None])
def test_one_that_is_too_long_is_thrown_away_and_its_sender_hears_so(
    announced: int | None,
) -> None:
    sent = run(Sent(announced=announced, parts=(b"x" * 6, b"y" * 5)))
    assert sent.body == b""
    assert sent.refused is not None
    assert sent.refused[0] == 413
    assert sent.num_received == 2
    assert not sent.is_closed  # all of it was read


def test_an_address_without_files_takes_less() -> None:
    assert run(Sent(SHORT, announced=4, parts=(b"abcd",))).body == b"abcd"
    sent = run(Sent(SHORT, announced=5, parts=(b"abcde",)))
    assert (sent.body, sent.refused and sent.refused[0]) == (b"", 413)


@pytest.mark.parametrize(("path", "method"), [(UNKNOWN, "POST"), (FILES, "GET"), (FILES, "HEAD")])
def test_a_body_that_nothing_would_use_is_not_read_at_all(path: str, method: str) -> None:
    for announced in (300_000_000, None):
        sent = run(Sent(path, method, announced, (b"x",) * 5))
        assert (sent.num_received, sent.body, sent.refused) == (0, b"", None)
        assert sent.is_closed


def test_one_that_is_announced_as_far_too_long_is_not_read_at_all() -> None:
    sent = run(Sent(announced=31, parts=(b"x",) * 5))
    assert (sent.num_received, sent.is_closed) == (0, True)
    assert sent.refused is not None
    assert sent.refused[0] == 413


def test_one_that_goes_on_and_on_is_cut_off() -> None:
    sent = run(Sent(parts=(b"x" * 8,) * 50))
    assert sent.num_received == 4
    assert sent.is_closed
    assert sent.refused is not None
    assert sent.refused[0] == 413


def test_one_that_stops_halfway_is_given_up() -> None:
    limits = TIGHT._replace(seconds=0.05)
    sent = run(Sent(announced=9, parts=(b"x",), never_ends=True), limits)
    assert sent.refused is not None
    assert sent.refused[0] == 408
    assert (sent.body, sent.is_closed) == (b"", True)


def test_all_bodies_together_take_so_much_room_and_give_it_back() -> None:
    limits = TIGHT._replace(at_once=15, seconds=0.2)

    async def all_at_once() -> list[Sent]:
        scope: dict[str, Any] = {"type": "http", "path": FILES, "method": "POST"}
        scope["headers"] = [(b"transfer-encoding", b"chunked")]
        sent = [Sent(announced=9, parts=(b"x" * 8,), never_ends=True) for _ in range(3)]
        site = LimitedBodies(lambda *asked: _application(by_scope[id(asked[0])])(*asked), limits)
        by_scope: dict[int, Sent] = {}

        async def ask(one: Sent) -> None:
            mine = {**scope}
            by_scope[id(mine)] = one
            parts = list(one.parts)

            async def receive() -> Any:
                if not parts:
                    await asyncio.Event().wait()
                return {"type": "http.request", "body": parts.pop(), "more_body": True}

            async def send(message: Any) -> None:
                one.answer.append(message)

            await site(mine, receive, send)

        await asyncio.gather(*map(ask, sent))
        later = Sent(announced=9, parts=(b"x" * 8,), never_ends=True)
        await ask(later)
        return [*sent, later]

    *together, later = asyncio.run(all_at_once())
    statuses = [one.refused[0] for one in together if one.refused]
    # The first waits for its rest until it is given up; there was no room for the others.
    assert statuses == [408, 503, 503]
    assert later.refused is not None
    assert later.refused[0] == 408  # there is room again


def test_whoever_goes_away_is_not_answered() -> None:
    async def gone() -> Any:
        return {"type": "http.disconnect"}

    async def never(*asked: Any) -> None:
        raise AssertionError("the application is not asked")

    scope = {"type": "http", "path": FILES, "method": "POST"}
    headers = {"headers": [(b"content-length", b"5")]}
    asyncio.run(LimitedBodies(never, TIGHT)({**scope, **headers}, gone, never))


def test_more_of_a_body_that_nobody_reads_is_not_handed_on() -> None:
    """Django listens for the end of a connection while it answers, and knows no other message."""
    asked = 0

    async def receive() -> Any:
        nonlocal asked
        asked += 1
        return {"type": "http.request", "body": b"more", "more_body": True}

    async def listens(scope: Any, receive: Any, send: Any) -> None:
        assert (await receive())["more_body"] is False
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(receive(), 0.05)
        await send({"type": "http.response.start", "status": 404, "headers": []})

    async def send(message: Any) -> None:
        assert message["status"] == 404

    headers = [(b"content-length", b"1000000")]
    scope: dict[str, Any] = {
        "type": "http",
        "path": UNKNOWN,
        "method": "POST",
        "headers": headers,
    }
    asyncio.run(LimitedBodies(listens, TIGHT)(scope, receive, send))
    assert asked == 0
