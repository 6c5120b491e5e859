"""Signing in: guesses that are counted and refused, the session that begins, two steps."""

import re
import secrets
from base64 import b32encode
from datetime import timedelta
from typing import Any, NamedTuple

import django_otp
from django.contrib.auth import login
from django.core import signing
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from skerry.web.accounts import people
from skerry.web.accounts.models import Session, User
from skerry.web.accounts.names import keys_of
from skerry.web.accounts.people import adopt
from skerry.web.accounts.session_store import BROWSER, SEEN, SINCE
from skerry.web.accounts.signals import many_guesses
from skerry.web.base.clients import client_address, network_of
from skerry.web.base.limits import RETRY_AFTER, Counter, forget_all, lower_all, raise_all
from skerry.web.base.seats import give_token, guest_of, hash_token, new_token

# What of a browser's long name says which it is; the first that fits.
_BROWSERS = {
    "Edge": r"\bEdgA?/",
    "Opera": r"\bOPR/",
    "Samsung Internet": r"\bSamsungBrowser/",
    "Firefox": r"\b(?:Firefox|FxiOS)/",
    "Chrome": r"\b(?:Headless)?(?:Chrome|CriOS)/",
    "Safari": r"\bSafari/",
}
_SYSTEMS = {
    "Android": r"\bAndroid\b",
    "iPhone": r"\biPhone\b",
    "iPad": r"\biPad\b",
    "Windows": r"\bWindows\b",
    "Mac": r"\bMacintosh\b",
    "Chrome OS": r"\bCrOS\b",
    "Linux": r"\bLinux\b",
}


def enter(request: HttpRequest, user: User) -> None:
    """Sign a browser in; what it has as a guest is the account's from now on.

    The session gets another key, so that nobody who knew the earlier one is signed in with it.
    """
    guest = guest_of(request)
    with transaction.atomic():
        if guest is not None:
            adopt(user, guest)
        begin_session(request, user)


def begin_session(request: HttpRequest, user: User) -> None:
    """As `enter`, where nothing moves."""
    login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    now = timezone.now()
    request.session[BROWSER] = describe(request.headers.get("User-Agent", ""))
    request.session[SINCE] = now.isoformat()
    request.session[SEEN] = int(now.timestamp())
    Session.objects.filter(expire_date__lt=now).delete()


def become_new_guest(request: HttpRequest, response: HttpResponseBase) -> None:
    """Give the browser another token, which holds nothing yet.

    Who comes after somebody has signed out, at the same browser, has none of the old one's seats.
    """
    if guest_of(request) is not None:
        give_token(response, new_token())


def key_of(request: HttpRequest) -> str:
    """By what the database knows the session of a request; "" for none."""
    return hash_token(request.session.session_key) if request.session.session_key else ""


def describe(agent: str) -> str:
    """Browser and system in words, for a list of one's own: "Firefox on Linux"."""
    browser, system = _first(_BROWSERS, agent), _first(_SYSTEMS, agent)
    return f"{browser or 'A browser'} on {system}" if system else browser or "A browser"


def _first(kinds: dict[str, str], agent: str) -> str:
    return next((kind for kind, mark in kinds.items() if re.search(mark, agent)), "")


# Guesses at passwords are counted, and after some of them refused for a while.
#
# What is counted are guesses at one name from one address, guesses from one address at all, and
# guesses at one name from anywhere. The last would let anybody lock an owner out; so a browser that
# has signed in to the account before is known by a cookie, and counted by itself (a "device
# cookie", as OWASP calls it).

WINDOW = 15 * 60  # seconds after the first guess in which others are counted
MOST_AT_A_NAME = 10
MOST_AT_ALL = 100  # a school behind one address signs in, too
MOST_OF_STRANGERS = 50  # at one name, of all browsers that have not signed in there before
COOKIE = "skerry_device"
MOST_CODES = 30  # at an account of two steps, in a day: it takes years to guess one of a million
DAY = 24 * 3600
SALT = "skerry.web.accounts.device"
LASTS = timedelta(days=400)


