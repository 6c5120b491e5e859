"""How strong players are, by game and speed, and the games that say so."""

from django.db import models

from skerry.statistics import Rated, Rating
from skerry.web.accounts.models import Player
from skerry.web.play.models import SavedGame

GAME_LENGTH, SPEED_LENGTH = 16, 16


class PlayerRating(models.Model):
    """What the rated games of one kind say of a player."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="ratings")
    game = models.CharField(max_length=GAME_LENGTH)  # name in the catalogue
    speed = models.CharField(max_length=SPEED_LENGTH)  # one of `sessions.SPEEDS`
    rating = models.FloatField(default=Rating.rating)
    deviation = models.FloatField(default=Rating.deviation)
    volatility = models.FloatField(default=Rating.volatility)
    num_games = models.PositiveIntegerField(default=0)
    moment = models.FloatField(null=True)  # of the last one, seconds since the epoch

    class Meta:
        """One for each player and kind."""

        constraints = (
            models.UniqueConstraint(fields=("player", "game", "speed"), name="rated_once"),
        )
        indexes = (models.Index(fields=("game", "speed", "-rating"), name="ratings_of_a_kind"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.rating:.0f} at {self.game}, {self.speed}"

    @property
    def rated(self) -> Rated:
        """The same as a value."""
        return Rated(
            Rating(self.rating, self.deviation, self.volatility), self.num_games, self.moment
        )

    @rated.setter
    def rated(self, now: Rated) -> None:
        self.rating = now.rating.rating
        self.deviation = now.rating.deviation
        self.volatility = now.rating.volatility
        self.num_games, self.moment = now.num_games, now.moment


class RatedGame(models.Model):
    """A rated game that has ended: who played it, and what it did to their ratings.

    Games of one kind are rated in the order of their moments and, where those are equal, of their
    numbers. The row stays when both players have deleted the game.
    """

    saved = models.OneToOneField(SavedGame, models.SET_NULL, null=True, related_name="rated")
    game = models.CharField(max_length=GAME_LENGTH)
    speed = models.CharField(max_length=SPEED_LENGTH)
    first = models.ForeignKey(Player, models.PROTECT, related_name="+")  # who was person 0
    second = models.ForeignKey(Player, models.PROTECT, related_name="+")
    score = models.FloatField()  # of the first: 1, 0.5 or 0
    moment = models.FloatField()  # when it ended, seconds since the epoch
    first_before = models.FloatField()  # ratings
    first_after = models.FloatField()
    second_before = models.FloatField()
    second_after = models.FloatField()

    class Meta:
        """In the order in which they are rated."""

        ordering = ("moment", "pk")
        indexes = (models.Index(fields=("game", "speed", "moment"), name="rated_in_order"),)

    def __str__(self) -> str:
        return f"{self.first} {self.score:g} : {1 - self.score:g} {self.second}, {self.game}"

    def steps(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The ratings of both before it and after it."""
        first = self.first_before, self.first_after
        return first, (self.second_before, self.second_after)

    def told(self, before: tuple[Rated, Rated], after: tuple[Rated, Rated]) -> bool:
        """Note what it did to both ratings; whether that is another thing than was noted."""
        old = (self.first_before, self.second_before, self.first_after, self.second_after)
        new = tuple(one.rating.rating for one in (*before, *after))
        self.first_before, self.second_before, self.first_after, self.second_after = new
        return old != new


class LeftOut(models.Model):
    """A player whose rated games count for nobody, as of one who has let a program play."""

    player = models.OneToOneField(Player, models.CASCADE, related_name="left_out")
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.player)


class RatedPlayer(Player):
    """Players as the admin pages list them with their ratings."""

    class Meta:
        """No table of its own."""

        proxy = True
        verbose_name = "player with ratings"
        verbose_name_plural = "players with ratings"
