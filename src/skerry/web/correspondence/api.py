"""The JSON by which notes in a game set conditional turns; nobody but their owner hears of them."""

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.web.base.bodies import Sent, Whole, answers_json, query_number, read
from skerry.web.base.limits import EDITS, limited
from skerry.web.base.seats import seat_of
from skerry.web.correspondence.conditions import (
    Notes,
    actions_of,
    drop_answer,
    notes_of,
    set_answer,
    waiting,
    why_not,
)
from skerry.web.correspondence.models import ConditionalTurn
from skerry.web.study import studies


class ConditionSent(Sent):
    """Whether a turn is played after the one before it, and the stones that one must hold."""

    reply: Whole
    on: bool = False
    stones: list[str] = []


@answers_json("GET")
def conditions(request: HttpRequest, study_id: str) -> HttpResponse:
    """What is waited for, and whether the turn of `?node=N` can be."""
    notes = notes_of(studies.find_own(study_id, seat_of(request)))
    return JsonResponse(_data(notes, query_number(request, "node")))


@answers_json("POST")
@limited(EDITS)
def set_condition(request: HttpRequest, study_id: str) -> HttpResponse:
    """Let the turn "reply" be played, if the one before it is ("on"), or not any more.

    With "stones" that turn must hold these, whatever else there is; without, it is exactly that
    turn.
    """
    sent = read(request, ConditionSent)
    study = studies.find_own(study_id, seat_of(request))
    if sent.on:
        set_answer(notes_of(study), sent.reply, sent.stones)
    else:
        drop_answer(notes_of(study), sent.reply)
    return JsonResponse(_data(notes_of(study), sent.reply))


def _data(notes: Notes, node: int | None) -> dict[str, object]:
    shown = waiting(notes)
    return {
        "conditions": [_condition(notes, one) for one in shown],
        "here": None if node is None else _here(notes, node, shown),
    }


def _condition(notes: Notes, row: ConditionalTurn) -> dict[str, object]:
    return _pair(notes, row.reply) | {"stones": list(actions_of(row.stones)) if row.stones else []}


def _here(notes: Notes, reply: int, shown: list[ConditionalTurn]) -> dict[str, object]:
    """What can be set for the turn that leads to a position."""
    refusal = why_not(notes, reply)
    if refusal:
        return {"refusal": refusal}
    row = next((one for one in shown if one.reply == reply), None)
    stones = list(actions_of(row.stones)) if row is not None and row.stones else []
    return _pair(notes, reply) | {"refusal": "", "on": row is not None, "stones": stones}


def _pair(notes: Notes, reply: int) -> dict[str, object]:
    """Both turns, each as a list of actions, and the number of the first."""
    tree = notes.chapter.tree
    node = tree.node(reply).parent
    return {
        "node": node,
        "reply": reply,
        "number": len(tree.path(node)) - 1,
        "if": list(actions_of(tree.node(node).turn)),
        "then": list(actions_of(tree.node(reply).turn)),
    }