def may_guess(request: HttpRequest, name: str) -> bool:
    """Count a guess; whether it may be tried. Asked before the password is looked at.

    Where it may not, the request knows when it may again.
    """
    network, device = _network(request), _device(request, name)
    counters = [_counter(name, device or network), _counter("", network)]
    if not device:
        counters.append(_of_strangers(name))
    at_the_name, at_all, *strangers = (one.now for one in raise_all(counters))
    if strangers == [MOST_OF_STRANGERS + 1]:
        many_guesses.send(sender=None, name=name, are_codes=False)
    is_slowed = any(one > MOST_OF_STRANGERS for one in strangers)
    is_refused = at_the_name > MOST_AT_A_NAME or at_all > MOST_AT_ALL or is_slowed
    if is_refused:
        request.META[RETRY_AFTER] = WINDOW
    return not is_refused


def forget_guesses(request: HttpRequest, name: str) -> None:
    """The password was right: earlier guesses at it were slips of its owner's."""
    device = _device(request, name)
    forget_all([_counter(name, device or _network(request))])
    if not device:
        lower_all([_of_strangers(name)])


def may_guess_code(request: HttpRequest, name: str) -> bool:
    """As `may_guess`, for a code; who guesses at it may know the password, and comes back."""
    if not may_guess(request, name):
        return False
    [counted] = raise_all([_of_codes(request, name)])
    if counted.now == MOST_CODES + 1:
        many_guesses.send(sender=None, name=name, are_codes=True)
    if counted.now > MOST_CODES:
        request.META[RETRY_AFTER] = WINDOW
    return counted.now <= MOST_CODES


def forget_code_guesses(request: HttpRequest, name: str) -> None:
    """As `forget_guesses`: the code was right."""
    forget_guesses(request, name)
    forget_all([_of_codes(request, name)])


def know_browser(response: HttpResponseBase, name: str) -> None:
    """Let a browser whose person knows the password of a name be known from now on."""
    value = f"{_mark(name)}.{secrets.token_urlsafe(16)}"
    response.set_signed_cookie(
        COOKIE, value, salt=SALT, max_age=LASTS, httponly=True, samesite="Lax"
    )


def _device(request: HttpRequest, name: str) -> str:
    """A browser that has been signed in to a name, or is; "" for any other."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated and _mark(user.name) == _mark(name):
        return f"session {request.session.session_key}"
    known = str(request.get_signed_cookie(COOKIE, "", salt=SALT, max_age=LASTS))
    return f"device {known}" if known.partition(".")[0] == _mark(name) else ""


def _of_strangers(name: str) -> Counter:
    return _counter(name, "strangers")


def _of_codes(request: HttpRequest, name: str) -> Counter:
    whose = _device(request, name) or "strangers"
    return Counter(f"codes:{hash_token(f'{keys_of(name).folded} {whose}')}", DAY)


def _mark(name: str) -> str:
    """By what a browser's cookie knows a name, without telling it to who uses the browser next."""
    return salted_hmac(SALT, keys_of(name).folded).hexdigest()


def _counter(name: str, whose: str) -> Counter:
    named = f"{keys_of(name).folded} {whose}" if name else whose
    return Counter(f"guesses:{hash_token(named)}", WINDOW)


def _network(request: HttpRequest) -> str:
    """Where a request comes from: an address, of IPv6 the network that one customer has."""
    return network_of(client_address(request))


# Two-step sign-in: after the password, a code from an app, or a backup code.
#
# django-otp keeps the secrets, checks codes and lets none count twice. Its own waiting times are
# switched off (`OTP_TOTP_THROTTLE_FACTOR`), since anybody who knows a password could lock its owner
# out by them for years; `may_guess_code` bounds guesses instead.

APP_DIGITS = 6
BACKUP_DIGITS = 10  # digits too, so that a phone shows one keypad for both kinds
NUM_BACKUP_CODES = 10
SECRET_SALT = "skerry.web.accounts.two_step.secret"
STEP_SALT = "skerry.web.accounts.two_step.step"
SECRET_LASTS = 3600  # seconds that the page with a new secret may stay open
STEP_LASTS = 600  # seconds between the password and the code


