"""What variables of the environment make of the settings, and which ones are refused."""

import re
from pathlib import Path

import pytest

from skerry.errors import OptionError
from skerry.web.site.environment import engine, mail, public, storage, variables
from skerry.web.site.machine import data

VARIABLES = (
    *(storage.DATABASE_URL, storage.REDIS_URL, mail.MAIL_URL, mail.MAIL_FROM),
    engine.ENGINE_URL,
    *(public.PUBLIC, public.PUBLIC_NAME, public.TRUSTED_PROXIES, public.PLAIN_HTTP, public.HSTS),
)

ROOT = Path(__file__).parents[4]
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture(autouse=True)
def nothing_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def test_without_variables_one_machine_is_enough(tmp_path: Path) -> None:
    assert storage.database(tmp_path / "file")["ENGINE"] == f"{storage.ENGINES}.sqlite"
    assert "locmem" in storage.cache()["BACKEND"]
    assert "MemoryChannelLayer" in storage.channel_layer()["BACKEND"]
    assert "console" in mail.mail().backend
    assert not public.is_public()
    assert public.url() == ""


@pytest.mark.parametrize(
    ("url", "fields"),
    [
        (
            "postgresql://ann:p%40ss@db.example.org:6543/skerry?sslmode=verify-full",
            {
                "NAME": "skerry",
                "USER": "ann",
                "PASSWORD": "p@ss",
                "HOST": "db.example.org",
                "PORT": "6543",
            },
        ),
        ("postgres:///skerry", {"NAME": "skerry", "USER": "", "HOST": "", "PORT": ""}),
        ("postgresql://ann@/games?host=/run/pg", {"NAME": "games", "HOST": "/run/pg"}),
        ("postgresql://[::1]:5433/skerry", {"HOST": "::1", "PORT": "5433"}),
    ],
)
def test_an_address_of_postgresql(
    monkeypatch: pytest.MonkeyPatch, url: str, fields: dict[str, str]
) -> None:
    monkeypatch.setenv(storage.DATABASE_URL, url)
    found = storage.database(data.data_folder())
    assert found["ENGINE"] == f"{storage.ENGINES}.postgresql"
    assert {name: found[name] for name in fields} == fields
    assert found["OPTIONS"].get("sslmode") == ("verify-full" if "sslmode" in url else None)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://ann:secret@host/skerry",
        "ann:secret@host/skerry",
        "postgresql://ann:secret@host:port/skerry",
        "postgresql://ann:secret@host",
        "postgresql://ann:secret@host/skerry?no_such_field=1",
        "postgresql://ann:secret@[::1/skerry",
    ],
)
def test_another_address_is_refused_and_never_quoted(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv(storage.DATABASE_URL, url)
    with pytest.raises(OptionError, match=storage.DATABASE_URL) as raised:
        storage.database(data.data_folder())
    assert str(raised.value).endswith(".")
    assert "secret" not in str(raised.value)


def test_redis_takes_cache_and_channels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(storage.REDIS_URL, "redis://localhost:6380/2")
    assert storage.cache()["LOCATION"] == "redis://localhost:6380/2"
    (host,) = storage.channel_layer()["CONFIG"]["hosts"]
    assert host["address"] == "redis://localhost:6380/2"
    assert host["socket_timeout"] <= storage.REDIS_SECONDS  # one that hangs is not waited for
    monkeypatch.setenv(storage.REDIS_URL, "http://localhost:6380")
    for read in (storage.cache, storage.channel_layer):
        with pytest.raises(OptionError, match="redis://"):
            read()


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "find_spec", lambda name: None)
    monkeypatch.setenv(storage.REDIS_URL, "redis://localhost")
    monkeypatch.setenv(storage.DATABASE_URL, "postgresql:///skerry")
    with pytest.raises(OptionError, match=r"package redis: .* extra `server`"):
        storage.cache()
    with pytest.raises(OptionError, match=r"package psycopg: .* extra `server`"):
        storage.database(data.data_folder())


def test_an_engine_that_is_apart_needs_what_encrypts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(storage.REDIS_URL, "redis://localhost")
    monkeypatch.setenv(engine.ENGINE_URL, "tcp://10.0.0.5:8200")
    assert str(engine.address()) == "tcp://10.0.0.5:8200"
    monkeypatch.setattr(storage, "find_spec", lambda name: name != "cryptography" or None)
    with pytest.raises(OptionError, match=r"package cryptography: .* extra `server`"):
        engine.address()


