"""Turns counted and drawn, against turns listed: action by action, and from the rule text."""

from collections import Counter
from collections.abc import Iterator
from math import comb
from random import Random

import pytest
from scipy.stats import chisquare

import skerry
from skerry.core.layout import (
    CELLS,
    COLOUR_1,
    COLOUR_2,
    EMPTY,
    TURN,
    VACANT,
    IntArray16,
    Rules,
    new_state,
)
from skerry.games import contract
from skerry.games import turns as turn_sets
from skerry.games.byg import kernels as byg
from skerry.games.contract import ring_numbers
from tests.reference import StonePosition, reference_game
from tests.reference.common import StoneGame, Two
from tests.small import NAMES, start

LIKELY = 1e-3  # seeds are fixed, so a test that passes once always passes


def whole_turns(position: skerry.Position) -> set[skerry.Position]:
    """All positions one whole turn ahead, found action by action."""
    composing = {position}
    ended: set[skerry.Position] = set()
    while composing:
        longer: set[skerry.Position] = set()
        for one in composing:
            for action in one.legal_actions():
                after = one.apply(action)
                goes_on = after.turn == position.turn and not after.is_over
                (longer if goes_on else ended).add(after)
        composing = longer
    return ended


def random_game(game: skerry.Game, rng: Random, seed: int = 0) -> Iterator[skerry.Position]:
    """All positions of a game of random actions but the last, those in mid turn included."""
    position = start(game, seed)
    while not position.is_over:
        yield position
        position = position.apply(rng.choice(position.legal_actions()))


def with_stones(
    game: skerry.Game, contents: list[int], turn: int = 4, most_stones: int = 0
) -> skerry.Position:
    """A position with these contents of its cells, the first colour to move."""
    state = new_state(game.rules)
    state[CELLS : CELLS + len(contents)] = contents
    state[VACANT] = contents.count(EMPTY)
    state[TURN] = turn
    if game.name == "byg":
        state[byg.MOST_STONES] = most_stones
    return skerry.Position(game, state)


def is_connecting(game: skerry.Game, contents: list[int], colour: int) -> bool:
    """SPRY-4, as the reference reads it."""
    names = game.board.names
    stones = frozenset(name for name, held in zip(names, contents, strict=True) if held == colour)
    return reference_of(game).outcome(StonePosition((stones, frozenset()), 0, 0, False)) is not None


def reference_of(game: skerry.Game) -> StoneGame:
    found = reference_game(game.name, dict(game.options))
    assert isinstance(found, StoneGame)
    return found


def stones_of(position: skerry.Position) -> StonePosition:
    """The same position for the reference, no swap on offer."""
    names, contents, persons = position.game.board.names, position.contents, position.persons
    assert persons is not None
    first, second = (
        frozenset(name for name, held in zip(names, contents, strict=True) if held == colour)
        for colour in (COLOUR_1, COLOUR_2)
    )
    colour: Two = 0 if position.colour_index == COLOUR_1 else 1
    return StonePosition((first, second), colour, 0 if persons[0] == 0 else 1, False)


def turns_by_the_rules(position: skerry.Position) -> list[frozenset[str]]:
    """The sets of stones that make a whole turn, from the rule text; no swap."""
    return reference_of(position.game).whole_turns(stones_of(position))


def crowded_spry(size: int, vacant: int, rng: Random) -> skerry.Position:
    """A Spry position that few more stones win, often each of several."""
    game = skerry.game("spry", size=size)
    n = game.rules.num_cells
    while True:
        order = rng.sample(range(n), n)
        contents = [EMPTY] * n
        for cell in order[vacant:]:
            contents[cell] = COLOUR_1 if rng.random() < 0.6 else COLOUR_2
        filled = [held or COLOUR_1 for held in contents]
        decided = any(is_connecting(game, contents, colour) for colour in (COLOUR_1, COLOUR_2))
        if not decided and is_connecting(game, filled, COLOUR_1):
            return with_stones(game, contents)


