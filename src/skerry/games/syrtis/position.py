"""Fields of a position's text in Syrtis, both ways, and the checks of what it says."""

from collections.abc import Mapping
from typing import cast

import numpy as np

from skerry.core.bits import is_connected
from skerry.core.layout import (
    BY_BOTH,
    BY_ISLAND,
    BY_PASSES,
    BY_QUICKSAND,
    BY_STALL,
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    FIRST,
    NOBODY,
    NOWHERE,
    PLACED,
    PLAYER,
    RESULT,
    RUNNING,
    TURN,
    VACANT,
    IntArray16,
    IntArray64,
)
from skerry.core.stones import person_of, win
from skerry.errors import NotationError, require
from skerry.games.position_text import NONE, format_cells, parse_cells, parse_number
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis.frames import frame_tiles
from skerry.games.syrtis.kernels import MOST_PASSES, initiative
from skerry.games.syrtis.legal import may_stand
from skerry.games.syrtis.state import (
    CHOICE,
    LAST_SINKER,
    NUM_OWN,
    NUM_SETS,
    PASSES,
    PHASE,
    PHASE_NAMES,
    PLAY,
    RACE,
    REPAIR,
    SUNK,
    TILES,
    TOWER,
    TOWERS,
    WITHOUT_SINK,
    Rules,
    has_island,
    load,
    needs_repair,
    own_part,
)

PAIRS = {"sunk": SUNK, "passes": PASSES}  # fields of two numbers, and their slots


def symbols(rule_set: RuleSet) -> str:
    """Circles and squares, dark ones in capitals."""
    return ".csCS"


def fields(rule_set: RuleSet, state: IntArray16) -> dict[str, str]:
    """Phase, towers and the counters of SYR-9 to SYR-11."""
    own = state[own_part(_rules(rule_set)) :]
    towers = [int(cell) for cell in own[TOWER : TOWER + 4]]
    found = {
        "phase": PHASE_NAMES[state[PHASE]],
        "light": format_cells(rule_set, [cell for cell in towers[:2] if cell >= 0]),
        "dark": format_cells(rule_set, [cell for cell in towers[2:] if cell >= 0]),
    }
    for name, slot in PAIRS.items():
        found[name] = f"{own[slot]},{own[slot + 1]}"
    found["sinker"] = (NONE, *rule_set.info.colours)[own[LAST_SINKER]]
    found["calm"] = str(state[WITHOUT_SINK])
    return found


def read_fields(rule_set: RuleSet, state: IntArray16, given: Mapping[str, str]) -> None:
    """Read what `fields` wrote. Raises NotationError."""
    base = own_part(_rules(rule_set))
    if given["phase"] not in PHASE_NAMES:
        raise NotationError(f"phase must be one of {', '.join(PHASE_NAMES)}.")
    state[PHASE] = PHASE_NAMES.index(given["phase"])
    for slot, colour in enumerate(("light", "dark")):
        towers = parse_cells(rule_set, colour, given[colour], 2) + [NOWHERE] * 2
        first = base + TOWER + 2 * slot
        state[first : first + 2] = towers[:2]
    for name, slot in PAIRS.items():
        numbers = given[name].split(",")
        if len(numbers) != 2:
            raise NotationError(f"{name} must be two numbers such as 0,1: light's and dark's.")
        for side, number in enumerate(numbers):
            state[base + slot + side] = parse_number(name, number, 0, 4)
    sinkers = (NONE, *rule_set.info.colours)
    if given["sinker"] not in sinkers:
        raise NotationError(f"sinker must be one of {', '.join(sinkers)}.")
    state[base + LAST_SINKER] = sinkers.index(given["sinker"])
    state[WITHOUT_SINK] = parse_number("calm", given["calm"], 0, 9_999)


def settle(rule_set: RuleSet, state: IntArray16) -> None:
    """Fill in what follows from the board and the fields. Raises NotationError: they don't fit."""
    rules = _rules(rule_set)
    sets = np.empty(NUM_SETS, dtype=np.int64)
    load(rules, state, sets)
    _check_tiles(rule_set, state, sets)
    _check_towers(rule_set, state)
    if state[PHASE] == PLAY:
        _check_play(rule_set, state)
        _settle_result(rule_set, state, sets)
    else:
        _check_set_up(rule_set, state, sets)


def _rules(rule_set: RuleSet) -> Rules:
    return cast(Rules, rule_set.rules)


def _check_tiles(rule_set: RuleSet, state: IntArray16, sets: IntArray64) -> None:
    """SYR-1, SYR-8: no more tiles of a type than there were, all connected."""
    cells = state[CELLS : CELLS + rule_set.rules.num_cells]
    state[VACANT] = int((cells != EMPTY).sum())
    most = len(frame_tiles(str(rule_set.option("board")))) // 4
    for kind in range(1, 5):
        require(int((cells == kind).sum()) <= most, f"There are only {most} tiles of each type.")
    require(
        is_connected(int(sets[TILES]), _rules(rule_set).side + 1),
        "All tiles must be connected.",
        "SYR-8",
    )


def _towers(rule_set: RuleSet, state: IntArray16) -> IntArray16:
    base = own_part(_rules(rule_set)) + TOWER
    return state[base : base + 4]


