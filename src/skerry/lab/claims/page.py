"""All findings together, as a page that needs nothing but itself, and as Markdown."""

from collections.abc import Iterable, Sequence

from ...draw.svg import escape, tag
from ...games.catalogue import info
from ..pages.html_page import page, scrolled
from ..pages.words import describe_player
from .claims import CANT_TELL, DEPENDS, FAILS, HOLDS, Finding, Size
from .results import REPLAYED, Results
from .texts import TEXTS

TITLE = "What the games' texts say, tested"
HEADS = ("Game", "Found", "The text", "Verdict")


def judge_all(results: Results) -> list[Finding]:
    """A finding on every claim, in the order of CLAIMS."""
    return [finding for text in TEXTS for finding in text.judge(results)]


def introduction(results: Results, size: Size, command: str) -> list[str]:
    """How the findings came about, and how they are to be read: paragraphs."""
    games = sum(summary.games for summary in results.summaries.values())
    players = ", ".join(results.players)
    kind = "This is the quick run: it shows what is large. " if "quick" in size.name else ""
    return [
        f"{kind}Sentences of the games' own texts, and what {games:,} games say of them. Numbers "
        f"in headlines are those of the strongest: {describe_player(results.players[-1])}.",
        f"{games:,} games in {len(results.cells)} cells by {players}, each playing itself, "
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
    """What it says, to be put into a page within an element of the class "lab"."""
    names = list(dict.fromkeys(finding.claim.game for finding in findings))
    body = [
        tag("h1", {}, escape(TITLE)),
        *(tag("p", {}, escape(words)) for words in about[:1]),
        _folded("How this was counted, and how to read it", map(_words, about[1:])),
        tag("nav", {"class": "contents", "aria-label": "Games"}, *map(_link, names)),
        *(_game(name, [one for one in findings if one.claim.game == name]) for name in names),
    ]
    return "".join(body)


def _words(text: str) -> str:
    return tag("p", {"class": "muted"}, escape(text))


def _folded(title: str, content: Iterable[str]) -> str:
    return tag("details", {}, tag("summary", {}, escape(title)), *content)


def _link(name: str) -> str:
    return tag("a", {"href": f"#{name}"}, escape(info(name).title))


def _game(name: str, findings: Iterable[Finding]) -> str:
    """What was found of one game."""
    heading = tag("h2", {}, escape(info(name).title))
    return tag("section", {"id": name}, heading, *map(_finding, findings))


def _finding(finding: Finding) -> str:
    """The finding, what it is about, and the numbers for whoever unfolds them."""
    claim = finding.claim
    kind = "Rule" if claim.is_rule else "Claim"
    verdict = tag("span", {"class": "verdict"}, escape(claim.answer(finding.verdict)))
    return tag(
        "article",
        {"id": claim.key, "class": "finding"},
        tag("h3", {}, escape(finding.headline)),
        tag("p", {"class": "muted"}, escape(f"{kind}: “{claim.quote}” – "), verdict),
        _folded("Numbers by strength of play", _numbers(finding)),
    )


def _numbers(finding: Finding) -> Iterable[str]:
    claim = finding.claim
    yield tag("p", {}, tag("strong", {}, escape(f"{finding.words}.")))
    yield _words(f"{claim.measured} Source: {claim.source}.")
    yield from (tag("p", {}, escape(sentence)) for sentence in finding.sentences)
    rows = [_row("th", finding.table.heads), *(_row("td", row) for row in finding.table.rows)]
    yield scrolled(tag("table", {}, *rows), f"Numbers: {finding.headline}")
    if finding.pictures:
        yield tag("div", {"class": "pictures"}, *finding.pictures)


def _row(element: str, cells: Iterable[str]) -> str:
    return tag("tr", {}, *(tag(element, {}, escape(cell)) for cell in cells))


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
        kind = "Rule" if claim.is_rule else "Claim"
        lines += [
            f"\n## {claim.key}",
            f"\n**{one.headline}**",
            f"\n{kind} of {info(claim.game).title}: “{claim.quote}” ({claim.source}). {one.words}. "
            f"{claim.measured}\n",
            *(f"- {sentence}" for sentence in one.sentences),
        ]
        if one.table.rows:
            lines += ["", *_markdown_table(one.table.heads, one.table.rows)]
    return "\n".join(lines) + "\n"


def _markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(word.replace('|', chr(92) + '|') for word in row)} |" for row in cells]
