"""An engine that other processes ask, by `client.Calls`."""

import logging
import socket
import threading
from collections.abc import Iterable
from contextlib import suppress
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from typing import Any, NamedTuple

from django.db import close_old_connections

from ....errors import SkerryError

log = logging.getLogger(__name__)

GREETING_SECONDS = 5.0  # in which who connects proves to know the key


class Offer(NamedTuple):
    """An object, and what of it may be called."""

    one: object
    names: tuple[str, ...]  # of methods and properties


class EngineServer:
    """Answers calls, each connection in a thread of its own."""

    def __init__(self, listener: socket.socket, key: bytes, offers: Iterable[Offer]) -> None:
        """Nobody is answered before `serve`.

        Args:
            listener: where they connect.
            key: that they have to know.
            offers: what they may call; one of each class.
        """
        self._listener = listener
        self._key = key
        self._offers = {type(offer.one).__name__: offer for offer in offers}

    def serve(self) -> None:
        """Answer until the listener is closed."""
        with suppress(OSError):
            while True:
                plain, _ = self._listener.accept()
                threading.Thread(target=self._answer_all, args=(plain,), daemon=True).start()

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
        timer = threading.Timer(GREETING_SECONDS, _hang_up, (plain,))  # on who says nothing
        timer.start()
        try:
            deliver_challenge(connection, self._key)
            answer_challenge(connection, self._key)
        except AuthenticationError:
            log.warning("Somebody who does not know the key has asked the engine.")
            return False
        finally:
            timer.cancel()
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


def _hang_up(plain: socket.socket) -> None:
    with suppress(OSError):
        plain.shutdown(socket.SHUT_RDWR)
