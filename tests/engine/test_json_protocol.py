"""The analysis protocol: queries, streams, cancelling, many at once, and that nothing breaks it."""

import json
import subprocess
import sys
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.engine.client import LONGEST_LINE, Overlong
from skerry.engine.json_protocol import JsonEngine
from skerry.games.catalogue import info
from skerry.search.search import LEAST_MEMORY
from tests.small import NAMES, small, start
from tests.strategies import few


def of(name: str) -> dict[str, Any]:
    """What a query says of a game on a small board."""
    seed = {"setup_seed": 2} if info(name).has_setup else {}
    return {"game": name, "options": small(name), **seed}


def ask(*queries: Any, at_once: int = 1) -> list[dict[str, Any]]:
    """All answers to some lines; whatever is no text is sent as JSON."""
    said: list[str] = []
    engine = JsonEngine(said.append, at_once, LEAST_MEMORY)
    engine.serve(query if isinstance(query, str) else json.dumps(query) for query in queries)
    return [json.loads(line) for line in said]


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_is_the_analysis(name: str) -> None:
    (answer,) = ask({"id": "a", **of(name), "playouts": 80, "seed": 1})
    assert (answer["id"], answer["turn"], answer["final"]) == ("a", 0, True)
    game = skerry.game(name, **small(name))
    expected = skerry.analyse(start(game, 2), playouts=80, seed=1, memory=LEAST_MEMORY).to_json()
    told = answer["analysis"]
    assert set(told) == set(expected)
    for key in ("position", "player", "playouts", "value", "proven", "ownership"):
        assert told[key] == expected[key]
    assert [turn["text"] for turn in told["turns"]] == [turn["text"] for turn in expected["turns"]]


def test_turns_are_played_and_any_of_them_asked_about() -> None:
    query = {"id": 7, **of("byg"), "turns": ["a1", "b2"], "at": [2, 0], "playouts": 20}
    answers = ask(query)
    assert [(answer["id"], answer["turn"]) for answer in answers] == [(7, 2), (7, 0)]
    after = skerry.game("byg", size=3).start().play("a1").play("b2")
    assert answers[0]["analysis"]["position"] == after.text
    (at_text,) = ask({"id": 8, "position": after.text, "playouts": 20})
    assert at_text["analysis"]["position"] == after.text


def test_a_stream_ends_with_its_final_answer() -> None:
    answers = ask({"id": "s", **of("kitaran"), "seconds": 0.4, "every": 0.05})
    assert len(answers) >= 2
    assert [answer["final"] for answer in answers] == [False] * (len(answers) - 1) + [True]
    playouts = [answer["analysis"]["playouts"] for answer in answers]
    assert playouts == sorted(playouts)


def test_many_queries_are_worked_on_at_once() -> None:
    queries = [{"id": n, **of("spry"), "playouts": 30, "seed": n} for n in range(40)]
    alone = {answer["id"]: answer["analysis"]["value"] for answer in ask(*queries)}
    together = {a["id"]: a["analysis"]["value"] for a in ask(*queries, at_once=4)}
    assert alone == together
    assert len(alone) == 40


def test_a_query_is_cancelled_and_tells_what_it_knew() -> None:
    said: list[dict[str, Any]] = []
    arrived = threading.Event()

    def answer(line: str) -> None:
        said.append(json.loads(line))
        arrived.set()

    engine = JsonEngine(answer, 1, LEAST_MEMORY)
    query = {"id": "long", "game": "spry", "playouts": 10**9, "every": 0.05}
    assert engine.take(json.dumps(query))
    assert engine.take(json.dumps({"id": "next", **of("byg"), "playouts": 10}))
    assert arrived.wait(60)
    assert engine.take(json.dumps({"id": "c", "action": "cancel", "query": "long"}))
    engine.serve([])
    assert {"id": "c", "cancelled": True} in said
    last = [one for one in said if one["id"] == "long"][-1]
    assert (last["final"], last["cancelled"]) == (True, True)
    assert last["analysis"]["playouts"] < 10**9
    assert [one["final"] for one in said if one["id"] == "next"] == [True]


def test_quit_cancels_what_is_under_way() -> None:
    answers = ask(
        {"id": 1, "game": "spry", "seconds": 600},
        {"id": 2, "game": "spry", "seconds": 600},
        {"id": "q", "action": "quit"},
        {"id": 3, **of("spry"), "playouts": 5},
    )
    assert {answer["id"] for answer in answers} == {1, 2, "q"}
    assert [a["cancelled"] for a in answers if a["id"] != "q"] == [True, True]


