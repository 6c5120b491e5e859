"""An engine in a process of its own: what web processes and it say to each other, by TLS.

Python's `multiprocessing.connection` knows a key too, but encrypts nothing, and what it hands over
are pickles, which run code. uvicorn would take part in TLS with any number of strangers at once.
"""

import datetime
import hashlib
import hmac
import inspect
import logging
import secrets
import socket
import ssl
import struct
import tempfile
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial, reduce
from operator import or_
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, get_type_hints
from urllib.parse import SplitResult

from django.db import close_old_connections
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic_core import PydanticSerializationError, to_json

from skerry import errors
from skerry.errors import OptionError, SkerryError, clipped
from skerry.web.base import errors as web_errors
from skerry.web.base.errors import BusyError, RequestError, TooLongError
from skerry.web.base.patience import Outage, seconds_to_wait

PURPOSE = b"skerry engine server"  # so that the key of the site is good for nothing else there
SCHEMES = ("unix", "tcp")


@dataclass(frozen=True)
class Address:
    """A socket in the file system, or a port of a machine; one of the two."""

    path: str = ""
    host: str = ""
    port: int = 0

    def listen(self) -> socket.socket:
        """A socket that listens here. Raises OptionError: that cannot be."""
        try:
            if not self.path:
                listener = socket.create_server((self.host, self.port))
                listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # of each accepted
                return listener
            return self._listen_in_a_file()
        except OSError as error:
            raise OptionError(f"No engine can listen on {self}: {error}.") from None

    def _listen_in_a_file(self) -> socket.socket:
        Path(self.path).unlink(missing_ok=True)  # of a server that was killed
        listener = socket.socket(socket.AF_UNIX)
        try:
            listener.bind(self.path)
            Path(self.path).chmod(0o600)  # before anybody is listened to
            listener.listen()
        except OSError:
            listener.close()
            raise
        return listener

    def connect(self, seconds: float) -> socket.socket:
        """A connection to who listens here. Raises OSError: nobody does, or not in time."""
        if not self.path:
            found = socket.create_connection((self.host, self.port), timeout=seconds)
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return found
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(seconds)
        try:
            connection.connect(self.path)
        except OSError:
            connection.close()
            raise
        return connection

    def __str__(self) -> str:
        return f"unix://{self.path}" if self.path else f"tcp://{self.host}:{self.port}"


def parse(url: SplitResult) -> Address:
    """The address in a URL like `unix:///run/skerry/engine.sock` or `tcp://10.0.0.5:8200`.

    Raises:
        OptionError: it has no path, or no host and port.
    """
    if url.scheme == "unix" and url.path.startswith("/") and not url.netloc:
        return Address(path=url.path)
    if url.scheme == "tcp" and url.hostname and url.port:
        return Address(host=url.hostname, port=url.port)
    raise OptionError(
        "An engine's address is like unix:///run/skerry/engine.sock or tcp://10.0.0.5:8200."
    )


def key_from(secret: str) -> bytes:
    """Of 32 bytes: by what both sides know each other, made from the site's secret key."""
    return hmac.digest(secret.encode(), PURPOSE, hashlib.sha256)


# TLS between web processes and their engine: each side proves to the other that it has the key.
#
# Both make the same Ed25519 key pair and certificate from the site's key, and trust no other
# certificate. TLS 1.3 agrees on new keys for each connection, so what somebody has recorded cannot
# be replayed, nor read by who learns the site's key later.

# No clock matters: the certificate is good for as long as the key.
VALID_FROM = datetime.datetime(2000, 1, 1)
VALID_UNTIL = datetime.datetime(9999, 12, 31, 23, 59, 59)


