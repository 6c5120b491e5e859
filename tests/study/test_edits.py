"""Edits of studies: what they do, how they are undone, what they refuse."""

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.record import Evaluation, GameRecord, Mark
from skerry.study import ConflictError, Study, StudyError, apply, edit_from_data, edit_to_data
from skerry.study import edits as kinds
from skerry.study.edits import Edit
from skerry.study.study import study_from_data, study_to_data
from skerry.study.tree import MOST_NODES, ROOT, Tree
from tests.small import NAMES, seed_of, small
from tests.strategies import drawn

KITARAN = skerry.game("kitaran", size=3)

pytestmark = pytest.mark.kernels


def study_of(record: GameRecord) -> Study:
    empty = Study("A study", (), 1)
    return apply(empty, kinds.AddChapter(empty.new_chapter("One", record), 0)).study


def begun(*turns: str) -> Study:
    record = GameRecord.begin(KITARAN)
    for turn in turns:
        record = record.add_turn(turn)
    return study_of(record)


def tree(study: Study) -> Tree:
    return study.chapters[0].tree


def random_edit(study: Study, rng: Random) -> Edit:
    """Any edit of any chapter, nearly always one that is possible."""
    chapter = rng.choice(study.chapters)
    node = rng.choice(list(chapter.tree.nodes))
    here = chapter.tree.nodes[node]
    size = len(list(chapter.tree.branch(node)))
    cell = rng.choice(chapter.game.board.names)
    mark = Mark(rng.choice(["circle", "cross"]), (cell,), rng.choice(["red", "blue"]))
    choices: list[Edit] = [
        kinds.Comment(chapter.number, node, here.comment, f"Comment {rng.randrange(99)}"),
        kinds.Marks(chapter.number, node, here.marks, (*here.marks, mark)),
        kinds.Promote(chapter.number, node),
        kinds.Retitle(chapter.number, chapter.title, f"Title {rng.randrange(99)}"),
        kinds.AddChapter(study.new_chapter("More", GameRecord.begin(KITARAN)), 0),
        kinds.PlaceChapter(chapter.number, rng.randrange(3)),
    ]
    position = chapter.position(node)
    if not position.is_over:
        turn = chapter.game.format_turn(position.sample_turn(rng))
        choices += [kinds.Add(chapter.number, node, turn)] * 8
    if node != ROOT:
        choices.append(kinds.Move(chapter.number, node, rng.randrange(3)))
        choices.append(kinds.Remove(chapter.number, node, size))
    if len(study.chapters) > 1:
        choices.append(kinds.RemoveChapter(chapter.number, len(chapter.tree)))
    return rng.choice(choices)


@drawn(40)
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_edits_are_undone_one_by_one_and_come_back_from_data(name: str, seed: int) -> None:
    rng = Random(seed)
    game = skerry.game(name, **small(name))
    study = study_of(GameRecord.begin(game, seed=seed_of(game, 1)))
    before, inverses = [study], []
    for _ in range(25):
        done = apply(study, random_edit(study, rng))
        if done.edit is None:
            assert done.study == study
            continue
        assert done.inverse is not None
        sent = json.loads(json.dumps(edit_to_data(done.edit)))
        assert contents(apply(study, edit_from_data(sent)).study) == contents(done.study)
        study = done.study
        before.append(study)
        inverses.append(json.loads(json.dumps(edit_to_data(done.inverse))))
    assert contents(study_from_data(json.loads(json.dumps(study_to_data(study))))) == contents(
        study
    )
    for inverse in reversed(inverses):
        now = before.pop()
        assert contents(study) == contents(now)
        undone = apply(study, edit_from_data(inverse))
        assert undone.inverse is not None
        assert contents(apply(undone.study, undone.inverse).study) == contents(study)
        study = undone.study
    assert contents(study) == contents(before[0])


def contents(study: Study) -> object:
    """All of a study but the numbers that were given away meanwhile."""
    data = study_to_data(study)
    for chapter in data["chapters"]:
        del chapter["next"]
    del data["next"]
    return data


def test_a_turn_that_is_there_is_followed_and_not_added() -> None:
    study = begun("b2", "a2")
    done = apply(study, kinds.Add(1, 1, "a2"))
    assert (done.study, done.edit, done.number) == (study, None, 2)


