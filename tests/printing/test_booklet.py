"""Booklets: what they tell of a game, and that nothing in a record is read as markup."""

import datetime
from dataclasses import replace
from random import Random

import pytest

import skerry
from skerry.errors import OptionError, RecordError
from skerry.printing import booklet
from skerry.printing.booklet import MOST_DIAGRAMS, _Booklet
from skerry.record import GameRecord, Mark, Person, RecordedTurn
from tests.printing.reading import PIXELS, num_pages, readers, sizes, text_of
from tests.small import NAMES, seed_of, small

pytestmark = pytest.mark.kernels

ATTACKS = (
    '#import "@preview/cetz:0.3.0"',
    '#read("/etc/passwd")',
    '#image("/etc/hostname")',
    "] } ) #panic(1) $x^2$ *bold* _it_ `raw` \\ // /* */",
    '<script>alert(1)</script> &amp; "quoted"',
    "= Heading @label <label> ~ -- https://example.org",
)


def random_record(name: str, turns: int = 12, **options: object) -> GameRecord:
    game = skerry.game(name, **(small(name) | options))
    record = GameRecord.begin(game, seed=seed_of(game, 3), persons=("Ann", "Bob"))
    rng = Random(2)
    while record.result is None and len(record.turns) < turns:
        record = record.add_turn(game.format_turn(record.position.sample_turn(rng)))
    return record


def on_small_board(*turns: str) -> GameRecord:
    record = GameRecord.begin(skerry.game("kitaran", size=3), persons=("Ann", "Bob"))
    for turn in turns:
        record = record.add_turn(turn)
    return record


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_booklet_opens_elsewhere_and_has_numbered_pages(name: str, paper: str) -> None:
    pdf = booklet(random_record(name), paper=paper)
    width = {"a4": 210, "letter": 215.9}[paper]
    assert all(size[0] == pytest.approx(width, abs=0.1) for size in sizes(pdf))
    text, count = text_of(pdf), num_pages(pdf)
    assert all(f"{page} / {count}" in text for page in range(1, count + 1))
    for read in readers():
        assert read(pdf, count - 1).min() < 100


def test_the_first_page_says_who_played_when_and_how_it_ended() -> None:
    record = replace(
        on_small_board("b2", "a1").resign(0),
        date=datetime.date(2026, 5, 4),
        comment="A short one.",
    )
    text = text_of(booklet(record))
    for words in ("Kitaran", "Ann Black", "Bob White", "4 May 2026", "2 turns", "A short one."):
        assert words in text
    assert "White won by resignation" in text
    assert "not finished" in text_of(booklet(on_small_board("b2")))


def test_comments_variations_and_what_could_follow_are_there_with_their_turns() -> None:
    record = on_small_board("b2", "a1", "c3").annotate(2, "Too close.")
    record = record.add_variation(2, ["c1", "a3"])
    inner = record.turns[1].variations[0]
    deeper = replace(inner[1], variations=((RecordedTurn("a2", comment="Deep down."),),))
    turn = replace(record.turns[1], variations=((replace(inner[0], comment="Yes."), deeper),))
    record = replace(
        record,
        turns=(record.turns[0], turn, record.turns[2]),
        continuations=((RecordedTurn("c1", comment="Next."),),),
    )
    text = text_of(booklet(record))
    for words in (
        "2. Too close.",
        "Instead of turn 2 2. c1 3. a3 2. Yes.",
        "There, instead of turn 3 3. a2 3. Deep down.",
        "Could have followed 4. c1 4. Next.",
    ):
        assert words in text


def test_texts_of_strangers_are_shown_as_they_are() -> None:
    record = replace(
        on_small_board("b2", "a1").annotate(1, ATTACKS[0]).annotate(2, ATTACKS[1]),
        comment=f"{ATTACKS[2]} {ATTACKS[3]}",
        persons=(Person(ATTACKS[4]), Person(ATTACKS[5])),
    )
    marked = replace(record.turns[1], marks=(Mark("label", ("c3",), text='#<&"]\\'),))
    record = replace(record, turns=(record.turns[0], marked))
    text = text_of(booklet(record)).replace("\N{SOFT HYPHEN}", "").replace(" ", "")
    text = text.replace("\N{ZERO WIDTH SPACE}", "")
    for attack in ATTACKS:
        assert attack.replace(" ", "") in text


def test_words_without_end_stay_on_the_page() -> None:
    long = "W" * 400
    record = replace(on_small_board("b2").annotate(1, long), persons=(Person(long[:60]), Person()))
    pdf = booklet(replace(record, comment=long))
    for read in readers():
        page = read(pdf, 0)
        assert page[:, : round(17 * PIXELS)].min() > 200
        assert page[:, -round(17 * PIXELS) :].min() > 200


def test_odd_signs_do_no_harm() -> None:
    record = on_small_board("b2").annotate(1, "begin \x00\x1b\ufffe\U0001f600 漢字\n\n\nnew \u202e")
    assert "begin" in text_of(booklet(record))


def test_a_long_comment_goes_on_over_the_pages() -> None:
    record = on_small_board("b2").annotate(1, "word " * 3_900 + "last")
    pdf = booklet(record)
    assert num_pages(pdf) > 3
    assert "last" in text_of(pdf)


def test_the_same_game_gives_the_same_bytes() -> None:
    assert booklet(on_small_board("b2")) == booklet(on_small_board("b2"))


def test_a_game_without_turns_shows_its_start() -> None:
    assert "The start" in text_of(booklet(on_small_board()))


def test_there_are_never_more_diagrams_than_anybody_turns_over() -> None:
    game = skerry.game("kitaran", size=3, cycle_limit=1_000)
    rng, position = Random(1), game.start()
    turns: list[RecordedTurn] = []
    while not position.is_over and len(turns) < 2 * MOST_DIAGRAMS:
        text = game.format_turn(position.sample_turn(rng))
        position = position.play_turn(text)
        turns.append(RecordedTurn(text, comment="x"))
    long = GameRecord(game, turns=tuple(turns))
    book = _Booklet(1)
    blocks = book.values(long)["blocks"]
    assert sum(block["svg"] is not None for block in blocks) <= MOST_DIAGRAMS
    assert sum(len(block["notes"]) for block in blocks) == len(turns)


@pytest.mark.parametrize("every", [0, 101])
def test_so_few_or_many_turns_of_a_diagram_are_refused(every: int) -> None:
    with pytest.raises(OptionError, match="1 to 100 turns"):
        booklet(on_small_board("b2"), every=every)


def test_a_record_that_breaks_a_rule_is_refused() -> None:
    with pytest.raises(RecordError, match="turn 2"):
        booklet(GameRecord(skerry.game("kitaran", size=3), turns=(RecordedTurn("b2"),) * 2))
