"""Searches with a network: what it says is what they go by, and they stay what searches are."""

import pickle
from copy import copy
from random import Random

import numpy as np
import pytest

import skerry
from skerry.core.layout import RUNNING, new_work
from skerry.errors import OptionError
from skerry.games import contract
from skerry.games.info import GUIDED, JUDGED, Options, Settings, folder
from skerry.learn.training import new_net, shape_of
from skerry.search.arrays import CLOSED, ROOT
from skerry.search.net import Net, look, net_of, new_judge, weigh_actions, worth
from skerry.search.search import LEAST_MEMORY, Search, proof_for
from skerry.search.solver import solve
from tests.search.tree.tree_cases import children, nodes
from tests.small import NAMES, small, start

pytestmark = pytest.mark.kernels

HALF = JUDGED._replace(judged=0.5, amaf=1)
SETTINGS = {"judged": JUDGED, "half": HALF, "guided": GUIDED}
ALL = pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)


def drawn_net(game: skerry.Game, seed: int = 1) -> Net:
    """A network that says something else of every position."""
    rng = np.random.default_rng(seed)
    net = new_net(shape_of(game), 12, 8, rng)
    return net._replace(
        value=rng.normal(0.0, 1.0, net.value.shape).astype(np.float32),
        policy=rng.normal(0.0, 1.0, net.policy.shape).astype(np.float32),
    )


def begun(name: str, turns: int = 3) -> skerry.Position:
    """A position after some random turns."""
    draws = Random(5)
    position = start(skerry.game(name, **small(name)))
    for _ in range(turns):
        position = position.play_turn(position.game.format_turn(position.sample_turn(draws)))
    assert not position.is_over
    return position


def said(position: skerry.Position, net: Net) -> tuple[float, dict[int, float]]:
    """The chance of whoever acts and the share of each action, by whole layers."""
    rules = position.game.rules
    judge = new_judge(net)
    count = contract.list_features(rules, position.state, judge.features, new_work(rules))
    first, second, value, policy = (array.astype(np.float64) for array in net)
    sums = first[judge.features[:count]].sum(axis=0) + first[-1]
    sums = np.clip(sums, 0.0, 1.0) @ second[:-1] + second[-1]
    sums = np.clip(sums, 0.0, 1.0)
    slots = sums @ policy[:-1] + policy[-1]
    odds = {}
    for action in position.legal_actions():
        other = contract.second_slot(rules, action)
        total = slots[contract.slot_of(rules, action)] + (slots[other] if other >= 0 else 0.0)
        odds[action] = float(np.exp(total))
    all_odds = sum(odds.values())
    chance = 1.0 / (1.0 + np.exp(-(sums @ value[:-1] + value[-1])))
    return float(chance), {action: one / all_odds for action, one in odds.items()}


COMING: list[tuple[str, Options]] = [
    ("kitaran", {"size": 4}),
    ("kitaran", {"size": 5}),
    ("syrtis", {"board": "major"}),
]


@pytest.mark.parametrize(("name", "options"), COMING)
def test_a_network_that_comes_with_a_game_fits_its_board(name: str, options: Options) -> None:
    game = skerry.game(name, **options)
    shape, net = shape_of(game), net_of(game)
    assert net is not None
    assert net.first.shape[0] == shape.num_features + 1
    assert net.second.shape == (net.first.shape[1] + 1, len(net.value) - 1)
    assert net.policy.shape == (len(net.value), shape.num_slots)
    assert all(np.isfinite(array).all() for array in net)
    position = start(game)
    assert Search(position, seed=1).settings == game.info.judged


def test_networks_take_little_room_and_all_are_tried_here() -> None:
    for name in NAMES:
        files = [one for one in folder(name).iterdir() if one.name.endswith(".npz")]
        known = {
            f"net-{next(iter(options.values()))}.npz" for game, options in COMING if game == name
        }
        assert {one.name for one in files} == known
        assert sum(len(one.read_bytes()) for one in files) < 2_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_network_says_what_its_layers_say(name: str) -> None:
    position = begun(name)
    net = drawn_net(position.game)
    chance, shares = said(position, net)
    search = Search(position, settings=JUDGED, net=net, seed=1)
    search.run(playouts=1)
    tree, person = search.strands[0].tree, position.player
    assert search.root.visits == 1
    assert search.root.value(person or 0) == pytest.approx(chance, abs=1e-5)
    listed = {int(tree.action[child]): float(tree.prior[child]) for child in children(tree, ROOT)}
    if not contract.has_sets(position.game.rules):
        assert listed == pytest.approx(shares, abs=1e-5)
    else:  # the most promising first, and of the open ones none that closes the way
        for closed in (False, True):
            rows = [row for row in children(tree, ROOT) if (tree.proven[row] == CLOSED) == closed]
            order = [int(tree.action[child]) for child in rows]
            stones = [action for action in order if action < position.game.rules.num_cells]
            assert stones == sorted(stones, key=lambda action: -shares[action])
    assert sum(listed.values()) == pytest.approx(1.0, abs=1e-5)


