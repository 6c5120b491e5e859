"""Reads a position once for a picture: what each cell holds, and its marks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from skerry.games.showing.seen import Seen, Step
from skerry.games.showing.view_module import view_of
from skerry.games.text.actions import decode_action
from skerry.positions import Position


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
) -> Seen:
    """Read a position.

    Args:
        position: what to show.
        last: actions of the last finished turn.
        legal: whether to find out which cells can be played.
        pending: the turn that led to `position` and is not played yet; None when there are at
            most the stones of `position.turn_so_far`.

    Raises:
        NotationError: a number in `last` is not an action of the game.
    """
    base, unplayed = pending or Pending(position, position.turn_so_far)
    effects, sources = _effects(base, last)
    waiting, waiting_sources = _effects(position, unplayed)
    offered = steps(position, position.legal_actions()) if legal else []
    seen = Seen(
        position=position,
        base=base,
        last=effects,
        sources=sources,
        pending=waiting,
        pending_sources=waiting_sources,
        legal=frozenset(cell for step in offered for cell in _begins(step)),
        targets=_targets(offered),
    )
    own = view_of(position.game.name).marks(seen)
    return replace(seen, marks={**own, **_marks(offered)})


def steps(position: Position, actions: Sequence[int]) -> list[Step]:
    """Where actions begin and lead; those without a cell are left out.

    Raises:
        NotationError: a number is not an action of the game.
    """
    module = view_of(position.game.name)
    found = [module.step(position, decode_action(position.game, action)) for action in actions]
    return [step for step in found if step is not None]


def _begins(step: Step) -> tuple[int, ...]:
    return (step.start, step.end) if step.is_mutual else (step.start,)


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
    module = view_of(position.game.name)
    effects: dict[int, str] = {}
    sources = set()
    for action in actions:
        done = module.done(position, decode_action(position.game, action))
        if done is not None:
            effects |= done.words
            if done.source is not None:
                sources.add(done.source)
    return effects, frozenset(sources)
