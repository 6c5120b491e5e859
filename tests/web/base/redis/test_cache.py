"""The cache while Redis is killed, or hangs: empty, quick, and shared again afterwards."""

import logging
import pickle
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from unittest.mock import Mock

import pytest
from django.core.cache import cache, caches
from django.test import override_settings
from django.utils import timezone

from skerry.web.base import redis
from skerry.web.base.limits import Counted, Counter, forget_all, lower_all, raise_all
from skerry.web.base.redis import RedisCache, UnavailableError
from skerry.web.base.seats import hash_token, revoke
from tests.web.base.test_tokens import may_play, token_of
from tests.web.conftest import Browser
from tools.servers import Running, redis_server

SHORT = 0.05  # seconds
LONGEST = 0.2  # seconds that Redis has for an answer
SECONDS = 30  # that anything takes on a busy machine


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    with redis_server() as server:
        yield server


@pytest.fixture(autouse=True)
def kept(server: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[RedisCache]:
    """The site's cache, empty. A Redis that has failed is not asked again before a `ping`."""
    chosen = {
        "BACKEND": "skerry.web.base.redis.RedisCache",
        "LOCATION": server.url,
        "OPTIONS": {"socket_timeout": LONGEST, "socket_connect_timeout": LONGEST},
    }
    with override_settings(CACHES={"default": chosen}):
        kept = caches["default"]
        assert isinstance(kept, RedisCache)
        monkeypatch.setattr(kept.client.outage, "pause", 60.0)
        kept.ping()
        kept.clear()
        yield kept


@pytest.mark.parametrize("value", [0, 7, -1, 0.25, True, False, None, "text", [1, {"a": None}]])
def test_what_is_set_is_read_as_it_was(value: object) -> None:
    cache.set("key", value, 60)
    assert cache.get("key", "none") == value
    assert type(cache.get("key", "none")) is type(value)


def test_what_somebody_else_wrote_there_is_not_run(kept: RedisCache) -> None:
    """A pickle does something when it is read; here it is as if nothing were there."""
    cache.set("number", 7, 60)
    bomb = b"cpytest\nfail\n(S'it was read'\ntR."
    with pytest.raises(pytest.fail.Exception):
        pickle.loads(bomb)
    client = kept._cache.get_client("number", write=True)
    client.set(kept.make_key("bomb"), bomb)
    assert cache.get("bomb") is None
    assert cache.incr("number") == 8


@contextmanager
def killed(server: Running) -> Iterator[None]:
    server.kill()
    try:
        yield
    finally:
        server.start_again()


@contextmanager
def hanging(server: Running, kept: RedisCache) -> Iterator[None]:
    """One question has waited in vain; Redis may still do what it asked for when it goes on."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        assert kept.get("asked") is None
        assert time.monotonic() - began >= LONGEST
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)
        server.wait()
    kept.ping()


def test_it_is_empty_while_redis_is_killed_and_the_log_says_so_once(
    server: Running,
    kept: RedisCache,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept.client.outage, "pause", SHORT)
    cache.set_many({"one": 1, "two": "two"})
    assert cache.get_many(["one", "two", "none"]) == {"one": 1, "two": "two"}
    with killed(server):
        for _ in range(2):
            assert cache.get("one") is None
            assert cache.get("one", 7) == 7
            assert cache.get_many(["one", "two"]) == {}
            assert cache.add("one", 2)
            assert not cache.delete("one")
            cache.set("three", 3)
            cache.delete_many(["two"])
            time.sleep(SHORT)
    time.sleep(SHORT)
    cache.set("four", 4)
    assert cache.get("four") == 4
    assert not cache.add("four", 5)
    said = [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]
    assert len(said) == 2
    assert said[0].startswith("Redis is away, and the site goes on without it: ")
    assert said[1] == "Redis is there again."


@pytest.fixture
def asked(kept: RedisCache, monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Whatever Redis is asked, and so waited for."""
    asked = Mock(wraps=kept.client.ask_now)
    monkeypatch.setattr(kept.client, "ask_now", asked)
    return asked


def test_one_question_waits_for_a_redis_that_hangs_and_the_others_do_not(
    server: Running, kept: RedisCache, asked: Mock
) -> None:
    with hanging(server, kept):
        for _ in range(100):
            assert cache.get("one") is None
        with pytest.raises(UnavailableError):
            kept.run("return {1}", [])
        assert asked.call_count == 1
    assert kept.run("return {1}", []) == [1]


def test_while_one_asks_again_the_others_do_not_wait_with_it(
    server: Running, kept: RedisCache, asked: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept.client.outage, "pause", SHORT)
    with hanging(server, kept):
        monkeypatch.setattr(kept.client.outage, "pause", 60.0)
        time.sleep(SHORT)
        threads = [threading.Thread(target=cache.get, args=("one",)) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
        assert not any(thread.is_alive() for thread in threads)
        assert asked.call_count == 2  # with the question before these five


def test_what_was_changed_while_redis_hung_is_forgotten_there(
    server: Running, kept: RedisCache
) -> None:
    cache.set_many({"deleted": 1, "many": 2, "set": 3, "left": 4})
    with hanging(server, kept):
        cache.delete("deleted")
        cache.delete_many(["many"])
        cache.set("set", 5)
    assert cache.get_many(["deleted", "many", "set", "left"]) == {"left": 4}
    assert cache.get("deleted") is None


def test_what_was_changed_is_forgotten_later_where_redis_fails_once_more(
    server: Running, kept: RedisCache
) -> None:
    cache.set("deleted", 1)
    with hanging(server, kept):
        cache.delete("deleted")
        with pytest.raises(UnavailableError):
            kept.ping()
    assert cache.get("deleted") is None


def test_only_so_many_keys_are_noted(
    server: Running, kept: RedisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis, "MOST_OUTDATED", 2)
    cache.set_many({"a": 1, "b": 2, "c": 3})
    with hanging(server, kept):
        for key in "abc":
            cache.delete(key)
    assert cache.get_many(["a", "b", "c"]) == {"a": 1}


def test_a_full_redis_is_as_good_as_none(server: Running, kept: RedisCache) -> None:
    client = kept._cache.get_client(write=True)
    client.config_set("maxmemory", 1)
    try:
        cache.set("one", 1)
        assert raise_all([Counter("full", 60)]) == [Counted(0, 1)]
        assert raise_all([Counter("full", 60)]) == [Counted(0, 2)]
    finally:
        client.config_set("maxmemory", 0)
        kept.ping()
    forget_all([Counter("full", 60)])


def test_an_error_of_ours_is_no_sign_that_redis_is_away(kept: RedisCache) -> None:
    from redis.exceptions import ResponseError

    with pytest.raises(ResponseError):
        kept.run("return redis.call('NO-SUCH-COMMAND')", [])
    cache.set("one", 1)
    assert cache.get("one") == 1


def test_a_process_counts_by_itself_while_redis_is_away(server: Running, kept: RedisCache) -> None:
    both = [Counter("one", 60), Counter("other", 60)]
    for _ in range(3):
        raise_all(both)
    with killed(server):
        assert raise_all(both) == [Counted(0, 1)] * 2
        assert raise_all(both) == [Counted(0, 2)] * 2
        lower_all(both[:1])
        assert raise_all(both) == [Counted(0, 2), Counted(0, 3)]
        forget_all(both[:1])
        assert raise_all(both) == [Counted(0, 1), Counted(0, 4)]
        forget_all(both)
    kept.ping()
    assert raise_all(both) == [Counted(0, 1)] * 2  # Redis has forgotten all, too
    with hanging(server, kept):
        assert raise_all(both) == [Counted(0, 1)] * 2
    assert raise_all(both) == [Counted(0, 2)] * 2
    forget_all(both)


def test_a_seat_that_was_revoked_while_redis_hung_stays_revoked(
    server: Running, kept: RedisCache, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = browser.begin("spry")
    assert may_play(browser, game_id)  # and Redis remembers it
    later = timezone.now() + timedelta(seconds=2)  # a token's date has whole seconds
    monkeypatch.setattr("skerry.web.base.seats.timezone.now", lambda: later)
    with hanging(server, kept):
        revoke(hash_token(token_of(browser)))
        assert not may_play(browser, game_id)
    assert not may_play(browser, game_id)
