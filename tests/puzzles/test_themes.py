"""Themes of puzzles are true of their solutions, as seen without the code that names them."""

from collections.abc import Callable
from itertools import combinations

import pytest

import skerry
from skerry.games.catalogue import FEATURED, GAMES
from skerry.games.contract import game_module
from skerry.games.info import GameInfo
from skerry.positions import Position
from skerry.puzzles import Puzzle, collection
from skerry.puzzles.mining import theme_of

NAMES = [info.name for info in FEATURED if info.has_puzzles]


def groups(position: Position, colour: int) -> list[set[str]]:
    """The groups of a colour, by the names of their cells."""
    board = position.game.board
    left = {cell for cell, content in enumerate(position.contents) if content == colour}
    found = []
    while left:
        group, waiting = set[int](), [left.pop()]
        while waiting:
            cell = waiting.pop()
            group.add(cell)
            near = [other for other in board.beside(cell) if other in left]
            left -= {*near}
            waiting += near
        found.append({board.names[cell] for cell in group})
    return found


class Turn:
    """A solution, and what it has done, by plain sets of cells."""

    def __init__(self, before: Position, text: str) -> None:
        self.before, self.after = before, before.play_turn(text)
        self.game, self.colour = before.game, before.colour_index or 0
        self.stones = text.split(",")
        self.old, self.new = (groups(at, self.colour) for at in (self.before, self.after))
        self.theirs = groups(self.before, 3 - self.colour)

    def most_joined(self) -> int:
        return max(sum(bool(one & new) for one in self.old) for new in self.new)

    def most_between(self) -> int:
        board = self.game.board
        around = (
            {board.names[other] for other in board.beside(board.names.index(cell))}
            for cell in self.stones
        )
        return max(sum(bool(near & one) for one in self.theirs) for near in around)

    def lead(self, position: Position) -> float:
        scores = [one.score or 0 for one in position.standings]
        return scores[self.colour - 1] - scores[2 - self.colour]

    def largest(self, of: list[set[str]]) -> int:
        return max(map(len, of), default=0)

    def turned(self, text: str | None = None) -> int:
        """How many stones a turn takes over from the other side; by default this one."""
        after = self.after if text is None else self.before.play_turn(text)
        pairs = zip(self.before.contents, after.contents, strict=True)
        return sum(old == 3 - self.colour and new == self.colour for old, new in pairs)

    def turns(self) -> list[str]:
        """All other turns of games in which a turn is one action."""
        return [self.game.format_action(action) for action in self.before.legal_actions()]

    def islands(self, position: Position, kinds: tuple[int, int]) -> int:
        """How many islands there are of tiles of two kinds."""
        board = position.game.board
        left = {cell for cell, content in enumerate(position.contents) if content in kinds}
        number = 0
        while left:
            number += 1
            waiting = [left.pop()]
            while waiting:
                near = [one for one in board.beside(waiting.pop()) if one in left]
                left -= {*near}
                waiting += near
        return number

    def num_tiles(self) -> tuple[int, int]:
        before, after = (sum(map(bool, at.contents)) for at in (self.before, self.after))
        return before, after

    def has_fewer_islands(self) -> bool:
        own = LIGHT_KINDS if self.colour == 1 else DARK_KINDS
        return any(self.islands(self.after, one) < self.islands(self.before, one) for one in own)

    def splits(self) -> bool:
        other = DARK_KINDS if self.colour == 1 else LIGHT_KINDS
        return any(self.islands(self.after, one) > self.islands(self.before, one) for one in other)


# Light circles, light squares, dark circles and dark squares are 1 to 4 (SYR-1).
LIGHT_KINDS, DARK_KINDS = ((1, 2), (1, 3)), ((3, 4), (2, 4))


def connects_next(position: Position, colour: int, without: str = "") -> bool:
    """Whether a colour joins all three sides with one turn: every set of stones is tried."""
    game, names = position.game, position.game.board.names
    vacant = [name for cell, name in enumerate(names) if not position.contents[cell]]
    start = position if position.colour_index == colour else passed(position)
    for count in range(1, 4):
        for stones in combinations([name for name in vacant if name != without], count):
            now, legal = start, True
            for stone in stones:
                action = game.parse_action(stone)
                # A stone further in ends the turn: what follows would be the other one's.
                is_same_turn = not now.is_over and now.turn == start.turn
                legal = is_same_turn and action in now.legal_actions()
                if not legal:
                    break
                now = now.apply(action)
            if legal and now.is_over:
                return True
    return False


def passed(position: Position) -> Position:
    """The same board, the other one to move."""
    person = position.player
    assert person is not None
    text = position.text.replace(f"player={person}", f"player={1 - person}")
    turn = position.turn
    return skerry.position(text.replace(f"turn={turn} ", f"turn={turn + 1} "))


def wins_next_whatever_one_stone_stops(turn: Turn) -> bool:
    names = turn.game.board.names
    vacant = [name for cell, name in enumerate(names) if not turn.after.contents[cell]]
    return all(connects_next(turn.after, turn.colour, without=cell) for cell in vacant)


def stops(turn: Turn) -> bool:
    rival = 3 - turn.colour
    return connects_next(turn.before, rival) and not connects_next(turn.after, rival)


