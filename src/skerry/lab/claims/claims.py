"""What the games' own texts say about them, as far as games can tell, and what may be found.

Some sentences claim something, which games bear out or not; others are rules, of which games show
what they lead to. What one game's text says, and how it is judged, stands in the module that is
called as the game; `texts` finds these modules.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from skerry.lab.measures.metrics import Estimate
from skerry.lab.pages.views import Figure
from skerry.lab.pages.words import describe_players

HOLDS, FAILS, CANT_TELL = "holds", "does not hold", "can't tell yet"
DEPENDS = "depends on strength"
FAIR = (0.45, 0.55)  # a share of the games that we call fair
NOTHING = "Nothing has been played yet."


@dataclass(frozen=True)
class Claim:
    """A sentence about a game that games can bear out or not."""

    key: str  # its name
    game: str
    quote: str  # the source's words
    source: str  # where they stand
    measured: str  # what is measured, and from which number on the answer is which
    # What was found, in one sentence, from numbers of the strongest players: shares from 0 to 1,
    # differences of shares, or means.
    headline: Callable[..., str]
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
class Size:
    """How much is played."""

    name: str  # of the plan
    players: tuple[tuple[str, int], ...]  # contestants, the weakest first, and games of each
    spry: int  # the board of Spry and Y, larger than the small one
    seed: int = 1


@dataclass(frozen=True)
class Match:
    """Rules that all players play."""

    game: str
    options: str  # TOML
    part: float  # of the games of its size
    openings: str = ""  # TOML


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
    pictures: tuple[Figure, ...] = ()
    headline: str = NOTHING  # what was found, in one sentence

    def headed(self, *numbers: float) -> "Finding":
        """The finding with its headline, from the numbers of the strongest players, if any."""
        return replace(self, headline=self.claim.headline(*numbers) if numbers else NOTHING)

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
        listed = "; ".join(
            f"{answer(one)}: {describe_players(who)}" for one, who in by.items() if who
        )
        differ = len(set(self.verdicts.values())) > 1
        verdict = answer(self.verdict)
        verdict = verdict[:1].upper() + verdict[1:]
        return f"{verdict} ({listed})" if differ else verdict


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
    found = list(verdicts.values())
    if HOLDS in found and FAILS in found:
        return DEPENDS
    return found[-1] if found else CANT_TELL
