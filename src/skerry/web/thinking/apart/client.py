"""What the site asks of an engine that is apart: as of one in its own process, but for delays.

A call is one message there and one back. The messages are pickles: both sides prove to each other
that they know the key before anything is read.
"""

import logging
import socket
import struct
import threading
from collections.abc import Mapping
from functools import partial
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from typing import Any, Generic, TypeVar

from ...base.errors import BusyError
from ...base.patience import Outage, seconds_to_wait
from .address import Address

log = logging.getLogger(__name__)

Kind = TypeVar("Kind")

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 40.0  # longer than any call takes that waits for a worker; no request does
REST_SECONDS = 1.0  # after a failure, in which nobody asks it
AWAY = "The engine is away at the moment; games with other people go on. Try again in a while."


class EngineAwayError(BusyError):
    """The engine cannot be reached."""

    status = 503


class Calls:
    """Connections to an engine that is apart. Any thread may call."""

    def __init__(self, address: Address, key: bytes) -> None:
        """Nothing is connected before the first call.

        Args:
            address: where it listens.
            key: that both sides know.
        """
        self._address = address
        self._key = key
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._outage = Outage(REST_SECONDS)

    def call(self, kind: str, name: str, *arguments: object, **named: object) -> Any:
        """What a method gives that is called there, or what a property is.

        Args:
            kind: name of the class of one of its objects.
            name: of the method or property.
            arguments: as the method takes them.
            named: and these.

        Raises:
            EngineAwayError: it does not answer.
            Exception: what the method raises.
        """
        if not self._outage.may_ask():
            raise EngineAwayError(AWAY)
        message = kind, name, arguments, named
        try:
            found = self._ask_by_any(message)
        except (OSError, EOFError, AuthenticationError) as error:
            self._forget_all()
            if self._outage.note_failure():
                log.error("The engine at %s does not answer: %r", self._address, error)
            raise EngineAwayError(AWAY) from None
        self._outage.note_return()
        is_well, result = found
        if not is_well:
            raise result
        return result

    def _ask_by_any(self, message: object) -> tuple[bool, Any]:
        """The answer by a connection that is there, or by a new one."""
        connection = self._take()
        if connection is not None:
            try:
                return self._ask(connection, message)
            except TimeoutError:
                raise
            except (OSError, EOFError):
                self._forget_all()  # it was started again: a new connection may well do
        return self._ask(self._connect(), message)

    def _ask(self, connection: Connection, message: object) -> tuple[bool, Any]:
        try:
            connection.send(message)
            if not connection.poll(seconds_to_wait(ANSWER_SECONDS)):
                raise TimeoutError
            is_well, result = connection.recv()
        except BaseException:
            connection.close()
            raise
        with self._lock:
            self._idle.append(connection)
        return is_well, result

    def _connect(self) -> Connection:
        plain = self._address.connect(CONNECT_SECONDS)
        plain.settimeout(None)
        for way in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):  # of each read and write
            plain.setsockopt(socket.SOL_SOCKET, way, struct.pack("ll", int(CONNECT_SECONDS), 0))
        connection = Connection(plain.detach())
        try:
            if not connection.poll(CONNECT_SECONDS):
                raise TimeoutError
            answer_challenge(connection, self._key)
            deliver_challenge(connection, self._key)
        except BaseException:
            connection.close()
            raise
        return connection

    def _take(self) -> Connection | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _forget_all(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()


class Remote(Generic[Kind]):
    """Stands for the object of a class that the engine's process has; see `services.shared`."""

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
            return self._calls.call(self.stands_for.__name__, name, *arguments, **named)
        except EngineAwayError:
            if name in self._otherwise:
                return self._otherwise[name]
            raise
