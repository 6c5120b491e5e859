"""The study of a game's fairness as a plan: what is played so that its page can be drawn."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from skerry.games.catalogue import info
from skerry.lab.plans.openings import drawn_turns
from skerry.lab.plans.plan import Plan, parse_plan
from skerry.positions import Game, game


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
    both = f"pairs = [{json.dumps(players)}]"
    who = f'players = ["{players}"]' if isinstance(players, str) else both
    lines = [
        "",
        "[[match]]",
        f'game = "{name}"',
        f"options = {{ {words} }}",
        who,
        f"games = {games}",
        *([f"openings = {openings}"] if openings else []),
    ]
    return "\n".join(lines) + "\n"
