"""What web processes and an engine in a process of its own say to each other, and by what way."""

import datetime
import hashlib
import hmac
import inspect
import secrets
import socket
import ssl
import struct
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints
from urllib.parse import SplitResult

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic_core import PydanticSerializationError, to_json

from skerry import errors
from skerry.errors import OptionError, SkerryError, clipped
from skerry.web.base import errors as web_errors
from skerry.web.base.errors import RequestError, TooLongError

PURPOSE = b"skerry engine server"  # so that the key of the site is good for nothing else there
SCHEMES = ("unix", "tcp")


@dataclass(frozen=True)
class Address:
    """A socket in the file system, or a port of a machine; one of the two."""

    path: str = ""
    host: str = ""
    port: int = 0

    def listen(self) -> socket.socket:
        """A socket that listens here.

        Raises:
            OptionError: that cannot be.
        """
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


def server_context(key: bytes) -> ssl.SSLContext:
    """For who listens.

    Args:
        key: 32 bytes that both sides know.
    """
    return _context(ssl.PROTOCOL_TLS_SERVER, key)


def client_context(key: bytes) -> ssl.SSLContext:
    """For who connects; see `server_context`."""
    return _context(ssl.PROTOCOL_TLS_CLIENT, key)


def _context(protocol: int, key: bytes) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False  # whoever has the key is the one, at any address
    context.verify_mode = ssl.CERT_REQUIRED
    if protocol == ssl.PROTOCOL_TLS_SERVER:
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
        """Read its signature.

        Args:
            kind: the class.
            name: of its method or property.

        Raises:
            AttributeError: there is none.
        """
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
        """Allow some calls."""
        one_of = _one_of([call.request for call in calls])
        if len(calls) > 1:
            one_of = Annotated[one_of, Field(discriminator="call")]
        self._requests: TypeAdapter[Any] = TypeAdapter(one_of)

    def read(self, message: bytes) -> tuple[str, dict[str, Any]]:
        """The name of a call, and its arguments by name.

        Raises:
            ProtocolError: it is none of them, or has other arguments.
        """
        try:
            request = self._requests.validate_json(message)
        except ValidationError as error:
            raise ProtocolError(f"The engine does not take this: {_reason(error)}") from None
        given = request.arguments
        return request.call, {name: getattr(given, name) for name in given.model_fields_set}


def _only(name: str) -> Any:
    """The type of one text and no other."""
    return Literal[name]


def _one_of(models: list[type[BaseModel]]) -> Any:
    """The type of whatever is of one of some types."""
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
