"""What holds of a game that says nothing itself: stones are placed on cells, and stay.

Each name is one of `contract.GameModule`, which says what it is for.
"""

from collections.abc import Callable, Mapping

from skerry.canvas import looks
from skerry.canvas.boards import (
    Scene,
    ground,
    on_spoke,
    pending_ring,
    pieces,
    plain_slab,
    stone_definitions,
)
from skerry.canvas.brush import Brush
from skerry.canvas.colours import FAINTEST, Colours, opacity, tone
from skerry.canvas.geometry import Layout
from skerry.canvas.svg import Ids, polygon, tag, text
from skerry.core.layout import CELLS, EMPTY, REASON, IntArray16
from skerry.games.actions import Action, Kind, explain_occupied, explain_swap
from skerry.games.aims import (
    Aims,
    Area,
    Ending,
    Who,
    cells_named,
    cuts_of,
    group_name,
    groups_of,
    num_joined,
    num_kept_apart,
    scores,
    sentence,
    title,
)
from skerry.games.contract import end_action, game_module, ring_numbers
from skerry.games.editing import Draft, stone_tools, with_swap
from skerry.games.editing import colour_at as colour_at
from skerry.games.editing import controls as controls
from skerry.games.editing import normalise as normalise
from skerry.games.editing import problems as problems
from skerry.games.observation import STONE_PLANES
from skerry.games.position_text import fields as fields
from skerry.games.position_text import finished_turns as finished_turns
from skerry.games.position_text import read_fields as read_fields
from skerry.games.position_text import settle as settle
from skerry.games.position_text import settle_result as settle_result
from skerry.games.position_text import settle_turn as settle_turn
from skerry.games.position_text import turns_in_order
from skerry.games.ruleset import RuleSet
from skerry.games.ruleset import rule_set as new_rule_set
from skerry.games.themes import JOININGS, LAST_TURN, QUIET, Theme, joining
from skerry.games.view import BoardView, Done, Paper, Piece, PositionLike, Step, palette
from skerry.games.words import DRAW_WORDS, REASONS, WIN_WORDS, Line, signed, stones_line
from skerry.games.words import counters as counters
from skerry.games.words import standing_words as standing_words
from skerry.games.words import turn_words as turn_words

tools = stone_tools
mover_of = turns_in_order

MOST_LABELLED = 2  # stones of a group whose size is not worth telling


# ---- actions as text ----


def kinds(name: str) -> tuple[Kind, ...]:
    """A stone on a cell, then the end of a turn and the swap, where the game has them."""
    game = new_rule_set(name, {})
    found = [Kind("place", "{}", 1, clicked_on="any")]
    if end_action(game.rules) is not None:
        found.append(Kind("end", "end"))
    if any(option.name == "swap" for option in game.info.options):
        found.append(Kind("swap", "swap"))
    return tuple(found)


def forms(name: str) -> str:
    """A cell, and the words."""
    words = [f"'{kind.text}'" for kind in game_module(name).KINDS if not kind.num_cells]
    return " or ".join(filter(None, (", ".join(["a cell such as c3", *words[:-1]]), *words[-1:])))


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """The cell is taken, the turn has no stone yet, nobody may swap."""
    if action.kind == "swap":
        return explain_swap(rule_set)
    says = game_module(rule_set.name)
    if action.kind == "end":
        return says.TURN_RULE, "A turn places at least one stone before it ends."
    (cell,) = action.cells
    if state[CELLS + cell] != EMPTY:
        return says.VACANT_RULE, explain_occupied(rule_set.board.names[cell])
    return says.explain_vacant(rule_set, state, cell)


def explain_vacant(rule_set: RuleSet, state: IntArray16, cell: int) -> tuple[str, str]:
    name = rule_set.board.names[cell]
    return game_module(rule_set.name).TURN_RULE, f"No stone can be placed on {name} now."


# ---- positions as text ----


def symbols(rule_set: RuleSet) -> str:
    return "." + "".join(colour[0] for colour in rule_set.info.colours)


def most_placed(rule_set: RuleSet, turns: int) -> int:
    """One stone a turn, or as many as the highest ring number says."""
    return turns * max(1, int(ring_numbers(rule_set.rules).max()))


# ---- in words ----


def turn_help(position: PositionLike, num_actions: int) -> str:
    most = position.most_stones
    if most == 1:
        return "Place a stone"
    if num_actions == 0:
        return f"Place up to {most} stones"
    return f"{num_actions} of up to {most} stones placed"