def tls_context(key: bytes, *, listens: bool) -> ssl.SSLContext:
    """For who listens, or for who connects, by a key of 32 bytes that both sides know."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER if listens else ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False  # whoever has the key is the one, at any address
    context.verify_mode = ssl.CERT_REQUIRED
    if listens:
        context.num_tickets = 0  # each connection begins with both proofs
    password = secrets.token_hex(32)
    private, certificate = _make_pair(key, password)
    context.load_verify_locations(cadata=certificate.decode())
    with tempfile.TemporaryDirectory() as folder:  # `ssl` reads files only; this one is encrypted
        path = Path(folder) / "pair.pem"
        path.write_bytes(private + certificate)
        context.load_cert_chain(path, password=password)
    return context


def _make_pair(key: bytes, password: str) -> tuple[bytes, bytes]:
    """The private key, encrypted, and the certificate, both as PEM; the same for the same key."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import (
        BestAvailableEncryption,
        Encoding,
        PrivateFormat,
    )

    private = Ed25519PrivateKey.from_private_bytes(key)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "skerry engine")])
    certificate = (
        x509.CertificateBuilder(name, name, private.public_key())
        .serial_number(1)
        .not_valid_before(VALID_FROM)
        .not_valid_after(VALID_UNTIL)
        .sign(private, algorithm=None)
    )
    encryption = BestAvailableEncryption(password.encode())
    return (
        private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, encryption),
        certificate.public_bytes(Encoding.PEM),
    )


# What web processes and their engine say to each other: JSON in frames, and nothing but data.
#
#     -> {"call": "Advisor.stop", "arguments": {"seat": "5e2…", "page": "7"}}
#     <- {"result": null}          or {"failure": ["BusyError", "The engine is busy …", ""]}
#
# A frame is the number of its bytes, in four bytes with the highest first, and then JSON. What may
# be called, with which arguments, and what it answers is read off the signatures of the methods, so
# a message is either what they declare, or refused.

MOST_BYTES = 64_000_000  # of a frame; an analysis of a game of 500 turns has about five million
HEAD = struct.Struct("!I")
LONGEST_REASON = 600  # characters
REFUSED = "refused"  # a failure's kind where the message itself was wrong
FAULT = "fault"  # and where the engine failed, for a reason that is nobody's
CONFIG = ConfigDict(strict=True, extra="forbid", val_json_bytes="base64")

# What is raised there is raised here, by name.
KNOWN: dict[str, type[SkerryError]] = {
    name: one
    for module in (errors, web_errors)
    for name, one in vars(module).items()
    if isinstance(one, type) and issubclass(one, SkerryError)
}


class ProtocolError(Exception):
    """A message that is not one of the protocol; a sentence says why."""


class Failure(NamedTuple):
    """Why a call has no result."""

    kind: str  # one of KNOWN, REFUSED or FAULT
    sentence: str
    rule: str = ""

    @classmethod
    def of(cls, error: SkerryError) -> "Failure":
        """How an error is told to the other side."""
        kind = next(one.__name__ for one in type(error).__mro__ if KNOWN.get(one.__name__) is one)
        return cls(kind, str(error), error.rule)


class Call:
    """A method or property of a class, as the other side is asked for it."""

    def __init__(self, kind: type, name: str) -> None:
        found = getattr(kind, name)
        self.name = f"{kind.__name__}.{name}"
        asked: Any = found.fget if isinstance(found, property) else found
        hints = get_type_hints(asked)
        self._signature = inspect.signature(asked)
        fields: dict[str, Any] = {
            one.name: (hints[one.name], ... if one.default is one.empty else one.default)
            for one in list(self._signature.parameters.values())[1:]  # without `self`
        }
        arguments = create_model(f"{self.name} arguments", __config__=CONFIG, **fields)
        self.request: type[BaseModel] = create_model(
            self.name,
            __config__=CONFIG,
            call=(_only(self.name), ...),
            arguments=(arguments, ...),
        )
        result = create_model("result", __config__=CONFIG, result=(hints.pop("return"), ...))
        failure = create_model("failure", __config__=CONFIG, failure=(Failure, ...))
        self._answer: TypeAdapter[Any] = TypeAdapter(_one_of([result, failure]))

    def write(self, arguments: tuple[object, ...], named: Mapping[str, object]) -> bytes:
        """A request.

        Raises:
            TypeError: the signature is another one.
            RequestError: it is too long, or has text that is none.
        """
        bound = self._signature.bind(None, *arguments, **named).arguments
        given = dict(list(bound.items())[1:])
        try:
            message = write({"call": self.name, "arguments": given})
        except PydanticSerializationError as error:
            raise RequestError(f"The engine cannot be asked this: {error}.") from None
        if len(message) > MOST_BYTES:
            raise TooLongError(
                f"The engine takes at most {MOST_BYTES:,} bytes at a time, and this has "
                f"{len(message):,}."
            )
        return message

    def read_answer(self, message: bytes) -> Any:
        """The result.

        Raises:
            ProtocolError: it is no answer to this call, or the call was refused.
            SkerryError: the method has raised it.
            RuntimeError: the method has failed.
        """
        try:
            answer = self._answer.validate_json(message)
        except ValidationError as error:
            raise ProtocolError(f"This is no answer to {self.name}: {_reason(error)}") from None
        if hasattr(answer, "result"):
            return answer.result
        failure: Failure = answer.failure
        if failure.kind in KNOWN:
            raise KNOWN[failure.kind](failure.sentence, failure.rule)
        raise (ProtocolError if failure.kind == REFUSED else RuntimeError)(failure.sentence)


