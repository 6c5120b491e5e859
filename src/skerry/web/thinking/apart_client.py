"""What the site asks of an engine that is apart: as of one in its own process, but for delays.

A call is one message there and one back (`protocol`), by TLS (`encryption`).
"""

import logging
import ssl
import threading
from collections.abc import Mapping
from functools import partial
from typing import Any, Generic, TypeVar

from skerry.web.base.errors import BusyError
from skerry.web.base.patience import Outage, seconds_to_wait
from skerry.web.thinking.apart_protocol import (
    Address,
    ProtocolError,
    call_of,
    client_context,
    receive,
    send,
)

log = logging.getLogger(__name__)

Kind = TypeVar("Kind")

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 40.0  # longer than any call takes that waits for a worker; no request does
REST_SECONDS = 1.0  # after a failure, in which nobody asks it
AWAY = "The engine is away at the moment; games with other people go on. Try again in a while."


class EngineUnavailableError(BusyError):
    """The engine cannot be reached."""

    status = 503


class Calls:
    """Connections to an engine that is apart. Any thread may call."""

    def __init__(self, address: Address, key: bytes) -> None:
        """Nothing is connected before the first call.

        Args:
            address: where it listens.
            key: that both sides know; see `address.key_from`.
        """
        self._address = address
        self._context = client_context(key)
        self._lock = threading.Lock()
        self._idle: list[ssl.SSLSocket] = []
        self._outage = Outage(REST_SECONDS)

    def call(self, kind: type, name: str, *arguments: object, **named: object) -> Any:
        """What a method gives that is called there, or what a property is.

        Args:
            kind: the class of one of its objects.
            name: of the method or property.
            arguments: as the method takes them.
            named: and these.

        Raises:
            EngineUnavailableError: it does not answer, or not as this version of Skerry does.
            RequestError: it cannot be asked with these arguments.
            Exception: what the method raises.
        """
        call = call_of(kind, name)
        message = call.write(arguments, named)
        if not self._outage.may_ask():
            raise EngineUnavailableError(AWAY)
        try:
            answer = self._ask_by_any(message)
        except (OSError, EOFError, ProtocolError) as error:
            self.close()
            if self._outage.note_failure():
                log.error("The engine at %s does not answer: %r", self._address, error)
            raise EngineUnavailableError(AWAY) from None
        self._outage.note_return()
        try:
            return call.read_answer(answer)
        except ProtocolError as error:
            log.error("The engine at %s is of another version: %s", self._address, error)
            raise EngineUnavailableError(AWAY) from None

    def _ask_by_any(self, message: bytes) -> bytes:
        """The answer by a connection that is there, or by a new one."""
        connection = self._take()
        if connection is not None:
            try:
                return self._ask(connection, message)
            except TimeoutError:
                raise
            except (OSError, EOFError):
                self.close()  # it was started again: a new connection may well do
        return self._ask(self._connect(), message)

    def _ask(self, connection: ssl.SSLSocket, message: bytes) -> bytes:
        try:
            connection.settimeout(seconds_to_wait(ANSWER_SECONDS))
            send(connection, message)
            answer = receive(connection)
        except BaseException:
            connection.close()
            raise
        with self._lock:
            self._idle.append(connection)
        return answer

    def _connect(self) -> ssl.SSLSocket:
        with self._address.connect(CONNECT_SECONDS) as plain:
            return self._context.wrap_socket(plain)

    def _take(self) -> ssl.SSLSocket | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def close(self) -> None:
        """End all connections that nobody uses; a further call makes a new one."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


class Remote(Generic[Kind]):
    """Stands for the object of a class that the engine's process has; see `services.service`."""

    def __init__(
        self, kind: type[Kind], calls: Calls, otherwise: Mapping[str, object] | None = None
    ) -> None:
        """Nothing is called yet.

        Args:
            kind: the class.
            calls: how it is reached.
            otherwise: what some methods and properties give while it is not.
        """
        self.stands_for = kind
        self._calls = calls
        self._otherwise = dict(otherwise or {})

    def __getattr__(self, name: str) -> Any:
        if isinstance(getattr(self.stands_for, name), property):
            return self._call(name)
        return partial(self._call, name)

    def _call(self, name: str, *arguments: object, **named: object) -> Any:
        try:
            return self._calls.call(self.stands_for, name, *arguments, **named)
        except EngineUnavailableError:
            if name in self._otherwise:
                return self._otherwise[name]
            raise
