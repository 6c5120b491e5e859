"""The limits that docs/security.md names are those of the code."""

from pathlib import Path

import pytest

from skerry.web.analysis import analyses
from skerry.web.base import seats
from skerry.web.base.consumers import MOST_UNTOLD
from skerry.web.board import files, words
from skerry.web.editor import solving
from skerry.web.lab import views
from skerry.web.lab import views as lab_pages
from skerry.web.online import live
from skerry.web.play import position_keys, records
from skerry.web.puzzles import verdicts
from skerry.web.site import database
from skerry.web.site.connections import LONGEST_HEAD, MOST_CONNECTIONS, ConnectionLimits
from skerry.web.site.handler import BodyLimits
from skerry.web.study import explorers, reviews, studies
from skerry.web.thinking import worker_tasks

TEXT = (Path(__file__).parents[3] / "docs" / "security.md").read_text(encoding="utf-8")
MB = 1_000_000
BODY, WAIT = BodyLimits(), ConnectionLimits()


def millions(*sizes: int) -> str:
    return "; ".join(f"{size // MB} MB" for size in sizes)


ROWS = {
    "records with their positions; texts of their positions; keys of their positions": millions(
        records.RECORD_BYTES, records.LINE_BYTES, records.KEYS_BYTES
    ),
    "studies with their positions": millions(studies.STUDIES_BYTES),
    "what analyses have found": millions(analyses.FINDINGS_BYTES),
    "pages that ask for an analysis": (
        f"{analyses.MOST_PAGES}; {analyses.MOST_SITTINGS} for each machine that thinks"
    ),
    "verdicts on turns of puzzles": millions(verdicts.VERDICTS_BYTES),
    "games as their pages were sent them last": f"{live.MOST_KEPT}, some 10 kB each",
    "pictures, booklets and animations": millions(files.CACHE_BYTES),
    "own games in the explorer": millions(explorers.OWN_BYTES),
    "answers of the solver": (
        f"{solving.KEPT}, some kilobytes each; {solving.MOST_OPEN} questions at a time"
    ),
    "reviews under way": (
        f"{reviews.MOST_AT_ALL}, of them {reviews.MOST_PER_BROWSER} of one browser"
    ),
    "what a worker has searched in games; in analyses broken off": (
        f"{millions(worker_tasks.MOST_BYTES)}; {worker_tasks.MOST_THOUGHTS} trees of at most 100 MB"
    ),
    "any other body": f"{BODY.longest_short // 1024} kB, of which 64 kB are parsed",
    "all bodies that are being read": f"{BODY.at_once // MB} MB; then 503",
    "first line and headers": (
        f"{LONGEST_HEAD // 1024} kB, {WAIT.head_seconds:.0f} s from the connection's beginning or "
        "the request's first byte"
    ),
    "connection that is idle after an answer": f"{WAIT.keep_alive_seconds} s",
    "client that reads nothing of its answer, or of a WebSocket's news": (
        f"{WAIT.reading_seconds:.0f} s"
    ),
    "news that wait for one WebSocket": (
        f"{MOST_UNTOLD}; then it is closed, and its page opens another one and asks"
    ),
}


@pytest.mark.parametrize("what", ROWS)
def test_a_row_says_what_the_code_does(what: str) -> None:
    assert f"| {what} | {ROWS[what]} |" in TEXT


def test_so_do_the_sentences() -> None:
    assert lab_pages.KEPT_CHARACTERS == views.REPORT_CHARACTERS == 32 * MB
    assert "32 million characters each" in TEXT
    assert f"{words.KEPT_TURNS:,} of at most 10 kB" in TEXT
    assert f"{BODY.seconds:.0f} s, and a second for each {BODY.bytes_per_second // 1000} kB" in TEXT
    assert f"| {WAIT.most_waiting}; another one takes the place of the oldest |" in TEXT
    assert f"| {WAIT.most_of_one}; of the machine's own and of proxies" in TEXT
    assert f"{MOST_CONNECTIONS:,}, or as many as the system lets" in TEXT
    assert f"up to {database.CHECKED_BYTES // MB} MB from end to end" in TEXT
    assert f"nothing was done for {position_keys.FORGOTTEN.days} days" in TEXT
    assert f"counts for {seats.LASTS.days} days" in TEXT
    assert f"a new date after {seats.RENEWED_AFTER.days}" in TEXT
    assert position_keys.OPENING == 4
    assert "Before the fourth turn" in TEXT