def test_the_version_is_told_and_nothing_is_cancelled_that_is_not_there() -> None:
    version, cancelled = ask(
        {"id": 1, "action": "version"}, {"id": 2, "action": "cancel", "query": "nobody"}
    )
    assert version == {"id": 1, "version": skerry.__version__}
    assert cancelled == {"id": 2, "cancelled": False}


@pytest.mark.parametrize(
    ("line", "identity", "says"),
    [
        ("rubbish", None, "The line is not JSON"),
        ("[1, 2]", None, "A query is a JSON object"),
        ("[" * 100_000, None, "The line is not JSON"),
        ('{"id": NaN}', None, "NaN is not a JSON number"),
        (Overlong(), None, f"at most {LONGEST_LINE:,} bytes"),
        ({"game": "spry"}, None, "The query lacks 'id'."),
        ({"id": 1, "playouts": 1}, 1, "by game, or by position"),
        ({"id": 1, "game": "spry"}, 1, "needs a budget"),
        ({"id": 1, "game": "chess", "playouts": 1}, 1, 'not "chess".'),
        ({"id": 1, "game": "spry", "playouts": 0}, 1, "playouts must be at least 1, not 0."),
        ({"id": 1, "game": "spry", "playouts": "9"}, 1, 'a whole number, not "9".'),
        ({"id": 1, "game": "spry", "seconds": -1}, 1, "seconds must be more than 0, not -1."),
        (
            {"id": 1, "game": "spry", "speed": 1, "playouts": 1},
            1,
            'The query has an unknown key "speed"',
        ),
        ({"id": 1, "game": "spry", "options": {"size": 99}, "playouts": 1}, 1, "size=99"),
        ({"id": 1, "game": "spry", "options": {"name": 1}, "playouts": 1}, 1, "no option 'name'"),
        ({"id": 1, "game": "spry", "options": {"size": []}, "playouts": 1}, 1, "size=[]"),
        ({"id": 1, "game": "spry", "turns": ["z9"], "playouts": 1}, 1, "z9"),
        ({"id": 1, "game": "spry", "turns": ["end"], "playouts": 1}, 1, "at least one stone"),
        ({"id": 1, "game": "spry", "at": [3], "playouts": 1}, 1, "there is no turn 3"),
        ({"id": 1, "game": "syrtis", "playouts": 1}, 1, "needs either a seed"),
        ({"id": 1, "position": "rubbish", "playouts": 1}, 1, "three parts between bars"),
        ({"id": 1, "position": "x", "game": "spry", "playouts": 1}, 1, "give nothing besides"),
        ({"id": 1, "action": "dance"}, 1, "action must be one of"),
        ({"id": 1, "action": "cancel"}, 1, 'cancel needs "query"'),
    ],
)
def test_what_cannot_be_answered_says_why(line: Any, identity: Any, says: str) -> None:
    (answer,) = ask(line)
    assert answer["id"] == identity
    assert says in answer["error"]
    assert "\n" not in answer["error"]


def test_a_game_that_is_over_is_refused() -> None:
    position = skerry.game("kitaran", size=3).start()
    while not position.is_over:
        position = position.apply(position.legal_actions()[0])
    (answer,) = ask({"id": 1, "position": position.text, "playouts": 5})
    assert "The game is over after turn 0" in answer["error"]


def test_an_id_is_used_once_at_a_time() -> None:
    answers = ask(
        {"id": 1, "game": "spry", "seconds": 0.3},
        {"id": 1, **of("spry"), "playouts": 5},
    )
    assert sorted("error" in answer for answer in answers) == [False, True]


VALUES = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-5, 50),
        st.floats(allow_nan=False, width=16),
        st.sampled_from(["spry", "byg", "a1", "cancel", "version", "c3,d4", "x"]),
        st.text(max_size=8),
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=4,
)
KEYS = st.sampled_from(
    ["id", "game", "options", "turns", "at", "playouts", "action", "query", "position", "num_turns"]
)


@few
@given(st.lists(st.dictionaries(KEYS | st.text(max_size=4), VALUES, max_size=6), max_size=5))
def test_no_query_brings_the_engine_down(queries: list[dict[str, Any]]) -> None:
    answers = ask(*queries, {"id": "last", "action": "version"})
    assert [answer for answer in answers if answer["id"] == "last"]
    for answer in answers:
        assert {"error", "analysis", "version", "cancelled", "quit"} & set(answer)


