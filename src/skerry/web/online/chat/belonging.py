"""What a holder has said: moved to an account, handed out, deleted."""

from django.db.models import Q, QuerySet

from skerry.web.accounts.models import Player
from skerry.web.online.chat.models import ChatLine, Mute, Report


def move(old: str, player: Player) -> None:
    """Let another player have what one has said, muted and reported."""
    # An id that both have used is no reason to refuse: nothing sends those lines again.
    ChatLine.objects.filter(player__holder=old).update(player=player, client_id=None)
    Report.objects.filter(reporter__holder=old).update(reporter=player)
    for one in Mute.objects.filter(muter__holder=old).exclude(muted=player):
        Mute.objects.get_or_create(muter=player, muted=one.muted)
    for one in Mute.objects.filter(muted__holder=old).exclude(muter=player):
        Mute.objects.get_or_create(muter=one.muter, muted=player)
    _mutes(old).delete()


def personal_data(holder: str) -> dict[str, object]:
    """What a holder has said, whom it does not read, and which lines it has reported."""
    said = ChatLine.objects.filter(player__holder=holder).order_by("moment", "pk")
    muted = Mute.objects.filter(muter__holder=holder).order_by("pk")
    reports = Report.objects.filter(reporter__holder=holder).order_by("moment", "pk")
    return {
        "chat": [
            {"game": one.game_id, "text": one.text, "moment": one.moment.isoformat()}
            for one in said
        ],
        "muted": [one.muted.name for one in muted.select_related("muted")],
        "reported_lines": [
            {"game": one.line.game_id, "number": one.line.number, "moment": one.moment.isoformat()}
            for one in reports.select_related("line")
        ],
    }


def forget(holder: str) -> None:
    """Delete what a holder has said and whom it mutes; reports of others' lines stay, nameless."""
    ChatLine.objects.filter(player__holder=holder).delete()
    _mutes(holder).delete()


def _mutes(holder: str) -> QuerySet[Mute]:
    return Mute.objects.filter(Q(muter__holder=holder) | Q(muted__holder=holder))
