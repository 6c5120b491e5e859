"""Numbers of NumPy's, and whole floats, wherever the public functions take a number."""

import json
from collections.abc import Callable
from dataclasses import asdict
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import skerry
from skerry.adapters.gymnasium import SkerryEnv
from skerry.adapters.pettingzoo import SkerryAEC
from skerry.core.numbers import as_integer, as_number, format_change, format_gain
from skerry.draw import board_svg
from skerry.draw.pictures import board_file
from skerry.draw.thumbnails import board_pixels
from skerry.engine.json_protocol import JsonEngine
from skerry.engine.match import Contestant, Match
from skerry.engine.text_protocol import TextEngine
from skerry.exchange import read
from skerry.games.info import PLAIN
from skerry.lab.collection import SelfPlay
from skerry.lab.fairness import FairSearch
from skerry.lab.openings import drawn_turns
from skerry.lab.plans import contestant
from skerry.levels import player as level_player
from skerry.perft import perft
from skerry.printing import animate, booklet, printed_board
from skerry.puzzles.mining import Miner
from skerry.record import Evaluation
from skerry.record.parts import evaluation_to_data
from skerry.review import review
from skerry.statistics import Rating
from skerry.tournaments.ladder import Ladder, LadderRules
from skerry.tournaments.pairing import enough_rounds, pair_round, round_robin, swiss
from skerry.tournaments.tables import ladder_to_data, tournament_to_data
from skerry.tournaments.tournament import Entrant, Outcome

START = skerry.game("spry", size=3).start()
RECORD = skerry.GameRecord.begin(skerry.game("kitaran", size=3)).add_turn("b2").add_turn("a2")
INTEGERS: list[Callable[[int], Any]] = [int, np.int64, np.int32, np.uint8, float, np.float32]
each_integer = pytest.mark.parametrize("of", INTEGERS, ids=lambda of: of.__name__)
WRONG: list[Any] = [True, np.True_, "5", 2.5, np.float64("nan"), float("inf"), None, [5], 5j]


def plain(value: object) -> object:
    """Fails for what JSON, and so a record or an answer, could not hold."""
    return json.loads(json.dumps(value))


@each_integer
def test_options_are_plain_numbers(of: Callable[[int], Any]) -> None:
    game = skerry.game("kitaran", size=of(4), komi=of(2), cycle_limit=of(6), swap=np.True_)  # type: ignore[arg-type]
    assert game == skerry.game("kitaran", size=4, komi=2.0, cycle_limit=6, swap=True)
    assert [type(value) for _, value in game.options] == [
        type(value) for _, value in skerry.game("kitaran", size=4, komi=2.0).options
    ]
    assert plain(dict(game.options)) == dict(game.options)
    assert skerry.game(np.str_("syrtis"), board=np.str_("minor")) == skerry.game(
        "syrtis", board="minor"
    )


def test_a_half_is_taken_whoever_s_it_is() -> None:
    expected = skerry.game("kitaran", komi=0.5)
    for half in (np.float32(0.5), np.float64(0.5), np.float16(0.5), Fraction(1, 2)):
        assert skerry.game("kitaran", komi=half) == expected  # type: ignore[arg-type]
        assert type(skerry.game("kitaran", komi=half).option("komi")) is float  # type: ignore[arg-type]


@each_integer
def test_seeds_and_budgets_are_taken(of: Callable[[int], Any]) -> None:
    """A budget of another type compiled the search again."""
    syrtis = skerry.game("syrtis", board="minor")
    assert syrtis.start(seed=of(7)) == syrtis.start(seed=7)
    assert skerry.RandomPlayer(of(7)).choose(START) == skerry.RandomPlayer(7).choose(START)
    given = {"playouts": of(50), "seed": of(7), "threads": of(1)}
    player = skerry.SearchPlayer(**given)
    assert player.choose(START) == skerry.SearchPlayer(playouts=50, seed=7).choose(START)
    assert {type(value) for value in (player.playouts, player.seed, player.threads)} == {int}
    found = skerry.analyse(START, **given, num_turns=of(2))
    expected = skerry.analyse(START, playouts=50, seed=7, num_turns=2)
    assert (found.value, found.turns) == (expected.value, expected.turns)
    plain(found.to_json())
    timed = skerry.SearchPlayer(seconds=of(1))
    assert type(timed.seconds) is float
    assert level_player(of(3), of(7)).choose(START) == level_player("3", 7).choose(START)


