"""What pictures of Syrtis mark, what its sides are after, and the game on paper."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, cast

import numpy as np

from skerry.canvas import looks
from skerry.canvas.boards import Scene, coordinates, square
from skerry.canvas.brush import Brush
from skerry.canvas.colours import FAINTEST, opacity
from skerry.canvas.geometry import APOTHEM, PITCH, Layout, groups
from skerry.canvas.svg import Ids, number, tag
from skerry.core.layout import LEGAL_ROOM, PLAYER, RESULT, WON, new_work
from skerry.core.numbers import counted
from skerry.games import dispatch
from skerry.games.actions import Action, format_action
from skerry.games.aims import Aims, Area, Ending, Mark, Who, sentence, title
from skerry.games.ruleset import RuleSet
from skerry.games.syrtis import TILE_CODES, TILE_NAMES, frame_tiles
from skerry.games.syrtis.game import partner
from skerry.games.syrtis.kernels import LAST_SINKER, RACE, SIDES, Rules, own_part
from skerry.games.syrtis.scene import scene as scene
from skerry.games.syrtis.scene import tower_colours
from skerry.games.themes import LAST_TURN, Theme
from skerry.games.view import (
    BoardView,
    CutOut,
    Done,
    Paper,
    Piece,
    PositionLike,
    Step,
    listed,
    palette,
)

MOST_NAMED = 3  # turns that one sentence names
ORDINALS = ("", "first", "second", "third", "fourth")


class Islands(NamedTuple):
    """The tiles of one kind."""

    kind: str  # "light", "circle", "dark", "square"
    colour: int  # of the side that joins them
    largest: tuple[int, ...]
    number: int  # of islands
    num_tiles: int


def goal(rule_set: RuleSet, colour: int | None) -> str:
    if colour is None:
        return "Join all tiles of your colour, or of your shape. Or sink four tiles in a row."
    (own, _), (shape, _) = SIDES[colour - 1]
    return f"Join all {own} tiles, or all {shape} tiles. Or sink four tiles in a row."


def legend(position: PositionLike) -> str:
    return "Outlined: each side’s best island so far. Lock: a tile that can’t be sunk now."


def aims(position: PositionLike) -> Aims:
    """The largest island of what each side is nearest to join; at the end what was joined."""
    if position.is_over:
        joined = [one for colour in (1, 2) for one in islands(position, colour) if one.number == 1]
        return Aims(tuple(_area(one, decides=True) for one in joined))
    areas = tuple(_area(one) for colour in (1, 2) for one in nearest(position, colour))
    names = position.game.board.names
    marks = (Mark(cell, "holds", f"{names[cell]} can’t be sunk now") for cell in _held(position))
    return Aims(areas, tuple(marks))


def _area(one: Islands, *, decides: bool = False) -> Area:
    label = f"{len(one.largest)}/{one.num_tiles}"
    words = (
        f"The largest island of {one.kind} tiles: {len(one.largest)} of {one.num_tiles}, "
        f"in {counted(one.number, 'island')}"
    )
    return Area(one.largest, one.colour, words, label, decides=decides)


def islands(position: PositionLike, colour: int) -> tuple[Islands, ...]:
    """SYR-7: of the side's colour, of its shape; a kind without a tile is left out."""
    found = []
    for kind, tiles in SIDES[colour - 1]:
        own = groups(position.game.board, [int(one in tiles) for one in position.contents])
        if own:
            largest = max(own, key=len)
            found.append(Islands(kind, colour, largest, len(own), sum(map(len, own))))
    return tuple(found)


def nearest(position: PositionLike, colour: int) -> tuple[Islands, ...]:
    """Of a side's two aims the one with fewer islands left to join, as far as it has tiles."""
    found = sorted(islands(position, colour), key=lambda one: (one.number, -len(one.largest)))
    return tuple(found[:1])


def _held(position: PositionLike) -> Iterator[int]:
    """Tiles without a tower that nobody can sink now (SYR-8): no open edge, or all hangs on it."""
    tiles = [int(content > 0) for content in position.contents]
    for cell, tile in enumerate(tiles):
        if not tile or cell in position.towers:
            continue
        around = [other for other in position.game.board.beside(cell) if tiles[other]]
        without = [*tiles[:cell], 0, *tiles[cell + 1 :]]
        if len(around) == 4 or len(groups(position.game.board, without)) > 1:
            yield cell