def _check_towers(rule_set: RuleSet, state: IntArray16) -> None:
    """SYR-4: towers stand on tiles of their side's colour or shape, one on each."""
    cells = [int(cell) for cell in _towers(rule_set, state)]
    placed = [cell for cell in cells if cell != NOWHERE]
    require(len(placed) == len(set(placed)), "Two towers stand on the same tile.")
    for index, cell in enumerate(cells):
        if cell == NOWHERE:
            continue
        colour = COLOUR_1 if index < 2 else COLOUR_2
        require(
            may_stand(int(state[CELLS + cell]), colour),
            f"A {rule_set.info.colours[colour - 1]} tower cannot stand on "
            f"{rule_set.board.names[cell]}.",
            "SYR-4",
        )


def _check_set_up(rule_set: RuleSet, state: IntArray16, sets: IntArray64) -> None:
    """SYR-3 to SYR-6: whole frame, nobody has a colour, person 0 places and person 1 chooses."""
    phase = int(state[PHASE])
    choosing = phase == CHOICE
    frame = frame_tiles(str(rule_set.option("board")))
    towers = [int(cell) for cell in _towers(rule_set, state) if cell != NOWHERE]
    require(
        all(state[CELLS + cell] != EMPTY for cell in frame) and state[VACANT] == len(frame),
        "During the set-up every tile lies in its place.",
        "SYR-2",
    )
    partner = _rules(rule_set).partner
    require(
        all(state[CELLS + cell] + state[CELLS + partner[cell]] == 5 for cell in frame),
        "During the set-up opposite tiles differ in colour and in shape.",
        "SYR-3",
    )
    require(
        state[FIRST] == NOBODY, "During the set-up nobody has a colour, first must be -.", "C-1"
    )
    require(
        state[PLAYER] == int(choosing) and state[TURN] == int(choosing),
        "Person 0 sets up in turn 0, person 1 chooses a side in turn 1.",
        "SYR-4, SYR-6",
    )
    require(
        bool(needs_repair(_rules(rule_set), sets)) == (phase == REPAIR),
        "phase=repair means that all tiles of a colour or shape are connected.",
        "SYR-5",
    )
    lights = sum(int(cell) != NOWHERE for cell in _towers(rule_set, state)[:2])
    expected = {REPAIR: (0,), TOWERS: (0, 1, 2, 3), CHOICE: (4,)}[phase]
    require(
        len(towers) in expected and lights == min(2, len(towers)),
        f"{len(towers)} towers do not fit phase={PHASE_NAMES[phase]}; light ones come first.",
        "SYR-4",
    )
    own = state[own_part(_rules(rule_set)) + SUNK :][: NUM_OWN - SUNK]
    require(
        not own.any() and state[WITHOUT_SINK] == 0,
        "Before the first turn nothing has been sunk and nobody has passed.",
    )
    state[PLACED] = 0 if choosing else len(towers)


def _check_play(rule_set: RuleSet, state: IntArray16) -> None:
    """Towers, seats and counters once play has begun."""
    base = own_part(_rules(rule_set))
    require((_towers(rule_set, state) != NOWHERE).all(), "There must be four towers.")
    require(state[FIRST] != NOBODY, "In play first must be 0 or 1, the person who plays light.")
    turn, player = int(state[TURN]) - 2, int(state[PLAYER])
    require(turn >= 0, "Play begins after turn 2: the set-up and the choice of side.")
    mover = int(state[FIRST]) if turn % 2 == 0 else 1 - int(state[FIRST])
    require(
        player in (mover, NOBODY),
        f"After {turn} turns of play it is person {mover}'s turn, not person {player}'s.",
    )
    sunk = state[base + SUNK : base + SUNK + 2]
    sinker = int(state[base + LAST_SINKER])
    missing = len(frame_tiles(str(rule_set.option("board")))) - int(state[VACANT])
    require(
        all(count == 0 or sinker == colour for colour, count in ((1, sunk[0]), (2, sunk[1])))
        and (sinker == 0 or sunk[sinker - 1] > 0)
        and int(sunk.sum()) <= missing
        and (sinker == 0) == (missing == 0),
        "sunk counts what one side sank since the other last did; it must fit sinker and the "
        "tiles that are missing.",
        "SYR-9",
    )
    passes = state[base + PASSES : base + PASSES + 2]
    calm = int(state[WITHOUT_SINK])
    require(
        calm <= turn and int(passes.max()) <= (turn + 1) // 2,
        "passes and calm count turns, and cannot exceed those played.",
        "SYR-10, SYR-11",
    )


def _settle_result(rule_set: RuleSet, state: IntArray16, sets: IntArray64) -> None:
    """SYR-9 to SYR-11, from the tiles and the counters."""
    rules, base, player = _rules(rule_set), own_part(_rules(rule_set)), int(state[PLAYER])
    sunk = state[base + SUNK : base + SUNK + 2]
    passes = state[base + PASSES : base + PASSES + 2]
    goals = [
        bool(sunk[colour - 1] >= RACE or has_island(rules, sets, colour))
        for colour in (COLOUR_1, COLOUR_2)
    ]
    if all(goals):
        win(state, initiative(rules, state), BY_BOTH)
    elif any(goals):
        colour = COLOUR_1 if goals[0] else COLOUR_2
        reason = BY_QUICKSAND if sunk[colour - 1] >= RACE else BY_ISLAND
        win(state, person_of(state, colour), reason)
    elif passes.min() > 0 or passes.max() >= MOST_PASSES:
        win(state, initiative(rules, state), BY_PASSES)
    elif state[WITHOUT_SINK] >= rules.limit:
        win(state, initiative(rules, state), BY_STALL)
    over = state[RESULT] != RUNNING
    require(
        bool(over) == (player == NOBODY),
        "The game is over on this board, so player must be -."
        if over
        else "player=- means that the game is over, which it is not on this board.",
    )
