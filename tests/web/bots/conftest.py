"""Programs, within the test's process and at a real server."""

from itertools import count

import pytest

from tests.web.bots.accounts import Account
from tests.web.bots.programs import Program
from tests.web.conftest import Server, StartServer

NUMBERS = count(1)


@pytest.fixture
def program(db: None) -> Program:
    return Program("Anneliese")


@pytest.fixture
def other(db: None) -> Program:
    return Program("Bartholomew")


@pytest.fixture(scope="module")
def own_server(start_server: StartServer, tmp_path_factory: pytest.TempPathFactory) -> Server:
    return start_server(tmp_path_factory.mktemp("bots"))


@pytest.fixture
def two(own_server: Server) -> tuple[Account, Account]:
    number = next(NUMBERS)
    return Account(own_server, f"First {number}"), Account(own_server, f"Other {number}")
