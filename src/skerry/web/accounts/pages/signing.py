"""To sign up, in and out."""

from django.contrib import messages
from django.contrib.auth import authenticate, logout
from django.contrib.auth.password_validation import password_changed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from skerry.web.accounts import people
from skerry.web.accounts.models import User
from skerry.web.accounts.names.rules import NameTakenError
from skerry.web.accounts.pages import mails
from skerry.web.accounts.pages.forms import WRONG_CODE, CodeForm, SignInForm, SignUpForm
from skerry.web.accounts.signing import two_step
from skerry.web.accounts.signing.entering import become_new_guest, begin_session, enter
from skerry.web.accounts.signing.guesses import (
    WINDOW,
    forget_code_guesses,
    forget_guesses,
    know_browser,
    may_guess,
    may_guess_code,
)
from skerry.web.base.answers import not_kept
from skerry.web.base.limits.quotas import ACCOUNTS, limited
from skerry.web.base.methods import require_http_methods, require_POST
from skerry.web.base.seats import guest_of

WRONG = "Wrong name or password."
TOO_MANY = (
    "Too many passwords were tried; wait a quarter of an hour, then try again. A browser in which "
    "you have signed in before need not wait for what others have tried."
)

TOO_MANY_CODES = (
    "Too many passwords or codes were tried; wait a quarter of an hour, or a day after 30 codes, "
    "then try again."
)
TOO_LATE = "The password was given too long ago, or was changed; give it again, then the code."


def next_address(request: HttpRequest) -> str:
    """Where to go on: the page that one came from, or home; never to another site."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    here = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if here and wanted.startswith("/") else reverse("home")


@sensitive_post_parameters()
@never_cache
@not_kept
@require_http_methods(["GET", "POST"])
@limited(ACCOUNTS)
def sign_up(request: HttpRequest) -> HttpResponse:
    """The form for a new account; sent, it is made and signed in."""
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        data = form.cleaned_data
        try:
            user = people.sign_up(data["name"], data["password"], guest_of(request))
        except NameTakenError as error:
            form.add_error("name", str(error))
        else:
            password_changed(data["password"], user)
            if data["email"]:
                mails.ask_to_confirm(request, user, data["email"])
            begin_session(request, user)
            response = redirect(next_address(request))
            become_new_guest(request, response)
            know_browser(response, user.name)
            return response
    context = {"form": form, "next": next_address(request)}
    status = 400 if form.errors else 200
    return render(request, "accounts/sign_up.html", context, status=status)


@sensitive_post_parameters()
@never_cache
@not_kept
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """The form to sign in; an unknown name takes as long as a wrong password."""
    form, status = SignInForm(request.POST if request.method == "POST" else None), 200
    if form.is_valid():
        name, password = form.cleaned_data["name"], form.cleaned_data["password"]
        if not may_guess(request, name):
            form.add_error(None, TOO_MANY)
            status = 429
        else:
            user = authenticate(request, username=name, password=password)
            if isinstance(user, User):
                # What was guessed is forgotten only with the code: who knows the password alone
                # would else begin anew with each sign-in.
                if two_step.is_set_up(user):
                    return _code_page(request, user, CodeForm())
                return _entered(request, user)
            form.add_error(None, WRONG)
    context = {"form": form, "next": next_address(request)}
    if status == 200 and form.errors:
        status = 400
    response = render(request, "accounts/sign_in.html", context, status=status)
    if status == 429:
        response["Retry-After"] = str(WINDOW)
    return response


def _entered(request: HttpRequest, user: User) -> HttpResponse:
    forget_guesses(request, user.name)
    enter(request, user)
    response = redirect(next_address(request))
    become_new_guest(request, response)
    know_browser(response, user.name)
    return response


@sensitive_post_parameters()
@never_cache
@not_kept
@require_http_methods(["GET", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second step; also of a session that has begun before its account had two."""
    if isinstance(request.user, User):
        if not two_step.owes_code(request):
            return redirect(next_address(request))
        user: User | None = request.user
    else:
        user = two_step.read_step(request.POST.get("step", ""))
    if user is None:
        if request.method == "POST":
            messages.error(request, TOO_LATE)
        return redirect(f"{reverse('sign-in')}?{urlencode({'next': next_address(request)})}")
    if request.method != "POST":
        return _code_page(request, user, CodeForm())
    form = CodeForm(request.POST)
    if not may_guess_code(request, user.name):
        form.add_error(None, TOO_MANY_CODES)
        return _code_page(request, user, form, 429)
    device = two_step.use_code(user, form.cleaned_data["code"]) if form.is_valid() else None
    if device is not None:
        forget_code_guesses(request, user.name)
        response = _entered(request, user)
        two_step.note_code(request, device)
        return response
    if not form.errors:
        form.add_error("code", WRONG_CODE)
    return _code_page(request, user, form, 400)


def _code_page(request: HttpRequest, user: User, form: CodeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "next": next_address(request), "step": two_step.sign_step(user)}
    response = render(request, "accounts/sign_in_code.html", context, status=status)
    if status == 429:
        response["Retry-After"] = str(WINDOW)
    return response


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session of this browser; it is a guest again, who has nothing yet."""
    logout(request)
    return redirect("home")
