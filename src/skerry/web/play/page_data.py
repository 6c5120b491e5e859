"""A saved game, at any of its turns, as the plain data that the page shows."""

from django.urls import reverse

from skerry.games.contract import game_module
from skerry.levels import LEVELS
from skerry.positions import Position
from skerry.record import GameRecord
from skerry.sessions import (
    DRAW,
    TAKE_BACK,
    Clock,
    Composed,
    Correspondence,
    Seats,
    Session,
    control_to_data,
    format_control,
)
from skerry.web.base.services import service
from skerry.web.board import words
from skerry.web.board.position_data import (
    composing,
    last_actions,
    persons_data,
    resting,
    way_of,
)
from skerry.web.play.changes import thinking_words
from skerry.web.play.helping import is_helped, last_own_turn
from skerry.web.play.models import SavedGame
from skerry.web.play.moments import Moments
from skerry.web.play.queries import may_analyse, session_of
from skerry.web.play.records import turn_of


def ending(record: GameRecord, seats: Seats, holder: str | None) -> dict[str, object]:
    """Who won and how, for whoever looks at it.

    A game that is over without a result was called off.
    """
    position, result, viewer = record.position, record.result, _viewer(seats, holder)
    said: dict[str, object] = {
        "titles": [words.colour_title(record.game, colour) for colour in (1, 2)],
        "swapped": _swapped(record, viewer),
    }
    if result is None:
        return said | {
            "title": "Called off",
            "sentence": f"{words.CALLED_OFF} before both had played; nobody has won.",
            "rows": [],
            "next_level": None,
        }
    decided = None
    if position.is_over:
        winner = None if result.winner is None else words.colour_of(position, result.winner)
        decided = game_module(record.game.name).ending(position, winner)
    sentences = [f"{words.ending(record, position)}."]
    if decided is not None:
        sentences = [decided.sentence] if decided.says_why else [*sentences, decided.sentence]
    return said | {
        "title": _title(record, position, result.winner, viewer, decided and decided.score),
        "sentence": " ".join(sentences),
        "rows": [row._asdict() for row in decided.rows] if decided else [],
        "next_level": _next_level(seats, result.winner),
    }


def outcome(record: GameRecord, seats: Seats, holder: str | None) -> str | None:
    """How it ended for who looks: "won", "lost", or "over" for others and draws; None: not yet."""
    if record.result is None:
        return None
    viewer = _viewer(seats, holder)
    if viewer is None or record.result.winner is None:
        return "over"
    return "won" if viewer == record.result.winner else "lost"


def _viewer(seats: Seats, holder: str | None) -> int | None:
    """The person for whom a browser looks; None: for both, or for neither."""
    held = seats.held_by(holder)
    return held[0] if len(held) == 1 else None


def _swapped(record: GameRecord, viewer: int | None) -> str:
    """What a rematch with the places exchanged is called: "Rematch as Black"."""
    if viewer is None or record.game.info.parts:
        return "Rematch, sides swapped"
    return f"Rematch as {words.colour_title(record.game, 2 - viewer)}"


def _title(
    record: GameRecord,
    position: Position,
    winner: int | None,
    viewer: int | None,
    score: tuple[str, str] | None,
) -> str:
    """Such as "You won 33 : 18"; the numbers of who looks, or of the winner, come first."""
    if winner is None:
        title = "Drawn"
    elif viewer is None:
        title = f"{words.name_of(record, position, winner)} won"
    else:
        title = "You won" if viewer == winner else "You lost"
    if score is None:
        return title
    leader = viewer if viewer is not None else winner
    is_second = leader is not None and words.colour_of(position, leader) == 2
    mine, theirs = score[::-1] if is_second else score
    return f"{title} {mine} : {theirs}"


def _next_level(seats: Seats, winner: int | None) -> dict[str, str] | None:
    """The level above the computer's, for who has beaten it."""
    computer = seats.computer
    if computer is None or winner != 1 - computer:
        return None
    levels = list(LEVELS)
    place = levels.index(seats[computer].level) + 1 if seats[computer].level in levels else None
    if place is None or place == len(levels):
        return None
    return {"level": levels[place], "title": LEVELS[levels[place]].title}


def live_data(saved: SavedGame, session: Session, holder: str | None) -> dict[str, object]:
    """The clocks now, the offers that stand, by person, and what a holder may do."""
    you = _viewer(session.seats, holder)
    person = you or 0  # who asks, where anybody does
    apart, offers, clock = session.seats.are_apart(), session.offers, session.clock
    plays = apart and you is not None
    asks = plays and not session.is_over
    return {
        "apart": apart,
        "you": you,
        # Nobody sits and waits for the other one's turn.
        "takes_days": plays and (clock is None or isinstance(clock.control, Correspondence)),
        "aborted": session.is_aborted,
        "rated": saved.is_rated,
        "offers": {
            "draw": offers.draw,
            "take_back": offers.take_back,
            "rematch": offers.rematch,
        },
        "may_be_drawn": session.may_be_drawn,
        "may_offer_draw": asks and session.may_be_drawn and offers.may_make(DRAW, person),
        "may_ask_back": (
            asks and offers.may_make(TAKE_BACK, person) and session.num_to_give_back(person) > 0
        ),
        "may_abort": asks and session.may_abort and not saved.event,
        "may_offer_rematch": (
            plays and session.is_over and not saved.next_game and not session.seats.is_anybody_gone
        ),
        "next_game": reverse("game", args=[saved.next_game]) if saved.next_game else None,
        "clock": None if clock is None else _clock_data(session, clock),
    }


def clock_now(saved: SavedGame) -> dict[str, object]:
    """The clocks now, where a page knows the rest already; nothing where there are none."""
    if saved.clock is None:
        return {}
    session = session_of(saved)
    return {} if session.clock is None else {"clock": _clock_data(session, session.clock)}


def _clock_data(session: Session, clock: Clock) -> dict[str, object]:
    """The clocks as they are now; a page counts down from there that of the person who runs."""
    now, to_act = service(Moments).now(), session.to_act
    shown = [clock.shown(person, now, is_to_act=person == to_act) for person in (0, 1)]
    away = [vacation.is_away(now) for vacation in clock.vacations]
    return {
        "control": control_to_data(clock.control),
        "words": format_control(clock.control),
        "running": None if to_act is None or away[to_act] else to_act,
        "left": [{"seconds": one.seconds, "periods": one.periods} for one in shown],
        "away": away,
        "vacation_left": [vacation.left(now) for vacation in clock.vacations],
    }


def page_state(
    saved: SavedGame, holder: str | None, viewed: int | None = None, *, with_aims: bool = False
) -> dict[str, object]:
    """Everything the page shows.

    `viewed` is a number of turns, None for all. What both colours are after is drawn on request,
    and always at the end of a game.

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
    state["goal"] = game_module(record.game.name).goal(record.game, colour)
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