def draw_turns(position: skerry.Position, num_draws: int, rng: Random) -> Counter[skerry.Position]:
    """Where drawn turns lead; every action is checked on the way, and so is the end of the turn."""
    reached: Counter[skerry.Position] = Counter()
    for _ in range(num_draws):
        after = position
        for action in position.sample_turn(rng):
            assert after.turn == position.turn
            after = after.apply(action)
        assert after.is_over or after.turn == position.turn + 1
        reached[after] += 1
    return reached


def is_uniform(counts: list[int], num_kinds: int) -> bool:
    """Whether equal chances of `num_kinds` kinds may give these counts, zeros left out."""
    return bool(chisquare(counts + [0] * (num_kinds - len(counts))).pvalue > LIKELY)


SMALL = [
    ("spry", {"size": 2, "swap": True}, 6),
    ("spry", {"size": 3}, 3),
    ("sytran", {"size": 2}, 4),
    ("sytran", {"size": 3, "swap": False}, 3),
    ("byg", {"size": 2, "swap": True}, 4),
    ("byg", {"size": 3}, 3),
    ("byg", {"size": 3, "cap": 9}, 2),
]


@pytest.mark.kernels
@pytest.mark.parametrize(("name", "options", "num_games"), SMALL)
def test_as_many_turns_as_actions_lead_to(
    name: str, options: dict[str, int | bool], num_games: int
) -> None:
    rng = Random(1)
    game = skerry.game(name, **options)
    for _ in range(num_games):
        for position in random_game(game, rng):
            if position.num_turns() < 150:
                assert position.num_turns() == len(whole_turns(position)), position.text


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("spry", {"size": 3}),
        ("sytran", {"size": 4, "swap": False}),
        ("byg", {"size": 3, "cap": 4}),
    ],
)
def test_as_many_turns_as_the_rule_text_gives(name: str, options: dict[str, int | bool]) -> None:
    rng = Random(2)
    for position in random_game(skerry.game(name, **options), rng):
        if not position.turn_so_far:
            assert position.num_turns() == len(turns_by_the_rules(position)), position.text


@pytest.mark.kernels
@pytest.mark.parametrize(("size", "vacant", "num_positions"), [(3, 8, 20), (4, 11, 6)])
def test_spry_close_to_a_win(size: int, vacant: int, num_positions: int) -> None:
    rng = Random(3)
    num_barred = 0
    for _ in range(num_positions):
        position = crowded_spry(size, vacant, rng)
        turns = turns_by_the_rules(position)
        assert position.num_turns() == len(turns), position.text
        num_barred += num_sets_that_fit(position) - len(turns)
    assert num_barred > 0


def num_sets_that_fit(position: skerry.Position) -> int:
    """SPRY-2 without SPRY-4."""
    ring, contents = ring_numbers(position.game.rules), position.contents
    vacant = [cell for cell, held in enumerate(contents) if held == EMPTY]
    return sum(
        comb(sum(int(ring[cell]) >= size for cell in vacant), size)
        for size in range(1, int(ring.max()) + 1)
    )


def test_spry_close_to_a_win_on_the_published_board() -> None:
    rng = Random(4)
    for _ in range(6):
        position = crowded_spry(5, 18, rng)
        assert position.num_turns() == len(turns_by_the_rules(position)), position.text


@pytest.mark.kernels
def test_spry_close_to_a_win_in_mid_turn() -> None:
    rng = Random(5)
    num_in_mid_turn = 0
    while num_in_mid_turn < 15:
        position = crowded_spry(4, 9, rng)
        position = position.apply(rng.choice(position.legal_actions()))
        if position.turn_so_far:
            num_in_mid_turn += 1
            assert position.num_turns() == len(whole_turns(position)), position.text


@pytest.mark.kernels
def test_spry_bars_only_sets_that_win_too_early() -> None:
    """b1, c1 and d1 each win alone, so no turn places two of them.

    ```
        . . .
       . . . .
      . w w w w
       . . . .
        . . .
    ```
    Of one or two stones on 15 cells, or three on the 11 of the outermost ring, SPRY-4 bars the 3
    pairs of the three cells, the 3 x 8 triples with one such pair, and the three together.
    """
    game = skerry.game("spry", size=3)
    own = {"c2", "c3", "c4", "c5"}
    contents = [COLOUR_1 if name in own else EMPTY for name in game.board.names]
    position = with_stones(game, contents)
    assert position.num_turns() == comb(15, 1) + comb(15, 2) + comb(11, 3) - 3 - 3 * 8 - 1