def ending(position: PositionLike, winner: int | None) -> Ending:
    """The island, the race, or the initiative (SYR-9 to SYR-11)."""
    met = {colour: [*_met(position, colour)] for colour in (1, 2)}
    assert winner is not None, "Syrtis has no draws"
    who, rival = title(position.game, winner), title(position.game, 3 - winner)
    if met[winner] and not met[3 - winner]:
        return Ending(f"{who} {met[winner][0]}.")
    sinker = int(position.state[own_part(cast(Rules, position.game.rules)) + LAST_SINKER])
    has_it = f"{who} sank the last tile." if sinker else f"No tile was sunk; {who} moved first."
    if met[winner]:
        words = f"{who} {met[winner][0]}, {rival} {met[3 - winner][0]}. {has_it}"
        return Ending(words, says_why=False)
    return Ending(f"Neither side has joined an island. {has_it}", says_why=False)


def _met(position: PositionLike, colour: int) -> Iterator[str]:
    """What a side has reached."""
    for one in islands(position, colour):
        if one.number == 1:
            yield f"has joined all {counted(one.num_tiles, f'{one.kind} tile')}"
    if position.standings[colour - 1].sunk >= RACE:
        yield "has sunk four tiles in a row"


def changes(before: PositionLike, after: PositionLike, colour: int, who: Who) -> list[str]:
    """Threats to win first, then islands, the race of sinking, and what each side can sink."""
    won = [*_met(after, colour)]
    if won:
        return [f"It wins: {title(before.game, colour)} {won[0]}."]
    return [
        *_threats(before, after, colour, who),
        *_islands_changed(before, after, colour, who),
        *_race(before, after, colour, who),
        *_grown(before, after, colour, who),
        *_reach(before, after, colour, who),
    ]


def _threats(before: PositionLike, after: PositionLike, colour: int, who: Who) -> Iterator[str]:
    """Turns that would win at once: the other side's that are gone, one's own that are there."""
    rival = title(before.game, 3 - colour)
    if was := winning_turns(before, 3 - colour):
        now = winning_turns(after, 3 - colour)
        if not now:
            yield f"It stops {rival} from winning at once by {listed(was[:MOST_NAMED])}."
    if own := winning_turns(after, colour):
        yield f"{sentence(who.does('threaten'))} to win at once by {listed(own[:MOST_NAMED])}."


def winning_turns(position: PositionLike, colour: int) -> tuple[str, ...]:
    """The turns with which a side would win at once if it were to act, as text.

    None where the game is over, or nobody has chosen a side yet.
    """
    rules, state = cast(Rules, position.game.rules), position.state.copy()
    if position.is_over or position.persons is None:
        return ()
    person = position.persons[colour - 1]
    state[PLAYER] = person
    out, work = np.empty(LEGAL_ROOM, dtype=np.int16), new_work(rules)
    found = []
    for action in out[: dispatch.legal(rules, state, out, work)].tolist():
        reached = state.copy()
        dispatch.apply(rules, reached, action, work)
        if reached[RESULT] == WON + person:
            found.append(format_action(position.game, action))
    return tuple(found)


def _islands_changed(
    before: PositionLike, after: PositionLike, colour: int, who: Who
) -> Iterator[str]:
    """SYR-7: islands that came together, and the other side's that fell apart."""
    rival = title(before.game, 3 - colour)
    old = {one.kind: one.number for side in (1, 2) for one in islands(before, side)}
    for new in islands(after, colour):
        if new.number < old[new.kind]:
            number = counted(new.number, "island")
            yield f"{sentence(who.whose)} {new.kind} tiles are in {number}, not {old[new.kind]}."
    for new in islands(after, 3 - colour):
        if new.number > old[new.kind]:
            number = f"{new.number} islands, not {old[new.kind]}"
            yield f"{rival}’s {new.kind} tiles fall into {number}."


def _race(before: PositionLike, after: PositionLike, colour: int, who: Who) -> Iterator[str]:
    """SYR-9: tiles sunk since the other side last sank one."""
    sunk, was = (one.standings[colour - 1].sunk for one in (after, before))
    if sunk > max(1, was):
        yield f"{sentence(who.does('have'))} sunk {sunk} tiles in a row (four win)."
    broken = before.standings[2 - colour].sunk
    if broken > after.standings[2 - colour].sunk:
        tiles = counted(broken, "sunk tile")
        yield f"It breaks {title(before.game, 3 - colour)}’s row of {tiles}."


