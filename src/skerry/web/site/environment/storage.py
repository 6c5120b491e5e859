"""Where the site keeps what it knows: SQLite or PostgreSQL, memory or Redis."""

from importlib.util import find_spec
from operator import methodcaller
from pathlib import Path
from typing import Any

from skerry.errors import OptionError
from skerry.web.site.environment import variables

ENGINES = "skerry.web.base.databases"  # for which no request waits longer than two seconds
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

    Raises:
        OptionError: that is no address of PostgreSQL's, or psycopg is not installed.
    """
    if not variables.text(DATABASE_URL):
        return {
            "ENGINE": f"{ENGINES}.sqlite",
            "NAME": file,
            "OPTIONS": _SQLITE_OPTIONS,
            "TEST": {"NAME": ":memory:"},  # pytest-django knows it of Django's own engine alone
        }
    fields = postgresql()
    from skerry.web.base.databases.postgresql.base import PatientConnection

    return {
        "ENGINE": f"{ENGINES}.postgresql",
        "NAME": fields.pop("dbname"),
        "USER": fields.pop("user", ""),
        "PASSWORD": fields.pop("password", ""),
        "HOST": fields.pop("host", ""),
        "PORT": fields.pop("port", ""),
        "CONN_HEALTH_CHECKS": True,  # one that PostgreSQL has ended is not handed out
        "OPTIONS": {
            "connect_timeout": CONNECT_SECONDS,
            "application_name": "skerry",
            "pool": {**POOL, "connection_class": PatientConnection},
            **fields,
        },
    }


def postgresql() -> dict[str, Any]:
    """What SKERRY_DATABASE_URL says, by libpq's names: dbname, host, user and the like.

    Raises:
        OptionError: as `database`.
    """
    variables.address(DATABASE_URL, ("postgresql", "postgres"))
    require("psycopg", DATABASE_URL)
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        fields = dict(conninfo_to_dict(variables.text(DATABASE_URL)))
    except ProgrammingError:  # its text may quote a password
        raise OptionError(
            f"{DATABASE_URL} cannot be read; it should be like postgresql://user@host:5432/skerry."
        ) from None
    if not fields.get("dbname"):
        raise OptionError(f"{DATABASE_URL} names no database, as in postgresql:///skerry.")
    return fields


def cache() -> dict[str, Any]:
    """Django's settings of the cache: Redis where SKERRY_REDIS_URL is set, else memory.

    Raises:
        OptionError: that is no address of Redis's, or redis is not installed.
    """
    if not _redis_url():
        return {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "skerry",
            "OPTIONS": {"MAX_ENTRIES": MOST_CACHED},
        }
    return {
        "BACKEND": "skerry.web.base.redis.cache.RedisCache",
        "LOCATION": _redis_url(),
        "KEY_PREFIX": "skerry",
        "OPTIONS": _REDIS_TIMES,
    }


def channel_layer() -> dict[str, Any]:
    """The settings of channels: Redis where SKERRY_REDIS_URL is set, else memory.

    Raises:
        OptionError: as `cache`.
    """
    if not _redis_url():
        return {"BACKEND": "skerry.web.base.websockets.channel_layer.MemoryChannelLayer"}
    require("channels_redis", REDIS_URL)
    return {
        # By Redis's own subscriptions: sent at once, to each process once, however many listen.
        "BACKEND": "skerry.web.base.redis.channel_layer.RedisChannelLayer",
        "CONFIG": {"hosts": [{"address": _redis_url(), **_REDIS_TIMES}], "prefix": "skerry"},
    }


def _redis_url() -> str:
    url = variables.text(REDIS_URL)
    if url:
        variables.address(REDIS_URL, ("redis", "rediss", "unix"))
        require("redis", REDIS_URL)
    return url


def require(module: str, variable: str) -> None:
    """Make sure of a package that a variable of the environment needs.

    Raises:
        OptionError: it is not installed.
    """
    if find_spec(module) is None:
        raise OptionError(
            f"{variable} needs the Python package {module}: install Skerry with its extra `server`."
        )
