"""Positions of Kitaran as pictures, what its colours are after, how a position is set up."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from math import sin
from typing import cast

from skerry.canvas import looks
from skerry.canvas.boards import Scene, coordinates, square, stone_definitions
from skerry.canvas.brush import Brush
from skerry.canvas.geometry import APOTHEM, PITCH, Layout, label_size
from skerry.canvas.svg import Ids, Point, number, tag
from skerry.core.layout import COLOUR_2
from skerry.core.numbers import counted
from skerry.games import defaults
from skerry.games.actions import Action
from skerry.games.aims import (
    Aims,
    Ending,
    Mark,
    Row,
    Who,
    cells_named,
    scores,
    sentence,
    title,
)
from skerry.games.defaults import stone_cells, token
from skerry.games.editing import (
    OTHER,
    SWAP,
    Control,
    Draft,
    Fix,
    Problem,
    Tool,
    colour_at,
    letting,
    stone_tools,
    swap_control,
    with_nearest_turn,
    with_swap,
)
from skerry.games.kitaran.kernels import CONVERSIONS, MOST_FROZEN, Rules
from skerry.games.ruleset import RuleSet
from skerry.games.themes import LAST_TURN, Theme
from skerry.games.view import BoardView, Done, Piece, PositionLike, Step, gradient, listed, palette


def scene(seen: BoardView, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """The board in its frame, with grain that runs across it."""
    half = seen.game.board.size * PITCH / 2
    margin = label_size(seen.game.board.size) + 7.0 if labelled else 9.0
    edge = half + margin
    frame = {"class": "slab", **square(edge, 9.0)}
    field = {"x": -half, "y": -half, "width": 2 * half, "height": 2 * half}
    wood = {"class": "wood", "fill": ids.url("wood"), **field}
    beneath = (
        tag("rect", frame)
        + tag("rect", wood)
        + tag("path", {"class": "grain", "d": _grain(half)})
        + tag("path", {"class": "grid", "d": _grid(seen.game.board.size, half)})
    )
    if labelled:
        beneath += coordinates(seen.game.board, found, 3.5)
    lock = tag("path", {"class": "lock", "d": _BRACKETS})
    box = (-edge - 2, -edge - 2, 2 * edge + 4, 2 * edge + 9)
    definitions = stone_definitions(ids, two_sided=True) + gradient(ids, "wood")
    return Scene(box, definitions, beneath, stone_cells(seen, found, ids, lock))


@lru_cache(maxsize=64)
def _grid(size: int, half: float) -> str:
    """Path data of the lines between the squares and around them."""
    ends = [number(-half + PITCH * step) for step in range(size + 1)]
    low, high = ends[0], ends[-1]
    return "".join(f"M{end} {low}V{high}M{low} {end}H{high}" for end in ends)


@lru_cache(maxsize=64)
def _grain(half: float) -> str:
    """Path data of wavering lines across the wood; sines of unrelated lengths, so none repeats."""
    lines = []
    spacing = 6.5
    for line in range(1, int(2 * half / spacing)):
        height = -half + line * spacing + 2.2 * sin(2.4 * line)
        points = []
        for step in range(9):
            x = -half + step * half / 4
            points.append((x, height + 1.7 * sin(x / 61 + 1.3 * line) + 0.9 * sin(x / 23 + line)))
        inside = [f"{number(x)} {number(max(-half, min(half, y)))}" for x, y in points]
        lines.append("M" + inside[0] + "L" + " ".join(inside[1:]))
    return "".join(lines)


def _brackets(reach: float, length: float) -> str:
    """Four corners of a frame around a protected stone."""
    far, near = number(reach), number(length)
    return (
        f"M-{far}-{number(reach - length)}v-{near}h{near}"
        f"M{number(reach - length)}-{far}h{near}v{near}"
        f"M{far} {number(reach - length)}v{near}h-{near}"
        f"M-{number(reach - length)} {far}h-{near}v-{near}"
    )


_BRACKETS = _brackets(17.0, 5.5)
MOST_NAMED = 4  # stones that one sentence names


def goal(rule_set: RuleSet, colour: int | None) -> str:
    komi = rule_set.option("komi")
    more = f" {title(rule_set, COLOUR_2)} gets {komi:g} more." if komi else ""
    return f"Most stones when the board is full.{more}"


def legend(position: PositionLike) -> str:
    return "Arrow: this stone can be turned next. Lock: it touches an enemy, but is safe this turn."


def aims(position: PositionLike) -> Aims:
    """Stones that the other side can turn when it is next to act, and those it would but can't."""
    if position.is_over or position.colour_index is None:
        return Aims()
    mover, marks = position.colour_index, list[Mark]()
    if position.state[CONVERSIONS] < position.game.option("cycle_limit"):  # KIT-4
        marks += _marks(position, mover, frozenset(position.protected))
    # What the mover leaves as it is can be turned in the next turn: nothing of it is new then.
    marks += _marks(position, 3 - mover, frozenset())
    return Aims(marks=tuple(sorted(marks)))


