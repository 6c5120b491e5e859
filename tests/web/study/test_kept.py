"""Studies in memory: never more than so many bytes of them."""

import gc
import tracemalloc
from dataclasses import replace

import skerry
from skerry.record import GameRecord
from skerry.study import Study, apply
from skerry.study.edits import AddChapter
from skerry.web.study.studies import KeptStudies, size_of_chapter
from tests.web.play.test_records import record_of_some_turns


def study_of(*records: GameRecord) -> Study:
    study = Study("Study", (), 1)
    for record in records:
        chapter = study.new_chapter("Chapter", record)
        study = apply(study, AddChapter(chapter, len(study.chapters))).study
    return study


def test_the_size_of_a_chapter_is_not_underrated() -> None:
    record = record_of_some_turns("kitaran", 1, 40, size=9)
    text = record.to_json()
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        chapter = study_of(GameRecord.from_json(text)).chapters[0]
        for number in chapter.tree.nodes:
            chapter.position(number).legal_actions  # noqa: B018  # it is kept with the position
        gc.collect()
        measured = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert measured < size_of_chapter(chapter) < 10 * measured


def test_words_and_marks_count() -> None:
    record = record_of_some_turns("kitaran", 1, 5, size=5)
    plain = study_of(record).chapters[0]
    told = study_of(record.annotate(2, "x" * 4_000)).chapters[0]
    assert size_of_chapter(told) >= size_of_chapter(plain) + 4_000


def test_studies_are_kept_up_to_so_many_bytes() -> None:
    studies = [study_of(record_of_some_turns("kitaran", seed, 10, size=5)) for seed in range(4)]
    one = max(size_of_chapter(study.chapters[0]) for study in studies)
    kept = KeptStudies(int(2.5 * one))
    for number, study in enumerate(studies):
        kept.keep(str(number), 0, study)
    found = [kept.find(str(number)) is not None for number in range(4)]
    assert found == [False, False, True, True]


def test_one_that_has_grown_too_large_is_not_kept_as_it_was() -> None:
    small = study_of(GameRecord.begin(skerry.game("kitaran", size=5)))
    large = replace(study_of(record_of_some_turns("kitaran", 1, 30, size=19)), title="Large")
    kept = KeptStudies(2 * size_of_chapter(small.chapters[0]))
    kept.keep("a", 0, small)
    kept.keep("a", 1, large)
    assert kept.find("a") is None
