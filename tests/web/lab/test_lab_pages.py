"""The lab's pages: what leads to them, what they show, and what they refuse."""

import logging
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from skerry.cli import main
from skerry.games.catalogue import FEATURED, info
from skerry.lab import study_page
from skerry.lab.claims.page import claims_body, claims_html
from skerry.lab.claims.texts import CLAIMS, findings
from skerry.lab.results import Results, kept
from skerry.lab.studies import headline, title_of
from skerry.web.base.background import Background
from skerry.web.base.services import service
from skerry.web.lab import views
from skerry.web.lab.views import DamagedError, Drawn
from tests.web.conftest import Browser, when_done

NAMES = [one.name for one in FEATURED if one.has_study]
PLAN = """
games = 40  # <script>alert("plan")</script>
[[match]]
game = "kitaran"
options.size = 3
players = ["random", "random turns"]
"""


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose pages were drawn, which costs nothing here."""
    found: list[str] = []

    def study_body(results: Results) -> str:
        found.append(results.game)
        return f"<h1>{title_of(results)}</h1><p>Drawn.</p>"

    monkeypatch.setattr(study_page, "study_body", study_body)
    return found


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished experiment, with its page of its own."""
    folder = tmp_path_factory.mktemp("lab")
    (folder / "plan.toml").write_text(PLAN)
    results = folder / "random games"
    assert main(["lab", "run", str(folder / "plan.toml"), "--out", str(results)]) == 0
    assert main(["lab", "report", str(results)]) == 0
    return results


