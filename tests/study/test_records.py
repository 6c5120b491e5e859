"""Trees made of records, and records made of trees."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.record import GameRecord, RecordedTurn
from skerry.study import ROOT, Chapter, Node, Tree
from skerry.study.study import main_line, tree_of
from tests.small import NAMES, seed_of, small
from tests.strategies import drawn

KITARAN = skerry.game("kitaran", size=3)

pytestmark = pytest.mark.kernels


def random_chapter(name: str, rng: Random, size: int = 15) -> Chapter:
    """A chapter whose tree has grown at random."""
    game = skerry.game(name, **small(name))
    head = GameRecord.begin(game, seed=seed_of(game, 1))
    chapter = Chapter.begin(1, "One", head, Tree.begin())
    tree = chapter.tree
    for k in range(size):
        node = rng.choice(list(tree.nodes))
        position = chapter.known.at(tree, node)
        if position.is_over:
            continue
        tree, number = tree.add(node, game.format_turn(position.sample_turn(rng)))
        tree = tree.changed(number, comment=f"Comment {k}" if rng.random() < 0.3 else "")
    return Chapter.begin(1, "One", head, tree)


def shape(tree: Tree, number: int = ROOT) -> object:
    """A tree without its numbers."""
    node = tree.nodes[number]
    return node.turn, node.comment, [shape(tree, child) for child in node.children]


@drawn(60)
@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_a_tree_comes_back_from_its_record(name: str, seed: int) -> None:
    chapter = random_chapter(name, Random(seed))
    record = GameRecord.from_json(chapter.record().to_json())  # which replays every line
    assert shape(tree_of(record)) == shape(chapter.tree)


def test_variations_hang_on_the_turn_that_they_replace() -> None:
    record = GameRecord.begin(KITARAN).add_turn("b2").add_turn("a2").add_variation(2, ["a1", "c3"])
    tree = tree_of(record)
    assert shape(tree) == (
        "",
        "",
        [("b2", "", [("a2", "", []), ("a1", "", [("c3", "", [])])])],
    )
    assert main_line(tree) == record.turns


def test_lines_that_could_follow_come_after_the_last_turn() -> None:
    turns = (RecordedTurn("b2"),)
    lines = ((RecordedTurn("a2"),), (RecordedTurn("a1"),))
    tree = tree_of(GameRecord(KITARAN, turns=turns, continuations=lines))
    assert shape(tree) == ("", "", [("b2", "", [("a2", "", []), ("a1", "", [])])])


def test_a_long_line_and_a_deep_tree() -> None:
    nodes = {k: Node(k - 1, f"t{k}", children=(k + 1,)) for k in range(1, 5000)}
    tree = Tree({ROOT: Node(-1, children=(1,))} | nodes | {5000: Node(4999, "end")}, 5001)
    assert len(main_line(tree)) == 5000
    deep = Tree.begin()
    parent = ROOT
    for k in range(25):
        deep, _ = deep.add(parent, f"a{k}")
        deep, parent = deep.add(parent, f"b{k}")
    with pytest.raises(skerry.RecordError, match="at most 20 variations within each other"):
        main_line(deep)


def test_a_resignation_stays_and_the_rules_decide_where_they_do() -> None:
    record = GameRecord.begin(KITARAN).add_turn("b2").resign(0)
    assert Chapter.of(1, "One", record).record() == record
