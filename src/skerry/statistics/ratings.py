"""Ratings of many players over time: each game is rated when it ends, or all of them anew.

One such set of ratings is for games of one kind, as one game at one speed; whoever keeps several
calls this for each. Moments are seconds since the epoch and are passed in.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from skerry.statistics.glicko import Opponent, Rating, rate

DAY_SECONDS = 86_400.0
# With this and a volatility of 0.06, a deviation of 60 is back at 350 after three years.
PERIOD_SECONDS = DAY_SECONDS
CERTAIN_DEVIATION = 110.0  # above it a rating is shown with a question mark


@dataclass(frozen=True)
class Rated:
    """A player's rating as of the last rated game."""

    rating: Rating = field(default_factory=Rating)
    num_games: int = 0
    moment: float | None = None  # when the last of them ended; None: there is none

    def at(self, moment: float) -> Rating:
        """The rating at a moment: less sure with time; a moment before the last game is like it."""
        return self.rating.after(self._periods_until(moment))

    @property
    def is_provisional(self) -> bool:
        """Whether the rating is too uncertain to be compared with others."""
        return self.rating.deviation > CERTAIN_DEVIATION

    def with_game(self, opponent: Rating, score: float, moment: float) -> "Rated":
        """After a game that ended at a moment, against a rating as of that moment."""
        after = rate(self.rating, [Opponent(opponent, score)], self._periods_until(moment))
        last = moment if self.moment is None else max(self.moment, moment)
        return Rated(after, self.num_games + 1, last)

    def _periods_until(self, moment: float) -> float:
        # A server's clock may be stepped back; time does not make a rating surer.
        return 0.0 if self.moment is None else max(0.0, moment - self.moment) / PERIOD_SECONDS


class RatedGame(NamedTuple):
    """What the ratings need to know of a game."""

    first: str  # the player who was person 0
    second: str
    score: float  # of the first: 1, 0.5 or 0
    moment: float  # when it ended


def rate_game(first: Rated, second: Rated, score: float, moment: float) -> tuple[Rated, Rated]:
    """Both players after a game between them.

    Args:
        first: one player before the game.
        second: the other one.
        score: of the first: 1 for a win, 0.5 for a draw, 0 for a loss.
        moment: when the game ended.

    Raises:
        OptionError: a score that is not between 0 and 1.
    """
    return (
        first.with_game(second.at(moment), score, moment),
        second.with_game(first.at(moment), 1 - score, moment),
    )


class Step(NamedTuple):
    """A game, and what it did to both players."""

    game: RatedGame
    before: tuple[Rated, Rated]  # of the first and the second
    after: tuple[Rated, Rated]


def rating_steps(games: Iterable[RatedGame], without: Collection[str] = ()) -> Iterator[Step]:
    """As `rate_games`, game by game; one that is left out changes nothing."""
    closed = frozenset(without)
    ratings: dict[str, Rated] = {}
    for game in sorted(games, key=lambda one: one.moment):
        before = ratings.get(game.first, Rated()), ratings.get(game.second, Rated())
        after = before
        if closed.isdisjoint((game.first, game.second)):
            after = rate_game(*before, game.score, game.moment)
            ratings[game.first], ratings[game.second] = after
        yield Step(game, before, after)


def rate_games(games: Iterable[RatedGame], without: Collection[str] = ()) -> dict[str, Rated]:
    """The ratings of all players after all games, from the first one on.

    This is how ratings are rolled back when a player is closed: games with that player count for
    nobody, and what the opponents' ratings did to others is undone as well.

    Args:
        games: in any order; those of one moment are rated in the order in which they come.
        without: players whose games are left out.

    Returns:
        Whoever has a game that counts.

    Raises:
        OptionError: a score that is not between 0 and 1.
    """
    return {
        player: rated
        for game, _, after in rating_steps(games, without)
        for player, rated in zip((game.first, game.second), after, strict=True)
        if rated.num_games
    }


def changed(before: Mapping[str, Rated], after: Mapping[str, Rated]) -> dict[str, Rated]:
    """What a rollback has to write: players whose rating differs, as they are after it."""
    players = before.keys() | after.keys()
    return {
        player: after.get(player, Rated())
        for player in sorted(players)
        if before.get(player, Rated()) != after.get(player, Rated())
    }