@pytest.fixture
def results(tmp_path: Path, finished: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of results with one experiment in it."""
    folder = tmp_path / "results"
    shutil.copytree(finished, folder / finished.name)
    monkeypatch.setenv("SKERRY_RESULTS", str(folder))
    return folder


def read(browser: Browser, path: str, status: int = 200) -> str:
    answer = browser.client.get(path)
    assert answer.status_code == status, path
    return str(answer.content.decode())


def state_of(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """All that is in a folder, with the times of the last changes."""
    return {
        str(path): (
            path.stat().st_mtime_ns,
            path.stat().st_mode,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in (folder, *folder.rglob("*"))
    }


# ---- what leads where ----


def test_home_leads_to_the_lab_and_to_each_game_s_page(browser: Browser) -> None:
    page = read(browser, "/")
    assert 'href="/lab"' in page
    for name in NAMES:
        assert f'href="/lab/{name}"' in page


def test_the_index_shows_each_study_and_leads_to_all_pages(browser: Browser, results: Path) -> None:
    page = read(browser, "/lab")
    for name in NAMES:
        assert f'href="/lab/{name}"' in page
        assert f'class="board board-{name}"' in page
        assert headline(kept(name)) in unescape(page)
    assert 'href="/lab/claims"' in page
    assert 'href="/lab/results/random%20games"' in page
    assert "finished" in page


@pytest.mark.parametrize("what", ["nothing", "a file", "empty"])
def test_without_experiments_the_index_does_not_speak_of_them(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    folder = tmp_path / "results"
    if what == "a file":
        folder.write_text("")
    elif what == "empty":
        folder.mkdir()
    monkeypatch.setenv("SKERRY_RESULTS", str(folder))
    assert "Experiments" not in read(browser, "/lab")


def test_the_folder_is_results_unless_told_otherwise(
    tmp_path: Path, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SKERRY_RESULTS")
    monkeypatch.chdir(tmp_path)
    assert [one.name for one in views.listed()] == ["random games"]


# ---- studies and claims ----


@pytest.mark.parametrize("name", ["spry", "syrtis"])
def test_a_study_is_drawn_once(browser: Browser, name: str, drawn: list[str]) -> None:
    page = read(browser, f"/lab/{name}")
    assert f'<article class="lab"><h1>{info(name).title}: is it fair?</h1>' in page
    assert f"<title>{info(name).title}: is it fair? · Skerry</title>" in page
    for way in ("new", "rules", "puzzles"):
        assert f'href="/{way}/{name}"' in page
    assert read(browser, f"/lab/{name}") == page
    assert drawn == [name]


def drawn_page(pages: Drawn[str], key: str, draw: Callable[[], str]) -> str:
    return when_done(lambda request: pages.get(request, key, draw))


def test_pages_are_drawn_one_at_a_time() -> None:
    """Two pages of different kinds: Matplotlib's state is the whole process's."""
    inside, most = 0, 0
    guard, begin = threading.Lock(), threading.Barrier(2)

    def draw() -> str:
        nonlocal inside, most
        with guard:
            inside += 1
            most = max(most, inside)
        threading.Event().wait(0.05)
        with guard:
            inside -= 1
        return "drawn"

    def ask(key: str) -> None:
        begin.wait()
        drawn_page(Drawn[str](1, service(Background)), key, draw)

    threads = [threading.Thread(target=ask, args=(key,)) for key in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_only_the_latest_pages_are_kept() -> None:
    pages = Drawn[str](2, service(Background))
    for key in "abc":
        drawn_page(pages, key, partial(str, key))
    assert drawn_page(pages, "c", lambda: "again") == "c"
    assert drawn_page(pages, "b", lambda: "again") == "b"
    assert drawn_page(pages, "a", lambda: "again") == "again"


def test_a_page_that_cannot_be_drawn_is_tried_again() -> None:
    def fail() -> str:
        raise DamagedError("This cannot be drawn.")

    pages = Drawn[str](2, service(Background))
    with pytest.raises(DamagedError, match="cannot be drawn"):
        drawn_page(pages, "a", fail)
    assert drawn_page(pages, "a", lambda: "drawn") == "drawn"


@pytest.mark.parametrize("name", ["chess", "y", "results", "Claims", "..", "%2e%2e"])
def test_an_unknown_game_has_no_page(browser: Browser, name: str) -> None:
    assert "<h1>" in read(browser, f"/lab/{name}", 404)


def test_the_claims_are_judged_by_the_results_that_come_with_the_package(
    browser: Browser,
) -> None:
    page = read(browser, "/lab/claims")
    found = findings()
    assert [one.claim for one in found] == list(CLAIMS)
    body = claims_body(found)
    assert f'<article class="lab">{body}</article>' in page
    assert f'<main class="lab">{body}</main>' in claims_html(found)
    for claim in CLAIMS:
        assert f'<article id="{claim.key}" class="finding">' in page
        assert f'<section id="{claim.game}">' in page
        assert f'href="#{claim.game}"' in page


# ---- experiments of this machine ----


def test_a_report_says_the_same_here_as_on_its_own_page(browser: Browser, results: Path) -> None:
    page = read(browser, "/lab/results/random%20games")
    body = page.split('<article class="lab">')[1].split("</article>")[0]
    own = (results / "random games" / "report.html").read_text("utf-8")
    assert body == own.split('<main class="lab">')[1].split("</main>")[0]
    assert body.startswith("<h1>random games</h1>")
    assert "80 games in 2 experiments" in body
    assert "&lt;script&gt;alert(&quot;plan&quot;)" in body


def test_reading_changes_nothing_in_the_folder(browser: Browser, results: Path) -> None:
    damaged = results / "random games" / "jobs" / next(os.walk(results / "random games/jobs"))[2][0]
    damaged.write_bytes(b"damaged")
    before = state_of(results)
    read(browser, "/lab")
    read(browser, "/lab/results/random%20games")
    assert state_of(results) == before


def test_a_report_is_drawn_again_only_when_its_files_have_changed(
    browser: Browser, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(result: views.Result) -> str:
        drawn.append(result.name)
        return f"<h1>Drawn {len(drawn)}</h1>"

    monkeypatch.setattr(views, "_draw", draw)
    for _ in range(2):
        assert "Drawn 1" in read(browser, "/lab/results/random%20games")
    file = results / "random games" / "results.parquet"
    told = file.stat()
    os.utime(file, ns=(told.st_atime_ns, told.st_mtime_ns + 1))
    assert "Drawn 2" in read(browser, "/lab/results/random%20games")


@pytest.mark.parametrize(
    "name",
    [
        "..",
        "%2e%2e",
        ".",
        "..%2fresults%2frandom%20games",
        "random%20games%2f",
        "random%20games%2f..%2frandom%20games",
        "%2fetc",
        "%2fetc%2fpasswd",
        "/etc/passwd",
        "random%20games%00",
        "RANDOM%20GAMES",
        "nothere",
        "linked",
        "linked-file",
        "unfinished",
        "planless",
        "file",
        "folders",
    ],
)
def test_only_what_is_listed_can_be_read(browser: Browser, results: Path, name: str) -> None:
    whole = results / "random games"
    outside = results.parent / "outside"
    shutil.copytree(whole, outside)
    (results / "linked").symlink_to(outside)
    (results / "file").write_text("")
    for folder in ("linked-file", "unfinished", "planless", "folders"):
        (results / folder).mkdir()
    shutil.copy(whole / "plan.toml", results / "unfinished")
    shutil.copy(whole / "results.parquet", results / "planless")
    shutil.copy(whole / "plan.toml", results / "linked-file")
    (results / "linked-file" / "results.parquet").symlink_to(outside / "results.parquet")
    for file in ("plan.toml", "results.parquet"):
        (results / "folders" / file).mkdir()
        shutil.copy(whole / file, results)  # so that .. and . would be experiments
        shutil.copy(whole / file, results.parent)
    assert [one.name for one in views.listed()] == ["random games"]
    assert "<h1>" in read(browser, f"/lab/results/{name}", 404)
    page = read(browser, "/lab")
    assert page.count("/lab/results/") == 1


@pytest.mark.parametrize(
    ("address", "is_public"), [("192.0.2.7", False), ("127.0.0.1", True), ("192.0.2.7", True)]
)
def test_experiments_are_for_the_owner_of_the_machine_alone(
    db: None, results: Path, settings: Any, address: str, is_public: bool
) -> None:
    settings.IS_PUBLIC = is_public
    stranger = Client(REMOTE_ADDR=address)
    (results / "random games" / "plan.toml").write_text("damaged")  # what names the folder
    answer = stranger.get("/lab/results/random%20games")
    assert answer.status_code == 404
    assert "There is no finished experiment of this name here." in answer.content.decode()
    assert "damaged" not in answer.content.decode()
    index = stranger.get("/lab").content.decode()
    assert "random games" not in index
    assert "Experiments on this computer" not in index
    assert stranger.get("/lab/spry").status_code == 200


def test_names_are_escaped(browser: Browser, results: Path) -> None:
    name = '<img src=x> "&#?%'
    (results / "random games").rename(results / name)
    page = read(browser, "/lab")
    assert "<img src=x>" not in page
    address = unescape(page.split('href="/lab/results/')[1].split('"')[0])
    report = read(browser, f"/lab/results/{address}")
    assert "<img src=x>" not in report
    assert "&lt;img src=x&gt;" in report


@pytest.mark.parametrize("rest", [0, 3, 4000, -8])
def test_damaged_rows_are_named_with_what_makes_them_again(
    browser: Browser, results: Path, rest: int, caplog: pytest.LogCaptureFixture
) -> None:
    file = results / "random games" / "results.parquet"
    whole = file.read_bytes()
    file.write_bytes(whole[:rest])
    before = state_of(results)
    with caplog.at_level(logging.ERROR, logger="skerry.web"):
        page = read(browser, "/lab/results/random%20games", 500)
    assert f"{file} is damaged; `skerry lab resume &#x27;{file.parent}&#x27;`" in page
    assert any(str(file) in record.getMessage() for record in caplog.records)
    assert state_of(results) == before
    assert main(["lab", "resume", str(file.parent)]) == 0
    assert file.read_bytes() == whole
    assert "80 games" in read(browser, "/lab/results/random%20games")


@pytest.mark.parametrize("text", [b"", b"games = 40\n[[match]]\n", b"\xff\xfe", b"games = '"])
def test_a_damaged_plan_is_named_with_what_makes_it_again(
    browser: Browser, results: Path, finished: Path, text: bytes
) -> None:
    folder = results / "random games"
    (folder / "plan.toml").write_bytes(text)
    page = read(browser, "/lab/results/random%20games", 500)
    assert f"{folder / 'plan.toml'} is damaged; delete it" in page
    (folder / "plan.toml").unlink()
    again = ["lab", "run", str(finished.parent / "plan.toml"), "--out", str(folder)]
    assert main(again) == 0
    assert "80 games" in read(browser, "/lab/results/random%20games")


def test_rows_of_another_kind_are_damaged(browser: Browser, results: Path) -> None:
    import polars as pl

    pl.DataFrame({"cell": ["a"]}).write_parquet(results / "random games" / "results.parquet")
    assert "is damaged" in read(browser, "/lab/results/random%20games", 500)


# ---- the look, and what a start costs ----


@pytest.mark.parametrize(("name", "words"), [("theme-css", "--ground:"), ("lab-css", ".lab h1")])
def test_styles_are_served(browser: Browser, name: str, words: str) -> None:
    answer: Any = browser.client.get(reverse(name))
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/css"
    assert words in answer.content.decode()


@pytest.mark.parametrize(
    "path", ["/lab", "/lab/spry", "/lab/claims", "/lab/results/random%20games"]
)
def test_pages_have_no_inline_script_and_no_inline_style_sheet(
    browser: Browser, results: Path, path: str
) -> None:
    page = read(browser, path)
    assert "<style" not in page
    assert page.count("<script") == page.count('<script type="module" src="/static/')
    assert page.index("theme.css") < page.index("base.css")


def test_other_pages_need_nothing_of_the_lab() -> None:
    """In a Python of its own, since this one has imported everything already."""
    program = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "skerry.web.site.settings"
import django
django.setup()
from django.test import Client
from django.urls import reverse
for path in ("/puzzles/spry", "/guide/spry", reverse("theme-css"), reverse("lab-css")):
    assert Client(headers={"Host": "localhost"}).get(path).status_code == 200, path
print(*sorted({name.split(".")[0] for name in sys.modules} & {"polars", "matplotlib"}))
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []
