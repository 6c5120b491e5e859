"""The board of a position as SVG, its words for screen readers, its style sheet."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from skerry.canvas import colours as shared
from skerry.canvas import looks
from skerry.canvas.boards import Box, Scene
from skerry.canvas.geometry import Layout, layout, walks
from skerry.canvas.looks import LOOKS, OWN
from skerry.canvas.svg import Ids, classes, escape, number, tag, translate
from skerry.draw.marks import aims, marks, numbers
from skerry.games.actions import decode_action
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module
from skerry.games.view import BoardView, Step, look_of
from skerry.positions import Position
from skerry.record.parts import Mark


class Pending(NamedTuple):
    """A turn that is composed, in part or in full, but not played yet."""

    base: Position  # when the turn began
    actions: Sequence[int]


def view(
    position: Position,
    last: Sequence[int] = (),
    *,
    legal: bool = False,
    pending: Pending | None = None,
) -> BoardView:
    """Read a position; arguments and errors: as `board_svg`."""
    base, unplayed = pending or Pending(position, position.turn_so_far)
    effects, sources = _effects(base, last)
    waiting, waiting_sources = _effects(position, unplayed)
    offered = steps(position, position.legal_actions()) if legal else []
    seen = BoardView(
        position=position,
        base=base,
        last=effects,
        sources=sources,
        pending=waiting,
        pending_sources=waiting_sources,
        legal=frozenset(
            [step.start for step in offered] + [step.end for step in offered if step.is_mutual]
        ),
        targets=_targets(offered),
    )
    own = game_module(position.game.name).marks(seen)
    return replace(seen, marks={**own, **_marks(offered)})


def steps(position: Position, actions: Sequence[int]) -> list[Step]:
    """Where actions begin and lead; those without a cell are left out.

    Raises:
        NotationError: a number is not an action of the game.
    """
    module = game_module(position.game.name)
    found = [module.step(position, decode_action(position.game, action)) for action in actions]
    return [step for step in found if step is not None]


def _targets(offered: Sequence[Step]) -> dict[int, tuple[int, ...]]:
    """By each cell, where the actions lead to that begin there."""
    targets: dict[int, tuple[int, ...]] = {}
    for step in offered:
        if step.targets:
            targets[step.start] = targets.get(step.start, ()) + step.targets
        if step.is_mutual:
            targets[step.end] = (*targets.get(step.end, ()), step.start)
    return targets


def _marks(offered: Sequence[Step]) -> Mapping[str, frozenset[int]]:
    """The cells by which actions of a marked kind begin, by their mark."""
    kinds = dict.fromkeys(step.mark for step in offered if step.mark)
    return {kind: frozenset(step.start for step in offered if step.mark == kind) for kind in kinds}


def _effects(position: Position, actions: Sequence[int]) -> tuple[dict[int, str], frozenset[int]]:
    """What a turn that led to a position did to which cell, and the cells it started from."""
    module = game_module(position.game.name)
    effects: dict[int, str] = {}
    sources = set()
    for action in actions:
        done = module.done(position, decode_action(position.game, action))
        if done is not None:
            effects |= done.words
            if done.source is not None:
                sources.add(done.source)
    return effects, frozenset(sources)


@cache
def colours(look: str = OWN) -> shared.Colours:
    """By name: in the light theme, in the dark one."""
    found = dict(shared.COLOURS)
    for info in GAMES:
        found |= game_module(info.name).COLOURS
    return found | changes(look)


@cache
def palette(look: str = OWN, *, dark: bool) -> Mapping[str, str]:
    """The colours of one theme by name."""
    return {name: pair[dark] for name, pair in colours(look).items()}


def changes(look: str) -> dict[str, shared.Pair]:
    """The colours that a look has of its own."""
    found = dict(looks.COLOURS[look])
    for info in GAMES:
        found |= game_module(info.name).LOOKS.get(look, {})
    return found


def variables(*, dark: bool, look: str = OWN) -> str:
    """CSS declarations of one theme: all colours, or those that a look changes."""
    wanted = colours() if look == OWN else changes(look)
    return "".join(f"--{name}:{pair[dark]};" for name, pair in wanted.items())


def look_rules() -> str:
    """CSS rules for boards on a page whose root has data-board="paper" or another look."""
    rules = []
    for look in LOOKS:
        if look != OWN:
            root, dark = f'[data-board="{look}"]', variables(dark=True, look=look)
            rules += [
                f"{root} .board{{{variables(dark=False, look=look)}}}",
                "@media (prefers-color-scheme: dark)"
                f'{{{root}:not([data-theme="light"]) .board{{{dark}}}}}',
                f'{root}[data-theme="dark"] .board{{{dark}}}',
            ]
    return "\n".join(rules) + "\n"


def tone_rules() -> str:
    """CSS rules for the rings of the games that have some."""
    toned = [info.name for info in GAMES if game_module(info.name).TONES is not None]
    return "".join(shared.tone_rules(name) for name in toned)


def describe_cell(seen: BoardView, cell: int) -> str:
    """What a screen reader says of a cell, such as "c3, ring 3, white, placed last turn"."""
    module = game_module(seen.game.name)
    parts = [seen.game.board.names[cell]]
    if seen.rings[cell]:
        parts.append(f"ring {seen.rings[cell]}")
    parts += module.describe(seen, cell)
    if cell in seen.pending:
        parts.append(f"{seen.pending[cell]} this turn, not played yet")
    elif cell in seen.last:
        parts.append(f"{seen.last[cell]} last turn")
    return ", ".join(parts + module.remarks(seen, cell))


def board_label(position: Position) -> str:
    """What a screen reader says of the whole board, such as "..., size 5, white to act"."""
    game = position.game
    what = f"{game.info.title} board, {game_module(game.name).board_words(game)}"
    outcome = position.outcome
    if outcome is not None:
        persons = position.persons
        if outcome.winner is None or persons is None:
            return f"{what}, drawn"
        return f"{what}, {game.info.colours[persons.index(outcome.winner)]} has won"
    if position.colour is None:
        return f"{what}, person {(position.player or 0) + 1} to act"
    return f"{what}, {position.colour} to act"


_VIEW_BOX = re.compile(r'viewBox="([^"]*)"')


def board_svg(
    position: Position,
    *,
    last: Sequence[int] = (),
    legal: bool = False,
    pending: Pending | None = None,
    coordinates: bool = True,
    standalone: bool = True,
    title: str | None = None,
    prefix: str = "",
    with_aims: bool = False,
    numbered: Mapping[int, int] | None = None,
    marked: Sequence[Mark] = (),
) -> str:
    """The picture of a position.

    Args:
        position: what to draw.
        last: actions of the last finished turn, to be marked.
        legal: whether to mark the cells by which a legal action can begin.
        pending: the turn that led to `position` and is not played yet; None when there are at
            most the stones of `position.turn_so_far`.
        coordinates: whether to draw row and column labels.
        standalone: a whole SVG file with its style; else an element for a page that has loaded
            `stylesheet()`.
        title: what the picture is called; told from the position when None.
        prefix: put before every id, so that several boards fit on one page.
        with_aims: whether to draw over it what both colours are after.
        numbered: numbers to be written on stones, by cell.
        marked: the marks of a record, to be drawn over all of it.

    Raises:
        NotationError: a number in `last` is not an action of the game.
        ValueError: a mark on a cell that the board lacks.
    """
    seen = view(position, last, legal=legal, pending=pending)
    ids, found = Ids(prefix, position.game.name), layout(position.game.board)
    scene = game_module(position.game.name).scene(seen, found, ids, labelled=coordinates)
    rows = "".join(
        tag(
            "g",
            {"role": "row"},
            *(tag("g", _attributes(seen, found, cell, ids), scene.cells[cell]) for cell in row),
        )
        for row in found.rows
    )
    body = tag("defs", {}, scene.definitions) + scene.beneath + tag("g", {"class": "cells"}, rows)
    body += scene.above + (aims(position) if with_aims else "")
    body += numbers(position, numbered) if numbered else ""
    body += marks(position, marked) if marked else ""
    named = title if title is not None else board_label(pending.base if pending else position)
    root = _root(seen, scene, named)
    if not standalone:
        return tag("svg", root, body)
    _, _, width, height = scene.box
    root = {"xmlns": "http://www.w3.org/2000/svg", **root, "width": width, "height": height}
    style = f"<style>{stylesheet()}</style>"
    return f"{tag('svg', root, f'<title>{escape(named)}</title>', style, body)}\n"


def box_of(svg: str) -> Box:
    """The box that a board fills, in its units."""
    x, y, across, up = map(float, _VIEW_BOX.findall(svg)[0].split())
    return x, y, across, up


def _attributes(seen: BoardView, found: Layout, cell: int, ids: Ids) -> dict[str, object]:
    """What every cell's element carries, whatever the game."""
    board, names = seen.game.board, seen.game.board.names
    return {
        "id": ids.id_for(f"cell-{names[cell]}"),
        "class": classes(
            "cell",
            "is-legal" if cell in seen.legal else "",
            "is-pending" if cell in seen.pending else "",
            "is-last" if cell in seen.last else "",
            "is-source" if cell in seen.sources else "",
            *(mark for mark, cells in seen.marks.items() if cell in cells),
        ),
        "role": "gridcell",
        "tabindex": "-1",
        "aria-label": describe_cell(seen, cell),
        "data-cell": names[cell],
        "data-ring": seen.rings[cell] or None,
        "data-content": seen.contents[cell],
        "data-order": list(seen.last).index(cell) if cell in seen.last else None,
        "data-targets": " ".join(names[other] for other in seen.targets.get(cell, ())) or None,
        **{f"data-{way}": names[end] for way, end in walks(board)[cell].items()},
        "transform": translate(found.centre(cell)),
    }


