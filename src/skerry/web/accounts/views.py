"""The pages of accounts: to sign up, in and out, one's own account, and ways back into it."""

import json
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

import django_otp
from django.contrib import messages
from django.contrib.auth import authenticate, logout, update_session_auth_hash
from django.contrib.auth.password_validation import password_changed
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.debug import sensitive_post_parameters

from skerry.web.accounts import mails, people, personal_data, signing
from skerry.web.accounts.forms import (
    WRONG_CODE,
    CodeForm,
    EmailForm,
    ForgottenForm,
    NameForm,
    NewPasswordForm,
    OwnForm,
    PasswordForm,
    PlainForm,
    SignInForm,
    SignUpForm,
    TwoStepForm,
)
from skerry.web.accounts.models import Session, User
from skerry.web.accounts.names import NameTakenError
from skerry.web.accounts.signing import (
    become_new_guest,
    begin_session,
    enter,
    forget_code_guesses,
    forget_guesses,
    key_of,
    know_browser,
    may_guess,
    may_guess_code,
)
from skerry.web.base.answers import (
    not_kept,
    refuse,
    require_GET,
    require_http_methods,
    require_POST,
)
from skerry.web.base.background import Background, Kind
from skerry.web.base.errors import QuotaError
from skerry.web.base.limits import ACCOUNTS, LETTERS, OWN_DATA, Quota, limited, spend
from skerry.web.base.seats import COOKIE, guest_of, seat_of
from skerry.web.base.services import service

FILE = "skerry-data.zip"
ABOUT = """All that this Skerry keeps of you, as JSON.

account.json  name, address, two-step sign-in, and the browsers that are signed in
ratings.json  ratings and rated games
online.json   challenges
play.json     games with their records, which the page "Open a game" reads, and levels beaten
study.json    studies with their reviews
correspondence.json  conditional turns, and whether letters come
"""


def zipped(holder: str | None, user: User | None) -> HttpResponse:
    """A file with what all apps keep of a holder, one document for each.

    It is written piece by piece: somebody may have played thousands of games.
    """
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", ABOUT)
        with archive.open("account.json", "w") as file:
            _write(file, _account(holder, user))
        for name, content in () if holder is None else personal_data.export(holder).items():
            with archive.open(f"{name}.json", "w") as file:
                _write(file, content)
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return HttpResponse(packed.getvalue(), content_type="application/zip", headers=headers)


def _write(file: IO[bytes], content: Mapping[str, object]) -> None:
    """Write an object as JSON, of whose values some may come one after the other."""
    begin = "{"
    for key, value in content.items():
        file.write(f"{begin}\n {json.dumps(key)}: ".encode())
        if isinstance(value, Iterator):
            _write_list(file, value)
        else:
            file.write(_json(value))
        begin = ","
    file.write(b"\n}" if content else b"{}")


def _write_list(file: IO[bytes], values: Iterator[object]) -> None:
    begin = b"["
    for value in values:
        file.write(begin + b"\n" + _json(value))
        begin = b","
    file.write(b"[]" if begin == b"[" else b"\n]")


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def _account(holder: str | None, user: User | None) -> dict[str, object]:
    player = people.find_player(holder)
    about: dict[str, object] = {}
    if player is not None:
        about |= {
            "name": player.name,
            "created": player.created.isoformat(),
            "seen": player.seen.isoformat(),
        }
    if user is not None:
        since = signing.set_up_since(user)
        about |= {
            "email": user.email,
            "email_is_confirmed": user.email_is_confirmed,
            "joined": user.joined.isoformat(),
            "guessed": None if user.guessed is None else user.guessed.isoformat(),
            "two_step_since": None if since is None else since.isoformat(),
            "browsers": [
                {"browser": one.browser, "since": one.since.isoformat()}
                for one in user.sessions.order_by("since")
            ],
        }
    return about


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


def is_accepted(request: HttpRequest, form: Form, quota: Quota) -> bool:
    """Whether a form is valid and within a quota; else it comes back and says what is wrong."""
    if not form.is_valid():
        return False
    try:
        spend(request, quota)
    except QuotaError as error:
        form.add_error(None, ValidationError(str(error), code=quota.name))
        return False
    return True


def status_for(form: Form, quota: Quota) -> int:
    """The status of a page that shows a form."""
    if not form.errors:
        return 200
    return QuotaError.status if form.has_error(NON_FIELD_ERRORS, quota.name) else 400


@sensitive_post_parameters()
@not_kept
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """The form for a new account; sent, it is made and signed in."""
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if is_accepted(request, form, ACCOUNTS):
        data, present = form.cleaned_data, user_of(request)
        if present is not None and present.name == data["name"]:  # it was sent twice
            return redirect(next_address(request))
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
    return render(request, "accounts/sign_up.html", context, status=status_for(form, ACCOUNTS))


@sensitive_post_parameters()
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
                if signing.is_set_up(user):
                    return _code_page(request, user, CodeForm())
                return _entered(request, user)
            form.add_error(None, WRONG)
    context = {"form": form, "next": next_address(request)}
    if status == 200 and form.errors:
        status = 400
    return render(request, "accounts/sign_in.html", context, status=status)


