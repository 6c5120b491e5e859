"""Damaged files of each kind: a sentence says where and what, and what is whole is read."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.exchange import read, write
from skerry.record import LARGEST_RECORD, GameRecord
from tests.exchange.annotated import annotated
from tests.strategies import drawn

TURNS = ("b2", "a2", "b1", "b3")


def whole() -> GameRecord:
    record = GameRecord.begin(skerry.game("kitaran", size=3), persons=("Ada", "Bert"))
    for turn in TURNS:
        record = record.add_turn(turn)
    return record.annotate(2, "Close.").add_variation(2, ["a1", "c3"]).resign(1)


SGF = write(whole(), "sgf").text
LABELS = "".join(f"[a1:{number}]" for number in range(500))
GAME = "SKGAME[kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place]"


def said(content: str | bytes, format: str | None = None) -> tuple[int, str]:
    """How many turns were read, and all that was said."""
    try:
        imported = read(content, format)
    except skerry.SkerryError as error:
        return 0, str(error)
    (record,) = imported.records
    return len(record.check().turns), "\n".join(map(str, imported.remarks))


def test_the_whole_files_are_read_without_a_word() -> None:
    assert GAME in SGF
    for format in ("json", "sgf", "abstract-play"):
        assert said(write(whole(), format).text) == (4, "")


@pytest.mark.parametrize(
    ("old", "new", "turns", "sentence"),
    [
        (SGF, "chess", 0, "Line 1 begins no game record"),
        (SGF, "(chess", 0, "Line 1 begins no game record"),
        ("(;FF", "mail\n(;FF", 4, "line 1: What stands before the first game is not SGF"),
        (
            SGF[SGF.index("\n;W[b3]") :],
            "",
            3,
            "line 4, column 7: The text ends before its brackets",
        ),
        ("b1]", "b1", 2, "line 4: B[b1 ;W[b3] is left out: 'b1\\n;W[b3' is not an action"),
        ("b3]", "b3", 3, "line 5: W[b3) (;W[a1] is left out: 'b3)\\n(;W[a1' is not an action"),
        ("c3]", "c3", 4, "line 7, column 3: A '[' is not closed; from here on nothing was read"),
        ("[b1]", "b1]", 2, "line 4, column 4: This is not SGF; from here on nothing was read"),
        (";B[b1]", "!B[b1]", 2, "line 4, column 1: This is not SGF"),
        (";B[b1]", ";[b1]", 2, "line 4, column 2: A value belongs to no property"),
        (";B[b1]", ";b[b1]", 2, "line 4, column 2: B is not a property: those have capital"),
        (";B[b1]", "(B[b1]", 2, "line 4, column 2: B belongs to no node"),
        (";B[b1]", "());B[b1]", 2, "line 4, column 2: ')' closes nothing that holds a node"),
        (";B[b1]", "(();B[b1]", 2, "line 4, column 2: '(' must be followed by a node"),
        (GAME, "", 0, "line 1: the property SKGAME is missing, which says what game this is"),
        (GAME, "SKGAME[chess]", 0, "line 1: There is no game 'chess'; the games are"),
        ("size=3", "size=99", 0, "line 1: kitaran: option size=99 is not possible"),
        ("SKRULES[1]", "SKRULES[2]", 0, "line 1: the game has version 2 of the rules"),
        (GAME, f"{GAME}SKSTART[x]", 0, "line 1: A position has three parts between bars"),
        (GAME, f"{GAME}SKSETUP[a1:lc]", 0, "line 1: kitaran starts on an empty board"),
        ("RE[B+R]", "RE[B+9]", 4, "line 1: RE[B+9] is left out: the turns read leave the game"),
        ("RE[B+R]", "RE[lost]", 4, "line 1: 'lost' is not a result such as B+R, W+3 or 0"),
        (GAME, f"{GAME}DT[2026-02-30]", 4, "line 1: DT[2026-02-30] is left out"),
        (GAME, f"{GAME}DT[2026-01-31,02-01]", 4, "DT[2026-01-31,02-01] became 2026-01-31"),
        (";B[b1]", ";B[z9]", 2, "line 4: B[z9] is left out: There is no cell 'z9'"),
        (
            ";B[b1]",
            ";B[b2]",
            2,
            "There is a stone on b2 already; choose an empty cell. What follows is left out",
        ),
        (";B[b1]", ";W[b1]", 2, "line 4: W[b1] is left out: it is the turn of B (black)."),
        (";B[b1]", ";B[]", 2, "line 4: B[] is left out: A turn must name at least one action"),
        (";B[b1]", ";B[b1]TB[aa]", 4, "line 4: TB is left out: a record has no place for it."),
        (";B[b1]", ";AB[c3]B[b1]", 4, "line 4: AB is left out: it changes the board without"),
        (";B[b1]", ";B[b1]CR[z9]", 4, "line 4: CR: z9 is left out: a mark lies on 'z9', which"),
        (";B[b1]", ";B[b1]LB[a1:much too long]", 4, "line 4: LB: a1:much too long is left out"),
        (";B[b1]", ";B[b1]SKMARKS[star red a1]", 4, "SKMARKS: star red a1 is left out: a mark is"),
        (";B[b1]", ";B[b1]SKEVAL[{}]", 4, "line 4: SKEVAL is left out: it is not an evaluation"),
        (";B[b1]", ";B[b1]SKEVAL[{]", 4, "line 4: SKEVAL is left out: it is not an evaluation"),
        (";B[b1]", ";B[b1]SKDEPTH[x]", 4, "line 4: SKDEPTH must be a small number."),
        (";B[b1]", ";B[b1]SKMARKS[star]", 4, "SKMARKS: 'star' must name a kind of mark, a colour"),
        (";B[b1]", ";B[b1,c1]", 2, "line 4: B[b1,c1] is left out: it goes on after the end"),
        ("))\n", "));B[c1]", 4, "line 7, column 9: A node must stand within brackets"),
        ("C[Close.]", f"C[{'x' * 20_001}]", 4, "line 3: the comment is cut after 20,000 char"),
        (GAME, f"{GAME}GC[{'x' * 20_001}]", 4, "line 1: the comment is cut after 20,000 char"),
        ("PB[Ada]", f"PB[{'x' * 201}]", 4, "line 1: the name is cut after 200 characters, the"),
        ("PW[Bert]", f"PW[B]SKPW[{'x' * 41}]", 4, "line 1: the level is cut after 40 characters"),
        (";B[b1]", f";B[b1]LB{LABELS}CR[a1]", 4, "line 4: of the marks on one board the first 500"),
    ],
)
def test_a_damaged_sgf_file(old: str, new: str, turns: int, sentence: str) -> None:
    assert SGF.count(old) == 1
    number, words = said(SGF.replace(old, new), None if new.endswith("chess") else "sgf")
    assert sentence in words
    assert number == turns


def changed(data: Any, path: str, value: object) -> str:
    """JSON text of data with another value at a path; None takes the key away."""
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    inner = data
    for step in steps:
        inner = inner[step]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value", "turns", "sentence"),
    [
        ("header", None, 0, "the outermost object lacks 'header'"),
        ("header", [], 0, "header must be an object, not []"),
        ("moves", None, 0, "the outermost object lacks 'moves'"),
        ("moves", "b2 a2", 0, 'moves must be a list, not "b2 a2"'),
        ("moves.1", "b1", 0, 'moves[1] must be a list, not "b1"'),
        ("moves.1.0", 5, 0, "moves[1][0] must be a text, an object or null, not 5"),
        ("moves.1.0", {}, 0, "moves[1][0] lacks 'move'"),
        ("moves.1.0", {"move": 5}, 0, "moves[1][0].move must be a text, not 5"),
        ("moves.1.0", {"move": "b1", "sequence": "1"}, 0, "moves[1][0].sequence must be a whole"),
        ("moves.1.0", {"move": "b1", "clock": 9}, 4, "moves[1][0].clock: a record has no place"),
        ("moves.1.0", "z9", 2, "moves[1][0]: 'z9' is left out: There is no cell 'z9' on this"),
        ("moves.1.0", "b2", 2, "moves[1][0]: 'b2' is left out: There is a stone on b2 already"),
        ("moves.1", [None, "b1"], 2, "moves[1][1]: 'b1' is left out: it is the turn of players[0]"),
        ("moves.1", ["b1", "b3", "c3"], 0, "moves[1][2] is a move of a third player"),
        ("header.game", None, 0, "header lacks 'game'"),
        ("header.game.name", "Chess", 0, "header.game.name: there is no game 'Chess'; there are"),
        ("header.game.name", 5, 0, "header.game.name must be a text, not 5"),
        ("header.game.variants", ["hex"], 0, "header.game.variants: 'hex' is not an option"),
        ("header.game.variants", ["size=99"], 0, "header.game.variants: kitaran: option size=99"),
        ("header.game.variants", [5], 0, "header.game.variants[0] must be a text, not 5"),
        ("header.players", None, 0, "header lacks 'players'"),
        ("header.players", [], 0, "header.players must have 2 entries, not 0"),
        ("header.players.0", "Ada", 0, 'header.players[0] must be an object, not "Ada"'),
        ("header.players.0.name", None, 0, "header.players[0] lacks 'name'"),
        ("header.players.0.result", "won", 0, "header.players[0].result must be a whole number"),
        ("header.players.0.is_ai", "no", 0, "header.players[0].is_ai must be true or false"),
        ("header.players.0.result", 0, 4, "header.players: the result is left out"),
        ("header.pied", True, 4, "header.pied: there is no turn in which one could swap"),
        ("header.startingPosition", "x|y", 0, "header.startingPosition: A position has three"),
        ("header.startingPosition", "a1=lc", 0, "header.startingPosition: kitaran starts on an"),
        ("header.players.0.name", "x" * 201, 4, "header.players[0].name: this text is cut after"),
        ("header.comment", "x" * 20_001, 4, "header.comment: this text is cut after 20,000"),
        ("moves.1.0", {"move": "b1", "result": "x" * 20_001}, 4, "moves[1][0].result: this text"),
        ("header.skerry.date", "soon", 4, "header.skerry.date: 'soon' is not a day; left out"),
        ("header.skerry.rules", 2, 0, "header.skerry.rules: the game has version 2 of the rules"),
        ("header.comment", 5, 0, "header.comment must be a text, not 5"),
    ],
)
def test_a_damaged_record_of_abstract_play(
    path: str, value: object, turns: int, sentence: str
) -> None:
    data = json.loads(write(whole(), "abstract-play").text)
    number, words = said(changed(data, path, value), "abstract-play")
    assert sentence in words
    assert number == turns


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("turns", None, "The record's outermost object lacks 'turns'"),
        ("turns", {}, "The record's turns must be a list"),
        ("turns.0", {}, "The record's turns[0] lacks 'text'"),
        ("turns.0.text", 5, "The record's turns[0].text must be a text, not 5"),
        ("turns.1.clock", 5, 'The record\'s turns[1] has an unknown key "clock"'),
        ("turns.1.text", "z9", "turn 2, 'z9': There is no cell"),
        ("turns.2.text", "b2", "turn 3, 'b2': There is a stone on b2 already"),
        (
            "turns.1.variations.0.1.text",
            "a1",
            "turn 2, variation 1, turn 3, 'a1': There is a stone on a1 already",
        ),
        ("turns.0.marks", [{}], "The record's turns[0].marks[0] lacks"),
        ("turns.0.evaluation", {}, "The record's turns[0].evaluation lacks"),
        ("turns.0.evaluation", {"value": 10**400}, "a number that is too long"),
        ("game", "chess", "The record's game must be one of"),
        ("options", [], "The record's options must be an object"),
        ("options.size", 99, "options: kitaran: option size=99"),
        ("setup", {"a1": "lc"}, "setup: kitaran starts on an empty board"),
        ("persons.0.name", 5, "The record's persons[0].name must be a text"),
        ("date", "soon", "The record's date must be a day"),
        ("comment", 5, "The record's comment must be a text"),
        ("result", {}, "The record's result lacks"),
        ("result.winner", 2, "The record's result.winner must be one of"),
        ("result.reason", "score", "result: the record says person 0 won (score)"),
        ("version", 9, "The record has format version 9"),
    ],
)
def test_a_damaged_record(path: str, value: object, sentence: str) -> None:
    number, words = said(changed(json.loads(whole().to_json()), path, value))
    assert sentence in words
    assert number == 0


@drawn(20)
@given(annotated(), st.sampled_from(["sgf", "abstract-play"]), st.data())
def test_any_byte_may_be_another_one(record: GameRecord, format: str, data: st.DataObject) -> None:
    """What is read is a whole record, or a sentence says why there is none."""
    record = record if record.is_over else record.resign(0)
    content = bytearray(write(record, format).text.encode())
    for _ in range(3):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with suppress(skerry.SkerryError):
        for one in read(bytes(content), format).records:
            assert GameRecord.from_json(one.to_json()) == one


def test_results_that_the_turns_do_not_lead_to_are_told_of() -> None:
    record = GameRecord.begin(skerry.game("spry", size=2))
    for turn in ("b2", "a1", "b1,b3"):
        record = record.add_turn(turn)
    sgf = write(record, "sgf").text.replace("RE[W+]", "RE[B+R]")
    data = json.loads(write(record, "abstract-play").text)
    for player in data["header"]["players"]:
        player["result"] = 1 - player["result"]
    ending = "the turns read lead to another end: person 0 won (connection)."
    assert said(sgf) == (3, f"line 1: RE[B+R] is left out: {ending}")
    assert said(json.dumps(data)) == (3, f"header.players: the result is left out: {ending}")


def test_a_start_that_is_drawn_must_be_there() -> None:
    text = write(GameRecord.begin(skerry.game("syrtis", board="minor"), seed=1), "sgf").text
    assert "SKSETUP is missing, which says" in said(text.replace("SKSETUP", "XSETUP"))[1]


def test_a_turn_that_is_not_whole_is_left_out_with_what_follows() -> None:
    """A first stone of Sytran with number 2 needs another one beside it."""
    game = skerry.game("sytran", size=3)
    text = write(GameRecord.begin(game).add_turn("c3").add_turn("a1,a2"), "sgf").text
    number, words = said(text.replace("\n;B[a2])", "\n;W[b1];B[b2])"))
    assert number == 1
    assert words == (
        "line 3: B[a1] is left out: the turn must go on with another action of the same colour. "
        "What follows is left out too: 2 moves."
    )


def test_variations_nested_too_deeply_are_left_out() -> None:
    game = skerry.game("kitaran", size=19)
    cells = iter(game.board.names)
    branches = [f"(;{'BW'[n % 2]}[{next(cells)}])(;{'BW'[n % 2]}[{next(cells)}]" for n in range(30)]
    head = write(GameRecord.begin(game), "sgf").text.rstrip(")\n")
    number, words = said(head + "".join(branches) + ")" * 31)
    assert number == 1
    assert "is left out: there can be at most 20 variations within one another" in words


def letters(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "ABCDEFGHIJ"))


@pytest.mark.parametrize(
    "make",
    [
        lambda: "(;" * 60_000,
        lambda: "(" * 200_000 + ";",
        lambda: f"(;{GAME}" + ";B[a1]" * 60_000 + ")",
        lambda: f"(;{GAME}" + "(;B[a1]" * 20_000 + ")" * 20_001,
        lambda: f"(;{GAME}" + "(;B[a1])" * 11_000 + ")",
        lambda: f"(;{GAME}" + "".join(f"(;B[{c}](;W[a1])" for c in ("b1", "b2") * 4_000) + ")",
        lambda: f"(;{GAME}C[" + "\\" * 400_000,
        lambda: f"(;{GAME}SKEVAL[" + "[" * 400_000 + "\\]" * 400_000 + "])",
        lambda: f"(;{GAME}" + f";C[{'x' * 160}]" * 29_000 + ")",
        lambda: f"(;{GAME}CR" + "[a1][b2]" * 100_000 + ")",
        lambda: f"(;{GAME}SKMARKS" + "[area red a1,b2]" * 50_000 + ")",
        lambda: f"(;{GAME}" + "".join(f"X{letters(n)}[]" for n in range(40_000)) + ")",
        lambda: f"(;{GAME}PB[" + "x" * 400_000 + "])",
        lambda: '{"header": ' + "[" * 400_000,
        lambda: '{"header": 1' + "0" * 400_000 + "}",
    ],
)
def test_what_was_made_to_take_long_does_not(make: Callable[[], str]) -> None:
    words = said(make())[1]
    assert words
    assert len(words) < 100_000


def test_more_games_than_wanted_are_not_read() -> None:
    assert len(read(SGF * 3).records) == 3
    imported = read(SGF * 3, most=1)
    assert imported.records == (whole(),)
    (remark,) = imported.remarks
    assert str(remark) == (
        "line 8, column 2: Another game begins here; from here on nothing was read."
    )


def test_too_long_a_text_is_refused() -> None:
    with pytest.raises(skerry.RecordError, match="at most 5,000,000 bytes"):
        read(" " * (LARGEST_RECORD + 1))