@ALL
@pytest.mark.parametrize("name", NAMES)
def test_such_a_tree_adds_up_and_is_the_same_again(name: str, settings: Settings) -> None:
    position = begun(name, 2)
    net = drawn_net(position.game)
    search, twin = (Search(position, settings=settings, net=net, seed=3) for _ in range(2))
    search.run(playouts=300)
    twin.run(playouts=120)
    twin.run(playouts=180)  # the same in two pieces
    tree = search.strands[0].tree
    used = int(tree.used[0])
    assert used == int(twin.strands[0].tree.used[0])
    assert (tree.visits[:used] == twin.strands[0].tree.visits[:used]).all()
    assert (tree.value[:used] == twin.strands[0].tree.value[:used]).all()
    for node in nodes(tree):
        below = children(tree, node)
        assert 0.0 <= tree.value[node] <= tree.visits[node]
        if below and tree.proven[node] == RUNNING:
            visits = sum(int(tree.visits[child]) for child in below)
            alone = GUIDED.warm_up if node == ROOT else GUIDED.expand_after
            before = 1 if settings.judged > 0.0 else alone
            assert visits == tree.visits[node] - before  # it was judged, or played out, itself
            asked = float(tree.amaf_visits[node]) if node != ROOT else GUIDED.judged_amaf
            assert settings.judged > 0.0 or asked >= GUIDED.judged_amaf
            priors = [float(tree.prior[one]) for one in below if tree.proven[one] != CLOSED]
            assert sum(priors) == pytest.approx(1.0, abs=1e-3)
    playouts = int(search.strands[0].totals.playouts[0])
    assert 0 < playouts <= (10 if settings.judged == 1.0 else 300)  # some ways end at a proof


def test_what_a_network_says_of_a_node_counts_as_playouts_in_its_amaf() -> None:
    position = begun("spry", 2)
    net = drawn_net(position.game)._replace(second=np.zeros((13, 8), np.float32))
    even, sure = (net._replace(value=np.full(9, one, np.float32)) for one in (0.0, 40.0))
    added = []
    for net in (even, sure):
        search = Search(position, settings=GUIDED, net=net, seed=1)
        search.run(playouts=GUIDED.warm_up)
        tree = search.strands[0].tree
        assert tree.amaf_visits[ROOT] == 0.0
        search.run(playouts=1)
        assert tree.amaf_visits[ROOT] == GUIDED.judged_amaf
        added.append(float(tree.amaf_value[ROOT]) / GUIDED.judged_amaf)
    assert added == [0.5, pytest.approx(1.0 if position.player == 0 else 0.0)]


def test_what_is_proven_is_true_whatever_the_network_says() -> None:
    game = skerry.game("spry", size=2)
    net, proven = drawn_net(game), set()
    for seed in range(6):
        draws, position = Random(seed), start(game)
        for _ in range(2):
            position = position.play_turn(game.format_turn(position.sample_turn(draws)))
        if position.is_over or position.player is None:
            continue
        search = Search(position, net=net, settings=JUDGED, seed=1)
        search.run(playouts=3_000)
        found = proof_for(search.proven, position.player)
        assert found == solve(position, seconds=60).value
        proven.add(found)
    assert proven == {"win", "loss"}


def test_a_full_tree_is_searched_on() -> None:
    position = start(skerry.game("kitaran", size=9))
    net = drawn_net(position.game)
    search = Search(position, net=net, settings=JUDGED, seed=1, memory=LEAST_MEMORY)
    tree = search.strands[0].tree
    capacity = len(tree.visits)
    assert search.run(playouts=1_500) == 1_500
    used = int(tree.used[0])
    assert capacity - position.game.rules.num_actions < used <= capacity  # full
    assert search.run(playouts=300) == 300
    assert search.root.visits == 1_800
    assert used <= tree.used[0] <= capacity


def test_a_search_keeps_its_network_when_it_is_copied_or_sent() -> None:
    position = begun("kitaran")
    net = drawn_net(position.game)
    search = Search(position, net=net, settings=JUDGED, seed=1)
    search.run(playouts=50)
    sent, twin = pickle.loads(pickle.dumps(search)), copy(search)
    for one in (search, sent, twin):
        one.run(playouts=50)
    first = search.strands[0].tree
    used = int(first.used[0])
    for other in (sent, twin):
        assert (first.visits[:used] == other.strands[0].tree.visits[:used]).all()


def test_where_no_network_comes_with_a_board_the_search_plays_out() -> None:
    position = begun("kitaran")
    assert Search(position, seed=1).settings == position.game.info.search
    with pytest.raises(OptionError, match="No network comes with kitaran size=3"):
        Search(position, seed=1, settings=JUDGED)


def test_layers_are_worked_out_anew_for_each_position() -> None:
    first, second = begun("kitaran", 2), begun("kitaran", 4)
    net = drawn_net(first.game)
    judge, rules = new_judge(net), first.game.rules
    told = []
    for position in (first, second, first):
        look(rules, position.state, judge, new_work(rules))
        weigh_actions(judge)
        told.append((worth(judge), judge.policy.tolist()))
    assert told[0] == told[2] != told[1]
