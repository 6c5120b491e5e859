"""Plans: what they expand to, where they are read from, and that no text breaks the reader."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.lab.plans import MATCH_KEYS, Plan, PlanError, parse_plan, read_plan
from tests.strategies import few

DOCUMENT = Path(__file__).parents[3] / "docs" / "lab.md"
SHOWN = re.findall(r"^```toml\n(.*?)^```", DOCUMENT.read_text(), re.MULTILINE | re.DOTALL)
EXAMPLE = SHOWN[0]
(FIRST_STONES,) = [text for text in SHOWN if 'name = "first stones"' in text]
PLAYERS = 'players = ["random"]'
KITARAN = str(skerry.game("kitaran"))


def titles(plan: Plan) -> list[str]:
    return [cell.title for cell in plan.cells]


def one_match(lines: str, game: str = "kitaran", top: str = "games = 10") -> Plan:
    """A plan of one match; the lines begin on line 4."""
    return parse_plan(f'{top}\n[[match]]\ngame = "{game}"\n{lines}', "plan.toml")


@pytest.mark.kernels
def test_the_example_of_the_document_is_a_plan() -> None:
    plan = parse_plan(EXAMPLE, "some.toml")
    assert (plan.name, plan.seed, plan.count_turns, plan.text) == ("komi", 7, 20, EXAMPLE)
    assert len(plan.cells) == len(set(titles(plan))) == 13
    assert titles(plan)[:4] == [
        f"{KITARAN} | random",
        f"{KITARAN} | random | after c3",
        f"{KITARAN} | playouts 200",
        f"{KITARAN} | playouts 200 | after c3",
    ]
    assert [cell.game.option("komi") for cell in plan.cells[:12]] == [0.0] * 4 + [0.5] * 4 + [
        1.5
    ] * 4
    assert [(cell.games, cell.until) for cell in plan.cells] == [(400, 0.03)] * 12 + [(1000, 0.03)]
    assert plan.cells[-1].players == ("playouts 200", "playouts 100")
    shown = re.findall(r"^ {4}(\w+ size=.*)$", DOCUMENT.read_text(), re.MULTILINE)
    assert len(shown) == 2
    assert set(shown) <= set(titles(plan))


def test_the_map_of_first_stones_of_the_document_is_a_plan() -> None:
    plan = parse_plan(FIRST_STONES, "some.toml")
    assert plan.name == "first stones"
    assert len(plan.cells) == 15
    assert titles(plan)[-1] == "spry size=5 swap=off | playouts 400 | after e5"


def test_the_error_of_the_document_is_one() -> None:
    (shown,) = re.findall(r"^ {4}(komi.toml, line .*)$", DOCUMENT.read_text(), re.MULTILINE)
    with pytest.raises(PlanError) as caught:
        parse_plan(EXAMPLE.replace("options", "option", 1), "komi.toml")
    assert str(caught.value) == shown


def test_what_a_plan_leaves_out_has_defaults() -> None:
    plan = one_match('players = ["random"]')
    assert (plan.name, plan.seed, plan.count_turns) == ("plan", 0, 20)
    (cell,) = plan.cells
    assert cell.game == skerry.game("kitaran")
    assert (cell.players, cell.opening) == (("random", "random"), ())
    assert (cell.games, cell.until) == (10, None)
    assert cell.title == f"{KITARAN} | random"


def test_a_match_overrides_the_plan() -> None:
    (cell,) = one_match(
        'players = ["random"]\ngames = 7\nuntil = 0.1', top="games = 10\nuntil = 0.2\nseed = 3"
    ).cells
    assert (cell.games, cell.until) == (7, 0.1)


def test_lists_of_options_are_combined_in_the_order_written() -> None:
    plan = one_match(
        'options = { komi = [1, 0.5], size = [4, 5], swap = "on" }\nplayers = ["random turns"]'
    )
    rules = [(cell.game.option("komi"), cell.game.option("size")) for cell in plan.cells]
    assert rules == [(1.0, 4), (1.0, 5), (0.5, 4), (0.5, 5)]
    assert all(cell.game.option("swap") is True for cell in plan.cells)


@pytest.mark.parametrize(
    "written",
    [
        "options = { swap = [true, false] }",
        'options.swap = ["on", "off"]',
        '[match.options]\nswap = [\n  "on",  # comment ]\n  false,\n]',
    ],
)
def test_options_may_be_written_in_every_way_of_toml(written: str) -> None:
    plan = one_match(f'players = ["random"]\n{written}')
    assert [cell.game.option("swap") for cell in plan.cells] == [True, False]


def test_players_come_before_pairs_and_are_canonical() -> None:
    plan = one_match(
        'pairs = [["playouts  020", "random"]]\nplayers = ["random turns ", "level 3"]'
    )
    assert [cell.players for cell in plan.cells] == [
        ("random turns", "random turns"),
        ("level 3", "level 3"),
        ("playouts 20", "random"),
    ]
    assert titles(plan)[2] == f"{KITARAN} | playouts 20 v random"


@pytest.mark.kernels
def test_openings_are_canonical_turns() -> None:
    plan = one_match(
        'options = { size = 3, swap = true }\nplayers = ["random"]\n'
        'openings = ["", " b1,a3,a1  swap", "c1,end"]',
        game="spry",
    )
    assert [cell.opening for cell in plan.cells] == [(), ("a1,a3,b1", "swap"), ("c1",)]
    assert titles(plan)[1] == "spry size=3 swap=on | random | after a1,a3,b1 swap"


@pytest.mark.kernels
def test_each_plays_one_turn_of_each_class() -> None:
    plan = one_match('players = ["random"]\nopenings = "each"\noptions.size = [3, 5]')
    found = [cell.opening[0] for cell in plan.cells]
    assert found == ["a1", "a2", "b2", "a1", "a2", "a3", "b2", "b3", "c3"]
    assert titles(plan)[-1] == f"{KITARAN} | random | after c3"


@pytest.mark.kernels
def test_each_stone_plays_one_stone_of_each_class() -> None:
    plan = one_match('players = ["random"]\nopenings = "each stone"\noptions.size = 5', game="spry")
    assert len(plan.cells) == 15  # "each" has 181,069
    assert titles(plan)[0] == "spry size=5 swap=off | random | after a1"
    for cell in plan.cells:
        (turn,) = cell.opening
        after = cell.game.start().play_turn(turn)
        assert (after.turn, after.standings[0].stones) == (1, 1)


def test_plans_are_read_from_files(tmp_path: Path) -> None:
    path = tmp_path / "first try.toml"
    path.write_bytes(
        b"\xef\xbb\xbf" + f"games = 1\r\n[[match]]\r\ngame='byg'\r\n{PLAYERS}".encode()
    )
    plan = read_plan(path)
    assert (plan.name, len(plan.cells)) == ("first try", 1)
    path.write_text("\nseed = 1.5")
    with pytest.raises(PlanError, match=r"^first try.toml, line 2: seed must be a whole number"):
        read_plan(path)
    path.write_bytes(b"seed = 1\n# \xff")
    with pytest.raises(PlanError, match=r"^first try.toml, line 2: this is not text in UTF-8\.$"):
        read_plan(path)
    with pytest.raises(PlanError, match=r"^none.toml cannot be read: no such file or directory\.$"):
        read_plan(tmp_path / "none.toml")


def test_a_file_whose_name_is_no_folder_needs_a_name(tmp_path: Path) -> None:
    path = tmp_path / "which?.toml"
    path.write_text(f"games = 1\n[[match]]\ngame = 'byg'\n{PLAYERS}")
    with pytest.raises(PlanError, match=r"line 1: name must be fit for a folder, which 'which\?'"):
        read_plan(path)
    path.write_text(f"name = 'Größe 7'\n{path.read_text()}")
    assert read_plan(path).name == "Größe 7"


def refusal(text: str) -> str | None:
    """What is wrong with a plan, None if nothing is."""
    try:
        plan = parse_plan(text, "plan")
    except PlanError as error:
        return str(error)
    assert len(set(titles(plan))) == len(plan.cells) > 0
    return None


def is_a_plan_or_refused(text: str) -> None:
    said = refusal(text)
    if said is not None:
        found = re.match(r"plan, line (\d+): ", said)
        assert found
        assert 1 <= int(found[1]) <= text.count("\n") + 1
        assert said.endswith(".")


@few
@given(st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    is_a_plan_or_refused(text)
    is_a_plan_or_refused(f"games = 2\n[[match]]\ngame = 'byg'\n{PLAYERS}\n{text}")


@few
@given(st.data())
def test_no_plan_with_a_piece_in_a_wrong_place_breaks_the_reader(data: st.DataObject) -> None:
    begin, length = data.draw(st.integers(0, len(EXAMPLE))), data.draw(st.integers(0, 20))
    source, size = data.draw(st.integers(0, len(EXAMPLE))), data.draw(st.integers(0, 40))
    piece = EXAMPLE[source : source + size]
    is_a_plan_or_refused(EXAMPLE[:begin] + piece + EXAMPLE[begin + length :])


SCALARS = """
1 -1 0.1 nan inf true '' 'each' 'random' 'me' 'c3' 'on' 'byg' 'syrtis' 07:32:00 1979-05-27
"""
VALUES = st.recursive(
    st.sampled_from(SCALARS.split()),
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.dictionaries(st.sampled_from(["size", "swap", "komi", "x"]), inner, max_size=3).map(
            lambda items: f"{{ {', '.join(f'{key} = {value}' for key, value in items.items())} }}"
        )
    ),
    max_leaves=5,
)


@few
@given(
    top=st.dictionaries(st.sampled_from(["games", "seed", "until", "count_turns"]), VALUES),
    match=st.dictionaries(st.sampled_from(MATCH_KEYS), VALUES),
)
def test_no_values_break_the_reader(top: dict[str, str], match: dict[str, str]) -> None:
    valid = {"game": "'kitaran'", "games": "2", "players": "['random']"}
    lines = [f"{key} = {value}" for key, value in top.items()]
    lines += ["[[match]]", *(f"{key} = {value}" for key, value in (valid | match).items())]
    is_a_plan_or_refused("\n".join(lines))
