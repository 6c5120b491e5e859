"""Examples of property tests: always the same in the suite, new ones in `make explore`."""

import subprocess
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import EXPLORED, drawn
from tools import explore


def examples_of(profile: str) -> list[int]:
    """What a property test draws."""
    found: list[int] = []

    @settings(settings.get_profile(profile), max_examples=20, database=None)
    @given(st.integers())
    def draw(number: int) -> None:
        found.append(number)

    draw()
    return found


def test_the_suite_draws_the_same_examples_twice() -> None:
    assert examples_of("suite") == examples_of("suite")
    assert examples_of("explore") != examples_of("explore")


def test_exploring_draws_more() -> None:
    exploring = not settings().derandomize
    assert drawn(30).max_examples == 30 * (EXPLORED if exploring else 1)


@pytest.mark.parametrize(
    ("given_arguments", "seed"), [(["--seed", "7", "tests/games"], 7), ([], None)]
)
def test_a_failure_says_how_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given_arguments: list[str],
    seed: int | None,
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], *, check: bool) -> SimpleNamespace:
        commands.append(command)
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(subprocess, "run", run)
    assert explore.main(given_arguments) == 1
    (command,) = commands
    used = next(word for word in command if word.startswith("--hypothesis-seed=")).split("=")[1]
    assert seed is None or int(used) == seed
    assert "--hypothesis-profile=explore" in command
    told = capsys.readouterr().out
    assert f"from seed {used}." in told
    rest = " tests/games" if given_arguments else ""
    assert f'make explore ARGS="--seed {used}{rest}"' in told


def test_help_tells_of_exploring_and_of_play_without_a_browser() -> None:
    told = subprocess.run(["make", "help"], capture_output=True, text=True, check=True).stdout
    lines = {line.split()[1]: line for line in told.splitlines()}
    assert "--no-browser" in lines["play"]
    assert "--seed" in lines["explore"]


@pytest.mark.parametrize("profile", ["suite", "explore"])
def test_no_example_has_a_deadline(profile: str) -> None:
    """A verdict must not depend on how busy the machine is; `drawn` keeps what the profile says."""
    assert settings.get_profile(profile).deadline is None
    assert settings().deadline is drawn(3).deadline is None
