"""Games that wait for somebody, notices of them, and conditional turns."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from skerry.web.accounts.people import find_player
from skerry.web.accounts.views import user_of
from skerry.web.base.answers import (
    not_kept,
    refuse,
    require_GET,
    require_http_methods,
    require_POST,
)
from skerry.web.base.bodies import Sent, Whole, answers_json, query_number, read
from skerry.web.base.limits import EDITS, limited
from skerry.web.base.seats import seat_of
from skerry.web.correspondence import waiting
from skerry.web.correspondence.conditions import (
    Notes,
    actions_of,
    drop_answer,
    notes_of,
    set_answer,
    why_not,
)
from skerry.web.correspondence.conditions import (
    waiting as waiting_turns,
)
from skerry.web.correspondence.letters import read_token, start_letters, stop_letters, wants_letters
from skerry.web.correspondence.models import ConditionalTurn
from skerry.web.study import studies


@never_cache
@require_GET
def my_turn(request: HttpRequest) -> HttpResponse:
    """The games with others, by the time that is left."""
    return render(
        request, "correspondence/my_turn.html", {"lists": waiting.lists(seat_of(request))}
    )


@never_cache
@require_GET
def next_game(request: HttpRequest, game_id: str) -> HttpResponse:
    """To the next game in which it is one's turn, after another one; else to the list."""
    found = waiting.next_after(game_id, seat_of(request))
    return redirect("my-turn") if found is None else redirect("game", found)


@answers_json("GET")
def state(request: HttpRequest) -> HttpResponse:
    """How much waits, or how many other games than `?but=ID`; whether a socket tells of more."""
    holder = seat_of(request)
    number = waiting.num_waiting(holder, request.GET.get("but", "")[:40])
    return JsonResponse({"waiting": number, "told": find_player(holder) is not None})


@not_kept
@require_GET
def notices(request: HttpRequest) -> HttpResponse:
    """The switches for notifications and letters."""
    user = user_of(request)
    context = {"owner": user, "has_letters": user is not None and wants_letters(user.pk)}
    return render(request, "correspondence/notices.html", context)


@not_kept
@require_POST
@limited(EDITS)
def choose_letters(request: HttpRequest) -> HttpResponse:
    """Begin or end letters to one's own confirmed address."""
    user = user_of(request)
    if user is None:
        return redirect("sign-in")
    if "on" not in request.POST:
        stop_letters(user.pk)
        messages.success(request, "E-mail about your games is off.")
    elif user.email and user.email_is_confirmed:
        start_letters(user.pk)
        messages.success(request, "E-mail about your games is on.")
    else:
        return refuse(
            request, 400, "We only send e-mail to a confirmed address; confirm yours first."
        )
    return redirect("notices")


@csrf_exempt  # the link's signature says whose letters end; mail programs send it without a page
@not_kept
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """End the letters by a link in them, after a button: some programs open links by themselves."""
    user_id = read_token(token)
    if user_id is None:
        return refuse(
            request,
            404,
            "This link is incomplete; you can also turn e-mail off under Notifications.",
        )
    if request.method == "POST":
        stop_letters(user_id)
    context = {"is_done": request.method == "POST"}
    return render(request, "correspondence/stop_letters.html", context)


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
    shown = waiting_turns(notes)
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
