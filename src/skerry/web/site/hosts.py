"""Under which names the site answers.

A page of another site may have its own name lead to this machine (DNS rebinding) and then talk to
whatever listens here; only the name it asks for gives it away. So who listens on this machine
alone answers to this machine's names for itself. Who also listens to others cannot know all the
addresses it is reached by, but need not: an address is no name that anybody could bend.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http.request import HttpRequest, split_domain_port, validate_host

LOOPBACK_NAMES: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
# Endings that routers and mDNS give to names at home; nobody can register them.
HOME_DOMAINS = ("local", "lan", "home.arpa", "internal")


def parse_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address that a host is, in brackets or not; None for a name."""
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


def is_loopback(host: str) -> bool:
    """Whether only this machine itself can reach it."""
    address = parse_address(host)
    return host == "localhost" if address is None else address.is_loopback


def names_of_this_machine() -> tuple[str, ...]:
    """What other machines may call this one, as far as it knows."""
    full = socket.gethostname().lower()
    short = full.partition(".")[0]
    return (full, short, *(f"{short}.{domain}" for domain in HOME_DOMAINS))


def name_in(host: str) -> str:
    """The name or address in a `Host` header, without its port; "" in one that is malformed."""
    return split_domain_port(host)[0]


def is_asked_for_us(request: HttpRequest) -> bool:
    """Whether a request asks for a name that the site answers to, or any address, as started."""
    try:
        name = name_in(request.get_host())
    except DisallowedHost:
        return False
    if not settings.ANSWERS_OTHERS:
        return True
    is_address = parse_address(name) is not None
    return bool(name) and (is_address or validate_host(name, settings.HOST_NAMES))


def url(host: str, port: int) -> str:
    """The address of the site, for people."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def is_unspecified(host: str) -> bool:
    """Whether it stands for all addresses of the machine."""
    address = parse_address(host)
    return address is not None and address.is_unspecified


def own_address() -> str:
    """By which others reach this machine, as far as it knows; its name if it has no network."""
    # An address kept for documentation: nothing is sent, the system only picks the way out.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
