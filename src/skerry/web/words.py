"""What the page says about positions and turns, in plain English."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ..games.catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN
from ..games.dispatch import ring_numbers
from ..games.syrtis.kernels import RACE
from ..positions import Game, Position
from ..record import BESIDE_THE_RULES, GameRecord
from .names import isolate_name

REASON_WORDS = {
    "connection": "by connecting yellow, blue and red",
    "score": "on points",
    "groups": "with the larger groups",
    "majority": "with more stones",
    "cycle": "by the cycle limit",
    "island": "by joining an island",
    "quicksand": "by sinking four tiles in a row",
    "both": "by the initiative, as both sides had won",
    "passes": "by the initiative, after passes",
    "stall": "by the initiative, after the stall limit",
    **BESIDE_THE_RULES,
}
SYRTIS_PHASES = {
    "repair": "sets up the board",
    "towers": "sets up the board",
    "choice": "chooses a side",
}
MOST_REPEATED = 2  # groups of one size that are listed one by one
SIDE_TILES = (("light", "circle"), ("dark", "square"))  # what each side of Syrtis joins (SYR-9)


def colour_title(game: Game, colour: int) -> str:
    """Name of a colour (1 or 2) with a capital."""
    return game.info.colours[colour - 1].capitalize()


def person_title(record: GameRecord, person: int) -> str:
    """What to call a person: by name, else by number."""
    name = isolate_name(record.persons[person].name)
    return name or ("First", "Second")[person] + " player"


def mover_title(position: Position) -> str:
    """Who is to act, by colour where there is one."""
    if position.colour_index is not None:
        return colour_title(position.game, position.colour_index)
    return "First player" if position.player == 0 else "Second player"


def heading(record: GameRecord, position: Position) -> str:
    """One line on where the game stands: who is to act, or how it ended."""
    if position.is_over:
        return ending(record, position)
    if position.phase in SYRTIS_PHASES:
        return f"{mover_title(position)} {SYRTIS_PHASES[position.phase]}"
    return f"{mover_title(position)} to move"


UNSAVED = (
    "The computer has found its turn, but it cannot be saved: perhaps the disk is full. "
    "Skerry tries again every few seconds."
)


def thinking(*, below_level: bool) -> str:
    """What is said while the computer thinks."""
    if below_level:
        return "The computer thinks… It is still warming up, and not yet at its full strength."
    return "The computer thinks…"


def ending(record: GameRecord, position: Position) -> str:
    """How a game that is over ended."""
    result = record.result
    if result is None:
        return "The game is over"
    reason = REASON_WORDS[result.reason]
    if result.winner is None:
        return "Drawn" if result.reason == "score" else f"Drawn {reason}"
    if position.persons is None:
        return f"{person_title(record, result.winner)} wins {reason}"
    return f"{colour_title(record.game, position.persons.index(result.winner) + 1)} wins {reason}"


def summary(record: GameRecord, to_act: int | None) -> str:
    """One line for the list of games; a record without turns needs no kernel."""
    if record.turns:
        return (
            heading(record, record.position)
            if not record.is_over
            else ending(record, record.position)
        )
    if record.is_over:
        return ending(record, record.start)
    if record.game.info.has_setup:
        return f"First player {SYRTIS_PHASES['towers']}"
    return f"{colour_title(record.game, 1)} to move"


def bar(base: Position, position: Position, num_actions: int) -> str:
    """Where one stands in the turn being composed."""
    if position.turn > base.turn or position.is_over:
        return "The turn is complete"
    index = position.game.info.index
    if index == SYRTIS:
        return _bar_syrtis(position)
    if num_actions == 0:
        return f"{_bar_start(position)}{_bar_swap(position)}"
    most = position.most_stones
    if index == BYG:
        return f"{num_actions} of up to {most} placed"
    rings = ring_numbers(position.game.rules)
    ring = min(int(rings[cell]) for cell in position.turn_so_far)
    limit = f"{most}" if index == SYTRAN else f"up to {most}"
    return f"Ring {ring} · {num_actions} of {limit} placed"


def _bar_start(position: Position) -> str:
    """What a turn may be, before its first stone."""
    most = position.most_stones
    index = position.game.info.index
    if index == KITARAN:
        return "Place a stone, or turn all enemies around one of yours"
    if index == BYG:
        return f"Place {_up_to(most)}"
    if index == SPRY:
        return f"Place up to {_stones(most)}: as many as the innermost ring you use has a side"
    return f"Place up to {_stones(most)}: exactly the lowest ring number you use"


def _bar_swap(position: Position) -> str:
    """What swapping means, where it is offered."""
    if not position.may_swap:
        return ""
    first, second = (colour_title(position.game, colour) for colour in (1, 2))
    return f". Or swap: you take over {first} and its stones; your opponent moves next, as {second}"


def _stones(count: int) -> str:
    return "1 stone" if count == 1 else f"{count} stones"


def _up_to(count: int) -> str:
    return "1 stone" if count == 1 else f"up to {count} stones, each growing groups of its own"


def _bar_syrtis(position: Position) -> str:
    if position.phase == "repair":
        return "A colour or a shape is all joined: exchange a pair of opposite tiles"
    if position.phase == "towers":
        placed = len(position.towers)
        side, tiles = ("light", "light or circle") if placed < 2 else ("dark", "dark or square")
        return f"Tower {placed + 1} of 4: place a {side} tower on a {tiles} tile"
    if position.phase == "choice":
        return "Choose the side you want to play; light moves first"
    return "Move a tower, slide its tile, sink a tile beside it, or pass"


def turn_sentence(before: Position, text: str) -> str:
    """What a turn did, for the list of turns and for those who listen."""
    mover = mover_title(before)
    actions = text.split(",")
    if before.game.info.has_setup:
        return f"{mover} {' and '.join(_syrtis_words(action) for action in actions)}"
    if text == "swap":
        return f"{mover} is taken over: the persons swap colours"
    if text.endswith("*"):
        return f"{mover} turned the stones around {text[:-1]}"
    return f"{mover} placed {', '.join(actions)}"


def _syrtis_words(action: str) -> str:
    if action in ("light", "dark"):
        return f"chose {action}"
    if action == "pass":
        return "passed"
    if action[0] == "x":
        return f"sank {action[1:]}"
    if action[0] in "LD":
        side = "light" if action[0] == "L" else "dark"
        return f"placed a {side} tower on {action[1:]}"
    for mark, form in (
        ("~", "exchanged {} and {}"),
        ("-", "moved a tower from {} to {}"),
        (">", "slid the tile {} to {}"),
    ):
        if mark in action:
            return form.format(*action.split(mark))
    return action


def way_of(text: str) -> list[str] | None:
    """Where a tower or tile came from and went to, None when the turn moved none."""
    for mark in "->":
        if mark in text:
            return text.split(mark)
    return None


class Line(NamedTuple):
    """One line on how a colour stands."""

    label: str
    value: str
    explains: bool = False  # it tells where the line before comes from


def standing_lines(position: Position, colour: int) -> list[Line]:
    """All that a colour (1 or 2) has, the most important first."""
    index = position.game.info.index
    standing = position.standings[colour - 1]
    if index == SYRTIS:
        tiles, shapes = SIDE_TILES[colour - 1]
        islands = f"{standing.colour_islands} {tiles} · {standing.shape_islands} {shapes}"
        return [Line("Islands", islands), Line("Sunk", f"{standing.sunk} of {RACE}")]
    if index == SYTRAN:
        penalty, count = position.game.option("penalty"), len(standing.groups)
        groups = "group" if count == 1 else "groups"
        sum_of = f"{_stones(standing.stones)} − {penalty} × {count} {groups}"
        return [Line("Score", signed(standing.score or 0)), Line("that is", sum_of, explains=True)]
    if index == BYG:
        return [_groups_line(standing.groups)]
    if index == KITARAN and position.game.option("komi"):
        komi = f" + {position.game.option('komi'):g} komi" if colour == 2 else ""
        sum_of = f"{_stones(standing.stones)}{komi}"
        return [Line("Score", signed(standing.score or 0)), Line("that is", sum_of, explains=True)]
    return [Line("Stones", str(standing.stones))]


def _groups_line(groups: Sequence[int]) -> Line:
    """How many groups, and all their sizes: "5 groups: 7 · 3 · 2 · 1 · 1"."""
    if not groups:
        return Line("Groups", "none")
    sizes = []
    for size, run in groupby(groups):
        count = len(list(run))
        sizes += (
            [f"{size}\N{NO-BREAK SPACE}({count}×)"]
            if count > MOST_REPEATED
            else [str(size)] * count
        )
    label = "1 group:" if len(groups) == 1 else f"{len(groups)} groups:"
    return Line(label, "\N{NO-BREAK SPACE}· ".join(sizes))  # a line may end after a dot


def signed(number: float) -> str:
    """A number with a real minus sign."""
    return f"{number:g}".replace("-", "−")
