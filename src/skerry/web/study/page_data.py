"""A study, one of its positions and a review, as the plain data that the page shows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from skerry.core.numbers import counted, format_chance, format_percent
from skerry.draw.overlay import compared
from skerry.games.contract import game_module
from skerry.games.words import signed
from skerry.positions import Position, position
from skerry.record.game_record import result_of
from skerry.review import ACCURACY, Accuracy, ReviewedTurn, accuracy_words, verdict_words
from skerry.review.values import reviewed_turn_from_data
from skerry.sessions import Composed
from skerry.study import ROOT, Chapter, Study
from skerry.study.study import marks_to_data, node_to_data
from skerry.text import spaced
from skerry.web.analysis.page_data import variation_turns
from skerry.web.board import words
from skerry.web.board.position_data import composing, persons_data, resting
from skerry.web.study.models import BY_LINK, SavedStudy
from skerry.web.study.notes import is_open
from skerry.web.study.reviews import LineReview


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
        "chapters": [
            {
                "number": chapter.number,
                "title": chapter.title,
                "game": chapter.game.info.title,
                "size": len(chapter.tree),
            }
            for chapter in study.chapters
        ],
    }


def tree_data(chapter: Chapter, version: int) -> dict[str, object]:
    """All positions of a chapter, each before those that follow it."""
    return {
        "version": version,
        "chapter": chapter.number,
        "nodes": [_node_entry(number, chapter) for number in chapter.tree.branch(ROOT)],
    }


def _node_entry(number: int, chapter: Chapter) -> dict[str, object]:
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
    ended = replace(chapter.head, result=result_of(position))
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
        "goal": game_module(chapter.game.name).goal(chapter.game, None),
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


SIGNS = {"mistake": "?", "blunder": "??"}  # as in books on chess


def review_data(
    chapter: Chapter, known: LineReview | None, version: int | None, me: int | None = None
) -> dict[str, Any]:
    """What the page shows of the review of a chapter, beyond the `version` that it shows already.

    Positions of the line may be gone from the chapter. `me` is the person whom the reader played.
    """
    if known is None:
        return {"phase": "none", "words": "", "done": 0.0}
    data: dict[str, Any] = {
        "phase": _phase(known),
        "words": _words(known),
        "done": round(known.done, 3),
    }
    if known.found is None or known.found["spent"] == version:  # it grows with what is known
        return data
    turns = [reviewed_turn_from_data(one) for one in known.found["turns"]]
    return data | {
        "version": known.found["spent"],
        "me": me,
        "nodes": list(known.nodes),
        "curve": _curve(chapter, known, known.found),
        "accuracy": _accuracy(chapter, known, known.found),
        "scale": ACCURACY,
        "turns": [_turn(chapter, known.nodes, turn) for turn in turns],
    }


def only_human(chapter: Chapter) -> int | None:
    """The person who played against a computer; None where both are human, or neither."""
    kinds = [person.kind for person in chapter.head.persons]
    return kinds.index("human") if sorted(kinds) == ["computer", "human"] else None


def _phase(known: LineReview) -> str:
    if known.trouble:
        return "trouble"
    if known.is_under_way:
        return "under way" if known.is_begun else "waiting"
    return "done" if known.found is None or known.found["is_complete"] else "stopped"


def _words(known: LineReview) -> str:
    """Where it stands, in words."""
    if known.trouble:
        return known.trouble
    total = len(known.nodes) - 1
    judged = 0 if known.found is None else len(known.found["turns"])
    if known.is_under_way:
        if not known.is_begun:
            return "The review waits for the engine."
        if judged == 0:
            return "A first look at each position."
        return f"{judged} of {counted(total, 'turn')} judged."
    if known.found is not None and not known.found["is_complete"]:
        return f"Stopped after {judged} of {counted(total, 'turn')}."
    return ""


def _curve(chapter: Chapter, known: LineReview, found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Person 0's chance and the expected scores after each turn, as far as they are known."""
    signs = {one["number"]: one["verdict"] for one in found["turns"]}
    points = []
    for number, (node, point) in enumerate(zip(known.nodes, found["curve"], strict=True)):
        is_there = node in chapter.tree.nodes  # it may be gone
        position = chapter.position(node) if is_there else None
        parts = [f"Turn {number}" if number else "Start"]
        if number and position is not None:
            parts[0] += f", {spaced(chapter.tree.nodes[node].turn)}"
        last = [] if position is None else _scores_words(position, point["scores"])
        if signs.get(number):
            last.append(f"A {signs[number]}")
        points.append(
            {
                "share": point["chance"],
                "scores": point["scores"],
                "mistake": bool(signs.get(number)),
                # By whose chances they tell.
                "words": [
                    ". ".join([*parts, *_chance_words(chapter, position, point, side), *last])
                    for side in (0, 1)
                ],
            }
        )
    return points


