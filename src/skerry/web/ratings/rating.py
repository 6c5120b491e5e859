"""Which games are rated (docs/ratings.md), when their end is stored, or all of them anew."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.db import transaction

from skerry import statistics
from skerry.core.numbers import format_count
from skerry.positions import Game
from skerry.sessions import TimeControl, clock_from_json, speed_of
from skerry.statistics import CERTAIN_DEVIATION, Rated, changed, rate_game, rating_steps
from skerry.web.accounts import people
from skerry.web.accounts.models import Player
from skerry.web.base.seats import ACCOUNT
from skerry.web.base.services import service
from skerry.web.play.models import DRAWN, OVER, SavedGame
from skerry.web.play.moments import Moments
from skerry.web.ratings.models import LeftOut, PlayerRating, RatedGame


def is_preset(game: Game) -> bool:
    """Whether a game is played on a board that its form offers by one click, all else as usual."""
    options = dict(game.options)
    complete = game.info.complete
    return any(options == dict(complete(dict(one.options))) for one in game.info.presets)


def why_not_rated(game: Game, control: TimeControl | None, seed: int | None) -> str:
    """Why a game that is asked for cannot be rated, in a sentence; "": it can."""
    if control is None:
        return (
            "A rated game needs a clock, since it could go on for ever without one; choose a time."
        )
    if not is_preset(game):
        names = ", ".join(preset.name for preset in game.info.presets)
        return (
            "Rated games are played with the usual options, so that ratings can be compared: "
            f"choose one of the boards {names}, and change nothing else."
        )
    if seed is not None:
        return "The start of a rated game is drawn when it begins; leave the seed empty."
    return ""


def why_no_rated_games_for(player: Player | None) -> str:
    """Why somebody cannot play rated games, in a sentence; "": they can."""
    if player is None or player.user_id is None:
        return (
            "Rated games need an account, since whoever clears a browser is another guest; "
            "sign in or sign up, or play without ratings."
        )
    return ""


def counts(saved: SavedGame) -> bool:
    """Whether a game that has ended is rated: it was meant to be, and has come to something."""
    is_over = saved.winner is not None and not saved.is_aborted
    seats = {saved.first_seat or "", saved.second_seat or ""}
    of_two_accounts = len(seats) == 2 and all(one.startswith(ACCOUNT) for one in seats)
    return saved.is_rated and is_over and of_two_accounts and saved.both_have_played


def score_of(winner: int) -> float:
    """The points of person 0 by the winner's column of a game."""
    return 0.5 if winner == DRAWN else float(winner == 0)


class ShownRating(NamedTuple):
    """A rating now, in whole points."""

    rating: int
    deviation: int
    low: int  # between this and
    high: int  # that the strength lies, with 95 %
    num_games: int
    is_provisional: bool

    @property
    def text(self) -> str:
        """Such as "1523", and "1523?" where it is not sure yet."""
        return f"{self.rating}{'?' if self.is_provisional else ''}"

    @property
    def words(self) -> str:
        """What the number means, in a sentence."""
        known = "Not certain yet" if self.is_provisional else "Quite certain"
        return f"{known}: the strength lies between {self.low} and {self.high} (95% sure)."


def shown(rated: Rated) -> ShownRating:
    """A rating as it is now: less certain since the last game."""
    now = rated.at(service(Moments).real_time())
    low, high = now.interval
    return ShownRating(
        round(now.rating),
        round(now.deviation),
        round(low),
        round(high),
        rated.num_games,
        now.deviation > CERTAIN_DEVIATION,
    )


def ratings_of(players: Collection[int], game: str, speed: str) -> dict[int, ShownRating]:
    """The ratings of players at games of a kind, by their numbers; newcomers have one too."""
    rows = PlayerRating.objects.filter(player__in=players, game=game, speed=speed)
    known = {row.player_id: row.rated for row in rows}
    return {player: shown(known.get(player, Rated())) for player in players}


def rate_ended(*, game_id: str, **_: object) -> None:
    """Rate a game that has ended; a receiver of `play.signals.game_ended`."""
    saved = SavedGame.objects.defer("record").get(pk=game_id)
    if counts(saved):
        rate(saved)


def speed_in(saved: SavedGame) -> str:
    """The speed of a game, by its clock."""
    return speed_of(None if saved.clock is None else clock_from_json(saved.clock).control)


def rate(saved: SavedGame) -> RatedGame | None:
    """Rate a game of two accounts, within a transaction.

    A player who is left out changes nobody's rating; their game is kept, should it count again.
    None: one of them is not known any more.
    """
    players = Player.objects.in_bulk([saved.first_seat, saved.second_seat], field_name="holder")
    first, second = (players.get(seat or "") for seat in (saved.first_seat, saved.second_seat))
    if first is None or second is None:
        return None
    assert saved.winner is not None
    speed, score = speed_in(saved), score_of(saved.winner)
    rows = lock([first.pk, second.pk], saved.game, speed)
    before = rows[first.pk].rated, rows[second.pk].rated
    # Read once the rows are locked, and no earlier than their last games, so that whoever rates
    # all games anew by their moments rates each player's games in the very order of today.
    moment = max(service(Moments).real_time(), *(one.moment or 0.0 for one in before))
    after = before
    if not LeftOut.objects.filter(player__in=[first, second]).exists():
        after = rate_game(*before, score, moment)
        for player, rated in zip((first, second), after, strict=True):
            rows[player.pk].rated = rated
            rows[player.pk].save()
    game = RatedGame(
        saved=saved, game=saved.game, speed=speed, first=first, second=second, score=score
    )
    game.moment = moment
    game.told(before, after)
    game.save()
    return game


def lock(players: list[int], game: str, speed: str) -> dict[int, PlayerRating]:
    """The ratings of some players, nobody else's to change until the transaction ends.

    Locked lower number first, so that no two transactions wait for each other.
    """
    ordered = sorted(players)
    for player in ordered:
        PlayerRating.objects.get_or_create(player_id=player, game=game, speed=speed)
    locked = PlayerRating.objects.select_for_update().order_by("player_id")
    return {one.player_id: one for one in locked.filter(player__in=ordered, game=game, speed=speed)}


# All ratings of a kind of games anew: when a player's games are to count no more, and as a check.
#
# A kind is a game at a speed; none influences another one.


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
    """What of the ratings does not follow from the stored games; written anew with `repair`."""
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
        if not counts(saved):
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
        right = None if winner is None else score_of(winner)
        if right is None or right == score:
            continue
        if repair:
            RatedGame.objects.filter(pk=number).update(score=right)
        sentence = f"it is rated with a score of {score:g}, not {right:g}"
        yield Fault(str(game_id), sentence, repair)
