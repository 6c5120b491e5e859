"""Why an action is illegal: the rule, and what it says about this cell."""

from ..core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    FIRST,
    LOWEST,
    PLACED,
    PLAYER,
    IntArray16,
)
from ..core.turns import colour_to_move
from .byg import kernels as byg
from .catalogue import BYG, KITARAN, SPRY, SYRTIS, SYTRAN
from .kitaran import kernels as kitaran
from .ruleset import RuleSet
from .syrtis import kernels as syrtis


def explain_illegal(rule_set: RuleSet, state: IntArray16, action: int, text: str) -> str:
    """One sentence that names the rule an illegal action breaks; the game must not be over."""
    if text == "swap":
        return _explain_swap(rule_set, state)
    if text == "end":
        return f"{rule_set.name.upper()}-2: a turn places at least one stone before it ends."
    if rule_set.info.index == SYRTIS:
        return _explain_syrtis(rule_set, state, action, text)
    cell = action % rule_set.rules.num_cells
    name = rule_set.board.names[cell]
    converting = rule_set.info.index == KITARAN and action >= rule_set.rules.num_cells
    if converting:
        return _explain_conversion(rule_set, state, cell, name)
    if state[CELLS + cell] != EMPTY:
        return f"{_PLACING[rule_set.info.index]}: {name} is occupied; place on a vacant cell."
    return {SPRY: _explain_spry, SYTRAN: _explain_sytran, BYG: _explain_byg}[rule_set.info.index](
        rule_set, state, cell, name
    )


_PLACING = {SPRY: "SPRY-1", SYTRAN: "SYT-2", BYG: "BYG-2", KITARAN: "KIT-1"}


def _explain_swap(rule_set: RuleSet, state: IntArray16) -> str:
    if not rule_set.rules.swap:
        return "C-3: this game is played without the swap."
    return "C-3: only person 1 may swap, in place of a first turn and before placing a stone."


def _explain_spry(rule_set: RuleSet, state: IntArray16, cell: int, name: str) -> str:
    side = min(int(rule_set.rules.ring[cell]), int(state[LOWEST]))
    stones = "one stone" if side == 1 else f"at most {side} stones"
    return (
        f"SPRY-2: with {name} this turn's innermost ring would have side {side}, which allows "
        f"{stones}, and {state[PLACED]} placed already; choose a cell further out or end the turn."
    )


def _explain_sytran(rule_set: RuleSet, state: IntArray16, cell: int, name: str) -> str:
    number, placed = int(rule_set.rules.ring[cell]), int(state[PLACED])
    if number <= placed:
        return (
            f"SYT-4: {name} has number {number}, which would ask for {number} "
            f"{'stone' if number == 1 else 'stones'} in all, and {placed} placed already."
        )
    return (
        f"SYT-4: with {name} (number {number}) too few vacant cells would be left to complete a "
        f"turn of as many stones as its lowest number."
    )


def _explain_byg(rule_set: RuleSet, state: IntArray16, cell: int, name: str) -> str:
    most = int(state[byg.MOST_STONES])
    if state[PLACED] >= most:  # pragma: no cover - such a turn has ended by itself
        return f"BYG-2: this turn allows {most} stones."
    return (
        f"BYG-3: {name} touches a group that has grown in this turn already; "
        f"no group may gain two stones in one turn."
    )


def _explain_conversion(rule_set: RuleSet, state: IntArray16, cell: int, name: str) -> str:
    colour = colour_to_move(state)
    if state[CELLS + cell] != colour:
        return f"KIT-1: {name}* needs a stone of your own on {name}, and there is none."
    enemy = COLOUR_1 + COLOUR_2 - colour
    around = [int(other) for other in rule_set.rules.neighbours[cell]]
    frozen = [
        rule_set.board.names[other]
        for other in around
        if state[CELLS + other] == enemy and kitaran.is_frozen(rule_set.rules, state, other)
    ]
    if frozen:
        return (
            f"KIT-2: {name} may not convert, since {' and '.join(frozen)} "
            f"{'was' if len(frozen) == 1 else 'were'} placed or converted in the previous turn."
        )
    return f"KIT-1: {name} has no enemy stone beside it to convert."


def _explain_syrtis(rule_set: RuleSet, state: IntArray16, action: int, text: str) -> str:
    phase = int(state[syrtis.PHASE])
    if phase != syrtis.PLAY:
        return _explain_setting_up(rule_set, state, phase, action, text)
    n = rule_set.rules.num_cells
    if n <= action < 4 * n + 2:
        return f"SYR-8: the set-up is over, {text} is not possible; move, sink, slide or pass."
    if action < n:
        return (
            f"SYR-8: {text} is not possible; a sunk tile must be beside a tile your tower stands "
            f"on, carry no tower, have an open edge, and leave the others connected."
        )
    sliding, step = divmod(action - 4 * n - 3, n * n)
    source = rule_set.board.names[step // n]
    if not _own_tower(rule_set, state, step // n):
        return f"SYR-8: {text} needs a tower of your own on {source}, and there is none."
    if sliding:
        return (
            f"SYR-8: {text} is not possible; a tile slides through connected empty spaces within "
            f"the board's bounding box, and all tiles must be connected afterwards."
        )
    return (
        f"SYR-8: {text} is not possible; a tower goes to a free tile of the island of its side's "
        f"colour or shape that it stands on."
    )


def _own_tower(rule_set: RuleSet, state: IntArray16, cell: int) -> bool:
    base = syrtis.own(rule_set.rules) + syrtis.TOWER
    first = base if state[PLAYER] == state[FIRST] else base + 2
    return bool(state[first] == cell or state[first + 1] == cell)


def _explain_setting_up(
    rule_set: RuleSet, state: IntArray16, phase: int, action: int, text: str
) -> str:
    if phase == syrtis.REPAIR:
        return (
            f"SYR-5: {text} is not possible yet; all tiles of a colour or shape are connected, so "
            f"a pair of tiles must be exchanged first, such as {_a_pair(rule_set)}."
        )
    if phase == syrtis.CHOICE:
        return f"SYR-6: {text} is not possible yet; person 1 now chooses 'light' or 'dark'."
    colour = COLOUR_1 if state[PLACED] < 2 else COLOUR_2
    n = rule_set.rules.num_cells
    kind = "light tower (such as Lc1)" if colour == COLOUR_1 else "dark tower (such as Dc1)"
    if action // n != colour:
        return f"SYR-4: {text} is not possible yet; the next thing to place is a {kind}."
    tiles = "light or circle" if colour == COLOUR_1 else "dark or square"
    return f"SYR-4: {text} is not possible; this tower needs a free tile that is {tiles}."


def _a_pair(rule_set: RuleSet) -> str:
    n, names = rule_set.rules.num_cells, rule_set.board.names
    cell = next(c for c in range(n) if 0 <= c < rule_set.rules.partner[c])
    return f"{names[cell]}~{names[n - 1 - cell]}"