def _marks(position: PositionLike, colour: int, protected: frozenset[int]) -> list[Mark]:
    """The stones that a colour touches: those it can turn (KIT-1), those it can't (KIT-2)."""
    turned: set[int] = set()
    held: set[int] = set()
    for cell, content in enumerate(position.contents):
        if content == colour:
            beside = enemies_beside(position, cell)
            (turned if protected.isdisjoint(beside) else held).update(beside)
    names, whose = position.game.board.names, title(position.game, 3 - colour)
    return [
        Mark(cell, "turns", f"{whose}’s stone on {names[cell]} can be turned") for cell in turned
    ] + [
        Mark(cell, "holds", f"{whose}’s stone on {names[cell]} is safe this turn")
        for cell in held - turned
    ]


def enemies_beside(position: PositionLike, cell: int) -> tuple[int, ...]:
    """KIT-1: what the stone in a cell would turn."""
    contents, beside = position.contents, position.game.board.beside(cell)
    return tuple(other for other in beside if contents[other] not in (0, contents[cell]))


def ending(position: PositionLike, winner: int | None) -> Ending:
    """Stones and komi, or the drawn cycle (KIT-4)."""
    first, second = position.standings
    if 0 in position.contents:
        limit = position.game.option("cycle_limit")
        return Ending(f"{limit} conversions in a row without a new stone: a draw.")
    komi = position.game.option("komi")
    stones = (str(first.stones), str(second.stones))
    if not komi:
        words = "The board is full, and both have the same number of stones."
        if winner is not None:
            words = f"The board is full, and {title(position.game, winner)} has more stones."
        return Ending(words, (Row("Stones", *stones, decides=True),), scores(position))
    rows = (
        Row("Stones", *stones),
        Row("Komi", "", f"{komi:g}"),
        Row("Points", *scores(position), decides=True),
    )
    return Ending(
        f"The board is full. {title(position.game, 2)} gets {komi:g}.", rows, scores(position)
    )


def changes(before: PositionLike, after: PositionLike, colour: int, who: Who) -> list[str]:
    """Stones turned, and what is in danger afterwards."""
    rival = title(before.game, 3 - colour)
    turned = sum(
        new == colour and old not in (0, colour)
        for old, new in zip(before.contents, after.contents, strict=True)
    )
    found = []
    if turned:
        verb = "is" if turned == 1 else "are"
        found.append(f"It turns {counted(turned, 'stone')}, which {verb} safe for a turn.")
    safe = frozenset(after.protected)
    now = {mark.cell for mark in _marks(after, 3 - colour, safe) if mark.kind == "turns"}
    was = {mark.cell for mark in _marks(before, 3 - colour, frozenset()) if mark.kind == "turns"}
    if len(now) < len(was):
        stones = f"{counted(len(now), 'stone')} of {who.to_whom}" if now else "nothing"
        found.append(f"{rival} then threatens to turn {stones} (it was {len(was)}).")
    elif not now:
        found.append(f"{rival} then threatens nothing.")
    could = len({mark.cell for mark in _marks(after, colour, frozenset()) if mark.kind == "turns"})
    if could:
        found.append(f"{sentence(who.does('threaten'))} to turn {counted(could, 'stone')}.")
    return found


def leaves(after: PositionLike, reply: PositionLike, colour: int) -> list[str]:
    """The stones that the answer turns."""
    rival = title(after.game, 3 - colour)
    turned = [
        cell
        for cell, (old, new) in enumerate(zip(after.contents, reply.contents, strict=True))
        if old == colour and new == 3 - colour
    ]
    if not turned:
        return []
    if len(turned) <= MOST_NAMED:
        return [f"lets {rival} turn {cells_named(after, turned)}"]
    return [f"lets {rival} turn {counted(len(turned), 'stone')}"]


