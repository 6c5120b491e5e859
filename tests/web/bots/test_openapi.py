"""The API against its own document: whatever is sent, the answer is as described, and no 500."""

import re
import urllib.error
import urllib.request
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, strategies
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.strategies import drawn
from tests.web.accounts.test_races import Visitor
from tests.web.bots.accounts import Account, begin
from tests.web.conftest import Server

pytestmark = pytest.mark.stores

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
PATHS = re.compile(r"/(home|root|usr|tmp|work|var)/\w|Traceback|\.py\b")  # what no answer may hold


@pytest.fixture(scope="module")
def asked(own_server: Server) -> dict[str, str]:
    """A program that has a game and a challenge, so that some ids are known."""
    first, second = Account(own_server, "Schema one"), Account(own_server, "Schema two")
    game_id = begin(first, second, "kitaran")
    challenge = first.ask("challenges", {"game": "spry"})["id"]
    known = {
        "game_id": game_id,
        "challenge_id": challenge,
        "tournament_id": make_tournament(own_server),
    }
    return {"token": first.token, **known}


def make_tournament(server: Server) -> str:
    maker = Visitor(server)
    maker.sign_up("Schema maker")
    form = {"name": "Schema cup", "game": "kitaran.0", "time": "10-min-5-s", "system": "swiss"}
    status, link = maker.send("/tournaments/new", bots="on", **form)
    assert status == 302, link
    return link.rpartition("/")[2]


@pytest.fixture(scope="module")
def document(own_server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{own_server.url}/api/openapi.json")


def test_whatever_is_sent_the_answer_is_as_described(document: Any, asked: dict[str, str]) -> None:
    """Of every operation but the stream of events, which never ends and has tests of its own."""
    operations = [one.ok() for one in document.get_all_operations()]
    for operation in operations:
        if operation.path != "/api/v1/events":
            _try(operation, asked)
    assert len(operations) > 15


def _try(operation: Any, asked: dict[str, str]) -> None:
    @given(operation.as_strategy(), strategies.booleans())
    @drawn(25, HealthCheck.filter_too_much, HealthCheck.too_slow)
    def try_one(case: Any, is_known: bool) -> None:
        for name in case.path_parameters if is_known else ():
            case.path_parameters[name] = asked[name]
        answer = case.call(headers={"Authorization": f"Bearer {asked['token']}"})
        case.validate_response(answer, checks=CHECKS)
        assert not PATHS.search(answer.text)

    try_one()


def test_without_a_token_nobody_gets_in(own_server: Server, document: Any) -> None:
    tried = 0
    for path, operations in document.raw_schema["paths"].items():
        address = own_server.url + re.sub(r"\{\w+\}", "anything", path)
        for method in operations:
            body = b"{}" if method == "post" else None
            request = urllib.request.Request(
                address, body, {"Content-Type": "application/json"}, method=method.upper()
            )
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(request, timeout=60)
            assert refused.value.code == 401, path
            refused.value.close()
            tried += 1
    assert tried > 15
