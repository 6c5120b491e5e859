"""Record → SGF → record, and what other programs make of the SGF."""

import datetime
from dataclasses import replace

import pytest
from hypothesis import given
from sgfmill import sgf, sgf_grammar

import skerry
from skerry.exchange import read, sgf_notes, write
from skerry.exchange.sgf import steps_of
from skerry.exchange.sgf_notes import letter_to_act
from skerry.games.catalogue import GAMES
from skerry.record import (
    COMPUTER,
    EvaluatedTurn,
    Evaluation,
    GameRecord,
    Mark,
    Person,
    RecordedTurn,
)
from tests.exchange.annotated import annotated
from tests.strategies import drawn


def read_back(record: GameRecord) -> GameRecord:
    exported = write(record, "sgf")
    assert exported.remarks == ()
    imported = read(exported.text)
    assert imported.remarks == ()
    assert imported.format == "sgf"
    (again,) = imported.records
    return again


@pytest.mark.parametrize("name", [info.name for info in GAMES])
def test_a_record_reads_back_from_its_sgf(name: str) -> None:
    @drawn(12)
    @given(annotated(name))
    def check(record: GameRecord) -> None:
        assert read_back(record) == record
        assert read_back(record.check()).check() == record

    check()


def board_game(**options: bool) -> skerry.Game:
    return skerry.game("kitaran", size=3, **options)


def test_all_that_a_record_says_reads_back() -> None:
    game = board_game()
    record = GameRecord.begin(
        game,
        persons=("Ada [1]", Person("Engine", COMPUTER, "9")),
        date=datetime.date(2026, 1, 31),
        comment="A\\game:]",
    )
    marks = (
        *(Mark("circle", ("a1",), "red"), Mark("square", ("a1",)), Mark("area", ("a1", "b2"))),
        *(Mark("label", ("c3",), text="A:]"), Mark("arrow", ("a1", "c2"), "blue")),
        *(Mark("cross", ("b2",)), Mark("triangle", ("b3",)), Mark("arrow", ("a1", "a1"))),
    )
    evaluation = Evaluation(0.5, 9, "win", (1.5, -2.0), (EvaluatedTurn("b2", 0.25, 3, "draw"),))
    inner = (RecordedTurn("c3", "Or here.", variations=((RecordedTurn("a3"),),)),)
    line = (RecordedTurn("a1"), RecordedTurn("b1", variations=(inner, (RecordedTurn("c1"),))))
    record = replace(record, marks=marks, evaluation=evaluation).add_turn("b2")
    first = RecordedTurn("b2", "Two\nlines", (line, line), marks[2:5], evaluation)
    record = replace(record, turns=(first,), continuations=(inner, line, inner)).resign(0)
    assert read_back(record) == record


def test_marks_that_the_format_has_need_no_property_of_our_own() -> None:
    marks = (Mark("circle", ("a1",)), Mark("cross", ("b2",)), Mark("label", ("b2",), text="A"))
    record = replace(GameRecord.begin(board_game()), marks=marks)
    text = write(record, "sgf").text
    assert "CR[a1]MA[b2]LB[b2:A]" in text
    assert "SKMARKS" not in text


def test_a_mark_that_another_program_removes_or_adds_is_so() -> None:
    marks = (Mark("circle", ("a1",), "red"), Mark("square", ("b2",), "blue"))
    text = write(replace(GameRecord.begin(board_game()), marks=marks), "sgf").text
    (record,) = read(text.replace("CR[a1]", "TR[c3]")).records
    assert record.marks == (marks[1], Mark("triangle", ("c3",)))


def test_stones_of_a_turn_are_nodes_of_one_colour() -> None:
    """The second person of Byg has two turns in a row."""
    record = GameRecord.begin(skerry.game("byg", size=4))
    for turn in ("a1", "g1", "g4", "a4", "b1,d7"):
        record = record.add_turn(turn)
    text = write(record, "sgf").text
    assert text.endswith(";W[a1]\n;B[g1]\n;B[g4]\n;W[a4]\n;B[b1]\n;B[d7])\n")
    assert read_back(record) == record


def test_where_the_colour_does_not_tell_turns_apart_their_end_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = GameRecord.begin(skerry.game("spry", size=4))
    for turn in ("a1", "b1", "b2", "a4"):
        record = record.add_turn(turn)
    assert "end" not in write(record, "sgf").text
    monkeypatch.setattr(sgf_notes, "letter_to_act", lambda position: "W")
    text = write(record, "sgf").text
    assert text.endswith(";W[a1]\n;W[end]\n;W[b1]\n;W[end]\n;W[b2]\n;W[end]\n;W[a4])\n")
    assert read_back(record) == record


