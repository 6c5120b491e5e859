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


def in_charset(name: str, named: str, codec: str, before: str = "") -> bytes:
    """A game whose first player, and what is said of its turn, have a name in a character set."""
    record = GameRecord.begin(GAME, persons=(name, "")).add_turn("b2", comment=name).resign(0)
    return write(record, "sgf").text.replace("CA[UTF-8]", f"{before}{named}").encode(codec)


CHARSETS = [
    ("latin1", "cp1252", "Zoë"),
    ("ISO8859-1", "cp1252", "Zoë"),
    ("windows-1252", "cp1252", "Zoë"),
    ("latin9", "iso8859_15", "Zoë €"),
    ("macintosh", "mac_roman", "Zoë"),
    ("KOI8-R", "koi8_r", "Привет"),
    ("koi8-u", "koi8_u", "Привіт"),
    ("win-1251", "cp1251", "Привет"),
    ("CP1251", "cp1251", "Привет"),
    # In these some second bytes are a bracket or a backslash.
    ("SJIS", "cp932", "表示 ソ] x"),
    ("x-sjis", "cp932", "表示"),
    ("Shift_JIS", "cp932", "構能"),
    ("cp932", "cp932", "表"),
    ("Windows-31J", "cp932", "表"),
    ("GB2312", "gb18030", "乗]囗中文"),
    ("gbk", "gb18030", "乗囗"),
    ("Big5", "big5hkscs", "許功蓋"),
    ("Big5-HKSCS", "big5hkscs", "許功蓋"),
    ("EUC-JP", "euc_jp", "日本"),
    ("x-euc-jp", "euc_jp", "日本"),
    ("EUC-KR", "cp949", "한글"),
    ("ks_c_5601-1987", "cp949", "한글"),
    ("ISO-2022-JP", "iso2022_jp", "日本語"),
    ("hz", "hz", "中文"),
]


@pytest.mark.parametrize(("named", "codec", "name"), CHARSETS)
def test_a_file_is_read_in_the_character_set_that_it_names(
    named: str, codec: str, name: str
) -> None:
    imported = read(in_charset(name, f"CA[{named}]", codec))
    assert imported.remarks == ()
    (record,) = imported.records
    assert record.persons[0].name == record.turns[0].comment == name


def test_a_character_set_within_a_comment_is_not_that_of_the_file() -> None:
    for before in ("C[CA[KOI8-R\\] is meant]", "GC[CA[SJIS\\]]", "C[(;CA[GBK\\]]"):
        imported = read(in_charset("Zoë", "CA[latin1]", "cp1252", before))
        assert (imported.remarks, imported.records[0].persons[0].name) == ((), "Zoë")
        (record,) = read(in_charset("Zoë", "", "utf-8", before)).records
        assert record.persons[0].name == "Zoë"


def test_each_game_of_a_collection_has_a_character_set_of_its_own() -> None:
    sets = (("KOI8-R", "koi8_r"), ("win-1251", "cp1251"), ("sjis", "cp932"), ("UTF-8", "utf-8"))
    imported = read(
        b"\n".join(in_charset("Привет", f"CA[{named}]", codec) for named, codec in sets)
    )
    assert imported.remarks == ()
    assert [record.persons[0].name for record in imported.records] == ["Привет"] * 4


@pytest.mark.parametrize(
    ("named", "codec", "name", "read_as", "said"),
    [
        ("", "latin-1", "Zoë", "Zoë", "No character set is named (CA); read as Latin-1."),
        ("CA[punycode]", "latin-1", "Zoë", "Zoë", "'punycode' is not one that is read; read as"),
        ("CA[no-such]", "utf-8", "Zoë", "Zoë", ""),
        ("CA[UTF-8]", "latin-1", "Zoë", "Zoë", "'UTF-8' is not that of the file; read as Latin-1"),
        ("CA[GBK]", "utf-8", "Zoë", "Zoë", ""),
    ],
)
def test_what_a_file_says_wrongly_is_told(
    named: str, codec: str, name: str, read_as: str, said: str
) -> None:
    imported = read(in_charset(name, named, codec))
    (record,) = imported.records
    assert (record.persons[0].name, record.turn_texts) == (read_as, ("b2",))
    assert [said in str(remark) for remark in imported.remarks] == [True] * bool(said)


@pytest.mark.parametrize("named", ["", "CA[UTF-8]", "CA[GBK]"])
def test_a_byte_that_fits_nowhere_is_replaced(named: str) -> None:
    """The turns are read in any case, and the remark says where the first such byte is."""
    codec = "gbk" if "GBK" in named else "utf-8"
    name = "中文" if "GBK" in named else "Zoë und Bär"
    content = in_charset(name, named, codec).replace(b"C[", b"C[\n\xff ", 1)
    imported = read(content)
    (record,) = imported.records
    assert (record.turn_texts, record.persons[0].name) == (("b2",), name)
    assert record.turns[0].comment == f"\n\ufffd {name}"
    (remark,) = imported.remarks
    assert remark.place == "line 3"
    assert "1 letter could not be read as " in remark.sentence


@pytest.mark.parametrize("format", ["json", "abstract-play"])
def test_a_bad_byte_of_the_other_formats_is_replaced_too(format: str) -> None:
    imported = read(write(RECORD, format).text.encode().replace("ë".encode(), b"\xeb\xeb", 1))
    assert imported.records[0].persons[0].name.startswith("Zo")
    assert imported.records[0].turn_texts == ("b2",)
    assert imported.remarks


def test_half_a_character_is_replaced() -> None:
    imported = read(write(RECORD, "sgf").text.replace("ë", "\ud800"))
    assert imported.records[0].persons[0].name == "Zo\ufffd"
    assert "1 letter could not be read as Unicode and became" in str(imported.remarks[0])


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_told_without_a_mark(codec: str) -> None:
    assert read(write(RECORD, "sgf").text.encode(codec)).records == (RECORD,)


@pytest.mark.parametrize(
    "piece",
    [b"(;CA[sjis]" + b"\x81[" * 300_000, b"(;CA[gbk]" * 90_000, b"[" * 900_000 + b"\xff(;"],
)
def test_no_file_takes_long_to_be_told_apart(piece: bytes) -> None:
    """Ways to read a value that could be tried in a number that grows with its square or worse."""
    with pytest.raises(skerry.SkerryError):
        read(piece + b"\xff")


@pytest.mark.parametrize("format", [one.name for one in FORMATS])
def test_a_file_that_says_it_is_utf_16_is_read(format: str) -> None:
    content = write(RECORD, format).text.encode("utf-16")
    assert recognise(content) == format
    assert read(content).records == (RECORD,)
    with pytest.raises(skerry.RecordError):
        read(content[:31])  # cut within a character


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


def test_the_games_of_a_collection_share_their_tables() -> None:
    """They were looked up anew for each of 108,888 games, a third of the time to read them."""
    first, second, other = read(
        "(;SKGAME[kitaran size=3];B[a1])(;SKGAME[kitaran size=3];B[b2])(;SKGAME[kitaran size=4])"
    ).records
    assert first.game is second.game
    assert other.game.option("size") == 4
