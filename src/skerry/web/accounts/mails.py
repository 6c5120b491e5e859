"""Letters about accounts: few to any address, and never later for one answer than for another."""

import logging
from collections.abc import Sequence
from threading import Thread

from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from skerry.web.accounts import people
from skerry.web.accounts.models import User
from skerry.web.base.answers import address_for_letters
from skerry.web.base.limits import Counter, raise_all
from skerry.web.base.seats import hash_token

log = logging.getLogger(__name__)

CONFIRM_SALT = "skerry.web.accounts.confirm"
CONFIRM_DAYS = 3
MOST_TO_ONE = 3  # letters to one address
WINDOW = 3600  # seconds
DAY = 24 * 3600


def ask_to_confirm(request: HttpRequest, user: User, email: str) -> None:
    """Keep an address, and ask there whether it is right."""
    user.email, user.email_is_confirmed = email, False
    user.save(update_fields=["email", "email_is_confirmed"])
    token = signing.dumps([user.pk, email], salt=CONFIRM_SALT)
    link = _link(request, "confirm-email", token)
    _send(email, "Confirm your e-mail address", "confirm", {"name": user.name, "link": link})


def read_confirmation(token: str) -> User | None:
    """The account whose address a link confirms; None: the link is old, or was changed."""
    try:
        number, email = signing.loads(token, salt=CONFIRM_SALT, max_age=CONFIRM_DAYS * 24 * 3600)
    except signing.BadSignature:
        return None
    return User.objects.filter(pk=number, email=email).first()


def send_links(request: HttpRequest, email: str, users: Sequence[User]) -> None:
    """Send links to a new password for all accounts of an address."""
    links = [
        (one.name, _link(request, "new-password", one.pk, default_token_generator.make_token(one)))
        for one in users
    ]
    _send(email, "A new password", "forgotten", {"links": links})


def tell_of_change(user: User) -> None:
    """Tell a confirmed address that it is not the account's any more."""
    if user.email and user.email_is_confirmed:
        _send(user.email, "Your e-mail address was changed", "changed", {"name": user.name})


def tell_of_guesses(*, name: str, are_codes: bool, **_: object) -> None:
    """Let an owner know what many try; a receiver of `many_guesses`."""
    player = people.find_by_name(name)
    user = None if player is None else player.user
    if user is None:
        return
    User.objects.filter(pk=user.pk).update(guessed=timezone.now())
    subject, template = "Somebody is guessing your password", "guesses"
    if are_codes:
        subject, template = "Somebody may know your password", "codes"
    once_a_day = Counter(f"{template}-told:{user.pk}", DAY)
    if user.email and user.email_is_confirmed and raise_all([once_a_day])[0].now == 1:
        _send(user.email, subject, template, {"name": user.name})


def _link(request: HttpRequest, view: str, *parts: object) -> str:
    return address_for_letters(request, reverse(view, args=parts))


def _send(email: str, subject: str, template: str, context: dict[str, object]) -> None:
    """Send a letter in a thread: no answer may tell by its time that one was sent."""
    key = f"letters:{hash_token(email.lower())}"
    if raise_all([Counter(key, WINDOW)])[0].now > MOST_TO_ONE:
        return
    text = render_to_string(f"accounts/mails/{template}.txt", context)
    letter = EmailMessage(f"Skerry: {subject}", text, to=[email])
    Thread(target=_deliver, args=(letter,), name="mail").start()


def _deliver(letter: EmailMessage) -> None:
    try:
        letter.send()
    except Exception as error:
        log.error("A letter could not be sent: %s", error)
