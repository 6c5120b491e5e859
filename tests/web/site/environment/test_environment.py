"""What variables of the environment make of the settings, and which ones are refused."""

import re
from pathlib import Path

import pytest

from skerry.errors import OptionError
from skerry.web.site import data, environment

VARIABLES = (
    *(environment.DATABASE_URL, environment.REDIS_URL, environment.MAIL_URL, environment.MAIL_FROM),
    environment.ENGINE_URL,
    *(
        environment.PUBLIC,
        environment.PUBLIC_NAME,
        environment.TRUSTED_PROXIES,
        environment.PLAIN_HTTP,
        environment.HSTS,
        environment.QUOTAS,
    ),
)

ROOT = Path(__file__).parents[4]
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture(autouse=True)
def nothing_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def test_without_variables_one_machine_is_enough(tmp_path: Path) -> None:
    assert environment.database(tmp_path / "file")["ENGINE"] == f"{environment.ENGINES}.sqlite"
    assert "locmem" in environment.cache()["BACKEND"]
    assert "MemoryChannelLayer" in environment.channel_layer()["BACKEND"]
    assert "console" in environment.mail().backend
    assert not environment.is_public()
    assert environment.url() == ""


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
    monkeypatch.setenv(environment.DATABASE_URL, url)
    found = environment.database(data.data_folder())
    assert found["ENGINE"] == f"{environment.ENGINES}.postgresql"
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
    monkeypatch.setenv(environment.DATABASE_URL, url)
    with pytest.raises(OptionError, match=environment.DATABASE_URL) as raised:
        environment.database(data.data_folder())
    assert str(raised.value).endswith(".")
    assert "secret" not in str(raised.value)


def test_redis_takes_cache_and_channels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.REDIS_URL, "redis://localhost:6380/2")
    assert environment.cache()["LOCATION"] == "redis://localhost:6380/2"
    (host,) = environment.channel_layer()["CONFIG"]["hosts"]
    assert host["address"] == "redis://localhost:6380/2"
    assert host["socket_timeout"] <= environment.REDIS_SECONDS  # one that hangs is not waited for
    assert host["retry"].get_retries() == 1  # one that was cut is opened anew
    monkeypatch.setenv(environment.REDIS_URL, "http://localhost:6380")
    for read in (environment.cache, environment.channel_layer):
        with pytest.raises(OptionError, match="redis://"):
            read()


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "find_spec", lambda name: None)
    monkeypatch.setenv(environment.REDIS_URL, "redis://localhost")
    monkeypatch.setenv(environment.DATABASE_URL, "postgresql:///skerry")
    with pytest.raises(OptionError, match=r"package redis: .* extra `server`"):
        environment.cache()
    with pytest.raises(OptionError, match=r"package psycopg: .* extra `server`"):
        environment.database(data.data_folder())


def test_a_remote_engine_needs_what_encrypts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.REDIS_URL, "redis://localhost")
    monkeypatch.setenv(environment.ENGINE_URL, "tcp://10.0.0.5:8200")
    assert str(environment.engine_address()) == "tcp://10.0.0.5:8200"
    monkeypatch.setattr(environment, "find_spec", lambda name: name != "cryptography" or None)
    with pytest.raises(OptionError, match=r"package cryptography: .* extra `server`"):
        environment.engine_address()


@pytest.mark.parametrize(
    ("url", "read"),
    [
        (
            "smtp://a%40b:c%2Fd@mail.example.org",
            environment.Mail(SMTP, "mail.example.org", 587, "a@b", "c/d", starttls=True),
        ),
        ("smtps://mail.example.org", environment.Mail(SMTP, "mail.example.org", 465, tls=True)),
        ("smtp://localhost:25?tls=no", environment.Mail(SMTP, "localhost", 25)),
    ],
)
def test_a_server_of_mail(
    monkeypatch: pytest.MonkeyPatch, url: str, read: environment.Mail
) -> None:
    monkeypatch.setenv(environment.MAIL_URL, url)
    assert environment.mail() == read


@pytest.mark.parametrize(
    "url", ["smtp://", "http://a:secret@b", "smtp://a:secret@b?tls=maybe", "smtp://a:secret@b:x"]
)
def test_no_server_of_mail(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv(environment.MAIL_URL, url)
    with pytest.raises(OptionError, match=environment.MAIL_URL) as raised:
        environment.mail()
    assert "secret" not in str(raised.value)


def test_a_public_site_has_names_and_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.PUBLIC_NAME, " games.example.org:8443, example.net ")
    assert environment.names() == ()  # one's own machine is none
    monkeypatch.setenv(environment.PUBLIC, "1")
    assert environment.names() == ("games.example.org:8443", "example.net")
    assert environment.url() == "https://games.example.org:8443"
    monkeypatch.setenv(environment.PLAIN_HTTP, "yes")
    assert environment.url() == "http://games.example.org:8443"


def test_a_public_site_needs_a_name_and_a_proxy_or_trust(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.PUBLIC, "1")
    with pytest.raises(OptionError, match=environment.PUBLIC_NAME):
        environment.check()
    monkeypatch.setenv(environment.PUBLIC_NAME, "games.example.org")
    with pytest.raises(OptionError, match=environment.TRUSTED_PROXIES):
        environment.check()
    monkeypatch.setenv(environment.TRUSTED_PROXIES, "127.0.0.1, 10.0.0.0/8")
    environment.check()
    assert environment.proxies() == ("127.0.0.1", "10.0.0.0/8")
    monkeypatch.setenv(environment.TRUSTED_PROXIES, "")
    monkeypatch.setenv(environment.PLAIN_HTTP, "1")
    environment.check()


@pytest.mark.parametrize("given", ["*", "proxy.example.org", "10.0.0.1/8", "127.0.0.1,x"])
def test_nobody_is_believed_by_name(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv(environment.TRUSTED_PROXIES, given)
    with pytest.raises(OptionError, match="lists addresses"):
        environment.proxies()


def test_what_is_neither_yes_nor_no_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.PLAIN_HTTP, "maybe")
    with pytest.raises(OptionError, match="1 or 0"):
        environment.is_on(environment.PLAIN_HTTP)
    monkeypatch.setenv(environment.HSTS, "everywhere")
    with pytest.raises(OptionError, match="host, subdomains or preload"):
        environment.hsts()


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
    own = {"SKERRY_LISTENS_ON", environment.PUBLIC, "SKERRY_TOKEN"}
    assert listed == read - own


@pytest.mark.parametrize(("text", "factor"), [("", 1.0), ("0", 0.0), ("1", 1.0), ("2.5", 2.5)])
def test_a_public_site_multiplies_its_quotas_by_a_number(
    text: str, factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(environment.QUOTAS, text)
    assert environment.quota_factor() == 0
    monkeypatch.setenv(environment.PUBLIC, "1")
    assert environment.quota_factor() == factor


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "many"])
def test_what_is_no_factor_of_quotas_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.PUBLIC, "1")
    monkeypatch.setenv(environment.QUOTAS, text)
    with pytest.raises(OptionError, match="SKERRY_QUOTAS"):
        environment.quota_factor()
