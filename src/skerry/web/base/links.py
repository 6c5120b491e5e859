"""Whole addresses of the site's pages, as letters, programs and previews of links need them."""

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host


def whole_address(request: HttpRequest, path: str) -> str:
    """The whole address of a path.

    On a public site it begins with the site's one address, by whatever name it was asked: whoever
    asks for a letter must not choose where its links lead.
    """
    if settings.PUBLIC_URL:
        return f"{settings.PUBLIC_URL}{path}"
    return request.build_absolute_uri(path)


def address_for_letters(request: HttpRequest, path: str) -> str:
    """As `whole_address`; on one's own machine by a name that is the machine's, at its own port."""
    if settings.PUBLIC_URL:
        return f"{settings.PUBLIC_URL}{path}"
    name, _ = split_domain_port(request.get_host())
    host = name if validate_host(name, settings.HOST_NAMES) else settings.OWN_NAME
    port = str(request.META.get("SERVER_PORT", ""))  # that the connection came to
    is_told = port.isdecimal() and port != {"http": "80", "https": "443"}[request.scheme or "http"]
    return f"{request.scheme}://{host}{f':{port}' if is_told else ''}{path}"
