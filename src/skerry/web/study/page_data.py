"""A study, and one of its positions, as the plain data that the page shows."""

from dataclasses import replace

from skerry.games.showing.aims import aims_of
from skerry.record import Result
from skerry.sessions import Composed
from skerry.study import ROOT, Chapter, Study
from skerry.study.data import marks_to_data, node_to_data
from skerry.web.board import words
from skerry.web.board.position_data import composing, persons_data, resting
from skerry.web.study.models import BY_LINK, SavedStudy
from skerry.web.study.notes import is_open


def study_data(
    saved: SavedStudy, version: int, study: Study, holder: str | None
) -> dict[str, object]:
    """What the page needs to know of a study before it shows a chapter."""
    return {
        "id": saved.pk,
        "version": version,
        "title": study.title,
        "may_edit": saved.holder == holder,
        "may_help": is_open(saved),
        "may_prepare": saved.holder == holder and not is_open(saved),  # conditional turns
        "by_link": saved.visibility == BY_LINK,
        "chapters": [chapter_entry(chapter) for chapter in study.chapters],
    }


def chapter_entry(chapter: Chapter) -> dict[str, object]:
    """A chapter in the list of chapters."""
    return {
        "number": chapter.number,
        "title": chapter.title,
        "game": chapter.game.info.title,
        "size": len(chapter.tree),
    }


def tree_data(chapter: Chapter, version: int) -> dict[str, object]:
    """All positions of a chapter, each before those that follow it."""
    return {
        "version": version,
        "chapter": chapter.number,
        "nodes": [node_entry(number, chapter) for number in chapter.tree.branch(ROOT)],
    }


def node_entry(number: int, chapter: Chapter) -> dict[str, object]:
    """One position in the tree: its turn, its words and marks, and what the engine thinks."""
    data = node_to_data(number, chapter.tree.nodes[number])
    if "evaluation" in data:
        data["evaluation"].pop("turns", None)
    return data


def position_state(
    chapter: Chapter, version: int, number: int, *, may_compose: bool, with_aims: bool
) -> dict[str, object]:
    """Everything the page shows of a position of a chapter.

    Raises:
        ConflictError: there is no such position, or no longer.
    """
    position, node = chapter.position(number), chapter.tree.node(number)
    outcome, sentence = position.outcome, ""
    if number != ROOT:
        sentence = words.turn_sentence(chapter.position(node.parent), node.turn)
    result = None if outcome is None else Result(outcome.winner, outcome.reason)
    ended = replace(chapter.head, result=result)
    state: dict[str, object] = {
        "version": version,
        "chapter": chapter.number,
        "node": number,
        "turn": len(chapter.tree.path(number)) - 1,
        "heading": words.heading(ended, position),
        "last_turn": sentence,
        "persons": persons_data(chapter.head, position),
        "to_act": position.player,
        "over": position.is_over,
        "winner": None if outcome is None else outcome.winner,
        "mine": may_compose and not position.is_over,
        "goal": aims_of(chapter.game).goal(chapter.game, None),
        "comment": node.comment,
        "marks": marks_to_data(node.marks),
    }
    last = actions_of(chapter, number)
    if state["mine"]:
        composed = Composed(position, position, ())
        return state | composing(composed, last, with_aims=with_aims, marked=node.marks)
    return state | resting(position, last, with_aims=with_aims, marked=node.marks)


def actions_of(chapter: Chapter, number: int) -> tuple[int, ...]:
    """The actions of the turn that leads to a position; none at the start."""
    node = chapter.tree.node(number)
    return chapter.game.parse_turn(node.turn) if node.turn else ()
