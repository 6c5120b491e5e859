"""What every request must be like, what every answer carries, and how static files are served."""

import logging
from collections.abc import Callable
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.deprecation import MiddlewareMixin
from whitenoise.middleware import WhiteNoiseMiddleware  # type: ignore[import-untyped]
from whitenoise.responders import StaticFile  # type: ignore[import-untyped]

from skerry.web.base.answers import (
    methods_of,
    page_of,
    refuse,
    refuse_method,
)
from skerry.web.base.errors import QuotaError
from skerry.web.base.limits import REQUESTS, RETRY_AFTER, spend
from skerry.web.base.seats import renew
from skerry.web.site import hosts
from skerry.web.site.explaining import NO_TEXT, explained
from skerry.web.site.handler import REFUSED

log = logging.getLogger(__name__)

SOON = 5  # seconds after which the engine may have room again

# Boards place tiles and towers by a style attribute, so that CSS can move them; that is all the
# inline style there is, and no script is inline.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)


class SecurityHeaders(MiddlewareMixin):
    """Set the headers that Django has no setting for."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The answer, with the headers."""
        response.headers.setdefault("Cache-Control", _may_be_kept(response))
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), microphone=(), geolocation=()"
        )
        return response


def _may_be_kept(response: HttpResponseBase) -> str:
    """Who may keep an answer that does not say so itself: no proxy, and no disk.

    Nearly all say something of who asks. Pages may be gone back to.
    """
    is_page = response.headers.get("Content-Type", "").startswith("text/html")
    return "private, no-cache" if is_page else "private, no-store"


class CheckRequest(MiddlewareMixin):
    """Refuse what no page could answer: a strange host, or a body that is too long or too slow."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """A refusal in a sentence; None: the request may be answered."""
        # Texts are UTF-8, whatever the request says: it could name any codec of Python's.
        request.encoding = "utf-8"
        if not hosts.is_asked_for_us(request):
            host = request.META.get("HTTP_HOST", "")
            log.warning("Refused a request for the host %.60r.", host)
            return refuse(request, 400, _unknown_host(host))
        if "\0" in request.path:
            return refuse(request, 404, "There is nothing at an address with the character 0.")
        if "%00" in request.META.get("QUERY_STRING", ""):
            return refuse(request, 400, NO_TEXT)
        refusal = getattr(request, "scope", {}).get(REFUSED)
        return None if refusal is None else refuse(request, *refusal)


def _unknown_host(host: str) -> str:
    name = hosts.name_in(host)[:80]
    if not name:
        return "The request does not name this server as its host."
    return (
        f"Skerry does not answer to the name {name}, since other sites could use it to reach what "
        "is kept here. Open it as localhost or by an address of its machine; or start it with "
        f"SKERRY_ALLOWED_HOSTS={name} if the name is yours."
    )


class CheckMethods:
    """Answer HEAD as GET at every address, and say what an address takes where it is refused."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer; what is not sent to HEAD, the server leaves away."""
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        response = self.get_response(request)
        request.method = "HEAD"
        if response.streaming:  # it would go on for as long as the other one listens
            response.close()
            return HttpResponse(status=response.status_code, headers=dict(response.headers))
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: object, kwargs: object
    ) -> HttpResponse | None:
        """The answer to a method that the view does not take; None where it takes it.

        Before the token of a form is looked at: who sends PUT learns that it is not taken.
        """
        allowed = methods_of(view)
        if not allowed or request.method in allowed:
            return None
        if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
            return redirect(page_of(request))
        return refuse_method(request, allowed)


class LimitRequests(MiddlewareMixin):
    """Take from one client only so many requests, and say with each 429 when to ask again."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:
        """A refusal in a sentence; None: the request may be answered."""
        if request.path.startswith(settings.STATIC_URL):  # the same for all: nobody is asked for
            return None
        try:
            spend(request, REQUESTS)
        except QuotaError as error:
            return _refuse_flood(request, error)
        return None

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The answer; one that refuses says when to ask again."""
        if response.status_code == 429:
            seconds = request.META.get(RETRY_AFTER, SOON)
            response.headers.setdefault("Retry-After", str(seconds))
        return response


def _refuse_flood(request: HttpRequest, error: QuotaError) -> HttpResponse:
    """A sentence without a page around it: each answer counts, and nobody reads them."""
    if request.path.startswith("/api/"):
        return refuse(request, error.status, str(error))
    headers = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store"}
    return HttpResponse(f"{error}\n", status=error.status, headers=headers)


class RenewSeats(MiddlewareMixin):
    """Let the seats of a browser that comes back last on."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The answer; with a page the browser may get its token once more."""
        renew(request, response)
        return response


class ExplainErrors(MiddlewareMixin):
    """Say in a sentence what a view could not do, instead of failing."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer to a request whose view failed; None where that is a fault of ours."""
        return explained(request, error)


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise, answering with whole files: they are small, and ASGI awaits no iterator."""

    _found: ClassVar[dict[str, StaticFile]] = {}  # which never change while a process runs

    def add_files_from_finders(self) -> None:
        """Look for the files, once: each client of a test has middlewares of its own."""
        if not self._found:
            super().add_files_from_finders()
            self._found.update(self.files)
        self.files.update(self._found)

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """The file, or the answer that the browser has it already."""
        streamed = WhiteNoiseMiddleware.serve(static_file, request)
        if streamed.status_code == 405:
            return refuse_method(request, ("GET",))
        body = streamed.getvalue()
        streamed.close()
        return HttpResponse(body, status=streamed.status_code, headers=dict(streamed.headers))


class SecureCookies(MiddlewareMixin):
    """Mark every cookie, whoever sets it: one that is forgotten opens a seat to who listens."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The answer, its cookies marked."""
        for cookie in response.cookies.values():
            cookie["secure"] = True
        return response
