"""What is to be played: experiments as values, read from TOML, their players and their openings."""

import difflib
import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from skerry.core.layout import FloatArray
from skerry.core.numbers import whole_seed
from skerry.errors import OptionError, SkerryError, quoted
from skerry.games.catalogue import GAMES, info
from skerry.games.info import Option, Value
from skerry.lab.openings import EACH, no_opening
from skerry.levels import BY_CLOCK, LEVELS
from skerry.levels import player as level_player
from skerry.players import Player, RandomPlayer, SearchPlayer, varied_turns
from skerry.positions import Game, Position, game
from skerry.search.analysis import chance_of
from skerry.search.search import Search

# On which lines the keys of a TOML text stand, which the standard library does not tell.

Where = tuple[str | int, ...]  # a key and what it stands in: ("match", 0, "options", "size")

DEEPEST = 4  # keys that stand in more tables than that are not looked for
_MAY_END = re.compile(r"[\]}]|\"\"\"|'''")  # in the last line of a list or a text of several lines


def line_numbers(text: str) -> dict[Where, int]:
    """The line, from 1, of each table and key in a text that is known to be TOML.

    A statement is the fewest lines that are TOML by themselves, and what it says by itself are
    its keys; so the library's reader does the work. Keys in a list of several lines have the line
    where the list begins.
    """
    found: dict[Where, int] = {(): 1}
    table: Where = ()
    arrays: dict[Where, int] = {}  # tables in double brackets, and how many there are so far
    statement, begin = "", 1
    for number, line in enumerate(text.split("\n"), 1):
        statement += f"{line}\n"
        if begin < number and not _MAY_END.search(line):
            continue  # reading what cannot be whole would only cost time
        try:
            parsed = tomllib.loads(statement)
        except (ValueError, RecursionError):
            continue
        if parsed and statement.lstrip().startswith("["):
            table = _opened(parsed, arrays)
            for depth in range(1, len(table) + 1):
                found.setdefault(table[:depth], begin)
        else:
            for where in _keys(table, parsed):
                found.setdefault(where, begin)
        statement, begin = "", number + 1
    return found


def _opened(parsed: dict[str, Any], arrays: dict[Where, int]) -> Where:
    """The table that a header opens."""
    where: Where = ()
    content: Any = parsed
    while content and len(where) < DEEPEST:
        ((key, content),) = content.items()
        where = (*where, key)
        if isinstance(content, list):
            arrays[where] = arrays.get(where, 0) + 1
            content = content[0]
        if where in arrays:
            where = (*where, arrays[where] - 1)
    return where


def _keys(table: Where, parsed: Any) -> Iterator[Where]:
    """All keys of a statement, those of inline tables too, and the tables of its lists."""
    if len(table) >= DEEPEST:
        return
    if isinstance(parsed, dict):
        items = list(parsed.items())
    elif isinstance(parsed, list):
        items = [(index, item) for index, item in enumerate(parsed) if isinstance(item, dict)]
    else:
        return
    for key, content in items:
        yield (*table, key)
        yield from _keys((*table, key), content)


# Who plays in the lab: words such as "playouts 200", and the players that they name.
#
# Only what gives the same game from the same seed may play: nobody here looks at a clock.

RANDOM = "random"  # legal actions, all equally likely
RANDOM_TURNS = "random turns"  # whole turns, all equally likely
MOST_PLAYOUTS = 1_000_000
MOST_LEVEL = len(LEVELS) - len(BY_CLOCK)  # those above think for some seconds
MEMORY_A_PLAYOUT = 20_000  # bytes of the tree: more than any playout adds
LEAST_MEMORY, MOST_MEMORY = 8_000_000, 400_000_000


def canonical(words: str) -> str:
    """The one way to write a contestant.

    Raises:
        OptionError: there is no such contestant.
    """
    text = " ".join(words.split())
    if text in (RANDOM, RANDOM_TURNS):
        return text
    found = re.fullmatch(r"(playouts|level) 0*([0-9]{1,7})", text)
    if found and found[1] == "playouts" and 1 <= int(found[2]) <= MOST_PLAYOUTS:
        return f"playouts {int(found[2])}"
    if found and found[1] == "level" and found[2] in LEVELS:
        if int(found[2]) > MOST_LEVEL:
            raise OptionError(
                f"Level {found[2]} thinks by the clock, so its games could not be repeated; "
                "take playouts N in its place."
            )
        return f"level {found[2]}"
    raise OptionError(
        f"{quoted(text)} is not a contestant; there are {RANDOM}, {RANDOM_TURNS}, playouts N (1 to "
        f"{MOST_PLAYOUTS:,}) and level N (1 to {MOST_LEVEL})."
    )


