"""What one is told of one's games, and the link by which letters end."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from skerry.web.accounts.pages.own import user_of
from skerry.web.base.answers import not_kept, refuse
from skerry.web.base.limits.quotas import EDITS, limited
from skerry.web.base.methods import require_GET, require_http_methods, require_POST
from skerry.web.correspondence.notices.letters import (
    read_token,
    start_letters,
    stop_letters,
    wants_letters,
)


@never_cache
@not_kept
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    """The switches for notifications and letters."""
    user = user_of(request)
    context = {"owner": user, "has_letters": user is not None and wants_letters(user.pk)}
    return render(request, "correspondence/notices.html", context)


@never_cache
@not_kept
@require_POST
@limited(EDITS)
def choose_letters(request: HttpRequest) -> HttpResponse:
    """Begin or end letters to one's own confirmed address."""
    user = user_of(request)
    if user is None:
        return redirect("sign-in")
    if "on" not in request.POST:
        stop_letters(user.pk)
        messages.success(request, "E-mail about your games is off.")
    elif user.email and user.email_is_confirmed:
        start_letters(user.pk)
        messages.success(request, "E-mail about your games is on.")
    else:
        return refuse(
            request, 400, "We only send e-mail to a confirmed address; confirm yours first."
        )
    return redirect("notices")


@csrf_exempt  # the link's signature says whose letters end; mail programs send it without a page
@never_cache
@not_kept
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """End the letters by a link in them, after a button: some programs open links by themselves."""
    user_id = read_token(token)
    if user_id is None:
        return refuse(
            request,
            404,
            "This link is incomplete; you can also turn e-mail off under Notifications.",
        )
    if request.method == "POST":
        stop_letters(user_id)
    context = {"is_done": request.method == "POST"}
    return render(request, "correspondence/stop_letters.html", context)
