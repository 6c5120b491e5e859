"""A hint and its reasons, and the verdict on a turn just played, from what the engine has found."""

from collections.abc import Mapping, Sequence
from typing import Any

from skerry.core.numbers import format_chance
from skerry.draw import advice
from skerry.games.showing.aims import AimsModule, aims_of
from skerry.games.showing.seen import listed
from skerry.positions import Position
from skerry.record import GameRecord
from skerry.web.analysis.analyses import Finding

# Of the chance to win: a search overrates who is to act, before the turn and after it, by some 5%.
BLUNDER = 0.3
MOST_REASONS = 3
LIKELY, OPEN = 0.7, 0.6  # a cell is probably somebody's; it was not so before
MOST_CELLS = 3  # that are named


def best_turn(finding: Finding) -> str:
    """The turn that the analysis likes best, as text."""
    return str(finding.analysis["turns"][0]["text"])


def hint(position: Position, finding: Finding, after: Finding | None) -> dict[str, object]:
    """The best turn, drawn, and why.

    Args:
        position: somebody is to act.
        finding: what is known of it.
        after: of the position after the best turn; None where the game is over then.
    """
    text = best_turn(finding)
    game = position.game
    actions = game.parse_turn(text)
    return {
        "text": text,
        "actions": [game.format_action(action) for action in actions],
        "heading": f"Try {_spaced(text)}",
        "words": " ".join(_reasons(position, text, finding, after)),
        "advice": advice(position, [actions]),
    }


def _reasons(position: Position, text: str, finding: Finding, after: Finding | None) -> list[str]:
    """Why the best turn is good, the most important first: one sentence at least."""
    turns, colour = finding.analysis["turns"], position.colour_index
    played = position.play_turn(text)
    found: list[str] = []
    if text != "swap" and colour is not None:
        aims = aims_of(position.game)
        found = aims.changes(position, played, colour)[:MOST_REASONS]
        outcome = played.outcome
        if outcome is not None and not found:
            found = [_how_it_ends(played, aims)]
        owned = _owned(position, played, finding.analysis, after.analysis if after else None)
        found += [owned] if owned else []
    if played.is_over:
        return found
    if turns[0]["proven"] == "win":
        return [*found, "It wins, whatever follows."]
    if len(position.legal_actions()) == 1:
        return [*found, "You can do nothing else."]
    return [*found, _trials(turns)]


def _how_it_ends(played: Position, aims: AimsModule) -> str:
    """How the game ends by the turn."""
    assert played.outcome is not None
    winner, persons = played.outcome.winner, played.persons
    colour = None if winner is None or persons is None else persons.index(winner) + 1
    return aims.ending(played, colour).sentence


def _trials(turns: Sequence[Mapping[str, Any]]) -> str:
    """How often the turn won where the computer tried it, and how often the next best one."""
    best = f"In 100 games that the computer tried from here, it wins {_of_100(turns[0])}"
    if len(turns) < 2:
        return f"{best}."
    return f"{best}; the next best turn, {_spaced(turns[1]['text'])}, wins {_of_100(turns[1])}."


def _of_100(turn: Mapping[str, Any]) -> int:
    return min(99, max(1, round(100 * float(turn["value"]))))


def _spaced(text: str) -> str:
    return text.replace(",", " ")


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


def verdict(record: GameRecord, turn: int, before: Finding, after: Finding) -> dict[str, object]:
    """Whether a turn was a blunder, and what would have been better.

    Args:
        record: of the game.
        turn: its number.
        before: what is known of the position before it.
        after: of the one after it.
    """
    mover = record.replay()[turn - 1].player
    was, now = (one.first_share if mover == 0 else 1 - one.first_share for one in (before, after))
    better, played = best_turn(before), record.turns[turn - 1].text
    if was - now < BLUNDER or better == played:
        return {"blunder": False, "words": ""}
    words = (
        f"{_spaced(played)} took your chances from {format_chance(was)} to {format_chance(now)}. "
        f"Better: {_spaced(better)}."
    )
    return {"blunder": True, "words": words}