@cache
def call_of(kind: type, name: str) -> Call:
    """A call, read once."""
    return Call(kind, name)


class Requests:
    """What may be asked: some calls, and nothing else."""

    def __init__(self, calls: list[Call]) -> None:
        one_of = _one_of([call.request for call in calls])
        if len(calls) > 1:
            one_of = Annotated[one_of, Field(discriminator="call")]
        self._requests: TypeAdapter[Any] = TypeAdapter(one_of)

    def read(self, message: bytes) -> tuple[str, dict[str, Any]]:
        """A call and its arguments by name. Raises ProtocolError: it is none of them, as sent."""
        try:
            request = self._requests.validate_json(message)
        except ValidationError as error:
            raise ProtocolError(f"The engine does not take this: {_reason(error)}") from None
        given = request.arguments
        return request.call, {name: getattr(given, name) for name in given.model_fields_set}


def _only(name: str) -> Any:
    return Literal[name]


def _one_of(models: list[type[BaseModel]]) -> Any:
    return reduce(or_, models)


def write(data: Mapping[str, object]) -> bytes:
    """JSON of data, dataclasses and tuples; bytes become base64.

    Raises:
        PydanticSerializationError: it holds something else.
    """
    return to_json(data, bytes_mode="base64", inf_nan_mode="constants", fallback=_plain)


def send(connection: socket.socket, message: bytes) -> None:
    """Send a frame. Raises OSError."""
    connection.sendall(HEAD.pack(len(message)) + message)


def receive(connection: socket.socket) -> bytes:
    """The content of the next frame.

    Raises:
        OSError, EOFError: the connection has ended.
        ProtocolError: it is too long; nothing of it was read.
    """
    (length,) = HEAD.unpack(_read(connection, HEAD.size))
    if length > MOST_BYTES:
        raise ProtocolError(
            f"A message has at most {MOST_BYTES:,} bytes, and this one would have {length:,}."
        )
    return _read(connection, length)


def _read(connection: socket.socket, number: int) -> bytes:
    found = bytearray()  # grows by what has come, not by what was promised
    while len(found) < number:
        part = connection.recv(min(number - len(found), 1 << 20))
        if not part:
            raise EOFError
        found += part
    return bytes(found)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a value of type {type(value).__name__} is no data")


def _reason(error: ValidationError) -> str:
    """The first thing that is wrong, in a sentence."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"]))
    reason = clipped(first["msg"], LONGEST_REASON)
    return f"{place}: {reason}." if place else f"{reason}."


log = logging.getLogger(__name__)

Kind = TypeVar("Kind")

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 40.0  # longer than any call takes that waits for a worker; no request does
AWAY = "The engine is away at the moment; games with other people go on. Try again in a while."


class EngineUnavailableError(BusyError):
    """The engine cannot be reached."""

    status = 503


class Calls:
    """Connections to a remote engine. Any thread may call."""

    def __init__(self, address: Address, key: bytes) -> None:
        self._address = address
        self._context = tls_context(key, listens=False)
        self._lock = threading.Lock()
        self._idle: list[ssl.SSLSocket] = []
        self._outage = Outage()

    def call(self, kind: type, name: str, *arguments: object, **named: object) -> Any:
        """What a method of an object of that class gives there, or what a property is.

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
        """`otherwise`: what some methods and properties give while the engine cannot be reached."""
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
        """Nobody is answered before `serve`; of each class one object may be offered."""
        self._listener = listener
        self._context = tls_context(key, listens=True)
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
        """The connection, when the other side has proved that it knows the key. Raises OSError."""
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
