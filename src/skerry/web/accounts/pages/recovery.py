"""Ways back into an account: a link to a new password, and an address that is confirmed."""

from django.contrib import messages
from django.contrib.auth.tokens import default_token_generator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from skerry.web.accounts import people
from skerry.web.accounts.models import User
from skerry.web.accounts.pages import mails
from skerry.web.accounts.pages.forms import ForgottenForm, NewPasswordForm
from skerry.web.accounts.signing.guesses import know_browser
from skerry.web.base.answers import not_kept, refuse
from skerry.web.base.limits.quotas import LETTERS, limited
from skerry.web.base.methods import require_http_methods

MOST_ACCOUNTS = 5  # of one address that are written to
NOT_VALID = "This link no longer works; ask for a new one."


@never_cache
@not_kept
@require_http_methods(["GET", "POST"])
@limited(LETTERS)
def forgotten(request: HttpRequest) -> HttpResponse:
    """The form that asks for a link; its answer is the same for names that nobody has."""
    form = ForgottenForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        for email, users in _accounts_of(form.cleaned_data["who"]).items():
            mails.send_links(request, email, users)
        return render(request, "accounts/recovery/sent.html")
    status = 400 if form.errors else 200
    return render(request, "accounts/recovery/forgotten.html", {"form": form}, status=status)


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
@never_cache
@not_kept
@require_http_methods(["GET", "POST"])
def new_password(request: HttpRequest, number: int, token: str) -> HttpResponse:
    """The form for a new password, by a link that works once; all browsers are signed out."""
    user = User.objects.filter(pk=number, is_active=True).first()
    if user is None or not default_token_generator.check_token(user, token):
        return refuse(request, 404, NOT_VALID)
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


@never_cache
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
