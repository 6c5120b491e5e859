"""Positions and turns of Syrtis in words."""

from collections.abc import Iterator, Sequence
from typing import cast

from skerry.core.numbers import counted
from skerry.games.actions import Action, named_cells
from skerry.games.ruleset import RuleSet
from skerry.games.standings import Standing
from skerry.games.syrtis.standing import KINDS
from skerry.games.syrtis.state import LAST_SINKER, PASSES, RACE, WITHOUT_SINK, Rules, own_part
from skerry.games.view import PositionLike
from skerry.games.words import Line

EXAMPLE = "Lc1,Ld3,Dc4,De5 sets up, then light or dark, then a3-b5, xa5, c2>e4 or pass"
DONE = {  # what each kind of action does, with its cells
    "sink": "sank {}",
    "light tower": "placed a light tower on {}",
    "dark tower": "placed a dark tower on {}",
    "exchange": "exchanged {} and {}",
    "light": "chose light",
    "dark": "chose dark",
    "pass": "passed",
    "move": "moved a tower from {} to {}",
    "slide": "slid the tile {} to {}",
}


def turn_help(position: PositionLike, num_actions: int) -> str:
    """What is to be done in each phase (SYR-4 to SYR-8)."""
    if position.phase == "repair":
        return "All tiles of a colour or shape are connected: exchange an opposite pair"
    if position.phase == "towers":
        placed = len(position.towers)
        (side, _), (shape, _) = KINDS[placed // 2]
        return f"Tower {placed + 1} of 4: place a {side} tower on a {side} or {shape} tile"
    if position.phase == "choice":
        return "Choose the side you want to play; light moves first"
    if len(position.legal_actions()) == 1:  # to pass is always legal (SYR-8)
        return "Your towers can do nothing here: you can only pass"
    return "Move a tower, slide its tile, sink a tile beside it, or pass"


def turn_words(rule_set: RuleSet, actions: Sequence[Action]) -> str:
    """What some actions of a turn did, in their order."""
    done = (DONE[action.kind].format(*named_cells(rule_set, action)) for action in actions)
    return " and ".join(done)


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """Islands that a side (1 or 2) has yet to join, and how far it is in the race (SYR-9)."""
    standing = position.standings[colour - 1]
    (tiles, _), (shapes, _) = KINDS[colour - 1]
    islands = f"{standing.colour_islands} {tiles} · {standing.shape_islands} {shapes}"
    rival = position.game.info.colours[2 - colour].capitalize()
    # Not all that the side has sunk: the count begins anew when the other side sinks a tile.
    race = Line(f"Sunk since {rival} last did", f"{standing.sunk} of {RACE} to win")
    return [Line("Islands", islands), race]


def standing_words(standing: Standing) -> str:
    """The same in one line."""
    return (
        f"{counted(standing.colour_islands, 'island')} of its colour, "
        f"{standing.shape_islands} of its shape, "
        f"{counted(standing.sunk, 'tile')} sunk in a row"
    )


def counters(position: PositionLike) -> list[str]:
    """Who sank last, turns without a sink, passes in a row (SYR-9 to SYR-11)."""
    return [*_counters(position)]


def _counters(position: PositionLike) -> Iterator[str]:
    game, state = position.game, position.state
    colours = [colour.capitalize() for colour in game.info.colours]
    counts = state[own_part(cast(Rules, game.rules)) :]
    sinker, calm = int(counts[LAST_SINKER]), int(state[WITHOUT_SINK])
    yield f"{colours[sinker - 1]} sank last" if sinker else "No tile has been sunk"
    if calm:
        yield f"{counted(calm, 'turn')} without a sink; {game.option('stall_limit')} end the game"
    for colour, passes in zip(colours, counts[PASSES : PASSES + 2], strict=True):
        if passes > 1:
            yield f"{colour} passed {passes} times in a row; four end the game"
