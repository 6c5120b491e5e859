"""Records with all that a record may hold: nested variations, marks, evaluations, continuations."""

from dataclasses import replace
from random import Random

from hypothesis import strategies as st

import skerry
from skerry.record import (
    COMPUTER,
    EvaluatedTurn,
    Evaluation,
    GameRecord,
    Mark,
    Person,
    RecordedTurn,
)
from skerry.record.parts import AGREEMENT, LOSSES, MARK_COLOURS, MARK_KINDS, PROVEN, Line
from tests.small import seed_of, start
from tests.strategies import games

# SGF knows one kind of line break.
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r"), max_size=20)
NAME = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=9)


def random_turn(position: skerry.Position, rng: Random) -> str:
    actions = position.complete_turn(lambda here: rng.choice(here.legal_actions()))
    return position.game.format_turn(actions)


def random_marks(game: skerry.Game, rng: Random) -> tuple[Mark, ...]:
    """Up to five marks on three cells, so that several lie on one."""
    cells = rng.sample(game.board.names, 3)
    marks = []
    for _ in range(rng.choice([0, 0, 1, 5])):
        kind = rng.choice(list(MARK_KINDS))
        chosen = tuple(rng.choices(cells, k=max(MARK_KINDS[kind][0], rng.choice([1, 2]))))
        number = min(len(chosen), MARK_KINDS[kind][1])
        colour = rng.choice([MARK_COLOURS[0], rng.choice(MARK_COLOURS)])
        text = rng.choice(["A", "b:]c", " 7 "]) if kind == "label" else ""
        marks.append(Mark(kind, chosen[:number], colour, text))
    return tuple(marks)


def random_evaluation(position: skerry.Position, rng: Random) -> Evaluation | None:
    if rng.random() < 0.7:
        return None
    turns = () if position.is_over else (EvaluatedTurn(random_turn(position, rng), 0.25, 3, "win"),)
    scores = rng.choice([None, (rng.random() * 50, -1.5)])
    return Evaluation(rng.random(), rng.randint(0, 999), rng.choice([None, *PROVEN]), scores, turns)


def random_line(position: skerry.Position, rng: Random, most: int, nested: int = 0) -> Line:
    """Some turns from a position on, with lines in place of them."""
    line: list[RecordedTurn] = []
    while not position.is_over and len(line) < most:
        text = random_turn(position, rng)
        after = position.play_turn(text)
        lines = (random_line(position, rng, 2, nested + 1) for _ in range(rng.choice([0, 0, 1, 3])))
        turn = RecordedTurn(
            text,
            rng.choice(["", "", "two\nlines", "\\] [:"]),
            tuple(lines) if nested < 3 and rng.random() < 0.4 else (),
            random_marks(position.game, rng),
            random_evaluation(after, rng),
        )
        line.append(turn)
        position = after
    return tuple(line)


@st.composite
def annotated(draw: st.DrawFn, name: str | None = None) -> GameRecord:
    """A record of a random game, finished or not."""
    game, seed = draw(games(name)), draw(st.integers(0, 2**32))
    rng = Random(seed)
    begin = start(game, seed)
    for _ in range(draw(st.sampled_from([0, 0, 3]))):
        begin = begin if begin.is_over else begin.play_turn(random_turn(begin, rng))
    given = begin if begin.turn > 0 and not begin.is_over else None
    record = GameRecord.begin(
        game,
        seed=seed_of(game, seed) if given is None else None,
        start=given,
        persons=(draw(NAME), Person(draw(NAME), COMPUTER, draw(st.sampled_from([None, "easy"])))),
        date=draw(st.none() | st.dates()),
        comment=draw(TEXT),
    )
    texts = [turn.text for turn in random_line(record.start, rng, draw(st.integers(0, 25)), 3)]
    if draw(st.booleans()):
        texts = _with_swap(record.start, rng, texts)
    for text in texts:
        record = record.add_turn(text, comment=draw(TEXT))
    turns = []
    for before, turn in zip(record.replay(), record.turns, strict=False):
        number = rng.choice([0, 0, 0, 1, 2])
        variations = tuple(line for _ in range(number) if (line := random_line(before, rng, 3)))
        after = before.play_turn(turn.text)
        marks = random_marks(game, rng)
        evaluation = random_evaluation(after, rng)
        turns.append(replace(turn, variations=variations, marks=marks, evaluation=evaluation))
    following = [random_line(record.position, rng, 3) for _ in range(draw(st.integers(0, 2)))]
    record = replace(
        record,
        turns=tuple(turns),
        marks=random_marks(game, rng),
        evaluation=random_evaluation(record.start, rng),
        continuations=tuple(line for line in following if line),
    )
    if draw(st.booleans()) and not record.is_over:
        reason = draw(st.sampled_from([*LOSSES, AGREEMENT]))
        is_drawn = reason == AGREEMENT
        record = (
            record.agree_on_a_draw() if is_drawn else record.lose(draw(st.integers(0, 1)), reason)
        )
    return record


def _with_swap(position: skerry.Position, rng: Random, texts: list[str]) -> list[str]:
    """The same first turn, then a swap where it is allowed, then other turns."""
    after = position.play_turn(texts[0]) if texts else position
    if not texts or not after.may_swap:
        return texts
    after = after.play_turn("swap")
    return [texts[0], "swap", *(turn.text for turn in random_line(after, rng, 10, 3))]