@dataclass(frozen=True)
class Thought:
    """A turn, and what its player thought of it."""

    actions: tuple[int, ...]
    value: float | None = None  # chances of the person to act, 0 to 1; None: nobody searched
    choices: FloatArray | None = None  # the same for each first action that was looked at


Think = Callable[[Position], Thought]


@dataclass
class _Seen:
    """What a search saw before the first action of a turn."""

    value: float | None = None
    choices: FloatArray | None = None

    def look(self, search: Search) -> None:
        person = search.position.player
        assert person is not None
        self.value = chance_of(search)
        children = [child for child in search.root.children() if child.visits]
        self.choices = np.array([child.value(person) for child in children])


def memory_for(playouts: int) -> int:
    """Bytes that the tree of a search with so many playouts a turn may take."""
    return min(MOST_MEMORY, max(LEAST_MEMORY, playouts * MEMORY_A_PLAYOUT))


class _Searcher:
    """Searches, and tells what the search saw."""

    def __init__(self, playouts: int, seed: int) -> None:
        # Not a method of this object: a cycle would keep the tree, which is large, for long.
        self._seen = _Seen()
        self._player = SearchPlayer(
            playouts=playouts, seed=seed, memory=memory_for(playouts), watch=self._seen.look
        )

    def __call__(self, position: Position) -> Thought:
        self._player.varied = varied_turns(position.game)
        self._seen.value = self._seen.choices = None
        return Thought(self._player.choose(position), self._seen.value, self._seen.choices)


def contestant(words: str, seed: int) -> Think:
    """The player that some words name. Raises OptionError.

    It answers a position with the rest of a whole turn, and raises GameOverError.
    """
    text, seed = canonical(words), whole_seed(seed)
    kind, _, number = text.partition(" ")
    if text == RANDOM:
        choose = Random(seed).choice
        return lambda position: Thought(
            tuple(position.complete_turn(lambda reached: choose(reached.legal_actions())))
        )
    if kind == "playouts":
        return _Searcher(int(number), seed)
    player: Player = RandomPlayer(seed) if text == RANDOM_TURNS else level_player(number, seed)
    return lambda position: Thought(player.choose(position))


MOST_GAMES = 10_000_000  # of a cell
MOST_SEED = 2**63 - 1  # TOML's integers have 64 bits
MOST_CELLS = 10_000  # of a plan
LONGEST_SHOWN = 60  # characters of a wrong value that are quoted
COUNT_TURNS = 20  # unless the plan says otherwise

PLAN_KEYS = ("count_turns", "games", "match", "name", "seed", "until")
MATCH_KEYS = ("game", "games", "openings", "options", "pairs", "players", "until")
_NAME = re.compile(r"[^\W_](?:[\w .-]{0,58}[\w-])?")


class PlanError(SkerryError):
    """A plan that cannot be read; the message names the file, the line and the key."""


@dataclass(frozen=True)
class Cell:
    """Games of the same rules, players and opening; only their seeds differ."""

    game: Game
    players: tuple[str, str]  # the contestants' words, equal in self-play
    opening: tuple[str, ...]  # canonical texts of the turns played before the players begin
    games: int  # how many or, with `until`, the most; even for a pair
    until: float | None  # half width of a 95% Wilson interval of the points of the first seat
    # (self-play) or the first player, as a share of all points, at which to stop early

    @property
    def title(self) -> str:
        """Rules, players and opening in one line; no other cell of the plan has the same."""
        first, second = self.players
        words = first if first == second else f"{first} v {second}"
        after = f" | after {' '.join(self.opening)}" if self.opening else ""
        return f"{self.game} | {words}{after}"


@dataclass(frozen=True)
class Plan:
    """An experiment: its cells in the order in which they were written, their titles distinct."""

    name: str  # fit for a folder
    seed: int
    cells: tuple[Cell, ...]
    count_turns: int  # whole turns are counted in every so manieth game; 0: in none
    text: str  # the TOML it came from


