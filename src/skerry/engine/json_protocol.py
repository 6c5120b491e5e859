"""The analysis protocol: a query a line, in JSON, and answers a line as they come.

    {"id": "a", "game": "...", "turns": ["c3"], "playouts": 2000}
    {"id": "a", "turn": 1, "final": true, "analysis": {"value": 0.53, ...}}

Several queries are worked on at once, in the order in which they came; answers of different queries
mix. Whatever cannot be answered is answered by {"id": ..., "error": "a sentence"}.

JSON has one kind of number: 2 and 2.0 say the same. Numbers are made plain here, once, and are ints
and floats behind it as in Python.
"""

import json
import logging
import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from skerry.core.numbers import integer
from skerry.engine.client import LONGEST_LINE, Overlong
from skerry.errors import OptionError, SkerryError, clipped, quoted
from skerry.games.catalogue import GAMES
from skerry.positions import Position, game, position
from skerry.record.json_form import fault_of, place_of
from skerry.search.analysis import MOST_TURNS, Analysis, analyse_stream
from skerry.search.search import LEAST_MEMORY, MOST_THREADS

log = logging.getLogger(__name__)

MOST_DIGITS = 400  # of a number
MOST_WAITING = 10_000  # queries; more are refused until some are answered
MOST_AT_ONCE = 256
MOST_SECONDS = 86_400
MOST_PLAYOUTS = 10**12
LEAST_PAUSE = 0.01  # seconds between two answers of a query
TICK = 0.02  # seconds between two looks at what is left

Data = dict[str, Any]

QUERY: Data = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "id": {"type": ["string", "integer"], "maxLength": 200},
        "position": {"type": "string"},
        "game": {"enum": [info.name for info in GAMES]},
        "options": {"type": "object"},
        "setup": {"type": "object", "additionalProperties": {"type": "string"}},
        "setup_seed": {"type": "integer"},
        "turns": {"type": "array", "items": {"type": "string"}, "maxItems": 10_000},
        "at": {
            "type": "array",
            "items": {"type": "integer", "minimum": 0},
            "minItems": 1,
            "maxItems": 1_000,
        },
        "playouts": {"type": "integer", "minimum": 1, "maximum": MOST_PLAYOUTS},
        "seconds": {"type": "number", "exclusiveMinimum": 0, "maximum": MOST_SECONDS},
        "threads": {"type": "integer", "minimum": 1, "maximum": MOST_THREADS},
        "seed": {"type": "integer"},
        "num_turns": {"type": "integer", "minimum": 1, "maximum": MOST_TURNS},
        "every": {"type": "number", "minimum": LEAST_PAUSE},
    },
    "required": ["id"],
}
ACTION: Data = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "id": {"type": ["string", "integer"], "maxLength": 200},
        "action": {"enum": ["cancel", "version", "quit"]},
        "query": {"type": ["string", "integer"]},
    },
    "required": ["id", "action"],
}


@dataclass
class Query:
    """A query under way, or waiting for its turn."""

    identity: str | int
    data: Data
    cancelled: threading.Event = field(default_factory=threading.Event)
    is_begun: bool = False  # it is searched; before, positions are read and kernels compiled
    is_answered: bool = False  # its last answer is out, or about to be


