"""What a holder has among the challenges: moved to an account, handed out, forgotten."""

from ..accounts.people import find_player
from .models import Challenge, Ticket


def move(old: str, new: str) -> None:
    """Let another player have the challenges of one, where both have played.

    Else the player itself has gone over to the account, and its challenges with it.
    """
    player = find_player(new)
    if player is not None:
        Challenge.objects.filter(maker__holder=old).update(maker=player)
        Challenge.objects.filter(invited__holder=old).update(invited=player)
        # Who signs in while they wait as a guest waits no more: they are somebody else now.
        Ticket.objects.filter(player__holder=old).delete()


def personal_data(holder: str) -> dict[str, object]:
    """The challenges that a holder has made."""
    made = Challenge.objects.filter(maker__holder=holder).order_by("created", "pk")
    names = ("id", "game", "options", "side", "control", "state", "is_rated", "is_listed")
    tickets = Ticket.objects.filter(player__holder=holder)
    return {
        "challenges": [
            {
                **{name: getattr(one, name) for name in names},
                "created": one.created.isoformat(),
                "expires": one.expires.isoformat(),
            }
            for one in made
        ],
        "waiting_for": [
            {"game": one.game, "speed": one.speed, "since": one.since.isoformat()}
            for one in tickets
        ],
    }


def forget(holder: str) -> None:
    """Delete the challenges of a holder; nobody is paired with them any more."""
    Challenge.objects.filter(maker__holder=holder).delete()
    Ticket.objects.filter(player__holder=holder).delete()
