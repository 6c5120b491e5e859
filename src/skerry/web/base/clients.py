"""Who sends a request: the address it comes from, and whether that is the machine's owner."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

# A proxy sets one of these headers.
PASSED_ON = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP")
UNKNOWN = "unknown"
SITE_BITS = 64  # of an IPv6 address: what one household or one rented machine is given


def client_address(request: HttpRequest) -> str:
    """The address of the client, "unknown" where there is none.

    It is the connection's, which the web server replaces by what a proxy says that it trusts; a
    header that anybody could write is not read here.
    """
    return _plain_address(str(request.META.get("REMOTE_ADDR") or ""))


@lru_cache(maxsize=4096)
def _plain_address(text: str) -> str:
    try:
        address = ip_address(text.strip("[]"))
    except ValueError:
        return UNKNOWN
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or 64 bits of an IPv6 one."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if known.version == 4:
        return address
    return str(ip_network(f"{known}/{SITE_BITS}", strict=False))


def is_owner(request: HttpRequest) -> bool:
    """Whether a request comes from whom the machine belongs to.

    On one's own machine that is who sits at it: not somebody whose request a proxy there passes on.
    Of a public server it is who has logged in as one of its staff, wherever the request comes from.
    """
    if settings.IS_PUBLIC:
        return bool(getattr(getattr(request, "user", None), "is_staff", False))
    if any(header in request.META for header in PASSED_ON):
        return False
    address = client_address(request)
    return address != UNKNOWN and ip_address(address).is_loopback