def _root(seen: BoardView, scene: Scene, named: str) -> dict[str, object]:
    name = seen.game.name
    return {
        "class": classes(
            "board",
            f"board-{name}",
            "is-over" if seen.position.is_over else "",
            "is-connected" if seen.marks.get("is-winning") else "",
        ),
        "viewBox": " ".join(number(value) for value in scene.box),
        "role": "grid",
        "aria-label": named,
        "data-game": name,
        "data-phase": seen.position.phase,
        "data-mover": game_module(name).mover(seen.position),
    }


@cache
def stylesheet() -> str:
    """The style of all boards in both themes, for `<style>` or a file.

    The theme is the reader's own (prefers-color-scheme) unless an ancestor of the board has
    data-theme="light" or data-theme="dark". Paper is always light.
    """
    dark = variables(dark=True)
    rules = files(__package__).joinpath("style.css").read_text(encoding="utf-8")
    looks = "\n".join(look_of(info) for info in GAMES)
    return (
        f".board{{{variables(dark=False)}}}\n"
        "@media screen and (prefers-color-scheme: dark)"
        f'{{.board:not([data-theme="light"] .board){{{dark}}}}}\n'
        f'@media screen{{[data-theme="dark"] .board{{{dark}}}}}\n'
        f"{tone_rules()}\n{rules}\n{looks}"
    )
