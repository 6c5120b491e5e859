"""Guesses at passwords are counted, and after some of them refused for a while.

An account is not locked for everybody, or anybody could lock its owner out: what is counted are
guesses at one name from one address, and guesses from one address at all.
"""

import hashlib

from django.http import HttpRequest

from ...base.limits.clients import client_address, network_of
from ...base.limits.counters import Counter, forget_all, raise_all, single
from ..names.look_alikes import keys_of

WINDOW = 15 * 60  # seconds after the first guess in which others are counted
MOST_AT_A_NAME = 10
MOST_AT_ALL = 100  # a school behind one address signs in, too


def may_guess(request: HttpRequest, name: str) -> bool:
    """Count a guess; whether it may be tried. Asked before the password is looked at."""
    network = _network(request)
    at_the_name, at_all = raise_all([_counter(name, network), _counter("", network)])
    return at_the_name.now <= MOST_AT_A_NAME and at_all.now <= MOST_AT_ALL


def forget_guesses(request: HttpRequest, name: str) -> None:
    """The password was right: earlier guesses at it were slips of its owner's."""
    forget_all([_counter(name, _network(request))])


def _counter(name: str, network: str) -> Counter:
    named = f"{keys_of(name).folded} {network}" if name else network
    return single(f"guesses:{hashlib.sha256(named.encode()).hexdigest()}", WINDOW)


def _network(request: HttpRequest) -> str:
    """Where a request comes from: an address, of IPv6 the network that one customer has."""
    return network_of(client_address(request))