class JsonEngine:
    """Answers queries; `answer` is called from several threads, but never twice at once."""

    def __init__(
        self,
        answer: Callable[[str], None],
        at_once: int,
        memory: int,
        prepare: Callable[[str], None] | None = None,
    ) -> None:
        """Nothing is computed before the first query.

        Args:
            answer: takes each line that is an answer, without its end.
            at_once: queries that are worked on at the same time.
            memory: bytes for the trees of each of them.
            prepare: is told the game of each query before its time begins; by any thread.

        Raises:
            OptionError: too many at once, or too little memory.
        """
        at_once, memory = integer("at_once", at_once), integer("memory", memory)
        if not 1 <= at_once <= MOST_AT_ONCE:
            raise OptionError(f"1 to {MOST_AT_ONCE} queries can be worked on at once.")
        if memory < LEAST_MEMORY:
            raise OptionError(f"A query needs at least {LEAST_MEMORY:,} bytes, not {memory:,}.")
        self._answer, self._memory, self._prepare = answer, memory, prepare
        self._lock = threading.Lock()  # of the queries under way
        self._speaking = threading.Lock()  # of the answers
        self._under_way: dict[str | int, Query] = {}
        # Positions are read apart from who takes lines: the rules may have to be compiled for that,
        # and meanwhile a query may be cancelled.
        self._reading = ThreadPoolExecutor(1)
        self._pool = ThreadPoolExecutor(at_once)

    def serve(self, lines: Iterable[str]) -> None:
        """Take all lines, then wait until every query is answered; `quit` cancels them."""
        for line in lines:
            if not self.take(line):
                break
        while self._under_way:  # whatever its threads still do: they may be compiling
            time.sleep(TICK)

    @property
    def is_searching(self) -> bool:
        """Whether a query is searched, and not only waits, for others or for a compiler."""
        with self._lock:
            return any(query.is_begun for query in self._under_way.values())

    def cancel(self) -> None:
        """Cancel all queries: those that wait are answered, the others will be in a moment."""
        with self._lock:
            waiting = list(self._under_way.values())
        for query in waiting:
            self._cancel(query)

    def give_up(self) -> None:
        """Answer all queries that are left as cancelled; whatever is still found is dropped."""
        with self._lock:
            left = list(self._under_way.values())
        for query in left:
            self._end(query, _cancelled(query))

    def take(self, line: str) -> bool:
        """Take one line; the answers come when they come. Returns False after `quit`."""
        if not line.strip() and not isinstance(line, Overlong):
            return True
        identity: str | int | None = None
        try:
            data = parsed(line)
            identity = _identity_of(data)
            if "action" in data:
                return self._act(checked(data, ACTION))
            self._begin(checked(data, QUERY))
        except Exception as error:
            self._send(_failed(identity, error))
        return True

    def _act(self, data: Data) -> bool:
        identity, action = data["id"], data["action"]
        if action == "version":
            self._send({"id": identity, "version": version("skerry")})
        elif action == "cancel":
            if "query" not in data:
                raise OptionError('cancel needs "query": the id of the query to cancel.')
            with self._lock:
                query = self._under_way.get(data["query"])
            if query is not None:
                self._cancel(query)
            self._send({"id": identity, "cancelled": query is not None})
        else:
            self.cancel()
            self._send({"id": identity, "quit": True})
        return bool(action != "quit")

    def _begin(self, data: Data) -> None:
        if "playouts" not in data and "seconds" not in data:
            raise OptionError("A query needs a budget: playouts, seconds, or both.")
        query = Query(data["id"], data)
        with self._lock:
            known = self._under_way.get(query.identity)
            if known is not None and not known.is_answered:
                raise OptionError(
                    f"There is a query {quoted(query.identity)} already; ids must differ."
                )
            if len(self._under_way) >= MOST_WAITING:
                raise OptionError(f"{MOST_WAITING:,} queries are waiting; ask again later.")
            self._under_way[query.identity] = query
        self._reading.submit(self._read, query)

    def _read(self, query: Query) -> None:
        """Find the positions that a query asks about, and let it wait for its turn."""
        try:
            places = list(places_of(query.data))
            self._pool.submit(self._work, query, places)
        except Exception as error:
            self._end(query, _failed(query.identity, error))

    def _work(self, query: Query, places: list[tuple[int, Position]]) -> None:
        """All answers of a query."""
        try:
            if self._prepare is not None and not query.cancelled.is_set():
                self._prepare(places[0][1].game.name)
            with self._lock:
                if query.cancelled.is_set():
                    return  # and answered
                query.is_begun = True
            answer: Data | None = None
            for turn, place in places:
                if answer is not None:
                    self._send(answer)
                answer = self._analyse(query, turn, place)
                if "cancelled" in answer:
                    break
            assert answer is not None
            self._end(query, answer)
        except Exception as error:
            self._end(query, _failed(query.identity, error))

    def _end(self, query: Query, answer: Data) -> None:
        """Give a query its last answer, unless it has one: it was cancelled, or given up."""
        with self._lock:
            if query.is_answered:
                return
            query.is_answered = True
        self._send(answer)
        with self._lock:
            if self._under_way.get(query.identity) is query:
                del self._under_way[query.identity]

    def _cancel(self, query: Query) -> None:
        """Cancel a query. One that waits is answered at once; a search ends with what it knows."""
        with self._lock:
            query.cancelled.set()
            if query.is_begun:
                return
        self._end(query, _cancelled(query))

    def _analyse(self, query: Query, turn: int, place: Position) -> Data:
        """Send all answers for a position but the last one, which is returned."""
        data = query.data
        last: Analysis | None = None
        for one in analyse_stream(
            place,
            playouts=data.get("playouts"),
            seconds=data.get("seconds"),
            threads=data.get("threads", 1),
            seed=data.get("seed"),
            num_turns=data.get("num_turns", 5),
            memory=max(self._memory, LEAST_MEMORY * data.get("threads", 1)),
            cancel=query.cancelled.is_set,
            every=data.get("every", float("inf")),
        ):
            if last is not None and "every" in data:
                self._send(_analysed(query, turn, last, final=False))
            last = one
        assert last is not None
        answer = _analysed(query, turn, last, final=True)
        return answer | {"cancelled": True} if query.cancelled.is_set() else answer

    def _send(self, data: Data) -> None:
        line = json.dumps(data, allow_nan=False)
        with self._speaking:
            self._answer(line)


