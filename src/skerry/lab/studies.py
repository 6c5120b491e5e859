"""How fair a game is, and how deep: its study as a plan, its file, what it found, in sentences."""

import json
import math
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from importlib.metadata import version
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
import polars as pl

from skerry.errors import OptionError, SkerryError
from skerry.games.catalogue import info
from skerry.games.info import STUDY, GameInfo, Options, StudiedOption, Value, folder
from skerry.games.ruleset import format_value
from skerry.lab.metrics import HALF, Tally, break_even, favoured, skill_trace, tally
from skerry.lab.openings import drawn_turns
from skerry.lab.pages import format_ends, format_interval, format_number, format_wins
from skerry.lab.plans import Plan, match_text, parse_plan
from skerry.lab.plots import FirstMoves
from skerry.positions import Game, game
from skerry.statistics import Estimate

# The study of a game's fairness as a plan: what is played so that its page can be drawn.


@dataclass(frozen=True)
class Size:
    """How much is played."""

    name: str
    ladder: tuple[int, ...]  # playouts a turn, each twice the one before
    strengths: Mapping[str, int]  # contestants that play themselves, the weakest first, and games
    opening: Mapping[str, int]  # their games after each first turn
    value: Mapping[str, int]  # their games with each value of an option
    pair: int  # games of each two that meet
    seed: int = 1

    @property
    def strongest(self) -> str:
        """The contestant whose word counts most."""
        return list(self.strengths)[-1]

    @property
    def middle(self) -> str:
        """The contestant that plays what has less weight."""
        return list(self.strengths)[-2]


def searching(playouts: int) -> str:
    """A contestant by its playouts a turn."""
    return f"playouts {playouts}"


FULL = Size(
    "study",
    ladder=(50, 100, 200, 400, 800, 1600),
    strengths={"random": 10_000, searching(100): 400, searching(300): 400, searching(1000): 200},
    opening={"random": 1000, searching(100): 40, searching(300): 40, searching(1000): 40},
    value={"random": 4000, searching(100): 120, searching(300): 120, searching(1000): 80},
    pair=120,
)
QUICK = Size(
    "study-quick",
    ladder=(25, 50, 100),
    strengths={"random": 2000, searching(50): 100, searching(100): 60},
    opening={"random": 200, searching(50): 20, searching(100): 20},
    value={"random": 500, searching(50): 40, searching(100): 40},
    pair=60,
)


def plain_rules(name: str, **options: Any) -> Game:
    """The game as it is studied: without a swap, whose use the study is to show."""
    swap = {"swap": False} if _has_swap(name) else {}
    return game(name, **{**swap, **options})


def study_plan(name: str, size: Size) -> Plan:
    """The plan of a game's study. Raises OptionError for an unknown game."""
    return parse_plan(study_text(name, size), f"{size.name}-{name}")


def study_text(name: str, size: Size) -> str:
    """The same as TOML."""
    head = f'name = "{size.name}-{info(name).name}"\nseed = {size.seed}\ncount_turns = 0\n'
    return head + "".join(_matches(info(name).name, size))


def _matches(name: str, size: Size) -> Iterator[str]:
    study = info(name).study
    for player, games in size.strengths.items():
        yield _match(name, {}, games, player)
    for openings in _openings(name):
        for player, games in size.opening.items():
            yield _match(name, {}, games, player, openings)
    for option in study.options:
        players = list(size.value) if option.name == study.tuned else [size.middle]
        for player in players:
            yield _match(name, {option.name: list(option.values)}, size.value[player], player)
    if _has_swap(name):
        for player in (size.middle, size.strongest):
            yield _match(name, {"swap": True}, size.value[player], player)
    for weaker, stronger in pairs(size):
        yield _match(name, {}, size.pair, [weaker, stronger])
    handicap = study.handicap_option
    if handicap is not None:
        for weaker, stronger in handicapped(size):
            given = {handicap.name: list(handicap.values)}
            yield _match(name, given, size.pair, [weaker, stronger])


def pairs(size: Size) -> list[tuple[str, str]]:
    """Who meets whom, the weaker first: each two next to each other on the ladder, and others."""
    neighbours = [(searching(one), searching(two)) for one, two in pairwise(size.ladder)]
    return list(dict.fromkeys(neighbours + handicapped(size)))


