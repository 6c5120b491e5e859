"""Positions, turns and results as an assistant, and the person beside it, read them."""

from skerry.games.showing.words import game_words
from skerry.games.text.actions import decode_action
from skerry.positions import Position
from skerry.record import Result, reason_words

Answer = str | list[str]  # several texts where one of them is for a program to read
_PERSONS = ("The first player", "The second player")


def mover(position: Position) -> str:
    """Who is to act: the colour, or the person where nobody has a colour yet."""
    if position.colour is not None:
        return position.colour.capitalize()
    return _PERSONS[position.player or 0]


def person_title(position: Position, person: int) -> str:
    """A person's colour, where they have one."""
    if position.persons is None:
        return _PERSONS[person]
    return position.game.info.colours[position.persons.index(person)].capitalize()


def board(position: Position) -> str:
    """The board as a fenced block of text, so that its columns stay in line."""
    return f"```\n{position}\n```"


def told(position: Position) -> str:
    """The board, how both colours stand, what may be done or how it ended, and the text."""
    words = game_words(position.game)
    lines = [board(position)]
    if position.phase == "play":
        for colour, standing in zip(position.game.info.colours, position.standings, strict=True):
            lines.append(f"{colour.capitalize()}: {words.standing_words(standing)}")
    lines += words.counters(position)
    outcome = position.outcome
    if outcome is None:
        swap = " Or swap: the turn is `swap`." if position.may_swap else ""
        num_actions = len(position.turn_so_far)
        lines.append(f"{mover(position)} to act. {words.turn_help(position, num_actions)}.{swap}")
    else:
        lines.append(ended(position, Result(outcome.winner, outcome.reason)))
    return "\n".join([*lines, "", f"Position: {position.text}"])


def ended(position: Position, result: Result) -> str:
    """How a game ended, with the scores where it has some."""
    if result.winner is None:
        sentence = f"The game is over: drawn {reason_words(result)}"
    else:
        how = reason_words(result)
        sentence = f"The game is over: {person_title(position, result.winner)} wins {how}"
    outcome = position.outcome
    if outcome is not None and outcome.scores is not None:
        first, second = outcome.scores
        sentence += f", {first:g} to {second:g} (first player to second)"
    return f"{sentence}."


def done(before: Position, turn: str) -> str:
    """What a turn did, as a sentence. Raises as `Game.parse_turn`."""
    game = before.game
    actions = [decode_action(game, action) for action in game.parse_turn(turn)]
    return f"{mover(before)} {game_words(game).turn_words(game, actions)}."
