"""The engine in the tree: what it finds is told as in a game, and kept at the position."""

from contextlib import suppress

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.errors import SkerryError
from skerry.record import EvaluatedTurn, Evaluation
from skerry.record.parts import seen_by
from skerry.study import Chapter
from skerry.study.edits import Evaluate, is_better
from skerry.web.analysis import page_data as analysis_data
from skerry.web.analysis.analyses import Analyses, Finding, Seen
from skerry.web.base.bodies import answers_json, line_texts, optional_number, page_name, read_json
from skerry.web.base.limits.quotas import ANALYSES, PREVIEWS, limited
from skerry.web.base.seats import seat_of
from skerry.web.base.services import shared
from skerry.web.play import closed
from skerry.web.study.models import SavedStudy
from skerry.web.study.notes import check_open
from skerry.web.study.storing import studies

MOST_TURNS = 5  # kept of an evaluation
FEWEST_PLAYOUTS = 1_000  # of a search under way whose evaluation is kept
GROWTH = 2  # times as many playouts as are kept make it worth keeping anew


@answers_json("POST")
@limited(ANALYSES)
def analyse(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """Think about a position, and say what is known so far; as for games (`analysis.api`)."""
    data, holder = read_json(request), seat_of(request)
    saved = studies.find(study_id, holder)
    check_open(saved)
    page = page_name(data)
    known, known_curve = optional_number(data, "known"), optional_number(data, "curve")
    _, study = studies.load(saved.pk)
    found = study.chapter(chapter)
    record, way = found.line(node)
    closed.check_open(record.replay(), holder)
    turn = way.index(node)
    texts = tuple(None if one.is_over else one.text for one in record.replay())
    analyses = shared(Analyses)
    analyses.know(
        {
            text: _finding(found, number, evaluation)
            for number, text in zip(way, texts, strict=True)
            if text is not None and (evaluation := found.tree.nodes[number].evaluation) is not None
        }
    )
    seen = analyses.ask(holder or f"study {saved.pk}", page, found.game.name, texts, turn)
    answer = analysis_data.answer(record, turn, seen, known, known_curve)
    if saved.holder == holder:
        _keep(saved, found, way, seen, turn)
    return JsonResponse(answer | {"words": analysis_data.phase_words(seen, held=False)})


@answers_json("POST")
def stop(request: HttpRequest, study_id: str) -> HttpResponse:
    """Think no longer; the page was closed, or its switch turned off."""
    page, seat = page_name(read_json(request)), seat_of(request)
    shared(Analyses).stop(seat or f"study {study_id}", page)
    return JsonResponse({"stopped": True})


@answers_json("POST")
@limited(PREVIEWS)
def variation(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """The board after turns that the analysis proposes; nothing is saved."""
    data = read_json(request)
    saved = studies.find(study_id, seat_of(request))
    _, study = studies.load(saved.pk)
    record, way = study.chapter(chapter).line(node)
    return JsonResponse(analysis_data.variation(record, way.index(node), line_texts(data)))


def _keep(saved: SavedStudy, found: Chapter, way: list[int], seen: Seen, turn: int) -> None:
    """Keep in the study what the engine has found.

    A page may be closed at any moment, so a search under way is kept as well, now and then.
    """
    for k, number in enumerate(way):
        finding = seen.curve[k]
        if finding is None:
            continue
        fresh, kept = _evaluation(finding), found.tree.nodes[number].evaluation
        if k == turn and seen.phase != "done" and not _is_worth_keeping(fresh, kept):
            continue
        if is_better(fresh, kept):
            with suppress(SkerryError):  # a position that was deleted meanwhile
                studies.edit(saved, Evaluate(found.number, number, fresh))


def _is_worth_keeping(fresh: Evaluation, kept: Evaluation | None) -> bool:
    """Whether a search that goes on says much more than what is kept."""
    if fresh.proven is not None:
        return True
    return fresh.playouts >= (FEWEST_PLAYOUTS if kept is None else GROWTH * kept.playouts)


def _evaluation(finding: Finding) -> Evaluation:
    """What is kept of a finding, as person 0's values; all turns of one that is thorough."""
    analysis = finding.analysis
    player, scores = int(analysis["player"]), analysis["scores"]
    turns = []
    for one in analysis["turns"][:MOST_TURNS] if finding.is_thorough else ():
        value, proven = seen_by(player, one["value"], one["proven"])
        turns.append(EvaluatedTurn(one["text"], value, one["visits"], proven))
    value, proven = seen_by(player, float(analysis["value"]), analysis["proven"])
    return Evaluation(
        value,
        int(analysis["playouts"]),
        proven,
        None if scores is None else (float(scores[0]), float(scores[1])),
        tuple(turns),
    )


def _finding(chapter: Chapter, number: int, evaluation: Evaluation) -> Finding:
    """An evaluation that was kept, as the engine would tell it."""
    player = chapter.position(number).player or 0
    turns = []
    for turn in evaluation.turns:
        value, proven = seen_by(player, turn.value, turn.proven)
        about = {"value": value, "visits": turn.visits, "proven": proven}
        turns.append({"text": turn.text, "variation": [turn.text]} | about)
    value, proven = seen_by(player, evaluation.value, evaluation.proven)
    analysis = {
        "player": player,
        "playouts": evaluation.playouts,
        "playouts_per_second": 0,
        "value": value,
        "proven": proven,
        "turns": turns,
        "ownership": None,
        "scores": evaluation.scores,
    }
    return Finding(analysis, is_thorough=bool(turns))
