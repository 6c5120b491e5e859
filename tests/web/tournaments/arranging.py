"""Tournaments whose games are played at once: what the tests of this folder share."""

from skerry import Game
from skerry.sessions import TimeControl
from skerry.tournaments import Outcome
from skerry.web.accounts.models import Player
from skerry.web.play import changes, queries
from skerry.web.play.models import SavedGame
from skerry.web.tournaments import organising, tasks
from skerry.web.tournaments.models import SWISS, Tournament
from skerry.web.tournaments.organising import Plan
from tests.web.ratings.rated_games import CLOCK, KITARAN, account, play_two

NAMES = ("Ada", "Bob", "Cyd", "Dag", "Eva", "Fay", "Gus", "Hal")


def made(
    maker: Player,
    system: str = SWISS,
    length: int = 0,
    control: TimeControl = CLOCK,
    *,
    is_rated: bool = False,
    game: Game = KITARAN,
) -> Tournament:
    return organising.make(
        maker, Plan("Spring cup", game, control, system, length, is_rated=is_rated)
    )


def started(
    number: int,
    system: str = SWISS,
    length: int = 0,
    control: TimeControl = CLOCK,
    *,
    is_rated: bool = False,
    game: Game = KITARAN,
) -> tuple[Tournament, list[Player]]:
    """A tournament of so many accounts, the first of whom has made it."""
    players = [account(name) for name in NAMES[:number]]
    row = made(players[0], system, length, control, is_rated=is_rated, game=game)
    for player in players:
        organising.enter(row, player)
    organising.start(row, players[0])
    return again(row), players


def again(row: Tournament) -> Tournament:
    """The tournament as it is stored now."""
    return Tournament.objects.get(pk=row.pk)


def games_of(row: Tournament, number: int) -> list[SavedGame]:
    """The games of a round, by board."""
    boards = row.boards.filter(round=number).order_by("board").select_related("saved")
    return [one.saved for one in boards if one.saved is not None]


def lose(saved: SavedGame, person: int, *, played: bool = True) -> None:
    """Let a person resign, after a turn of each."""
    saved = queries.find_any(saved.pk)
    if played:
        saved = play_two(saved)
    changes.resign(saved, (saved.first_seat, saved.second_seat)[person], saved.version)


def win_by_name(row: Tournament, number: int) -> None:
    """Play a round in which whose name comes first in the alphabet wins; the next one begins."""
    names = dict(Player.objects.values_list("holder", "name"))
    for saved in games_of(row, number):
        first, second = names[str(saved.first_seat)], names[str(saved.second_seat)]
        lose(saved, 1 if first < second else 0)
    tasks.sweep()


def outcomes(row: Tournament, number: int) -> list[Outcome | None]:
    return [one.outcome for one in again(row).value.rounds[number - 1].pairings]
