"""What whoever runs the site chooses by variables of its environment, read and checked.

Only `settings` and the commands that start a server ask here; nothing is written and no server is
spoken to. `docs/deploy.md` lists the variables.
"""

import math
import os
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_network
from operator import methodcaller
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from skerry.errors import OptionError, quoted
from skerry.web.thinking.remote_engine import SCHEMES, Address, parse

YES = ("1", "yes", "true", "on")
NO = ("", "0", "no", "false", "off")


def text(name: str, default: str = "") -> str:
    """A variable's text without spaces around it; `default` where it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def parts(name: str) -> tuple[str, ...]:
    """What a variable lists, between commas."""
    return tuple(filter(None, (part.strip() for part in text(name).split(","))))


def is_on(name: str) -> bool:
    """Whether a variable says yes. Raises OptionError: it says neither yes nor no."""
    said = text(name).lower()
    if said not in (*YES, *NO):
        raise OptionError(f"{name} is {quoted(said)}; it may be 1 or 0.")
    return said in YES


def address(name: str, schemes: tuple[str, ...]) -> SplitResult | None:
    """The URL in a variable, None where it is unset. The error never quotes it: it has passwords.

    Raises OptionError: it is none of these schemes, or no URL.
    """
    given = text(name)
    if not given:
        return None
    allowed = " or ".join(f"{scheme}://" for scheme in schemes)
    try:
        parsed = urlsplit(given)
        _ = parsed.port  # raises as well
    except ValueError:
        raise OptionError(f"{name} is no URL; it should begin with {allowed}.") from None
    if parsed.scheme not in schemes:
        raise OptionError(f"{name} should begin with {allowed}.")
    return parsed


MAIL_URL = "SKERRY_MAIL_URL"
MAIL_FROM = "SKERRY_MAIL_FROM"
SECONDS = 10  # that a server of mail has to answer


@dataclass(frozen=True)
class Mail:
    """Django's settings of mail."""

    backend: str = "django.core.mail.backends.console.EmailBackend"
    host: str = "localhost"
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False


def mail() -> Mail:
    """What SKERRY_MAIL_URL says: smtp://user:password@host:587, or smtps:// for TLS at once.

    By `smtp` the connection turns to TLS before anything is said (STARTTLS), unless the URL ends
    with `?tls=no`, as for a server on this machine. Raises OptionError: it is no such URL.
    """
    url = address(MAIL_URL, ("smtp", "smtps"))
    if url is None:
        return Mail()
    if not url.hostname:
        raise OptionError(f"{MAIL_URL} names no server, as in smtp://mail.example.org:587.")
    wants_tls = parse_qs(url.query).get("tls", ["yes"])[-1]
    if wants_tls not in ("yes", "no"):
        raise OptionError(f"In {MAIL_URL}, tls is {quoted(wants_tls)}; it may be yes or no.")
    at_once = url.scheme == "smtps"
    return Mail(
        backend="django.core.mail.backends.smtp.EmailBackend",
        host=url.hostname,
        port=url.port or (465 if at_once else 587),
        user=unquote(url.username or ""),
        password=unquote(url.password or ""),
        starttls=not at_once and wants_tls == "yes",
        tls=at_once,
    )


PUBLIC = "SKERRY_PUBLIC"
PUBLIC_NAME = "SKERRY_PUBLIC_NAME"
TRUSTED_PROXIES = "SKERRY_TRUSTED_PROXIES"
PLAIN_HTTP = "SKERRY_PLAIN_HTTP"
HSTS = "SKERRY_HSTS"
QUOTAS = "SKERRY_QUOTAS"

HSTS_SECONDS = 365 * 24 * 3600


def is_public() -> bool:
    """Whether anybody may come, as with `skerry serve`."""
    return is_on(PUBLIC)


def quota_factor() -> float:
    """By what all quotas are multiplied; 0: nothing is counted, as on one's own machine.

    Raises OptionError: SKERRY_QUOTAS is no such number.
    """
    if not is_public():
        return 0.0
    said = text(QUOTAS, "1")
    try:
        factor = float(said)
    except ValueError:
        factor = math.nan
    if not 0 <= factor < math.inf:
        raise OptionError(
            f"{QUOTAS} must be a number from 0, by which all quotas are multiplied; "
            f"{said[:40]!r} is none."
        )
    return factor


