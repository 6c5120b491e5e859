"""Errors of plans: each names the line and the key."""

import pytest

import skerry
from skerry.lab.plans import Plan, PlanError, parse_plan

MATCH_KEYS = "game, games, openings, options, pairs, players, until"
GAMES = "spry, sytran, byg, kitaran, syrtis, y"
PLAYERS = 'players = ["random"]'
NO_OPENING = "syrtis draws a set-up for each game, so no opening fits them all; leave openings out"
RULES = skerry.game("kitaran")
KITARAN = str(RULES)

FULL = "a1 a2 a3 b1 b2 b3 c1 c2 c3"


def one_match(lines: str, game: str = "kitaran") -> Plan:
    """A plan of one match; the lines begin on line 4."""
    return parse_plan(f'games = 10\n[[match]]\ngame = "{game}"\n{lines}', "plan.toml")


# Text, line, and the rest of the sentence.
WRONG = [
    # not TOML
    ("games = \n", 1, "this is not TOML: invalid value."),
    ("games = 1\nseed = 2\ngames = 2", 3, "this is not TOML: cannot overwrite a value."),
    ("games = 1\nseed = [1,\n\n", 2, "this is not TOML: invalid value."),
    ("\na = " + "9" * 5000, 2, "this is not TOML: a number is too long."),
    ("a = " + "[" * 5000, 1, "this is not TOML: lists or tables stand too deep in each other."),
    # the top
    ("", 1, "match is missing; a plan has at least one table [[match]]."),
    ("seed = 1\nmatch = []", 2, "match is missing; a plan has at least one table [[match]]."),
    ("\n[match]\n", 2, "match must be tables, each under a header [[match]]."),
    ("match = [1]", 1, "match must be tables, each under a header [[match]]."),
    (
        "# seeed\n\nseeed = 1",
        3,
        "there is no key 'seeed' (did you mean seed?); "
        "the keys are count_turns, games, match, name, seed, until.",
    ),
    (
        "[x.y]\nz = 1",
        1,
        "there is no key 'x'; the keys are count_turns, games, match, name, seed, until.",
    ),
    (
        'seed = 1\nname = "../x"',
        2,
        "name must be fit for a folder, which '../x' is not; it has at most 60 letters, digits, "
        "blanks and . - _, a letter or digit first, no blank or dot last.",
    ),
    (
        "name = 7",
        1,
        "name must be fit for a folder, which 7 is not; it has at most 60 letters, digits, "
        "blanks and . - _, a letter or digit first, no blank or dot last.",
    ),
    (
        "\nseed = -1",
        2,
        "seed must be a whole number from 0 to 9,223,372,036,854,775,807, not -1.",
    ),
    (
        "seed = 0x" + "f" * 5000,
        1,
        "seed must be a whole number from 0 to 9,223,372,036,854,775,807, "
        "not a number of more than 64 bits.",
    ),
    (
        "count_turns = true",
        1,
        "count_turns must be a whole number from 0 to 10,000,000, not true.",
    ),
    (
        f"seed = 1\ngames = 0\n[[match]]\ngame = 'byg'\n{PLAYERS}",
        2,
        "games must be a whole number from 1 to 10,000,000, not 0.",
    ),
    (
        f"games = 1\nuntil = 0.5\n[[match]]\ngame = 'byg'\n{PLAYERS}",
        2,
        "until must be a number greater than 0 and less than 0.5, not 0.5.",
    ),
    (
        f"until = 0.1\n\n[[match]]\ngame = 'byg'\n{PLAYERS}",
        3,
        "match 1: games is missing; give it here, or at the top for every match.",
    ),
    (
        f"games = 5\n[[match]]\ngame = 'byg'\n{PLAYERS}\n"
        "[[match]]\ngame = 'byg'\npairs = [['random', 'level 1']]",
        1,
        "games must be even, not 5, since the pairs of match 2 alternate their seats.",
    ),
    # a match
    (
        f"games = 1\n[[match]]\ngame = 'byg'\n{PLAYERS}\n\n[[match]]\n  gmae = 'byg'",
        7,
        f"match 2: there is no key 'gmae' (did you mean game?); the keys are {MATCH_KEYS}.",
    ),
    (
        "match = [{ gmae = 'byg' }]",
        1,
        f"match 1: there is no key 'gmae' (did you mean game?); the keys are {MATCH_KEYS}.",
    ),
    (
        f"games = 1\n\n[[match]]\n{PLAYERS}",
        3,
        f"match 1: game is missing; the games are {GAMES}.",
    ),
    (
        f"games = 1\n[[match]]\ngame = ['byg']\n{PLAYERS}",
        3,
        f"match 1: game must be text, not a list; the games are {GAMES}.",
    ),
    (
        f"games = 1\n[[match]]\n{PLAYERS}\ngame = 'go'",
        4,
        f"match 1: there is no game 'go'; the games are {GAMES}.",
    ),
    (
        f"games = 1\n[[match]]\ngame = 'byg'\n{PLAYERS}\n# the same\n[[match]]\ngame = 'byg'\n"
        f"options = {{ size = [5, 6] }}\n{PLAYERS}",
        6,
        "match 2: the cell 'byg size=6 cap=3 swap=off first_stones=1 | random' belongs to an "
        "earlier match already; cells must differ in game, options, players or openings.",
    ),
]


