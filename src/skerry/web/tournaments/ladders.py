"""Ladders: joined, climbed by challenges, and settled where time alone decides.

A challenge that is accepted begins a game in the same transaction; how it ends is reported in the
transaction that stores that. So nothing is left to be done later, but for what `settle` does.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from skerry.errors import OptionError
from skerry.sessions import SLOW, OfferError, speed_of
from skerry.tournaments import Ladder as Value
from skerry.tournaments import TournamentError
from skerry.tournaments.ladder import DAY_SECONDS, Challenge
from skerry.web.accounts.models import Player
from skerry.web.base.errors import SeatError, StaleError
from skerry.web.base.seats import ACCOUNT
from skerry.web.base.services import service
from skerry.web.play import models as play
from skerry.web.play.moments import Moments
from skerry.web.play.signals import ABORTED
from skerry.web.tournaments import organising, tasks
from skerry.web.tournaments.models import CLOSED, OPEN, Ladder, LadderGame, Member
from skerry.web.tournaments.organising import Plan, UnknownTournamentError
from skerry.web.tournaments.tasks import tell_of

log = logging.getLogger(__name__)

MOST_RUNGS = 200
OVER = "This ladder was closed."
# Sent within the transaction in which somebody is challenged on a ladder, or need not answer any
# more. Arguments: `ladder`; `asked`, the holders who are to answer from now on; `settled`, those
# who were to.
answers_wanted = Signal()
DAMAGED = "The data of this ladder are damaged, so it cannot go on."


def make(player: Player, plan: Plan) -> Ladder:
    """A ladder that others can join from now on. Raises as `organising.make`."""
    if speed_of(plan.control) != SLOW:
        raise OptionError(
            "Ladder games take days, since nobody knows when a challenge is accepted; "
            "choose a time with days for each turn."
        )
    return Ladder.objects.create(**organising.checked(player, plan))


def find(ladder_id: str) -> Ladder:
    """The ladder of that id. Raises UnknownTournamentError: there is none."""
    found = Ladder.objects.select_related("maker").filter(pk=ladder_id).first()
    if found is None or not found.is_known:
        raise UnknownTournamentError("There is no such ladder; the link may be incomplete.")
    return found


def _change(ladder_id: str, decide: Callable[[Ladder, Value, float], Value]) -> None:
    """Load, settle, decide and store, under a lock.

    Raises:
        StaleError: it was closed, is damaged, or does not allow this.
        SkerryError: as `decide`.
    """
    with transaction.atomic():
        row = Ladder.objects.select_for_update().get(pk=ladder_id)
        if row.state != OPEN:
            raise StaleError(OVER)
        now = service(Moments).now()
        before = row.known
        if before is None:
            raise StaleError(DAMAGED)
        try:
            value = decide(row, settled(before, now), now)
        except TournamentError as error:
            raise StaleError(str(error)) from None
        # Whoever was closed loses the rung whenever the ladder is settled, not only by leaving.
        row.members.exclude(player__in=[int(one) for one in value.players]).delete()
        due = next_moment(value)
        if value != before or not row.data:
            row.value, row.due = value, due
            row.version += 1
            row.save()
            tell_of(row.pk)
            _tell_challenged(row, _challenged(before), _challenged(value))
        elif row.due != due:  # or it would be settled each second
            Ladder.objects.filter(pk=row.pk).update(due=due)


def _challenged(value: Value) -> set[int]:
    """Whose answer is waited for."""
    return {int(one.challenged) for one in value.challenges if not one.is_accepted}


def _tell_challenged(row: Ladder, before: set[int], now: set[int]) -> None:
    if before == now:
        return
    holders = dict(Player.objects.filter(pk__in=before ^ now).values_list("pk", "holder"))
    asked, answered = (
        [holders[one] for one in some if one in holders]  # nobody hears who is not there any more
        for some in (now - before, before - now)
    )
    answers_wanted.send(sender=None, ladder=row, asked=asked, settled=answered)


class Asked(NamedTuple):
    """A challenge on a ladder that somebody is to answer."""

    ladder: Ladder
    challenger: Player
    until: datetime  # else the rung is lost, by `play.moments.site_time`

    @property
    def game(self) -> str:
        """The name of what is played."""
        return self.ladder.game


def asked(holder: str | None) -> list[Asked]:
    """The challenges that a holder is to answer, those with the least time first."""
    if holder is None or not holder.startswith(ACCOUNT):  # nobody else stands on ladders
        return []
    found = []
    members = Member.objects.filter(player__holder=holder, ladder__state=OPEN)
    for member in members.exclude(ladder__data="").select_related("ladder"):
        value, known = member.ladder.known, str(member.player_id)
        challenge = None if value is None else value.challenge_of(known)
        if value is None or challenge is None or challenge.is_accepted:
            continue
        if challenge.challenged == known and member.ladder.is_known:
            found.append((member.ladder, int(challenge.challenger), answered_by(value, challenge)))
    players = Player.objects.in_bulk({number for _, number, _ in found}) if found else {}
    shown = [Asked(row, players[one], until) for row, one, until in found if one in players]
    return sorted(shown, key=lambda one: one.until)


def answered_by(value: Value, challenge: Challenge) -> datetime:
    """Until when a challenge is to be accepted."""
    last = challenge.moment + value.rules.answer_days * DAY_SECONDS
    return service(Moments).date_of(last)


def settled(value: Value, now: float) -> Value:
    """The ladder after what time decides, and without those who may not play any more."""
    here = [int(one) for one in value.players]
    closed = Player.objects.filter(pk__in=here, closed__isnull=False)
    for player in closed.values_list("pk", flat=True):
        value = value.leave(str(player))
    return value.settle(now)


def next_moment(value: Value) -> float | None:
    """When time alone decides something next."""
    rules = value.rules
    busy = {player for one in value.challenges for player in one.players}
    unanswered = [one for one in value.challenges if not one.is_accepted]
    moments = [one.moment + rules.answer_days * DAY_SECONDS for one in unanswered]
    idle = rules.idle_days * DAY_SECONDS
    moments += [rung.active + idle for rung in value.rungs if rung.player not in busy]
    return min(moments, default=None)


def sweep() -> int:
    """Settle all ladders on which it is time; returns how many."""
    due = Ladder.objects.filter(state=OPEN, due__lte=service(Moments).now())
    return tasks.carry_on(due, lambda one: _change(one, lambda row, value, now: value), due=None)


# ---- what persons do ----


def why_not_join(row: Ladder, player: Player | None) -> str:
    """Why somebody cannot join, in a sentence; "": they can."""
    if row.state != OPEN:
        return OVER
    if player is not None and player.is_bot and not row.allows_bots:
        return "This ladder is for people; bots cannot join it."
    if row.members.count() >= MOST_RUNGS:
        return f"This ladder is full: it has {MOST_RUNGS} rungs."
    return ""


def takes_part(row: Ladder, player: Player | None) -> bool:
    """Whether a player stands on it."""
    return player is not None and row.members.filter(player=player).exists()


def join(row: Ladder, player: Player | None) -> None:
    """Let a player stand at the foot; who is on it already stays.

    Raises:
        SeatError: a guest, one who was closed, or a bot where none may join.
        StaleError: it was closed, or is full.
    """
    player = organising.check_player(player)
    known = str(player.pk)

    def decide(row: Ladder, value: Value, now: float) -> Value:
        if known in value.players:
            return value
        why = why_not_join(row, player)
        if why:
            raise (SeatError if player.is_bot and not row.allows_bots else StaleError)(why)
        Member.objects.get_or_create(ladder=row, player=player)
        return value.join(known, now)

    _change(row.pk, decide)


def leave(row: Ladder, player: Player | None) -> None:
    """Let a player leave, and give up the game of their challenge. Raises StaleError."""
    if player is None:
        raise StaleError("You are not on this ladder.")
    step_down(row, player)
    tasks.resign_all(row.games.all(), player)


def step_down(row: Ladder, player: Player) -> None:
    """As `leave`, but for the game. Raises StaleError: who is not there."""

    def decide(row: Ladder, value: Value, now: float) -> Value:
        if str(player.pk) in value.players:
            return value.leave(str(player.pk))
        if not takes_part(row, player):
            raise StaleError(f"{player.name} is not on this ladder.")
        return value  # settling has taken the rung already, of one who was closed

    _change(row.pk, decide)


def challenge(row: Ladder, player: Player | None, other: Player) -> None:
    """Challenge somebody who stands higher. Raises StaleError: that is not possible now."""
    mine, theirs = str(organising.check_player(player).pk), str(other.pk)

    def decide(row: Ladder, value: Value, now: float) -> Value:
        if mine not in value.players:
            raise StaleError("You are not on this ladder; join it to challenge somebody.")
        if theirs not in value.players:
            raise StaleError(f"{other.name} is not on this ladder any more.")
        return value.challenge(mine, theirs, now)

    _change(row.pk, decide)


def accept(row: Ladder, player: Player | None, moment: str) -> None:
    """Begin the game of the challenge that a player has got; once, however often they ask.

    Args:
        row: the ladder.
        player: who asks.
        moment: of the challenge, as `page_data.LadderLive` has it; a form that is sent twice
            accepts no later one.

    Raises:
        StaleError: there is none, or another one by now.
    """
    known = str(organising.check_player(player).pk)

    def decide(row: Ladder, value: Value, now: float) -> Value:
        found = value.challenge_of(known)
        if found is None or found.challenged != known:
            raise StaleError("There is no challenge for you to accept.")
        _check_moment(found, moment)
        if found.is_accepted:
            return value
        after = value.accept(known)
        players = Player.objects.in_bulk([int(one) for one in found.players])
        second = next(one for one in found.players if one != found.first)
        saved = tasks.begin_game(row, players[int(found.first)], players[int(second)])
        LadderGame.objects.create(ladder=row, challenger_id=int(found.challenger), saved=saved)
        return after

    _change(row.pk, decide)


def give_up(row: Ladder, player: Player | None, moment: str) -> None:
    """Lose a challenge that is not accepted yet, made or got.

    Args:
        row: the ladder.
        player: who asks.
        moment: of the challenge, as for `accept`.

    Raises:
        StaleError: there is none, or another one by now.
    """
    known = str(player.pk if player else "")

    def decide(row: Ladder, value: Value, now: float) -> Value:
        found = value.challenge_of(known)
        if found is None or found.is_accepted:
            raise StaleError("No challenge is waiting for an answer.")
        _check_moment(found, moment)
        return value.report(found.challenger, found.other(known), now)

    _change(row.pk, decide)


def _check_moment(found: Challenge, moment: str) -> None:
    """Refuse an answer to an earlier challenge than the one there is."""
    if str(found.moment) != moment:
        raise StaleError("That challenge is over; another one has been made since.")


def close(row: Ladder, player: Player | None) -> None:
    """End a ladder as it is now; games under way are played on, and count here no more.

    Raises:
        SeatError: somebody else than its maker asks.
        StaleError: it has ended.
    """
    organising.check_runs(row, player)
    with transaction.atomic():
        row = Ladder.objects.select_for_update().get(pk=row.pk)
        if row.state != OPEN:
            raise StaleError(OVER)
        value = row.known
        if value is not None:  # one that is damaged can be closed as well
            row.value = replace(settled(value, service(Moments).now()), challenges=())
            _tell_challenged(row, _challenged(value), set())
        row.state, row.ended, row.due = CLOSED, timezone.now(), None
        row.version += 1
        row.save()
        tell_of(row.pk)


# ---- the ends of games ----


def report_end(*, game_id: str, winner: int | None, how: str, **_: object) -> None:
    """Let who has won a challenge climb; a receiver of `play.signals.game_ended`.

    Raises:
        OfferError: the game was called off, which takes that back.
    """
    played = LadderGame.objects.filter(saved=game_id).select_related("ladder", "saved").first()
    if played is None or played.saved is None or played.ladder.state != OPEN:
        return
    challenger = str(played.challenger_id)
    saved = played.saved

    def decide(row: Ladder, value: Value, now: float) -> Value:
        found = value.challenge_of(challenger)
        latest = row.games.filter(challenger=played.challenger_id).first()
        if found is None or not found.is_accepted or latest != played:
            return value  # one of them has left meanwhile
        if how == ABORTED or winner is None:
            raise OfferError(tasks.NO_CALLING_OFF)
        return value.report(challenger, _known(saved, winner), now)

    try:
        _change(played.ladder_id, decide)
    except StaleError as error:  # closed at this moment, or damaged, which must end no game
        log.warning("Game %s counts on no ladder: %s", game_id, error)


def _known(saved: play.SavedGame, winner: int) -> str | None:
    """The winner as the ladder knows them; None: a draw."""
    if winner == play.DRAWN:
        return None
    holder = (saved.first_seat, saved.second_seat)[winner]
    return str(Player.objects.values_list("pk", flat=True).get(holder=holder))