def _grown(before: PositionLike, after: PositionLike, colour: int, who: Who) -> Iterator[str]:
    """How the best islands of both sides have changed for the better of a colour."""
    rival = f"{title(before.game, 3 - colour)}’s"
    whose_own = sentence(who.whose)
    for side, whose, verb in ((colour, whose_own, "grows"), (3 - colour, rival, "shrinks")):
        for old in nearest(before, side):
            new = next((one for one in islands(after, side) if one.kind == old.kind), old)
            was, now = len(old.largest), len(new.largest)
            if (now - was) * (1 if side == colour else -1) > 0:
                yield f"{whose} best island of {old.kind} tiles {verb} from {was} to {now}."


def _reach(before: PositionLike, after: PositionLike, colour: int, who: Who) -> Iterator[str]:
    """SYR-8: how many tiles the towers of each side can sink, where the turn made that better."""
    rival = title(before.game, 3 - colour)
    own, theirs = (
        tuple(len(sinkable(position, side)) for position in (before, after))
        for side in (colour, 3 - colour)
    )
    if theirs[1] < theirs[0]:
        tiles = counted(theirs[1], "tile") if theirs[1] else "no tile"
        yield f"{rival} can then sink {tiles} (it was {theirs[0]})."
    if own[1] > own[0]:
        tiles = counted(own[1], "tile")
        yield f"{sentence(who.whose)} towers then reach {tiles} to sink (it was {own[0]})."


def sinkable(position: PositionLike, colour: int) -> tuple[int, ...]:
    """The tiles that a side could sink if it were to act (SYR-8)."""
    rules, state = cast(Rules, position.game.rules), position.state.copy()
    if position.is_over or position.persons is None:
        return ()
    state[PLAYER] = position.persons[colour - 1]
    out = np.empty(LEGAL_ROOM, dtype=np.int16)
    legal = out[: dispatch.legal(rules, state, out, new_work(rules))].tolist()
    return tuple(action for action in legal if action < rules.num_cells)


def leaves(after: PositionLike, reply: PositionLike, colour: int) -> list[str]:
    """The answer's islands and sinks, and what it does to those of the colour."""
    rival = title(after.game, 3 - colour)
    old = {one.kind: one.number for side in (1, 2) for one in islands(after, side)}
    found = []
    if own := winning_turns(reply, 3 - colour):
        found.append(f"lets {rival} threaten to win at once by {listed(own[:MOST_NAMED])}")
    found += [
        f"lets {rival} split the {new.kind} tiles into {new.number} islands"
        for new in islands(reply, colour)
        if new.number > old[new.kind]
    ]
    found += [
        f"lets {rival} bring the {new.kind} tiles into {counted(new.number, 'island')}"
        for new in islands(reply, 3 - colour)
        if new.number < old[new.kind]
    ]
    (mine, theirs), (own_was, were) = (
        [one.standings[side - 1].sunk for side in (colour, 3 - colour)] for one in (reply, after)
    )
    if theirs > max(1, were):
        found.append(f"lets {rival} sink a {ORDINALS[theirs]} tile in a row")
    if mine < own_was:
        found.append(f"lets {rival} break the row of {counted(own_was, 'sunk tile')}")
    return found


PASS = Theme("pass", "Pass", "The turn changes nothing, and the other side must move.")
TOWER = Theme("tower", "Move a tower", "A tower goes to another tile.")
SLIDE_TO_JOIN = Theme(
    "slide-to-join", "Slide and join", "A tile slides, and you have an island less to join."
)
SLIDE_TO_SPLIT = Theme(
    "slide-to-split", "Slide and split", "A tile slides, and the other side has an island more."
)
SLIDE = Theme("slide", "Slide a tile", "A tile slides, which joins and splits nothing at once.")
SINK_TO_RACE = Theme("race", "Race", "A tile sinks, the third of yours in a row; four win.")
SINK_TO_SPLIT = Theme(
    "sink-to-split", "Sink and split", "A tile sinks, and the other side has an island more."
)
SINK_TO_GATHER = Theme(
    "sink-to-gather", "Sink the odd one", "A tile sinks, and you have an island less to join."
)
SINK = Theme("sink", "Sink a tile", "A tile sinks, which joins and splits nothing at once.")
SLIDES, SINKS = (SLIDE_TO_JOIN, SLIDE_TO_SPLIT, SLIDE), (SINK_TO_GATHER, SINK_TO_SPLIT, SINK)
THEMES = (LAST_TURN, PASS, TOWER, *SLIDES, SINK_TO_RACE, *SINKS)


