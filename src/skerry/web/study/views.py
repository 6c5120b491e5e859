"""The pages of studies, and a chapter as a file."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from skerry.errors import SkerryError
from skerry.games.catalogue import FEATURED, GAMES, info
from skerry.lab.packaged import explored_seeds
from skerry.record import MARK_COLOURS, GameRecord
from skerry.record.json_form import LONGEST_COMMENT
from skerry.study import ROOT, Chapter, ConflictError, Study
from skerry.study.study import LONGEST_TITLE
from skerry.web.base.answers import belongs_to, refuse, require_GET, require_POST, require_safe
from skerry.web.base.background import Background, Kind
from skerry.web.base.bodies import LONGEST_BOX, query_number, status_of, takes_files
from skerry.web.base.cookies import wants_aims
from skerry.web.base.errors import RequestError
from skerry.web.base.files import Found, reads_large_files, record_file
from skerry.web.base.limits import EDITS, REVIEWS, UPLOADS, limited, spend
from skerry.web.base.seats import seat_of, seated
from skerry.web.base.services import service
from skerry.web.board import files
from skerry.web.board.files import refuses
from skerry.web.board.pictures import picture, preview_of, ratio
from skerry.web.board.words import isolate_name
from skerry.web.play import queries
from skerry.web.play.models import SavedGame
from skerry.web.play.records import record_of
from skerry.web.study import chapters as new_chapters
from skerry.web.study import page_data, reviews, studies
from skerry.web.study.api import DEPTHS, begin_review, is_line_open, reader_in
from skerry.web.study.models import SavedStudy
from skerry.web.study.notes import (
    GAME_CHAPTER,
    check_open,
    follow,
    game_chapter,
    is_open,
    notes_in,
)
from skerry.web.study.page_data import review_data

MOST_ALIKE = 20  # studies of one title that are looked at for an earlier one of the same game

# What stands on the buttons that choose a kind of mark.
MARK_SIGNS = {
    "circle": "○",
    "square": "□",
    "triangle": "△",
    "cross": "✕",
    "label": "A",
    "arrow": "→",
    "area": "▨",
}


@never_cache
@require_GET
def index(request: HttpRequest) -> HttpResponse:
    """The studies of this browser, and what a new one may begin with."""
    return _index(request)


def _index(
    request: HttpRequest, errors: Sequence[str] = (), text: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "studies": [
            {"saved": one, "games": [info(name) for name in one.games.split()]}
            for one in studies.studies_of(seat_of(request) or "")
        ],
        "games": [{"info": one, "picture": picture(one.name)} for one in FEATURED],
        "deleted": request.GET.get("deleted", ""),
        "were_notes": "notes" in request.GET,  # put away for those that were brought back
        "errors": errors,
        "text": text,
        "longest_text": LONGEST_BOX,
    }
    return render(request, "study/index.html", context, status=status)


@require_POST
@takes_files
@reads_large_files
def new(request: HttpRequest) -> HttpResponse:
    """Begin a study: of a game, as played here or not, of a puzzle, of a text, or of files."""
    text = request.POST.get("text", "").replace("\r\n", "\n").strip()
    try:
        spend(request, UPLOADS)  # here, where what was pasted comes back with the refusal
        found = new_chapters.found_for(request, text)
        if not any(one.records for one in found):
            lines = [": ".join(filter(None, (one.name, one.remarks[0]))) for one in found]
            return _index(request, lines, text, 400)
        return seated(request, lambda holder: _begun(request, holder, found, text))
    except SkerryError as error:
        status = status_of(error)
        if status not in (400, 429):
            return refuse(request, status, str(error))
        return _index(request, [str(error)], text, status)


def _begun(request: HttpRequest, holder: str, found: Sequence[Found], text: str) -> HttpResponse:
    """To a study of all that could be read; first to a page that tells what could not."""
    chapters = [
        (new_chapters.title_of(record, PurePath(one.name).stem), record)
        for one in found
        for record in new_chapters.remarked(one)
    ]
    saved = studies.begin(holder, chapters[0][0], *chapters)
    if all(one.records for one in found):
        return _to_study(saved)
    context = {"saved": saved, "found": found, "num_chapters": len(chapters), "text": text}
    return render(request, "study/begun.html", context)


@never_cache
@require_GET
@refuses
def study(request: HttpRequest, study_id: str) -> HttpResponse:
    """A study at a position: `?chapter=N&node=K`, else the start of the first chapter."""
    holder = seat_of(request)
    saved = studies.find(study_id, holder)
    follow(saved)
    version, value = studies.load(saved.pk)
    chapter, node, notice = _linked(request, value)
    state = page_data.position_state(
        chapter,
        version,
        node,
        may_compose=saved.holder == holder,
        with_aims=wants_aims(request),
    )
    state["notice"] = notice
    svg = str(state.pop("svg"))
    context = {
        "saved": saved,
        "study": page_data.study_data(saved, version, value, holder),
        "tree": page_data.tree_data(chapter, version),
        "state": state,
        "review": _review_of(saved, chapter, holder),
        "info": chapter.game.info,
        "svg": svg,
        "ratio": ratio(svg),
        "mark_kinds": MARK_SIGNS.items(),
        "mark_colours": MARK_COLOURS,
        "all_games": GAMES,
        "game_chapter": GAME_CHAPTER,
        "explored": [
            {"name": one.name, "title": one.title, "seed": seed}
            for one in GAMES
            for seed in explored_seeds(one.name)
        ],
        "preview": preview_of(
            request,
            isolate_name(value.title),
            f"A study of {chapter.game.info.title}: {isolate_name(chapter.title)}.",
            chapter.game.name,
            is_listed=False,
        ),
        "longest_title": LONGEST_TITLE,
        "longest_comment": LONGEST_COMMENT,
        "longest_text": LONGEST_BOX,
    }
    return render(request, "study/study.html", context)


def _linked(request: HttpRequest, value: Study) -> tuple[Chapter, int, str]:
    """The chapter and the position that a link names, and what is said where they are gone.

    A link outlives what it was made for: it leads to what is left of that.
    """
    chapter, node = value.chapters[0], ROOT
    try:
        number = query_number(request, "chapter")
        if number is not None:
            chapter = value.chapter(number)
        wanted = query_number(request, "node")
        if wanted is not None:
            chapter.tree.node(wanted)
            node = wanted
    except (RequestError, ConflictError) as error:
        where = "the study" if chapter is value.chapters[0] else "this chapter"
        return chapter, ROOT, f"{error} This is the start of {where}."
    return chapter, node, ""


def _review_of(saved: SavedStudy, chapter: Chapter, holder: str | None) -> dict[str, object]:
    """The review of a chapter as the page shows it; none while no help is allowed."""
    known = reviews.find(saved.pk, chapter.number) if is_open(saved) else None
    if not is_line_open(chapter, known, holder):
        known = None
    return review_data(chapter, known, None, reader_in(saved, chapter, holder))


@require_GET
@refuses
def position(request: HttpRequest, study_id: str) -> HttpResponse:
    """To the editor with a position: `?chapter=N&node=K`, else the start of the first chapter."""
    saved = studies.find(study_id, seat_of(request))
    check_open(saved)  # the solver is asked there
    _, value = studies.load(saved.pk)
    number, node = query_number(request, "chapter"), query_number(request, "node")
    try:
        chapter = value.chapters[0] if number is None else value.chapter(number)
        shown = chapter.position(ROOT if node is None else node)
    except ConflictError as error:
        return refuse(request, 404, str(error))
    query = urlencode({"position": shown.text})
    return redirect(f"{reverse('editor', args=[shown.game.name])}?{query}")


@require_POST
@limited(EDITS)
@refuses
def notes(request: HttpRequest, game_id: str) -> HttpResponse:
    """One's own notes in a game that one plays."""
    holder = seat_of(request)
    saved = notes_in(queries.find(game_id, holder), holder or "")
    _, study = studies.load(saved.pk)
    chapter = game_chapter(study)
    if chapter is None:  # it was deleted; the others are still there
        return _to_study(saved)
    return _to_study(saved, f"?chapter={chapter.number}&node={chapter.tree.line_from(ROOT)[-1]}")


