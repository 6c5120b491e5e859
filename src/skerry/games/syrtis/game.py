"""Syrtis as text and in words: its actions, why one is illegal, what positions say."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import cast

import numpy as np

from skerry.core.bits import is_connected
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    FIRST,
    NOBODY,
    NOWHERE,
    PLACED,
    PLAYER,
    TURN,
    VACANT,
    IntArray16,
    IntArray64,
)
from skerry.core.numbers import counted
from skerry.errors import NotationError, require
from skerry.games.actions import Action, Kind, named_cells
from skerry.games.contract import Standing
from skerry.games.position_text import NONE, check_ending, format_cells, parse_cells, parse_number
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis import TILE_NAMES, frame_tiles
from skerry.games.syrtis.kernels import (
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
    SIDES,
    SUNK,
    TILES,
    TOWER,
    TOWERS,
    WITHOUT_SINK,
    Rules,
    check_goals,
    check_initiative,
    load,
    may_stand,
    needs_repair,
    own_part,
)
from skerry.games.view import PositionLike
from skerry.games.words import Line


class Board:
    """A position as sets of cells."""

    def __init__(self, rule_set: RuleSet, state: IntArray16) -> None:
        self.names = rule_set.board.names
        self.places = rule_set.board.places
        self.neighbours = rule_set.rules.neighbours.tolist()
        self.contents = state[CELLS : CELLS + rule_set.rules.num_cells].tolist()
        self.tiles = {cell for cell, tile in enumerate(self.contents) if tile}
        base = own_part(cast(Rules, rule_set.rules)) + TOWER
        self.towers: list[int] = state[base : base + 4].tolist()
        self.colour = COLOUR_1 if state[PLAYER] == state[FIRST] else COLOUR_2
        self.own = self.towers[:2] if self.colour == COLOUR_1 else self.towers[2:]

    def beside(self, cell: int, within: Collection[int]) -> list[int]:
        """Those cells of a set that are adjacent to a cell."""
        return [other for other in self.neighbours[cell] if other in within]

    def reached(self, start: int, within: Collection[int]) -> set[int]:
        """All cells of a set to which steps lead from a cell, which need not be one of them."""
        found, waiting = {start}, [start]
        while waiting:
            for other in self.beside(waiting.pop(), within):
                if other not in found:
                    found.add(other)
                    waiting.append(other)
        return found

    @property
    def box(self) -> set[int]:
        """All cells of the smallest rectangle around the tiles."""
        rows, columns = zip(*(self.places[cell] for cell in self.tiles), strict=True)
        return {
            cell
            for cell, (row, column) in enumerate(self.places)
            if min(rows) <= row <= max(rows) and min(columns) <= column <= max(columns)
        }


def why_not_sunk(board: Board, cell: int) -> str:
    """Why who is to act can't sink the tile on a cell."""
    name = board.names[cell]
    if cell in board.own:
        return f"There is a tower on {name}, so its tile can’t be sunk."
    if cell in board.towers:
        return f"The tower on {name} is not yours, and a tile with a tower can’t be sunk."
    if cell not in board.tiles:
        return f"There is no tile on {name}; choose one of your towers, or a tile beside one."
    if not board.beside(cell, board.own):
        return f"{name} is not beside a tower of yours; only a tile beside one can be sunk."
    if len(board.beside(cell, board.tiles)) == 4:
        return f"{name} has tiles on all four sides; only a tile with an open side can be sunk."
    return f"Without {name} the tiles would fall apart; all must stay connected."


def why_not_there(board: Board, kind: str, source: int, target: int) -> str:
    """Why a tower of who is to act can't move from a cell to another, or slide with its tile."""
    here, there = board.names[source], board.names[target]
    if target in board.towers:
        return f"There is a tower on {there} already; choose a free tile."
    if kind == "move":
        if target not in board.tiles:
            return f"There is no tile on {there} to which a tower could move."
        (tile, _), (shape, _) = SIDES[board.colour - 1]
        return f"No way leads from {here} to {there} over {tile} tiles alone, or {shape}s alone."
    if target in board.tiles:
        return f"There is a tile on {there} already; a tile slides to an empty place."
    if target not in board.box:
        return f"{there} lies outside; a tile slides within the rectangle around all tiles."
    rest = board.tiles - {source}
    if target not in board.reached(source, board.box - rest):
        return f"No open water leads from {here} to {there}; a tile slides over empty places only."
    return f"With its tile on {there} the tiles would fall apart; all must stay connected."


def why_no_tower(board: Board, cell: int, colour: int) -> str:
    """Why a tower of a colour can't be set up on a cell, without a stop; "" where it can."""
    name, tile = board.names[cell], board.contents[cell]
    if cell in board.towers:
        return f"There is a tower on {name} already"
    if not tile:
        return f"There is no tile on {name}"
    fits = any(tile in tiles for _, tiles in SIDES[colour - 1])
    return "" if fits else f"There is a {TILE_NAMES[tile]} on {name}"


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
TOWER_ACTIONS = {COLOUR_1: "light tower", COLOUR_2: "dark tower"}


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
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
    side, ((tile, _), (shape, _)) = TOWER_ACTIONS[colour], SIDES[colour - 1]
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


PAIRS = {"sunk": SUNK, "passes": PASSES}  # fields of two numbers, and their slots


def symbols(rule_set: RuleSet) -> str:
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
    rules, player = _rules(rule_set), int(state[PLAYER])
    light, dark = state[own_part(rules) + PASSES :][:2]
    if not check_goals(rules, state, sets):
        check_initiative(rules, state, COLOUR_1 if light > dark else COLOUR_2)
    check_ending(rule_set, state, player)


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
        (side, _), (shape, _) = SIDES[placed // 2]
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
    (tiles, _), (shapes, _) = SIDES[colour - 1]
    islands = f"{standing.colour_islands} {tiles} · {standing.shape_islands} {shapes}"
    rival = position.game.info.colours[2 - colour].capitalize()
    # Not all that the side has sunk: the count begins anew when the other side sinks a tile.
    race = Line(f"Sunk since {rival} last did", f"{standing.sunk} of {RACE} to win")
    return [Line("Islands", islands), race]


def standing_words(standing: Standing) -> str:
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
