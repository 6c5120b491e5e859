"""The JSON that the review on a study's page talks to."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.positions import position
from skerry.study import Chapter
from skerry.web.base.background import Background
from skerry.web.base.bodies import action_texts, answers_json, given_number, query_number, read_json
from skerry.web.base.errors import HelpError, RequestError, UnknownGameError
from skerry.web.base.limits.quotas import REVIEWS, VERDICTS, limited
from skerry.web.base.seats import seat_of
from skerry.web.base.services import shared
from skerry.web.play import closed
from skerry.web.play.position_keys import key_of
from skerry.web.study.models import SavedStudy
from skerry.web.study.notes import check_open
from skerry.web.study.review import page_data, reviews
from skerry.web.study.review.reviews import LineReview, Reviews
from skerry.web.study.storing import studies
from skerry.web.thinking.waiting import JUDGING, Questions

EXERCISE = "exercise"  # what the engine is asked for
DEPTHS = {"quick": 500, "standard": 2_000, "deep": 10_000}  # playouts of a first look


@answers_json("GET")
def state(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """What is known of the review of a chapter, beyond the version `?known=N`."""
    saved = studies.find(study_id, seat_of(request))
    check_open(saved)
    _check_line_open(saved, chapter, seat_of(request))
    return _answer(saved, chapter, query_number(request, "known"))


@answers_json("POST")
@limited(REVIEWS)
def begin(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """Review the line through a "node", as closely as "depth" says."""
    saved = studies.find_own(study_id, seat_of(request))
    check_open(saved)
    data = read_json(request)
    depth = data.get("depth", "standard")
    if not isinstance(depth, str) or depth not in DEPTHS:
        raise RequestError(f"'depth' must be {', '.join(DEPTHS)}.")
    begin_review(saved, chapter, given_number(data, "node"), DEPTHS[depth])
    return _answer(saved, chapter, None)


def begin_review(saved: SavedStudy, chapter: int, node: int, playouts: int) -> None:
    """Review the line through a position.

    Raises:
        ConflictError: there is no such position, or no longer.
        RequestError: no turn was played in it.
        HelpError: two persons play one of its positions at this moment.
        BusyError: too many reviews of the study's browser are under way.
    """
    record, nodes = _chapter(saved, chapter).line(node)
    if not record.turns:
        raise RequestError("There is no turn to review yet; play or paste a game first.")
    closed.check_open(record.replay(), saved.holder)
    place = saved.pk, chapter
    shared(Reviews).begin(place, saved.holder, record.to_json(), record.game.name, nodes, playouts)


@answers_json("POST")
def cancel(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """Stop a review; what it has found so far stays."""
    saved = studies.find_own(study_id, seat_of(request))
    shared(Reviews).cancel(saved.pk, chapter)
    return _answer(saved, chapter, None)


@answers_json("POST")
@limited(VERDICTS)
def try_turn(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """Whether a turn is as good as the best one, in place of the mistake of that "number"."""
    holder = seat_of(request)
    saved = studies.find(study_id, holder)
    check_open(saved)
    data = read_json(request)
    known = reviews.find(saved.pk, chapter)
    if known is None:
        raise UnknownGameError("This chapter has no review.")
    _check_line_open(saved, chapter, holder)
    exercise = _exercise(known, given_number(data, "number"))
    turn = ",".join(action_texts(data))
    found = _chapter(saved, chapter)
    # Before the engine is asked for anything: an illegal turn is refused at once.
    position(exercise["position"]).play_turn(turn)
    order = {"exercise": exercise, "turn": turn, "playouts": known.playouts}
    content = shared(Background).ask(
        request,
        JUDGING,
        (saved.pk, chapter, exercise["number"], turn, known.playouts),
        lambda work: shared(Questions).ask(
            EXERCISE,
            order,
            game=found.game.name,
            owner=holder or saved.pk,
            needs_compiled=True,
        ),
    )
    answer: Any = content["answer"]
    return JsonResponse(
        {"right": answer["is_right"], "words": page_data.answer_words(exercise, answer)}
    )


def is_line_open(chapter: Chapter, known: LineReview | None, holder: str | None) -> bool:
    """Whether what a review says may be told: nobody plays one of its positions at the moment."""
    if known is None:
        return True
    there = [node for node in known.nodes if node in chapter.tree.nodes]
    return not closed.is_in_live_game((key_of(chapter.position(n)) for n in there), holder)


def _check_line_open(saved: SavedStudy, number: int, holder: str | None) -> None:
    """Raises HelpError: two persons play a position of the review at this moment."""
    if not is_line_open(_chapter(saved, number), reviews.find(saved.pk, number), holder):
        raise HelpError(closed.CLOSED)


def _exercise(known: LineReview, number: int) -> Mapping[str, Any]:
    """The exercise made from a turn. Raises UnknownGameError: it is no mistake."""
    for one in known.exercises:
        if one["number"] == number:
            return one
    raise UnknownGameError(f"The review calls turn {number} no mistake.")


def _answer(saved: SavedStudy, chapter: int, version: int | None) -> HttpResponse:
    known = reviews.find(saved.pk, chapter)
    return JsonResponse(page_data.review_data(_chapter(saved, chapter), known, version))


def _chapter(saved: SavedStudy, number: int) -> Chapter:
    """Raises ConflictError: there is no such chapter."""
    return studies.load(saved.pk)[1].chapter(number)
