"""The JSON that the page of a study talks to: the tree, the engine in it, the review of a line."""

from contextlib import suppress
from dataclasses import asdict
from typing import Any, Literal, NamedTuple

from django.http import HttpRequest, HttpResponse, JsonResponse

from skerry.draw.overlay import LETTERS
from skerry.errors import SkerryError
from skerry.lab.packaged import explored_seeds
from skerry.positions import Position, position
from skerry.record import Evaluation
from skerry.record.parts import evaluation_from_data, seen_by
from skerry.study import Chapter, Study
from skerry.study.edits import AddChapter, Evaluate, is_better
from skerry.web.analysis import page_data as analysis_data
from skerry.web.analysis.analyses import Analyses, AnalysisView, Finding
from skerry.web.base.background import Background
from skerry.web.base.bodies import (
    ActionsSent,
    AtVersion,
    ComposeSent,
    PageSent,
    Sent,
    TurnsSent,
    Whole,
    answers_json,
    query_number,
    read,
)
from skerry.web.base.cookies import wants_aims
from skerry.web.base.errors import HelpError, RequestError, UnknownGameError
from skerry.web.base.limits import ANALYSES, EDITS, PREVIEWS, REVIEWS, UPLOADS, VERDICTS, limited
from skerry.web.base.seats import give_token, new_token, seat_of
from skerry.web.base.services import service
from skerry.web.board.position_data import composed_from, composing
from skerry.web.play import closed
from skerry.web.play.position_keys import key_of
from skerry.web.study import chapters, page_data, reviews, studies
from skerry.web.study.explorers import Explorers
from skerry.web.study.models import SavedStudy
from skerry.web.study.notes import GAME_CHAPTER, check_open, follow, played_by
from skerry.web.study.reviews import LineReview, Reviews
from skerry.web.study.studies import edit_in
from skerry.web.thinking.turns import JUDGING, Questions

MOST_TURNS = 5  # kept of an evaluation
FEWEST_PLAYOUTS = 1_000  # of a search under way whose evaluation is kept
GROWTH = 2  # times as many playouts as are kept make it worth keeping anew


class NodeAnalysisSent(PageSent):
    """What a page knows: the numbers of an earlier answer and of an earlier curve."""

    known: int | None = None
    curve: int | None = None


class ReviewSent(Sent):
    """The line through a position, and how closely it is looked at."""

    node: Whole
    depth: Literal["quick", "standard", "deep"] = "standard"


class TrySent(ActionsSent):
    """A turn in place of the mistake of a number."""

    number: Whole


class EditSent(AtVersion):
    """An edit, by its kind and fields."""

    edit: dict[str, Any]


class UndoSent(AtVersion):
    """The edit of a number."""

    number: Whole


class ShareSent(Sent):
    """Whether whoever has the address reads the study."""

    by_link: bool = False


class Asked(NamedTuple):
    """What a request is about: a study as it is now, and how the sender is known."""

    saved: SavedStudy
    version: int
    study: Study
    holder: str | None

    @property
    def may_edit(self) -> bool:
        """Whether the sender may edit it."""
        return self.saved.holder == self.holder


def _asked(request: HttpRequest, study_id: str) -> Asked:
    """Raises UnknownGameError: there is no such study, or it is another's own."""
    holder = seat_of(request)
    saved = studies.find(study_id, holder)
    return Asked(saved, *studies.load(saved.pk), holder)