IS_TRUE: dict[str, Callable[[Turn], bool]] = {
    "last-turn": lambda turn: turn.after.is_over,
    "connect": lambda turn: turn.after.is_over and turn.most_joined() < 3,
    "connect-three": lambda turn: turn.after.is_over and turn.most_joined() >= 3,
    "one-stone": lambda turn: len(turn.stones) == 1 < turn.before.most_stones,
    "join-and-threaten": lambda turn: (
        turn.most_joined() > 1 and wins_next_whatever_one_stone_stops(turn)
    ),
    "double-threat": lambda turn: (
        turn.most_joined() < 2 and wins_next_whatever_one_stone_stops(turn)
    ),
    "stop": stops,
    "threat": lambda turn: connects_next(turn.after, turn.colour),
    "join-three": lambda turn: turn.most_joined() > 2,
    "join-and-cut": lambda turn: turn.most_joined() == 2 and turn.most_between() > 1,
    "join": lambda turn: turn.most_joined() == 2 and turn.most_between() < 2,
    "cut": lambda turn: turn.most_joined() < 2 and turn.most_between() > 1,
    "sacrifice": lambda turn: turn.lead(turn.after) < turn.lead(turn.before),
    "fewer-stones": lambda turn: len(turn.stones) < turn.before.most_stones,
    "hold-back": lambda turn: len(turn.stones) < min(len(turn.old), int(turn.game.option("cap"))),
    "leave-largest": lambda turn: turn.largest(turn.old) == turn.largest(turn.new),
    "take-lead": lambda turn: (
        turn.largest(turn.old) <= turn.largest(turn.theirs) < turn.largest(turn.new)
    ),
    "turn-fewer": lambda turn: 0 < turn.turned() < max(map(turn.turned, turn.turns())),
    "turn-many": lambda turn: turn.turned() > 2,
    "turn-two": lambda turn: turn.turned() == 2 == max(map(turn.turned, turn.turns())),
    "turn-one": lambda turn: turn.turned() == 1 == max(map(turn.turned, turn.turns())),
    "decline": lambda turn: turn.turned() == 0 < max(map(turn.turned, turn.turns())),
    "leave-nothing": lambda turn: (
        turn.turned() == 0
        and not any(
            turn.game.format_action(action).endswith("*") for action in turn.after.legal_actions()
        )
    ),
    "pass": lambda turn: turn.stones == ["pass"],
    "tower": lambda turn: "-" in turn.stones[0] and turn.stones[0][0] not in "xLD",
    "slide": lambda turn: (
        ">" in turn.stones[0] and not turn.has_fewer_islands() and not turn.splits()
    ),
    "slide-to-join": lambda turn: ">" in turn.stones[0] and turn.has_fewer_islands(),
    "slide-to-split": lambda turn: ">" in turn.stones[0] and turn.splits(),
    "race": lambda turn: (
        turn.num_tiles()[1] < turn.num_tiles()[0]
        and turn.after.standings[turn.colour - 1].sunk == 3
    ),
    "sink": lambda turn: turn.num_tiles()[1] < turn.num_tiles()[0],
    "sink-to-gather": lambda turn: (
        turn.num_tiles()[1] < turn.num_tiles()[0] and turn.has_fewer_islands()
    ),
    "sink-to-split": lambda turn: turn.num_tiles()[1] < turn.num_tiles()[0] and turn.splits(),
}
BY_GAME: dict[tuple[str, str], Callable[[Turn], bool]] = {
    ("byg", "still-behind"): lambda turn: turn.largest(turn.new) < turn.largest(turn.theirs),
    ("sytran", "still-behind"): lambda turn: turn.lead(turn.after) < 0,
    ("byg", "quiet"): lambda turn: turn.most_joined() < 2 and turn.most_between() < 2,
    ("sytran", "quiet"): lambda turn: turn.most_joined() < 2 and turn.most_between() < 2,
    ("spry", "quiet"): lambda turn: not stops(turn) and not connects_next(turn.after, turn.colour),
    ("kitaran", "quiet"): lambda turn: max(map(turn.turned, turn.turns())) == 0,
}


def is_true(puzzle: Puzzle, theme: str) -> bool:
    check = BY_GAME.get((puzzle.game, theme)) or IS_TRUE[theme]
    return check(Turn(puzzle.position, puzzle.solution))


@pytest.mark.parametrize("name", NAMES)
def test_the_theme_of_every_puzzle_is_true(name: str) -> None:
    for puzzle in collection(name):
        theme = theme_of(puzzle.position, puzzle.solution)
        assert puzzle.theme == theme, puzzle.key
        assert is_true(puzzle, theme), (puzzle.key, theme)


@pytest.mark.parametrize("info", GAMES, ids=lambda info: info.name)
def test_every_theme_has_a_name_of_its_own_and_says_what_it_means(info: GameInfo) -> None:
    themes = game_module(info.name).THEMES
    assert len({one.name for one in themes}) == len({one.title for one in themes}) == len(themes)
    for one in themes:
        assert one.title[0].isupper()
        assert one.words.endswith(".")
        assert one.words != one.title


@pytest.mark.parametrize("name", NAMES)
def test_what_a_game_answers_is_among_its_themes(name: str) -> None:
    themes = {one.name for one in game_module(name).THEMES}
    for puzzle in collection(name):
        assert theme_of(puzzle.position, puzzle.solution) in themes
    unknown = themes - IS_TRUE.keys() - {theme for game, theme in BY_GAME if game == name}
    assert not unknown, "each theme has a test of its truth"