@pytest.mark.parametrize("name", [info.name for info in GAMES])
def test_no_stones_are_set_up_and_every_action_is_a_node(name: str) -> None:
    @drawn(4)
    @given(annotated(name))
    def check(record: GameRecord) -> None:
        main = sgf.Sgf_game.from_bytes(write(record, "sgf").text.encode()).get_main_sequence()
        assert not any(node.has_property(one) for node in main for one in ("AB", "AW", "AE"))
        expected = [
            (letter_to_act(before), before.game.format_action(action))
            for here, turn in zip(record.replay(), record.turns, strict=False)
            for before, action in steps_of(here, turn.text).steps
        ]
        expected += _first_continuation(record)
        moves = [
            (colour, node.get_raw(colour).decode())
            for node in main
            for colour in ("B", "W")
            if node.has_property(colour)
        ]
        assert [move for move in moves if move[1] != "end"] == expected

    check()


def _first_continuation(record: GameRecord) -> list[tuple[str, str]]:
    """The main line of other programs goes on with the first line that could follow."""
    here, moves = record.position, []
    for turn in record.continuations[0] if record.continuations else ():
        for before, action in steps_of(here, turn.text).steps:
            moves.append((letter_to_act(before), before.game.format_action(action)))
        here = here.play_turn(turn.text)
    return moves


@drawn(20)
@given(annotated())
def test_another_program_reads_the_texts_and_the_tree(record: GameRecord) -> None:
    text = write(record, "sgf").text
    game = sgf.Sgf_game.from_bytes(text.encode())
    root = game.get_root()
    assert root.get("FF") == 4
    assert root.get("CA") == "UTF-8"
    if record.comment:
        shown = record.comment.replace("\t", " ").replace("\v", " ").replace("\f", " ")
        assert root.get("GC") == shown.strip("\x00") or "\x00" in shown
    if record.date is not None:
        assert root.get("DT") == record.date.isoformat()
    assert (root.has_property("RE")) == (record.result is not None)
    again = sgf.Sgf_game.from_bytes(game.serialise())  # as it writes the file itself
    assert read(again.serialise()).records == (record,)
    assert len(sgf_grammar.parse_sgf_collection(text.encode())) == 1


def test_a_swap_is_a_move_and_names_stay_with_those_who_began() -> None:
    record = GameRecord.begin(board_game(swap=True), persons=("Ada", "Bert"))
    for turn in ("b2", "swap", "a1"):
        record = record.add_turn(turn)
    record = record.resign(0)  # Ada, who has white by now
    text = write(record, "sgf").text
    assert "PB[Ada]PW[Bert]RE[W+R]" in text
    assert text.endswith(";B[b2]\n;W[swap]\n;W[a1])\n")
    assert read_back(record) == record


def test_a_result_by_the_rules_gives_the_margin() -> None:
    record = GameRecord.begin(board_game())
    for turn in ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"):
        if not record.is_over:
            record = record.add_turn(turn)
    assert record.result is not None
    assert record.position.outcome is not None
    assert "RE[B+1]" in write(record, "sgf").text
    assert read_back(record) == record


def test_names_on_several_lines_are_told_of() -> None:
    record = GameRecord.begin(board_game(), persons=("Ada\nLovelace", ""))
    exported = write(record, "sgf")
    assert "PB[Ada Lovelace]" in exported.text
    assert [str(one) for one in exported.remarks] == [
        "person 0: the line breaks of the name became blanks."
    ]


def test_line_breaks_of_other_systems_are_told_of() -> None:
    record = GameRecord.begin(board_game(), comment="One.\r\nTwo.")
    exported = write(record, "sgf")
    assert read(exported.text).records == (replace(record, comment="One.\nTwo."),)
    assert [str(one) for one in exported.remarks] == [
        "comments: line breaks of other systems became plain ones."
    ]


def test_stones_that_win_are_written_last() -> None:
    record = GameRecord.begin(skerry.game("spry", size=3))
    for turn in ("a3,d4,e3", "c3", "a1,a2,c1", "d3,e1", "c4,d1", "b1,c5,e2", "b3,c2"):
        record = record.add_turn(turn)
    assert record.turns[-1].text == "b3,c2"
    assert write(record, "sgf").text.endswith(";W[c2]\n;W[b3])\n")
    assert read_back(record) == record
