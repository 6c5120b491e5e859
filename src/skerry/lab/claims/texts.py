"""Which games' texts are judged: the modules beside this one that are called as games are."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from skerry.errors import OptionError, SkerryError
from skerry.lab.claims import byg, kitaran, spry, syrtis, sytran
from skerry.lab.claims.claims import Claim, Finding, Match, Results, Size, Table
from skerry.lab.pages import PageFigure
from skerry.lab.plans import Plan, match_text, parse_plan
from skerry.lab.running import replace_file


class Text(Protocol):
    """`NAME.py`: what the text of a game says, and how it is judged."""

    CLAIMS: tuple[Claim, ...]

    def matches(self, size: Size) -> Iterator[Match]:
        """What is to be played for the claims."""

    def judge(self, results: Results) -> list[Finding]:
        """A finding on each claim, in the order of CLAIMS."""


# Modules are values of that type, as far as a type checker can tell.
TEXTS = cast(tuple[Text, ...], (spry, sytran, byg, kitaran, syrtis))
CLAIMS: tuple[Claim, ...] = tuple(claim for text in TEXTS for claim in text.CLAIMS)
BY_KEY = {claim.key: claim for claim in CLAIMS}


def text_of(name: str) -> Text:
    """What the text of a game says. Raises OptionError where nothing of it is judged."""
    found = {text.CLAIMS[0].game: text for text in TEXTS}
    if name not in found:
        raise OptionError(f"No claims about {name!r} are tested; choose from {', '.join(found)}.")
    return found[name]


QUICK = Size("claims-quick", (("random", 2000), ("playouts 100", 160), ("playouts 1000", 80)), 4)
FULL = Size(
    "claims",
    (("random", 12_000), ("playouts 100", 600), ("playouts 1000", 600), ("playouts 5000", 120)),
    5,
)


def claims_plan(size: Size, texts: Sequence[Text] = TEXTS) -> Plan:
    """The plan of a size, for the claims of all texts or of some."""
    return parse_plan(plan_text(size, texts), size.name)


def plan_text(size: Size, texts: Sequence[Text] = TEXTS) -> str:
    """The same as TOML."""
    # Larger boards take longer, so they have fewer games.
    return f'name = "{size.name}"\nseed = {size.seed}\ncount_turns = 0\n' + "".join(
        match_text(
            match.game,
            match.options,
            f'players = ["{player}"]',
            max(1, round(games * match.part / 2)) * 2,
            match.openings,
        )
        for text in texts
        for match in text.matches(size)
        for player, games in size.players
    )


# Findings on the claims, kept in a file: those of the full run come with the package.
#
# The file is JSON. A claim is kept by its key alone; its words are those of the modules of the
# games.


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
    replace_file(path, (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode())


def read(path: Path | None = None) -> Kept:
    """The findings that come with the package, or those of a file that `write` has made.

    Raises:
        SkerryError: the file holds no findings, or not all of them.
        OSError: it cannot be read.
    """
    source = path or files("skerry.lab.claims") / "claims.json"
    try:
        content = json.loads(source.read_text(encoding="utf-8"))
        findings = tuple(_from_json(one) for one in content["findings"])
        return Kept(findings, tuple(content["about"]), content["size"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SkerryError(
            f"{source} holds no findings; `skerry lab claims --keep` writes such files."
        ) from error


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
        tuple(PageFigure(**picture) for picture in content["pictures"]),
        content["headline"],
    )
