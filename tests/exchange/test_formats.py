"""Formats by name and by sight, and the bytes of files."""

import pytest

import skerry
from skerry.exchange import FORMATS, read, recognise, write
from skerry.record import GameRecord

GAME = skerry.game("kitaran", size=3)
RECORD = GameRecord.begin(GAME, persons=("Zoë", "")).add_turn("b2").resign(0)


@pytest.mark.parametrize("format", [one.name for one in FORMATS])
def test_each_format_is_recognised_as_text_and_as_bytes(format: str) -> None:
    text = write(RECORD, format).text
    assert recognise(text) == recognise(f"\ufeff \n{text}".encode()) == format
    assert read(text) == read(text.encode()) == read(text, format)
    assert read(f"\ufeff{text}".encode()).records == (RECORD,)


@pytest.mark.parametrize("text", ["", "spry size=2 | 2/3/2 | player=0", "[Event]", "(no)"])
def test_other_texts_are_not(text: str) -> None:
    assert recognise(text) is None
    with pytest.raises(skerry.RecordError, match="Line 1 begins no game record"):
        read(text)


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    for call in (lambda: read("", "pgn"), lambda: write(RECORD, "pgn")):
        with pytest.raises(skerry.OptionError, match="'pgn'; the formats are json, sgf"):
            call()


@pytest.mark.parametrize("line_break", ["\r\n", "\r", "\n\r"])
def test_line_breaks_of_all_systems_are_read(line_break: str) -> None:
    record = RECORD.annotate(1, "One.\nTwo.")
    text = write(record, "sgf").text.replace("\n", line_break)
    assert read(text).records == (record,)


@pytest.mark.parametrize("charset", ["ISO-8859-1", "windows-1252", None])
def test_older_files_are_read_in_their_own_charset(charset: str | None) -> None:
    named = "" if charset is None else f"CA[{charset}]"
    content = write(RECORD, "sgf").text.replace("CA[UTF-8]", named).encode(charset or "latin-1")
    assert read(content).records == (RECORD,)


@pytest.mark.parametrize("format", [one.name for one in FORMATS])
def test_a_file_that_says_it_is_utf_16_is_read(format: str) -> None:
    content = write(RECORD, format).text.encode("utf-16")
    assert recognise(content) == format
    assert read(content).records == (RECORD,)
    with pytest.raises(skerry.RecordError):
        read(content[:31])  # cut within a character


@pytest.mark.parametrize("charset", ["punycode", "no-such", "gbk", "hex"])
def test_bytes_that_are_no_text_are_refused_with_their_line(charset: str) -> None:
    content = write(RECORD, "sgf").text.replace("UTF-8", charset).encode() + b"\n\n\xff\xff"
    with pytest.raises(skerry.RecordError, match=f"line 5: the text is not '{charset}'"):
        read(content)


def test_other_programs_ways_are_read() -> None:
    """A move in the first node, notes in nodes of their own, a pass without a word, two stones."""
    head = write(GameRecord.begin(GAME), "sgf").text.rstrip(")\n")
    imported = read(f"{head}C[Start]B[b2];C[Then];W[a2](;B[b1];C[End])(;C[No move];B[c1]))")
    (record,) = imported.records
    assert imported.remarks == ()
    assert record.comment == ""
    assert [turn.comment for turn in record.turns] == ["Start\nThen", "No move", "End"]
    assert [line[0].text for line in record.turns[2].variations] == ["c1"]


def test_branches_within_a_turn_are_whole_turns_in_the_same_place() -> None:
    head = write(GameRecord.begin(skerry.game("spry", size=4)), "sgf").text.rstrip(")\n")
    tree = ";W[d4];B[a1](;B[a2];W[a4])(;W[b1])(;B[a3](;B[b1])(;W[c1])))"
    imported = read(head + tree)
    assert imported.remarks == ()
    (record,) = imported.records
    assert record.check().turn_texts == ("d4", "a1,a2", "a4")
    lines = [[turn.text for turn in line] for line in record.turns[1].variations]
    assert lines == [["a1,a3,b1"], ["a1,a3", "c1"], ["a1", "b1"]]


def test_stones_of_a_turn_may_be_in_one_node_and_its_end_may_be_written() -> None:
    head = write(GameRecord.begin(skerry.game("spry", size=4)), "sgf").text.rstrip(")\n")
    imported = read(f"{head};W[d4];B[a1][a2];B[end];W[b1,b2])")
    assert imported.remarks == ()
    assert imported.records[0].turn_texts == ("d4", "a1,a2", "b1,b2")


def test_where_the_first_line_cannot_be_played_the_others_do_not_take_its_place() -> None:
    head = write(GameRecord.begin(GAME), "sgf").text.rstrip(")\n")
    imported = read(f"{head};B[b2](;W[b2])(;W[a1]))")
    (record,) = imported.records
    assert record.turn_texts == ("b2",)
    assert [line[0].text for line in record.continuations] == ["a1"]
    assert len(imported.remarks) == 1