ROOMY = [(4, 5, 10), (4, 7, 2), (4, 9, 5), (5, 6, 30), (5, 9, 25)]


@pytest.mark.parametrize(("size", "groups", "blocked"), ROOMY)
def test_byg_with_many_groups(size: int, groups: int, blocked: int) -> None:
    """More stones a turn than have a closed form: the decision diagram counts."""
    position = scattered_byg(size, groups, blocked, Random(6))
    assert position.most_stones == groups
    assert position.num_turns() == num_byg_turns(position)


def scattered_byg(size: int, groups: int, blocked: int, rng: Random) -> skerry.Position:
    """Single stones of the mover that do not touch, and enemy stones at random."""
    game = skerry.game("byg", size=size, cap=9)
    n = game.rules.num_cells
    contents = [EMPTY] * n
    while contents.count(COLOUR_1) < groups:
        cell = rng.randrange(n)
        around = [int(other) for other in game.rules.neighbours[cell] if other < n]
        if all(contents[other] == EMPTY for other in (cell, *around)):
            contents[cell] = COLOUR_1
    vacant = [cell for cell in range(n) if contents[cell] == EMPTY]
    for cell in rng.sample(vacant, blocked):
        contents[cell] = COLOUR_2
    return with_stones(game, contents, most_stones=groups)


def num_byg_turns(position: skerry.Position) -> int:
    """By listing: BYG-3 holds for a set of stones just when it holds for each two of them."""
    reference, stones = reference_of(position.game), stones_of(position)
    vacant = sorted(reference.vacant(stones))

    def is_legal(*placed: str) -> bool:
        return reference.is_whole_turn(stones, frozenset(placed))

    at_odds = {one: {other for other in vacant if not is_legal(one, other)} for one in vacant}

    def count(cells: list[str], left: int) -> int:
        total = 1
        for i, cell in enumerate(cells if left > 0 else []):
            rest = [other for other in cells[i + 1 :] if other not in at_odds[cell]]
            total += count(rest, left - 1)
        return total

    return count(vacant, position.most_stones) - 1


@pytest.mark.parametrize(
    ("size", "swap", "num_turns"),
    [(6, False, 26_866), (6, True, 26_866), (8, True, 1_729_411), (10, True, 122_498_686)],
)
def test_first_turns_of_sytran(size: int, swap: bool, num_turns: int) -> None:
    assert skerry.game("sytran", size=size, swap=swap).start().num_turns() == num_turns


@pytest.mark.kernels
def test_swap_is_a_turn_of_its_own() -> None:
    for name in ("spry", "sytran", "byg", "kitaran"):
        without, offered = (
            skerry.game(name, size=3, swap=swap).start().play("c3").num_turns()
            for swap in (False, True)
        )
        assert offered == without + 1


@pytest.mark.kernels
def test_single_actions_are_turns_in_kitaran_and_in_syrtis_at_play() -> None:
    for name, options in (("kitaran", {"size": 3}), ("syrtis", {"board": "minor"})):
        for position in random_game(skerry.game(name, **options), Random(7), seed=3):
            if position.phase in ("choice", "play"):
                assert position.num_turns() == len(position.legal_actions())


@pytest.mark.kernels
def test_syrtis_towers() -> None:
    for position in random_game(skerry.game("syrtis", board="minor"), Random(8), seed=3):
        if position.phase == "towers" and position.turn_so_far:
            assert position.num_turns() == len(whole_turns(position))


def test_syrtis_towers_from_the_first() -> None:
    position = skerry.game("syrtis", board="minor").start(seed=2)
    assert position.phase == "towers"
    assert position.num_turns() == len(whole_turns(position))


