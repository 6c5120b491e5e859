"""Who has tried which puzzle, how strong solvers and puzzles are, and days with a solved puzzle.

What is by holder may be a guest's (docs/puzzles.md); the module `personal_data` moves and deletes
it.
"""

from django.db import models

from skerry.statistics import Rated, Rating

HOLDER_LENGTH, GAME_LENGTH, KEY_LENGTH = 64, 16, 16


class RatedRow(models.Model):
    """Strength by Glicko-2."""

    rating = models.FloatField(default=Rating.rating)
    deviation = models.FloatField(default=Rating.deviation)
    volatility = models.FloatField(default=Rating.volatility)
    num_tries = models.PositiveIntegerField(default=0)
    moment = models.FloatField(null=True)  # of the last one, seconds since the epoch

    class Meta:
        """A part of other tables."""

        abstract = True

    @property
    def rated(self) -> Rated:
        """The same as a value."""
        known = Rating(self.rating, self.deviation, self.volatility)
        return Rated(known, self.num_tries, self.moment)

    @rated.setter
    def rated(self, now: Rated) -> None:
        self.rating, self.deviation = now.rating.rating, now.rating.deviation
        self.volatility = now.rating.volatility
        self.num_tries, self.moment = now.num_games, now.moment


class SolverRating(RatedRow):
    """How well somebody solves the puzzles of a game."""

    holder = models.CharField(max_length=HOLDER_LENGTH)
    game = models.CharField(max_length=GAME_LENGTH)

    class Meta:
        """One for each holder and game."""

        constraints = (models.UniqueConstraint(fields=("holder", "game"), name="solver_once"),)

    def __str__(self) -> str:
        return f"{self.rating:.0f} at {self.game}"


class PuzzleRating(RatedRow):
    """How hard a puzzle is for those who try it; there is none before the first of them."""

    game = models.CharField(max_length=GAME_LENGTH)
    key = models.CharField(max_length=KEY_LENGTH)

    class Meta:
        """One for each puzzle."""

        constraints = (models.UniqueConstraint(fields=("game", "key"), name="puzzle_once"),)

    def __str__(self) -> str:
        return f"{self.game} {self.key}: {self.rating:.0f}"


class Attempt(models.Model):
    """Somebody's first try at a puzzle, which alone is rated; and whether it was solved later."""

    holder = models.CharField(max_length=HOLDER_LENGTH)
    game = models.CharField(max_length=GAME_LENGTH)
    key = models.CharField(max_length=KEY_LENGTH)
    is_right = models.BooleanField()  # the first try
    is_solved = models.BooleanField()  # by this or a later one
    is_shown = models.BooleanField(default=False)  # the solution was looked at before that
    moment = models.FloatField()  # of the first try, seconds since the epoch
    before = models.FloatField()  # the rating of who tried
    after = models.FloatField()

    class Meta:
        """One for each holder and puzzle."""

        constraints = (models.UniqueConstraint(fields=("holder", "game", "key"), name="try_once"),)

    def __str__(self) -> str:
        return f"{self.game} {self.key}: {'right' if self.is_right else 'wrong'}"


class SolvedDay(models.Model):
    """A day on which somebody has solved the puzzle of that day."""

    holder = models.CharField(max_length=HOLDER_LENGTH)
    day = models.DateField()  # by UTC

    class Meta:
        """One for each holder and day."""

        constraints = (models.UniqueConstraint(fields=("holder", "day"), name="day_once"),)

    def __str__(self) -> str:
        return f"{self.day}"
