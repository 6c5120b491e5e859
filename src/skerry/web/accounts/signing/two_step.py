"""Two-step sign-in: after the password, a code from an app, or a backup code.

django-otp keeps the secrets, checks codes and lets none count twice. Its own waiting times are
switched off (`OTP_TOTP_THROTTLE_FACTOR`), since anybody who knows a password could lock its owner
out by them for years; `guesses.may_guess_code` bounds guesses instead.
"""

import secrets
from base64 import b32encode
from typing import Any, NamedTuple

import django_otp
from django.core import signing
from django.db import transaction
from django.http import HttpRequest
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from skerry.web.accounts import people
from skerry.web.accounts.models import User
from skerry.web.accounts.signing.entering import key_of

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

    Args:
        user: whose code it should be.
        code: six digits of the app, or the ten of a backup code.
    """
    kind = TOTPDevice if len(code) == APP_DIGITS else StaticDevice
    device = kind.objects.filter(user=user, confirmed=True).first()
    # It reads the row once more and locks it, so that of two requests with one code one fails.
    return None if device is None else django_otp.verify_token(user, device.persistent_id, code)


def note_code(request: HttpRequest, device: Any) -> None:
    """Let the session of a request know that it has given a code."""
    django_otp.login(request, device)


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
