"""What a player has won, drawn and lost, by game and by opponent, in games that may be seen."""

from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count, F, Q, QuerySet

from skerry.games.catalogue import GAMES
from skerry.levels import LEVELS
from skerry.web.accounts.models import Player
from skerry.web.accounts.people import GONE
from skerry.web.play.models import DRAWN, KEPT, OVER, PUBLIC, UNTOUCHED, SavedGame, held_by

MOST_OPPONENTS = 12
WON, DREW, LOST = "won", "drawn", "lost"


def games_seen(player: Player, viewer: str | None) -> QuerySet[SavedGame]:
    """The games of a player against others that a viewer may find, the latest first.

    Whoever has the link of a game may see it; here are those that need no link: public ones, and
    the viewer's own.
    """
    mine = SavedGame.objects.filter(KEPT, ~UNTOUCHED, held_by(player.holder), is_aborted=False)
    # Friends at one screen are one holder in two seats: nobody's result.
    found = mine.exclude(first_seat=F("second_seat"))
    if viewer == player.holder:
        return found
    allowed = Q(visibility=PUBLIC)
    if viewer is not None:
        allowed |= held_by(viewer)
    return found.filter(allowed)


@dataclass
class Score:
    """How often somebody has won, drawn and lost."""

    title: str
    counts: Counter[str] = field(default_factory=Counter)
    player: Player | None = None  # an opponent who has a page

    @property
    def won(self) -> int:
        """Games won."""
        return self.counts[WON]

    @property
    def drawn(self) -> int:
        """Games drawn."""
        return self.counts[DREW]

    @property
    def lost(self) -> int:
        """Games lost."""
        return self.counts[LOST]

    @property
    def num_games(self) -> int:
        """All of them."""
        return self.counts.total()


@dataclass(frozen=True)
class Results:
    """The scores of a player."""

    by_game: list[Score]
    by_opponent: list[Score]  # whom they have met most often first
    num_more: int  # opponents that are not listed


def results(player: Player, games: QuerySet[SavedGame]) -> Results:
    """The scores of a player in the finished ones of some games."""
    over = games.filter(status=OVER, winner__isnull=False).order_by()
    rows = over.values_list("game", "first_seat", "second_seat", "computer", "level", "winner")
    by_game: dict[str, Counter[str]] = {}
    by_opponent: dict[str, Counter[str]] = {}
    for game, first, second, computer, level, winner, number in rows.annotate(n=Count("pk")):
        person = 0 if first == player.holder else 1
        outcome = DREW if winner == DRAWN else WON if winner == person else LOST
        other = f"level {level}" if computer is not None else (first, second)[1 - person] or ""
        by_game.setdefault(game, Counter())[outcome] += number
        by_opponent.setdefault(other, Counter())[outcome] += number
    titles = {one.name: one.title for one in GAMES}
    ordered = [name for name in titles if name in by_game]
    opponents = sorted(by_opponent, key=lambda one: -by_opponent[one].total())
    return Results(
        [Score(titles[name], by_game[name]) for name in ordered],
        _named({one: by_opponent[one] for one in opponents[:MOST_OPPONENTS]}),
        max(0, len(opponents) - MOST_OPPONENTS),
    )


def _named(scores: dict[str, Counter[str]]) -> list[Score]:
    players = Player.objects.in_bulk(list(scores), field_name="holder")
    return [_score(one, counts, players.get(one)) for one, counts in scores.items()]


def _score(other: str, counts: Counter[str], player: Player | None) -> Score:
    if player is not None:
        return Score(player.name, counts, None if player.holder.startswith(GONE) else player)
    if other.startswith("level "):
        level = LEVELS.get(other.removeprefix("level "))
        return Score(f"Computer, {other if level is None else f'level {level.title}'}", counts)
    return Score("A player who is gone", counts)
