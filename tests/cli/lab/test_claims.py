"""`skerry lab claims`: a very small run goes through to a page that needs nothing but itself."""

import re
from pathlib import Path

import pytest

from skerry.cli import main
from skerry.lab.claims import texts as claims_kept
from skerry.lab.claims.claims import Size
from skerry.lab.claims.page import claims_html
from skerry.lab.claims.texts import CLAIMS
from skerry.lab.running import PLAN

TINY = Size("claims-quick", (("random", 2), ("playouts 2", 2)), 4)
Captured = pytest.CaptureFixture[str]


def test_claims_are_played_judged_and_written(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skerry.cli.exploring.QUICK", TINY)
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
    kept = claims_kept.read(keep)
    assert claims_html(kept.findings, kept.about) == page
    assert main([*arguments, "--force"]) == 0  # nothing is left to play, and the same is said
    assert capsys.readouterr().out == printed
    assert (folder / "claims.html").read_text("utf-8") == page


def test_a_folder_of_another_plan_is_refused(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / PLAN).write_text('name = "other"\n', encoding="utf-8")
    assert main(["lab", "claims", "--out", str(tmp_path)]) == 2
    assert "holds the results of another plan" in capsys.readouterr().err


def test_one_game_s_claims_leave_the_others_in_the_file(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skerry.cli.exploring.QUICK", TINY)
    keep, folder = tmp_path / "claims.json", tmp_path / "claims"
    before = claims_kept.read()._replace(size=TINY.name)
    claims_kept.write(before, keep)
    arguments = ["lab", "claims", "syrtis", "--quick", "--out", str(folder), "--keep", str(keep)]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    its_own = {claim.key for claim in CLAIMS if claim.game == "syrtis"}
    assert set(re.findall(r"^([a-z]+-[\w-]+): ", printed, re.M)) == its_own
    after = claims_kept.read(keep)
    assert [finding.claim for finding in after.findings] == list(CLAIMS)
    for old, new in zip(before.findings, after.findings, strict=True):
        assert (old == new) == (new.claim.key not in its_own)


def test_findings_of_runs_of_two_sizes_are_not_mixed(tmp_path: Path, capsys: Captured) -> None:
    keep = tmp_path / "claims.json"
    claims_kept.write(claims_kept.read(), keep)
    content = keep.read_bytes()
    arguments = ["lab", "claims", "syrtis", "--quick", "--out", str(tmp_path / "results")]
    assert main([*arguments, "--keep", str(keep)]) == 2
    assert "has the findings of the run 'claims', not of 'claims-quick'" in capsys.readouterr().err
    assert keep.read_bytes() == content
    assert not (tmp_path / "results").exists()


def test_a_game_without_claims_is_refused(capsys: Captured) -> None:
    assert main(["lab", "claims", "y"]) == 2
    error = capsys.readouterr().err
    assert "No claims about 'y' are tested; choose from spry, sytran, byg, kitaran" in error