def test_a_turn_is_added_in_canonical_form_and_only_if_it_is_legal() -> None:
    study = study_of(GameRecord.begin(skerry.game("spry", size=3)))
    done = apply(study, kinds.Add(1, 0, "c1,a1"))
    assert tree(done.study).nodes[1].turn == "a1,c1"
    with pytest.raises(skerry.IllegalActionError):
        apply(done.study, kinds.Add(1, 1, "a1"))


def test_a_variation_becomes_the_main_line_all_the_way_up() -> None:
    study = begun("b2", "a2", "c2")
    study = apply(study, kinds.Add(1, 1, "a1")).study
    study = apply(study, kinds.Add(1, 4, "c3")).study
    promoted = apply(study, kinds.Promote(1, 5)).study
    assert tree(promoted).line_from(ROOT) == [0, 1, 4, 5]
    assert apply(promoted, kinds.Promote(1, 5)).edit is None


def test_a_comment_that_was_changed_meanwhile_is_not_replaced() -> None:
    study = apply(begun("b2"), kinds.Comment(1, 1, "", "Mine")).study
    with pytest.raises(ConflictError) as caught:
        apply(study, kinds.Comment(1, 1, "", "Yours"))
    assert caught.value.now == "Mine"


def test_what_has_grown_meanwhile_is_not_removed() -> None:
    study = begun("b2", "a2")
    with pytest.raises(ConflictError, match="1 more positions"):
        apply(study, kinds.Remove(1, 1, 1))
    assert len(tree(apply(study, kinds.Remove(1, 1, 2)).study)) == 1


def test_what_is_gone_cannot_be_edited() -> None:
    study = apply(begun("b2", "a2"), kinds.Remove(1, 2, 1)).study
    gone: list[Edit] = [
        kinds.Add(1, 2, "c3"),
        kinds.Comment(1, 2, "", "x"),
        kinds.Promote(1, 2),
        kinds.Remove(1, 2, 1),
        kinds.Comment(9, 0, "", "x"),
    ]
    for edit in gone:
        with pytest.raises(ConflictError):
            apply(study, edit)


def test_numbers_are_never_used_again() -> None:
    study = apply(begun("b2", "a2"), kinds.Remove(1, 2, 1)).study
    assert apply(study, kinds.Add(1, 1, "c3")).number == 3


def test_the_better_evaluation_is_kept() -> None:
    study = apply(begun("b2"), kinds.Evaluate(1, 1, Evaluation(0.4, 100))).study
    assert apply(study, kinds.Evaluate(1, 1, Evaluation(0.6, 50))).edit is None
    proven = apply(study, kinds.Evaluate(1, 1, Evaluation(0.0, 10, "loss"))).study
    assert apply(proven, kinds.Evaluate(1, 1, Evaluation(0.6, 10_000))).edit is None


def test_limits_are_told() -> None:
    study = begun("b2")
    edits: list[tuple[Edit, str]] = [
        (kinds.Comment(1, 0, "", "x" * 20_001), "at most 20,000 characters"),
        (kinds.Marks(1, 0, (), (Mark("circle", ("a1",)),) * 501), "at most 500 marks"),
        (kinds.Remove(1, 0, 99), "start of a chapter cannot be deleted"),
        (kinds.RemoveChapter(1, 99), "at least one chapter"),
        (kinds.Retitle(1, "One", "  "), "at least one letter"),
    ]
    for edit, sentence in edits:
        with pytest.raises(StudyError, match=sentence):
            apply(study, edit)
    with pytest.raises(skerry.RecordError, match="which is no cell"):
        apply(study, kinds.Marks(1, 0, (), (Mark("circle", ("z9",)),)))


def test_a_tree_has_a_largest_size() -> None:
    root = tree(begun()).nodes[ROOT]
    full = Tree(dict.fromkeys(range(MOST_NODES), root), MOST_NODES)
    with pytest.raises(StudyError, match="at most 20,000 positions"):
        full.add(ROOT, "b2")


@pytest.mark.parametrize(
    "data", [{}, {"kind": "Burn"}, {"kind": "Add"}, {"kind": "Marks", "before": 3}, {"kind": []}]
)
def test_what_is_no_edit_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(StudyError, match="This is no edit"):
        edit_from_data(data)


def test_damaged_data_of_a_study_are_refused() -> None:
    data = study_to_data(begun("b2", "a2"))
    data["chapters"][0]["nodes"][2]["parent"] = 7
    with pytest.raises(StudyError, match="position 2 is below none"):
        study_from_data(data)
