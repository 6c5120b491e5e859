"""The page on which staff sets up two-step sign-in, and ends it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from skerry.web.accounts.models import User
from skerry.web.accounts.pages.forms import WRONG_CODE, TwoStepForm
from skerry.web.accounts.pages.own import user_of
from skerry.web.accounts.pages.signing import TOO_MANY_CODES
from skerry.web.accounts.signing import two_step
from skerry.web.accounts.signing.guesses import WINDOW, forget_code_guesses, may_guess_code
from skerry.web.base.answers import not_kept
from skerry.web.base.methods import require_http_methods

ALREADY = (
    "Two-step sign-in is on already, since this was sent twice, or from two pages. If you have not "
    "seen your backup codes, make new ones here."
)
TOO_OLD = "The secret of that page is too old. Add this new one to the app, and give its code."


@sensitive_post_parameters()
@never_cache
@not_kept
@require_http_methods(["GET", "POST"])
def own_two_step(request: HttpRequest) -> HttpResponse:
    """Whether a code is asked for; staff may begin, and who has begun may end."""
    user = user_of(request)
    if user is None:
        return redirect(f"{reverse('sign-in')}?next={request.path}")
    if two_step.is_set_up(user):
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
        key = two_step.read_secret(user, request.POST.get("secret", ""))
        if not may_guess_code(request, user.name):
            problem, status = TOO_MANY_CODES, 429
        elif key is None:
            problem, form = TOO_OLD, TwoStepForm(user)
        elif form.is_valid():
            codes = two_step.set_up(request, user, key, form.cleaned_data["code"])
            if codes is not None:
                return _done(request, user, codes)
            if two_step.is_set_up(user):  # meanwhile
                return _already(request)
            form.add_error("code", WRONG_CODE)
    secret = two_step.new_secret(user, key)
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
            device = two_step.use_code(user, form.cleaned_data["code"])
            if device is not None:
                return _changed(request, user, device)
            form.add_error("code", WRONG_CODE)
    context = {
        "form": form,
        "problem": problem,
        "since": two_step.set_up_since(user),
        "num_codes": two_step.num_backup_codes(user),
    }
    return _answer(request, context, status)


def _changed(request: HttpRequest, user: User, device: object) -> HttpResponse:
    if request.POST.get("act") == "remove":
        forget_code_guesses(request, user.name)
        two_step.remove(user)
        messages.success(request, "Two-step sign-in is off: the password alone signs you in.")
        return redirect("account")
    two_step.note_code(request, device)
    return _done(request, user, two_step.make_backup_codes(user))


def _done(request: HttpRequest, user: User, codes: list[str]) -> HttpResponse:
    forget_code_guesses(request, user.name)
    return _answer(request, {"codes": codes}, 200)


def _answer(request: HttpRequest, context: dict[str, object], status: int) -> HttpResponse:
    response = render(request, "accounts/two_step.html", context, status=status)
    if status == 429:
        response["Retry-After"] = str(WINDOW)
    return response


def _drawn(link: str) -> SafeString:
    """A link as a QR code in SVG."""
    import segno  # for this page alone

    code = segno.make_qr(link, error="m")
    return mark_safe(code.svg_inline(dark="#000", light="#fff", omitsize=True))
