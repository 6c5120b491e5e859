"""Each thing that may be wrong with a draft: what is said, where, and which fixes are offered."""

import pytest

from skerry.editing import checked, read_draft
from skerry.games.editing import Problem

SPRY = "spry size=2 swap=off | {} | player=0 first=0 turn=4 placed=-"
BYG = "byg size=3 cap=3 swap=off | {} | player=0 first=0 turn=4 placed={}"
KITARAN = (
    "kitaran size=3 komi=0 swap=off cycle_limit=2 cycle=place | {} | player={} first=0 turn=4 "
    "conversions={} frozen={}"
)
COUNTS = "sunk=0,0 passes=0,0 sinker=- calm=0"
PLAY = (
    "syrtis board=minor stall_limit=100 | {} | player=0 first=0 turn=4 phase=play light={} dark={} "
    + COUNTS
)
SET_UP = (
    "syrtis board=minor stall_limit=100 | {} | player=0 first=- turn=0 phase=towers light={} "
    "dark={} " + COUNTS
)
BEGIN = "Begin play: Light moves"
OTHER_STONES = "or add or take away stones."

CASES = {
    "one stone too many": (
        SPRY.format("ww/3/2"),
        "order",
        f"With White to move, White has 0 stones beside 0 of Black. Let Black move, {OTHER_STONES}",
        [],
        ["Let Black move"],
    ),
    "stones that nobody can have placed": (
        SPRY.format("bb/bbb/w1"),
        "order",
        "White has from 3 to 10 stones beside 5 of Black. Add or take away stones.",
        [],
        [],
    ),
    "a turn of one stone only": (
        BYG.format("3/4/wwww1/4/b2", "-"),
        "order",
        "With White to move, Black cannot have 1 stone.",
        [],
        [],
    ),
    "a connection of who is to move": (
        SPRY.format("2/www/b1"),
        "connected",
        "White has connected all three sides",
        ["b1", "b2", "b3"],
        ["Let Black move"],
    ),
    "nothing protected": (
        KITARAN.format("3/bbw/3", 1, 0, "-"),
        "protected",
        "Black has just placed or turned a stone, which White may not turn.",
        [],
        ["Protect a2"],  # which stands beside no stone of White
    ),
    "nobody there who could have moved": (
        KITARAN.format("3/1b1/3", 0, 0, "-"),
        "nobody moved",
        "White has just moved, but has no stone.",
        [],
        ["Let White move"],
    ),
    "several protected without a conversion": (
        KITARAN.format("w2/1bw/b2", 0, 0, "a3,c2"),
        "many protected",
        "a3, c2 are protected together",
        ["a3", "c2"],
        ["Count one conversion", "Protect a3 only"],
    ),
    "the second colour on an empty board": (
        KITARAN.format("3/3/3", 1, 0, "-"),
        "turn",
        "The board is empty, so it is the turn of Black",
        [],
        ["Let Black move"],
    ),
    "more conversions than there can be": (
        KITARAN.format("3/1bw/3", 0, 7, "c2"),
        "conversions",
        "more than 2 conversions in a row",
        [],
        ["Make it 2"],
    ),
    "no tiles": (PLAY.format("4/4/4/4", "-", "-"), "no tiles", "There are no tiles.", [], []),
    "a tile by itself": (
        PLAY.format("cs2/4/4/C3", "a4,b4", "a1"),
        "pieces",
        "a1 is not. Join it by tiles between, or take it away.",
        ["a1"],
        ["Take it away"],
    ),
    "too few towers": (
        PLAY.format("cs2/4/4/C3", "a4,b4", "a1"),
        "dark towers",
        "There must be two dark towers, and there is one.",
        [],
        [],
    ),
    "too many of a kind": (
        PLAY.format("cccc/c3/S3/4", "-", "-"),
        "kind 1",
        "There are 5 light circles, but only 4 in the game. Take 1 away",
        ["a3", "a4", "b4", "c4", "d4"],
        [],
    ),
    "towers on tiles of the other side": (
        PLAY.format("cccc/c3/S3/4", "a2,a3", "a4,b4"),
        "dark stands",
        "No dark tower can stand on a4 and b4: dark towers stand on dark tiles or squares.",
        ["a4", "b4"],
        ["Take them off"],
    ),
    "a gap before play": (
        SET_UP.format("1Scs/cCcC/sSsS/CScC", "-", "-"),
        "gaps",
        "Before play begins every place has its tile; a4 has none.",
        ["a4"],
        ["Fill with opposites", BEGIN],
    ),
    "opposites alike": (
        SET_UP.format("SScs/cCcC/sSsS/CScC", "-", "-"),
        "opposites",
        "tiles that lie opposite differ in colour and in shape: a4 and d1 do not.",
        ["a4", "d1"],
        ["Make them differ", BEGIN],
    ),
    "dark towers first": (
        SET_UP.format("sScs/cCcC/sSsS/CScC", "-", "a1"),
        "light first",
        "The two light towers are placed before the dark ones.",
        ["a1"],
        ["Take the dark ones away", BEGIN],
    ),
    "a tower before the repair": (
        SET_UP.format("cccc/ssss/CCCC/SSSS", "a4", "-"),
        "repair",
        "tiles must be exchanged before any tower is placed",
        ["a4"],
        ["Take the towers away", BEGIN],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_wrong_is_said(case: str) -> None:
    text, key, sentence, cells, fixes = CASES[case]
    draft = read_draft(text)
    problem = {one.key: one for one in checked(draft).problems}[key]
    assert isinstance(problem, Problem)
    assert sentence in problem.sentence
    assert sorted(draft.named(problem.cells)) == cells
    assert [fix.words for fix in problem.fixes] == fixes


def test_stones_that_make_no_beginning_of_a_turn_can_be_counted_as_placed_before() -> None:
    text = "byg size=3 cap=3 swap=off | 3/w3/2b1w/1b2/wwb | player=0 first=0 turn=5 placed=a1,a2"
    (problem,) = checked(read_draft(text)).problems
    assert problem.key == "other"
    assert [fix.words for fix in problem.fixes] == ["Count its stones as placed before"]
