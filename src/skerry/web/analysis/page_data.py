"""What the engine has found about a game, with hints and verdicts, as plain data for its page."""

from collections.abc import Mapping, Sequence
from typing import Any

from skerry.core.numbers import format_chance, format_count
from skerry.draw import advice, board_label, board_svg, owners
from skerry.draw.overlay import LETTERS
from skerry.errors import SkerryError
from skerry.games.aims import Who
from skerry.games.contract import game_module
from skerry.games.view import listed
from skerry.games.words import signed
from skerry.positions import Position
from skerry.record import GameRecord
from skerry.search.analysis import lost
from skerry.text import spaced
from skerry.web.analysis.analyses import AnalysisView, Finding
from skerry.web.base.errors import UnknownGameError
from skerry.web.board import words
from skerry.web.board.words import YOU

MISTAKE = 0.2  # of the mover's chance to win, lost in one turn
EVEN = 52  # percent up to which neither is said to be ahead
SLIGHT = 60  # and below which nobody is said to be likely to win


def position_at(record: GameRecord, turn: int) -> Position:
    """The position after so many turns.

    Raises:
        UnknownGameError: the game has no such turn.
    """
    if not 0 <= turn <= len(record.turns):
        raise UnknownGameError(
            f"There is no turn {turn} in this game; {len(record.turns)} turns have been played."
        )
    return record.replay()[turn]


def answer(
    record: GameRecord, turn: int, seen: AnalysisView, known: int | None, known_curve: int | None
) -> dict[str, object]:
    """What is new to a page that asks again about the position after a turn.

    `known` and `known_curve` are the numbers of the analysis and the curve that it has, if any.

    Raises:
        UnknownGameError: the game has no such turn.
    """
    data: dict[str, object] = {"same": True, "phase": seen.phase}
    if known != seen.changed:
        data = described(record, turn, seen)
    if known_curve != seen.curve_changed:
        data |= {"curve": curve(record, seen.curve), "curve_number": seen.curve_changed}
    return data


def described(record: GameRecord, turn: int, seen: AnalysisView) -> dict[str, object]:
    """The analysis of the position after some turns.

    Raises:
        UnknownGameError: the game has no such turn.
    """
    position = position_at(record, turn)
    finding = seen.finding
    share = _outcome_share(position) if finding is None else finding.first_share
    data: dict[str, object] = {
        "number": seen.changed,
        "phase": seen.phase,
        "heading": _heading(record, position, share, finding),
        "shares": _shares(record, position, share, finding),
    }
    if finding is None:
        nothing = {"turns": [], "advice": "", "owners": "", "scores": []}
        return data | nothing | {"playouts": "", "speed": ""}
    analysis = finding.analysis
    speed = round(analysis["playouts_per_second"])  # 0 of what was kept from an earlier search
    turns = [position.game.parse_turn(one["text"]) for one in analysis["turns"]]
    return data | {
        "turns": [_turn(position, rank, one) for rank, one in enumerate(analysis["turns"], 1)],
        "advice": advice(position, turns),
        "owners": owners(position, analysis["ownership"]) if analysis["ownership"] else "",
        "owners_label": position.game.info.owners,
        "playouts": f"{format_count(analysis['playouts'])} playouts",
        "speed": f"{format_count(speed)}/s" if speed else "",
        "scores": _scores(position, analysis["scores"]),
    }


def phase_words(seen: AnalysisView, held: bool) -> str:
    """What the engine is doing about it; `held` by a turn of the computer, which comes first.

    All but troubles are short, so that they stay on one line with the number of playouts.
    """
    if seen.phase == "trouble":
        return f"{seen.trouble} Turn the switch off and on to try again."
    if seen.phase in ("thinking", "warming up") and held:
        return "waiting"  # for the computer's turn, of which its seat tells
    return "the game is over" if seen.phase == "over" else seen.phase


def _outcome_share(position: Position) -> float | None:
    """Person 0's share of a game that is over, None before."""
    outcome = position.outcome
    if outcome is None:
        return None
    return 0.5 if outcome.winner is None else 1.0 - outcome.winner


def estimate(record: GameRecord, position: Position, share: float) -> str:
    """Who is ahead and how far, by person 0's probability to win."""
    leader = 0 if share >= 0.5 else 1
    best = max(share, 1 - share)
    if round(100 * best) <= EVEN:
        return "About even"
    name = words.name_of(record, position, leader)
    # Short, so that the words stay on one line while the number moves.
    chance = format_chance(best)
    if round(100 * best) < SLIGHT:
        return f"{name} {'are' if name == YOU else 'is'} ahead, {chance}"
    return f"{name} likely {'win' if name == YOU else 'wins'}, {chance}"