@pytest.mark.parametrize(("text", "line", "sentence"), WRONG)
def test_errors_name_line_and_key(text: str, line: int, sentence: str) -> None:
    with pytest.raises(PlanError) as caught:
        parse_plan(text, "plan.toml")
    assert str(caught.value) == f"plan.toml, line {line}: {sentence}"


# Lines of a match on Kitaran that begin on line 4, the line of the fault, and what is said of it.
WRONG_IN_A_MATCH = [
    ("", 2, "players is missing, and so is pairs; give one of them or both."),
    ("players = []", 4, "players is an empty list; leave players out, or fill the list."),
    (
        'players = "random"',
        4,
        "players must be a list of words such as \"playouts 200\", not 'random'.",
    ),
    ("players = [3]", 4, "players: a contestant is text, not 3."),
    (
        'players = ["random", "playouts 5", "random "]',
        4,
        "players has 'random' 2 times; once is enough.",
    ),
    (
        'pairs = ["random", "level 1"]',
        4,
        'pairs must be a list of pairs such as ["playouts 200", "playouts 100"]; '
        "'random' is not a pair.",
    ),
    (
        'pairs = [\n["random", "level 1", "level 2"],\n]',
        4,
        'pairs must be a list of pairs such as ["playouts 200", "playouts 100"]; '
        "a list of 3 is not a pair.",
    ),
    (
        'pairs = [["random", "random"]]',
        4,
        "pairs: 'random' cannot be paired with itself; for self-play put it in players.",
    ),
    (
        'pairs = [["random", "level 1"], ["random", "level 1"]]',
        4,
        "pairs has 'random v level 1' 2 times; once is enough.",
    ),
    (
        'pairs = [["random", "level 1"]]\ngames = 7',
        5,
        "games must be even, not 7, since the pairs of match 1 alternate their seats.",
    ),
    (
        f"{PLAYERS}\nuntil = 1",
        5,
        "until must be a number greater than 0 and less than 0.5, not 1.",
    ),
    (
        f"{PLAYERS}\nuntil = nan",
        5,
        "until must be a number greater than 0 and less than 0.5, not nan.",
    ),
    (
        f"{PLAYERS}\ngames = 10_000_001",
        5,
        "games must be a whole number from 1 to 10,000,000, not 10000001.",
    ),
    (f"{PLAYERS}\noptions = 5", 5, "options must be a table, not 5."),
    (
        f"{PLAYERS}\noptions = {{ siz = 5 }}",
        5,
        "there is no option 'siz' (did you mean size?); "
        f"the options are {', '.join(name for name, _ in RULES.options)}.",
    ),
    (
        f"{PLAYERS}\n[match.options]\n# komi\nkomi = 0\nsize = [3, 2]",
        8,
        "options: kitaran: option size=2 is not possible; size must be a whole number "
        "from 3 to 19.",
    ),
    (
        f"options.size = 3\noptions.komi = 10\n{PLAYERS}",
        5,
        "options: kitaran: option komi=10 is not possible; komi must be a multiple of 0.5 "
        "from 0 to 9.",
    ),
    (
        f"{PLAYERS}\noptions.swap = 1",
        5,
        "options: kitaran: option swap=1 is not possible; swap must be true or false.",
    ),
    (
        f"{PLAYERS}\noptions.size = {{ a = 1 }}",
        5,
        "options: kitaran: option size='a table' is not possible; size must be a whole number "
        "from 3 to 19.",
    ),
    (
        f"{PLAYERS}\noptions.size = 0x{'f' * 5000}",
        5,
        "options: kitaran: option size='a number of more than 64 bits' is not possible; size must "
        "be a whole number from 3 to 19.",
    ),
    (
        f"{PLAYERS}\noptions.size = []",
        5,
        "size is an empty list; leave size out, or fill the list.",
    ),
    (
        f"options.komi = [0, 1, 0.0]\n{PLAYERS}",
        4,
        f"options has '{KITARAN}' 2 times; once is enough.",
    ),
    (
        f"{PLAYERS}\noptions.cycle_limit = [{', '.join(map(str, range(1, 5001)))}]\n"
        "options.swap = [true, false]\noptions.komi = [0, 1]",
        2,
        "the plan has more than 10,000 cells.",
    ),
    (
        f"{PLAYERS}\nopenings = 'every'",
        5,
        "openings must be a list of texts, 'each' or 'each stone', not 'every'.",
    ),
    (
        f"{PLAYERS}\nopenings = []",
        5,
        "openings is an empty list; leave openings out, or fill the list.",
    ),
    (f"{PLAYERS}\nopenings = [['c3']]", 5, "openings: turns are text, not a list."),
    (f"{PLAYERS}\nopenings = ['c3', ' c3']", 5, "openings has 'c3' 2 times; once is enough."),
    (
        f"{PLAYERS}\nopenings = [\n  'c3 c3',\n]",
        5,
        f"openings: turn 2 of 'c3 c3', 'c3', in {KITARAN}: there is a stone on c3 already; "
        "choose an empty cell.",
    ),
    (
        f"{PLAYERS}\nopenings = ['z3']",
        5,
        f"openings: turn 1 of 'z3', 'z3', in {KITARAN}: there is no cell 'z3' on this board; "
        "its letters run from a to e.",
    ),
    (
        f"{PLAYERS}\noptions.size = 3\nopenings = ['{FULL}']",
        6,
        f"openings: turn 9 of '{FULL}', 'c3', in {skerry.game('kitaran', size=3)}: it ends the "
        "game; nothing is left to play.",
    ),
]


