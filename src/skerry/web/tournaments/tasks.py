"""How a tournament goes on by itself: games begin, ends are reported, rounds follow, pages hear."""

import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from skerry.errors import GameOverError
from skerry.record import FORFEIT
from skerry.sessions import SLOW, OfferError
from skerry.tournaments import Outcome, System, pair_round
from skerry.tournaments import Tournament as Value
from skerry.web.accounts.models import Player
from skerry.web.base.errors import StaleError
from skerry.web.online.notifications import tell_later
from skerry.web.play import changes, creation
from skerry.web.play import models as play
from skerry.web.play.signals import ABORTED
from skerry.web.tournaments.models import OVER, RUNNING, Board, Contest, LadderGame, Tournament


def tournament_group(tournament_id: str) -> str:
    """The sockets of all pages that show a tournament or a ladder."""
    return f"tournament.{tournament_id}"


def tell_of(tournament_id: str) -> None:
    """Let the pages of a tournament ask for it, once what is under way is committed."""
    tell_later(tournament_group(tournament_id))


# The end of a game is reported in the transaction that stores it, or not at all. What follows from
# it is done by `advance` once that is stored, and by a sweep where that failed: it looks at the
# stored state alone, under a lock, so that any number of processes may do it at once and as often
# as they like. Games are ended only after the tournament's row is free again, since whoever ends a
# game locks that first.

log = logging.getLogger(__name__)

AnyContest = TypeVar("AnyContest", bound=Contest)

NO_CALLING_OFF = (
    "A game of a tournament or a ladder cannot be called off, since others wait for its result; "
    "resign, or leave on its page."
)