def _heading(
    record: GameRecord, position: Position, share: float | None, finding: Finding | None
) -> str:
    """Who is ahead and how far, or what is proven."""
    if share is None:
        return "Not known yet"
    if finding is None:
        return words.ending(record, position)
    proven, mover = finding.analysis["proven"], finding.analysis["player"]
    if proven == "draw":
        return "Proven: a draw"
    if proven is not None:
        winner = mover if proven == "win" else 1 - mover
        name = words.name_of(record, position, winner)
        return f"Proven: {name} {'win' if name == YOU else 'wins'}"
    return estimate(record, position, share)


def _shares(
    record: GameRecord, position: Position, share: float | None, finding: Finding | None
) -> list[dict[str, object]]:
    """Both persons' chances, person 0's first."""
    if share is not None and finding is not None and finding.analysis["proven"] is None:
        share = min(0.99, max(0.01, share))  # as in words
    chances = (share, None if share is None else 1 - share)
    return [
        {
            "name": words.name_of(record, position, person),
            "colour": words.colour_of(position, person),
            "share": None if chance is None else round(chance, 4),
        }
        for person, chance in enumerate(chances)
    ]


def _turn(position: Position, rank: int, turn: Mapping[str, Any]) -> dict[str, object]:
    """One proposed turn, with what is likely to follow."""
    text, proven = turn["text"], turn["proven"]
    sure = {"win": "wins", "loss": "loses", "draw": "draws"}.get(proven)
    chance = format_chance(turn["value"])
    visits = "1 visit" if turn["visits"] == 1 else f"{turn['visits']} visits"
    sentence = f"{words.turn_sentence(position, text)}. {sure or f'{chance} to win'}, {visits}"
    return {
        "text": spaced(text),
        "value": sure or chance,
        "visits": format_count(turn["visits"]),
        "sentence": f"Turn {LETTERS[rank - 1]} of the analysis: {sentence}",
        "variation": variation_turns(position, turn["variation"]),
    }


def variation_turns(position: Position, texts: Sequence[str]) -> list[dict[str, object]]:
    """The turns of a variation and who plays them, as far as it consists of whole turns."""
    turns: list[dict[str, object]] = []
    for text in texts:
        mover = position.colour_index
        try:
            position = position.play_turn(text)
        except SkerryError:
            break
        turns.append({"text": text, "shown": spaced(text), "colour": mover})
    return turns


def _scores(position: Position, scores: list[float] | None) -> list[dict[str, object]]:
    """What both colours will probably have in the end."""
    if scores is None:
        return []
    return [
        {
            "title": words.colour_title(position.game, colour),
            "colour": colour,
            "value": signed(round(score, 1)),
            "label": f"Likely {position.game.info.scores}",
        }
        for colour, score in enumerate(scores, 1)
    ]


def curve(record: GameRecord, findings: tuple[Finding | None, ...]) -> list[dict[str, object]]:
    """Person 0's chance after each turn as far as it is known, and the turns that cost most."""
    positions = record.replay()
    shares = [
        _outcome_share(position) if finding is None else finding.first_share
        for position, finding in zip(positions, findings, strict=True)
    ]
    movers = [position.player for position in positions]
    points: list[dict[str, object]] = []
    for turn, share in enumerate(shares):
        cost = (lost(movers[turn - 1], shares[turn - 1], share) if turn else None) or 0.0
        is_mistake = cost >= MISTAKE
        points.append(
            {
                "share": None if share is None else round(share, 4),
                "mistake": is_mistake,
                "words": _point_words(record, turn, share, cost if is_mistake else None),
            }
        )
    return points


def _point_words(record: GameRecord, turn: int, share: float | None, cost: float | None) -> str:
    position = record.replay()[turn]
    parts = [f"Turn {turn} of {len(record.turns)}" if turn else "Start"]
    if turn:
        before = record.replay()[turn - 1]
        parts.append(words.turn_sentence(before, record.turns[turn - 1].text))
    if position.is_over:
        parts.append(words.ending(record, position))
    elif share is not None:
        parts.append(estimate(record, position, share))
    if cost is not None:
        parts.append(f"A mistake: the chance to win fell by {format_chance(cost)}")
    return ". ".join(parts)


