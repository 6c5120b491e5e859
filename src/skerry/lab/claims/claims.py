"""What the games' own texts say about them, as far as games can tell, and what may be found.

Some sentences claim something, which games bear out or not; others are rules, of which games show
what they lead to. They are judged in claims_spry.py, claims_stones.py and claims_turns.py, from
games that claims_plan.py asks for.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..measures.metrics import Estimate
from .headlines import NOTHING, headline

HOLDS, FAILS, CANT_TELL = "holds", "does not hold", "can't tell yet"
DEPENDS = "depends on strength"


@dataclass(frozen=True)
class Claim:
    """A sentence about a game that games can bear out or not."""

    key: str  # its name
    game: str
    quote: str  # the source's words
    source: str  # where they stand
    measured: str  # what is measured, and from which number on the answer is which
    # What is said of it: a claim holds or does not; a rule is neither true nor false, so of a rule
    # it is the answer to a question about what it leads to.
    answers: tuple[str, str] = (HOLDS, FAILS)

    @property
    def is_rule(self) -> bool:
        """Whether the sentence is a rule of play, which claims nothing."""
        return self.answers != (HOLDS, FAILS)

    def answer(self, verdict: str) -> str:
        """A verdict in the words that fit the sentence."""
        return dict(zip((HOLDS, FAILS), self.answers, strict=True)).get(verdict, verdict)


@dataclass(frozen=True)
class Table:
    """Numbers as text."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Finding:
    """What games say of a claim."""

    claim: Claim
    verdicts: Mapping[str, str]  # HOLDS, FAILS or CANT_TELL by contestant, the weakest first
    sentences: tuple[str, ...]
    table: Table
    pictures: tuple[str, ...] = field(default=())  # elements of a page
    headline: str = NOTHING  # what was found, in one sentence

    def headed(self, *numbers: float) -> "Finding":
        """The finding with its headline, from the numbers of the strongest players, if any."""
        return replace(self, headline=headline(self.claim.key, numbers))

    @property
    def verdict(self) -> str:
        """That on the claim as a whole: HOLDS, FAILS, CANT_TELL or DEPENDS."""
        return overall(self.verdicts)

    @property
    def words(self) -> str:
        """The verdict, to begin a sentence, with those by strength where they differ."""
        by = {
            verdict: [player for player, one in self.verdicts.items() if one == verdict]
            for verdict in (HOLDS, FAILS, CANT_TELL)
        }
        answer = self.claim.answer
        said = "; ".join(f"{answer(one)}: {', '.join(who)}" for one, who in by.items() if who)
        differ = len(set(self.verdicts.values())) > 1
        verdict = answer(self.verdict)
        verdict = verdict[:1].upper() + verdict[1:]
        return f"{verdict} ({said})" if differ else verdict


def against(estimate: Estimate, limit: float, *, above: bool) -> str:
    """Whether a number is above a limit, or below, by its interval: HOLDS, FAILS or CANT_TELL."""
    if estimate.low <= limit <= estimate.high:
        return CANT_TELL
    return HOLDS if (estimate.low > limit) == above else FAILS


def within(estimate: Estimate, low: float, high: float) -> str:
    """Whether a number lies between two limits, by its interval."""
    if low <= estimate.low and estimate.high <= high:
        return HOLDS
    return FAILS if estimate.low > high or estimate.high < low else CANT_TELL


def both(first: str, second: str) -> str:
    """The verdict on a claim that has two parts."""
    if FAILS in (first, second):
        return FAILS
    return CANT_TELL if CANT_TELL in (first, second) else HOLDS


def overall(verdicts: Mapping[str, str]) -> str:
    """The verdict on a claim from those by strength, the weakest first.

    If it holds for some and does not for others, it depends on strength. Otherwise the strongest
    players must have a verdict: those of weaker ones do not speak for them.
    """
    said = list(verdicts.values())
    if HOLDS in said and FAILS in said:
        return DEPENDS
    return said[-1] if said else CANT_TELL


# Where the words stand.
_SPRY, _SYTRAN = "N. Bentley, “Spry”, rules, 2012", "C. Freeling, “Sytran”, rules"
_BYG = "N. Bentley, “Byg Analysis #3 (in which the rules are utterly revamped)”, 2010"
_KITARAN = "Xifeng, “Kitaran”, rules, 18 November 2010"
_SYRTIS = "D. Vander Laan, “Syrtis”, rules"

