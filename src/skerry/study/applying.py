"""What comes of an edit: the study after it, and the edit that undoes it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

from skerry.record import Evaluation
from skerry.record.notes import check_marks
from skerry.record.quick_check import LONGEST_COMMENT, MOST_MARKS
from skerry.study.chapter import checked_title
from skerry.study.edits import (
    Add,
    AddChapter,
    Arrange,
    Comment,
    Edit,
    Evaluate,
    Marks,
    Move,
    PlaceChapter,
    Promote,
    Remove,
    RemoveChapter,
    Restore,
    Retitle,
)
from skerry.study.errors import ConflictError, StudyError
from skerry.study.study import MOST_CHAPTERS, Study
from skerry.study.study_data import marks_to_data
from skerry.study.tree import Tree


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