def handicapped(size: Size) -> list[tuple[str, str]]:
    """Pairs of unequal strength: the ladder's second against all that are stronger."""
    weaker, *stronger = size.ladder[1:]
    return [(searching(weaker), searching(playouts)) for playouts in stronger]


def _openings(name: str) -> Iterator[str]:
    """First turns, as TOML."""
    if info(name).has_setup:
        return
    yield '"each stone"'
    num_drawn = info(name).study.turns_drawn
    if num_drawn:
        yield json.dumps(drawn_turns(plain_rules(name), num_drawn))


def _has_swap(name: str) -> bool:
    return any(option.name == "swap" for option in info(name).options)


def _match(
    name: str,
    options: Mapping[str, Any],
    games: int,
    players: str | list[str],
    openings: str = "",
) -> str:
    """A table of the plan; without a swap unless it says so."""
    given = {"swap": False, **options} if _has_swap(name) else options
    words = ", ".join(f"{key} = {json.dumps(value)}" for key, value in given.items())
    key = "players" if isinstance(players, str) else "pairs"
    return match_text(name, words, f"{key} = [{json.dumps(players)}]", games, openings)


# Studies of the games' fairness: what was counted, kept in a file of its own.
#
# A file says all that a page needs: the plan, what made it, and every cell with its counts. Those
# of the games of the catalogue come with the package, as `study.json` in each game's folder.

FORMAT = "skerry-study 1"
LIBRARIES = ("skerry", "numpy", "numba", "polars")  # whose versions may have a say in the games


class StudyError(SkerryError):
    """A file that holds no study, in one sentence."""


@dataclass(frozen=True)
class Counted:
    """A cell without what is needed to play it, and its counts."""

    options: Mapping[str, Value]
    players: tuple[str, str]
    opening: str  # one turn, or none: ""
    tally: Tally


@dataclass(frozen=True)
class Study:
    """What was counted of one game."""

    game: str
    ladder: tuple[int, ...]  # playouts a turn
    strengths: tuple[str, ...]  # contestants, the weakest first
    seed: int
    wanted: int  # games of the plan
    versions: Mapping[str, str]
    plan: str  # TOML
    cells: tuple[Counted, ...]  # that have games

    @property
    def info(self) -> GameInfo:
        """The catalogue's entry."""
        return info(self.game)

    @property
    def title(self) -> str:
        """Of its page."""
        return f"{self.info.title}: is it fair?"

    @property
    def games(self) -> int:
        """Games in all."""
        return sum(cell.tally.total for cell in self.cells)

    @cached_property
    def rules(self) -> Game:
        """As usual when the study was made, but without a swap."""
        return plain_rules(self.game, **self._before)

    @cached_property
    def _before(self) -> Options:
        """Options that came after the study was made: its usual rules are those of then."""
        return {
            option.name: option.before
            for option in self.info.options
            if option.before is not None
            and {cell.options[option.name] for cell in self.cells} == {option.before}
        }

    def find(self, *players: str, options: Mapping[str, Value] | None = None) -> Tally | None:
        """Counts of the games from the start by the usual rules, without a swap; None: not played.

        Args:
            players: one contestant, which plays itself, or two.
            options: that differ from the usual.
        """
        rules = plain_rules(self.game, **{**self._before, **(options or {})})
        return self._table.get(((players[0], players[-1]), str(rules)))

    def openings(self, player: str) -> Iterator[tuple[str, Tally]]:
        """First turns that a contestant went on from, with the counts."""
        for cell in self.cells:
            if cell.opening and cell.players == (player, player):
                yield cell.opening, cell.tally

    @cached_property
    def _table(self) -> dict[tuple[tuple[str, str], str], Tally]:
        return {
            (cell.players, str(game(self.game, **cell.options))): cell.tally
            for cell in self.cells
            if not cell.opening
        }


