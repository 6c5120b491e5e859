"""What a remote engine offers: all of it is data, and comes over as what it was."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from skerry.web import thinking
from skerry.web.analysis.analyses import Advice, Advisor, Analyses, AnalysisView, Finding
from skerry.web.analysis.analyses import Question as AdviceQuestion
from skerry.web.base.services import Services
from skerry.web.editor.solving import Found, Question, Solutions
from skerry.web.site.start import make_offers, make_services
from skerry.web.study.reviews import LineReview, Reviews
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.remote_engine import ProtocolError, Requests, call_of, write
from skerry.web.thinking.turns import ComputerTurns, OwedTurn, Questions

FINDING = Finding({"value": 0.25, "player": 1, "turns": [{"turn": "a1", "line": []}]}, True)
SEEN = AnalysisView(3, 1, "thinking", "", FINDING, (None, FINDING))
ORDER = {"position": "p", "seconds": 1.5, "own": {"turns": ["a1", None]}}
OWED = OwedTurn("k3x", 12, "{}", "2", "spry", "5e2")
REVIEW = LineReview((0, 4), 2000, 7, True, 0.5, {"turns": []}, ({"node": 4},))

# For each thing that is offered: how it is called, and what it may give.
SAMPLES: list[tuple[type, str, dict[str, object], list[object]]] = [
    (Engine, "phase", {"game": None}, ["ready"]),
    (Engine, "compiled_games", {}, [[], ["spry", "byg"]]),
    (Engine, "num_waiting", {}, [3]),
    (
        Questions,
        "ask",
        {"kind": "judge", "order": ORDER, "game": "byg", "owner": "5e2", "seconds": 20},
        [{"right": True, "line": ["b2"], "value": None}],
    ),
    (ComputerTurns, "ask", {"owed": OWED}, [None]),
    (ComputerTurns, "drop", {"game_id": "k3x"}, [None]),
    (ComputerTurns, "is_unsaved", {"game_id": "k3x"}, [True]),
    (ComputerTurns, "is_below_level", {"game": "byg", "level": "10"}, [False]),
    (
        Analyses,
        "ask",
        {
            "seat": "5e2",
            "page": "1",
            "game": "byg",
            "line": ["p", None],
            "turn": 0,
            "known": {"p": FINDING},
        },
        [SEEN, AnalysisView(0, 0, "over", "", None, ())],
    ),
    (Analyses, "stop", {"seat": "5e2", "page": "1"}, [None]),
    (
        Advisor,
        "ask",
        {"question": AdviceQuestion("5e2", "1", "hint"), "game": "byg", "text": "p"},
        [Advice(), Advice(FINDING), Advice(trouble="No.")],
    ),
    (Advisor, "stop", {"seat": "5e2", "page": "1"}, [None]),
    (
        Solutions,
        "ask",
        {"question": Question("5e2", "solve", "p", "byg"), "again": True},
        [None, Found({"value": "win", "winners": None}, None), Found({}, "Too many.")],
    ),
    (Solutions, "stop", {"seat": "5e2", "text": "p"}, [None]),
    (Solutions, "seconds", {}, [30.0]),
    (
        Reviews,
        "begin",
        {
            "place": ("s1", 2),
            "holder": "5e2",
            "record": "{}",
            "game": "byg",
            "nodes": [0, 4],
            "playouts": 2000,
        },
        [None],
    ),
    (Reviews, "cancel", {"study_id": "s1", "chapter": 2}, [None]),
    (Reviews, "under_way", {"study_id": "s1", "chapter": 2}, [None, REVIEW]),
]


@pytest.fixture(scope="module")
def offered() -> list[tuple[type, str]]:
    offers = make_offers(Services(make_services(Engine())))
    return [(type(offer.one), name) for offer in offers for name in offer.names]


@pytest.fixture(scope="module")
def requests(offered: list[tuple[type, str]]) -> Requests:
    return Requests([call_of(kind, name) for kind, name in offered])


def test_each_thing_that_is_offered_is_tried_here(offered: list[tuple[type, str]]) -> None:
    assert {(kind, name) for kind, name, _, _ in SAMPLES} == set(offered)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: f"{one[0].__name__}.{one[1]}")
def test_what_is_asked_and_answered_comes_over_as_it_was(
    requests: Requests, sample: tuple[type, str, dict[str, object], list[object]]
) -> None:
    kind, name, arguments, results = sample
    call = call_of(kind, name)
    assert requests.read(call.write((), arguments)) == (f"{kind.__name__}.{name}", arguments)
    for result in results:
        found: Any = call.read_answer(write({"result": result}))
        assert found == result
        assert type(found) is type(result)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda one: f"{one[0].__name__}.{one[1]}")
def test_an_argument_of_another_type_is_refused(
    requests: Requests, sample: tuple[type, str, dict[str, object], list[object]]
) -> None:
    kind, name, arguments, _ = sample
    message = json.loads(call_of(kind, name).write((), arguments))
    for wrong in arguments:
        given = {**message["arguments"], wrong: [["x"]]}
        with pytest.raises(ProtocolError, match=wrong):
            requests.read(json.dumps({**message, "arguments": given}).encode())
    given = {**message["arguments"], "other": 1}
    with pytest.raises(ProtocolError, match="Extra"):
        requests.read(json.dumps({**message, "arguments": given}).encode())


def test_nothing_of_the_site_reads_pickles() -> None:
    """Who reads one does what its sender wants."""
    unwanted = {"pickle", "cPickle", "shelve", "marshal", "dill", "cloudpickle", "joblib"}
    unwanted |= {"multiprocessing.connection", "multiprocessing.managers", "xmlrpc"}
    found: list[str] = []
    paths = sorted(Path(thinking.__file__).parents[1].rglob("*.py"))
    assert len(paths) > 100
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
            found += [f"{path}: {name}" for name in names if name in unwanted]
    assert not found
