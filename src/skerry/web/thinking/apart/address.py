"""Where an engine that is apart listens, and how both sides know each other."""

import hashlib
import hmac
import socket
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult

from skerry.errors import OptionError

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
