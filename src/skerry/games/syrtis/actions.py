"""Actions of Syrtis: their text, and why one is illegal."""

from typing import cast

from skerry.core.layout import COLOUR_1, COLOUR_2, PLACED, IntArray16
from skerry.games.actions import Action, Kind
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis.standing import KINDS as SIDES
from skerry.games.syrtis.state import CHOICE, PHASE, PLAY, REPAIR, Rules
from skerry.games.syrtis.why_not import Board, why_no_tower, why_not_sunk, why_not_there


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
    Kind("move", "{}-{}", 2, clicked_on="held"),
    Kind("slide", "{}>{}", 2, clicked_on="vacant"),
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
    board = Board(rule_set, state)
    if action.kind == "sink":
        return "SYR-8", why_not_sunk(board, action.cells[0])
    if action.kind not in ("move", "slide"):
        return "SYR-8", f"The set-up is over, {text} is not possible; move, sink, slide or pass."
    source, target = action.cells
    if source not in board.own:
        return "SYR-8", (
            f"There is no tower of yours on {rule_set.board.names[source]}; choose one of yours."
        )
    return "SYR-8", why_not_there(board, action.kind, source, target)


def _explain_setting_up(
    rule_set: RuleSet, state: IntArray16, phase: int, action: Action, text: str
) -> tuple[str, str]:
    if phase == REPAIR:
        return "SYR-5", (
            "All tiles of a colour or shape are connected, so first a tile must change places with "
            f"the one opposite, such as {_a_pair(rule_set)}."
        )
    if phase == CHOICE:
        return "SYR-6", f"{text} is not possible yet; first choose a side, light or dark."
    colour = COLOUR_1 if state[PLACED] < 2 else COLOUR_2
    side, ((tile, _), (shape, _)) = TOWERS[colour], SIDES[colour - 1]
    if not action.cells:
        return "SYR-4", f"{text} is not possible yet; next comes a {side}."
    why = why_no_tower(Board(rule_set, state), action.cells[0], colour)
    if why or action.kind == side:
        return "SYR-4", f"{why}; a {side} stands on a free {tile} tile or {shape}."
    letter = side[0].upper()
    return "SYR-4", f"{text} is not possible yet; next comes a {side}, such as {letter}c1."


def _a_pair(rule_set: RuleSet) -> str:
    n, names = rule_set.rules.num_cells, rule_set.board.names
    cell = next(c for c in range(n) if 0 <= c < cast(Rules, rule_set.rules).partner[c])
    return f"{names[cell]}~{names[n - 1 - cell]}"
