"""What belongs to no page alone: the style sheets of all, and what is said when a page fails."""

import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from skerry.web.base.answers import page_of, refuse, require_GET, require_POST, style_sheet
from skerry.web.base.consumers import check_sockets_of
from skerry.web.base.seats import give_token, hash_token, read_token, revoke
from skerry.web.site.explaining import explained


@require_GET
def board_css(request: HttpRequest) -> HttpResponse:
    """The style sheet of all boards, in all looks."""
    from skerry.draw import stylesheet
    from skerry.draw.board import look_rules

    return style_sheet(f"{stylesheet()}\n{look_rules()}")


@require_GET
def theme_css(request: HttpRequest) -> HttpResponse:
    """The colours of all pages."""
    from skerry.draw.theme import theme_css

    return style_sheet(theme_css())


@require_POST
def renew_seat(request: HttpRequest) -> HttpResponse:
    """Let copies of this browser's cookie count no more; its own is replaced."""
    token = read_token(request)
    response = redirect("home")
    if token is not None:
        revoke(hash_token(token))
        check_sockets_of(hash_token(token))
        give_token(response, token)
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form or a script of another site, or a page from before the cookies were deleted."""
    sentence = "This request did not come from a page of this site; reload the page and try again."
    return refuse(request, 403, sentence, page_of(request))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: with the sentence that says what is missing."""
    sentence = exception.args[0] if exception.args and isinstance(exception.args[0], str) else ""
    return refuse(request, 404, sentence or "There is no such page.")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: what Django itself refuses, such as a form with too many fields."""
    if isinstance(exception, RequestDataTooBig):
        return refuse(request, 413, "The request is too long.")
    if isinstance(exception, TooManyFilesSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        return refuse(request, 413, f"At most {most} files are read at once; send fewer.")
    return refuse(request, 400, "The request could not be understood.")


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a fault of ours, or what a middleware could not do for lack of a database.

    Django asks here for whatever was raised, in whichever middleware.
    """
    response = explained(request, sys.exc_info()[1])
    if response is not None:
        return response
    return refuse(request, 500, "Something went wrong here; the log of the server says more.")