def is_over_tls() -> bool:
    """Whether a public site is reached by https alone, as it is unless told otherwise."""
    return is_public() and not is_on(PLAIN_HTTP)


def names() -> tuple[str, ...]:
    """The names that a public site answers to, with ports where they are given."""
    return parts(PUBLIC_NAME) if is_public() else ()


def url() -> str:
    """The address of a public site, for mails; "" for one that has none."""
    if not names():
        return ""
    return f"{'https' if is_over_tls() else 'http'}://{names()[0]}"


def proxies() -> tuple[str, ...]:
    """Addresses and networks of proxies that are believed. Raises OptionError: one is neither."""
    for given in parts(TRUSTED_PROXIES):
        try:
            ip_network(given)
        except ValueError:
            raise OptionError(
                f"{TRUSTED_PROXIES} has {quoted(given)}; it lists addresses such as 127.0.0.1 and "
                "networks such as 10.0.0.0/8, since whoever is listed is believed."
            ) from None
    return parts(TRUSTED_PROXIES)


def hsts() -> str:
    """How far browsers use https alone: "host", "subdomains", "preload"; else OptionError."""
    said = text(HSTS, "host")
    if said not in ("host", "subdomains", "preload"):
        raise OptionError(f"{HSTS} is {quoted(said)}; it may be host, subdomains or preload.")
    return said


def check() -> None:
    """Look whether enough is known for a public site. Raises OptionError: says what is missing."""
    if not names():
        raise OptionError(
            f"A public server answers to its own names alone: set {PUBLIC_NAME} to them, as in "
            f"{PUBLIC_NAME}=games.example.org."
        )
    if is_over_tls() and not proxies():
        raise OptionError(
            "A public server is reached by https, which a proxy before it brings (see "
            f"docs/deploy.md): say by {TRUSTED_PROXIES} where that runs, as in "
            f"{TRUSTED_PROXIES}=127.0.0.1. In a network that you trust, {PLAIN_HTTP}=1 does "
            "without."
        )


ENGINES = "skerry.web"  # for which no request waits longer than two seconds
DATABASE_URL = "SKERRY_DATABASE_URL"
REDIS_URL = "SKERRY_REDIS_URL"
CONNECT_SECONDS = 5
# What Redis is asked for can be had without it, so a page does not wait long for one that hangs.
REDIS_SECONDS = 2
# Connections of one process that stay open between requests, and how long one waits for another to
# become free: PostgreSQL takes 100 in all by default, and opening one takes longer than a query.
MOST_CONNECTIONS = 20
# While PostgreSQL is away the pool waits twice as long after each attempt, until it gives up. So it
# gives up soon, and begins again at once: pages are there a second after PostgreSQL is.
POOL: dict[str, Any] = {
    "min_size": 2,
    "max_size": MOST_CONNECTIONS,
    "timeout": 10.0,
    "reconnect_timeout": 2.0,
    "reconnect_failed": methodcaller("check"),
}
MOST_CACHED = 50_000  # entries of the cache in memory; each is a number or a short text

# Readers never wait for the writer, and a writer takes its turn at once rather than failing
# halfway when it finds another one there.
_SQLITE_OPTIONS = {
    "init_command": "PRAGMA journal_mode=WAL;",
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
}
_REDIS_TIMES = {"socket_connect_timeout": REDIS_SECONDS, "socket_timeout": REDIS_SECONDS}


def database(file: Path) -> dict[str, Any]:
    """Django's settings of the database: PostgreSQL where SKERRY_DATABASE_URL is set, else a file.

    Raises OptionError: that is no address of PostgreSQL's, or psycopg is not installed.
    """
    if not text(DATABASE_URL):
        return {
            "ENGINE": f"{ENGINES}.sqlite",
            "NAME": file,
            "OPTIONS": _SQLITE_OPTIONS,
            "TEST": {"NAME": ":memory:"},  # pytest-django knows it of Django's own engine alone
        }
    fields = postgresql()
    from skerry.web.postgresql.base import PatientConnection

    return {
        "ENGINE": f"{ENGINES}.postgresql",
        "NAME": fields.pop("dbname"),
        "USER": fields.pop("user", ""),
        "PASSWORD": fields.pop("password", ""),
        "HOST": fields.pop("host", ""),
        "PORT": fields.pop("port", ""),
        "OPTIONS": {
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "skerry",
            "pool": {**POOL, "connection_class": PatientConnection},
            **fields,
        },
    }


