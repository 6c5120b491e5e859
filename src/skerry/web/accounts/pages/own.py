"""One's own account: name, password, address, browsers, data, and its end."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from skerry.web.accounts import people
from skerry.web.accounts.models import Session, User
from skerry.web.accounts.names.rules import NameTakenError
from skerry.web.accounts.pages import mails
from skerry.web.accounts.pages.data import zipped
from skerry.web.accounts.pages.forms import EmailForm, NameForm, OwnForm, PasswordForm, PlainForm
from skerry.web.accounts.pages.signing import TOO_MANY
from skerry.web.accounts.signing import two_step
from skerry.web.accounts.signing.entering import key_of
from skerry.web.accounts.signing.guesses import WINDOW, forget_guesses, may_guess
from skerry.web.base.answers import not_kept
from skerry.web.base.background import Background, Kind
from skerry.web.base.limits.quotas import LETTERS, OWN_DATA, limited
from skerry.web.base.methods import require_GET, require_http_methods, require_POST
from skerry.web.base.seats import seat_of
from skerry.web.base.services import shared
from skerry.web.base.tokens import COOKIE

GATHERING = Kind(
    "own data",
    "What is kept of somebody is being put together; ask again in a moment.",
    at_once=2,
    of_one=1,
)


@never_cache
@not_kept
@require_GET
def account(request: HttpRequest) -> HttpResponse:
    """All that can be changed; for a guest, what is known of the browser."""
    user = user_of(request)
    if user is not None:
        return _page(request, user)
    player = people.find_player(seat_of(request))
    return render(request, "accounts/guest.html", {"player": player})


def user_of(request: HttpRequest) -> User | None:
    """The account that is signed in."""
    return request.user if isinstance(request.user, User) else None


def _page(request: HttpRequest, user: User, status: int = 200, **shown: object) -> HttpResponse:
    """The page, perhaps with forms that were refused."""
    context = {
        "owner": user,
        "name_form": NameForm(initial={"name": user.name}),
        "password_form": PasswordForm(user, auto_id="password_%s"),
        "email_form": EmailForm(user, initial={"email": user.email}, auto_id="email_%s"),
        "browsers": user.sessions.order_by("-seen"),
        "this": key_of(request),
        "is_two_step": two_step.is_set_up(user),
    }
    return render(request, "accounts/account.html", context | shown, status=status)


def _too_many(request: HttpRequest, user: User) -> HttpResponse:
    response = _page(request, user, 429, problem=TOO_MANY)
    response["Retry-After"] = str(WINDOW)
    return response


def for_accounts(view: Callable[[HttpRequest, User], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that changes something for who is signed in; others are led to where that is done."""

    @sensitive_post_parameters()
    @never_cache
    @not_kept
    @require_POST
    def answer(request: HttpRequest) -> HttpResponse:
        user = user_of(request)
        return redirect("sign-in") if user is None else view(request, user)

    return answer


@for_accounts
def change_name(request: HttpRequest, user: User) -> HttpResponse:
    """Take another name."""
    form = NameForm(request.POST)
    if form.is_valid():
        try:
            people.rename(people.player_of(user.holder), form.cleaned_data["name"])
        except NameTakenError as error:
            form.add_error("name", str(error))
    if form.errors:
        user.refresh_from_db()
        return _page(request, user, 400, name_form=form)
    messages.success(request, "Your name is changed.")
    return redirect("account")


@for_accounts
def change_password(request: HttpRequest, user: User) -> HttpResponse:
    """Take another password; all other browsers are signed out."""
    if not may_guess(request, user.name):
        return _too_many(request, user)
    form = PasswordForm(user, request.POST, auto_id="password_%s")
    if not form.is_valid():
        return _page(request, user, 400, password_form=form)
    forget_guesses(request, user.name)
    people.set_password(user, form.cleaned_data["new"])
    update_session_auth_hash(request, user)
    people.sign_out_everywhere(user.pk, but=key_of(request))
    messages.success(request, "Your password is changed. All other browsers are signed out.")
    return redirect("account")


@for_accounts
@limited(LETTERS)
def change_email(request: HttpRequest, user: User) -> HttpResponse:
    """Have letters sent to another address, or to none."""
    if not may_guess(request, user.name):
        return _too_many(request, user)
    form = EmailForm(user, request.POST, auto_id="email_%s")
    if not form.is_valid():
        return _page(request, user, 400, email_form=form)
    forget_guesses(request, user.name)
    email = form.cleaned_data["email"]
    if email != user.email:
        mails.tell_of_change(user)
    if email and not (email == user.email and user.email_is_confirmed):
        mails.ask_to_confirm(request, user, email)
        messages.success(
            request, "We have sent you an e-mail; open its link to confirm your address."
        )
    elif email != user.email:
        user.email, user.email_is_confirmed = "", False
        user.save(update_fields=["email", "email_is_confirmed"])
        messages.success(request, "Your e-mail address is removed.")
    return redirect("account")


@for_accounts
def sign_out_browsers(request: HttpRequest, user: User) -> HttpResponse:
    """Sign one browser out, or all of them."""
    which = request.POST.get("browser", "")
    if which == "all":
        people.sign_out_everywhere(user.pk)
        logout(request)
        return redirect("home")
    Session.objects.filter(user=user, session_key=which).delete()
    return redirect("account")


@never_cache
@not_kept
@require_GET
@limited(OWN_DATA, "GET")
def data(request: HttpRequest) -> HttpResponse:
    """All that is kept of who asks, as a file."""
    with shared(Background).hold(request, GATHERING):
        return zipped(seat_of(request), user_of(request))


@sensitive_post_parameters()
@never_cache
@not_kept
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """The end of an account, or of what a browser has; it asks for the password, and once more."""
    user, holder = user_of(request), seat_of(request)
    if request.method == "POST" and user is not None and not may_guess(request, user.name):
        return _too_many(request, user)
    sent = request.POST if request.method == "POST" else None
    form = PlainForm(sent) if user is None else OwnForm(user, sent)
    if not form.is_valid():
        context = {"form": form, "owner": user, "is_empty": holder is None}
        status = 400 if form.errors else 200
        return render(request, "accounts/delete.html", context, status=status)
    if holder is not None:
        people.forget(holder)
    logout(request)
    response = render(request, "accounts/deleted.html")
    if user is None:
        response.delete_cookie(COOKIE)
    return response
