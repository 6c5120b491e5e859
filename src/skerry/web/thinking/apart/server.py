"""An engine that other processes ask, by `client.Calls`."""

import logging
import socket
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from typing import Any, NamedTuple

from django.db import close_old_connections

from ....errors import SkerryError

log = logging.getLogger(__name__)

GREETING_SECONDS = 5.0  # in which who connects proves to know the key
MOST_STRANGERS = 32  # that have not proved it yet; one more takes the place of the oldest
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
            key: that they have to know.
            offers: what they may call; one of each class.
        """
        self._listener = listener
        self._key = key
        self._lock = threading.Lock()
        self._strangers: dict[socket.socket, float] = {}  # and when they connected, in order
        self._offers = {type(offer.one).__name__: offer for offer in offers}

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
        with plain, Connection(plain.dup().detach()) as connection:
            try:
                if not self._is_known(plain, connection):
                    return
                while True:
                    connection.send(self._answer(connection.recv()))
            except (OSError, EOFError):
                return  # the other process has ended, or given up

    def _is_known(self, plain: socket.socket, connection: Connection) -> bool:
        """Whether the other side knows the key; until then nothing of it is unpickled."""
        try:
            deliver_challenge(connection, self._key)
            answer_challenge(connection, self._key)
        except AuthenticationError:
            log.warning("Somebody who does not know the key has asked the engine.")
            return False
        finally:
            with self._lock:
                self._strangers.pop(plain, None)
        return True

    def _answer(self, message: tuple[str, str, tuple[object, ...], dict[str, object]]) -> Any:
        kind, name, arguments, named = message
        try:
            offer = self._offers[kind]
            if name not in offer.names:
                raise LookupError(f"{kind}.{name} is not offered.")
            found = getattr(offer.one, name)
            return True, found(*arguments, **named) if callable(found) else found
        except SkerryError as error:
            return False, error
        except Exception as error:
            log.exception("%s.%s failed.", kind, name)
            return False, RuntimeError(f"{kind}.{name} failed: {error}")
        finally:
            close_old_connections()