@few
@given(st.text(max_size=80))
def test_no_text_brings_the_engine_down(text: str) -> None:
    for answer in ask(text.replace("\n", " ")):
        assert set(answer) == {"id", "error"}


def test_a_real_process_answers_and_ends() -> None:
    lines = [
        b'{"id": 1, "game": "byg", "options": {"size": 3}, "playouts": 20}',
        b"\xff\xfe garbage",
        b"x" * 200_000,
        b'{"id": 2, "action": "version"}',
    ]
    command = [sys.executable, "-m", "skerry", "engine", "--json", "--at-once", "2"]
    done = subprocess.run(
        command, input=b"\n".join(lines), capture_output=True, timeout=600, check=False
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 4
    assert sum("error" in answer for answer in answers) == 2
    assert any(answer.get("final") for answer in answers)


# --- every type in every field --------------------------------------------------------------------

GOOD: dict[str, Any] = {
    "id": "a",
    "game": "byg",
    "options": {"size": 3},
    "turns": ["a1"],
    "at": [0],
    "playouts": 5,
    "seconds": 5,
    "threads": 1,
    "seed": 1,
    "num_turns": 1,
    "every": 60,
}
DIGITS = "9" * 5_000
TYPES = [
    *("null", "true", "false", "0", "1", "1.0", "-1", "-0.0", "2.5", "1e0", "1e300", "1e400"),
    *("NaN", "Infinity", "-Infinity", DIGITS, "1" + "0" * 399, "1E-400"),
    *('""', '"1"', '"\\ud800"', '"\\u0000"', '"' + "x" * 5_000 + '"'),
    *("[]", "[0.0]", "[1.0]", "[null]", "[true]", "[[0]]", '["\\udfff"]', "[1e400]", "{}"),
    *('{"size": 3.0}', '{"size": true}', '{"\\ud800": 1}', '{"size": 3, "size": 4}'),
    *("[" * 900 + "]" * 900, '{"a":' * 900 + "1" + "}" * 900),
]
FIELDS = [*GOOD, "position", "setup", "setup_seed", "action", "query", "unknown"]


@pytest.mark.parametrize("field", FIELDS)
def test_every_type_in_every_field_is_answered(field: str) -> None:
    """[0.0] in "at" ended the engine, 1.0 as "threads" went unanswered."""
    lines: list[str] = []
    for text in TYPES:
        rest = {key: value for key, value in GOOD.items() if key != field}
        rest |= {"id": f"{len(lines)}"} if field != "id" else {}
        lines.append(f'{{"{field}": {text}, {json.dumps(rest)[1:]}')
    for line, answers in ((line, ask(line)) for line in lines):
        assert answers, line
        for answer in answers:
            assert "a fault of its own" not in answer.get("error", ""), (line, answer)
        assert answers[-1].get("final", True)


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_number_is_one_however_it_is_written(name: str) -> None:
    query = {
        "id": 5,
        **of(name),
        "at": [0],
        "playouts": 50,
        "threads": 1,
        "seed": 3,
        "num_turns": 2,
    }
    floats = {
        key: float(value) if isinstance(value, int) else value for key, value in query.items()
    }
    floats |= {"at": [0.0], "options": {k: _float(v) for k, v in query["options"].items()}}
    (one,), (other,) = ask(query), ask(floats)
    for answer in (one, other):
        for key in ("seconds", "playouts_per_second"):
            del answer["analysis"][key]
    assert other == one
    assert type(other["id"]) is int


def _float(value: Any) -> Any:
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"id": 1, "id": 2}', "the key 'id' is there twice"),
        ('{"id": 1, "every": 1e999}', "1e999 is too large a number"),
        (f'{{"id": {DIGITS}}}', "a number has at most 400 digits here"),
        ('{"id": true, "game": "byg", "playouts": 5}', "id must be a text or a whole number"),
    ],
)
def test_numbers_and_keys_that_say_nothing_certain_are_refused(line: str, says: str) -> None:
    (answer,) = ask(line)
    assert answer["id"] is None
    assert says in answer["error"]


def test_a_fault_of_our_own_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise TypeError("list indices must be integers")

    monkeypatch.setattr("skerry.engine.json_protocol.analyse_stream", broken)
    failed, version = ask({"id": 1, **of("byg"), "playouts": 5}, {"id": 2, "action": "version"})[
        ::-1
    ]
    if "error" not in failed:
        failed, version = version, failed
    assert failed["id"] == 1
    assert "The engine failed at this query (TypeError: list indices" in failed["error"]
    assert version["id"] == 2