def _chance_words(
    chapter: Chapter, position: Position | None, point: Mapping[str, Any], side: int
) -> list[str]:
    share = point["chance"]
    if share is None or position is None:
        return []
    name = words.name_of(chapter.head, position, side)
    own = share if side == 0 else 1.0 - share
    if position.is_over:
        return [f"{name} {'won' if own > 0.5 else 'lost' if own < 0.5 else 'drew'}"]
    return [f"{name} {format_chance(own)}"]


def _scores_words(position: Position, scores: list[float] | None) -> list[str]:
    if scores is None:
        return []
    info = position.game.info
    shown = (
        f"{words.colour_title(position.game, colour)} {signed(round(score, 1))}"
        for colour, score in enumerate(scores, 1)
    )
    return [f"Likely {info.scores}: {', '.join(shown)}"]


def _accuracy(
    chapter: Chapter, known: LineReview, found: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """A line for each person; their colours are those at the end of what is left of the line."""
    left = [node for node in known.nodes if node in chapter.tree.nodes]
    position = chapter.position(left[-1])
    return [
        {
            "name": words.name_of(chapter.head, position, person),
            "colour": words.colour_of(position, person),
            # Older reviews had another scale.
            "percent": None if one.random_loss is None else one.percent,
            "words": _mistake_words(one),
            "meaning": accuracy_words(one),
        }
        for person, one in enumerate(Accuracy(**data) for data in found["accuracy"])
    ]


def _mistake_words(one: Accuracy) -> str:
    if one.mistakes == one.blunders == 0:
        return "no mistakes"
    parts = [(one.mistakes, "mistake"), (one.blunders, "blunder")]
    return ", ".join(counted(number, word) for number, word in parts if number)


def _turn(chapter: Chapter, nodes: Sequence[int], turn: ReviewedTurn) -> dict[str, Any]:
    """What is said of one turn, and the better one."""
    before = position(turn.position)
    names = (
        words.name_of(chapter.head, before, 0),
        words.name_of(chapter.head, before, 1),
    )
    better, drawn = turn.better, ""
    lines: list[list[dict[str, object]]] = [[], []]
    if better is not None and turn.words:
        game = before.game
        own, best = (game.parse_turn(one.text) for one in (turn.played, better))
        drawn = compared(before, own, best)
        after = before.play_turn(turn.played.text)
        lines = [variation_turns(before, better.line), variation_turns(after, turn.played.line[1:])]
    return {
        "node": nodes[turn.number],
        "from": nodes[turn.number - 1],
        "number": turn.number,
        "person": turn.person,
        "verdict": turn.verdict,
        "sign": SIGNS.get(turn.verdict or "", ""),
        "mover": names[turn.person],
        # By whose chances they tell.
        "summaries": [verdict_words(turn, names, side) for side in (0, 1)],
        "why": turn.why,
        "words": turn.words,
        "better": None if better is None else better.text,
        "lines": lines,  # after the position before it, and after it: the answer
        "drawn": drawn,
    }


def answer_words(exercise: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    """The verdict on a turn that was tried in place of a mistake."""
    tried, best = spaced(answer["text"]), spaced(exercise["best"])
    if answer["is_right"]:
        if answer["text"] == exercise["best"]:
            return f"{tried} is the turn that the review found."
        return f"{tried} is as good as {best}, as far as the engine can tell."
    if answer["text"] == exercise["played"]:
        return f"{tried} is what was played."
    loss = answer["loss"]
    if loss is None:
        return f"{tried} is not as good."
    return f"{tried} is about {format_percent(loss['value'])} worse than the best."
