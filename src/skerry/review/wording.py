"""A review in words: what a turn cost, why, and what the better one would have changed.

Colours are called by their names: whoever reads may be either of them, or neither.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from skerry.core.numbers import counted, format_chance, format_change, format_percent
from skerry.games.aims import Who, placed, title
from skerry.games.contract import game_module
from skerry.games.view import listed
from skerry.positions import Position
from skerry.review.judging import DEEPER, LEAST_COST, LEAST_MISTAKE, Case, Contest, key_of
from skerry.review.values import Accuracy, Estimate, ReviewedTurn, Stone
from skerry.search.analysis import Analysis
from skerry.text import spaced

SMALL = 0.05  # of the chance to win: a difference that is not worth a word where it may be noise


def name_at(position: Position, person: int) -> str:
    """What to call a person: by colour, else by number."""
    if position.persons is None:
        return f"the {('first', 'second')[person]} player"
    return title(position.game, position.persons.index(person) + 1)


def turn_words(turn: str) -> str:
    """A turn within a sentence: its cells, or "a pass"."""
    return f"a {turn}" if turn in ("pass", "swap") else spaced(turn)


def _capitalised(said: str) -> str:
    """Words as a sentence begins; names of cells keep their small letters."""
    return f"A {said[2:]}" if said.startswith("a ") else said


def verdict_words(turn: ReviewedTurn, names: tuple[str, str], side: int) -> str:
    """What a turn cost, in a sentence.

    Args:
        turn: with everything but its summary.
        names: of both persons.
        side: the person whose chance to win the sentence tells.
    """
    played, better = turn.played.chance, turn.better
    if better is None:
        if not played.is_exact:
            return "There was no other turn."
        return "It wins, whatever follows." if played.value == 1.0 else "Every turn loses here."
    loss, mover = turn.loss, names[turn.person]
    verb = "fell" if side == turn.person else "rose"
    was, now = (_chance(one, is_own=side == turn.person) for one in (better.chance, played))
    change = f"{names[side]}’s chance to win {verb} from {was} to {now}"
    if turn.verdict is not None:
        by = "" if side == turn.person else f" by {mover}"
        return f"A {turn.verdict}{by}: {change}."
    if loss.low > 0.0:
        if loss.value >= LEAST_MISTAKE:
            return f"Probably a mistake, but the review can’t be sure: {change}."
        if loss.value >= LEAST_COST:
            return f"Not the best: {change}."
        return f"{_capitalised(turn_words(better.text))} is a little better."
    if loss.value >= SMALL:
        return f"{_capitalised(turn_words(better.text))} may be better, but the review can’t tell."
    return "As good as any turn found."


def _chance(estimate: Estimate, *, is_own: bool) -> str:
    share = estimate.value if is_own else 1.0 - estimate.value
    if not estimate.is_exact:
        return format_chance(share)
    return {1.0: "a certain win", 0.0: "a certain loss"}.get(share, "a certain draw")


def accuracy_words(one: Accuracy) -> str:
    """What an accuracy means for one person, in a sentence."""
    if one.percent is None or one.loss is None or one.random_loss is None:
        return "Too little was at stake to say how accurate the turns were."
    return (
        f"A turn cost {format_percent(one.loss, 1)} on average; one drawn at random would have "
        f"cost {format_percent(one.random_loss, 1)}."
    )


ACCURACY = (
    "An accuracy of 100 means always the best turn found, 0 no better than turns drawn at random."
)


@dataclass(frozen=True)
class Explanation:
    """Why a turn was costly, and how play goes on after it and after the better one."""

    why: str
    words: tuple[str, ...]
    better_line: tuple[str, ...]  # whole turns, that of the mover first
    played_line: tuple[str, ...]


@dataclass(frozen=True)
class _Branch:
    """One of the two turns that are compared: what it leads to, and the best answer to it."""

    text: str
    after: Position
    look: Analysis | None  # of `after`; None where the game is over

    @property
    def line(self) -> tuple[str, ...]:
        return (self.text, *(self.look.turns[0].variation if self.look is not None else ()))

    @property
    def reply(self) -> Position | None:
        return self.after.play_turn(self.line[1]) if len(self.line) > 1 else None

    @property
    def name(self) -> str:
        return turn_words(self.text)


WEAK = "The weak stone"
MOST_CHANGES = 2  # sentences of the game's own on what a turn brings, besides the first
LEAST_OWNED = 0.15  # of a cell's probability to end as the mover's: what is worth a word
MOST_CELLS = 4  # that are named
FAR_MORE = 0.4  # of it, in the mean of these cells: they are so "far more often"
LEAST_SCORE = 0.5  # points of expected score


def explain(case: Case, contest: Contest, stones: tuple[Stone, ...]) -> Explanation:
    """Words on a costly turn. Raises StoppedError."""
    rival, pair = contest.rival, contest.pair
    assert rival is not None
    assert pair is not None
    afters = {rival.text: case.before.play_turn(rival.text), case.text: case.after}
    better, played = (
        _Branch(text, after, _look(case, after, number))
        for number, (text, after) in enumerate(afters.items())
    )
    said = _changes(case, better, played)[: 1 + MOST_CHANGES]
    said += _stone_count(case, better.after)
    colour = case.before.colour_index
    if better.look is not None and played.look is not None and colour is not None:
        said += _owned(case, better, played, colour)
    why = _why(case, contest, said[:1], better, played)
    words = said[1:]
    if better.look is not None and played.look is not None and colour is not None:
        words += _scores(case.before, better.look, played.look, colour)
    words += [
        f"{WEAK} is {stone.cell}: {spaced(stone.replacement)} would have been "
        f"{format_percent(stone.gain.value)} better."
        for stone in stones
        if stone.is_weak
    ]
    return Explanation(why, tuple(words), better.line, played.line)


def _look(case: Case, after: Position, number: int) -> Analysis | None:
    if after.is_over:
        return None
    key = key_of(case, "words", str(number))
    return case.sampler.analysis(after, DEEPER * case.playouts, key, 1)


def _changes(case: Case, better: _Branch, played: _Branch) -> list[str]:
    """What the game says of the better turn and not of the one played."""
    before, colour = case.before, case.before.colour_index
    if colour is None or before.phase != "play" or better.after.persons != before.persons:
        return []  # a swap: whose stones are whose has changed
    aims, who = game_module(before.game.name), Who(title(before.game, colour))
    said: set[str] = set()
    if played.after.persons == before.persons:
        said = set(aims.changes(before, played.after, colour, who))
    return [one for one in aims.changes(before, better.after, colour, who) if one not in said]


def _why(case: Case, contest: Contest, changes: list[str], better: _Branch, played: _Branch) -> str:
    """What the better turn does, and what the one played leaves, in one sentence."""
    assert contest.pair is not None
    best, own = contest.pair
    if changes:
        does = _with_turn(better.name, changes[0])
    elif best.exact == 1.0 and own.exact != 1.0:
        does = f"{better.name} wins, whatever follows"
    else:
        does = ""
    left = _left(case, better, played)
    if not left and own.exact == 0.0:
        left = "loses, whatever follows"
    if left:
        left = f"{played.name} {left}"
    elif not does:
        left = _answered(case, played)
    said = "; ".join(filter(None, (does, left)))
    return f"{_capitalised(said)}."


def _with_turn(name: str, change: str) -> str:
    """A sentence on a turn as words that name it: "c3 joins 2 of White’s groups"."""
    words = change.removesuffix(".").removeprefix("With it, ")
    if words.startswith("It "):
        return f"{name} {words.removeprefix('It ')}"
    begins_plain = words.startswith(("One ", "With "))
    return f"With {name}, {words[0].lower() if begins_plain else words[0]}{words[1:]}"


def _left(case: Case, better: _Branch, played: _Branch) -> str:
    """What the turn played leaves to the best answer and the better one does not."""
    colour, reply = case.before.colour_index, played.reply
    if colour is None or reply is None or reply.persons != case.before.persons:
        return ""
    rival = 1 - case.person
    answer = better.reply
    if reply.outcome is not None and reply.outcome.winner == rival:
        return f"lets {name_at(reply, rival)} win at once with {turn_words(played.line[1])}"
    aims = game_module(case.before.game.name)
    said = aims.leaves(better.after, answer, colour) if answer is not None else []
    found = [one for one in aims.leaves(played.after, reply, colour) if one not in said]
    return found[0] if found else ""


def _answered(case: Case, played: _Branch) -> str:
    """How the turn played is answered, where there is nothing else to say."""
    if len(played.line) < 2:
        return f"{played.name} ends the game"
    return f"The answer to {played.name} is {turn_words(played.line[1])}"


def _stone_count(case: Case, better: Position) -> Iterator[str]:
    """Tempo: how many stones each of the two turns lays."""
    before, with_better, with_played = (
        sum(held != 0 for held in position.contents)
        for position in (case.before, better, case.after)
    )
    is_placing = case.before.phase == "play" and min(with_better, with_played) > before
    if is_placing and with_better != with_played:
        yield f"It places {counted(with_better - before, 'stone')}, not {with_played - before}."


def _owned(case: Case, better: _Branch, played: _Branch, colour: int) -> Iterator[str]:
    """Cells that would more probably end as the mover's, and by how much in the mean.

    Not those that the better turn itself takes: nobody needs to be told.
    """
    before = case.before
    owned, without = (
        one.look.ownership if one.look is not None else None for one in (better, played)
    )
    if owned is None or without is None or before.game.info.has_setup:
        return
    sign = 1 if colour == 1 else -1
    names = before.game.board.names
    taken = {names[cell] for cell in placed(before, better.after, colour)}
    gains = {
        cell: sign * (share - without[cell]) for cell, share in owned.items() if cell not in taken
    }
    cells = sorted(
        (cell for cell in gains if gains[cell] >= LEAST_OWNED), key=lambda cell: -gains[cell]
    )[:MOST_CELLS]
    if cells:
        mean = sum(gains[cell] for cell in cells) / len(cells)
        verb = "is" if len(cells) == 1 else "are"
        more = "far more" if mean >= FAR_MORE else "more"
        whose = f"{title(before.game, colour)}’s"
        gain = format_percent(mean)
        yield f"With it, {listed(cells)} {verb} {whose} at the end {more} often (+{gain})."


def _scores(before: Position, better: Analysis, played: Analysis, colour: int) -> Iterator[str]:
    """How much further ahead the mover would end; nothing where that is not the better turn’s."""
    if better.scores is None or played.scores is None:
        return
    first, second = (
        look.scores[colour - 1] - look.scores[2 - colour]
        for look in (better, played)
        if look.scores is not None
    )
    if first - second >= LEAST_SCORE:
        what = before.game.info.scores
        own, rival = title(before.game, colour), title(before.game, 3 - colour)
        yield (
            f"{own}’s expected lead over {rival} in {what}: {format_change(first, 1)} with it, "
            f"{format_change(second, 1)} without."
        )
