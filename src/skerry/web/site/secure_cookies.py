"""Cookies of a site that is reached by TLS go by TLS alone."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class SecureCookies:
    """Mark every cookie, whoever sets it: one that is forgotten opens a seat to who listens."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer."""
        response = self.get_response(request)
        for cookie in response.cookies.values():
            cookie["secure"] = True
        return response
