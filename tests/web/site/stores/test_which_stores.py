"""The tests of what is saved run where they say they do."""

import os

import pytest
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import connection

from tools.servers import DATABASE_URL, REDIS_URL

pytestmark = pytest.mark.stores

ON_SERVERS = DATABASE_URL in os.environ


@pytest.mark.django_db
def test_the_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()" if ON_SERVERS else "SELECT sqlite_version()")
        version = cursor.fetchone()[0]
    assert version.startswith("PostgreSQL" if ON_SERVERS else "3.")


def test_the_cache() -> None:
    cache.set("kept", 1)
    assert cache.incr("kept") == 2
    if ON_SERVERS:
        import redis

        client = redis.Redis.from_url(os.environ[REDIS_URL])
        assert client.keys("skerry:*kept")
        client.close()


def test_the_channel_layer() -> None:
    named = type(get_channel_layer()).__name__
    assert named == ("RedisChannelLayer" if ON_SERVERS else "MemoryChannelLayer")
