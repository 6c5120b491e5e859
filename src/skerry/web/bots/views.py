"""The way from an address to the API, its documentation, and the page of tokens."""

import inspect

from asgiref.sync import async_to_sync
from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters

from skerry.web.accounts import people
from skerry.web.accounts.forms import OwnForm
from skerry.web.accounts.models import User
from skerry.web.accounts.signing import forget_guesses, may_guess
from skerry.web.accounts.views import TOO_MANY, for_accounts
from skerry.web.base.answers import (
    answers_itself,
    not_kept,
    refuse_method,
    require_GET,
    require_http_methods,
)
from skerry.web.base.errors import QuotaError, RequestError
from skerry.web.base.limits import TOKENS, spend
from skerry.web.bots import tokens
from skerry.web.bots.models import LONGEST_TITLE, PLAY, READ
from skerry.web.bots.tokens import become_bot as mark

SCOPES = ((PLAY, "Play"), (READ, "Read only"))


class TokenForm(OwnForm):
    """A token, which only who knows the password may make: it acts without one."""

    title = forms.CharField(
        label="Name of a new token",
        help_text="By it you will know later what uses the token.",
        max_length=LONGEST_TITLE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label="What it may do",
        help_text="Read only: look at games and events, and do nothing there.",
        choices=SCOPES,
        initial=PLAY,
    )
    field_order = ("title", "scope", "password")


ROUTES = "skerry.web.bots.api"  # imported when it is asked for: that takes half a second


@answers_itself
@csrf_exempt  # no cookie opens anything there
def call(request: HttpRequest, rest: str) -> HttpResponseBase:
    """Let the API answer."""
    try:
        view, arguments, named = resolve(request.path_info, ROUTES)
    except Resolver404:
        sentence = "The API has no such address; /api/docs lists all of them."
        return JsonResponse({"error": sentence}, status=404)
    if inspect.iscoroutinefunction(view):
        view = async_to_sync(view)
    response: HttpResponseBase = view(request, *arguments, **named)
    if response.status_code == 405:
        response = refuse_method(request, response["Allow"].replace(" ", "").split(","))
    response.headers.setdefault("Cache-Control", "private, no-store")
    return response


@require_GET
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document of the API."""
    from skerry.web.bots.api import document

    return JsonResponse(document())


@require_GET
def docs(request: HttpRequest) -> HttpResponse:
    """The documentation of the API, to be read and tried."""
    return render(request, "bots/docs.html")


@sensitive_post_parameters()
@not_kept
@require_http_methods(["GET", "POST"])
def own_tokens(request: HttpRequest) -> HttpResponse:
    """The tokens of the account that is signed in, and a new one."""
    user = request.user
    if not isinstance(user, User):
        return redirect("sign-in")
    form = TokenForm(user, request.POST if request.method == "POST" else None)
    shown: dict[str, object] = {"form": form}
    status = 200
    if request.method == "POST":
        try:
            made = _make(request, user, form)
            status = 400 if made is None else 200
            if made is not None:
                shown |= {"made": made, "form": TokenForm(user)}
        except RequestError as error:
            shown["problem"], status = str(error), error.status
    context = {"player": people.player_of(user.holder), "tokens": tokens.tokens_of(user), **shown}
    return render(request, "bots/tokens.html", context, status=status)


def _make(request: HttpRequest, user: User, form: TokenForm) -> str | None:
    """A new token, as the form says; None: the form says what is wrong with it.

    Raises:
        QuotaError: too many passwords were tried, or too many tokens made.
        RequestError: no name, or too many tokens.
    """
    if not may_guess(request, user.name):
        raise QuotaError(TOO_MANY)
    if not form.is_valid():
        return None
    forget_guesses(request, user.name)
    spend(request, TOKENS)  # here, where what was typed comes back with the refusal
    return tokens.make(user, form.cleaned_data["title"], form.cleaned_data["scope"])


@for_accounts
def revoke_token(request: HttpRequest, user: User) -> HttpResponse:
    """Let a token open nothing any more."""
    tokens.revoke(user, request.POST.get("token", ""))
    messages.success(request, "The token opens nothing any more.")
    return redirect("own-tokens")


@for_accounts
def become_bot(request: HttpRequest, user: User) -> HttpResponse:
    """Mark the account as a program's."""
    try:
        mark(people.player_of(user.holder))
    except RequestError as error:
        messages.error(request, str(error))
    return redirect("own-tokens")