TURN_FEWER = Theme(
    "turn-fewer", "Turn fewer", "Another turn could have turned more stones than this one."
)
TURN_MANY = Theme("turn-many", "Turn many", "The turn turns three stones or four.")
TURN_TWO = Theme("turn-two", "Turn two", "The turn turns two stones, the most that it can.")
TURN_ONE = Theme("turn-one", "Turn one", "The turn turns one stone, the most that it can.")
DECLINE = Theme("decline", "Don’t turn", "You could turn a stone, and place one instead.")
LEAVE_NOTHING = Theme(
    "leave-nothing", "Leave nothing", "After the turn, none of your stones can be turned."
)
QUIET_STONE = Theme("quiet", "Quiet stone", "You can turn nothing, and place a stone.")
THEMES = (
    *(LAST_TURN, TURN_FEWER, TURN_MANY, TURN_TWO, TURN_ONE),
    *(LEAVE_NOTHING, DECLINE, QUIET_STONE),
)


def theme(before: PositionLike, after: PositionLike, colour: int) -> Theme:
    """Stones turned, left alone, and out of reach."""
    if after.is_over:
        return LAST_TURN
    pairs = zip(before.contents, after.contents, strict=True)
    turned = sum(new == colour and old not in (0, colour) for old, new in pairs)
    most = _most_to_turn(before, colour, frozenset(before.protected))
    if turned:
        if turned < most:
            return TURN_FEWER
        return TURN_MANY if turned > 2 else TURN_TWO if turned == 2 else TURN_ONE
    if not _most_to_turn(after, 3 - colour, frozenset(after.protected)):
        return LEAVE_NOTHING
    return DECLINE if most else QUIET_STONE


def _most_to_turn(position: PositionLike, colour: int, protected: frozenset[int]) -> int:
    """The most stones that a colour can turn at once, were it to move."""
    if position.state[CONVERSIONS] >= position.game.option("cycle_limit"):  # KIT-4
        return 0
    own = (cell for cell, content in enumerate(position.contents) if content == colour)
    found = (enemies_beside(position, cell) for cell in own)
    return max((len(one) for one in found if protected.isdisjoint(one)), default=0)


# Wood.
COLOURS, LOOKS = palette(
    {
        # on its own board, on paper, with high contrast, in print
        "kitaran-ground": (("#bd8d55", "#9a6f41"), looks.SHEET, looks.MIDDLE, looks.LIGHT),
        "kitaran-ground-far": (("#b08048", "#8b6238"), looks.SHEET, looks.MIDDLE, looks.LIGHT),
        "kitaran-frame": (("#6b4423", "#4a2f19"), looks.SHEET_EDGE, looks.NIGHT, looks.LIGHT),
        "kitaran-grain": (("#6b4423", "#3d2512"), looks.SHEET, looks.MIDDLE, looks.LIGHT),
        "kitaran-line": (("#6a431f", "#452a12"), looks.PENCIL, looks.BLACK, looks.LINE),
        "kitaran-label": (("#efdcc0", "#cdb595"), looks.INK, looks.LIGHT, looks.BLACK),
        "kitaran-lock": (("#0f3557", "#e4f2ff"), ("#0f3557", "#0b2a46"), looks.LIGHT, "#0f3557"),
    }
)
GROUND = "kitaran-frame"
SHOWCASE = (
    "kitaran size=5 komi=0 swap=off cycle_limit=50 | ww3/wb1b1/bw2w/bb1w1/bb3 | "
    "player=1 first=0 turn=17 conversions=0 frozen=b4"
)
PROTECTED = "is-protected"  # KIT-2
CONVERTS = "can-convert"  # own stones that may convert (KIT-1)


def step(position: PositionLike, action: Action) -> Step | None:
    """A stone is placed, or turns its enemies."""
    if action.kind != "convert":
        return defaults.step(position, action)
    (cell,) = action.cells
    return Step(cell, cell, enemies_beside(position, cell), mark=CONVERTS)


