"""Analyses: plain values in range, whole legal turns, proofs, streams, and what is refused."""

import contextlib
import itertools
import json
import math
import signal
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import skerry
from skerry.core.layout import RUNNING
from skerry.errors import GameOverError, OptionError
from skerry.search.analysis import Analysis, analyse, analyse_stream, analysis_of
from skerry.search.search import LEAST_MEMORY
from tests.search.tree.tree_cases import BOUNDS, MINOR, small_search
from tests.small import NAMES, small, start
from tests.strategies import drawn, games, play_at_random

each_game = pytest.mark.parametrize("name", NAMES)
kernels = pytest.mark.kernels


def begin(name: str) -> skerry.Position:
    return start(skerry.game(name, **small(name, swap=True, komi=1.5)))


def analysed(position: skerry.Position, playouts: int = 60, **options: Any) -> Analysis:
    memory = LEAST_MEMORY * int(options.get("threads", 1))
    return analyse(position, playouts=playouts, memory=memory, **{"seed": 1, **options})


def timeless(analysis: Analysis) -> Analysis:
    return replace(analysis, seconds=0.0, playouts_per_second=0.0)


@contextlib.contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Ends what would go on for ever, with an error."""

    def give_up(number: int, frame: object) -> None:
        raise TimeoutError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def check(analysis: Analysis, position: skerry.Position, num_turns: int = 5) -> None:
    """All that holds of every analysis."""
    game = position.game
    assert analysis.position == position.text
    assert analysis.player == position.player
    assert 0.0 <= analysis.value <= 1.0
    assert analysis.seconds >= 0.0
    assert math.isfinite(analysis.playouts_per_second)
    assert 1 <= len(analysis.turns) <= num_turns
    assert len({turn.text for turn in analysis.turns}) == len(analysis.turns)
    for turn in analysis.turns:
        after = position
        for action in turn.actions:
            assert after.turn == position.turn  # whole with the last action, and not before
            after = after.apply(action)
        assert after.is_over or after.turn == position.turn + 1
        assert position.play_turn(turn.text) == after  # the text says the same
        assert 0.0 <= turn.value <= 1.0
        assert turn.visits >= 0
        if turn.proven is not None:
            assert turn.value == {"win": 1.0, "draw": 0.5, "loss": 0.0}[turn.proven]
        if after.outcome is not None:
            wins = {position.player: "win", None: "draw"}
            assert turn.proven in (None, wins.get(after.outcome.winner, "loss"))
        assert turn.variation[0] == turn.text
        here = position
        for text in turn.variation:
            assert not here.is_over
            here = here.play_turn(text)
    if analysis.proven is None:
        assert analysis.value == analysis.turns[0].value
    else:
        assert analysis.value == {"win": 1.0, "draw": 0.5, "loss": 0.0}[analysis.proven]
    if analysis.ownership is not None:
        assert list(analysis.ownership) == list(game.board.names)
        assert all(0.0 <= share <= 1.0 for share in analysis.ownership.values())
    assert json.loads(json.dumps(analysis.to_json())) == as_lists(analysis.to_json())


def as_lists(value: Any) -> Any:
    """What JSON makes of a value: tuples become lists."""
    if isinstance(value, dict):
        return {key: as_lists(one) for key, one in value.items()}
    return [as_lists(one) for one in value] if isinstance(value, (list, tuple)) else value


@st.composite
def unfinished(draw: st.DrawFn, name: str) -> skerry.Position:
    """A position of a random game, in mid turn or not."""
    game = draw(games(name))
    seed = draw(st.integers(0, 2**32))
    played = play_at_random(start(game, seed), Random(seed), draw(st.integers(1, 150)))
    return played[-1][0]


@kernels
@each_game
@drawn(12)
@given(data=st.data(), playouts=st.integers(1, 80), num_turns=st.integers(1, 9))
def test_analyses_of_any_position_hold_what_they_say(
    name: str, data: st.DataObject, playouts: int, num_turns: int
) -> None:
    position = data.draw(unfinished(name))
    found = analysed(position, playouts, num_turns=num_turns)
    assert found.playouts <= playouts
    assert found.playouts == playouts or found.proven is not None
    check(found, position, num_turns)


@kernels
@each_game
def test_one_thread_and_one_seed_give_one_analysis(name: str) -> None:
    position = begin(name)
    assert timeless(analysed(position)) == timeless(analysed(position))


@each_game
def test_several_threads_are_put_together(name: str) -> None:
    position = begin(name)
    check(analysed(position, 200, threads=3), position)


@kernels
def test_stones_on_the_board_are_owned_and_shares_fit_the_scores() -> None:
    position = begin("kitaran")
    found = analysed(position, 160)
    assert found.ownership is not None
    assert found.scores is not None
    first, second = found.scores
    assert first + second == pytest.approx(9 + 1.5, abs=0.02)  # cells and komi
    assert sum(found.ownership.values()) == pytest.approx(first, abs=1.5)


@kernels
def test_the_last_turn_decides_owners_and_scores() -> None:
    position = skerry.game("sytran", size=2, penalty=1, swap=False).start()
    for cell in range(6):  # one stone a turn: white has the last one, too
        position = position.apply(cell)
    final = position.apply(6)
    assert final.is_over
    search = small_search(position, seed=1)
    search.run(playouts=200)
    found = analysed(position, 200)
    assert found.proven is not None
    assert len(found.turns) == 1
    assert found.turns[0].proven == found.proven
    assert final.outcome is not None
    assert found.proven == {0: "win", 1: "loss", None: "draw"}[final.outcome.winner]
    late = position_before_the_end()
    told = analysed(late, 400)
    assert told.scores is not None
    assert told.ownership is not None
    for name, share in told.ownership.items():
        held = late.contents[list(late.game.board.names).index(name)]
        assert share == {0: share, 1: 1.0, 2: 0.0}[held]  # stones stay what they are


def position_before_the_end() -> skerry.Position:
    """Byg with a few cells left, and no result proven by the first playouts."""
    position = skerry.game("byg", size=3).start()
    for cell in itertools.chain(range(0, 19, 2), (1,)):
        if cell in position.legal_actions():
            position = position.apply(cell)
    return position


@kernels
def test_games_have_the_scores_and_owners_that_mean_something() -> None:
    for name in NAMES:
        found = analysed(begin(name), 40)
        assert (found.scores is not None) == (name in ("sytran", "kitaran", "byg"))
        assert found.ownership is not None  # Syrtis: that a tile lies there at the end


@kernels
def test_a_win_is_listed_first_however_seldom_it_was_visited() -> None:
    # White wins with c3: row c then joins the left, the right above and the right below.
    position = skerry.game("spry", size=3).start()
    for turn in ("c1,c5", "e1,e2", "c2,c4", "a1,a3"):
        position = position.play_turn(turn)
    found = analysed(position, 5_000)
    assert found.proven == "win"
    assert found.value == 1.0
    best = found.turns[0]
    assert (best.text, best.proven, best.value) == ("c3", "win", 1.0)


@kernels
def test_a_lost_position_says_so_and_lists_how_to_resist() -> None:
    position = skerry.game("byg", size=2).start()
    found = analysed(position, 20_000)
    assert found.proven == "loss"
    assert found.value == 0.0
    assert {turn.proven for turn in found.turns} == {"loss"}
    check(found, position)


@kernels
def test_in_mid_turn_the_rest_of_it_is_analysed() -> None:
    position = skerry.game("spry", size=3).start().play("a1")
    search = small_search(position, seed=1, settings=BOUNDS)  # which looks at every action
    search.run(playouts=300)
    found = analysis_of(search, 300, 0.1, 100)
    check(found, position, 100)
    stone = position.turn_so_far[0]
    assert all(stone not in turn.actions for turn in found.turns)
    end = position.game.rules.num_cells
    assert any(turn.actions == (end,) and turn.text == "end" for turn in found.turns)
    assert any(len(turn.actions) > 1 for turn in found.turns)


@kernels
def test_turns_of_the_same_stones_from_several_threads_are_one() -> None:
    position = skerry.game("spry", size=3).start()
    found = analysed(position, 600, threads=2, num_turns=100)
    sets = [frozenset(turn.actions) for turn in found.turns]
    assert len(sets) == len(set(sets)) > 5


def test_the_list_is_filled_where_no_turn_has_its_share() -> None:
    # Set-ups of Syrtis are so many that each has few of the visits.
    position = start(skerry.game("syrtis", board="minor"), 2)
    found = analyse(position, playouts=4_000, seed=1, num_turns=3)
    check(found, position, 3)
    assert len(found.turns) == 3
    assert [turn.visits for turn in found.turns] == sorted(turn.visits for turn in found.turns)[
        ::-1
    ]


@kernels
def test_a_stream_grows_and_its_last_is_the_whole() -> None:
    position = begin("kitaran")
    stream = list(analyse_stream(position, playouts=600, seed=1, memory=LEAST_MEMORY, every=1e-9))
    playouts = [one.playouts for one in stream]
    assert len(stream) > 1
    assert playouts == sorted(set(playouts))
    assert stream[-1].playouts == 600 or stream[-1].proven is not None
    for one in stream:
        check(one, position)
    assert timeless(stream[-1]) == timeless(analysed(position, 600))  # looks change nothing


@kernels
def test_a_stream_ends_with_its_cancel_and_gives_what_it_has() -> None:
    looks = itertools.count()
    stream = list(
        analyse_stream(
            skerry.position(MINOR), playouts=1 << 40, seed=1, cancel=lambda: next(looks) > 3
        )
    )
    assert len(stream) == 1
    assert 1 <= stream[0].playouts < 1 << 20
    check(stream[0], skerry.position(MINOR))


@pytest.mark.alone
def test_seconds_are_a_budget() -> None:
    analyse(begin("kitaran"), playouts=16, seed=1, memory=LEAST_MEMORY)  # compiled
    found = analyse(begin("kitaran"), seconds=0.05, seed=1, memory=LEAST_MEMORY)
    assert found.proven is not None or 0.04 < found.seconds < 1.0
    assert found.playouts_per_second == pytest.approx(found.playouts / found.seconds, rel=0.1)


@kernels
def test_a_search_that_went_on_is_read_where_it_stands() -> None:
    search = small_search(begin("sytran"), seed=1)
    search.run(playouts=100)
    search.move_to(search.position.play_turn("c3"))
    assert search.proven == RUNNING
    search.run(playouts=100)
    check(analysis_of(search, 100, 0.1, 5), search.position)


@kernels
def test_a_game_that_is_over_has_nothing_to_analyse() -> None:
    position = begin("kitaran")
    while not position.is_over:
        position = position.apply(position.legal_actions()[0])
    with pytest.raises(GameOverError, match="there is no turn to search for"):
        analysed(position)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"playouts": None}, "A search needs a budget, in playouts or in seconds."),
        ({"playouts": 0}, "A search's budget must be greater than zero."),
        ({"playouts": None, "seconds": -1.0}, "A search's budget must be greater than zero."),
        ({"num_turns": 0}, "An analysis lists 1 to 100 turns, not 0."),
        ({"num_turns": 101}, "An analysis lists 1 to 100 turns, not 101."),
        ({"threads": 0}, "A search runs on 1 to 256 threads, not 0: each keeps a tree."),
        ({"memory": 1}, "A search needs at least 4,000,000 bytes for each thread, not 1"),
    ],
)
def test_wrong_wishes_are_refused_in_one_sentence(options: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError) as refused:
        analyse(begin("spry"), **{"playouts": 10, **options})
    assert says in str(refused.value)


def test_no_time_between_two_looks_is_refused() -> None:
    with pytest.raises(OptionError, match="greater than zero"):
        next(analyse_stream(begin("spry"), playouts=10, every=0.0))


@kernels
@pytest.mark.parametrize("playouts", [1, 5, 20])
def test_a_few_playouts_are_enough_where_tiles_must_be_exchanged(playouts: int) -> None:
    """SYR-5: exchanges may go to and fro for ever, an analysis may not."""
    game = skerry.game("syrtis", board="minor")
    starts = [start for seed in range(12) if (start := game.start(seed=seed)).phase == "repair"]
    assert len(starts) >= 3
    for position in starts:
        with at_most(60):
            analysis = analysed(position, playouts=playouts)
        check(analysis, position)
        # whatever the seed, nobody turns in a circle
        for turn in analysis.turns[:1]:
            met, now = {position}, position
            for action in turn.actions:
                now = now.apply(action)
                assert now not in met
                met.add(now)


@kernels
def test_nobody_exchanges_tiles_in_a_circle() -> None:
    game = skerry.game("syrtis", board="minor")
    for seed in range(20):
        position = game.start(seed=seed)
        met = {position}
        for action in skerry.SearchPlayer(playouts=1, seed=seed).choose(position):
            position = position.apply(action)
            assert position not in met
            met.add(position)
        assert position.turn == 1
