"""Findings on the claims, kept in a file: those of the full run come with the package.

The file is JSON. A claim is kept by its key alone; its words are those of the modules of the games.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from ..pages.views import Figure
from ..playing.store import replace
from .claims import Finding, Table
from .texts import BY_KEY


class Kept(NamedTuple):
    """What a file keeps."""

    findings: tuple[Finding, ...]
    about: tuple[str, ...]  # how they were made: paragraphs


def write(findings: Sequence[Finding], about: Sequence[str], path: Path) -> None:
    """Keep findings in a file.

    Raises:
        OSError: the file cannot be written.
    """
    content = {"about": list(about), "findings": [_to_json(finding) for finding in findings]}
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def read(path: Path | None = None) -> Kept:
    """The findings that come with the package, or those of a file that `write` has made."""
    source = path or files("skerry.lab.claims") / "claims.json"
    content = json.loads(source.read_text(encoding="utf-8"))
    return Kept(tuple(_from_json(one) for one in content["findings"]), tuple(content["about"]))


def _to_json(finding: Finding) -> dict[str, object]:
    return {
        "claim": finding.claim.key,
        "headline": finding.headline,
        "verdicts": dict(finding.verdicts),
        "sentences": finding.sentences,
        "heads": finding.table.heads,
        "rows": finding.table.rows,
        "pictures": [asdict(picture) for picture in finding.pictures],
    }


def _from_json(content: dict[str, Any]) -> Finding:
    return Finding(
        BY_KEY[content["claim"]],
        content["verdicts"],
        tuple(content["sentences"]),
        Table(tuple(content["heads"]), tuple(tuple(row) for row in content["rows"])),
        tuple(Figure(**picture) for picture in content["pictures"]),
        content["headline"],
    )