def locked(tournament_id: str) -> Tournament:
    """A tournament that nobody else changes until the transaction ends."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def store(row: Tournament) -> None:
    """Write a tournament that is locked, and tell its pages."""
    row.version += 1
    row.save()
    tell_of(row.pk)


# ---- the ends of games ----


def report_end(*, game_id: str, winner: int | None, how: str, **_: object) -> None:
    """Note how a game has ended; a receiver of `play.signals.game_ended`.

    Raises:
        OfferError: it was called off, which takes that back.
    """
    board = Board.objects.filter(saved=game_id).first()
    if board is None:
        return
    row = locked(board.tournament_id)
    value = row.known
    if row.state != RUNNING or value is None:  # what is damaged must be in no game's way
        return
    if value.rounds[board.round - 1].pairings[board.board].outcome is not None:
        return  # decided before, as of one who has withdrawn
    if how == ABORTED or winner is None:
        raise OfferError(NO_CALLING_OFF)
    saved = play.SavedGame.objects.only("num_turns", "played_by").get(pk=game_id)
    outcome = outcome_of(winner, has_come=how != FORFEIT and _has_loser_played(saved, winner))
    row.value = value.report(board.round, board.board, outcome)
    if row.value.rounds[board.round - 1].is_finished:
        row.is_due = True
        transaction.on_commit(partial(advance, row.pk), robust=True)
    store(row)


def _has_loser_played(saved: play.SavedGame, winner: int) -> bool:
    """Whether who has lost has ever played a turn; in older games the number of turns says it."""
    loser = 1 - winner
    return bool(saved.played_by & (1 << loser)) or saved.num_turns > loser


def outcome_of(winner: int, *, has_come: bool) -> Outcome:
    """What a game counts.

    It was no game unless the loser `has_come`, which means has played a turn.
    """
    if winner == play.DRAWN:
        return Outcome.DRAWN
    if winner == 0:
        return Outcome.FIRST_WON if has_come else Outcome.SECOND_FORFEITED
    return Outcome.SECOND_WON if has_come else Outcome.FIRST_FORFEITED


# ---- what follows ----


def sweep() -> int:
    """Carry on all tournaments in which something is due; returns how many."""
    due = Tournament.objects.filter(state=RUNNING, is_due=True)
    return carry_on(due, advance, is_due=False)


def carry_on(
    due: QuerySet[AnyContest], go_on: Callable[[str], object], /, **never: bool | None
) -> int:
    """Do what is due in tournaments or ladders; returns in how many.

    Args:
        due: those in which something is.
        go_on: does it in one of them.
        never: columns that say of one which cannot go on that nothing is due.

    Raises:
        OperationalError, InterfaceError: the database is away or busy; the next sweep goes on.
    """
    ids = list(due.values_list("pk", flat=True))
    for one in ids:
        try:
            go_on(one)
        except (OperationalError, InterfaceError):  # that passes, and is no fault of this one
            raise
        except Exception:  # one that is damaged must not be in the others' way
            log.exception("%s %s does not go on.", due.model.__name__, one)
            due.model._default_manager.filter(pk=one).update(**never)
    return len(ids)


def advance(tournament_id: str) -> None:
    """Pair the next round and begin its games, if it is time; end a tournament that is over."""
    with transaction.atomic():
        row = locked(tournament_id)
        if row.state != RUNNING:
            return
        value = without_closed(row.value)
        is_swiss = value.system == System.SWISS
        if is_swiss and not value.is_over and _round_is_over(value) and len(value.active) > 1:
            value = pair_round(value)
        row.value, row.is_due = value, False
        if value.is_over or not _goes_on(value):
            row.state, row.ended = OVER, timezone.now()
        else:
            _begin_games(row, value)
        store(row)


def _round_is_over(value: Value) -> bool:
    return all(one.is_finished for one in value.rounds)


def _goes_on(value: Value) -> bool:
    """Whether anybody is left to play; what has begun is played to its end."""
    return len(value.active) > 1 or not _round_is_over(value)


def without_closed(value: Value) -> Value:
    """The tournament without those who may not play any more."""
    active = [entrant.player for entrant in value.active]
    closed = Player.objects.filter(pk__in=map(int, active), closed__isnull=False)
    for player in closed.values_list("pk", flat=True):
        value = value.withdraw(str(player))
    return value


def rounds_at_once(row: Tournament, value: Value) -> list[int]:
    """The rounds, from 1, whose games are played now.

    Round after round; in a round robin of games that take days all at once.
    """
    if value.system == System.ROUND_ROBIN and row.speed == SLOW:
        return list(range(1, len(value.rounds) + 1))
    unfinished = (number for number, one in enumerate(value.rounds, 1) if not one.is_finished)
    return [next(unfinished, len(value.rounds))]


def _begin_games(row: Tournament, value: Value) -> None:
    there = set(row.boards.values_list("round", "board"))
    players = Player.objects.in_bulk([int(one.player) for one in value.entrants])
    for number in rounds_at_once(row, value):
        for board, pairing in enumerate(value.rounds[number - 1].pairings):
            if pairing.outcome is None and (number, board) not in there:
                saved = begin_game(row, *(players[int(one)] for one in pairing.players))
                Board.objects.create(tournament=row, round=number, board=board, saved=saved)


def begin_game(row: Contest, first: Player, second: Player) -> play.SavedGame:
    """The game of two in a tournament or on a ladder, which everybody may watch."""
    return creation.begin_between(
        (first.holder, second.holder),
        (first.name, second.name),
        row.wanted,
        control=row.time,
        prepared=row.info.has_setup,
        is_rated=row.is_rated,
        event=changes.Event(row.name, row.path),
    )


def resign_all(boards: QuerySet[Board] | QuerySet[LadderGame], player: Player) -> None:
    """End the games of one who has left of their own will; outside of any lock of ours."""
    mine = Q(saved__first_seat=player.holder) | Q(saved__second_seat=player.holder)
    found = boards.filter(mine, saved__status=play.RUNNING).select_related("saved")
    for saved in [board.saved for board in found]:
        assert saved is not None
        with suppress(GameOverError, StaleError):  # its clock runs on, and is no less the end of it
            changes.resign(saved, player.holder, saved.version)