def repaired_boards(position: skerry.Position) -> set[skerry.Position]:
    """SYR-5 action by action: exchanges go on while they are called for."""
    seen, unrepaired, repaired = {position}, [position], set()
    for one in unrepaired:
        for action in one.legal_actions():
            after = one.apply(action)
            if after in seen:
                continue
            seen.add(after)
            if after.phase == "repair":
                unrepaired.append(after)
            else:
                repaired.add(after)
    return repaired


def in_need_of_repair(board: str) -> skerry.Position:
    game = skerry.game("syrtis", board=board)
    starts = (game.start(seed=seed) for seed in range(10_000))
    return next(start for start in starts if start.phase == "repair")


@pytest.mark.kernels
def test_syrtis_repairs() -> None:
    position = in_need_of_repair("minor")
    repaired = repaired_boards(position)
    assert len(repaired) > 100
    assert position.num_turns() == len(repaired) * next(iter(repaired)).num_turns()


def test_syrtis_repairs_are_drawn_evenly() -> None:
    position = in_need_of_repair("minor")
    boards = Counter[tuple[int, ...]]()
    for after, number in draw_turns(position, 3000, Random(9)).items():
        boards[after.contents] += number
    repaired = {board.contents for board in repaired_boards(position)}
    assert boards.keys() <= repaired
    assert is_uniform(list(boards.values()), len(repaired))


def drawn_from() -> list[skerry.Position]:
    """Positions of every kind from which few turns can be played."""
    rng = Random(10)
    found = []
    for name, options, _ in SMALL:
        few = [p for p in random_game(skerry.game(name, **options), rng) if p.num_turns() < 60]
        found += [few[0], few[len(few) // 2], *(p for p in few if p.may_swap)]
    found += [crowded_spry(3, 7, rng), crowded_spry(4, 7, rng)]
    found += [crowded_spry(5, 6, rng), scattered_byg(4, 5, 22, rng)]
    syrtis = random_game(skerry.game("syrtis", board="minor"), rng, seed=3)
    found += [p for p in syrtis if p.phase != "play" and p.num_turns() < 60]
    found.append(next(random_game(skerry.game("kitaran", size=3), rng)))
    return found


def test_drawn_turns_are_whole_legal_and_equally_likely() -> None:
    rng = Random(11)
    for position in drawn_from():
        num_turns = position.num_turns()
        reached = draw_turns(position, 30 * num_turns, rng)
        ends = whole_turns(position)
        assert len(ends) == num_turns
        assert reached.keys() <= ends
        assert is_uniform(list(reached.values()), num_turns), position.text


@pytest.mark.kernels
def test_drawn_turns_can_be_played_in_order() -> None:
    rng = Random(12)
    for name, options, _ in SMALL:
        for position in random_game(skerry.game(name, **options), rng):
            draw_turns(position, 2, rng)
    for _ in range(5):
        draw_turns(crowded_spry(4, 11, rng), 3, rng)
    draw_turns(in_need_of_repair("minor"), 2, rng)


@pytest.mark.parametrize("name", NAMES)
def test_whole_games_of_drawn_turns_on_the_default_board(name: str) -> None:
    rng = Random(13)
    game = skerry.game(name)
    position = start(game)
    while not position.is_over:
        assert position.num_turns() > 0
        (position,) = draw_turns(position, 1, rng)
    assert position.num_turns() == 0
    with pytest.raises(skerry.GameOverError):
        turn_sets.sample_turn(position.game, position.state, rng)


@pytest.mark.kernels
def test_a_turn_that_can_only_end_may_hold_the_stones_that_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As in a game of rings whose turns never end by themselves."""
    position = skerry.game("spry", size=3).start().play("a1,a2")
    rules = position.game.rules

    def legal(rules: Rules, state: IntArray16, out: IntArray16, work: IntArray16) -> int:
        out[0] = position.game.parse_action("end")
        return 1

    monkeypatch.setattr(contract, "legal", legal)
    assert contract.most_stones(rules, position.state) == 2
    assert contract.stones_left(rules, position.state) == range(1)
