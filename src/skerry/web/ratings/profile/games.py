"""The games of a player as the profile lists them."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from skerry.games.catalogue import info
from skerry.games.contract import GameInfo
from skerry.levels import LEVELS
from skerry.web.accounts.models import Player
from skerry.web.play.models import DRAWN, OVER, SavedGame
from skerry.web.ratings.models import RatedGame
from skerry.web.ratings.shown import format_gain

A_PAGE = 12
MOST_PAGES = 10_000


@dataclass(frozen=True)
class Row:
    """A game in the list."""

    saved: SavedGame
    player: Player  # whose list it is
    other: Player | None  # the opponent, where one is known
    rated: RatedGame | None

    @property
    def info(self) -> GameInfo:
        """The game that is played."""
        return info(self.saved.game)

    @property
    def person(self) -> int:
        """Whom the player plays."""
        return 0 if self.saved.first_seat == self.player.holder else 1

    @property
    def opponent(self) -> str:
        """The opponent's name."""
        if self.other is not None:
            return self.other.name
        if self.saved.computer is None:
            return "a player who is gone"
        level = LEVELS.get(self.saved.level)
        return f"computer, level {self.saved.level if level is None else level.title}"

    @property
    def status(self) -> str:
        """How it ended for the player."""
        saved = self.saved
        if saved.status != OVER:
            return "Under way"
        if saved.winner is None or saved.winner == DRAWN:
            return "Drawn"
        return "Won" if saved.winner == self.person else "Lost"

    @property
    def gain(self) -> str:
        """What it did to the rating, such as "+12"; "" where it did nothing."""
        game = self.rated
        if game is None:
            return ""
        if self.person == 0:
            return format_gain(game.first_before, game.first_after)
        return format_gain(game.second_before, game.second_after)


def page_of(player: Player, games: QuerySet[SavedGame], number: int) -> Page[SavedGame]:
    """A page of a player's games, without their records: they may be long."""
    return Paginator(games.defer("record"), A_PAGE).get_page(min(number, MOST_PAGES))


def rows(player: Player, page: Page[SavedGame]) -> list[Row]:
    """The games of a page with their opponents and what they did to the rating."""
    saved = list(page)
    seats = {one for game in saved for one in (game.first_seat, game.second_seat) if one}
    players = Player.objects.in_bulk(list(seats - {player.holder}), field_name="holder")
    rated = {one.saved_id: one for one in RatedGame.objects.filter(saved__in=saved)}
    return [
        Row(one, player, players.get(_other_seat(one, player)), rated.get(one.pk)) for one in saved
    ]


def _other_seat(saved: SavedGame, player: Player) -> str:
    first, second = saved.first_seat or "", saved.second_seat or ""
    return second if first == player.holder else first
