"""What a holder has among the challenges: moved to an account, handed out, forgotten."""

from ..accounts.people import find_player
from .models import Challenge


def move(old: str, new: str) -> None:
    """Let another player have the challenges of one, where both have played.

    Else the player itself has gone over to the account, and its challenges with it.
    """
    player = find_player(new)
    if player is not None:
        Challenge.objects.filter(maker__holder=old).update(maker=player)


def personal_data(holder: str) -> dict[str, object]:
    """The challenges that a holder has made."""
    made = Challenge.objects.filter(maker__holder=holder).order_by("created", "pk")
    names = ("id", "game", "options", "side", "control", "state", "created", "expires")
    return {
        "challenges": [
            {name: value if isinstance(value, str) else value.isoformat() for name, value in row}
            for row in (one.items() for one in made.values(*names))
        ]
    }


def forget(holder: str) -> None:
    """Delete the challenges of a holder."""
    Challenge.objects.filter(maker__holder=holder).delete()
