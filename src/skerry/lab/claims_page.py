"""All findings together, as a page that needs nothing but itself, and as Markdown."""

from collections.abc import Iterable, Sequence

from ..draw.svg import escape, tag
from ..games.catalogue import info
from .claims import CANT_TELL, DEPENDS, FAILS, HOLDS, Claim, Finding, Table
from .claims_plan import Size
from .claims_results import REPLAYED, Results
from .claims_spry import judge_spry
from .claims_stones import judge_byg, judge_sytran
from .claims_turns import judge_kitaran, judge_syrtis
from .html_page import page, scrolled

TITLE = "What the games' texts claim, tested"
VERDICT_HEADS = ("Game", "Claim", "Verdict")
JUDGES = (judge_spry, judge_sytran, judge_byg, judge_kitaran, judge_syrtis)


def judge_all(results: Results) -> list[Finding]:
    """A finding on every claim, in the order of CLAIMS."""
    return [finding for judge in JUDGES for finding in judge(results)]


def introduction(results: Results, size: Size, command: str) -> list[str]:
    """How the findings came about, and how they are to be read: paragraphs."""
    games = sum(summary.games for summary in results.summaries.values())
    players = ", ".join(results.players)
    kind = "This is the quick run: it shows what is large. " if "quick" in size.name else ""
    return [
        f"{kind}{games:,} games in {len(results.cells)} cells by {players}, each playing itself, "
        f"seed {size.seed}; made by {command}.",
        "Intervals are of 95% and stand in brackets. A verdict is that of its interval and of the "
        f"limit that each claim states: {HOLDS}, {FAILS}, or {CANT_TELL} where the interval holds "
        f"the limit; {DEPENDS} where it holds for some players and not for others; else it is that "
        "of the strongest. With so many claims, an interval or two will miss the truth. Limits "
        "are ours where the text names none. All players search in the same way: what they do, "
        "people need not do.",
        f"Groups are counted in the first {REPLAYED:,} games of a cell.",
    ]


def claims_html(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """The page."""
    return page(TITLE, claims_body(findings, about))


def claims_body(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """What it says, to be put into a page within an element of the class "lab"."""
    body = [
        tag("h1", {}, escape(TITLE)),
        *(tag("p", {"class": "muted"}, escape(words)) for words in about),
        tag("section", {}, tag("h2", {}, "Verdicts"), _verdicts(findings)),
        *(_section(finding) for finding in findings),
    ]
    return "".join(body)


def _verdicts(findings: Sequence[Finding]) -> str:
    """A table that leads to each claim."""
    rows = [_row("th", map(escape, VERDICT_HEADS))]
    for one in findings:
        claim = tag("a", {"href": f"#{one.claim.key}"}, escape(f"“{one.claim.quote}”"))
        verdict = tag("span", {"class": "verdict"}, escape(one.verdict))
        rows.append(_row("td", (escape(_title(one.claim)), claim, verdict)))
    return _scrolled(rows)


def _section(finding: Finding) -> str:
    claim = finding.claim
    return tag(
        "section",
        {"id": claim.key},
        tag("h2", {}, escape(f"{_title(claim)}: “{claim.quote}”")),
        tag("p", {}, tag("strong", {}, escape(finding.words))),
        tag("p", {"class": "muted"}, escape(f"{claim.measured} Source: {claim.source}.")),
        *(tag("p", {}, escape(sentence)) for sentence in finding.sentences),
        _table(finding.table),
        tag("div", {"class": "pictures"}, *finding.pictures) if finding.pictures else "",
    )


def _table(table: Table) -> str:
    return _scrolled(
        [
            _row("th", map(escape, table.heads)),
            *(_row("td", map(escape, row)) for row in table.rows),
        ]
    )


def _row(element: str, cells: Iterable[str]) -> str:
    """A row of cells, given as markup."""
    return tag("tr", {}, *(tag(element, {}, cell) for cell in cells))


def _scrolled(rows: Iterable[str]) -> str:
    """A table that a narrow page scrolls by itself."""
    return scrolled(tag("table", {}, *rows), "Table")


def claims_markdown(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """The same without pictures."""
    lines = [f"# {TITLE}", *(f"\n{words}" for words in about), ""]
    rows = [
        (_title(one.claim), f"[{one.claim.quote}](#{one.claim.key})", one.verdict)
        for one in findings
    ]
    lines += _markdown_table(VERDICT_HEADS, rows)
    for one in findings:
        lines += [
            f"\n## {one.claim.key}",
            f"\n{_title(one.claim)}: “{one.claim.quote}” ({one.claim.source})",
            f"\n**{one.words}.** {one.claim.measured}\n",
            *(f"- {sentence}" for sentence in one.sentences),
        ]
        if one.table.rows:
            lines += ["", *_markdown_table(one.table.heads, one.table.rows)]
    return "\n".join(lines) + "\n"


def _markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(word.replace('|', chr(92) + '|') for word in row)} |" for row in cells]


def _title(claim: Claim) -> str:
    return info(claim.game).title