def standing_lines(position: PositionLike, colour: int) -> list[Line]:
    """Stones, and a score where the game has one."""
    standing = position.standings[colour - 1]
    if standing.score is None:
        return [stones_line(standing)]
    return [Line("Score", signed(standing.score)), stones_line(standing)]


# ---- what the colours are after ----


def goal(rule_set: RuleSet, colour: int | None) -> str:
    return rule_set.info.summary


def legend(position: PositionLike) -> str:
    return "On each group: its size."


def aims(position: PositionLike) -> Aims:
    """Groups of more than two stones, with their sizes."""
    groups = [group for colour in (1, 2) for group in groups_of(position, colour)]
    return Aims(
        tuple(
            Area(group, position.contents[group[0]], group_name(position, group), str(len(group)))
            for group in groups
            if len(group) > MOST_LABELLED
        )
    )


def ending(position: PositionLike, winner: int | None) -> Ending:
    reason = REASONS[int(position.state[REASON])]
    if winner is None:
        words = f"Drawn {DRAW_WORDS.get(reason, '')}".strip()
    else:
        words = f"{title(position.game, winner)} wins {WIN_WORDS.get(reason, '')}".strip()
    has_scores = position.standings[0].score is not None
    return Ending(f"{words}.", score=scores(position) if has_scores else None)


def changes(before: PositionLike, after: PositionLike, colour: int, who: Who) -> list[str]:
    rival, found = title(before.game, 3 - colour), []
    if joined := num_joined(before, after, colour):
        found.append(f"It joins {joined} of {who.whose} groups.")
    if apart := num_kept_apart(before, after, colour):
        found.append(f"It keeps {apart} groups of {rival} apart.")
    old, new = (one.standings[colour - 1].score or 0 for one in (before, after))
    if new > old:
        found.append(f"{sentence(who.whose)} points go from {signed(old)} to {signed(new)}.")
    return found


def leaves(after: PositionLike, reply: PositionLike, colour: int) -> list[str]:
    rival, found = title(after.game, 3 - colour), []
    if cuts := cuts_of(after, reply, colour):
        noun = "cut" if len(cuts) == 1 else "cuts"
        found.append(f"leaves the {noun} at {cells_named(after, cuts)}")
    if joined := num_joined(after, reply, 3 - colour):
        found.append(f"lets {rival} join {joined} groups")
    return found


# ---- what solves a puzzle ----

THEMES = (LAST_TURN, *JOININGS, QUIET)


def theme(before: PositionLike, after: PositionLike, colour: int) -> Theme:
    return LAST_TURN if after.is_over else joining(before, after, colour) or QUIET


# ---- how positions are set up ----


def with_control(draft: Draft, name: str, value: str) -> Draft:
    return with_swap(draft, value)


# ---- as pictures ----

PLANES = STONE_PLANES
EXAMPLE = "c3"
TONES = None
OUTSIDE = 0.0
SHADE = 0.74  # of a cell's size, so that it is not mistaken for the ground


def plain_palette(name: str) -> tuple[Colours, Mapping[str, Colours]]:
    """A sandy board."""
    return palette(
        {
            f"{name}-ground": (("#c9bfa8", "#a89f8a"), looks.SHEET, looks.MIDDLE, looks.LIGHT),
            f"{name}-slab": (("#5c5340", "#3b3529"), looks.SHEET_EDGE, looks.NIGHT, looks.LIGHT),
            f"{name}-line": (("#7d735c", "#6a614d"), looks.PENCIL, looks.BLACK, looks.LINE),
        }
    )