CLAIMS: tuple[Claim, ...] = tuple(
    Claim(*given)
    for given in (
        ("spry-y-centre", "spry",
         "if you play the game Y on a hexhex board, the center of the board is much more important "
         "than the periphery", _SPRY,
         "The centre's weight in Y: White's share of the games after a first stone in the centre, "
         "minus that after one on the edge (mean over its cells). Holds above 10 points of 100."),
        ("spry-small-board", "spry", "especially on a small board", _SPRY,
         "The centre's weight in Y on the board of size 3, minus that on the larger one. Holds "
         "above 0."),
        ("spry-fix", "spry", "Spry is a way to fix that.", _SPRY,
         "The centre's weight in Spry, where the first turn on the edge has as many stones as "
         "SPRY-2 allows (two such turns: spread evenly, and side by side), beside that in Y. Holds "
         "if it is lower, and not as far below 0 as it is above in Y. The weight with a single "
         "stone there, its turn ended early, is told too."),
        ("sytran-hybrid", "sytran", "Sytran is a territory-connection hybrid", _SYTRAN,
         "With penalty 4, how often a side wins with fewer stones, so by its groups, and how often "
         "with more groups, so by its stones. Holds if each is above 5 in 100 games."),
        ("sytran-penalty", "sytran", "The penalty 'P' is variable", _SYTRAN,
         "What P changes: groups of a side at the end, the margin of the scores, and close games, "
         "won by 3 points at most. “Fewer groups” if the greatest P leaves fewer than 0.",
         ("fewer groups", "no fewer groups")),
        ("sytran-draws", "sytran", "Highest score wins.", _SYTRAN,
         "How often equal scores leave no winner, which only an odd P allows (SYT-5). “Seldom” is "
         "below 1 in 100 games with an odd P.", ("seldom drawn", "often drawn")),
        ("byg-opening", "byg", "From then on, starting with Black, the players take turns.", _BYG,
         "White's share with this opening (BYG-1), and the first mover's if Black may swap "
         "instead. “Fair” if White's lies between 45 and 55 of 100.", ("fair", "not fair")),
        ("byg-cap", "byg", "the maximum number of stones you may place is 3.", _BYG,
         "How far White's share is from one half with a cap of 3, and with 1, 2 and 5; the text "
         "gives no reason for 3, we ask for fairness, and whether 3 is fairer than all others, or "
         "another is fairer (Holm's correction).", ("3 is the fairest", "another is fairer")),
        ("byg-groups", "byg", "a limit on the number of groups you may have on board when there is "
         "not", _BYG,
         "How often a side begins a turn with more than 3 groups, so that the cap binds. “Often” "
         "is above 1 in 2 games.", ("binds often", "binds seldom")),
        ("byg-ties", "byg", "until you come to a pair which aren't the same size", _BYG,
         "Whether such a pair is always found, and how often the largest groups do not decide. "
         "“Always” if no game is drawn.", ("always", "not always")),
        ("kitaran-length", "kitaran", "5x5 yields games of a nice length", _KITARAN,
         "Turns of a game on 5×5. The text calls 100 long, so: holds if below 1 game in 20 is "
         "longer."),
        ("kitaran-draws", "kitaran", "not particularly drawish", _KITARAN,
         "The share of drawn games on 5×5. An odd board without komi is drawn only by so many "
         "conversions in a row, a rule that is not the text's (KIT-4). Holds below 1 in 10."),
        ("kitaran-6x6", "kitaran", "6x6 games can easily exceed 100 ply", _KITARAN,
         "The share of games on 6×6 of more than 100 turns. Holds above 1 in 10."),
        ("kitaran-7x7", "kitaran", "7x7 is not for the faint of heart", _KITARAN,
         "The share of games on 7×7 of more than 100 turns. Holds above 1 in 2."),
        ("kitaran-cycles", "kitaran", "This has never happened in practice, and is extremely "
         "unlikely.", _KITARAN,
         "The share of games on 5×5 that end by so many conversions in a row (KIT-4, twice the "
         "cells). Holds below 1 in 1,000. How many of them came back to a position is told beside "
         "it: the others only might go on for ever."),
        ("kitaran-placement", "kitaran", "Placement is usually superior to capture except in the "
         "late end-game", _KITARAN,
         "How often a turn on 5×5 is a stone rather than a conversion: while at least a fifth of "
         "the board is vacant, and later. Holds if above 1 in 2 before, and below later."),
        ("kitaran-komi", "kitaran", "a komi with a fractional component will serve to both balance "
         "and prevent draws on even-sized boards.", _KITARAN,
         "Drawn games, and Black's share, on 6×6 with komi 0 and 0.5. Holds if draws with 0.5 are "
         "below 1 in 100."),
        ("syrtis-three-ways", "syrtis", "There are three ways to win the game.", _SYRTIS,
         "How the games of Syrtis Major end: by an island, by quicksand, or by initiative (both "
         "at once, passes, stalling). “All occur” if each is above 1 in 100.",
         ("all occur", "not all occur")),
        ("syrtis-stalling", "syrtis", "This rule thwarts stonewalling and makes ties impossible.",
         _SYRTIS,
         "The share of games of Syrtis Major that go on for 100 turns without a sink, which no "
         "rule of the text ends (SYR-11). Holds below 1 in 100."),
        ("syrtis-unsunk", "syrtis", "In the unlikely event that no tiles have been sunk", _SYRTIS,
         "The share of games of Syrtis Major decided by initiative before any tile was sunk. Holds "
         "below 1 in 20."),
        ("syrtis-minor", "syrtis", "For a short, tactical game, play Syrtis Minor", _SYRTIS,
         "Turns of Syrtis Major minus those of Syrtis Minor. Holds above 0."),
        ("syrtis-fair", "syrtis", "the other half will make the board fair", _SYRTIS,
         "Light's share in Syrtis Major; Light moves first. Holds if between 45 and 55 of 100. The "
         "share of person 0, who places the towers before the other chooses, is told beside it."),
    )
)  # fmt: skip
BY_KEY = {claim.key: claim for claim in CLAIMS}
