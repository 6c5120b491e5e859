"""Pages for players, as Markdown: the rules of each game, and how to play it well.

The site, the command line and docs/ show them. A page holds diagrams, each a fence with a
position's text, which may claim what is legal there, or go on with a turn:

    ```position legal=c3,end illegal=e5:RULE turn=c3,d4 result=loss
    a position's text, as `skerry.position` reads it
    ```

Readers show the position, or the one after the turn, whose stones are marked, with the result
below; the tests hold the page to its claims: the solver proves that the turn loses. Figures of a
guide are links to `figure:` (lab/guides.py), of which readers show the words; and a map of first
turns is a fence of how often the first colour wins by the cells that it begins on, each line with
the interval and the games, for cells that are mirror images:

    ```first-turns most=1
    a position's text, from which the games began
    900 games, 1,000 playouts a turn, 2026-11-30
    64% (52 to 75) of 60 games: a1 a6 f1
    ```

A guide also has whole games: `[Open it as a study](game:GAME/1)`, a line of its own, stands for
`game_1.json` in the game's folder, a record whose comments readers show, each beside its position.
It leads to pages of the site by `page:claims` and `page:fair`, which elsewhere are told by name.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import NamedTuple, TypeAlias

from skerry import games
from skerry.errors import OptionError
from skerry.games.catalogue import info
from skerry.games.info import GUIDE, RULES, has_file
from skerry.positions import Position, position
from skerry.record import GameRecord
from skerry.text import spaced

_PICTURE = re.compile(
    r"^```(?P<kind>position|first-turns)(?P<claims>[^\n]*)\n(?P<text>.*?)\n```\n?"
    r"|^\[(?P<words>[^\]]*)\]\(game:(?P<game>[a-z]+)/(?P<number>\d+)\)\n?",
    re.MULTILINE | re.DOTALL,
)
FIRST_TURNS = re.compile(
    r"^```first-turns(?P<claims>[^\n]*)\n(?P<text>.*?)\n?```$", re.MULTILINE | re.DOTALL
)
_SHARE = re.compile(
    r"(?P<share>\d+)% \((?P<low>\d+) to (?P<high>\d+)\) of (?P<games>[\d,]+) games: "
    r"(?P<cells>[a-z0-9 ]+)"
)
EVEN = 50  # percent


@dataclass(frozen=True)
class Diagram:
    """A position that a page shows, and what the page claims of it."""

    text: str  # as `skerry.position` reads it
    turn: str = ""  # that is played in it, and shown as the last one
    legal: tuple[str, ...] = ()  # actions
    illegal: tuple[tuple[str, str], ...] = ()  # actions, each with the rule that forbids it
    result: str = ""  # of the turn for who plays it, with best play: "win" or "loss"

    def shown(self) -> tuple[Position, tuple[int, ...]]:
        """The position after the turn, and the actions of that turn."""
        before = position(self.text)
        if not self.turn:
            return before, ()
        return before.play_turn(self.turn), before.game.parse_turn(self.turn)

    @property
    def caption(self) -> str:
        """What the turn leads to, such as "White loses with d1 g4"; "" where nothing is claimed."""
        if not self.result:
            return ""
        colour = position(self.text).colour or "Who is to act"
        verb = "wins" if self.result == "win" else "loses"
        return f"{colour.capitalize()} {verb} with {spaced(self.turn)}"


class CellShare(NamedTuple):
    """How often the first colour wins that begins on a cell, in percent."""

    share: int
    low: int  # of the 95% interval
    high: int
    games: int

    @property
    def is_clear(self) -> bool:
        """Whether it is known to differ from one half."""
        return not self.low <= EVEN <= self.high


@dataclass(frozen=True)
class FirstTurns:
    """A board whose cells say how first turns went that use them."""

    start: Position
    is_of_one_stone: bool  # each first turn; else they have several, and a cell has their mean
    evidence: str  # of which games it is
    shares: Mapping[str, CellShare]  # by the cells' names

    @property
    def title(self) -> str:
        """What the numbers are, in a few words."""
        colour = self.start.game.info.colours[0].capitalize()
        after = "a first stone on" if self.is_of_one_stone else "a first turn that uses"
        return f"{colour}’s wins in 100 games after {after} each cell"

    @property
    def caption(self) -> str:
        """What they are, and how far they can be trusted."""
        games = sorted({one.games for one in self.shares.values()})
        each = f"{games[0]:,}" if len(games) == 1 else f"{games[0]:,} to {games[-1]:,}"
        error = max(max(one.high - one.share, one.share - one.low) for one in self.shares.values())
        tried = "" if self.is_of_one_stone else ", the mean of those tried, mostly drawn at random"
        return (
            f"{self.title}{tried}. Each number is of {each} games, mirror images together, and may "
            f"be up to {error} off ({self.evidence}). Grey cells can't be told from even; of the "
            "others one in twenty may be coloured by chance."
        )

    def __str__(self) -> str:
        """The caption, and a line for each share, the highest first."""
        found: dict[CellShare, list[str]] = {}
        for cell, one in self.shares.items():
            found.setdefault(one, []).append(cell)
        lines = (f"{one.share:3}: {' '.join(found[one])}" for one in sorted(found, reverse=True))
        return "\n".join((self.caption, *lines, ""))

    @property
    def heats(self) -> dict[int, tuple[float, str, str, bool]]:
        """What `draw.heat_map.Heat` is made of, by cell."""
        names = self.start.game.board.names
        return {
            names.index(cell): (
                one.share / 100,
                str(one.share),
                f"{cell}: {one.share} of 100 games ({one.low} to {one.high})",
                one.is_clear,
            )
            for cell, one in self.shares.items()
        }


@dataclass(frozen=True)
class CommentedGame:
    """A whole game that a guide goes through, to be opened as a study."""

    words: str  # that invite to it
    game: str  # by name
    number: int  # in its folder, from 1

    @property
    def record(self) -> GameRecord:
        """The game, with comments. Raises OptionError: there is none of this number."""
        file = f"game_{self.number}.json"
        if not has_file(info(self.game).name, file):
            raise OptionError(f"The guide to {info(self.game).title} has no game {self.number}.")
        return GameRecord.from_json(_read(self.game, file))

    def parts(self) -> "Iterator[str | Diagram]":
        """The game from its start: turns, and after each that has a comment the board."""
        record, since = self.record, list[str]()
        if record.comment:
            yield _literally(record.comment)
        for number, (turn, before) in enumerate(
            zip(record.turns, record.replay(), strict=False), start=1
        ):
            since.append(f"{number}\N{NO-BREAK SPACE}{_literally(turn.text)}")
            if turn.comment:
                *others, _ = since
                mover = (before.colour or "").capitalize()
                said = f"**{number}. {mover} {_literally(turn.text)}.** {_literally(turn.comment)}"
                yield "\n\n".join(filter(None, (" · ".join(others), said)))
                yield Diagram(before.text, turn.text)
                since.clear()
        if since:
            yield " · ".join(since)


def _literally(text: str) -> str:
    """Words as Markdown that shows them as they are, such as the star of a turn."""
    return re.sub(r"[\\`*_\[\]<>#]", r"\\\g<0>", text)


class Figure(NamedTuple):
    """A figure of a guide."""

    words: str
    address: str  # what was asked of the store
    evidence: str  # of which games it is


FIGURE = re.compile(
    r"\[(?P<words>[^\]]*)\]\(figure:(?P<address>[^\s)]+)(?: \"(?P<evidence>[^\"]*)\")?\)"
)


_PUZZLES = re.compile(r"^\[(?P<words>[^\]]*)\]\(puzzles:(?P<theme>[a-z-]+)\)\n*", re.MULTILINE)


CLAIMS, FAIR = "claims", "fair"  # pages to which a guide leads
_PAGES = re.compile(rf"\[(?P<words>[^\]]*)\]\(page:(?P<page>{CLAIMS}|{FAIR})\)")


def page(name: str, file: str = RULES) -> str:
    """The rules of a game, or another page of its, as Markdown.

    Raises:
        OptionError: there is no such game, or it has no such page.
    """
    if not has_file(info(name).name, file):
        raise OptionError(f"There is no {file.removesuffix('.md')} to {info(name).title}.")
    return _read(info(name).name, file)


def _read(name: str, file: str) -> str:
    return files(games).joinpath(name, file).read_text(encoding="utf-8")


def guide(name: str) -> str:
    """How to play a game well. Raises OptionError: there is no such game, or no guide to it."""
    return page(name, GUIDE)


def figures(markdown: str) -> list[Figure]:
    """The figures of a page, in order."""
    return [
        Figure(one["words"], one["address"], one["evidence"] or "")
        for one in FIGURE.finditer(markdown)
    ]


def themes(markdown: str) -> list[str]:
    """The themes of puzzles to which a page leads, in order."""
    return [link["theme"] for link in _PUZZLES.finditer(markdown)]


def without_links(markdown: str, puzzles: str = "", pages: Mapping[str, str] | None = None) -> str:
    """A page whose figures are words alone.

    Args:
        markdown: the page.
        puzzles: the address of the game's puzzles, to which a theme is added; "": there are none
            to go to, so that the page doesn't speak of them.
        pages: the addresses of CLAIMS and FAIR; None: they are told by name.
    """

    def page_link(link: re.Match[str]) -> str:
        return f"[{link['words']}]({pages[link['page']]})" if pages else f"*{link['words']}*"

    plain = _PAGES.sub(page_link, FIGURE.sub(r"\g<words>", markdown))
    return _PUZZLES.sub(rf"[\g<words>]({puzzles}\g<theme>)\n\n" if puzzles else "", plain)


def commented_games(markdown: str) -> list[CommentedGame]:
    """The whole games of a page, in order."""
    return [_commented(found) for found in _PICTURE.finditer(markdown) if found["game"]]


def _commented(found: re.Match[str]) -> CommentedGame:
    return CommentedGame(found["words"], found["game"], int(found["number"]))


Part: TypeAlias = str | Diagram | FirstTurns | CommentedGame


def parts(markdown: str) -> Iterator[Part]:
    """A page from its top: stretches of plain Markdown, and what is shown between them."""
    end = 0
    for found in _PICTURE.finditer(markdown):
        if markdown[end : found.start()].strip():
            yield markdown[end : found.start()]
        if found["game"]:
            yield _commented(found)
        else:
            read = _diagram if found["kind"] == "position" else parse_first_turns
            yield read(found["text"], found["claims"])
        end = found.end()
    if markdown[end:].strip():
        yield markdown[end:]


def pieces(markdown: str) -> Iterator[str | Diagram | FirstTurns]:
    """A page from its top, whole games unfolded into their turns and boards."""
    for part in parts(markdown):
        if isinstance(part, CommentedGame):
            yield from part.parts()
        else:
            yield part


def parse_first_turns(text: str, claims: str) -> FirstTurns:
    """What the lines of a map say, without the fence. Raises ValueError: it is none."""
    start, evidence, *lines = text.split("\n")
    found: dict[str, CellShare] = {}
    for line in lines:
        read = _SHARE.fullmatch(line)
        if read is None:
            raise ValueError(
                f"A line of a map is like '64% (52 to 75) of 60 games: a1', not {line}"
            )
        numbers = (int(read[name].replace(",", "")) for name in CellShare._fields)
        share = CellShare(*numbers)
        found |= dict.fromkeys(read["cells"].split(), share)
    return FirstTurns(position(start), "most=1" in claims.split(), evidence, found)


def _diagram(text: str, claims: str) -> Diagram:
    given = dict(claim.split("=", 1) for claim in claims.split())
    legal = tuple(filter(None, given.pop("legal", "").split(",")))
    illegal = tuple(
        (action, rule)
        for action, _, rule in (
            claim.rpartition(":") for claim in filter(None, given.pop("illegal", "").split(","))
        )
    )
    turn, result = given.pop("turn", ""), given.pop("result", "")
    if given or result not in ("", "win", "loss") or (result and not turn):
        raise ValueError(
            "A diagram can claim legal, illegal, a turn, and with it a result of win or loss, not "
            f"{claims.strip()}."
        )
    return Diagram(text, turn, legal, illegal, result)