def postgresql() -> dict[str, Any]:
    """What SKERRY_DATABASE_URL says, by libpq's names: dbname, host, user. Raises as `database`."""
    address(DATABASE_URL, ("postgresql", "postgres"))
    require("psycopg", DATABASE_URL)
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        fields = dict(conninfo_to_dict(text(DATABASE_URL)))
    except ProgrammingError:  # its text may quote a password
        raise OptionError(
            f"{DATABASE_URL} cannot be read; it should be like postgresql://user@host:5432/skerry."
        ) from None
    if not fields.get("dbname"):
        raise OptionError(f"{DATABASE_URL} names no database, as in postgresql:///skerry.")
    return fields


def cache() -> dict[str, Any]:
    """Django's settings of the cache: Redis where SKERRY_REDIS_URL is set, else memory.

    Raises OptionError: that is no address of Redis's, or redis is not installed.
    """
    if not _redis_url():
        return {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "skerry",
            "OPTIONS": {"MAX_ENTRIES": MOST_CACHED},
        }
    return {
        "BACKEND": "skerry.web.base.redis.RedisCache",
        "LOCATION": _redis_url(),
        "KEY_PREFIX": "skerry",
        "OPTIONS": _REDIS_TIMES,
    }


def channel_layer() -> dict[str, Any]:
    """Channels' settings: Redis where SKERRY_REDIS_URL is set, else memory. Raises as `cache`."""
    if not _redis_url():
        return {"BACKEND": "skerry.web.base.consumers.MemoryChannelLayer"}
    require("channels_redis", REDIS_URL)
    from redis.asyncio.retry import Retry
    from redis.backoff import ConstantBackoff
    from redis.exceptions import ConnectionError as CutError

    # Who listens for news shares one connection with all that begin to: just after Redis is back,
    # one of them may find it cut by the other's attempt to open it anew.
    again = Retry(ConstantBackoff(0.1), 1, (CutError,))
    return {
        # By Redis's own subscriptions: sent at once, to each process once, however many listen.
        "BACKEND": "skerry.web.base.redis_channel_layer.RedisChannelLayer",
        "CONFIG": {
            "hosts": [{"address": _redis_url(), "retry": again, **_REDIS_TIMES}],
            "prefix": "skerry",
        },
    }


def _redis_url() -> str:
    url = text(REDIS_URL)
    if url:
        address(REDIS_URL, ("redis", "rediss", "unix"))
        require("redis", REDIS_URL)
    return url


def require(module: str, variable: str) -> None:
    """Make sure of a package that a variable needs. Raises OptionError: it is not installed."""
    if find_spec(module) is None:
        raise OptionError(
            f"{variable} needs the Python package {module}: install Skerry with its extra `server`."
        )


ENGINE_URL = "SKERRY_ENGINE_URL"
RAY_ADDRESS = "SKERRY_RAY_ADDRESS"


def engine_address() -> Address | None:
    """Where the engine is that all processes of the site ask; None: each has one of its own.

    Raises:
        OptionError: that is no address; or what it plays could not be told to the site's pages,
            or not in secret, as a package is missing.
    """
    url = address(ENGINE_URL, SCHEMES)
    if url is None:
        return None
    found = parse(url)
    if not text(REDIS_URL):
        raise OptionError(f"A remote engine tells of its turns by Redis: set {REDIS_URL}.")
    require("cryptography", ENGINE_URL)
    return found


def ray_address() -> str:
    """Of the Ray cluster whose machines think; "" for none. Raises OptionError: Ray is missing."""
    found = text(RAY_ADDRESS)
    if found and find_spec("ray") is None:
        raise OptionError(
            f"{RAY_ADDRESS} needs Ray: install Skerry with its extra `cluster`, here and on the "
            "machines of the cluster."
        )
    return found
