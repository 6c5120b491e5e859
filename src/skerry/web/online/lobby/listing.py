"""What the lobby shows: challenges that anybody may accept, and the levels of the computer."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count
from django.utils import timezone

from skerry.errors import SkerryError
from skerry.games.catalogue import FEATURED, GAMES
from skerry.games.contract import GameInfo
from skerry.levels import LEVELS, Level
from skerry.web.online.challenges import still_wanted
from skerry.web.online.lobby import quick
from skerry.web.online.lobby.quick import CONTROLS
from skerry.web.online.models import OPEN, Challenge
from skerry.web.online.wording import options_in_words, short_time
from skerry.web.play.moments import site_time
from skerry.web.ratings.shown import ShownRating, ratings_of

MOST = 100  # challenges that are shown, the latest


@dataclass(frozen=True)
class Row:
    """A challenge in the list."""

    challenge: Challenge
    rating: ShownRating | None
    is_mine: bool
    is_for_you: bool = False  # for nobody else

    @property
    def info(self) -> GameInfo:
        """What is to be played."""
        return self.challenge.info

    @property
    def time(self) -> str:
        """The clock in words."""
        return short_time(self.challenge.time)

    @property
    def options(self) -> str:
        """The board and what is not usual, in a line."""
        found = self.challenge
        parts = [f"{title.lower()} {value}" for title, value in options_in_words(found)]
        if found.info.parts and not found.prepared:
            parts.append("players set up the board")
        return ", ".join(parts)

    @property
    def side(self) -> str:
        """What who accepts will be."""
        turn = {"first": "second", "second": "first"}.get(self.challenge.side)
        return "random side" if turn is None else f"you move {turn}"


@dataclass(frozen=True)
class WaitingRow:
    """Others who wait to be paired for a game of a kind."""

    info: GameInfo
    speed: str
    is_rated: bool
    number: int  # of players

    @property
    def time(self) -> str:
        """The clock in words."""
        return short_time(CONTROLS[self.speed])

    @property
    def kind(self) -> str:
        """By what the page's address chooses it."""
        return format_kind(self.info.name, self.speed, is_rated=self.is_rated)


@dataclass(frozen=True)
class LevelRow:
    """A level of the computer in the list, and the games to play against it."""

    key: str
    level: Level
    games: tuple[GameInfo, ...]


def read_game(name: str) -> str:
    """The game whose challenges are wanted; "" for all, and for what is none."""
    return name if any(one.name == name for one in GAMES) else ""


def challenges(holder: str | None, game: str = "") -> list[Row]:
    """The open challenges, the latest first.

    Args:
        holder: who looks.
        game: name of the only game; "" for all.
    """
    now = timezone.now()
    found = Challenge.objects.filter(state=OPEN, expires__gt=site_time(), maker__closed=None)
    found = found.select_related("maker")
    if game:
        found = found.filter(game=game)
    listed = found.filter(still_wanted(now), is_listed=True).order_by("-created")[:MOST]
    yours = found.filter(invited__holder=holder).order_by("-created")[:MOST] if holder else ()
    shown = [one for one in (*yours, *listed) if _is_known(one)]
    ratings = _ratings(shown)
    return [
        Row(
            one,
            ratings.get((one.maker_id, one.game, one.speed)),
            holder is not None and one.maker.holder == holder,
            one.invited_id is not None,
        )
        for one in shown
    ]


def waiting(holder: str | None, game: str = "") -> list[WaitingRow]:
    """The kinds of quick games that others wait for, as `challenges`."""
    found = quick.waiting().exclude(player__holder=holder or "")
    if game:
        found = found.filter(game=game)
    kinds = found.order_by("game", "speed", "is_rated").values_list("game", "speed", "is_rated")
    known = {one.name: one for one in FEATURED}
    return [
        WaitingRow(known[name], speed, is_rated, number)
        for name, speed, is_rated, number in kinds.annotate(number=Count("pk"))
        if name in known and speed in CONTROLS
    ]


def format_kind(game: str, speed: str, *, is_rated: bool) -> str:
    """A kind of quick games, for addresses and cookies."""
    return ".".join((game, speed, "on" if is_rated else ""))


def parse_kind(text: str) -> dict[str, str]:
    """The fields of the form that a kind stands for; empty where it is none."""
    parts = text.split(".")
    return dict(zip(("game", "speed", "rated"), parts, strict=True)) if len(parts) == 3 else {}


def _is_known(challenge: Challenge) -> bool:
    """Whether this version knows its game: one that it does not must not hide the others."""
    try:
        return bool(challenge.wanted)
    except SkerryError:
        return False


def _ratings(shown: list[Challenge]) -> dict[tuple[int, str, str], ShownRating]:
    """Of the makers who have an account, by maker and kind: one question for each kind."""
    makers: dict[tuple[str, str], set[int]] = defaultdict(set)
    for one in shown:
        if not one.maker.is_guest:
            makers[one.game, one.speed].add(one.maker_id)
    return {
        (maker, game, speed): rating
        for (game, speed), those in makers.items()
        for maker, rating in ratings_of(those, game, speed).items()
    }


def levels(game: str = "") -> list[LevelRow]:
    """The ten levels of the computer, at one game or at any that Skerry is for."""
    games = tuple(one for one in (GAMES if game else FEATURED) if game in ("", one.name))
    return [LevelRow(key, level, games) for key, level in LEVELS.items()]
