"""Guesses at passwords are counted, and after some of them refused for a while.

What is counted are guesses at one name from one address, guesses from one address at all, and
guesses at one name from anywhere. The last would let anybody lock an owner out; so a browser that
has signed in to the account before is known by a cookie, and counted by itself (a "device cookie",
as OWASP calls it).
"""

import hashlib
import secrets
from datetime import timedelta

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import salted_hmac

from skerry.web.accounts.names.look_alikes import keys_of
from skerry.web.accounts.signals import many_guesses
from skerry.web.base.limits.clients import client_address, network_of
from skerry.web.base.limits.counters import Counter, forget_all, lower_all, raise_all, single

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
    """Count a guess; whether it may be tried. Asked before the password is looked at."""
    network, device = _network(request), _device(request, name)
    counters = [_counter(name, device or network), _counter("", network)]
    if not device:
        counters.append(_of_strangers(name))
    at_the_name, at_all, *strangers = (one.now for one in raise_all(counters))
    if strangers == [MOST_OF_STRANGERS + 1]:
        many_guesses.send(sender=None, name=name, are_codes=False)
    is_slowed = any(one > MOST_OF_STRANGERS for one in strangers)
    return at_the_name <= MOST_AT_A_NAME and at_all <= MOST_AT_ALL and not is_slowed


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
    return single(f"codes:{_hash(f'{keys_of(name).folded} {whose}')}", DAY)


def _mark(name: str) -> str:
    """By what a browser's cookie knows a name, without telling it to who uses the browser next."""
    return salted_hmac(SALT, keys_of(name).folded).hexdigest()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _counter(name: str, whose: str) -> Counter:
    named = f"{keys_of(name).folded} {whose}" if name else whose
    return single(f"guesses:{_hash(named)}", WINDOW)


def _network(request: HttpRequest) -> str:
    """Where a request comes from: an address, of IPv6 the network that one customer has."""
    return network_of(client_address(request))