@each_integer
def test_batches_and_solvers_take_them(of: Callable[[int], Any]) -> None:
    one = skerry.batch("spry", size=of(3), num_games=of(4), threads=of(2), seed=of(7))
    other = skerry.batch("spry", size=3, num_games=4, seed=7)
    one.play_randomly(of(5))
    other.play_randomly(5)
    assert np.array_equal(one.observations, other.observations)
    assert one.position(of(3)) == other.position(3)
    one.reset(of(9))
    solved = skerry.solve(START, max_nodes=of(200), seconds=of(100))
    assert solved.value == skerry.solve(START, max_nodes=200).value
    assert skerry.winning_turns(START, max_nodes=of(9), at_most=of(1)) in (None, [])
    assert [line.num_positions for line in perft(START, of(1))] == [
        line.num_positions for line in perft(START, 1)
    ]
    assert board_pixels(START, size=of(32)).shape == (32, 32, 3)
    assert board_file(START, width=of(32)) == board_file(START, width=32)


@pytest.mark.kernels
@pytest.mark.parametrize("of", [np.int64, np.int32, np.int16, np.uint8])
def test_actions_are_taken(of: Callable[[int], Any]) -> None:
    after = START.apply(of(4))
    assert after == START.apply(4)
    assert START.game.format_action(of(4)) == START.game.format_action(4)
    moving = skerry.MutablePosition(START)
    moving.apply(of(4))
    assert moving.position() == after
    assert board_svg(after, last=[of(4)]) == board_svg(after, last=[4])


@pytest.mark.kernels
@pytest.mark.parametrize("action", [True, np.True_, 4.0, np.float64(4), "e1", None])
def test_what_is_no_action_is_refused(action: Any) -> None:
    for use in (START.apply, skerry.MutablePosition(START).apply, START.game.format_action):
        with pytest.raises((TypeError, skerry.NotationError)):
            use(action)


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_what_is_no_number_is_refused_in_a_sentence(wrong: Any) -> None:
    uses: list[Callable[[], object]] = [
        lambda: skerry.game("spry", size=wrong),
        lambda: skerry.game("kitaran", komi=[wrong]),  # type: ignore[arg-type]
        lambda: skerry.batch("spry", num_games=wrong),
        lambda: skerry.batch("spry", num_games=1, threads=wrong),
        lambda: skerry.batch("spry", num_games=1, seed=wrong),
        lambda: skerry.batch("spry", num_games=1).play_randomly(wrong),
        lambda: skerry.batch("spry", num_games=1).position(wrong),
        lambda: skerry.SearchPlayer(playouts=wrong),
        lambda: skerry.SearchPlayer(playouts=5, threads=wrong),
        lambda: skerry.SearchPlayer(playouts=5, memory=wrong),
        lambda: skerry.analyse(START, playouts=wrong),
        lambda: skerry.analyse(START, playouts=5, num_turns=wrong),
        lambda: skerry.winning_turns(START, max_nodes=5, at_most=wrong),
        lambda: skerry.solve(START, max_nodes=5, table_bytes=wrong),
        lambda: list(perft(START, wrong)),
        lambda: level_player(wrong),
    ]
    if wrong is not None:
        uses += [
            lambda: skerry.RandomPlayer(wrong),
            lambda: skerry.SearchPlayer(playouts=5, seed=wrong),
            lambda: skerry.solve(START, max_nodes=wrong),
            lambda: skerry.game("syrtis", board="minor").start(seed=wrong),
            lambda: board_file(START, width=wrong),
        ]
    if wrong == "5":
        uses.remove(uses[15])  # a level may be text
    for use in uses:
        with pytest.raises(skerry.SkerryError, match=r"^[^\n]+\.$"):
            use()


@pytest.mark.parametrize("seconds", [True, "1", float("nan"), np.float32("nan"), 0, -1.0, 1j])
def test_a_time_must_be_a_number(seconds: Any) -> None:
    for use in (
        lambda: skerry.SearchPlayer(seconds=seconds),
        lambda: skerry.analyse(START, seconds=seconds),
        lambda: skerry.solve(START, seconds=seconds),
        lambda: next(skerry.analyse_stream(START, playouts=5, every=seconds)),
    ):
        with pytest.raises(skerry.SkerryError):
            use()