def variation(record: GameRecord, turn: int, texts: list[str]) -> dict[str, object]:
    """The board after some turns that were not played.

    Raises:
        UnknownGameError: the game has no such turn.
        NotationError, GameOverError, IllegalActionError: as `Position.play_turn`.
    """
    position = before = position_at(record, turn)
    for text in texts:
        before, position = position, position.play_turn(text)
    last = position.game.parse_turn(texts[-1])
    return {
        "svg": board_svg(position, last=last, standalone=False),
        "last_turn": words.turn_sentence(before, texts[-1]),
        "heading": (
            board_label(position).rpartition(", ")[2].capitalize()  # how the line ended
            if position.is_over
            else words.heading(record, position)
        ),
    }


# A hint and its reasons, and the verdict on a turn just played, from what the engine has found.

BLUNDER_OF_TURN = 0.3  # of the chance to win
MOST_REASONS = 3
LIKELY, OPEN = 0.7, 0.6  # a cell is probably somebody's; it was not so before
MOST_CELLS = 3  # that are named


def best_turn(finding: Finding) -> str:
    """The turn that the analysis likes best, as text."""
    return str(finding.analysis["turns"][0]["text"])


def hint(position: Position, finding: Finding, after: Finding | None) -> dict[str, object]:
    """The best turn, drawn, and why; `after` is known of the position after it, unless over."""
    text = best_turn(finding)
    game = position.game
    actions = game.parse_turn(text)
    return {
        "text": text,
        "actions": [game.format_action(action) for action in actions],
        "heading": f"Try {spaced(text)}",
        "words": " ".join(_reasons(position, text, finding, after)),
        "advice": advice(position, [actions]),
    }


def _reasons(position: Position, text: str, finding: Finding, after: Finding | None) -> list[str]:
    """Why the best turn is good, the most important first: one sentence at least."""
    turns, colour = finding.analysis["turns"], position.colour_index
    played = position.play_turn(text)
    found: list[str] = []
    if text != "swap" and colour is not None:
        aims = game_module(position.game.name)
        found = aims.changes(position, played, colour, Who())[:MOST_REASONS]
        outcome, persons = played.outcome, played.persons
        if outcome is not None and not found:
            winner = outcome.winner
            ended_by = None if winner is None or persons is None else persons.index(winner) + 1
            found = [aims.ending(played, ended_by).sentence]
        owned = _owned(position, played, finding.analysis, after.analysis if after else None)
        found += [owned] if owned else []
    if played.is_over:
        return found
    if turns[0]["proven"] == "win":
        return [*found, "It wins, whatever follows."]
    if len(position.legal_actions()) == 1:
        return [*found, "You can do nothing else."]
    return [*found, _trials(turns)]


def _trials(turns: Sequence[Mapping[str, Any]]) -> str:
    """What the turn promises, and what the next best one does."""
    best = f"With it you win {format_chance(turns[0]['value'])} of the time"
    if len(turns) < 2:
        return f"{best}."
    other = f"with the next best turn, {spaced(turns[1]['text'])}"
    return f"{best}, {other}, {format_chance(turns[1]['value'])}."


def _owned(
    position: Position, played: Position, before: Mapping[str, Any], after: Mapping[str, Any] | None
) -> str:
    """Cells that probably become the mover's besides those of the turn; nobody owns a tile."""
    if after is None or not before["ownership"] or not after["ownership"]:
        return ""
    if position.game.info.has_setup:
        return ""
    colour = position.colour_index or 1
    cells = zip(position.game.board.names, position.contents, played.contents, strict=True)
    names = [
        name
        for name, old, new in cells
        if old == new
        and _own(after["ownership"][name], colour) >= LIKELY
        and _own(before["ownership"][name], colour) < OPEN
    ]
    return f"It makes {_listed(names)} probably yours." if names else ""


def _own(share: float, colour: int) -> float:
    return share if colour == 1 else 1 - share


def _listed(names: Sequence[str]) -> str:
    if len(names) <= MOST_CELLS:
        return listed(names)
    return f"{', '.join(names[:MOST_CELLS])} and {len(names) - MOST_CELLS} more cells"


def verdict(record: GameRecord, turn: int, before: Finding, after: Finding) -> dict[str, object]:
    """Whether a turn was a blunder, by what is known before and after it, and a better one."""
    mover = record.replay()[turn - 1].player
    was, now = (one.first_share if mover == 0 else 1 - one.first_share for one in (before, after))
    better, played = best_turn(before), record.turns[turn - 1].text
    if was - now < BLUNDER_OF_TURN or better == played:
        return {"blunder": False, "words": ""}
    words = (
        f"{spaced(played)} took your chances from {format_chance(was)} to {format_chance(now)}. "
        f"Better: {spaced(better)}."
    )
    return {"blunder": True, "words": words}