@pytest.mark.parametrize(
    ("url", "read"),
    [
        (
            "smtp://a%40b:c%2Fd@mail.example.org",
            mail.Mail(SMTP, "mail.example.org", 587, "a@b", "c/d", starttls=True),
        ),
        ("smtps://mail.example.org", mail.Mail(SMTP, "mail.example.org", 465, tls=True)),
        ("smtp://localhost:25?tls=no", mail.Mail(SMTP, "localhost", 25)),
    ],
)
def test_a_server_of_mail(monkeypatch: pytest.MonkeyPatch, url: str, read: mail.Mail) -> None:
    monkeypatch.setenv(mail.MAIL_URL, url)
    assert mail.mail() == read


@pytest.mark.parametrize(
    "url", ["smtp://", "http://a:secret@b", "smtp://a:secret@b?tls=maybe", "smtp://a:secret@b:x"]
)
def test_no_server_of_mail(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv(mail.MAIL_URL, url)
    with pytest.raises(OptionError, match=mail.MAIL_URL) as raised:
        mail.mail()
    assert "secret" not in str(raised.value)


def test_a_public_site_has_names_and_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(public.PUBLIC_NAME, " games.example.org:8443, example.net ")
    assert public.names() == ()  # one's own machine is none
    monkeypatch.setenv(public.PUBLIC, "1")
    assert public.names() == ("games.example.org:8443", "example.net")
    assert public.url() == "https://games.example.org:8443"
    monkeypatch.setenv(public.PLAIN_HTTP, "yes")
    assert public.url() == "http://games.example.org:8443"


def test_a_public_site_needs_a_name_and_a_proxy_or_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(public.PUBLIC, "1")
    with pytest.raises(OptionError, match=public.PUBLIC_NAME):
        public.check()
    monkeypatch.setenv(public.PUBLIC_NAME, "games.example.org")
    with pytest.raises(OptionError, match=public.TRUSTED_PROXIES):
        public.check()
    monkeypatch.setenv(public.TRUSTED_PROXIES, "127.0.0.1, 10.0.0.0/8")
    public.check()
    assert public.proxies() == ("127.0.0.1", "10.0.0.0/8")
    monkeypatch.setenv(public.TRUSTED_PROXIES, "")
    monkeypatch.setenv(public.PLAIN_HTTP, "1")
    public.check()


@pytest.mark.parametrize("given", ["*", "proxy.example.org", "10.0.0.1/8", "127.0.0.1,x"])
def test_nobody_is_believed_by_name(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv(public.TRUSTED_PROXIES, given)
    with pytest.raises(OptionError, match="lists addresses"):
        public.proxies()


def test_what_is_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(public.PLAIN_HTTP, "maybe")
    with pytest.raises(OptionError, match="1 or 0"):
        variables.is_on(public.PLAIN_HTTP)
    monkeypatch.setenv(public.HSTS, "everywhere")
    with pytest.raises(OptionError, match="host, subdomains or preload"):
        public.hsts()


def test_a_key_of_the_environment_comes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SKERRY_DATA_DIR", str(tmp_path))
    data.prepare()
    assert data.read_secret() != "k" * 40
    monkeypatch.setenv(data.SECRET_KEY, "k" * 40)
    assert data.read_secret() == "k" * 40
    monkeypatch.setenv(data.SECRET_KEY, "k" * 10)
    with pytest.raises(OptionError, match="at least 32"):
        data.read_secret()


def test_the_document_lists_every_variable() -> None:
    read = {
        name
        for file in (ROOT / "src").rglob("*.py")
        for name in re.findall(r"\bSKERRY_[A-Z_]+\b", file.read_text(encoding="utf-8"))
    }
    document = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"^\| `(SKERRY_[A-Z_]+)` \|", document, re.MULTILINE))
    # Those that `serve` sets by itself, and the one that `skerry bot` reads.
    own = {"SKERRY_LISTENS_ON", public.PUBLIC, "SKERRY_TOKEN"}
    assert listed == read - own
