"""All findings together, as a self-contained page, and as Markdown."""

from collections.abc import Sequence

from skerry.core.numbers import format_count
from skerry.games.catalogue import info
from skerry.lab.claims.claims import (
    CANT_TELL,
    DEPENDS,
    FAILS,
    HOLDS,
    NUMBER,
    Finding,
    capitalised,
)
from skerry.lab.claims.counting import REPLAYED
from skerry.lab.pages import (
    PageFigure,
    describe_player,
    describe_players,
    label_player,
    page,
    render,
)
from skerry.lab.plots import Line, lines, strength_axis

TITLE = "What the games' texts say, tested"
HEADS = ("Game", "Found", "The text", "Verdict")


def introduction(findings: Sequence[Finding]) -> list[str]:
    """How the findings were made, and how to read them: paragraphs."""
    players = list(dict.fromkeys(player for one in findings for player in one.estimates))
    if not players:
        return []
    return [
        "What the games' own texts say, tested by games between computers. Headlines give the "
        f"numbers of the strongest computer, with {describe_player(players[-1])}.",
        f"The computers: {describe_players(players)}, each against itself; the first player may "
        "not be swapped with unless it says so. The games are those of the pages on fairness, "
        "which name them all; skerry lab study GAME plays them.",
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


def claims_html(findings: Sequence[Finding]) -> str:
    """The page."""
    return page(TITLE, claims_body(findings))


def claims_body(findings: Sequence[Finding]) -> str:
    """What it says, as HTML to be put into an element of the class "lab"."""
    names = dict.fromkeys(finding.claim.game for finding in findings)
    games = [
        {
            "name": name,
            "title": info(name).title,
            "findings": [
                {"found": one, "figure": plot_of(one), "rows": described_rows(one)}
                for one in findings
                if one.claim.game == name
            ],
        }
        for name in names
    ]
    about = introduction(findings)
    summary, method = (about[0], about[1:]) if about else ("", [])
    return render("claims.html", title=TITLE, summary=summary, method=method, games=games)


def plot_of(finding: Finding) -> PageFigure | None:
    """The numbers by strength; None where nothing was played."""
    claim, players = finding.claim, list(finding.estimates)
    if not players:
        return None
    places = strength_axis(players)
    drawn = [
        Line(series.label, [(places[player], finding.estimates[player][k]) for player in players])
        for k, series in enumerate(claim.series)
    ]
    ticks = {places[player]: label_player(player) for player in players}
    title = f"{finding.headline.rstrip('.')}: by strength"
    scale = 1 if claim.form == NUMBER else 100
    plot = lines(
        claim.key,
        drawn,
        "playouts a turn",
        claim.axis,
        title,
        ticks,
        limits=claim.limits,
        scale=scale,
    )
    (first, *others) = claim.series
    return PageFigure(plot, "" if others else capitalised(first.label))


def described_rows(finding: Finding) -> list[tuple[str, ...]]:
    """The rows of the table, the contestants in words."""
    return [(describe_player(player), *others) for player, *others in finding.rows]


def claims_summary(findings: Sequence[Finding]) -> str:
    """What was found, in Markdown, with the numbers of the strongest players alone."""
    rows = [_in_a_row(one) for one in findings]
    asked = (f"- {_how_it_was_asked(one)}" for one in findings)
    return "\n".join(
        [
            f"# {TITLE}",
            *(f"\n{words}" for words in introduction(findings)),
            "",
            *_markdown_table(HEADS, rows),
            "\n## How each was asked\n",
            *asked,
            "",
        ]
    )


def _in_a_row(finding: Finding) -> tuple[str, ...]:
    claim = finding.claim
    return info(claim.game).title, finding.headline, claim.quote, finding.answer


def _how_it_was_asked(finding: Finding) -> str:
    claim = finding.claim
    return (
        f"{claim.kind} of {info(claim.game).title}: “{claim.quote}” ({claim.source}). "
        f"{finding.words}. {claim.measured}"
    )


def _markdown_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    cells = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(word.replace('|', chr(92) + '|') for word in row)} |" for row in cells]