def scene(seen: BoardView, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """A slab and its cells, with the numbers of rings where there are some."""
    beneath, box = plain_slab(seen.game.board, found, labelled=labelled)
    return Scene(box, stone_definitions(ids), beneath, stone_cells(seen, found, ids))


def paint(brush: Brush, seen: BoardView, found: Layout) -> None:
    paint_cells(brush, seen, found)
    paint_stones(brush, seen, found)


def step(position: PositionLike, action: Action) -> Step | None:
    return Step(action.cells[0], action.cells[0]) if action.cells else None


def done(position: PositionLike, action: Action) -> Done | None:
    return Done({action.cells[0]: "placed"}) if action.cells else None


def marks(seen: BoardView) -> Mapping[str, frozenset[int]]:
    return {}


def mover(position: PositionLike) -> int | None:
    """Who is to act places a stone of their own."""
    return position.colour_index


def token(rule_set: RuleSet, colour: int) -> str:
    return f"stone-{rule_set.info.colours[colour - 1]}"


def proposed(position: PositionLike, action: Action) -> tuple[Piece, ...]:
    """The stone that is placed; of a swap all that would be taken over."""
    if action.kind == "swap":
        return tuple(Piece(cell) for cell, content in enumerate(position.contents) if content)
    colour = position.colour_index
    if not action.cells or colour is None:
        return ()
    return (Piece(action.cells[0], (token(position.game, colour),)),)


def board_words(rule_set: RuleSet) -> str:
    return f"size {rule_set.option('size')}"


def paper(rule_set: RuleSet, found: Layout, ids: Ids) -> Paper:
    first, second = rule_set.info.colours
    return Paper(
        f"Stones, buttons or coins of two kinds, for {first} and {second}: the board has "
        f"{rule_set.board.num_cells} cells."
    )


def describe(seen: BoardView, cell: int) -> list[str]:
    content = seen.contents[cell]
    return [seen.game.info.colours[content - 1] if content else "empty"]


def remarks(seen: BoardView, cell: int) -> list[str]:
    return ["can be played"] if cell in seen.legal else []


def stone_cells(seen: BoardView, found: Layout, ids: Ids, more: str = "") -> tuple[str, ...]:
    """What is in each cell: its ground in the tone of its ring, both stones, its marks.

    Where rings govern a turn, their numbers are engraved in the cells of the spokes.

    Args:
        seen: the position.
        found: where its cells lie.
        ids: of the picture.
        more: marks over the stones, the same in every cell.
    """
    num_rings = max(seen.rings)
    both = pieces(ids, seen.game.info.colours, more)
    cells = []
    for cell, ring in enumerate(seen.rings):
        shade, under = "", ""
        if num_rings:
            shade = f"tone-{tone(ring, num_rings)}"
            under = text(str(ring), (0.0, 0.0), "number") if on_spoke(found, cell) else ""
        waiting = pending_ring(is_source=cell in seen.pending_sources)
        over = waiting if cell in seen.pending else ""
        cells.append("".join((ground(found.shape, shade), under, both, over)))
    return tuple(cells)


def owner(seen: BoardView, found: Layout, cell: int, share: float) -> str:
    certainty = abs(2 * share - 1)
    if seen.contents[cell] or certainty < FAINTEST:
        return ""
    x, y = found.centre(cell)
    attributes = {
        "class": f"owner owner-{seen.game.info.colours[likely_owner(share) - 1]}",
        "data-owner": seen.game.board.names[cell],
        "fill-opacity": opacity(certainty),
        "d": polygon([(x + SHADE * dx, y + SHADE * dy) for dx, dy in found.shape]),
    }
    return tag("path", attributes)


def likely_owner(share: float) -> int:
    """The colour, 1 or 2, that a cell will rather end with."""
    return 1 if share >= 0.5 else 2


def paint_stones(brush: Brush, seen: BoardView, found: Layout) -> None:
    """Stones, and a dot on those of the last turn and of this one."""
    for cell, content in enumerate(seen.contents):
        if content:
            centre = found.centre(cell)
            brush.stone(centre, seen.game.info.colours[content - 1])
            if cell in seen.last or cell in seen.pending:
                brush.disc(centre, 4.6, "accent")


def paint_cells(brush: Brush, seen: BoardView, found: Layout) -> None:
    """Cells in the shade of their ring, or all alike."""
    name, num_rings = seen.game.name, max(seen.rings)
    for cell, ring in enumerate(seen.rings):
        ground = f"{name}-tone-{tone(ring, num_rings)}" if num_rings else f"{name}-ground"
        brush.cell(found, cell, ground, f"{name}-line", 0.8)


# What depends on the game's name.
BY_NAME: Mapping[str, Callable[[str], object]] = {
    "KINDS": kinds,
    "FORMS": forms,
    "TURN_RULE": lambda name: f"{name.upper()}-2",  # the first is that of the board
    "VACANT_RULE": lambda name: game_module(name).TURN_RULE,
    "COLOURS": lambda name: plain_palette(name)[0],
    "LOOKS": lambda name: plain_palette(name)[1],
    "GROUND": lambda name: f"{name}-slab",
}
