"""All ratings of a kind of games anew: when a player's games are to count no more, and as a check.

A kind is a game at a speed; none influences another one.
"""

from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction

from skerry import statistics
from skerry.core.numbers import format_count
from skerry.statistics import Rated, changed, rating_steps
from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.play.models import OVER, SavedGame
from skerry.web.ratings import rules
from skerry.web.ratings.models import LeftOut, PlayerRating, RatedGame
from skerry.web.ratings.rating import rate


class Kind(NamedTuple):
    """Games whose ratings are compared."""

    game: str
    speed: str


class Fault(NamedTuple):
    """What is wrong with the ratings of a kind, or with a rated game."""

    where: str
    sentence: str
    is_repaired: bool = False


def recount(kind: Kind, *, write: bool = True) -> int:
    """Rate all games of a kind anew; returns how many ratings were other ones.

    Games that end meanwhile wait for it.

    Args:
        kind: of the games.
        write: whether to write what was wrong.
    """
    with transaction.atomic():
        locked = PlayerRating.objects.select_for_update().order_by("player_id")
        rows = {str(one.player_id): one for one in locked.filter(**kind._asdict())}
        games = list(RatedGame.objects.filter(**kind._asdict()))
        # Two newcomers may have finished a game since the rows were locked.
        met = {one for game in games for one in (game.first_id, game.second_id)}
        new = met - {one.player_id for one in rows.values()}
        for row in PlayerRating.objects.filter(player__in=new, **kind._asdict()):
            rows[str(row.player_id)] = row
        without = set(map(str, LeftOut.objects.values_list("player", flat=True)))
        after: dict[str, Rated] = {}
        told: list[RatedGame] = []
        given = [_as_value(one) for one in games]  # in order already, so that the steps are too
        for game, step in zip(games, rating_steps(given, without), strict=True):
            after[step.game.first], after[step.game.second] = step.after
            if game.told(step.before, step.after):
                told.append(game)
        wrong = changed({player: row.rated for player, row in rows.items()}, after)
        if write:
            _write(kind, rows, wrong, told)
        return len(wrong) or len(told)


def _as_value(game: RatedGame) -> statistics.RatedGame:
    return statistics.RatedGame(str(game.first_id), str(game.second_id), game.score, game.moment)


def _write(
    kind: Kind, rows: dict[str, PlayerRating], wrong: dict[str, Rated], told: list[RatedGame]
) -> None:
    for player, rated in wrong.items():
        row = rows.get(player) or PlayerRating(player_id=int(player), **kind._asdict())
        row.rated = rated
        row.save()
    fields = ("first_before", "second_before", "first_after", "second_after")
    RatedGame.objects.bulk_update(told, fields, batch_size=500)


# ---- players whose games are to count no more ----


def leave_out(player: Player) -> int:
    """Close a player, and rate all games anew as if there had been none with them.

    Returns:
        How many ratings have changed.
    """
    with transaction.atomic():
        people.close(player)
        LeftOut.objects.get_or_create(player=player)
        return _recount_kinds_of(player)


def count_again(player: Player) -> int:
    """Undo `leave_out`: the player may play, and all their games count."""
    with transaction.atomic():
        people.reopen(player)
        LeftOut.objects.filter(player=player).delete()
        return _recount_kinds_of(player)


def _recount_kinds_of(player: Player) -> int:
    kinds = PlayerRating.objects.filter(player=player).order_by("game", "speed")
    return sum(recount(Kind(*one)) for one in kinds.values_list("game", "speed"))


# ---- the check ----


def check_ratings(*, repair: bool = False) -> Iterator[Fault]:
    """What of the ratings does not follow from the games that are stored.

    Args:
        repair: whether it is written anew.
    """
    yield from _check_missing(repair=repair)
    yield from _check_scores(repair=repair)
    kinds = {Kind(*one) for one in RatedGame.objects.values_list("game", "speed").order_by()}
    kinds |= {Kind(*one) for one in PlayerRating.objects.values_list("game", "speed").order_by()}
    for kind in sorted(kinds):
        number = recount(kind, write=repair)
        if number:
            sentence = f"{format_count(number)} ratings do not follow from the rated games"
            yield Fault(f"{kind.game}, {kind.speed}", sentence, repair)


def _check_missing(*, repair: bool) -> Iterator[Fault]:
    unrated = SavedGame.objects.filter(is_rated=True, status=OVER, rated=None)
    for saved in unrated.order_by("updated").defer("record"):
        if not rules.counts(saved):
            continue
        is_repaired = False
        if repair:
            with transaction.atomic():
                is_repaired = rate(saved) is not None
        yield Fault(saved.pk, "it should be rated, and is not", is_repaired)


def _check_scores(*, repair: bool) -> Iterator[Fault]:
    known = RatedGame.objects.exclude(saved=None)
    for number, game_id, score, winner in known.values_list(
        "pk", "saved", "score", "saved__winner"
    ):
        right = None if winner is None else rules.score_of(winner)
        if right is None or right == score:
            continue
        if repair:
            RatedGame.objects.filter(pk=number).update(score=right)
        sentence = f"it is rated with a score of {score:g}, not {right:g}"
        yield Fault(str(game_id), sentence, repair)