def match_text(game: str, options: str, players: str, games: int, openings: str = "") -> str:
    """A table [[match]] of a plan, with options (without braces), players and openings as TOML."""
    opened = f"openings = {openings}\n" if openings else ""
    return (
        f'\n[[match]]\ngame = "{game}"\noptions = {{ {options} }}\n{players}\ngames = {games}\n'
        f"{opened}"
    )


def read_plan(path: Path) -> Plan:
    """The plan in a file, by default named as the file.

    Raises:
        PlanError: the file cannot be read, or is no plan.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "the system does not say why"
        raise PlanError(f"{path.name} cannot be read: {_lowered(reason)}.") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise PlanError(f"{path.name}, line {line}: this is not text in UTF-8.") from None
    return parse_plan(text, path.name, path.stem)


def parse_plan(text: str, label: str, default_name: str | None = None) -> Plan:
    """The plan that a TOML text describes.

    Args:
        text: the plan.
        label: the name of its file, with or without ".toml"; errors begin with it.
        default_name: of a plan that does not say its name; None: the label's.

    Raises:
        PlanError: the text is no plan.
    """
    top = _Table(text, label, (), _parsed(text, label))
    top.check_keys("key", PLAN_KEYS)
    name = top.content.get("name", default_name or label.removesuffix(".toml"))
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise top.error(
            "name",
            f"name must be fit for a folder, which {_clipped(name)} is not; it has at most 60 "
            "letters, digits, blanks and . - _, a letter or digit first, no blank or dot last",
        )
    seed = top.whole_number("seed", 0, MOST_SEED)
    count_turns = top.whole_number("count_turns", 0, MOST_GAMES)
    matches = top.content.get("match", [])
    if not isinstance(matches, list) or not all(isinstance(one, dict) for one in matches):
        raise top.error("match", "match must be tables, each under a header [[match]]")
    if not matches:
        raise top.error("match", "match is missing; a plan has at least one table [[match]]")
    cells: dict[str, Cell] = {}
    for number, content in enumerate(matches):
        table = _Table(text, label, ("match", number), content)
        for cell in _Match(table, top).cells(MOST_CELLS - len(cells)):
            if cell.title in cells:
                raise table.error(
                    "match",
                    f"the cell '{cell.title}' belongs to an earlier match already; cells must "
                    "differ in game, options, players or openings",
                )
            cells[cell.title] = cell
    every = COUNT_TURNS if count_turns is None else count_turns
    return Plan(name, seed or 0, tuple(cells.values()), every, text)


def _parsed(text: str, label: str) -> dict[str, Any]:
    """What the text says as TOML. Raises PlanError."""
    line = 1
    try:
        return tomllib.loads(text)
    except RecursionError:
        reason = "lists or tables stand too deep in each other"
    except tomllib.TOMLDecodeError as error:
        reason, _, place = str(error).rpartition(" (at ")
        found = re.match(r"line (\d+)", place)  # else it is the end of the document
        line = int(found[1]) if found else len(text.rstrip().split("\n"))
    except ValueError:  # Python reads no integer of more than 4,300 digits
        reason = "a number is too long"
        long = re.search(r"\d[\d_]{4299}", text)
        line += text.count("\n", 0, long.start() if long else 0)
    raise PlanError(f"{label}, line {line}: this is not TOML: {_lowered(reason)}.")


@dataclass(frozen=True)
class _Table:
    """A table of a plan; it checks its keys and knows their lines. All methods raise PlanError."""

    text: str  # of the whole plan
    label: str  # the file's name
    where: Where
    content: dict[str, Any]

    def error(self, key: str, sentence: str) -> PlanError:
        """The sentence with the line of the key, or of the header of the table that lacks it."""
        lines, where = line_numbers(self.text), (*self.where, key)
        while where not in lines:
            where = where[:-1]
        match = f"match {self.number}: " if self.where else ""
        sentence = sentence.removesuffix(".")
        return PlanError(f"{self.label}, line {lines[where]}: {match}{sentence}.")

    @property
    def number(self) -> int:
        """Of the match, from 1."""
        return int(self.where[1]) + 1

    def check_keys(self, noun: str, known: Sequence[str]) -> None:
        """Refuse keys that have no meaning."""
        for key in self.content:
            if key not in known:
                near = difflib.get_close_matches(key[:LONGEST_SHOWN], known, 1)
                meant = f" (did you mean {near[0]}?)" if near else ""
                sentence = f"there is no {noun} {_clipped(key)}{meant}; the {noun}s are "
                raise self.error(key, sentence + ", ".join(known))

    def whole_number(self, key: str, lowest: int, highest: int) -> int | None:
        """A number within bounds, None where there is none."""
        value = self.content.get(key)
        if value is None or (type(value) is int and lowest <= value <= highest):
            return value
        bounds = f"from {lowest} to {highest:,}"
        raise self.error(key, f"{key} must be a whole number {bounds}, not {_clipped(value)}")

    def half_width(self, key: str) -> float | None:
        """A share greater than 0 and less than 0.5, None where there is none."""
        value = self.content.get(key)
        if value is None or (type(value) is float and 0 < value < 0.5):
            return value
        wanted = "a number greater than 0 and less than 0.5"
        raise self.error(key, f"{key} must be {wanted}, not {_clipped(value)}")

    def items(self, key: str, what: str) -> list[Any]:
        """A list that is not empty; `what` says what it should be."""
        value = self.content.get(key)
        if not isinstance(value, list):
            raise self.error(key, f"{key} must be {what}, not {_clipped(value)}")
        if not value:
            raise self.error(key, f"{key} is an empty list; leave {key} out, or fill the list")
        return value

    def check_distinct(self, key: str, words: Sequence[str]) -> None:
        """Refuse what a key asks for twice."""
        for word, number in Counter(words).items():
            if number > 1:
                raise self.error(key, f"{key} has {word!r} {number} times; once is enough")


@dataclass(frozen=True)
class _Match:
    """A table [[match]] and the cells it asks for. All methods raise PlanError."""

    table: _Table
    top: _Table  # the whole plan, which speaks where the match is silent

    def cells(self, room: int) -> list[Cell]:
        """All cells, so many at most: rules before players before openings."""
        self.table.check_keys("key", MATCH_KEYS)
        until = [one.half_width("until") for one in (self.top, self.table)]
        all_rules, players, number = self.rules(room), self.players(), self.games()
        found: list[Cell] = []
        for rules in all_rules:
            openings = self.openings(rules)
            if len(found) + len(players) * len(openings) > room:
                raise self.too_many()
            for seats, opening in product(players, openings):
                found.append(Cell(rules, seats, opening, number, until[1] or until[0]))
        return found

    def too_many(self) -> PlanError:
        """The error of a plan that is too large."""
        return self.table.error("match", f"the plan has more than {MOST_CELLS:,} cells")

    def games(self) -> int:
        """How many games each cell has."""
        default = self.top.whole_number("games", 1, MOST_GAMES)
        number = self.table.whole_number("games", 1, MOST_GAMES)
        if number is None and default is None:
            sentence = "games is missing; give it here, or at the top for every match"
            raise self.table.error("games", sentence)
        chosen = int(number or default or 0)
        if chosen % 2 and "pairs" in self.table.content:
            speaker = self.top if number is None else self.table
            whose = f"the pairs of match {self.table.number}"
            sentence = f"games must be even, not {chosen}, since {whose} alternate their seats"
            raise speaker.error("games", sentence)
        return chosen

    def rules(self, room: int) -> list[Game]:
        """The game with every combination of the options, the last one changing fastest."""
        table, name = self.table, self.table.content.get("game")
        if not isinstance(name, str):
            known = ", ".join(one.name for one in GAMES)
            fault = "is missing" if name is None else f"must be text, not {_clipped(name)}"
            raise table.error("game", f"game {fault}; the games are {known}")
        try:
            options = {option.name: option for option in info(name[:LONGEST_SHOWN]).options}
        except OptionError as error:
            raise table.error("game", _lowered(str(error))) from None
        given = table.content.get("options", {})
        if not isinstance(given, dict):
            raise table.error("options", f"options must be a table, not {_clipped(given)}")
        inner = _Table(table.text, table.label, (*table.where, "options"), given)
        inner.check_keys("option", tuple(options))
        lists = []
        for key, value in given.items():
            items = inner.items(key, "a list") if isinstance(value, list) else [value]
            lists.append([_value(options[key], item) for item in items])
        if math.prod(map(len, lists)) > room:
            raise self.too_many()
        chosen = [dict(zip(given, values, strict=True)) for values in product(*lists)]
        found = [_game(inner, name, options) for options in chosen]
        table.check_distinct("options", [str(rules) for rules in found])
        return found

    def players(self) -> list[tuple[str, str]]:
        """Who sits where: the players against themselves, then the pairs."""
        table, found = self.table, list[tuple[str, str]]()
        if "players" not in table.content and "pairs" not in table.content:
            sentence = "players is missing, and so is pairs; give one of them or both"
            raise table.error("players", sentence)
        if "players" in table.content:
            items = table.items("players", 'a list of words such as "playouts 200"')
            found = [(words, words) for words in (self._words("players", one) for one in items)]
            table.check_distinct("players", [words for words, _ in found])
        if "pairs" in table.content:
            what = 'a list of pairs such as ["playouts 200", "playouts 100"]'
            pairs = [self._pair(item, what) for item in table.items("pairs", what)]
            table.check_distinct("pairs", [" v ".join(pair) for pair in pairs])
            found += pairs
        return found

    def _pair(self, item: object, what: str) -> tuple[str, str]:
        if not isinstance(item, list) or len(item) != 2:
            text = f"a list of {len(item)}" if isinstance(item, list) else _clipped(item)
            raise self.table.error("pairs", f"pairs must be {what}; {text} is not a pair")
        first, second = (self._words("pairs", words) for words in item)
        if first == second:
            sentence = f"{first!r} cannot be paired with itself; for self-play put it in players"
            raise self.table.error("pairs", f"pairs: {sentence}")
        return first, second

    def _words(self, key: str, words: object) -> str:
        if not isinstance(words, str):
            raise self.table.error(key, f"{key}: a contestant is text, not {_clipped(words)}")
        try:
            return canonical(words)
        except OptionError as error:
            raise self.table.error(key, f"{key}: {_lowered(str(error))}") from None

    def openings(self, rules: Game) -> list[tuple[str, ...]]:
        """The openings in canonical form, one without turns if the match says nothing."""
        table = self.table
        try:
            written = table.content.get("openings")
            if isinstance(written, str) and written in EACH:
                return [(turn,) for turn in EACH[written](rules)]
        except OptionError as error:
            raise table.error("openings", f"openings: {error}") from None
        if "openings" not in table.content:
            return [()]
        items = table.items("openings", "a list of texts, 'each' or 'each stone'")
        found = [self._opening(rules, item) for item in items]
        table.check_distinct("openings", [" ".join(turns) for turns in found])
        return found

    def _opening(self, rules: Game, written: object) -> tuple[str, ...]:
        table = self.table
        if not isinstance(written, str):
            raise table.error("openings", f"openings: turns are text, not {_clipped(written)}")
        turns = written.split()
        if turns and rules.info.has_setup:
            raise table.error("openings", f"openings: {no_opening(rules)}")
        found: list[str] = []
        position = rules.start() if turns else None
        for number, turn in enumerate(turns, 1):
            assert position is not None
            place = f"openings: turn {number} of {_clipped(written)}, {_clipped(turn)}, in {rules}"
            try:
                position = position.play_turn(turn)
            except SkerryError as error:
                raise table.error("openings", f"{place}: {_lowered(str(error))}") from None
            if position.is_over:
                raise table.error("openings", f"{place}: it ends the game; nothing is left to play")
            found.append(rules.format_turn(rules.parse_turn(turn)))
        return tuple(found)


def _value(option: Option, value: object) -> Value:
    """A value of an option as the game takes it; what is none of its kinds becomes words."""
    if option.kind == "switch" and value in ("on", "off"):
        return value == "on"
    if isinstance(value, int) and abs(value) <= MOST_SEED:
        return value
    if isinstance(value, float) or (isinstance(value, str) and len(value) <= LONGEST_SHOWN):
        return value
    return _clipped(value)


def _game(inner: _Table, name: str, options: dict[str, Value]) -> Game:
    """The game with some options; an error goes to the first option that does not fit."""
    fitting: dict[str, Value] = {}
    for option in info(name).options:
        if option.name in options:
            fitting[option.name] = options[option.name]
            try:
                game(name, **fitting)
            except OptionError as error:
                raise inner.error(option.name, f"options: {error}") from None
    return game(name, **options)


def _clipped(value: object) -> str:
    """A wrong value, as short as a sentence bears it."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) > MOST_SEED:
        return "a number of more than 64 bits"
    text = repr(value) if isinstance(value, str) else str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 3]}..."


def _lowered(sentence: str) -> str:
    """A sentence to stand after a colon; the number of a rule, such as KIT-1, stays as it is."""
    return sentence if sentence[:2].isupper() else sentence[:1].lower() + sentence[1:]
