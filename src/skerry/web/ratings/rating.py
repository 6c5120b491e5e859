"""A game is rated where its end is stored, in the same transaction: both players, or nobody."""

from skerry.sessions import clock_from_json, speed_of
from skerry.statistics import rate_game
from skerry.web.accounts.models import Player
from skerry.web.base.services import shared
from skerry.web.play.models import SavedGame
from skerry.web.play.moments import Moments
from skerry.web.ratings import rules
from skerry.web.ratings.models import LeftOut, PlayerRating, RatedGame


def rate_ended(*, game_id: str, **_: object) -> None:
    """Rate a game that has ended; a receiver of `play.signals.game_ended`."""
    saved = SavedGame.objects.defer("record").get(pk=game_id)
    if rules.counts(saved):
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
    speed, score = speed_in(saved), rules.score_of(saved.winner)
    rows = lock([first.pk, second.pk], saved.game, speed)
    before = rows[first.pk].rated, rows[second.pk].rated
    # Read once the rows are locked, and no earlier than their last games, so that whoever rates
    # all games anew by their moments rates each player's games in the very order of today.
    moment = max(shared(Moments).real_time(), *(one.moment or 0.0 for one in before))
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