class Secret(NamedTuple):
    """A new secret, as the app needs it; it is stored once a code has confirmed it."""

    key: str  # in hexadecimal digits
    text: str  # in groups of four letters, to be typed
    link: str  # otpauth:, which opens the app
    signed: str  # what the form sends back


def is_set_up(user: User) -> bool:
    """Whether an account signs in by two steps."""
    return bool(_app_of(user).exists())


def set_up_since(user: User) -> Any:
    """When two-step sign-in was set up; None: it is not."""
    return _app_of(user).values_list("created_at", flat=True).first()


def owes_code(request: HttpRequest) -> bool:
    """Whether a session needs a code that it has not given yet."""
    user = request.user
    if not isinstance(user, User) or getattr(user, "otp_device", None) is not None:
        return False
    return is_set_up(user)


def new_secret(user: User, key: str | None = None) -> Secret:
    """A secret to be shown; of a key that was shown before, the same."""
    device = TOTPDevice(user=user) if key is None else TOTPDevice(user=user, key=key)
    text = b32encode(device.bin_key).decode()
    groups = " ".join(text[i : i + 4] for i in range(0, len(text), 4))
    signed = signing.dumps([user.pk, device.key], salt=SECRET_SALT)
    return Secret(device.key, groups, device.config_url, signed)


def read_secret(user: User, signed: str) -> str | None:
    """The key that a form sends back; None: it is too old, or another account's."""
    try:
        number, key = signing.loads(signed, salt=SECRET_SALT, max_age=SECRET_LASTS)
    except signing.BadSignature:
        return None
    return str(key) if number == user.pk else None


def set_up(request: HttpRequest, user: User, key: str, code: str) -> list[str] | None:
    """Begin two-step sign-in, and sign all other browsers out.

    Returns:
        Backup codes, which are not shown again; None: the code is not one of this key, or another
        browser has set it up meanwhile, and nothing is changed.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if is_set_up(user):
            return None
        device = TOTPDevice.objects.create(user=user, name="app", key=key)
        if not device.verify_token(code):
            transaction.set_rollback(True)
            return None
        codes = make_backup_codes(user)
        people.sign_out_everywhere(user.pk, but=key_of(request))
    django_otp.login(request, device)
    return codes


def make_backup_codes(user: User) -> list[str]:
    """New backup codes; those before count no more."""
    codes = [
        f"{secrets.randbelow(10**BACKUP_DIGITS):0{BACKUP_DIGITS}}" for _ in range(NUM_BACKUP_CODES)
    ]
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # of two at once, the later ones count
        device, _ = StaticDevice.objects.get_or_create(user=user, defaults={"name": "backup codes"})
        device.token_set.all().delete()
        StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def num_backup_codes(user: User) -> int:
    """How many backup codes are left."""
    return int(StaticToken.objects.filter(device__user=user).count())


def use_code(user: User, code: str) -> Any:
    """What has accepted a code, to be kept in the session; None: it is wrong, or was used before.

    It has the six digits of the app, or the ten of a backup code.
    """
    kind = TOTPDevice if len(code) == APP_DIGITS else StaticDevice
    device = kind.objects.filter(user=user, confirmed=True).first()
    # It reads the row once more and locks it, so that of two requests with one code one fails.
    return None if device is None else django_otp.verify_token(user, device.persistent_id, code)


def remove(user: User) -> bool:
    """Let the password alone sign in again; whether it did not before."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        was_set_up = is_set_up(user)
        StaticDevice.objects.filter(user=user).delete()
        TOTPDevice.objects.filter(user=user).delete()
    return was_set_up


def sign_step(user: User) -> str:
    """What says that somebody has given the password of an account, for the next step."""
    return signing.dumps([user.pk, user.get_session_auth_hash()], salt=STEP_SALT)


def read_step(signed: str) -> User | None:
    """Who has given the password; None: too long ago, or it is another one since."""
    try:
        number, password = signing.loads(signed, salt=STEP_SALT, max_age=STEP_LASTS)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=number, is_active=True).first()
    return user if user is not None and password == user.get_session_auth_hash() else None


def _app_of(user: User) -> Any:
    return TOTPDevice.objects.filter(user=user, confirmed=True)
