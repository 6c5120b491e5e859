"""How the site sends mail: to the terminal, unless a server of mail is named."""

from dataclasses import dataclass
from urllib.parse import parse_qs, unquote

from skerry.errors import OptionError, quoted
from skerry.web.site.environment import variables

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
    with `?tls=no`, as for a server on this machine.

    Raises:
        OptionError: it is no such URL.
    """
    url = variables.address(MAIL_URL, ("smtp", "smtps"))
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


def sender(default: str) -> str:
    """From whom mail comes: SKERRY_MAIL_FROM."""
    return variables.text(MAIL_FROM, default)