NEGATIVE: list[Callable[[int], object]] = [
    skerry.RandomPlayer,
    lambda seed: skerry.SearchPlayer(playouts=5, seed=seed),
    lambda seed: level_player(1, seed),
    lambda seed: skerry.analyse(START, playouts=5, seed=seed),
    lambda seed: skerry.game("syrtis", board="minor").start(seed=seed),
    lambda seed: skerry.GameRecord.begin(skerry.game("syrtis"), seed=seed),
    lambda seed: skerry.batch("spry", num_games=1, seed=seed),
    lambda seed: skerry.batch("spry", num_games=1).reset(seed),
    lambda seed: review(RECORD, playouts=16, seed=seed),
    lambda seed: drawn_turns(START.game, 1, seed),
    lambda seed: contestant("random", seed),
    lambda seed: SelfPlay(START.game, 4, seed),
    lambda seed: Miner(START.game, seed),
    lambda seed: Match(START.game, Contestant("", ("",)), Contestant("", ("",)), seed=seed),
    TextEngine,
    lambda seed: SkerryEnv("spry", opponent="random", size=3).reset(seed=seed),
    lambda seed: SkerryAEC("spry", size=3).reset(seed=seed),
]


@pytest.mark.parametrize("use", NEGATIVE)
def test_no_seed_is_negative(use: Callable[[int], object]) -> None:
    """Python's Random takes no notice of a seed's sign, so -5 gave the games of 5."""
    with pytest.raises(skerry.OptionError, match=r"^seed=-5 .* at least 0, since .* as for 5\.$"):
        use(-5)


def test_engines_refuse_negative_seeds() -> None:
    said: list[str] = []
    engine = JsonEngine(said.append, 1, 4_000_000)
    queries = [
        {"id": 1, "game": "spry", "playouts": 5, "seed": -5},
        {"id": 2, "game": "syrtis", "playouts": 5, "setup_seed": -5},
    ]
    engine.serve([json.dumps(query) for query in queries])
    answers = [json.loads(line)["error"] for line in said]
    text = TextEngine(1)
    text.answer("game syrtis board=minor")
    answers.append(text.answer("clear_board -5") or "")
    assert ["seed=-5 is not possible" in answer for answer in answers] == [True] * 3, answers


def test_numbers_are_what_they_say() -> None:
    assert [as_integer(one) for one in (5, np.uint64(5), 5.0, np.float16(5), Fraction(5))] == [
        5
    ] * 5
    assert [as_integer(one) for one in WRONG] == [None] * len(WRONG)
    assert as_integer(10**400) == 10**400
    assert as_number(10**400) is None
    assert as_number(float("inf")) == float("inf")


def test_evaluations_of_a_network_are_kept_in_records() -> None:
    found = Evaluation(np.float32(0.5), np.int64(7), None, (np.float64(1), np.float32(2)))  # type: ignore[arg-type]
    assert plain(evaluation_to_data(found)) == {"value": 0.5, "playouts": 7, "scores": [1, 2]}


# --- beside the search ----------------------------------------------------------------------------

VALUES: tuple[Any, ...] = (0, np.float32(0.5))


def fair_search(of: Callable[[int], Any]) -> FairSearch:
    values = (of(0), of(1))
    return FairSearch("kitaran", {"size": of(3)}, "komi", values, "random", of(10), None, of(3))


@each_integer
def test_records_and_reviews_take_them(of: Callable[[int], Any]) -> None:
    """A record with a person of NumPy's could not be written."""
    minor = skerry.game("syrtis", board="minor")
    assert skerry.GameRecord.begin(minor, seed=of(3)) == skerry.GameRecord.begin(minor, seed=3)
    assert RECORD.resign(of(1)).to_json() == RECORD.resign(1).to_json()
    assert RECORD.take_back(of(1)) == RECORD.take_back(1)
    assert RECORD.annotate(of(1), "so") == RECORD.annotate(1, "so")
    assert RECORD.add_variation(of(2), ["a1"]) == RECORD.add_variation(2, ["a1"])


