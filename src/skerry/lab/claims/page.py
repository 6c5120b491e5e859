"""All findings together, as a self-contained page, and as Markdown."""

from collections.abc import Sequence

from skerry.core.numbers import format_count
from skerry.games.catalogue import info
from skerry.lab.claims.claims import (
    CANT_TELL,
    DEPENDS,
    FAILS,
    HOLDS,
    REPLAYED,
    Finding,
    Results,
    Size,
)
from skerry.lab.claims.texts import TEXTS, Text
from skerry.lab.pages import describe_player, describe_players, page, render
from skerry.lab.plans import Plan

TITLE = "What the games' texts say, tested"
HEADS = ("Game", "Found", "The text", "Verdict")


def judge_all(results: Results, texts: Sequence[Text] = TEXTS) -> list[Finding]:
    """A finding on every claim of the texts, in their order."""
    return [finding for text in texts for finding in text.judge(results)]


def introduction(plan: Plan, size: Size, command: str) -> list[str]:
    """How the findings were made once the plan is played, and how to read them: paragraphs."""
    games = format_count(sum(cell.games for cell in plan.cells))
    players = [player for player, _ in size.players]
    kind = "This is the quick run: it shows what is large. " if "quick" in size.name else ""
    return [
        f"{kind}What the games' own texts say, tested by {games} games between computers. "
        "Headlines give the numbers of the strongest computer, with "
        f"{describe_player(players[-1])}.",
        f"{games} games in {format_count(len(plan.cells))} experiments. The computers: "
        f"{describe_players(players)}, each against itself; seed {size.seed}. "
        f"Made by {command}.",
        "Numbers in brackets are 95% intervals. We call a claim true only if the whole interval "
        "lies beyond the limit that is stated with it: then it "
        f"“{HOLDS}”. If the whole interval lies on the other side, it “{FAILS}”; otherwise we "
        f"“{CANT_TELL}”. A claim that holds for some computers and not for others "
        f"“{DEPENDS}”; apart from that, the strongest computer decides. A rule of play claims "
        "nothing: its verdict says what the rule leads to.",
        "With so many claims, one or two intervals will miss the true value. Where a text gives "
        "no limit, we chose one. A draw counts as half a win. All computers search in the same "
        "way; people may play differently.",
        f"Groups are counted in the first {format_count(REPLAYED)} games of each experiment.",
    ]


def claims_html(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """The page."""
    return page(TITLE, claims_body(findings, about))


def claims_body(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """What it says, as HTML to be put into an element of the class "lab"."""
    names = list(dict.fromkeys(finding.claim.game for finding in findings))
    games = [
        {
            "name": name,
            "title": info(name).title,
            "findings": [one for one in findings if one.claim.game == name],
        }
        for name in names
    ]
    summary = about[0] if about else ""
    return render("claims.html", title=TITLE, summary=summary, method=about[1:], games=games)


def claims_markdown(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """The same without pictures, and without the sentences that repeat the tables."""
    lines = [f"# {TITLE}", *(f"\n{words}" for words in about), ""]
    lines += _markdown_table(HEADS, [_in_a_row(one, is_linked=True) for one in findings])
    for one in findings:
        lines += [f"\n## {one.claim.key}", f"\n**{one.headline}**", f"\n{_how_it_was_asked(one)}"]
        rows = one.table.described
        lines += ["", *_markdown_table(one.table.heads, rows)] if rows else []
    return "\n".join(lines) + "\n"


def claims_summary(findings: Sequence[Finding], about: Sequence[str]) -> str:
    """What was found, in Markdown, with the numbers of the strongest players alone."""
    lines = [f"# {TITLE}", *(f"\n{words}" for words in about), ""]
    lines += _markdown_table(HEADS, [_in_a_row(one, is_linked=False) for one in findings])
    lines += ["\n## How each was asked\n", *(f"- {_how_it_was_asked(one)}" for one in findings)]
    return "\n".join(lines) + "\n"


def _in_a_row(finding: Finding, *, is_linked: bool) -> tuple[str, ...]:
    claim, headline = finding.claim, finding.headline
    named = f"[{headline}](#{claim.key})" if is_linked else headline
    return info(claim.game).title, named, claim.quote, finding.answer


def _how_it_was_asked(finding: Finding) -> str:
    claim = finding.claim
    return (
        f"{claim.kind} of {info(claim.game).title}: “{claim.quote}” ({claim.source}). "
        f"{finding.words}. {claim.measured}"
    )


def _markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(word.replace('|', chr(92) + '|') for word in row)} |" for row in cells]