@answers_json("POST")
@limited(ANALYSES)
def analyse(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """Think about a position, and say what is known so far; as for games (`analysis.api`)."""
    sent, asked = read(request, NodeAnalysisSent), _asked(request, study_id)
    saved, holder, found = asked.saved, asked.holder, asked.study.chapter(chapter)
    check_open(saved)
    record, way = found.line(node)
    closed.check_open(record.replay(), holder)
    if holder is None:
        return _with_a_seat()
    turn = way.index(node)
    texts = tuple(None if one.is_over else one.text for one in record.replay())
    known = {
        text: _finding(found, number, evaluation, is_shown=number == node)
        for number, text in zip(way, texts, strict=True)
        if text is not None and (evaluation := found.tree.nodes[number].evaluation) is not None
    }
    seen = service(Analyses).ask(holder, sent.page, found.game.name, texts, turn, known)
    answer = analysis_data.answer(record, turn, seen, sent.known, sent.curve)
    if asked.may_edit:
        _keep(saved, found, way, seen, turn)
    return JsonResponse(answer | {"words": analysis_data.phase_words(seen, held=False)})


@answers_json("POST")
def stop(request: HttpRequest, study_id: str) -> HttpResponse:
    """Think no longer; the page was closed, or its switch turned off."""
    page, seat = read(request, PageSent).page, seat_of(request)
    if seat is not None:
        service(Analyses).stop(seat, page)
    return JsonResponse({"stopped": True})


def _with_a_seat() -> HttpResponse:
    """A seat for who only reads a study, as for who only looks at a game; the page asks again.

    The engine's work is bounded by browser: readers without a seat would end each other's searches.
    """
    response = JsonResponse({"same": True, "phase": "thinking", "words": "thinking"})
    give_token(response, new_token())
    return response


@answers_json("POST")
@limited(PREVIEWS)
def variation(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """The board after turns that the analysis proposes; nothing is saved."""
    turns, asked = read(request, TurnsSent).turns, _asked(request, study_id)
    record, way = asked.study.chapter(chapter).line(node)
    return JsonResponse(analysis_data.variation(record, way.index(node), turns))


def _keep(saved: SavedStudy, found: Chapter, way: list[int], seen: AnalysisView, turn: int) -> None:
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
    analysis = dict(finding.analysis)
    turns = analysis["turns"][:MOST_TURNS] if finding.is_thorough else ()
    return seen_by(int(analysis["player"]), evaluation_from_data(analysis | {"turns": turns}))


def _finding(chapter: Chapter, number: int, evaluation: Evaluation, *, is_shown: bool) -> Finding:
    """An evaluation that was kept, as the engine would tell it.

    It may come from anybody's file: of a position that is shown, turns that cannot be played are
    left out, and so are those for which the page has no letter.
    """
    position = chapter.position(number)
    player = position.player or 0
    seen = asdict(seen_by(player, evaluation))
    turns = [
        turn | {"variation": [turn["text"]]}
        for turn in seen["turns"][: len(LETTERS)]
        if not is_shown or _is_legal(position, turn["text"])
    ]
    more = {"player": player, "playouts_per_second": 0, "turns": turns, "ownership": None}
    return Finding(seen | more, is_thorough=bool(turns))


def _is_legal(position: Position, turn: str) -> bool:
    try:
        position.play_turn(turn)
    except SkerryError:
        return False
    return True


EXERCISE = "exercise"  # what the engine is asked for
DEPTHS = {"quick": 500, "standard": 2_000, "deep": 10_000}  # playouts of a first look


@answers_json("GET")
def review_state(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """What is known of the review of a chapter, beyond the version `?known=N`."""
    holder = seat_of(request)
    saved = studies.find(study_id, holder)
    check_open(saved)
    _check_line_open(saved, chapter, holder)
    return _answer_review(saved, chapter, query_number(request, "known"), holder)


@answers_json("POST")
@limited(REVIEWS)
def begin(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """Review the line through a "node", as closely as "depth" says."""
    saved = studies.find_own(study_id, seat_of(request))
    check_open(saved)
    sent = read(request, ReviewSent)
    begin_review(saved, chapter, sent.node, DEPTHS[sent.depth])
    return _answer_review(saved, chapter, None, saved.holder)


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
    service(Reviews).begin(place, saved.holder, record.to_json(), record.game.name, nodes, playouts)


@answers_json("POST")
def cancel(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """Stop a review; what it has found so far stays, and is told to whom reading it is open."""
    saved = studies.find_own(study_id, seat_of(request))
    service(Reviews).cancel(saved.pk, chapter)
    check_open(saved)
    _check_line_open(saved, chapter, saved.holder)
    return _answer_review(saved, chapter, None, saved.holder)


@answers_json("POST")
@limited(VERDICTS)
def try_turn(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """Whether a turn is as good as the best one, in place of the mistake of that "number"."""
    holder = seat_of(request)
    saved = studies.find(study_id, holder)
    check_open(saved)
    sent = read(request, TrySent)
    known = reviews.find(saved.pk, chapter)
    if known is None:
        raise UnknownGameError("This chapter has no review.")
    _check_line_open(saved, chapter, holder)
    exercise = next((one for one in known.exercises if one["number"] == sent.number), None)
    if exercise is None:
        raise UnknownGameError(f"The review calls turn {sent.number} no mistake.")
    turn = ",".join(sent.actions)
    found = _chapter(saved, chapter)
    # Before the engine is asked for anything: an illegal turn is refused at once.
    position(exercise["position"]).play_turn(turn)
    order = {"exercise": exercise, "turn": turn, "playouts": known.playouts}
    content = service(Background).ask(
        request,
        JUDGING,
        (saved.pk, chapter, exercise["number"], turn, known.playouts),
        lambda work: service(Questions).ask(
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


def _answer_review(
    saved: SavedStudy, chapter: int, version: int | None, holder: str | None
) -> HttpResponse:
    known = reviews.find(saved.pk, chapter)
    found = _chapter(saved, chapter)
    return JsonResponse(
        page_data.review_data(found, known, version, reader_in(saved, found, holder))
    )


def reader_in(saved: SavedStudy, chapter: Chapter, holder: str | None) -> int | None:
    """The person of a chapter who is the reader, as far as one can know."""
    own = played_by(saved, holder)
    if own is not None:
        return own if chapter.number == GAME_CHAPTER else None
    return page_data.only_human(chapter) if saved.holder == holder else None


def _chapter(saved: SavedStudy, number: int) -> Chapter:
    """Raises ConflictError: there is no such chapter."""
    return studies.load(saved.pk)[1].chapter(number)


@answers_json("GET")
def state(request: HttpRequest, study_id: str) -> HttpResponse:
    """Title and chapters."""
    asked = _asked(request, study_id)
    return JsonResponse(page_data.study_data(asked.saved, asked.version, asked.study, asked.holder))


@answers_json("GET")
def tree(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """All positions of a chapter."""
    asked = _asked(request, study_id)
    return JsonResponse(page_data.tree_data(asked.study.chapter(chapter), asked.version))


@answers_json("GET")
def show_position(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """A position of a chapter; `?compose` asks for what can be played there though not edited."""
    asked = _asked(request, study_id)
    found = page_data.position_state(
        asked.study.chapter(chapter),
        asked.version,
        node,
        may_compose=asked.may_edit or "compose" in request.GET,
        with_aims=wants_aims(request),
    )
    return JsonResponse(found)


@answers_json("POST")
@limited(PREVIEWS)
def preview(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """A turn as composed so far; nothing is saved."""
    asked, sent = _asked(request, study_id), read(request, ComposeSent)
    found = asked.study.chapter(chapter)
    here = found.tree.node(node)
    composed = composed_from(found.position(node), sent)
    last = page_data.actions_of(found, node)
    shown = composing(composed, last, with_aims=wants_aims(request), marked=here.marks)
    return JsonResponse(shown)


@answers_json("GET")
@limited(ANALYSES, "GET")
def explorer(request: HttpRequest, study_id: str, chapter: int, node: int) -> HttpResponse:
    """What was played in a position, in the games that Skerry keeps and in one's own."""
    asked = _asked(request, study_id)
    check_open(asked.saved)
    way = asked.study.chapter(chapter).way(node)
    closed.check_open(way, asked.holder)
    found = service(Explorers).turns(request, way[-1], asked.holder)
    if found is None:
        words = "There are no games to explore with these options."
    elif not found:
        words = "Nobody has been here before."
        if explored_seeds(way[-1].game.name):
            words += " The games begin with ten drawings of tiles, which Chapters offers."
    else:
        words = "Played here: games (yours in brackets), how often it won, the engine’s chances."
    return JsonResponse({"words": words, "turns": found or []})


@answers_json("GET")
def edits(request: HttpRequest, study_id: str) -> HttpResponse:
    """What was edited after the version `?known=N`; notes follow their game with it."""
    follow(studies.find(study_id, seat_of(request)))
    asked = _asked(request, study_id)
    known = query_number(request, "known")
    known = asked.version if known is None else known
    return JsonResponse(_since(asked.saved, asked.version, known))


@answers_json("POST")
@limited(EDITS)
def edit(request: HttpRequest, study_id: str) -> HttpResponse:
    """Store an edit, and say what has happened since the version that the page knows."""
    sent = read(request, EditSent)
    saved = studies.find_own(study_id, seat_of(request))
    return _answer(saved, sent.version, studies.edit(saved, edit_in(sent.edit)))


@answers_json("POST")
@limited(EDITS)
def undo(request: HttpRequest, study_id: str) -> HttpResponse:
    """Undo the edit of that "number", as an edit of its own."""
    sent = read(request, UndoSent)
    saved = studies.find_own(study_id, seat_of(request))
    return _answer(saved, sent.version, studies.undo(saved, sent.number))


@answers_json("POST")
@limited(UPLOADS)
def add_chapter(request: HttpRequest, study_id: str) -> HttpResponse:
    """A chapter more: of a new game, a position, a record, or another chapter's position."""
    sent = read(request, chapters.ChapterSent)
    saved = studies.find_own(study_id, seat_of(request))
    _, study = studies.load(saved.pk)
    added = AddChapter(chapters.chapter_in(study, sent), len(study.chapters))
    return _answer(saved, sent.version, studies.edit(saved, added))


@answers_json("POST")
@limited(EDITS)
def share(request: HttpRequest, study_id: str) -> HttpResponse:
    """Let whoever has the address read the study, or nobody else."""
    saved = studies.find_own(study_id, seat_of(request))
    check_open(saved)
    by_link = read(request, ShareSent).by_link
    studies.share(saved, by_link=by_link)
    return JsonResponse({"by_link": by_link})


def _answer(saved: SavedStudy, known: int, edited: studies.Edited) -> HttpResponse:
    since = _since(saved, edited.version, known)
    return JsonResponse(since | {"number": edited.number, "edit": edited.edit_number})


def _since(saved: SavedStudy, version: int, known: int) -> dict[str, object]:
    """The edits between two versions, or that there are too many to tell."""
    found = studies.edits_since(saved, known) if known < version else []
    return {"version": version, "edits": found}
