"""`skerry lab claims`: verdicts from results that are there, and a page that needs only itself."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from skerry.cli import main
from skerry.lab.claims.page import claims_html, claims_summary
from skerry.lab.claims.texts import CLAIMS, findings
from skerry.lab.results import kept, to_json

Captured = pytest.CaptureFixture[str]


def test_claims_are_told_and_written(tmp_path: Path, capsys: Captured) -> None:
    page, markdown = tmp_path / "claims.html", tmp_path / "claims.md"
    command = ["lab", "claims", "--page", str(page), "--markdown", str(markdown)]
    assert main(command) == 0
    printed = capsys.readouterr().out
    for one in findings():
        assert f"\n{one.claim.key}: {one.headline}" in printed
        assert f"“{one.claim.quote}”: {one.words}." in printed
    text = page.read_text("utf-8")
    assert text == claims_html(findings())
    assert markdown.read_text("utf-8") == claims_summary(findings())
    assert re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?!["']?#)[^"')]+""", text) == []
    assert "<script" not in text
    for name in set(re.findall(r"""(?:href="|url\()#([^")]+)""", text)):
        assert text.count(f'id="{name}"') == 1
    assert main(command) == 2
    assert "is there already" in capsys.readouterr().err
    assert main([*command, "--force"]) == 0


def test_one_s_own_results_take_the_place_of_those_that_came(
    tmp_path: Path, capsys: Captured
) -> None:
    own = tmp_path / "byg.json"
    own.write_text(to_json(replace(kept("byg"), cells=())), encoding="utf-8")
    assert main(["lab", "claims", "byg", "--results", str(own)]) == 0
    printed = capsys.readouterr().out
    keys = [claim.key for claim in CLAIMS if claim.game == "byg"]
    assert re.findall(r"^([a-z]+-[\w-]+): ", printed, re.M) == keys
    assert printed.count("Nothing has been played yet.") == len(keys)


def test_a_game_without_claims_is_refused(capsys: Captured) -> None:
    assert main(["lab", "claims", "y"]) == 2
    error = capsys.readouterr().err
    assert "No claims about 'y' are tested; choose from spry, sytran, byg, kitaran" in error


def test_a_file_that_holds_no_results_is_refused(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "cut.json").write_text("{", encoding="utf-8")
    assert main(["lab", "claims", "--results", str(tmp_path / "cut.json")]) == 2
    assert "holds no results; `skerry lab study` writes such files" in capsys.readouterr().err