def done(position: PositionLike, action: Action) -> Done | None:
    """What the turn did that led to a position."""
    if action.kind != "convert":
        return defaults.done(position, action)
    (cell,) = action.cells
    # KIT-2 protects the stones that the last conversion turned.
    beside = position.game.board.beside(cell)
    turned = {other: "converted" for other in position.protected if other in beside}
    return Done({cell: "converted others", **turned}, cell)


def proposed(position: PositionLike, action: Action) -> tuple[Piece, ...]:
    """The stone that is placed, or those that would be turned."""
    if action.kind != "convert":
        return defaults.proposed(position, action)
    stone = token(position.game, position.colour_index or 1)
    turned = enemies_beside(position, action.cells[0])
    return tuple(Piece(cell, (stone,), is_turned=True) for cell in turned)


def marks(seen: BoardView) -> Mapping[str, frozenset[int]]:
    """Protected stones; a turn that is not played yet protects nothing."""
    return {PROTECTED: frozenset(seen.base.protected)}


def remarks(seen: BoardView, cell: int) -> list[str]:
    """Whether a stone is protected, and what may be done with a cell."""
    parts = ["protected"] if seen.has(PROTECTED, cell) else []
    if not seen.has(CONVERTS, cell):
        return parts + defaults.remarks(seen, cell)
    names = seen.game.board.names
    return [*parts, f"may convert {listed([names[other] for other in seen.targets[cell]])}"]


def owner(seen: BoardView, found: Layout, cell: int, share: float) -> str:
    """A vacant cell is shaded; on a stone that will probably be turned lies a small square."""
    content, likely = seen.contents[cell], defaults.likely_owner(share)
    if content == 0:
        return defaults.owner(seen, found, cell, share)
    if content == likely:
        return ""
    x, y = found.centre(cell)
    attributes = {
        "class": f"owner owner-stone owner-{seen.game.info.colours[likely - 1]}",
        "data-owner": seen.game.board.names[cell],
        "fill-opacity": 1,
    }
    return tag("rect", attributes | {"x": x - 5.0, "y": y - 5.0, "width": 10.0, "height": 10.0})


def paint(brush: Brush, seen: BoardView, found: Layout) -> None:
    """The board, the stones, a frame around those that are protected."""
    for cell in range(seen.game.board.num_cells):
        brush.cell(found, cell, "kitaran-ground", "kitaran-line", 1.2)
    defaults.paint_stones(brush, seen, found)
    for cell in seen.marks[PROTECTED]:
        brush.line(_frame(found, cell), "kitaran-lock", 1.6)


def _frame(found: Layout, cell: int) -> list[Point]:
    x, y = found.centre(cell)
    half = APOTHEM - 1.8
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


FROZEN, IN_A_ROW = "frozen", "conversions"  # fields
AFTER_SWAP = (2, 1)  # turns, and who holds the first colour: then nothing is protected


def tools(rule_set: RuleSet) -> tuple[Tool, ...]:
    """Stones, and the mark of those that may not be turned."""
    mark = Tool("protected", "Protected", field=FROZEN, most=MOST_FROZEN)
    return (*stone_tools(rule_set), mark)


def normalise(draft: Draft) -> Draft:
    """The number of the turn; protected stones are those of who has just moved."""
    if draft.colour == 0:
        draft = replace(draft, colour=1, first=0)
    just_moved = OTHER - draft.colour
    stones = [cell for cell in draft.cells(FROZEN) if draft.contents[cell] == just_moved]
    draft = draft.with_cells(FROZEN, stones)
    if not any(draft.contents):
        draft = draft.with_fields(conversions="0")
    return with_nearest_turn(draft, _all_that_fit(draft))


def _all_that_fit(draft: Draft) -> Iterator[tuple[int, int]]:
    """Each number of turns, and who holds the first colour, that may have led to the stones.

    KIT-1, KIT-4: each turn has placed a stone or converted. Of many turns only those near to the
    draft's are tried.
    """
    rules = cast(Rules, draft.game.rules)
    stones, conversions = len(draft.where(1, 2)), draft.number(IN_A_ROW)
    for first in (0, 1) if draft.swaps else (0,):
        least, most = stones + conversions + first, stones * (1 + rules.limit) + first
        near = min(max(draft.turn, least), most)
        for turn in range(max(least, near - 2, 2 * first), min(most, near + 2) + 1):
            stands_still = (turn, first) == AFTER_SWAP and draft.cells(FROZEN)
            if colour_at(draft.game, turn, first) == draft.colour and not (
                stands_still and conversions == 0
            ):
                yield turn, first


def controls(draft: Draft) -> tuple[Control, ...]:
    """The swap, and KIT-4's count."""
    is_first_stone = len(draft.where(1)) == 1 and not draft.where(2) and draft.colour == 2
    limit = cast(Rules, draft.game.rules).limit
    number = draft.field(IN_A_ROW)
    count = Control(IN_A_ROW, "Conversions in a row, up to now", number, 0, limit)
    swap = swap_control(draft, is_possible=is_first_stone and draft.number(IN_A_ROW) == 0)
    return (*swap, count)


def with_control(draft: Draft, name: str, value: str) -> Draft:
    """The swap, after which nothing is protected; or the count."""
    if name == SWAP:
        return with_swap(draft, value).with_cells(FROZEN, draft.where(1) if value == "on" else ())
    return draft.with_fields(conversions=value)


def problems(draft: Draft) -> list[Problem]:
    """Too many conversions, a number of turns that cannot be, or what is not protected."""
    limit = cast(Rules, draft.game.rules).limit
    if draft.number(IN_A_ROW) > limit:
        fix = Fix(f"Make it {limit}", draft.with_fields(conversions=str(limit)))
        said = f"There cannot be more than {counted(limit, 'conversion')} in a row in this game."
        return [Problem("conversions", said, (), (fix,))]
    if next(_all_that_fit(draft), None) is None:
        return [_turn_problem(draft)]
    return _frozen_problems(draft)


def _let_other_move(draft: Draft) -> Fix:
    return letting(replace(draft, colour=OTHER - draft.colour))


def _turn_problem(draft: Draft) -> Problem:
    mover, other = title(draft.game, draft.colour), title(draft.game, OTHER - draft.colour)
    if not any(draft.contents):
        said = f"The board is empty, so it is the turn of {other}, who begins. Let {other} move."
        return Problem("turn", said, (), (_let_other_move(draft),))
    fewer = Fix("Count no conversions", draft.with_fields(conversions="0"))
    fixes = (_let_other_move(draft), fewer)
    return Problem(
        "turn",
        f"These stones and conversions cannot come before a turn of {mover}. Let {other} move, or "
        "count other conversions.",
        (),
        tuple(fix for fix in fixes if next(_all_that_fit(normalise(fix.draft)), None) is not None),
    )


def _frozen_problems(draft: Draft) -> list[Problem]:
    frozen = draft.cells(FROZEN)
    if not any(draft.contents) or (not frozen and (draft.turn, draft.first) == AFTER_SWAP):
        return []
    mover, other = title(draft.game, draft.colour), title(draft.game, OTHER - draft.colour)
    stones = draft.where(OTHER - draft.colour)
    if not stones:
        said = f"{other} has just moved, but has no stone. Put one, or let {other} move."
        return [Problem("nobody moved", said, (), (_let_other_move(draft),))]
    if not frozen:
        cell = min(stones, key=lambda one: _num_enemies(draft, one))
        name = draft.game.board.names[cell]
        return [
            Problem(
                "protected",
                f"{other} has just placed or turned a stone, which {mover} may not turn. "
                f"Mark it as protected; a stone beside none of {mover} makes no difference.",
                (),
                (Fix(f"Protect {name}", draft.with_cells(FROZEN, [cell])),),
            )
        ]
    if len(frozen) > 1 and draft.number(IN_A_ROW) == 0:
        names = ", ".join(draft.named(frozen))
        only = draft.game.board.names[frozen[0]]
        return [
            Problem(
                "many protected",
                f"{names} are protected together, which only a conversion does. Count it, or "
                "protect one stone only.",
                frozen,
                (
                    Fix("Count one conversion", draft.with_fields(conversions="1")),
                    Fix(f"Protect {only} only", draft.with_cells(FROZEN, frozen[:1])),
                ),
            )
        ]
    return []


def _num_enemies(draft: Draft, cell: int) -> int:
    """Stones of who is to move that stand beside a cell."""
    return sum(draft.contents[one] == draft.colour for one in draft.game.board.beside(cell))