def study_of(name: str, size: Size, plan: Plan, rows: pl.LazyFrame) -> Study:
    """The study that some rows of its plan make, all of them or those that are there."""
    found = tally(rows)
    cells = [
        Counted(dict(cell.game.options), cell.players, " ".join(cell.opening), found[cell.title])
        for cell in plan.cells
        if cell.title in found
    ]
    return Study(
        game=info(name).name,
        ladder=size.ladder,
        strengths=tuple(size.strengths),
        seed=plan.seed,
        wanted=sum(cell.games for cell in plan.cells),
        versions={
            "python": platform.python_version(),
            **{library: version(library) for library in LIBRARIES},
        },
        plan=plan.text,
        cells=tuple(cells),
    )


def to_json(study: Study) -> str:
    """The study as a file: a line for each cell."""
    content = asdict(study)
    cells = ",\n".join(json.dumps(cell, ensure_ascii=False) for cell in content.pop("cells"))
    head = json.dumps({"format": FORMAT, **content}, ensure_ascii=False, indent=1)
    return f'{head[:-2]},\n "cells": [\n{cells}\n]}}\n'


def from_json(text: str) -> Study:
    """The study in a file. Raises StudyError."""
    try:
        content = json.loads(text)
        if content.pop("format") != FORMAT:
            raise StudyError(f"This file is not in the format {FORMAT}.")
        as_written = info(content["game"]).as_written
        cells = tuple(_counted(cell, as_written) for cell in content.pop("cells"))
        content |= {key: tuple(content[key]) for key in ("ladder", "strengths")}
        return Study(**content, cells=cells)
    except StudyError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StudyError(
            "This file holds no study; `skerry lab study` writes such files."
        ) from error


def _counted(content: dict[str, Any], as_written: Callable[[Options], Options]) -> Counted:
    counts: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in content["tally"].items()
    }
    options = as_written(content["options"])
    return Counted(options, tuple(content["players"]), content["opening"], Tally(**counts))


@lru_cache(maxsize=8)
def kept(name: str) -> Study:
    """The study that comes with the package.

    Raises:
        OptionError: there is no such game, or no study of it.
    """
    file = folder(info(name).name) / STUDY
    if not file.is_file():
        raise OptionError(f"No study of {info(name).title} comes with Skerry.")
    return from_json(file.read_text(encoding="utf-8"))


DRAWS = 4000  # of the shares, for the interval of the skill trace
ENDS = (2.5, 97.5)  # percentiles of a 95% interval
SECOND, EITHER, FIRST = "moves second", "alternates", "moves first"

Name = TypeVar("Name")


def by_strength(study: Study) -> list[tuple[str, Tally]]:
    """Each contestant against itself from the start, the weakest first."""
    return _there((player, study.find(player)) for player in study.strengths)


def with_swap(study: Study) -> list[tuple[str, Tally]]:
    """The same with `swap`; none in a game without it."""
    if "swap" not in dict(study.rules.options):
        return []
    return _there(
        (player, study.find(player, options={"swap": True})) for player in study.strengths
    )


def by_option(study: Study, option: str, player: str) -> list[tuple[Value, Tally]]:
    """A contestant against itself with each value of an option, the usual one among them.

    Numbers ascend; other values stand as in the catalogue, as far as they were played.
    """
    usual = study.rules.option(option)
    studied = study.info.study.option(option)
    values: list[Value] = [usual, *(studied.values if studied else ())]
    if not isinstance(usual, str):
        values.sort(key=float)
    return _there((value, study.find(player, options={option: value})) for value in values)


def _there(found: Iterable[tuple[Name, Tally | None]]) -> list[tuple[Name, Tally]]:
    return [(name, tally) for name, tally in found if tally is not None]


def fair_value(study: Study, option: str, player: str) -> Estimate | None:
    """The number at which the first colour gets one half; None where there is none, or several."""
    measured = [(float(value), tally.colour) for value, tally in by_option(study, option, player)]
    if len(measured) < 2:
        return None
    return break_even(measured, falling=study.info.study.lowers_first(option))


# ---- first moves ----


