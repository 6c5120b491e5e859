"""Edits of a study: values that can be sent, stored, applied and undone.

An edit says what it takes to be there; where that has changed meanwhile it is refused, so that
nobody's work is replaced unseen.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, TypeAlias, cast, get_args

from skerry.record import Evaluation, Mark
from skerry.record.json_form import LONGEST_COMMENT, MOST_MARKS
from skerry.record.parts import Data, check_marks, evaluation_from_data, evaluation_to_data
from skerry.study.study import (
    MOST_CHAPTERS,
    Chapter,
    Study,
    chapter_from_data,
    chapter_to_data,
    checked_title,
    marks_from_data,
    marks_to_data,
    nodes_from_data,
    nodes_to_data,
)
from skerry.study.tree import ConflictError, Node, StudyError, Tree


@dataclass(frozen=True)
class Add:
    """A turn after a position."""

    chapter: int
    parent: int
    turn: str
    number: int | None = None  # that it got


@dataclass(frozen=True)
class Remove:
    """A position and all below it; nothing if there are more positions than the edit knows."""

    chapter: int
    node: int
    size: int


@dataclass(frozen=True)
class Restore:
    """Positions that were removed, at their old place."""

    chapter: int
    rank: int
    branch: dict[int, Node]


@dataclass(frozen=True)
class Promote:
    """A position becomes a part of the main line."""

    chapter: int
    node: int


@dataclass(frozen=True)
class Move:
    """A position gets another rank among those after the same position."""

    chapter: int
    node: int
    rank: int


@dataclass(frozen=True)
class Arrange:
    """Other orders of the turns after some positions."""

    chapter: int
    orders: dict[int, tuple[int, ...]]


@dataclass(frozen=True)
class Comment:
    """Another comment on a position."""

    chapter: int
    node: int
    before: str
    after: str


@dataclass(frozen=True)
class Marks:
    """Other marks on a position."""

    chapter: int
    node: int
    before: tuple[Mark, ...]
    after: tuple[Mark, ...]


@dataclass(frozen=True)
class Evaluate:
    """What an engine found; less than what is known changes nothing."""

    chapter: int
    node: int
    evaluation: Evaluation


@dataclass(frozen=True)
class Retitle:
    """Another title of a chapter, or of the study."""

    chapter: int | None
    before: str
    after: str


@dataclass(frozen=True)
class AddChapter:
    """A chapter more."""

    content: Chapter
    rank: int


@dataclass(frozen=True)
class RemoveChapter:
    """A chapter less; nothing if it holds more positions than the edit knows."""

    chapter: int
    size: int


@dataclass(frozen=True)
class PlaceChapter:
    """Another place of a chapter."""

    chapter: int
    rank: int


Edit: TypeAlias = (
    Add
    | Remove
    | Restore
    | Promote
    | Move
    | Arrange
    | Comment
    | Marks
    | Evaluate
    | Retitle
    | AddChapter
    | RemoveChapter
    | PlaceChapter
)


@dataclass(frozen=True)
class Done:
    """What has come of an edit."""

    study: Study
    edit: Edit | None  # as it came out; None: nothing has changed
    inverse: Edit | None  # None: it cannot be undone
    number: int | None = None  # of the position or chapter that it adds or leads to


def apply(study: Study, edit: Edit) -> Done:
    """The study after an edit.

    Raises:
        ConflictError: what it would change was changed meanwhile.
        StudyError: it means nothing, or a study cannot hold it.
        NotationError, GameOverError, IllegalActionError: a turn to be added is not legal.
        RecordError: marks that the board does not have.
    """
    work = cast("Callable[[Study, Any], Done]", _WORK[type(edit)])
    return work(study, edit)


def _in_chapter(study: Study, number: int, tree: Tree) -> Study:
    return study.with_chapter(replace(study.chapter(number), tree=tree))


def _add(study: Study, edit: Add) -> Done:
    chapter = study.chapter(edit.chapter)
    position = chapter.position(edit.parent)
    actions = chapter.game.parse_turn(edit.turn)
    turn = chapter.game.format_turn(actions)
    there = chapter.tree.child(edit.parent, turn)
    if there is not None:
        return Done(study, None, None, there)
    position.play_turn(turn)
    tree, number = chapter.tree.add(edit.parent, turn)
    done = Add(edit.chapter, edit.parent, turn, number)
    return Done(
        _in_chapter(study, edit.chapter, tree), done, Remove(edit.chapter, number, 1), number
    )


def _remove(study: Study, edit: Remove) -> Done:
    tree = study.chapter(edit.chapter).tree
    branch = {number: tree.node(number) for number in tree.branch(edit.node)}
    if len(branch) > edit.size:
        raise ConflictError(
            f"{len(branch) - edit.size} more positions have been added below this one meanwhile."
        )
    parent = tree.node(edit.node).parent
    shorter = tree.without(edit.node)
    rank = tree.nodes[parent].children.index(edit.node)
    inverse = Restore(edit.chapter, rank, branch)
    return Done(_in_chapter(study, edit.chapter, shorter), edit, inverse, parent)


def _restore(study: Study, edit: Restore) -> Done:
    tree = study.chapter(edit.chapter).tree.with_branch(edit.branch, edit.rank)
    top = next(iter(edit.branch))
    inverse = Remove(edit.chapter, top, len(edit.branch))
    return Done(_in_chapter(study, edit.chapter, tree), edit, inverse, top)


def _promote(study: Study, edit: Promote) -> Done:
    tree = study.chapter(edit.chapter).tree
    return _arrange(study, Arrange(edit.chapter, tree.orders_to_promote(edit.node)))


def _move(study: Study, edit: Move) -> Done:
    tree = study.chapter(edit.chapter).tree
    return _arrange(study, Arrange(edit.chapter, tree.order_to_move(edit.node, edit.rank)))


def _arrange(study: Study, edit: Arrange) -> Done:
    tree = study.chapter(edit.chapter).tree
    before = {}
    for parent, children in edit.orders.items():
        before[parent] = tree.node(parent).children
        tree = tree.ordered(parent, children)
    if before == edit.orders:
        return Done(study, None, None)
    return Done(_in_chapter(study, edit.chapter, tree), edit, Arrange(edit.chapter, before))


def _comment(study: Study, edit: Comment) -> Done:
    if len(edit.after) > LONGEST_COMMENT:
        raise StudyError(f"A comment has at most {LONGEST_COMMENT:,} characters.")
    tree = study.chapter(edit.chapter).tree
    now = tree.node(edit.node).comment
    if now == edit.after:
        return Done(study, None, None)
    if now != edit.before:
        raise ConflictError("The comment was changed meanwhile.", now)
    changed = tree.changed(edit.node, comment=edit.after)
    inverse = Comment(edit.chapter, edit.node, edit.after, edit.before)
    return Done(_in_chapter(study, edit.chapter, changed), edit, inverse)


def _marks(study: Study, edit: Marks) -> Done:
    if len(edit.after) > MOST_MARKS:
        raise StudyError(f"A position has at most {MOST_MARKS} marks.")
    chapter = study.chapter(edit.chapter)
    check_marks(chapter.game, edit.after, "marks")
    now = chapter.tree.node(edit.node).marks
    if now == edit.after:
        return Done(study, None, None)
    if now != edit.before:
        raise ConflictError("The marks were changed meanwhile.", marks_to_data(now))
    changed = chapter.tree.changed(edit.node, marks=edit.after)
    inverse = Marks(edit.chapter, edit.node, edit.after, edit.before)
    return Done(_in_chapter(study, edit.chapter, changed), edit, inverse)


def _evaluate(study: Study, edit: Evaluate) -> Done:
    tree = study.chapter(edit.chapter).tree
    if not is_better(edit.evaluation, tree.node(edit.node).evaluation):
        return Done(study, None, None)
    changed = tree.changed(edit.node, evaluation=edit.evaluation)
    return Done(_in_chapter(study, edit.chapter, changed), edit, None)


def is_better(fresh: Evaluation, known: Evaluation | None) -> bool:
    """Whether an evaluation says more than what is known: a proof, or more playouts."""
    if known is None:
        return True
    if (fresh.proven is None) != (known.proven is None):
        return fresh.proven is not None
    return fresh.playouts > known.playouts


def _retitle(study: Study, edit: Retitle) -> Done:
    after = checked_title(edit.after)
    if not after:
        raise StudyError("A title has at least one letter.")
    now = study.title if edit.chapter is None else study.chapter(edit.chapter).title
    if now == after:
        return Done(study, None, None)
    if now != edit.before:
        raise ConflictError("The title was changed meanwhile.", now)
    if edit.chapter is None:
        changed = replace(study, title=after)
    else:
        changed = study.with_chapter(replace(study.chapter(edit.chapter), title=after))
    return Done(changed, replace(edit, after=after), Retitle(edit.chapter, after, now))


def _add_chapter(study: Study, edit: AddChapter) -> Done:
    if len(study.chapters) >= MOST_CHAPTERS:
        raise StudyError(f"A study holds at most {MOST_CHAPTERS} chapters.")
    number = edit.content.number
    if any(chapter.number == number for chapter in study.chapters):
        raise ConflictError("This chapter is there already.")
    chapters = (*study.chapters[: edit.rank], edit.content, *study.chapters[edit.rank :])
    longer = Study(study.title, chapters, max(study.next_chapter, number + 1))
    return Done(longer, edit, RemoveChapter(number, len(edit.content.tree)), number)


def _remove_chapter(study: Study, edit: RemoveChapter) -> Done:
    chapter = study.chapter(edit.chapter)
    if len(chapter.tree) > edit.size:
        raise ConflictError(
            f"{len(chapter.tree) - edit.size} more positions have been added to it meanwhile."
        )
    if len(study.chapters) == 1:
        raise StudyError("A study has at least one chapter; delete the study.")
    rank = study.rank(edit.chapter)
    others = tuple(one for one in study.chapters if one is not chapter)
    return Done(replace(study, chapters=others), edit, AddChapter(chapter, rank))


def _place_chapter(study: Study, edit: PlaceChapter) -> Done:
    chapter, before = study.chapter(edit.chapter), study.rank(edit.chapter)
    others = [one for one in study.chapters if one is not chapter]
    rank = min(max(0, edit.rank), len(others))
    if rank == before:
        return Done(study, None, None)
    others.insert(rank, chapter)
    inverse = PlaceChapter(edit.chapter, before)
    return Done(replace(study, chapters=tuple(others)), edit, inverse)


_WORK: dict[type, object] = {
    Add: _add,
    Remove: _remove,
    Restore: _restore,
    Promote: _promote,
    Move: _move,
    Arrange: _arrange,
    Comment: _comment,
    Marks: _marks,
    Evaluate: _evaluate,
    Retitle: _retitle,
    AddChapter: _add_chapter,
    RemoveChapter: _remove_chapter,
    PlaceChapter: _place_chapter,
}


KINDS = {kind.__name__: kind for kind in get_args(Edit)}

_Converter: TypeAlias = Callable[[Any], object]
# Values of fields that JSON does not have: to data, and from them.
_CONVERTERS: dict[tuple[str, str], tuple[_Converter, _Converter]] = {
    ("Restore", "branch"): (lambda branch: nodes_to_data(branch, branch), nodes_from_data),
    ("Arrange", "orders"): (
        lambda orders: [[parent, list(one)] for parent, one in orders.items()],
        lambda orders: {parent: tuple(one) for parent, one in orders},
    ),
    ("Marks", "before"): (marks_to_data, marks_from_data),
    ("Marks", "after"): (marks_to_data, marks_from_data),
    ("Evaluate", "evaluation"): (evaluation_to_data, evaluation_from_data),
    ("AddChapter", "content"): (chapter_to_data, chapter_from_data),
}
_AS_IT_IS: tuple[_Converter, _Converter] = (lambda value: value, lambda value: value)


def edit_to_data(edit: Edit) -> Data:
    """An edit as JSON data."""
    kind = type(edit).__name__
    data: Data = {"kind": kind}
    for field in fields(edit):
        to_data, _ = _CONVERTERS.get((kind, field.name), _AS_IT_IS)
        data[field.name] = to_data(getattr(edit, field.name))
    return data


def edit_from_data(data: Data) -> Edit:
    """The edit that `edit_to_data` wrote. Raises StudyError: it wrote nothing like that."""
    try:
        kind = data["kind"]
        values = {
            name: _CONVERTERS.get((kind, name), _AS_IT_IS)[1](value)
            for name, value in data.items()
            if name != "kind"
        }
        return cast(Edit, KINDS[kind](**values))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise StudyError(f"This is no edit: {error!r}") from error
