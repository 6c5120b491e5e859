"""Which HTTP methods an address answers, and what it says to the others.

A view says it by one of the decorators here. `site.middleware.CheckMethods` reads it before
anything else is asked of a request, so that no address answers with an empty page.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.http import HttpRequest, HttpResponse
from django.urls import NoReverseMatch, Resolver404, resolve, reverse
from django.views.decorators.http import require_http_methods as guard

from skerry.web.base.answers import refuse

View = TypeVar("View", bound=Callable[..., Any])

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


def require_http_methods(methods: Sequence[str]) -> Callable[[View], View]:
    """As Django's: let a view answer these methods alone; what answers GET answers HEAD too."""
    allowed = _with_head(methods)

    def decorate(view: View) -> View:
        guarded = guard(allowed)(view)
        guarded.methods = tuple(allowed)  # type: ignore[attr-defined]
        return guarded

    return decorate


require_GET = require_safe = require_http_methods(["GET"])  # noqa: N816 (as Django calls it)
require_POST = require_http_methods(["POST"])  # noqa: N816


def answers_itself(view: View) -> View:
    """Mark a view that looks at the method of a request itself."""
    view.methods = ()  # type: ignore[attr-defined]
    return view


def belongs_to(page: str) -> Callable[[View], View]:
    """Say to which page an address belongs that takes only POST, by the page's name.

    Without it that is the nearest page above it: `/tournament/x` of `/tournament/x/start`.
    """

    def mark(view: View) -> View:
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


def is_opened_by_a_browser(request: HttpRequest) -> bool:
    """Whether somebody opens an address in a browser, which says that it wants a page."""
    return "text/html" in request.headers.get("Accept", "")