def first_moves_map(
    study: Study, player: str, least: int = 1, most: float = math.inf
) -> FirstMoves:
    """What the first colour gets after first turns of so many stones, by their cells.

    A cell has the mean over those of the turns that were tried.
    """
    moves = FirstMoves(study.rules, player)
    for opening, played in study.openings(player):
        cells = study.rules.parse_turn(opening)
        stones = [cell for cell in cells if cell < study.rules.rules.num_cells]
        if least <= len(stones) <= most:
            for cell in stones:
                moves.add(cell, played.colour.value * played.total, played.total)
    return moves


def ranked_turns(study: Study, player: str) -> list[tuple[str, Estimate]]:
    """The first turns tried and the first colour's share after each, the nearest to ½ first."""
    shares = [(turn, tally.colour) for turn, tally in study.openings(player)]
    return sorted(shares, key=lambda one: abs(one[1].value - HALF))


# ---- strength ----


def ladder(study: Study) -> list[tuple[int, Estimate]]:
    """Fewer playouts of two neighbours on the ladder, and what twice as many take against them."""
    found = []
    for fewer, more in pairwise(study.ladder):
        tally = study.find(searching(fewer), searching(more))
        if tally is not None:
            found.append((fewer, opposite(tally.player)))
    return found


def skill(study: Study) -> Estimate | None:
    """The skill trace of the ladder; its interval is that of a parametric bootstrap.

    Percentiles of DRAWS skill traces whose shares come from binomial distributions with those that
    were measured (Efron, "Bootstrap methods: another look at the jackknife", 1979).
    """
    shares = [share for _, share in ladder(study)]
    if not shares:
        return None
    rng = np.random.Generator(np.random.PCG64(study.seed))
    drawn = np.stack(
        [rng.binomial(share.games, share.value, DRAWS) / share.games for share in shares], axis=1
    )
    low, high = np.percentile([skill_trace(one) for one in drawn.tolist()], ENDS)
    value = skill_trace([share.value for share in shares])
    return Estimate(
        value, min(value, float(low)), max(value, float(high)), sum(one.games for one in shares)
    )


@dataclass(frozen=True)
class Handicap:
    """What the weaker one gets, and its share of the points by the stronger one's playouts."""

    words: str
    shares: dict[int, Estimate]  # by how many times the playouts of the weaker one


def handicaps(study: Study) -> list[Handicap]:
    """What the weaker one may get, and how far it helps: the ladder's second against all above."""
    weaker = study.ladder[1]
    columns = [
        Handicap(SECOND, _by_ratio(study, weaker, "player_second")),
        Handicap(EITHER, _by_ratio(study, weaker, "player")),
        Handicap(FIRST, _by_ratio(study, weaker, "player_first")),
    ]
    given = study.info.study.handicap_option
    if given is not None:
        colour = study.info.colours[1].capitalize()
        columns += [
            Handicap(
                f"{colour}, {given.name} {value:g}",
                _by_ratio(study, weaker, "player_second", {given.name: value}),
            )
            for value in given.values
        ]
    return [column for column in columns if column.shares]