def test_a_review_takes_them() -> None:
    given = {"playouts": np.int32(16), "seed": np.uint8(3), "threads": np.float64(1)}
    found = review(RECORD, **given).to_data()  # type: ignore[arg-type]
    assert plain(found) == plain(review(RECORD, playouts=16, seed=3).to_data())


@each_integer
def test_the_lab_and_tournaments_take_them(of: Callable[[int], Any]) -> None:
    """A plan was written with np.float64(0.1) in it, and could not be read."""
    spry = skerry.game("spry", size=3)
    assert drawn_turns(spry, of(1), of(1)) == drawn_turns(spry, 1, 1)
    assert contestant("random", of(3))(START) == contestant("random", 3)(START)
    assert fair_search(of).plan_text(of(1)) == fair_search(int).plan_text(1)
    half = FairSearch("kitaran", {}, "komi", VALUES, "random", 9, np.float64(0.1))
    assert "until = 0.1\n" in half.plan_text(0.5)
    assert SelfPlay(spry, of(4), of(1)) == SelfPlay(spry, 4, 1)
    assert Miner(spry, of(1), of(5), of(9)) == Miner(spry, 1, 5, 9)
    entrants = [Entrant(name, of(100), (of(2),)) for name in "abc"]
    played = pair_round(swiss(entrants, of(3))).report(of(1), of(0), Outcome.DRAWN)
    rested = played.ask_rest("a", of(3))
    assert plain(tournament_to_data(rested)) == tournament_to_data(rested)
    assert round_robin(entrants, of(2)).num_rounds == 6
    assert enough_rounds(of(7)) == 3
    rules = LadderRules(of(3), of(3), of(7), of(28), of(3))
    assert plain(ladder_to_data(Ladder(rules=rules)))
    assert plain(asdict(Rating(of(200), of(100))))


@each_integer
def test_files_and_engines_take_them(of: Callable[[int], Any]) -> None:
    assert animate(RECORD, width=of(32), seconds=of(1)) == animate(RECORD, width=32, seconds=1)
    assert booklet(RECORD, every=of(1)) == booklet(RECORD, every=1)
    board = RECORD.game
    assert printed_board(board, cell=of(20)) == printed_board(board, cell=20)
    text = "(;SKGAME[kitaran size=3];B[a1])" * 2
    assert len(read(text, most=of(1)).records) == 1
    assert TextEngine(of(3)).answer("clear_board") == "= \n\n"
    JsonEngine(print, of(1), 4_000_000)
    programs = Contestant("one", ("true",)), Contestant("other", ("true",))
    assert type(Match(board, *programs, seed=of(3)).seed) is int


class Judge:
    """An evaluator that finds all alike."""

    def __init__(self, batch_size: Any, num_values: int = 1, num_priors: int = 1) -> None:
        self.batch_size, self.shape = batch_size, (num_values, num_priors)

    def evaluate(self, rules: Any, states: Any) -> Any:
        values, priors = self.shape
        return np.full(len(states) * values, 0.5), np.ones(
            (len(states), rules.num_actions * priors)
        )


@each_integer
def test_evaluators_and_settings_take_them(of: Callable[[int], Any]) -> None:
    found = skerry.analyse(START, playouts=20, seed=1, evaluator=Judge(of(4)))
    assert found.turns == skerry.analyse(START, playouts=20, seed=1, evaluator=Judge(4)).turns
    settings = PLAIN._replace(first_play=of(9), expand_after=of(1))
    chosen = skerry.SearchPlayer(playouts=20, seed=1, settings=settings).choose(START)
    assert chosen == skerry.SearchPlayer(playouts=20, seed=1, settings=PLAIN).choose(START)


@pytest.mark.parametrize(("num_values", "num_priors"), [(2, 1), (0, 1), (1, 0), (1, 2)])
def test_judgements_of_another_shape_are_refused(num_values: int, num_priors: int) -> None:
    """Compiled code read on behind the end of the array."""
    with pytest.raises(skerry.OptionError, match="must be finite numbers of shape"):
        skerry.analyse(START, playouts=20, evaluator=Judge(4, num_values, num_priors))