def _entered(request: HttpRequest, user: User) -> HttpResponse:
    forget_guesses(request, user.name)
    enter(request, user)
    response = redirect(next_address(request))
    become_new_guest(request, response)
    know_browser(response, user.name)
    return response


@sensitive_post_parameters()
@not_kept
@require_http_methods(["GET", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """The second step; also of a session that has begun before its account had two."""
    if isinstance(request.user, User):
        if not signing.owes_code(request):
            return redirect(next_address(request))
        user: User | None = request.user
    else:
        user = signing.read_step(request.POST.get("step", ""))
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
    device = signing.use_code(user, form.cleaned_data["code"]) if form.is_valid() else None
    if device is not None:
        forget_code_guesses(request, user.name)
        response = _entered(request, user)
        django_otp.login(request, device)
        return response
    if not form.errors:
        form.add_error("code", WRONG_CODE)
    return _code_page(request, user, form, 400)


def _code_page(request: HttpRequest, user: User, form: CodeForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "next": next_address(request), "step": signing.sign_step(user)}
    return render(request, "accounts/sign_in_code.html", context, status=status)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """End the session of this browser; it is a guest again, who has nothing yet."""
    logout(request)
    return redirect("home")


GATHERING = Kind(
    "own data",
    "What is kept of somebody is being put together; ask again in a moment.",
    at_once=2,
    of_one=1,
)


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
        "is_two_step": signing.is_set_up(user),
    }
    return render(request, "accounts/account.html", context | shown, status=status)


def for_accounts(view: Callable[[HttpRequest, User], HttpResponse]) -> Callable[..., HttpResponse]:
    """A view that changes something for who is signed in; others are led to where that is done."""

    @sensitive_post_parameters()
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
        return _page(request, user, 429, problem=TOO_MANY)
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
def change_email(request: HttpRequest, user: User) -> HttpResponse:
    """Have letters sent to another address, or to none."""
    if not may_guess(request, user.name):
        return _page(request, user, 429, problem=TOO_MANY)
    form = EmailForm(user, request.POST, auto_id="email_%s")
    if not is_accepted(request, form, LETTERS):
        return _page(request, user, status_for(form, LETTERS), email_form=form)
    forget_guesses(request, user.name)
    email = form.cleaned_data["email"]
    if email != user.email:
        mails.tell_of_change(user)
    if email and not (email == user.email and user.email_is_confirmed):
        mails.ask_to_confirm(request, user, email)
        messages.success(
            request,
            "Open the link in the e-mail that we send you, to confirm your address. If none comes, "
            f"wait an hour and save the address again: at most {mails.MOST_TO_ONE} e-mails an hour "
            "go to one address.",
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


@not_kept
@require_GET
@limited(OWN_DATA, "GET")
def data(request: HttpRequest) -> HttpResponse:
    """All that is kept of who asks, as a file."""
    with service(Background).hold(request, GATHERING):
        return zipped(seat_of(request), user_of(request))


SIGNED_OUT = "You are signed out. If your account is still there, sign in to delete it."


@sensitive_post_parameters()
@not_kept
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """The end of an account, or of what a browser has; it asks for the password, and once more."""
    user, holder = user_of(request), seat_of(request)
    if user is None and "password" in request.POST:  # what is asked is not about the guest here
        messages.error(request, SIGNED_OUT)
        return redirect(f"{reverse('sign-in')}?{urlencode({'next': reverse('delete-account')})}")
    if request.method == "POST" and user is not None and not may_guess(request, user.name):
        return _page(request, user, 429, problem=TOO_MANY)
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


MOST_ACCOUNTS = 5  # of one address that are written to
NOT_VALID = "This link no longer works; ask for a new one."
NO_NEW_PASSWORD = (
    "This link no longer works: it is too old, was used, or you have signed in since. If you have "
    "just set a new password, sign in with it; otherwise ask for a new link."
)


@not_kept
@require_http_methods(["GET", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """The form that asks for a link; its answer is the same for names that nobody has."""
    form = ForgottenForm(request.POST if request.method == "POST" else None)
    if is_accepted(request, form, LETTERS):
        for email, users in _accounts_of(form.cleaned_data["who"]).items():
            mails.send_links(request, email, users)
        return render(request, "accounts/recovery/sent.html")
    context, status = {"form": form}, status_for(form, LETTERS)
    return render(request, "accounts/recovery/forgotten.html", context, status=status)


def _accounts_of(who: str) -> dict[str, list[User]]:
    """Accounts by name or by confirmed address; letters go to the address as it is kept."""
    reachable = User.objects.filter(is_active=True, email_is_confirmed=True).exclude(email="")
    if "@" in who:
        found = reachable.filter(email__iexact=who)
    else:
        player = people.find_by_name(who)
        found = reachable.filter(player=player) if player else reachable.none()
    by_email: dict[str, list[User]] = {}
    for user in found.order_by("pk")[:MOST_ACCOUNTS]:
        by_email.setdefault(user.email, []).append(user)
    return by_email


@sensitive_post_parameters()
@not_kept
@require_http_methods(["GET", "POST"])
def new_password(request: HttpRequest, number: int, token: str) -> HttpResponse:
    """The form for a new password, by a link that works once; all browsers are signed out."""
    user = User.objects.filter(pk=number, is_active=True).first()
    if user is None or not default_token_generator.check_token(user, token):
        return refuse(request, 404, NO_NEW_PASSWORD, reverse("sign-in"))
    form = NewPasswordForm(user, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        status = 400 if form.errors else 200
        context = {"form": form, "name": user.name}
        return render(request, "accounts/recovery/new_password.html", context, status=status)
    people.set_password(user, form.cleaned_data["new"])
    people.sign_out_everywhere(user.pk)
    messages.success(request, "Your password is changed. You can sign in with it now.")
    response = redirect("sign-in")
    know_browser(response, user.name)  # however many guess at the moment
    return response


@not_kept
@require_http_methods(["GET", "POST"])
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm an address by a button, since mail programs open links by themselves."""
    user = mails.read_confirmation(token)
    if user is None:
        return refuse(request, 404, NOT_VALID)
    if request.method == "POST":
        User.objects.filter(pk=user.pk, email=user.email).update(email_is_confirmed=True)
        return render(request, "accounts/recovery/confirm.html", {"owner": user, "is_done": True})
    return render(request, "accounts/recovery/confirm.html", {"owner": user})


ALREADY = (
    "Two-step sign-in is on already, since this was sent twice, or from two pages. If you have not "
    "seen your backup codes, make new ones here."
)
TOO_OLD = "The secret of that page is too old. Add this new one to the app, and give its code."


@sensitive_post_parameters()
@not_kept
@require_http_methods(["GET", "POST"])
def own_two_step(request: HttpRequest) -> HttpResponse:
    """Whether a code is asked for; staff may begin, and who has begun may end."""
    user = user_of(request)
    if user is None:
        return redirect(f"{reverse('sign-in')}?next={request.path}")
    if signing.is_set_up(user):
        if "secret" in request.POST:
            return _already(request)
        return _change(request, user)
    if user.is_staff:
        return _begin(request, user)
    raise Http404("There is no such page.")


def _begin(request: HttpRequest, user: User) -> HttpResponse:
    form, problem, status = TwoStepForm(user), "", 200
    key = None
    if request.method == "POST":
        status, form = 400, TwoStepForm(user, request.POST)
        key = signing.read_secret(user, request.POST.get("secret", ""))
        if not may_guess_code(request, user.name):
            problem, status = TOO_MANY_CODES, 429
        elif key is None:
            problem, form = TOO_OLD, TwoStepForm(user)
        elif form.is_valid():
            codes = signing.set_up(request, user, key, form.cleaned_data["code"])
            if codes is not None:
                return _done(request, user, codes)
            if signing.is_set_up(user):  # meanwhile
                return _already(request)
            form.add_error("code", WRONG_CODE)
    secret = signing.new_secret(user, key)
    context = {"form": form, "problem": problem, "secret": secret, "qr_code": _drawn(secret.link)}
    return _answer(request, context, status)


def _already(request: HttpRequest) -> HttpResponse:
    """To the page as it is now: of a form sent twice the browser shows the second answer."""
    messages.warning(request, ALREADY)
    return redirect("own-two-step")


def _change(request: HttpRequest, user: User) -> HttpResponse:
    form, problem, status = TwoStepForm(user), "", 200
    if request.method == "POST":
        status, form = 400, TwoStepForm(user, request.POST)
        if not may_guess_code(request, user.name):
            problem, status = TOO_MANY_CODES, 429
        elif form.is_valid():  # a wrong password uses no code up
            device = signing.use_code(user, form.cleaned_data["code"])
            if device is not None:
                return _changed(request, user, device)
            form.add_error("code", WRONG_CODE)
    context = {
        "form": form,
        "problem": problem,
        "since": signing.set_up_since(user),
        "num_codes": signing.num_backup_codes(user),
    }
    return _answer(request, context, status)


def _changed(request: HttpRequest, user: User, device: object) -> HttpResponse:
    if request.POST.get("act") == "remove":
        forget_code_guesses(request, user.name)
        signing.remove(user)
        messages.success(request, "Two-step sign-in is off: the password alone signs you in.")
        return redirect("account")
    django_otp.login(request, device)
    return _done(request, user, signing.make_backup_codes(user))


def _done(request: HttpRequest, user: User, codes: list[str]) -> HttpResponse:
    forget_code_guesses(request, user.name)
    return _answer(request, {"codes": codes}, 200)


def _answer(request: HttpRequest, context: dict[str, object], status: int) -> HttpResponse:
    return render(request, "accounts/two_step.html", context, status=status)


def _drawn(link: str) -> SafeString:
    """A link as a QR code in SVG."""
    import segno  # for this page alone

    code = segno.make_qr(link, error="m")
    return mark_safe(code.svg_inline(dark="#000", light="#fff", omitsize=True))