def _by_ratio(
    study: Study, weaker: int, share: str, options: dict[str, Value] | None = None
) -> dict[int, Estimate]:
    found: dict[int, Estimate] = {}
    for playouts in study.ladder:
        tally = study.find(searching(weaker), searching(playouts), options=options)
        if playouts > weaker and tally is not None:
            estimate: Estimate | None = getattr(tally, share)
            if estimate is not None:
                found[playouts // weaker] = estimate
    return found


def worth_of_moving_first(study: Study) -> Estimate | None:
    """How many times the playouts of the first mover make its opponent an equal of it.

    Found where the first mover's share falls to one half, the playouts' doublings being the scale;
    None where the share is below one half from the beginning, or above it to the end.
    """
    weaker = study.ladder[1]
    alone = study.find(searching(weaker))
    first = _by_ratio(study, weaker, "player_first")
    if alone is None or not first:
        return None
    measured = [(0.0, alone.first_mover)]
    measured += [(math.log2(ratio), share) for ratio, share in first.items()]
    found = break_even(measured, falling=True)
    return None if found is None else found.mapped(_times)


def _times(doublings: float) -> float:
    return 2.0**doublings if math.isfinite(doublings) else doublings


def opposite(share: Estimate) -> Estimate:
    """The other side's share."""
    return Estimate(1 - share.value, 1 - share.high, 1 - share.low, share.games)


class Part(NamedTuple):
    """A piece of a sentence."""

    text: str
    is_strong: bool = False


Sentence = tuple[Part, ...]


def headline(study: Study) -> str:
    """The study in a sentence of plain text."""
    _, tally = by_strength(study)[-1]
    first, second = (colour.capitalize() for colour in study.info.colours)
    share = tally.colour
    return (
        f"{first} wins {format_wins(share)} between two equal computers: "
        f"{_judged(share, first, second)}."
    )


def verdicts(study: Study) -> Iterator[Sentence]:
    """The main findings, their figures strong."""
    for words in _verdicts(study):
        yield tuple(Part(text, bool(place % 2)) for place, text in enumerate(words.split("*")))


def _verdicts(study: Study) -> Iterator[str]:
    """The sentences, what is strong in them between asterisks."""
    player, tally = by_strength(study)[-1]
    first, second = (colour.capitalize() for colour in study.info.colours)
    yield (
        f"{first}, who moves first, wins {_strong(tally.colour)} between two equal computers: "
        f"{_judged(tally.colour, first, second)}."
    )
    if study.info.has_setup:
        share = tally.first_mover
        yield (
            f"Whoever sets up the board wins {_strong(share)} against whoever chooses the colour: "
            f"{_judged(share, 'setting up', 'choosing')}."
        )
    if ranked := ranked_turns(study, player):
        turn, share = ranked[0]
        yield (
            f"Fairest first turn when swapping is allowed: *{format_turn(turn)}*. After it, "
            f"{first} wins {format_wins(share)} {format_ends(share)}; {len(ranked)} first turns "
            "were tried."
        )
    option = study.info.study.tuned_option
    if option is not None:
        yield from _verdict_on_option(study, option, player)
    yield from _verdicts_on_strength(study)
    if tally.drawn.value > 0:
        yield f"{_strong(tally.drawn)} between two equal computers are drawn."


def _verdict_on_option(study: Study, option: StudiedOption, player: str) -> Iterator[str]:
    """Its fair value or, where there is none, the value that comes nearest."""
    heading = option.heading.lower()
    fair = fair_value(study, option.name, player)
    if fair is not None:
        yield f"The fair {heading} is *{format_number(fair.value)}* ({format_interval(fair)})."
        return
    tried = by_option(study, option.name, player)
    if len(tried) > 1:
        value, tally = min(tried, key=lambda one: abs(one[1].colour.value - HALF))
        wins = f"{format_wins(tally.colour)} {format_ends(tally.colour)}"
        nearest = f"The fairest {heading} is *{format_value(value)}*"
        yield f"{nearest}: {first_colour(study)} wins {wins}."


def _verdicts_on_strength(study: Study) -> Iterator[str]:
    """What the first move and more thinking are worth."""
    worth = worth_of_moving_first(study)
    if worth is not None:
        times = f"*{worth.value:.1f} times* as long ({format_interval(worth)})"
        yield f"Moving first is like thinking {times}."
    depth = skill(study)
    if depth is not None:
        shares = [share for _, share in ladder(study)]
        mean = sum(share.value for share in shares) / len(shares)
        yield (
            f"Thinking twice as long wins *{100 * mean:.0f} of 100 games* on average. How much "
            "skill counts, from 0 (chance) to 1 (the better side always wins): "
            f"*{depth.value:.2f}* ({depth.low:.2f} to {depth.high:.2f})."
        )


def _judged(share: Estimate, one: str, other: str) -> str:
    """Whom a share favours, in words."""
    side = favoured(share)
    if side:
        return f"{one if side > 0 else other} is better off"
    return "neither side is clearly better off"


def _strong(share: Estimate) -> str:
    """A number of games of 100, strong, and its interval."""
    return f"*{format_wins(share)}* {format_ends(share)}"


def first_colour(study: Study) -> str:
    """The name of the colour that moves first."""
    return study.info.colours[0].capitalize()


def format_turn(turn: str) -> str:
    """A turn's stones with blanks between them."""
    return turn.replace(",", " ")