@pytest.mark.parametrize(("lines", "line", "sentence"), WRONG_IN_A_MATCH)
def test_errors_in_a_match_name_line_and_key(lines: str, line: int, sentence: str) -> None:
    with pytest.raises(PlanError) as caught:
        one_match(lines)
    assert str(caught.value) == f"plan.toml, line {line}: match 1: {sentence}"


@pytest.mark.parametrize("written", ['"each"', '"each stone"', '["", "Lc1"]'])
def test_syrtis_has_no_openings(written: str) -> None:
    with pytest.raises(PlanError) as caught:
        one_match(f"{PLAYERS}\nopenings = {written}", game="syrtis")
    assert str(caught.value) == f"plan.toml, line 5: match 1: openings: {NO_OPENING}."
    assert one_match(f'{PLAYERS}\nopenings = [""]', game="syrtis").cells[0].opening == ()


def test_each_is_refused_where_there_are_too_many() -> None:
    with pytest.raises(PlanError) as caught:
        one_match(f"{PLAYERS}\nopenings = 'each'", game="sytran")
    assert str(caught.value) == (
        "plan.toml, line 5: match 1: openings: sytran size=6 penalty=4 swap=on has 26,866 first "
        "turns, and 'each' goes through 20,000 at most; take 'each stone', or list the openings "
        "that matter."
    )


def test_a_wrong_contestant_is_told_in_its_own_words() -> None:
    with pytest.raises(
        PlanError, match=r"^plan.toml, line 4: match 1: players: 'me' is not a conte"
    ):
        one_match('players = ["random", "me"]')


def test_the_line_is_right_wherever_a_wrong_key_stands() -> None:
    lines = """games = 2
seed = 1  # a comment with [[match]]

[[match]]
game = 'byg'
players = [
  'random',  # and ]
  'level 1',
]
options = { size = 3, cap = [1, 2] }
[[match]]
players = ['random']
game = 'spry'
[match.options]
size = 2
""".splitlines()
    inside_a_list = range(6, 9)
    for index in range(len(lines) + 1):
        if index not in inside_a_list:
            text = "\n".join([*lines[:index], "wrong = 1", *lines[index:]])
            with pytest.raises(PlanError, match=rf"^plan, line {index + 1}: .*'wrong'"):
                parse_plan(text, "plan")
