"""What programs send and get, with the words of the API's documentation."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from skerry.tournaments import Outcome
from skerry.web.base.bodies import AtVersion, Sent, TurnId, TurnText
from skerry.web.play.models import LONGEST_NAME

Value = bool | int | float | str


class Problem(BaseModel):
    """Why nothing was done."""

    error: str = Field(description="A sentence.")


class Account(BaseModel):
    """For whom a token acts."""

    name: str
    is_bot: bool = Field(description="Whether others see that a program plays.")
    url: str = Field(description="The page of its games.")


class OptionAbout(BaseModel):
    """One option of a game."""

    name: str
    kind: Literal["integer", "half", "switch", "choice"] = Field(
        description='"half": a multiple of 0.5.'
    )
    default: Value
    allowed: str = Field(description="In words.")
    about: str


class GameAbout(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    author: str
    summary: str
    colours: list[str] = Field(description="The one that moves first comes first.")
    options: list[OptionAbout]


class Person(BaseModel):
    """Who plays."""

    name: str
    kind: Literal["human", "computer"]
    level: str | None = Field(description="Of a computer of this site.")


class TimeLeft(BaseModel):
    """Of one person."""

    seconds: float
    periods: int = Field(description="Of byo-yomi, that are left.")


class Clocks(BaseModel):
    """The clocks, at the moment of the answer."""

    words: str = Field(description="The time control.")
    control: dict[str, Value] = Field(description="The same: its kind and its numbers.")
    running: int | None = Field(description="Whose clock runs, 0 or 1.")
    left: list[TimeLeft] = Field(description="Of person 0 and person 1.")
    away: list[bool] = Field(description="Who is on vacation.")


class Offers(BaseModel):
    """The offers that stand, each by the person who makes it."""

    draw: int | None
    take_back: int | None
    rematch: int | None


class Result(BaseModel):
    """How a game has ended."""

    winner: int | None = Field(description="Person 0 or 1; null: a draw.")
    reason: str


class GameNow(BaseModel):
    """A game, as it is."""

    id: str
    url: str = Field(description="Its page.")
    version: int = Field(description="Counts its changes; acts name the one they answer.")
    game: str
    options: dict[str, Value]
    start: str = Field(description="The position it began with, as a line of text.")
    turns: list[str] = Field(description="Whole turns, the stones of each separated by commas.")
    position: str = Field(description="The position after them.")
    persons: list[Person] = Field(description="Person 0, who moves first, and person 1.")
    you: int | None = Field(description="Which person the token acts for; null: it watches.")
    to_act: int | None = Field(description="Whose turn it is; null: the game is over.")
    your_turn: bool
    over: bool
    called_off: bool = Field(description="Ended before both had played, without a result.")
    result: Result | None
    clock: Clocks | None = Field(description="null: nobody looks at the time.")
    offers: Offers
    may_offer_draw: bool = Field(description="Never in a game that always has a winner.")
    may_ask_back: bool
    may_abort: bool
    next_game: str | None = Field(description="The id of the rematch that has begun.")


class GameListed(BaseModel):
    """A game of a list."""

    id: str
    version: int
    game: str
    your_turn: bool
    over: bool


class Actions(BaseModel):
    """What can be played next within a turn."""

    version: int
    begun: list[str] = Field(description="What was given as chosen already.")
    actions: list[str] = Field(
        description="Each may come next, and a whole legal turn can be made from there."
    )
    complete: bool = Field(description="Whether what has begun is a whole turn, as it stands.")


class TurnSent(AtVersion):
    """A whole turn."""

    turn: TurnText = Field(description="Its actions, separated by commas, in any order.")
    id: TurnId | None = Field(
        None, description="A name of your own: sent again with it, the turn is played once."
    )


class ChallengeSent(Sent):
    """A game that is asked for."""

    game: Annotated[str, Field(max_length=40)]
    options: dict[str, Value] = Field({}, description="Those left out are at their defaults.")
    side: Literal["first", "second", "random"] = "random"
    time: Annotated[str, Field(max_length=60)] = Field(
        "no-clock", description="A clock, by a name of the list at `times`."
    )
    rated: bool = Field(False, description="Whether it changes ratings.")
    listed: bool = Field(False, description="Whether the lobby shows it to everybody.")
    to: Annotated[str, Field(max_length=60)] | None = Field(
        None, description="The name of who alone may accept it."
    )
    seed: Annotated[int, Field(ge=0, le=2**53)] | None = Field(
        None, description="Of a start that is drawn; null: any."
    )


class Challenge(BaseModel):
    """A game that somebody asks for."""

    id: str
    url: str = Field(description="The link for whom it is meant.")
    by: Annotated[str, Field(max_length=LONGEST_NAME)]
    game: str
    options: dict[str, Value]
    side: str = Field(description="Of who asks.")
    time: str = Field(description="The clock, in words.")
    rated: bool
    to: str | None = Field(description="Who alone may accept it.")
    open: bool = Field(description="Whether it can still be accepted.")
    yours: bool
    begun: str | None = Field(description="The id of its game, for who plays in it.")


class TimeAbout(BaseModel):
    """A clock that a challenge can have."""

    value: str
    words: str


class Begun(BaseModel):
    """The game that has begun."""

    id: str
    url: str


State = Literal["open", "running", "over", "closed"]


class TournamentListed(BaseModel):
    """A tournament of a list."""

    id: str
    url: str = Field(description="Its page.")
    name: str
    by: str = Field(description="Who made it.")
    game: str
    options: dict[str, Value]
    time: str = Field(description="The clock, in words.")
    system: Literal["swiss", "round robin"]
    rated: bool
    bots: bool = Field(description="Whether bots may enter.")
    state: State = Field(description='"closed": ended before its last round.')
    players: int = Field(description="How many have entered.")
    entered: bool = Field(description="Whether the token's account takes part.")
    why_not: str | None = Field(description="Why it cannot enter, in a sentence; null: it can.")


class PairingNow(BaseModel):
    """Two who meet."""

    first: str = Field(description="Who moves first.")
    second: str
    outcome: Outcome | None = Field(description="null: not known yet.")
    game: str | None = Field(description="Its id; null before it begins.")


class RestNow(BaseModel):
    """Who plays no game in a round."""

    player: str
    rest: str = Field(description='"given" counts a point, "asked for" half of one, "free" none.')


class RoundNow(BaseModel):
    """A round that is paired."""

    number: int
    pairings: list[PairingNow]
    resting: list[RestNow]


class RowNow(BaseModel):
    """A line of the table."""

    place: int
    player: str
    points: float
    tie_breaks: list[float | None] = Field(description="null: it could not be asked.")
    wins: int
    draws: int
    losses: int
    has_left: bool


class TournamentNow(TournamentListed):
    """A tournament as it is."""

    version: int = Field(description="Counts its changes.")
    your_game: str | None = Field(description="The id of your game that goes on, if there is one.")
    entrants: list[str] = Field(description="Who has entered, before it starts.")
    num_rounds: int = Field(description="0 before it starts.")
    rounds: list[RoundNow]
    tie_breaks: list[str] = Field(description="What the numbers of the table mean.")
    table: list[RowNow] = Field(description="The best first.")
