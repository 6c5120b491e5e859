"""A finished game as Abstract Play's game record: a header, and rounds of one move a seat."""

import datetime
import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from skerry.core.formatting import counted
from skerry.errors import RecordError
from skerry.exchange.remarks import Exported, Remark
from skerry.games.ruleset import format_value
from skerry.games.text.actions import words_of
from skerry.record import COMPUTER, RULES_VERSION, GameRecord, RecordedTurn
from skerry.record.data import Data

SITE = "Skerry"
OWN = "skerry"  # key of the header with what the format has no place for
SWAP = "swap"  # the turn in which the persons change seats (C-3)


class Move(NamedTuple):
    """A turn as the format has it."""

    seat: int
    turn: RecordedTurn


def write_abstract_play(record: GameRecord, now: datetime.datetime | None = None) -> Exported:
    """A finished game as a record of Abstract Play.

    Args:
        record: of the game.
        now: when the text is written; None: now.

    Raises:
        RecordError: the game goes on, or its turns cannot be played.
    """
    if record.result is None:
        raise RecordError("Abstract Play keeps finished games only, and this game goes on.")
    data = {
        "header": _header(record, now or datetime.datetime.now(datetime.UTC)),
        "moves": [_round(moves) for moves in _rounds(list(_moves(record)))],
    }
    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return Exported("abstract-play", text, tuple(_lost(record)))


def swaps(record: GameRecord) -> list[int]:
    """The numbers of the turns in which the persons swapped, from 1; there is one at most."""
    can_swap = SWAP in words_of(record.game)
    return [n for n, text in enumerate(record.turn_texts, 1) if can_swap and text == SWAP]


def _header(record: GameRecord, now: datetime.datetime) -> Data:
    moment = now.isoformat(timespec="seconds")
    day = record.date
    if day is not None:
        start = datetime.datetime.combine(day, datetime.time(), datetime.UTC).isoformat()
    else:
        start = moment
    order = (1, 0) if swaps(record) else (0, 1)
    header: Data = {
        "game": {
            "name": record.game.info.title,
            "variants": [f"{name}={format_value(value)}" for name, value in record.game.options],
        },
        "site": {"name": SITE},
        "date-start": start,
        "date-end": start,  # a record does not say when it ended
        "date-generated": moment,
    }
    if swaps(record):
        header["pied"] = True
    header["players"] = [_player(record, person) for person in order]
    if record.given_start is not None:
        header["startingPosition"] = record.given_start.text
    elif record.setup is not None:
        header["startingPosition"] = " ".join(f"{cell}={what}" for cell, what in record.setup)
    if record.comment:
        header["comment"] = record.comment
    assert record.result is not None
    header[OWN] = {
        "rules": RULES_VERSION,
        "date": None if day is None else day.isoformat(),
        "reason": record.result.reason,
    }
    return header


def _player(record: GameRecord, index: int) -> Data:
    person, result, outcome = record.persons[index], record.result, record.position.outcome
    assert result is not None
    player: Data = {
        "name": person.name,
        "is_ai": person.kind == COMPUTER,
        "result": int(result.winner == index),
        "person": index,  # 0 moved first; it tells apart two players of one name
    }
    if outcome is not None and outcome.scores is not None:
        player["score"] = outcome.scores[index]
    if person.level is not None:
        player["level"] = person.level
    return player


def _moves(record: GameRecord) -> Iterator[Move]:
    """Turns with the seats of who had them; a swap changes the seats and is no move."""
    has_swapped = False
    swapped_in = swaps(record)
    for number, turn in enumerate(record.turns, start=1):
        if number in swapped_in:
            has_swapped = True
            continue
        person = record.replay()[number - 1].player
        assert person is not None
        yield Move(1 - person if has_swapped else person, turn)


def _rounds(moves: Sequence[Move]) -> list[list[Move]]:
    """Moves by rounds: a new one begins when a seat moves again."""
    rounds: list[list[Move]] = []
    for move in moves:
        if not rounds or move.seat in (other.seat for other in rounds[-1]):
            rounds.append([])
        rounds[-1].append(move)
    return rounds


def _round(moves: Sequence[Move]) -> list[Data | str | None]:
    """An entry for each seat; numbered where the second seat moved first."""
    entries: list[Data | str | None] = [None, None]
    is_out_of_order = [move.seat for move in moves] == [1, 0]
    for number, (seat, turn) in enumerate(moves, start=1):
        entry: Data = {"sequence": number} if is_out_of_order else {}
        entry["move"] = turn.text
        if turn.comment:
            entry["result"] = turn.comment
        entries[seat] = entry if len(entry) > 1 else turn.text
    return entries if moves[-1].seat == 1 or len(moves) == 2 else entries[:1]


def _lost(record: GameRecord) -> Iterator[Remark]:
    """What the format has no place for: where it stands first, and how often."""
    places = ["the start", *(f"turn {number}" for number in range(1, len(record.turns) + 1))]
    kinds: dict[str, list[object]] = {
        "marks are": [record.marks, *(turn.marks for turn in record.turns)],
        "evaluations are": [record.evaluation, *(turn.evaluation for turn in record.turns)],
        "variations are": [(), *(turn.variations for turn in record.turns)],
        "lines that could follow are": [*((),) * len(record.turns), record.continuations],
        "the comment on the swap is": [
            "",
            *(turn.comment if turn.text == SWAP else "" for turn in record.turns),
        ],
    }
    for name, held in kinds.items():
        found = [place for place, value in zip(places, held, strict=True) if value]
        if found:
            more = f" (and {counted(len(found) - 1, 'more place')})" if len(found) > 1 else ""
            yield Remark(f"{found[0]}{more}", f"{name} left out: the format has none.")
