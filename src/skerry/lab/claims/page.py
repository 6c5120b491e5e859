"""All findings together, as a self-contained page, and as Markdown."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...games.catalogue import info
from ..pages.html_page import page, render
from ..pages.views import Figure, Table
from ..pages.words import describe_player
from ..plans.plan import Plan
from .claims import CANT_TELL, DEPENDS, FAILS, HOLDS, Claim, Finding, Size
from .results import REPLAYED, Results
from .texts import TEXTS, Text

TITLE = "What the games' texts say, tested"
HEADS = ("Game", "Found", "The text", "Verdict")


def judge_all(results: Results, texts: Sequence[Text] = TEXTS) -> list[Finding]:
    """A finding on every claim of the texts, in their order."""
    return [finding for text in texts for finding in text.judge(results)]


def introduction(plan: Plan, size: Size, command: str) -> list[str]:
    """How the findings were made once the plan is played, and how to read them: paragraphs."""
    games = sum(cell.games for cell in plan.cells)
    players = [player for player, _ in size.players]
    kind = "This is the quick run: it shows what is large. " if "quick" in size.name else ""
    return [
        f"{kind}Sentences of the games' own texts, and what {games:,} games say of them. Numbers "
        f"in headlines are those of the strongest: {describe_player(players[-1])}.",
        f"{games:,} games in {len(plan.cells)} cells by {', '.join(players)}, each playing itself, "
        f"seed {size.seed}; made by {command}.",
        "Intervals are of 95% and stand in brackets. A verdict is that of its interval and of the "
        f"limit that is stated with it: a claim {HOLDS}, {FAILS}, or we {CANT_TELL} where the "
        f"interval holds the limit; it {DEPENDS} where it holds for some players and not for "
        "others; else the verdict is that of the strongest. A rule of play claims nothing: the "
        "verdict says what it leads to. With so many sentences, an interval or two will miss the "
        "truth. Limits are ours where the text names none. All players search in the same way: "
        "what they do, people need not do.",
        f"Groups are counted in the first {REPLAYED:,} games of a cell.",
    ]


def claims_html(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """The page."""
    return page(TITLE, claims_body(findings, about))


def claims_body(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """What it says, as HTML to be put into an element of the class "lab"."""
    names = list(dict.fromkeys(finding.claim.game for finding in findings))
    games = [
        _GameView(
            name,
            info(name).title,
            tuple(_finding_view(one) for one in findings if one.claim.game == name),
        )
        for name in names
    ]
    summary = about[0] if about else ""
    return render("claims.html", title=TITLE, summary=summary, method=about[1:], games=games)


@dataclass(frozen=True)
class _FindingView:
    """A finding, what it is about, and the numbers for whoever unfolds them."""

    key: str
    kind: str
    quote: str
    headline: str
    verdict: str
    words: str
    measured: str
    sentences: tuple[str, ...]
    table: Table
    pictures: tuple[Figure, ...]


@dataclass(frozen=True)
class _GameView:
    """What was found of one game."""

    name: str
    title: str
    findings: tuple[_FindingView, ...]


def _finding_view(finding: Finding) -> _FindingView:
    claim, numbers = finding.claim, finding.table
    return _FindingView(
        key=claim.key,
        kind=_kind(claim),
        quote=claim.quote,
        headline=finding.headline,
        verdict=claim.answer(finding.verdict),
        words=finding.words,
        measured=f"{claim.measured} Source: {claim.source}.",
        sentences=finding.sentences,
        table=Table(f"Numbers: {finding.headline}", numbers.heads, numbers.rows),
        pictures=finding.pictures,
    )


def _kind(claim: Claim) -> str:
    return "Rule" if claim.is_rule else "Claim"


def claims_markdown(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """The same without pictures."""
    lines = [f"# {TITLE}", *(f"\n{words}" for words in about), ""]
    rows = [
        (
            info(one.claim.game).title,
            f"[{one.headline}](#{one.claim.key})",
            one.claim.quote,
            one.claim.answer(one.verdict),
        )
        for one in findings
    ]
    lines += _markdown_table(HEADS, rows)
    for one in findings:
        claim = one.claim
        lines += [
            f"\n## {claim.key}",
            f"\n**{one.headline}**",
            f"\n{_kind(claim)} of {info(claim.game).title}: “{claim.quote}” ({claim.source}). "
            f"{one.words}. {claim.measured}\n",
            *(f"- {sentence}" for sentence in one.sentences),
        ]
        if one.table.rows:
            lines += ["", *_markdown_table(one.table.heads, one.table.rows)]
    return "\n".join(lines) + "\n"


def _markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(word.replace('|', chr(92) + '|') for word in row)} |" for row in cells]
