"""What SGF calls the things of a record: colours, and properties of our own."""

from skerry.positions import Game, Position

COLOURS = ("B", "W")  # properties of turns; PB, PW and RE speak of them

# Properties of our own; the letters SK are for Skerry.
GAME = "SKGAME"  # name and options, as a position's text has them
RULES = "SKRULES"  # version of the rules
SETUP = "SKSETUP"  # what lies on each cell of a start that is drawn, such as c1:lc
START = "SKSTART"  # a position at which the game began, as text
COMPUTER = {letter: f"SKP{letter}" for letter in COLOURS}  # a person who is one: its level
EVALUATION = "SKEVAL"  # of the position, as a record has it
DEPTH = "SKDEPTH"  # of a turn: how many variations deep it stands among those in its place

# How a game ended beside the rules, as RE has it.
LOSSES = {"R": "resignation", "T": "time", "F": "forfeit"}


def person_letters(game: Game) -> tuple[str, str]:
    """B or W for person 0 and for person 1, by the colours with which they begin."""
    return ("B", "W") if game.info.tones[0] == "black" else ("W", "B")


def letter_to_act(position: Position) -> str:
    """B or W for the colour that acts, or for the person where there are no colours yet.

    The game must not be over.
    """
    index = position.colour_index
    person = position.player or 0
    return person_letters(position.game)[person if index is None else index - 1]
