"""The page of a player, and the ratings that the page of a rated game shows.

A profile is ratings over time, results by game and by opponent, and games.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render

from skerry.core.numbers import format_gain
from skerry.games.catalogue import FEATURED, GAMES, info
from skerry.games.info import GameInfo
from skerry.sessions import SPEEDS
from skerry.web.accounts.models import Player
from skerry.web.accounts.people import GONE, find_by_name
from skerry.web.base.answers import not_kept, require_GET
from skerry.web.base.bodies import answers_json
from skerry.web.base.seats import seat_of
from skerry.web.board.pictures import preview_of
from skerry.web.board.words import isolate_name
from skerry.web.play import queries
from skerry.web.play.lists import A_PAGE, level_words, other_of, read_page
from skerry.web.play.models import DRAWN, KEPT, OVER, PUBLIC, UNTOUCHED, SavedGame, held_by
from skerry.web.ratings.models import PlayerRating, RatedGame
from skerry.web.ratings.rating import ShownRating, ratings_of, shown, speed_in

MOST_GAMES = 200  # the latest, of a line
WIDTH, HEIGHT, MARGIN = 240, 56, 4  # of the drawing
LEAST_SPAN = 100.0  # points from bottom to top, so that a few of them are no cliff


@dataclass(frozen=True)
class Line:
    """The course of a rating."""

    points: str  # of an SVG polyline
    words: str
    lowest: int
    highest: int
    since: datetime


@dataclass(frozen=True)
class Card:
    """A rating as the profile shows it."""

    info: GameInfo
    speed: str
    rating: ShownRating
    line: Line | None


def cards(player: Player) -> list[Card]:
    """A player's ratings, in the order of the games and speeds."""
    rows = PlayerRating.objects.filter(player=player, num_games__gt=0)
    order = {one.name: number for number, one in enumerate(GAMES)}
    known = [row for row in rows if row.game in order and row.speed in SPEEDS]
    known.sort(key=lambda row: (order[row.game], SPEEDS.index(row.speed)))
    return [
        Card(info(row.game), row.speed, shown(row.rated), line(player, row.game, row.speed))
        for row in known
    ]


def line(player: Player, game: str, speed: str) -> Line | None:
    """The course of a rating in its latest games; None: there is none yet."""
    mine = RatedGame.objects.filter(Q(first=player) | Q(second=player), game=game, speed=speed)
    latest = list(mine.order_by("-moment", "-pk")[:MOST_GAMES])[::-1]
    if not latest:
        return None
    steps = [one.steps()[0 if one.first_id == player.pk else 1] for one in latest]
    ratings = [steps[0][0], *(after for _, after in steps)]
    low, high = min(ratings), max(ratings)
    return Line(
        _points(ratings),
        f"From {ratings[0]:.0f} to {ratings[-1]:.0f} in the last {len(latest)} games, "
        f"between {low:.0f} and {high:.0f}."
        if len(latest) > 1
        else f"From {ratings[0]:.0f} to {ratings[-1]:.0f} in one game.",
        round(low),
        round(high),
        datetime.fromtimestamp(latest[0].moment, UTC),
    )


def _points(ratings: list[float]) -> str:
    """One game after the other from left to right: days without games say nothing."""
    low, high = min(ratings), max(ratings)
    middle, span = (low + high) / 2, max(high - low, LEAST_SPAN)
    step = (WIDTH - 2 * MARGIN) / max(1, len(ratings) - 1)
    return " ".join(
        f"{MARGIN + number * step:.1f},"
        f"{HEIGHT / 2 - (rating - middle) / span * (HEIGHT - 2 * MARGIN):.1f}"
        for number, rating in enumerate(ratings)
    )


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
        return f"computer, {level_words(self.saved.level)}"

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
        return "" if self.rated is None else format_gain(*self.rated.steps()[self.person])


