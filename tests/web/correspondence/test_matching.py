"""Which prepared answers a game has come to, as values."""

from skerry.study.tree import ROOT, Tree
from skerry.web.correspondence.conditions import Condition, answers, reached


def tree_of(*lines: str) -> tuple[Tree, dict[str, int]]:
    """A tree of lines such as "a1,b1 c1"; and its nodes by the line that leads there."""
    tree, nodes = Tree.begin(), {"": ROOT}
    for line in lines:
        here, way = ROOT, ""
        for turn in line.split():
            tree, here = tree.add(here, turn)
            way = f"{way} {turn}".strip()
            nodes[way] = here
    return tree, nodes


def condition(nodes: dict[str, int], line: str, *stones: str) -> Condition:
    return Condition(nodes[line.rpartition(" ")[0]], nodes[line], frozenset(stones))


def test_a_turn_of_the_tree_is_answered_and_no_other_one() -> None:
    tree, nodes = tree_of("a1 b2 c3", "a1 b3 c2")
    one = condition(nodes, "a1 b2 c3")
    assert answers(tree, ["a1", "b2"], [one]) == [one]
    for played in (["a1", "b3"], ["a1", "c1"], ["a2", "b2"], ["a1"], ["a1", "b2", "c3"], []):
        assert answers(tree, played, [one]) == []


def test_stones_are_enough_where_they_are_asked_for() -> None:
    tree, nodes = tree_of("a1,b1 c1")
    one = condition(nodes, "a1,b1 c1", "b1")
    for turn in ("a1,b1", "b1", "b1,d4", "a1,b1,d4"):
        assert answers(tree, [turn], [one]) == [one]
    for turn in ("a1", "a1,d4", "b11"):
        assert answers(tree, [turn], [one]) == []


def test_a_line_goes_on_after_a_turn_that_was_only_held() -> None:
    tree, nodes = tree_of("a1,b1 c1 d1 e1")
    first, second = condition(nodes, "a1,b1 c1", "a1"), condition(nodes, "a1,b1 c1 d1 e1")
    assert answers(tree, ["a1,f1", "c1", "d1"], [first, second]) == [second]
    assert answers(tree, ["a1,f1", "c2", "d1"], [first, second]) == []
    assert answers(tree, ["a1,f1", "c1", "d1"], [second]) == []


def test_the_closest_comes_first() -> None:
    tree, nodes = tree_of("a1 c1", "a1,b1 c2", "a1,b1,d1 c3", "b1 c4")
    exactly = condition(nodes, "a1,b1 c2")
    one = condition(nodes, "a1 c1", "a1")
    other = condition(nodes, "b1 c4", "b1")
    three = condition(nodes, "a1,b1,d1 c3", "a1", "b1", "d1")
    every = [one, other, three, exactly]
    assert answers(tree, ["a1,b1"], every) == [exactly, one, other]
    assert answers(tree, ["a1,b1,d1"], every) == [three, one, other]
    assert answers(tree, ["a1,b1,d1,e1"], every) == [three, one, other]


def test_what_was_deleted_from_the_tree_is_not_waited_for() -> None:
    tree, nodes = tree_of("a1 b2 c3")
    one = condition(nodes, "a1 b2 c3")
    assert answers(tree.without(nodes["a1 b2 c3"]), ["a1", "b2"], [one]) == []
    assert answers(tree.without(nodes["a1 b2"]), ["a1", "b2"], [one]) == []


def test_reached_tells_how_many_turns_are_not_the_trees() -> None:
    tree, nodes = tree_of("a1 c1 a2 c2")
    conditions = [condition(nodes, "a1 c1", "a1"), condition(nodes, "a1 c1 a2 c2", "a2")]
    assert reached(tree, ["a1,b1", "c1", "a2,b2"], conditions) == {nodes["a1 c1 a2"]: 2}
    assert reached(tree, ["a1", "c1"], conditions) == {nodes["a1 c1"]: 0}
