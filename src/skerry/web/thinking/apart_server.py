"""An engine that other processes ask, by `client.Calls`."""

import logging
import socket
import ssl
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from django.db import close_old_connections

from skerry.errors import SkerryError
from skerry.web.thinking.apart_protocol import (
    FAULT,
    MOST_BYTES,
    REFUSED,
    Call,
    Failure,
    ProtocolError,
    Requests,
    receive,
    send,
    server_context,
    write,
)

log = logging.getLogger(__name__)

GREETING_SECONDS = 5.0  # in which who connects proves to know the key
MOST_STRANGERS = 32  # that have not proved it yet; one more takes the place of the oldest
LEAVING_SECONDS = 5.0  # in which who was refused may read why
LOOK_SECONDS = 1.0  # between two looks for those that are late


class Offer(NamedTuple):
    """An object, and what of it may be called."""

    one: object
    names: tuple[str, ...]  # of methods and properties


class EngineServer:
    """Answers calls, each connection of somebody who knows the key in a thread of its own.

    Of strangers, who say nothing or too little, there are only a few at a time.
    """

    def __init__(self, listener: socket.socket, key: bytes, offers: Iterable[Offer]) -> None:
        """Nobody is answered before `serve`.

        Args:
            listener: where they connect.
            key: that they have to know; see `address.key_from`.
            offers: what they may call; one of each class.
        """
        self._listener = listener
        self._context = server_context(key)
        self._lock = threading.Lock()
        self._strangers: dict[socket.socket, float] = {}  # and when they connected, in order
        calls = [
            (Call(type(offer.one), name), offer.one, name)
            for offer in offers
            for name in offer.names
        ]
        self._requests = Requests([call for call, _, _ in calls])
        self._offers = {call.name: (one, name) for call, one, name in calls}

    def serve(self) -> None:
        """Answer until the listener is closed."""
        with suppress(OSError):
            self._listener.settimeout(LOOK_SECONDS)
        while self._listener.fileno() >= 0:
            try:
                plain, _ = self._listener.accept()
                plain.settimeout(None)
                self._greet(plain)
            except TimeoutError:
                pass
            except (OSError, RuntimeError) as error:  # no file or thread is left for one more
                if self._listener.fileno() >= 0:
                    log.warning("Nobody can connect to the engine: %s", error)
                    time.sleep(LOOK_SECONDS)
            self._hang_up_late()

    def _greet(self, plain: socket.socket) -> None:
        """Find out who has connected, in a thread; of strangers there are few."""
        with self._lock:
            self._strangers[plain] = time.monotonic()
            oldest = next(iter(self._strangers))
            if len(self._strangers) > MOST_STRANGERS:
                self._hang_up(oldest)
        threading.Thread(target=self._answer_all, args=(plain,), daemon=True).start()

    def _hang_up_late(self) -> None:
        """End those that have not proved in time that they know the key."""
        with self._lock:
            late = time.monotonic() - GREETING_SECONDS
            for plain in [one for one, since in self._strangers.items() if since < late]:
                self._hang_up(plain)

    def _hang_up(self, plain: socket.socket) -> None:
        del self._strangers[plain]
        with suppress(OSError):
            plain.shutdown(socket.SHUT_RDWR)  # which ends its thread

    def _answer_all(self, plain: socket.socket) -> None:
        with plain:
            try:
                with plain.dup() as copy, self._encrypt(plain, copy) as connection:
                    while self._answer_next(connection):
                        pass
                    _let_read(plain, connection)
            except ssl.SSLError as error:
                log.warning("Somebody is not heard by the engine: %s", error)
            except (OSError, EOFError):
                return  # the other process has ended, or given up

    def _encrypt(self, plain: socket.socket, copy: socket.socket) -> ssl.SSLSocket:
        """The connection, when the other side has proved that it knows the key.

        Raises:
            OSError: it has not, or has ended.
        """
        try:
            return self._context.wrap_socket(copy, server_side=True)
        finally:
            with self._lock:
                self._strangers.pop(plain, None)

    def _answer_next(self, connection: ssl.SSLSocket) -> bool:
        """Answer a call; whether another one may follow."""
        try:
            name, arguments = self._requests.read(receive(connection))
        except ProtocolError as error:
            log.warning("A call was refused: %s", error)
            send(connection, write({"failure": Failure(REFUSED, str(error))}))
            return False
        send(connection, self._answer(name, arguments))
        return True

    def _answer(self, call: str, arguments: dict[str, object]) -> bytes:
        one, name = self._offers[call]
        try:
            found = getattr(one, name)
            answer = write({"result": found(**arguments) if callable(found) else found})
            if len(answer) <= MOST_BYTES:
                return answer
            raise OverflowError(f"the answer has {len(answer):,} bytes")
        except SkerryError as error:
            failure = Failure.of(error)
        except Exception as error:
            log.exception("%s failed.", call)
            failure = Failure(FAULT, f"{call} failed: {error}")
        finally:
            close_old_connections()
        return write({"failure": failure})


def _let_read(plain: socket.socket, connection: ssl.SSLSocket) -> None:
    """Throw away what still comes: to end before would take from the other side what was said."""
    plain.shutdown(socket.SHUT_WR)
    until = time.monotonic() + LEAVING_SECONDS
    while (left := until - time.monotonic()) > 0:
        connection.settimeout(left)
        if not connection.recv(1 << 20):
            return