@each_integer
def test_environments_take_them(of: Callable[[int], Any]) -> None:
    one = SkerryEnv("spry", opponent="random", seat=of(0), size=of(3))
    other = SkerryEnv("spry", opponent="random", seat=0, size=3)
    one.reset(seed=of(3))
    other.reset(seed=3)
    for action in (4, 0):
        one.step(of(action))
        other.step(action)
    assert one.position == other.position
    for wrong in (True, 2.5, "4", np.array([4])):
        with pytest.raises(skerry.OptionError, match="An action is a whole number, not"):
            one.step(wrong)  # type: ignore[arg-type]
    aec = SkerryAEC("syrtis", board="minor")
    aec.reset(seed=of(3))
    assert aec.position == skerry.game("syrtis", board="minor").start(seed=3)


@pytest.mark.parametrize("wrong", [True, np.True_, "5", 2.5, float("nan"), float("inf"), [5], 5j])
def test_what_is_no_number_is_refused_beside_the_search_too(wrong: Any) -> None:
    spry, entrants = skerry.game("spry", size=3), [Entrant("a"), Entrant("b")]
    begun = round_robin(entrants)
    uses: list[Callable[[], object]] = [
        lambda: skerry.GameRecord.begin(skerry.game("syrtis"), seed=wrong),
        lambda: RECORD.resign(wrong),
        lambda: RECORD.take_back(wrong),
        lambda: RECORD.annotate(wrong, ""),
        lambda: RECORD.add_variation(wrong, ["a1"]),
        lambda: review(RECORD, playouts=wrong),
        lambda: review(RECORD, threads=wrong),
        lambda: review(RECORD, playouts=16, seed=wrong),
        lambda: drawn_turns(spry, wrong),
        lambda: drawn_turns(spry, 1, wrong),
        lambda: contestant("random", wrong),
        lambda: FairSearch("kitaran", {}, "komi", (0, 1), "random", wrong),
        lambda: FairSearch("kitaran", {}, "komi", (0, 1), "random", 9, seed=wrong),
        lambda: SelfPlay(spry, wrong),
        lambda: Miner(spry, wrong),
        lambda: Miner(spry, 1, wrong),
        lambda: swiss(entrants, wrong),
        lambda: round_robin(entrants, wrong),
        lambda: begun.report(wrong, 0, None),
        lambda: begun.report(1, wrong, None),
        lambda: enough_rounds(wrong),
        lambda: LadderRules(reach=wrong),
        lambda: booklet(RECORD, every=wrong),
        lambda: read("(;SKGAME[kitaran size=3];B[a1])", most=wrong),
        lambda: TextEngine(wrong),
        lambda: JsonEngine(print, wrong, 4_000_000),
        lambda: Match(spry, Contestant("", ("",)), Contestant("", ("",)), seed=wrong),
        lambda: skerry.analyse(START, playouts=5, evaluator=Judge(wrong)),
        lambda: skerry.SearchPlayer(playouts=5, settings=PLAIN._replace(amaf=wrong)).choose(START),
        lambda: SkerryEnv("spry", opponent="random", size=3).reset(seed=wrong),
        lambda: SkerryAEC("spry", size=3).reset(seed=wrong),
    ]
    if wrong not in (2.5, float("inf")):  # a number, if not a whole one
        uses += [
            lambda: FairSearch("kitaran", {}, "komi", (0, wrong), "random", 9),
            lambda: FairSearch("kitaran", {}, "komi", (0, 1), "random", 9, wrong),
            lambda: LadderRules(answer_days=wrong),
            lambda: Entrant("a", wrong),
            lambda: Rating(wrong),
            lambda: animate(RECORD, seconds=wrong),
            lambda: printed_board(spry, cell=wrong),
        ]
    for use in uses:
        with pytest.raises(skerry.SkerryError, match=r"^[^\n]+\.$"):
            use()


def test_gains_and_losses_have_a_sign_and_nothing_has_both() -> None:
    assert [format_change(number) for number in (12, -3, 0)] == ["+12", "−3", "±0"]
    assert [format_change(number, 1) for number in (0.04, -0.04, -0.06)] == ["±0.0", "±0.0", "−0.1"]
    assert format_gain(1499.6, 1500.4) == "±0"
    assert format_gain(1500.0, 1487.5) == "−12"
