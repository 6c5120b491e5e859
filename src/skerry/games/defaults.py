"""What holds of a game that says nothing itself: stones are placed on cells, and stay.

Each name is one of `contract.GameModule`, which says what it is for.
"""

from skerry.canvas import looks
from skerry.canvas.boards import Scene, plain_slab, stone_definitions
from skerry.canvas.brush import Brush
from skerry.canvas.colours import Colours
from skerry.canvas.geometry import Layout
from skerry.canvas.svg import Ids
from skerry.core.layout import CELLS, EMPTY, REASON, IntArray16
from skerry.games.actions import Action, Kind, explain_occupied, explain_swap
from skerry.games.aims import (
    Aims,
    Area,
    Ending,
    group_name,
    groups_of,
    num_joined,
    num_kept_apart,
    scores,
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
from skerry.games.position_text import turns_in_order
from skerry.games.ruleset import RuleSet
from skerry.games.ruleset import rule_set as new_rule_set
from skerry.games.stone_view import board_words as board_words
from skerry.games.stone_view import describe as describe
from skerry.games.stone_view import done as done
from skerry.games.stone_view import marks as marks
from skerry.games.stone_view import mover as mover
from skerry.games.stone_view import owner as owner
from skerry.games.stone_view import paint_cells, paint_stones, stone_cells
from skerry.games.stone_view import paper as paper
from skerry.games.stone_view import proposed as proposed
from skerry.games.stone_view import remarks as remarks
from skerry.games.stone_view import step as step
from skerry.games.stone_view import token as token
from skerry.games.view import BoardView, PositionLike
from skerry.games.words import (
    DRAW_WORDS,
    REASONS,
    WIN_WORDS,
    Line,
    signed,
    stones_line,
)
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


def turn_rule(name: str) -> str:
    """The second rule of the game's page, the first being that of the board."""
    return f"{name.upper()}-2"


def explain(rule_set: RuleSet, state: IntArray16, action: Action, text: str) -> tuple[str, str]:
    """The cell is taken, the turn has no stone yet, nobody may swap."""
    if action.kind == "swap":
        return explain_swap(rule_set)
    rule = game_module(rule_set.name).TURN_RULE
    if action.kind == "end":
        return rule, "A turn places at least one stone before it ends."
    (cell,) = action.cells
    name = rule_set.board.names[cell]
    if state[CELLS + cell] != EMPTY:
        return rule, explain_occupied(name)
    return rule, f"No stone can be placed on {name} now."


# ---- positions as text ----


def symbols(rule_set: RuleSet) -> str:
    """The initials of the colours."""
    return "." + "".join(colour[0] for colour in rule_set.info.colours)


def most_placed(rule_set: RuleSet, turns: int) -> int:
    """One stone a turn, or as many as the highest ring number says."""
    return turns * max(1, int(ring_numbers(rule_set.rules).max()))


# ---- in words ----


def turn_help(position: PositionLike, num_actions: int) -> str:
    """How many stones the turn may have."""
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
    """The game in a line."""
    return rule_set.info.summary


def legend(position: PositionLike) -> str:
    """The sizes."""
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
    """By the reason that ended the game."""
    reason = REASONS[int(position.state[REASON])]
    if winner is None:
        words = f"Drawn {DRAW_WORDS.get(reason, '')}".strip()
    else:
        words = f"{title(position.game, winner)} wins {WIN_WORDS.get(reason, '')}".strip()
    has_scores = position.standings[0].score is not None
    return Ending(f"{words}.", score=scores(position) if has_scores else None)


def changes(before: PositionLike, after: PositionLike, colour: int) -> list[str]:
    """Groups joined and kept apart, points won."""
    rival, found = title(before.game, 3 - colour), []
    if joined := num_joined(before, after, colour):
        found.append(f"It joins {joined} of your groups.")
    if apart := num_kept_apart(before, after, colour):
        found.append(f"It keeps {apart} groups of {rival} apart.")
    old, new = (one.standings[colour - 1].score or 0 for one in (before, after))
    if new > old:
        found.append(f"Your points go from {signed(old)} to {signed(new)}.")
    return found


# ---- how positions are set up ----


def with_control(draft: Draft, name: str, value: str) -> Draft:
    """The swap."""
    return with_swap(draft, value)


# ---- as pictures ----

PLANES = STONE_PLANES
EXAMPLE = "c3"
TONES = None
OUTSIDE = 0.0


def plain_colours(name: str) -> Colours:
    """A sandy board."""
    return {
        f"{name}-ground": ("#c9bfa8", "#a89f8a"),
        f"{name}-slab": ("#5c5340", "#3b3529"),
        f"{name}-line": ("#7d735c", "#6a614d"),
    }


def plain_looks(name: str) -> dict[str, Colours]:
    """The same in other looks."""
    names = (f"{name}-ground", f"{name}-slab", f"{name}-line")
    pairs = {
        looks.PAPER: (looks.SHEET, looks.SHEET_EDGE, looks.PENCIL),
        looks.CONTRAST: (looks.MIDDLE, looks.NIGHT, looks.BLACK),
        looks.PRINT: (looks.LIGHT, looks.LIGHT, looks.LINE),
    }
    return {look: dict(zip(names, found, strict=True)) for look, found in pairs.items()}


def slab_colour(name: str) -> str:
    """That of the board's edge."""
    return f"{name}-slab"


def scene(seen: BoardView, found: Layout, ids: Ids, *, labelled: bool) -> Scene:
    """A slab and its cells, with the numbers of rings where there are some."""
    beneath, box = plain_slab(seen.game.board, found, labelled=labelled)
    return Scene(box, stone_definitions(ids), beneath, stone_cells(seen, found, ids))


def paint(brush: Brush, seen: BoardView, found: Layout) -> None:
    """As `scene`, in pixels."""
    paint_cells(brush, seen, found)
    paint_stones(brush, seen, found)


# What depends on the game's name.
BY_NAME = {
    "KINDS": kinds,
    "FORMS": forms,
    "TURN_RULE": turn_rule,
    "COLOURS": plain_colours,
    "LOOKS": plain_looks,
    "GROUND": slab_colour,
}