def rows(player: Player, page: Page[SavedGame]) -> list[Row]:
    """The games of a page with their opponents and what they did to the rating."""
    saved = list(page)
    seats = {one for game in saved for one in (game.first_seat, game.second_seat) if one}
    players = Player.objects.in_bulk(list(seats - {player.holder}), field_name="holder")
    rated = {one.saved_id: one for one in RatedGame.objects.filter(saved__in=saved)}
    return [
        Row(one, player, players.get(other_of(one, player.holder)), rated.get(one.pk))
        for one in saved
    ]


MOST_OPPONENTS = 12
WON, DREW, LOST = range(3)

Counts = dict[str, list[int]]  # of games won, drawn and lost


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


class Score(NamedTuple):
    """How often somebody has won, drawn and lost."""

    title: str
    counts: list[int]  # in this order
    player: Player | None = None  # an opponent who has a page


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
    by_game: Counts = defaultdict(lambda: [0, 0, 0])
    by_opponent: Counts = defaultdict(lambda: [0, 0, 0])
    for game, first, second, computer, level, winner, number in rows.annotate(n=Count("pk")):
        person = 0 if first == player.holder else 1
        outcome = DREW if winner == DRAWN else WON if winner == person else LOST
        other = f"level {level}" if computer is not None else (first, second)[1 - person] or ""
        by_game[game][outcome] += number
        by_opponent[other][outcome] += number
    opponents = sorted(by_opponent, key=lambda one: -sum(by_opponent[one]))
    met = opponents[:MOST_OPPONENTS]
    players = Player.objects.in_bulk(met, field_name="holder")
    return Results(
        [Score(one.title, by_game[one.name]) for one in GAMES if one.name in by_game],
        [_score(one, by_opponent[one], players.get(one)) for one in met],
        len(opponents) - len(met),
    )


def _score(other: str, counts: list[int], player: Player | None) -> Score:
    if player is not None:
        return Score(player.name, counts, None if player.holder.startswith(GONE) else player)
    if other.startswith("level "):
        return Score(f"Computer, {level_words(other.removeprefix('level '))}", counts)
    return Score("A player who is gone", counts)


LONGEST = 60  # characters of a name that are looked for


@require_GET
@not_kept
def profile(request: HttpRequest, name: str) -> HttpResponse:
    """Who somebody is here: ratings, results and games, as far as who looks may see them."""
    player = find_by_name(name) if len(name) <= LONGEST else None
    if player is None or player.holder.startswith(GONE):
        raise Http404("There is no player of that name here; names may have been changed.")
    if player.name != name:
        return redirect("profile", player.name)
    viewer = seat_of(request)
    found = games_seen(player, viewer)
    # Without their records: they may be long.
    page = Paginator(found.defer("record"), A_PAGE).get_page(read_page(request.GET.get("page", "")))
    context = {
        "player": player,
        "is_own": viewer == player.holder,
        "featured": FEATURED,
        "cards": cards(player),
        "chart_size": (WIDTH, HEIGHT),
        "results": results(player, found),
        "page": page,
        "rows": rows(player, page),
        "preview": preview_of(
            request,
            f"{isolate_name(player.name)} on Skerry",
            f"Ratings, results and games of {isolate_name(player.name)}.",
            FEATURED[0].name,
            is_listed=not player.is_guest,
        ),
    }
    return render(request, "ratings/profile.html", context)


@answers_json("GET")
def ratings(request: HttpRequest, game_id: str) -> HttpResponse:
    """Of each person the rating now, and what the game has done to it; null for who has none."""
    saved = queries.find(game_id, seat_of(request))
    return JsonResponse({"persons": _persons(saved) if saved.is_rated else [None, None]})


def _persons(saved: SavedGame) -> list[dict[str, str] | None]:
    seats = (saved.first_seat or "", saved.second_seat or "")
    players = Player.objects.in_bulk(list(seats), field_name="holder")
    known = [players.get(seat) for seat in seats]
    now = ratings_of([one.pk for one in known if one is not None], saved.game, speed_in(saved))
    rated = RatedGame.objects.filter(saved=saved).first()
    gains = ("", "") if rated is None else [format_gain(*one) for one in rated.steps()]
    return [
        None
        if one is None
        else {"text": now[one.pk].text, "words": now[one.pk].words, "gain": gain}
        for one, gain in zip(known, gains, strict=True)
    ]
