"""What a holder has among the tournaments: only accounts take part, so nothing is moved.

Who deletes an account leaves the tournaments under way. In those that have been played they stay,
as "Deleted player" with a number: the results of others rest on theirs.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import Q

from skerry.errors import SkerryError
from skerry.web.accounts.people import find_player
from skerry.web.base.errors import StaleError
from skerry.web.tournaments import ladders, organising
from skerry.web.tournaments.models import OPEN, RUNNING, Contest, Entry, Ladder, Tournament

log = logging.getLogger(__name__)


def move(old: str, new: str) -> None:
    """Guests take no part in tournaments."""


def export(holder: str) -> dict[str, object]:
    """The tournaments that a holder has made, and those that they have entered."""
    player = find_player(holder)
    if player is None:
        return {"tournaments_made": [], "tournaments_entered": [], "ladders": []}
    made = Tournament.objects.filter(maker=player).order_by("created")
    entered = Entry.objects.filter(player=player).select_related("tournament")
    on_ladders = Ladder.objects.filter(Q(maker=player) | Q(members__player=player)).distinct()
    return {
        "tournaments_made": [_data(one) for one in made],
        "tournaments_entered": [
            {**_data(one.tournament), "entered": one.created.isoformat()} for one in entered
        ],
        "ladders": [
            {
                **_about(one),
                "made": one.maker_id == player.pk,
                "joined": one.members.filter(player=player).exists(),
            }
            for one in on_ladders
        ],
    }


def _data(one: Tournament) -> dict[str, object]:
    return {**_about(one), "system": one.system, "length": one.length}


def _about(one: Contest) -> dict[str, object]:
    names = ("id", "name", "game", "options", "control", "state")
    return {
        **{name: getattr(one, name) for name in names},
        "rated": one.is_rated,
        "created": one.created.isoformat(),
    }


def hold(holder: str) -> None:
    """Lock the tournaments, then the ladders, that `leave` may change."""
    own = Q(maker__holder=holder)
    entered = Tournament.objects.filter(own | Q(entries__player__holder=holder))
    joined = Ladder.objects.filter(own | Q(members__player__holder=holder))
    for kind, found in ((Tournament, entered), (Ladder, joined)):
        going_on = kind.objects.filter(pk__in=found.values("pk"), state__in=(OPEN, RUNNING))
        list(going_on.select_for_update().order_by("pk").values_list("pk"))


def leave(holder: str) -> None:
    """Leave what goes on, and close what has not started."""
    player = find_player(holder)
    if player is None:
        return
    organising.forget_maker(player)
    entered = Tournament.objects.filter(entries__player=player, state__in=(OPEN, RUNNING))
    for row in entered:
        with _unhindered(row):
            organising.withdraw(row, player)
    for ladder in Ladder.objects.filter(members__player=player, state=OPEN):
        with _unhindered(ladder):
            ladders.step_down(ladder, player)


@contextmanager
def _unhindered(row: Contest) -> Iterator[None]:
    """Let nobody be kept from going by a tournament that is damaged, or of an unknown game."""
    try:
        yield
    except StaleError:  # left before
        pass
    except (SkerryError, ValueError) as error:
        log.warning("%s could not be left as one should: %s", row, error)


def forget(holder: str) -> None:
    """Nothing more: the results of others rest on what was played."""