@require_POST
@limited(REVIEWS)
@refuses
def review(request: HttpRequest, game_id: str) -> HttpResponse:
    """A review of a game: of one's own notes in it, or of a study of its own."""
    holder = seat_of(request)
    game = queries.find(game_id, holder)
    if not queries.may_analyse(game, holder):
        raise studies.NotYetError("A game between two persons is reviewed when it is over.")
    return seated(request, lambda holder: _to_review(game, holder))


def _to_review(game: SavedGame, holder: str) -> HttpResponse:
    """Begin the review, unless there is one of the game as it is."""
    before = set(studies.studies_of(holder).values_list("pk", flat=True))
    saved, chapter = _to_be_reviewed(game, holder)
    known = reviews.find(saved.pk, chapter.number)
    if known is None or list(known.nodes) != chapter.tree.line_from(ROOT):
        try:
            begin_review(saved, chapter.number, ROOT, DEPTHS["standard"])
        except Exception:  # a review that is refused leaves no study behind
            if saved.pk not in before:
                SavedStudy.objects.filter(pk=saved.pk, version=0).delete()
            raise
    return _to_study(saved, f"?chapter={chapter.number}&review")


def _to_be_reviewed(game: SavedGame, holder: str) -> tuple[SavedStudy, Chapter]:
    """A study of a browser with the game, begun if need be, and the game's chapter in it."""
    if game.seats.held_by(holder):
        saved = notes_in(game, holder)
        chapter = game_chapter(studies.load(saved.pk)[1])
        if chapter is not None:
            return saved, chapter
    record = record_of(game)
    title = new_chapters.title_of(record)
    wanted = Chapter.of(1, title, record)
    alike = studies.studies_of(holder).filter(title=title, games=record.game.name, notes_of=None)
    for saved in alike[:MOST_ALIKE]:
        for chapter in studies.load(saved.pk)[1].chapters:
            if chapter.head == wanted.head and _main_turns(chapter) == _main_turns(wanted):
                return saved, chapter
    saved = studies.begin(holder, title, (title, record))
    return saved, studies.load(saved.pk)[1].chapters[0]


