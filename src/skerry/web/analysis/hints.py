"""A hint and its reasons, and the verdict on a turn just played, from what the engine has found."""

from collections.abc import Mapping, Sequence
from typing import Any

from ...draw import advice
from ...games.showing.aims import aims_of
from ...games.showing.seen import listed
from ...positions import Position
from ...record import GameRecord
from .analyses import Finding
from .page_data import percent

ENOUGH = 3_000  # playouts for a hint, while its page is patient
ENOUGH_TO_JUDGE = 300  # playouts of the position before a turn and of the one after it
# Of the chance to win: a search overrates who is to act, before the turn and after it, by some 5 %.
BLUNDER = 0.3
MOST_REASONS = 3
LIKELY, OPEN = 0.7, 0.6  # a cell is probably somebody's; it was not so before
MOST_CELLS = 3  # that are named


def is_enough(finding: Finding | None, *, patient: bool) -> bool:
    """Whether the best turn may be shown; who waits no longer gets what there is."""
    if finding is None or not finding.analysis["turns"]:
        return False
    return finding.is_thorough or not patient or finding.analysis["playouts"] >= ENOUGH


def best_turn(finding: Finding) -> str:
    """The turn that the analysis likes best, as text."""
    return str(finding.analysis["turns"][0]["text"])


def hint(position: Position, finding: Finding, after: Finding | None) -> dict[str, object]:
    """The best turn, drawn, and why.

    Args:
        position: somebody is to act.
        finding: what is known of it.
        after: of the position after the best turn, as far as it is known.
    """
    text = best_turn(finding)
    return {
        "text": text,
        "heading": f"Try {text.replace(',', ' ')}",
        "words": " ".join(_reasons(position, text, finding, after)),
        "advice": advice(position, [position.game.parse_turn(text)]),
    }


def _reasons(position: Position, text: str, finding: Finding, after: Finding | None) -> list[str]:
    best = finding.analysis["turns"][0]
    colour = position.colour_index
    chance = f"Your chances then: {percent(best['value'])}."
    if best["proven"] == "win":
        chance = "It wins, whatever follows."
    if text == "swap" or colour is None:
        return [chance]
    played = position.play_turn(text)
    found = aims_of(position.game).changes(position, played, colour)[:MOST_REASONS]
    if played.is_over:
        return found
    owned = _owned(position, played, finding.analysis, after.analysis if after else None)
    return [*found, owned, chance] if owned else [*found, chance]


def _owned(
    position: Position, played: Position, before: Mapping[str, Any], after: Mapping[str, Any] | None
) -> str:
    """Cells that probably become the mover's besides those of the turn; nobody owns a tile."""
    if after is None or not before["ownership"] or not after["ownership"]:
        return ""
    if position.game.info.has_setup:
        return ""
    colour = position.colour_index or 1
    cells = zip(position.game.board.names, position.contents, played.contents, strict=True)
    names = [
        name
        for name, old, new in cells
        if old == new
        and _own(after["ownership"][name], colour) >= LIKELY
        and _own(before["ownership"][name], colour) < OPEN
    ]
    return f"It makes {_listed(names)} probably yours." if names else ""


def _own(share: float, colour: int) -> float:
    return share if colour == 1 else 1 - share


def _listed(names: Sequence[str]) -> str:
    if len(names) <= MOST_CELLS:
        return listed(names)
    return f"{', '.join(names[:MOST_CELLS])} and {len(names) - MOST_CELLS} more cells"


def verdict(
    record: GameRecord, turn: int, before: Finding | None, after: Finding | None
) -> dict[str, object] | None:
    """Whether a turn was a blunder, and what would have been better; None: not known yet.

    Args:
        record: of the game.
        turn: its number.
        before: what is known of the position before it.
        after: of the one after it.
    """
    if before is None or after is None or not (_may_judge(before) and _may_judge(after)):
        return None
    mover = record.replay()[turn - 1].player
    was, now = (one.first_share if mover == 0 else 1 - one.first_share for one in (before, after))
    better, played = best_turn(before), record.turns[turn - 1].text
    if was - now < BLUNDER or better == played:
        return {"blunder": False, "words": ""}
    words = (
        f"{played.replace(',', ' ')} took your chances from {percent(was)} to {percent(now)}. "
        f"Better: {better.replace(',', ' ')}."
    )
    return {"blunder": True, "words": words}


def _may_judge(finding: Finding) -> bool:
    return finding.is_thorough or finding.analysis["playouts"] >= ENOUGH_TO_JUDGE
