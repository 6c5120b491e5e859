"""What a server for everybody is told: its names, its proxies, whether it speaks TLS."""

from ipaddress import ip_network

from skerry.errors import OptionError, quoted
from skerry.web.site.environment import variables

PUBLIC = "SKERRY_PUBLIC"
PUBLIC_NAME = "SKERRY_PUBLIC_NAME"
TRUSTED_PROXIES = "SKERRY_TRUSTED_PROXIES"
PLAIN_HTTP = "SKERRY_PLAIN_HTTP"
HSTS = "SKERRY_HSTS"

HSTS_SECONDS = 365 * 24 * 3600


def is_public() -> bool:
    """Whether anybody may come, as with `skerry serve`."""
    return variables.is_on(PUBLIC)


def is_over_tls() -> bool:
    """Whether a public site is reached by https alone, as it is unless told otherwise."""
    return is_public() and not variables.is_on(PLAIN_HTTP)


def names() -> tuple[str, ...]:
    """The names that a public site answers to, with ports where they are given."""
    return variables.parts(PUBLIC_NAME) if is_public() else ()


def url() -> str:
    """The address of a public site, for mails; "" for one that has none."""
    if not names():
        return ""
    return f"{'https' if is_over_tls() else 'http'}://{names()[0]}"


def proxies() -> tuple[str, ...]:
    """Addresses and networks of the proxies that are believed.

    Raises:
        OptionError: one is neither.
    """
    for given in variables.parts(TRUSTED_PROXIES):
        try:
            ip_network(given)
        except ValueError:
            raise OptionError(
                f"{TRUSTED_PROXIES} has {quoted(given)}; it lists addresses such as 127.0.0.1 and "
                "networks such as 10.0.0.0/8, since whoever is listed is believed."
            ) from None
    return variables.parts(TRUSTED_PROXIES)


def hsts() -> str:
    """How far browsers are told to use https alone: this host, its subdomains, or their list.

    Raises:
        OptionError: it is none of these.
    """
    said = variables.text(HSTS, "host")
    if said not in ("host", "subdomains", "preload"):
        raise OptionError(f"{HSTS} is {quoted(said)}; it may be host, subdomains or preload.")
    return said


def check() -> None:
    """Look whether enough is known for a public site.

    Raises:
        OptionError: it is not; says what is missing.
    """
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
