"""A saved game, at any of its turns, as the plain data that the page shows."""

from skerry.games.showing.aims import aims_of
from skerry.positions import Position
from skerry.record import GameRecord
from skerry.sessions import Composed, Session
from skerry.web.board import words
from skerry.web.board.position_data import (
    composing,
    last_actions,
    persons_data,
    resting,
    way_of,
)
from skerry.web.play.endings import ending, outcome
from skerry.web.play.games import may_analyse, session_of, thinking_words
from skerry.web.play.helping import is_helped, last_own_turn
from skerry.web.play.live_data import live_data
from skerry.web.play.models import SavedGame
from skerry.web.play.records import turn_of


def page_state(
    saved: SavedGame, holder: str | None, viewed: int | None = None, *, with_aims: bool = False
) -> dict[str, object]:
    """Everything the page shows.

    Args:
        saved: the game.
        holder: the browser that looks; only who holds a seat may act.
        viewed: after how many turns; None: after all of them.
        with_aims: whether to draw what both colours are after; at the end of a game it always is.

    Raises:
        UnknownGameError: the game has no such turn.
    """
    session = session_of(saved)
    record = session.record
    num_turns, at = len(record.turns), turn_of(record, viewed)
    position = record.replay()[at]
    live = at == num_turns and not session.is_over
    to_act = session.may_act(holder)
    mine = live and to_act
    alone = session.seats.are_all_held_by(holder)
    state: dict[str, object] = {
        "id": saved.pk,
        "version": saved.version,
        "turns_version": saved.turns_version,  # what is composed lasts as long as it
        "turn": num_turns,
        "viewed": at,
        "owner": bool(session.seats.held_by(holder)),
        "mine": mine,
        "waits_for_you": to_act,  # whichever turn is shown
        "over": session.is_over,
        "outcome": outcome(record, session.seats, holder),
        "thinking": live and saved.waits_for_computer and not saved.trouble,
        "thinking_words": thinking_words(saved),
        "trouble": saved.trouble if live else "",
        "visibility": saved.visibility,
        "may_show": alone,
        "can_take_back": alone and at == num_turns and session.num_to_take_back > 0,
        "may_analyse": may_analyse(saved, holder),
        "may_play_on": may_analyse(saved, holder) and not position.is_over,
        "position": position.text,
        "to_act": position.player if live else None,
        "winner": record.result.winner if record.result and at == num_turns else None,
    }
    state |= _described(record, position, at) | live_data(saved, session, holder)
    if session.is_over and at == num_turns:
        state["ending"] = ending(record, session.seats, holder)
    if session.is_aborted and at == num_turns:
        state["heading"] = words.CALLED_OFF
    held = session.seats.held_by(holder)
    if session.seats.are_apart() and not session.is_over:
        state["whose_turn"] = whose_turn(session, holder)
    colour = words.colour_of(position, held[0]) if len(held) == 1 else None
    state["goal"] = aims_of(record.game).goal(record.game, colour)
    if is_helped(saved, holder):
        state |= {"may_hint": mine, "own_turn": last_own_turn(record, held[0])}
    with_aims = with_aims or (position.is_over and at == num_turns)
    return state | (
        composing(Composed(position, position, ()), last_actions(record), with_aims=with_aims)
        if mine
        else resting(position, last_actions(record, at), with_aims=with_aims)
    )


def whose_turn(session: Session, holder: str | None) -> str:
    """Whose turn it is in a game of two, as who looks would say it.

    "Your turn", "Waiting for Bob"; to who watches "Ada to move" and "Ada sets up the board".
    """
    person, held = session.to_act, session.seats.held_by(holder)
    if person is None:
        return ""
    if person in held:
        return "Your turn"
    name = words.person_title(session.record, person)
    if held:
        return f"Waiting for {name}"
    return f"{name} {words.what_is_done(session.position)}"


def _described(record: GameRecord, position: Position, turn: int) -> dict[str, object]:
    """What is said about the game after a turn."""
    over = turn == len(record.turns) and record.is_over
    sentence = ""
    if turn:
        sentence = words.turn_sentence(record.replay()[turn - 1], record.turns[turn - 1].text)
    return {
        "heading": words.ending(record, position) if over else words.heading(record, position),
        "last_turn": sentence,
        "persons": persons_data(record, position),
        "turns": turns(record),
    }


def turns(record: GameRecord) -> list[dict[str, object]]:
    """The list of turns: number, text, the colour that played it, and the way a piece went."""
    positions = record.replay()
    return [
        {
            "number": number,
            "text": turn.text.replace(",", " "),
            "colour": before.colour_index,
            "sentence": words.turn_sentence(before, turn.text),
            "moved": way_of(record.game, turn.text),
        }
        for number, (before, turn) in enumerate(zip(positions, record.turns, strict=False), 1)
    ]