def _analysed(query: Query, turn: int, found: Analysis, *, final: bool) -> Data:
    return {"id": query.identity, "turn": turn, "final": final, "analysis": found.to_json()}


def _cancelled(query: Query) -> Data:
    """The answer of a query of which nothing is known yet."""
    turn = query.data["at"][0] if "at" in query.data else None
    answer = {"id": query.identity, "turn": turn, "final": True, "analysis": None}
    return {**answer, "cancelled": True}


def _failed(identity: str | int | None, error: Exception) -> Data:
    """Why there is no other answer. What is no SkerryError is our own fault, and logged."""
    if isinstance(error, SkerryError):
        sentence = str(error)
    else:
        log.error("A query failed.", exc_info=error)
        sentence = (
            f"The engine failed at this query ({type(error).__name__}: {clipped(str(error))}), "
            "which is a fault of its own; others are answered as before."
        )
    return {"id": identity, "error": " ".join(sentence.split())}


def parsed(line: str) -> Data:
    """The object of a line. Raises OptionError."""
    if isinstance(line, Overlong):
        raise OptionError(f"A line holds at most {LONGEST_LINE:,} bytes.")
    try:
        data = json.loads(
            line,
            parse_constant=_no_constant,
            parse_int=_parse_integer,
            parse_float=_parse_float,
            object_pairs_hook=_without_repeats,
        )
    except (ValueError, RecursionError) as error:
        raise OptionError(f"The line is not JSON: {clipped(str(error))}.") from error
    if not isinstance(data, dict):
        example = json.dumps({"id": 1, "game": GAMES[0].name})
        raise OptionError(f"A query is a JSON object, such as {example}.")
    return data


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _parse_integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise ValueError(f"a number has at most {MOST_DIGITS} digits here")
    return int(text)


def _parse_float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{clipped(text)} is too large a number")
    return number


def _without_repeats(pairs: list[tuple[str, object]]) -> Data:
    data = dict(pairs)
    if len(data) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in data if names.count(name) > 1)
        raise ValueError(f"the key {quoted(twice)} is there twice")
    return data


def _identity_of(data: Data) -> str | int | None:
    """The id by which a query is answered, though it may be wrong in all else."""
    identity = data.get("id")
    if isinstance(identity, bool) or not isinstance(identity, str | int | float):
        return None
    return _plain(identity) if isinstance(identity, int | float) else identity


def _plain(value: Any) -> Any:
    """A value of a query, its whole numbers as ints, lists and all."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return [_plain(one) for one in value] if isinstance(value, list) else value


def checked(data: Data, schema: Data) -> Data:
    """The data, if they are of a schema, with plain numbers. Raises OptionError."""
    error = best_match(Draft202012Validator(schema).iter_errors(data))
    if error is not None:
        raise OptionError(f"{place_of(error) or 'The query'} {fault_of(error)}.")
    return {key: _plain(value) for key, value in data.items()}


def places_of(data: Data) -> Iterator[tuple[int, Position]]:
    """Turn numbers and positions that a query asks about.

    Raises:
        SkerryError: a game, option, set-up, position or turn that does not exist.
    """
    line = list(positions_of(data))
    for number in data.get("at", [len(line) - 1]):
        if number >= len(line):
            raise OptionError(f"at: there is no turn {number}; {len(line) - 1} have been played.")
        if line[number].is_over:
            raise OptionError(f"The game is over after turn {number}: nothing is left to analyse.")
        yield number, line[number]


def positions_of(data: Data) -> Iterator[Position]:
    """The position a query begins with, and those after each of its turns."""
    if "position" in data:
        if {"game", "options", "setup", "setup_seed"} & set(data):
            raise OptionError("A position names its game and options; give nothing besides.")
        now = position(data["position"])
    elif "game" not in data:
        raise OptionError("A query says where it begins: by game, or by position.")
    else:
        chosen = game(data["game"], **data.get("options", {}))
        now = chosen.start(seed=data.get("setup_seed"), setup=data.get("setup"))
    yield now
    for turn in data.get("turns", []):
        now = now.play_turn(turn)
        yield now