def theme(before: PositionLike, after: PositionLike, colour: int) -> Theme:
    """What is moved or sunk, and what that does to the islands and the race."""
    if after.is_over:
        return LAST_TURN
    if before.contents == after.contents:
        return PASS if before.towers == after.towers else TOWER
    num_before, num_after = (sum(map(bool, one.contents)) for one in (before, after))
    sinks = num_after < num_before
    if sinks and after.standings[colour - 1].sunk == RACE - 1:
        return SINK_TO_RACE
    to_join, to_split, plain = SINKS if sinks else SLIDES
    old, new = ({one.kind: one.number for one in islands(at, colour)} for at in (before, after))
    if any(new.get(kind, 0) < number for kind, number in old.items()):
        return to_join
    rival = 3 - colour
    old, new = ({one.kind: one.number for one in islands(at, rival)} for at in (before, after))
    return to_split if any(new[kind] > old[kind] for kind in new) else plain


_CUT = 18.0  # half a tile: a little less than a cell, so that neighbours have room
_ENGRAVED = 12.6
_TOWER = 10.0
_ROOF = 5.0


def paper(rule_set: RuleSet, found: Layout, ids: Ids) -> Paper:
    """Equally many tiles of each kind (SYR-1), two towers of each side (SYR-4), the bare frame."""
    tiles = frame_tiles(str(rule_set.option("board")))
    kinds = [(side, shape) for side in ("light", "dark") for shape in ("circle", "square")]
    pieces = [_tile(side, shape, len(tiles) // len(kinds)) for side, shape in kinds]
    needs = "Scissors: the tiles and the four towers are on the sheet of pieces."
    return Paper(needs, (*pieces, *map(_tower, ("light", "dark"))), _frame(rule_set, found, tiles))


def _frame(rule_set: RuleSet, found: Layout, tiles: tuple[int, ...]) -> Scene:
    """Places of the start in full lines, the empty ones around them in dashed ones."""
    board = rule_set.board
    cells = tuple(
        tag(
            "rect",
            {"class": "paper-place" if cell in tiles else "paper-space", **square(APOTHEM, 0)},
        )
        for cell in range(board.num_cells)
    )
    edge = board.size * PITCH / 2 + 22.0
    return Scene((-edge, -edge, 2 * edge, 2 * edge), "", coordinates(board, found, 4.0), cells)


def _tile(side: str, shape: str, count: int) -> CutOut:
    cut = {"class": f"part-{side}-cut"}
    mark = tag("circle", {**cut, "r": _ENGRAVED})
    if shape == "square":
        mark = tag("rect", {**cut, **square(_ENGRAVED - 0.6, 1.2)})
    face = tag("rect", {"fill": f"var(--{side}-tile)", "stroke": "none", **square(_CUT, 0)})
    return CutOut(f"{side} tile with a {shape}", count, face + mark, _CUT)


def _tower(side: str) -> CutOut:
    """Round and light, or square and dark; the roof tells which side is up."""
    if side == "light":
        wall = tag("circle", {"class": "part-light-wall", "r": _TOWER - 0.6})
        return CutOut(
            "light tower", 2, wall + tag("circle", {"class": "part-lamp", "r": _ROOF}), _TOWER, True
        )
    wall = tag("rect", {"fill": "var(--dark-tower)", **square(_TOWER - 0.6, 1.0)})
    ridge = "".join(
        f"M0 0L{number(x * _TOWER)} {number(y * _TOWER)}"
        for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )
    roof = tag(
        "path", {"fill": "none", "stroke": "var(--dark-tower-rim)", "stroke-width": 1.2, "d": ridge}
    )
    return CutOut("dark tower", 2, wall + roof, _TOWER)


# Sandstone and basalt in the sea.
COLOURS, LOOKS = palette(
    {
        # on its own board, on paper, with high contrast, in print
        "sea": (("#3d7b92", "#2f6d85"), ("#73726c", "#5f5e59"), "#5c6a70", looks.LIGHT),
        "sea-deep": (("#2f677f", "#215469"), ("#73726c", "#5f5e59"), "#5c6a70", looks.LIGHT),
        "sea-wave": (("#d4edf2", "#9fcbd8"), ("#f7f2e6", "#d5cfc1"), looks.LIGHT, looks.LIGHT),
        "sea-label": (("#f6fcfd", "#d6ebf1"), ("#ffffff", "#ece8dd"), looks.LIGHT, looks.BLACK),
        "shallows": (("#9ad3d2", "#6fb3b9"), ("#99978f", "#7d7b74"), "#7f8d93", looks.LIGHT),
        "light-tile": (("#f3e8cf", "#e2d5b8"), ("#fbf7ec", "#d8d2c3"), looks.LIGHT, looks.LIGHT),
        "light-tile-far": (("#dfceab", "#c8b891"), ("#f3eddd", "#cbc4b3"), "#ffffff", "#ffffff"),
        "light-side": (("#8d7347", "#75603b"), ("#6f6757", "#5a5346"), "#5f5f5f", looks.LINE),
        "light-cut": (("#8a7145", "#74603a"), ("#5e5748", "#4b4539"), "#3f3f3f", "#3f3f3f"),
        "light-gleam": (("#ffffff", "#f7efdc"), ("#fbf7ec", "#d8d2c3"), looks.LIGHT, looks.LIGHT),
        "dark-tile": (("#45444c", "#35353c"), ("#3d3a34", "#2c2a26"), looks.NIGHT, "#8a8a8a"),
        "dark-tile-far": (("#34333a", "#27272d"), ("#34312c", "#24221e"), looks.NIGHT, "#8a8a8a"),
        "dark-side": (("#17171a", "#0d0d0f"), looks.INK, looks.BLACK, "#4a4a4a"),
        "dark-cut": (("#aeaab6", "#9c99a5"), ("#d9d4c6", "#bdb8aa"), "#d8d8d8", looks.LIGHT),
        "light-tower": (("#fffaf0", "#fbf4e4"), ("#ffffff", "#f4f1e9"), "#fff3c4", looks.LIGHT),
        "light-tower-far": (("#d3b878", "#c7ab6b"), ("#e2d9c5", "#d3cab5"), "#ffd35c", "#f2f2f2"),
        "light-tower-rim": (("#59431a", "#4a3714"), looks.INK, looks.BLACK, looks.BLACK),
        "dark-tower": (("#5a6078", "#535970"), ("#5b574f", "#4d4a43"), "#4a5d8f", "#1a1a1a"),
        "dark-tower-far": (("#14161f", "#0e1017"), looks.INK, "#0a1330", "#1a1a1a"),
        "dark-tower-rim": (("#d9dce6", "#d0d4df"), ("#f7f2e6", "#dcd6c8"), "#ffffff", "#ffffff"),
    }
)
GROUND = "sea"
SHOWCASE = (
    "syrtis board=major stall_limit=100 | 2c1C2/1cssC2/ccCScSs/SsC1sCc/CcScsSS/1ssCC2/2s4 | "
    "player=1 first=1 turn=12 phase=play light=c6,e6 dark=c3,d2 sunk=0,1 passes=0,0 sinker=dark "
    "calm=0"
)
SUNK, SINKABLE = "is-sunk", "can-sink"
_TILE = 17.6  # half the side of a veil over a tile


def step(position: PositionLike, action: Action) -> Step | None:
    """Where a tower or a tile goes, which tile sinks, which two are exchanged."""
    if not action.cells:
        return None
    start, end = action.cells[0], action.cells[-1]
    if action.kind == "exchange":
        end = partner(position.game, start)
        return Step(start, end, (end,), is_mutual=True)
    if action.kind in ("move", "slide"):
        return Step(start, end, (end,), is_dashed=action.kind == "slide")
    if action.kind == "sink":
        return Step(start, end, mark=SINKABLE, is_crossed=True)
    return Step(start, end, is_square=action.kind == "dark tower")


def done(position: PositionLike, action: Action) -> Done | None:
    """What became of the tiles and the towers."""
    if not action.cells:
        return None
    start, end = action.cells[0], action.cells[-1]
    if action.kind == "move":
        return Done({start: "left", end: "came"}, start)
    if action.kind == "slide":
        return Done({start: "slid away", end: "slid here"}, start)
    if action.kind == "exchange":
        return Done({start: "exchanged", partner(position.game, start): "exchanged"})
    return Done({start: "sunk" if action.kind == "sink" else "placed"})


def marks(seen: BoardView) -> Mapping[str, frozenset[int]]:
    effects = [*seen.last.items(), *seen.pending.items()]
    return {SUNK: frozenset(cell for cell, word in effects if word == "sunk")}


def mover(position: PositionLike) -> int | None:
    """SYR-4: one person places all the towers, light ones first."""
    if position.phase == "towers":
        return 1 if len(position.towers) < 2 else 2
    return position.colour_index


def token(rule_set: RuleSet, colour: int) -> str:
    return f"tower-{rule_set.info.colours[colour - 1]}"


def proposed(position: PositionLike, action: Action) -> tuple[Piece, ...]:
    """The tower or the tile that would come; a tile that would sink is crossed out by its step."""
    game, kind = position.game, action.kind
    if kind in ("light tower", "dark tower"):
        return (Piece(action.cells[0], (f"tower-{kind.removesuffix(' tower')}",)),)
    if kind == "exchange":
        pair = (action.cells[0], partner(game, action.cells[0]))
        return tuple(
            Piece(cell, (_tile_shape(position, other),), is_turned=True)
            for cell, other in (pair, pair[::-1])
        )
    if kind not in ("move", "slide"):
        return ()
    start, end = action.cells
    tower = token(game, position.colour_index or 1)
    return (Piece(end, (tower,) if kind == "move" else (_tile_shape(position, start), tower)),)


def _tile_shape(position: PositionLike, cell: int) -> str:
    return f"tile-{TILE_CODES[position.contents[cell]]}"


def board_words(rule_set: RuleSet) -> str:
    return str(rule_set.option("board"))


def describe(seen: BoardView, cell: int) -> list[str]:
    position = seen.position
    pairs = zip(position.towers, tower_colours(position), strict=True)
    tile = TILE_NAMES[seen.contents[cell]] or "water"
    return [tile, *(f"{one} tower" for place, one in pairs if place == cell)]


def remarks(seen: BoardView, cell: int) -> list[str]:
    if cell not in seen.legal:
        return []
    names = [seen.game.board.names[other] for other in seen.targets.get(cell, ())]
    if names and seen.position.phase == "repair":
        return [f"may be exchanged with {names[0]}"]
    if names:
        return [f"may go to {listed(names)}"]
    return ["may be sunk" if seen.has(SINKABLE, cell) else "can be played"]


def owner(seen: BoardView, found: Layout, cell: int, share: float) -> str:
    """The sea rises over a tile that will probably be gone; a dashed one may come to lie.

    A share says how probable it is that a tile lies there in the end.
    """
    x, y = found.centre(cell)
    square = {"x": x - _TILE, "y": y - _TILE - 1.0, "width": 2 * _TILE, "height": 2 * _TILE}
    at = {"data-owner": seen.game.board.names[cell], **square, "rx": 3.0}
    if seen.contents[cell] and 1 - share >= FAINTEST:
        return tag("rect", {"class": "owner owner-sea", "fill-opacity": opacity(1 - share), **at})
    if not seen.contents[cell] and share >= FAINTEST:
        return tag("rect", {"class": "owner owner-tile", "stroke-opacity": opacity(share), **at})
    return ""


def paint(brush: Brush, seen: BoardView, found: Layout) -> None:
    """Tiles in the sea, towers, and a dot where the last turn did something."""
    for cell, content in enumerate(seen.contents):
        if content:
            side = "light" if content in (1, 2) else "dark"
            centre = found.centre(cell)
            brush.square(centre, APOTHEM - 1.2, f"{side}-tile", f"{side}-side", 1.0)
            shape = brush.disc if content in (1, 3) else brush.square
            shape(centre, APOTHEM - 6.5, f"{side}-tile", f"{side}-cut", 2.2)
    for cell, side in zip(seen.position.towers, tower_colours(seen.position), strict=True):
        centre = found.centre(cell)
        if side == "light":
            brush.disc(centre, 9.5, "light-tower-far", "light-tower-rim", 1.8)
            brush.disc(centre, 3.0, "light-tower")
        else:
            brush.square(centre, 9.0, "dark-tower", "dark-tower-rim", 1.8)
            brush.square(centre, 3.0, "dark-tower-far")
    for cell in seen.last:
        brush.disc(found.centre(cell), 3.4, "accent")
