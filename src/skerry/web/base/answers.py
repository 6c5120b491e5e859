"""Answers that pages of all kinds give, which methods an address answers, whole addresses."""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.request import split_domain_port, validate_host
from django.shortcuts import render
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_http_methods as guard

from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.games.info import GameInfo
from skerry.web.base import assets


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


HEADINGS = {  # of the pages that say why something is refused, by status
    400: "That cannot be done",
    401: "Please sign in",
    403: "That is not allowed",
    404: "Page not found",
    405: "There is no page here",
    409: "Something has changed",
    410: "This is gone",
    413: "That is too long",
    429: "Too many requests",
    503: "Skerry is busy",
}
KEEP_HEADER = "Skerry-Keep"  # "no": what keeps pages for want of a connection leaves this one out

Rest = ParamSpec("Rest")
View = Callable[Concatenate[HttpRequest, Rest], HttpResponse]


def not_kept(view: View[Rest]) -> View[Rest]:
    """A view whose pages are for nobody else who uses this browser: nothing keeps them."""

    @wraps(view)
    def answer(request: HttpRequest, /, *args: Rest.args, **kwargs: Rest.kwargs) -> HttpResponse:
        response = view(request, *args, **kwargs)
        add_never_cache_headers(response)
        response[KEEP_HEADER] = "no"
        return response

    return answer


def refuse(request: HttpRequest, status: int, sentence: str, back: str = "") -> HttpResponse:
    """What was wrong, in a sentence: as JSON where a script asks, as a page where a person does.

    The page leads `back`, to an address on which one can go on; "" for home alone.
    """
    if request.path.startswith("/api/"):
        response: HttpResponse = JsonResponse({"error": sentence}, status=status)
    else:
        heading = HEADINGS.get(status, "Something went wrong")
        context = {"heading": heading, "sentence": sentence, "back": back}
        response = render(request, "base/problem.html", context, status=status)
    response["Cache-Control"] = "private, no-store"
    return response


def style_sheet(text: str) -> HttpResponse:
    """A style sheet; its address is that of all assets."""
    return HttpResponse(text, content_type="text/css", headers={"Cache-Control": assets.KEEP})


def find_game(name: str) -> GameInfo:
    """The game of that name. Raises Http404: there is none."""
    try:
        return info(name)
    except OptionError as error:
        raise Http404(str(error)) from None


# Which HTTP methods an address answers, and what it says to the others.
#
# A view says it by one of these decorators. `site.middleware.CheckMethods` reads it before
# anything else is asked of a request, so that no address answers with an empty page.

AnyView = TypeVar("AnyView", bound=Callable[..., Any])

# The pages that list what has an address of its own, by how that begins.
LISTS = {
    "study": "studies",
    "tournament": "tournaments",
    "ladder": "tournaments",
    "challenge": "lobby",
    "players": "lobby",
}
READ = ("GET", "HEAD")
FORMS = (*READ, "POST")  # also what a view answers that says nothing, such as those of the admin


def _with_head(methods: Sequence[str]) -> list[str]:
    found = [one for method in methods for one in (READ if method == "GET" else (method,))]
    return list(dict.fromkeys(found))


def require_http_methods(methods: Sequence[str]) -> Callable[[AnyView], AnyView]:
    """As Django's: let a view answer these methods alone; what answers GET answers HEAD too."""
    allowed = _with_head(methods)

    def decorate(view: AnyView) -> AnyView:
        guarded = guard(allowed)(view)
        guarded.methods = tuple(allowed)  # type: ignore[attr-defined]
        return guarded

    return decorate


require_GET = require_safe = require_http_methods(["GET"])  # noqa: N816 (as Django calls it)
require_POST = require_http_methods(["POST"])  # noqa: N816


def answers_itself(view: AnyView) -> AnyView:
    """Mark a view that looks at the method of a request itself."""
    view.methods = ()  # type: ignore[attr-defined]
    return view


def belongs_to(page: str) -> Callable[[AnyView], AnyView]:
    """Say to which page an address belongs that takes only POST, by the page's name.

    Without it that is the nearest page above it: `/tournament/x` of `/tournament/x/start`.
    """

    def mark(view: AnyView) -> AnyView:
        view.page = page  # type: ignore[attr-defined]
        return view

    return mark


def methods_of(view: Callable[..., Any]) -> tuple[str, ...]:
    """The methods that a view answers; () where it looks at them itself."""
    return getattr(view, "methods", FORMS)


def refuse_method(request: HttpRequest, allowed: Sequence[str]) -> HttpResponse:
    """The answer to a method that an address does not take: 405, a sentence, and `Allow`.

    To OPTIONS it is `Allow` alone.
    """
    allowed = [*_with_head(allowed), "OPTIONS"]
    if request.method == "OPTIONS":
        response = HttpResponse(status=204)
    else:
        named = [one for one in allowed if one != "OPTIONS"]
        asked = (request.method or "")[:20]
        sentence = f"This address answers {' and '.join(named)} requests only, not {asked}."
        if named == ["POST"]:
            sentence = "This address only takes what a form sends (POST); there is no page here."
        response = refuse(request, 405, sentence, page_of(request))
    response["Allow"] = ", ".join(allowed)
    return response


def page_of(request: HttpRequest) -> str:
    """The address of the page to which the address of a request belongs."""
    match = request.resolver_match
    if match is None:
        return reverse("home")
    if "GET" in methods_of(match.func):
        return request.get_full_path()
    page = getattr(match.func, "page", None)
    if page is not None:
        return _page_named(page, match.kwargs)
    return page_above(request.path_info)


def page_above(path: str) -> str:
    """The address of the nearest page above a path: `/puzzles/NAME` of `/puzzles/NAME/gone`."""
    first = path.lstrip("/").partition("/")[0]
    while path := path.rpartition("/")[0]:
        if _is_page(path):
            return path
    return reverse(LISTS.get(first, "home"))


def _page_named(page: str, kwargs: dict[str, object]) -> str:
    name, _, query = page.partition("?")
    try:
        address = reverse(name, kwargs=kwargs)
    except NoReverseMatch:  # of a page that is about nothing in particular
        address = reverse(name)
    return f"{address}?{query}" if query else address


def _is_page(path: str) -> bool:
    try:
        return "GET" in methods_of(resolve(path).func)
    except Resolver404:
        return False
