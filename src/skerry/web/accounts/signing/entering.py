"""Signing in: the session begins anew, and what the browser has goes along."""

import re

from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from skerry.web.accounts.models import Session, User
from skerry.web.accounts.people import adopt
from skerry.web.accounts.signing.session_store import BROWSER, SEEN, SINCE, hashed
from skerry.web.base.seats import guest_of
from skerry.web.base.tokens import give_token, new_token

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
    return hashed(request.session.session_key) if request.session.session_key else ""


def describe(agent: str) -> str:
    """Browser and system in words, for a list of one's own: "Firefox on Linux"."""
    browser, system = _first(_BROWSERS, agent), _first(_SYSTEMS, agent)
    return f"{browser or 'A browser'} on {system}" if system else browser or "A browser"


def _first(kinds: dict[str, str], agent: str) -> str:
    return next((kind for kind, mark in kinds.items() if re.search(mark, agent)), "")
