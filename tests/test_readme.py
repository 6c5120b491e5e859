"""README and documents: the example runs, the links lead somewhere, the record is one."""

import re
from pathlib import Path

import pytest

import skerry
from skerry.games.catalogue import FEATURED, GAMES
from skerry.record import GameRecord, Result

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def fenced(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", path.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.kernels
def test_the_example_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = fenced(ROOT / "README.md", "python")
    assert len(example.splitlines()) == 5
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "black to move, 22,798 turns to choose from"
    assert printed[-2] == "a      w . w . . ."


def test_every_public_name_can_be_imported() -> None:
    assert all(getattr(skerry, name) is not None for name in skerry.__all__)


def test_the_readme_names_every_game_and_designer() -> None:
    text = (ROOT / "README.md").read_text()
    for info in FEATURED:
        assert f"| [{info.title}](src/skerry/games/{info.name}/rules.md) | {info.author}" in text
        assert info.summary in text
    for info in GAMES:
        if info.is_for_comparison:
            assert f"[{info.title}](src/skerry/games/{info.name}/rules.md) by {info.author}" in text


def test_every_rules_page_is_listed() -> None:
    text = (ROOT / "docs" / "rules.md").read_text()
    for info in GAMES:
        assert f"- [{info.title}](../src/skerry/games/{info.name}/rules.md)" in text


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_to_files_of_the_repository(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)", path.read_text()):
        if not link.startswith("figure:"):  # a question to the store, of which an example is shown
            assert (path.parent / link).exists(), link


@pytest.mark.parametrize(
    "name", ["batches", "engine", "exchange", "openspiel", "pettingzoo", "ratings", "tournaments"]
)
def test_the_examples_of_the_documents_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    examples = fenced(ROOT / "docs" / f"{name}.md", "python")
    assert examples
    for example in examples:
        exec(compile(example, name, "exec"), {})
        assert capsys.readouterr().out


@pytest.mark.kernels
def test_the_record_in_the_documents_is_one() -> None:
    (example,) = fenced(ROOT / "docs" / "record-format.md", "json")
    record = GameRecord.from_json(example)
    assert record.result == Result(0, "resignation")
    assert record.turns[1].comment == "Too close."


def test_the_architecture_tells_of_every_layer() -> None:
    layers = re.search(r"^layers = \[(.*?)^\]", (ROOT / "pyproject.toml").read_text(), re.M | re.S)
    assert layers is not None
    table = (ROOT / "docs" / "architecture.md").read_text().split("## Data's way")[0]
    for layer in re.findall(r"\((\w+)\)", layers.group(1)):
        assert f"`{layer}`" in table, layer
