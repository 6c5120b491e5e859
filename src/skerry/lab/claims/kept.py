"""Findings on the claims, kept in a file: those of the full run come with the package.

The file is JSON. A claim is kept by its key alone; its words are those of the modules of the games.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from skerry.lab.claims.claims import Finding, Table
from skerry.lab.claims.texts import BY_KEY, CLAIMS
from skerry.lab.pages.views import Figure
from skerry.lab.playing.store import replace


class Kept(NamedTuple):
    """What a file keeps."""

    findings: tuple[Finding, ...]
    about: tuple[str, ...]  # how they were made: paragraphs
    size: str  # the name of the size of the run

    def with_new(self, findings: Sequence[Finding]) -> tuple[Finding, ...]:
        """All findings, those given in the place of older ones on the same claims."""
        by_key = {finding.claim.key: finding for finding in [*self.findings, *findings]}
        return tuple(by_key[claim.key] for claim in CLAIMS if claim.key in by_key)


def write(kept: Kept, path: Path) -> None:
    """Keep findings in a file.

    Raises:
        OSError: the file cannot be written.
    """
    content = {
        "size": kept.size,
        "about": kept.about,
        "findings": [_to_json(finding) for finding in kept.findings],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def read(path: Path | None = None) -> Kept:
    """The findings that come with the package, or those of a file that `write` has made."""
    source = path or files("skerry.lab.claims") / "claims.json"
    content = json.loads(source.read_text(encoding="utf-8"))
    findings = tuple(_from_json(one) for one in content["findings"])
    return Kept(findings, tuple(content["about"]), content["size"])


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
