"""The tools to learn a game and to play it. A position is a text, which each of them takes."""

from random import Random, SystemRandom

from skerry import positions, rulebook
from skerry.core.numbers import counted
from skerry.errors import OptionError, quoted
from skerry.games.actions import decode_action
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module
from skerry.games.info import GameInfo, Options, Value
from skerry.games.ruleset import format_value
from skerry.positions import Position
from skerry.positions import position as read_position
from skerry.record import Result, reason_words

# Positions, turns and results as an assistant, and the person beside it, read them.

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
    words = game_module(position.game.name)
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
    return f"{mover(before)} {game_module(game.name).turn_words(game, actions)}."


LARGEST_SEED = 1_000_000  # of those drawn here, so that people can repeat it
MOST_LISTED = 200  # turns
MOST_LOOKED_AT = 5_000  # positions within a turn, when all turns are listed


def games() -> str:
    """All games that can be played: what each is about, its options, and how a turn is written."""
    return "\n\n".join(_game(one) for one in GAMES)


def _game(one: GameInfo) -> str:
    defaults = dict(one.complete({}))
    lines = [f"## {one.title}", f"{one.summary} By {one.author}.", f"Name: `{one.name}`. Options:"]
    for option in one.options:
        lines.append(
            f"- `{option.name}`: {option.help} It is {option.allowed(defaults)}; "
            f"{format_value(defaults[option.name])} if it is left out."
        )
    example = game_module(one.name).EXAMPLE
    lines.append(f"Colours: {' and '.join(one.colours)}. Turns look like this: {example}")
    if one.has_setup:
        lines.append("Its start is random: `start` takes a seed.")
    return "\n".join(lines)


def rules(game: str) -> str:
    """The rules of a game, as Markdown, with its diagrams as boards of text.

    Args:
        game: its name, as `games` lists it.

    Raises:
        OptionError: there is no such game.
    """
    return "".join(
        f"{board(read_position(part.text))}\n" if isinstance(part, rulebook.Diagram) else str(part)
        for part in rulebook.parts(rulebook.page(game))
    )


def start(game: str, options: dict[str, Value] | None = None, seed: int | None = None) -> str:
    """The position in which a game begins.

    Args:
        game: its name, as `games` lists it.
        options: those that shall not have their usual values, such as {"size": 4}.
        seed: of a game whose start is drawn; the same seed gives the same start. Without one
            it is drawn, and said.

    Raises:
        OptionError: no such game or option, or a seed for a game that takes none.
    """
    given: Options = dict(options or {})
    chosen = positions.game(game, **given)
    if seed is None and chosen.info.has_setup:
        seed = SystemRandom().randrange(LARGEST_SEED)
    drawn = "" if seed is None else f", with the random start of seed {seed}"
    position = chosen.start(seed=seed)
    return f"{chosen.info.title}: {chosen}{drawn}\n\n{told(position)}"


def legal_turns(position: str, limit: int = 50) -> str:
    """How many whole turns are legal, exactly, and which: all of them, or some drawn at random.

    Args:
        position: its text.
        limit: how many to list at most, 1 to 200.

    Raises:
        OptionError: the limit is out of bounds.
        NotationError: the text is no position.
    """
    if not 1 <= limit <= MOST_LISTED:
        raise OptionError(f"1 to {MOST_LISTED} turns can be listed, not {quoted(limit)}.")
    here = read_position(position)
    count = here.num_turns()
    if count == 0:
        return f"No turn is legal.\n\n{told(here)}"
    turns = _all_turns(here) if count <= limit else None
    if turns is not None and len(turns) == count:
        return f"{counted(count, 'legal turn')}:\n" + "\n".join(turns)
    some = _some_turns(here, min(limit, count))
    return f"{counted(count, 'legal turn')}; {len(some)} of them at random:\n" + "\n".join(some)


def _all_turns(here: Position) -> list[str] | None:
    """One text for each turn, by what it leads to; None where that takes too long to find out."""
    found: dict[Position, str] = {}
    seen = {here}
    ways: list[tuple[Position, tuple[int, ...]]] = [(here, ())]
    while ways:
        before, actions = ways.pop()
        for action in before.legal_actions():
            after = before.apply(action)
            if after in seen:
                continue
            seen.add(after)
            if len(seen) > MOST_LOOKED_AT:
                return None
            if after.is_over or after.turn > here.turn:
                found[after] = here.game.format_turn((*actions, action))
            else:
                ways.append((after, (*actions, action)))
    return sorted(found.values())


def _some_turns(here: Position, number: int) -> list[str]:
    """Different turns; a position gives the same ones each time."""
    random = Random(here.text)
    draws = (here.game.format_turn(here.sample_turn(random)) for _ in range(2 * number))
    return list(dict.fromkeys(draws))[:number]


def play(position: str, turn: str) -> str:
    """Play a whole turn: what it did, and the position after it, or how the game ended.

    Args:
        position: its text.
        turn: all of the turn, as `legal_turns` writes it; its stones may stand in any order.

    Raises:
        NotationError, GameOverError, IllegalActionError: as `Position.play_turn`.
    """
    before = read_position(position)
    after = before.play_turn(turn)
    return f"{done(before, turn)}\n\n{told(after)}"
