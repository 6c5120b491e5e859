"""Actions of Syrtis: their text, and why one is illegal."""

from typing import cast

from ...core.layout import COLOUR_1, COLOUR_2, FIRST, PLACED, PLAYER, IntArray16
from ..ruleset import RuleSet
from ..text.actions import Action, Kind
from .state import CHOICE, PHASE, PLAY, REPAIR, TOWER, Rules, own_part


def partner(rule_set: RuleSet, cell: int) -> int:
    """The cell opposite through the centre."""
    return rule_set.board.num_cells - 1 - cell


KINDS = (
    Kind("sink", "x{}", 1, clicked_on="any"),
    Kind("light tower", "L{}", 1, looks_like="tower"),
    Kind("dark tower", "D{}", 1, looks_like="tower"),
    Kind("exchange", "{}~{}", 1, is_ordered=True, other=partner, rule="SYR-5"),
    Kind("light", "light", label="Play Light", colour=COLOUR_1),
    Kind("dark", "dark", label="Play Dark", colour=COLOUR_2),
    Kind("pass", "pass"),
    Kind("move", "{}-{}", 2),
    Kind("slide", "{}>{}", 2),
)
FORMS = (
    "a3-b5 (move), xa5 (sink), c2>e4 (slide), 'pass', Lc1 or Dc4 (tower), c1~e7 (exchange), "
    "'light' or 'dark'"
)
TOWERS = {COLOUR_1: "light tower", COLOUR_2: "dark tower"}


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """The rule by which an action is illegal in a game that is not over, and why."""
    phase = int(state[PHASE])
    if phase != PLAY:
        return _explain_setting_up(rule_set, state, phase, action, text)
    if action.kind == "sink":
        return "SYR-8", (
            f"{text} is not possible; a sunk tile must be beside a tile your tower stands "
            f"on, carry no tower, have an open edge, and leave the others connected."
        )
    if action.kind not in ("move", "slide"):
        return "SYR-8", f"The set-up is over, {text} is not possible; move, sink, slide or pass."
    source = rule_set.board.names[action.cells[0]]
    if not _own_tower(rule_set, state, action.cells[0]):
        return "SYR-8", f"{text} needs a tower of your own on {source}, and there is none."
    if action.kind == "slide":
        return "SYR-8", (
            f"{text} is not possible; a tile slides through connected empty spaces within "
            f"the board's bounding box, and all tiles must be connected afterwards."
        )
    return "SYR-8", (
        f"{text} is not possible; a tower goes to a free tile of the island of its side's "
        f"colour or shape that it stands on."
    )


def _own_tower(rule_set: RuleSet, state: IntArray16, cell: int) -> bool:
    base = own_part(cast(Rules, rule_set.rules)) + TOWER
    first = base if state[PLAYER] == state[FIRST] else base + 2
    return bool(state[first] == cell or state[first + 1] == cell)


def _explain_setting_up(
    rule_set: RuleSet, state: IntArray16, phase: int, action: Action, text: str
) -> tuple[str, str]:
    if phase == REPAIR:
        return "SYR-5", (
            f"{text} is not possible yet; all tiles of a colour or shape are connected, so "
            f"a pair of tiles must be exchanged first, such as {_a_pair(rule_set)}."
        )
    if phase == CHOICE:
        return "SYR-6", f"{text} is not possible yet; now the second player chooses light or dark."
    colour = COLOUR_1 if state[PLACED] < 2 else COLOUR_2
    kind = "light tower (such as Lc1)" if colour == COLOUR_1 else "dark tower (such as Dc1)"
    if action.kind != TOWERS[colour]:
        return "SYR-4", f"{text} is not possible yet; the next thing to place is a {kind}."
    tiles = "light or circle" if colour == COLOUR_1 else "dark or square"
    return "SYR-4", f"{text} is not possible; this tower needs a free tile that is {tiles}."


def _a_pair(rule_set: RuleSet) -> str:
    n, names = rule_set.rules.num_cells, rule_set.board.names
    cell = next(c for c in range(n) if 0 <= c < cast(Rules, rule_set.rules).partner[c])
    return f"{names[cell]}~{names[n - 1 - cell]}"
