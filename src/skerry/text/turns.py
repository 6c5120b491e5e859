"""Turns as text, both ways (C-6): actions between commas."""

from collections.abc import Iterable

from skerry.errors import IllegalActionError, NotationError
from skerry.games.ruleset import RuleSet
from skerry.games.text.actions import format_action, forms, keeps_its_place, parse_action, words_of

LONGEST_TEXT = 100_000  # characters; no turn of any game comes near


def checked_text(text: object, what: str, longest: int) -> str:
    """Text from outside, if it is text and of a sane length.

    Raises:
        NotationError: it is neither.
    """
    if not isinstance(text, str) or len(text) > longest:
        raise NotationError(f"{what} is text of at most {longest:,} characters.")
    return text


def canonical_turn(rule_set: RuleSet, actions: Iterable[int]) -> tuple[int, ...]:
    """The actions of one turn in canonical order, without the final `end` (C-6).

    A set of stones is sorted; actions of an ordered kind keep their order and come first.

    Raises:
        IllegalActionError: `end` stands before the last action.
    """
    end = words_of(rule_set).get("end")
    kept = list(actions)
    if kept and kept[-1] == end:
        kept.pop()
    if end in kept:
        raise IllegalActionError(
            "'end' ends a turn, so it can stand only once, as the last action.", "C-6"
        )
    ordered = [action for action in kept if keeps_its_place(rule_set, action)]
    return (*ordered, *sorted(action for action in kept if action not in ordered))


def format_turn(rule_set: RuleSet, actions: Iterable[int]) -> str:
    """Canonical text of a turn (C-6); a lone `end`, the rest of a turn begun before, is said.

    Raises:
        NotationError: a number that is not an action of this rule set.
        IllegalActionError: `end` stands before the last action.
    """
    given = tuple(actions)
    written = canonical_turn(rule_set, given) or given[:1]
    return ",".join(format_action(rule_set, action) for action in written)


def parse_turn(rule_set: RuleSet, text: str) -> tuple[int, ...]:
    """The actions of a turn in the order written.

    Raises:
        NotationError: empty or malformed text, or a cell that is not on the board.
    """
    text = checked_text(text, "A turn", LONGEST_TEXT)
    if not text.strip():
        raise NotationError(f"A turn must name at least one action; write {forms(rule_set)}.")
    return tuple(parse_action(rule_set, part) for part in text.split(","))
