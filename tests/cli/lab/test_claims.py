"""`skerry lab claims`: a very small run goes through to a page that needs nothing but itself."""

import re
from pathlib import Path

import pytest

from skerry.cli import main
from skerry.lab.claims import kept as claims_kept
from skerry.lab.claims.claims import Size
from skerry.lab.claims.page import claims_html
from skerry.lab.claims.texts import CLAIMS
from skerry.lab.playing.store import PLAN

TINY = Size("claims-quick", (("random", 2), ("playouts 2", 2)), 4)
Captured = pytest.CaptureFixture[str]


def test_claims_are_played_judged_and_written(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skerry.cli.lab.claims.QUICK", TINY)
    folder, told, keep = tmp_path / "claims", tmp_path / "claims.md", tmp_path / "claims.json"
    arguments = ["lab", "claims", "--quick", "--out", str(folder), "--markdown", str(told)]
    arguments += ["--keep", str(keep)]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    for claim in CLAIMS:
        assert f"\n{claim.key}: " in printed
        assert f"“{claim.quote}”" in printed
    page, markdown = (folder / "claims.html").read_text("utf-8"), told.read_text("utf-8")
    assert re.findall(r"""(?:src|href|url)\s*[=(]\s*["']?(?!["']?#)[^"')]+""", page) == []
    assert "<script" not in page
    for name in set(re.findall(r"""(?:href="|url\()#([^")]+)""", page)):
        assert page.count(f'id="{name}"') == 1
    assert page.count("heat-map") > 1
    for claim in CLAIMS:
        assert f'id="{claim.key}"' in page
        assert f"](#{claim.key})" in markdown
        assert f"\n## {claim.key}\n" in markdown
    assert "This is the quick run" in markdown
    assert "seed 1" in markdown
    assert claims_html(*claims_kept.read(keep)) == page
    assert main(arguments) == 0  # nothing is left to play, and the same is said
    assert capsys.readouterr().out == printed
    assert (folder / "claims.html").read_text("utf-8") == page


def test_a_folder_of_another_plan_is_refused(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / PLAN).write_text('name = "other"\n', encoding="utf-8")
    assert main(["lab", "claims", "--out", str(tmp_path)]) == 2
    assert "holds the results of another plan" in capsys.readouterr().err