def _main_turns(chapter: Chapter) -> list[str]:
    return [chapter.tree.nodes[node].turn for node in chapter.tree.line_from(ROOT)]


@require_POST
@limited(UPLOADS)
@refuses
def copy(request: HttpRequest, study_id: str) -> HttpResponse:
    """A study of one's own that begins as another one is."""
    saved = studies.find(study_id, seat_of(request))
    check_open(saved)
    return seated(request, lambda holder: _to_study(studies.copy(saved, holder)))


@require_POST
@refuses
def delete(request: HttpRequest, study_id: str) -> HttpResponse:
    """Put a study away; the list then offers to bring it back, also when this was sent twice."""
    holder = seat_of(request)
    if not studies.is_deleted(study_id, holder):
        studies.delete(studies.find_own(study_id, holder))
    return redirect(f"{reverse('studies')}?deleted={study_id}")


@belongs_to("studies")  # the study has no page while it is deleted
@require_POST
@refuses
def restore(request: HttpRequest, study_id: str) -> HttpResponse:
    """Bring a deleted study back; one that is there already is shown, since this was sent twice."""
    holder, there = seat_of(request), studies.row_of(study_id)
    if there is not None and there.holder == holder:
        return redirect("study", study_id)
    put_away = studies.restore(study_id, holder)
    if put_away is None:
        return redirect("study", study_id)
    return redirect(f"{reverse('studies')}?deleted={put_away}&notes")


def _to_study(saved: SavedStudy, query: str = "") -> HttpResponse:
    return redirect(reverse("study", args=[saved.pk]) + query)


WRITING = Kind("writing", "Many studies are being written to files; ask again in a moment.", 6)


class ChapterError(RequestError):
    """There is no such chapter any more, or no file can hold it."""

    status = 409


@require_safe
@refuses
def record(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """The chapter as a record: `?format=sgf` for other programs."""
    with _as_conflicts(), service(Background).hold(request, WRITING):
        stem, found = _chapter(request, study_id, chapter)
        return record_file(request, stem, found.to_json(), lambda: found)


@require_safe
@refuses
def animation(request: HttpRequest, study_id: str, chapter: int, kind: str) -> HttpResponse:
    """The main line as a moving picture."""
    stem, found = _chapter(request, study_id, chapter)
    return files.moving_picture(request, kind, found.to_json(), stem)


@require_safe
@refuses
def booklet(request: HttpRequest, study_id: str, chapter: int) -> HttpResponse:
    """The chapter with its variations and comments as a PDF."""
    stem, found = _chapter(request, study_id, chapter)
    return files.booklet(request, found.to_json(), stem)


def _chapter(request: HttpRequest, study_id: str, number: int) -> tuple[str, GameRecord]:
    """The first part of a file's name, and the chapter.

    Raises:
        UnknownGameError: there is no such study, or it is another's own.
        ChapterError: it has no such chapter, or one that no record can hold.
    """
    saved = studies.find(study_id, seat_of(request))
    with _as_conflicts():
        _, study = studies.load(saved.pk)
        return f"study-{saved.pk}-{number}", study.chapter(number).record()


@contextmanager
def _as_conflicts() -> Iterator[None]:
    """What is wrong with a chapter or with its file, as an answer of that kind."""
    try:
        yield
    except RequestError:
        raise
    except SkerryError as error:
        raise ChapterError(str(error)) from error
