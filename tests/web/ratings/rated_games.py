"""Rated games of accounts, as the site plays them: what the tests of this folder share."""

from django.utils import timezone

import skerry
from skerry.sessions import Fischer
from skerry.web.accounts.models import Player, User
from skerry.web.accounts.names import keys_of
from skerry.web.base.seats import account_holder
from skerry.web.play import changes, creation
from skerry.web.play.models import SavedGame

KITARAN = skerry.game("kitaran", size=4)  # as its preset "Small and quick"
CLOCK = Fischer(600, 5)  # rapid


def account(name: str) -> Player:
    """A player with an account, without the work of a password."""
    user = User.objects.create(name=name, joined=timezone.now())
    folded, skeleton = keys_of(name)
    return Player.objects.create(
        holder=account_holder(user.pk), name=name, folded=folded, skeleton=skeleton, user=user
    )


def begin(first: Player, second: Player, *, is_rated: bool = True) -> SavedGame:
    return creation.begin_between(
        (first.holder, second.holder),
        (first.name, second.name),
        KITARAN,
        control=CLOCK,
        is_rated=is_rated,
    )


def play_two(saved: SavedGame) -> SavedGame:
    """A turn of each."""
    for holder, turn in ((saved.first_seat, "a1"), (saved.second_seat, "a2")):
        saved = changes.play(saved, holder, saved.version, [turn])
    return saved


def win(winner: Player, loser: Player) -> SavedGame:
    """A rated game that the loser resigns after a turn of each."""
    saved = play_two(begin(winner, loser))
    return changes.resign(saved, loser.holder, saved.version)
