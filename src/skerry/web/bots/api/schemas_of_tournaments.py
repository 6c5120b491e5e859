"""What programs get of tournaments, with the words of the API's documentation."""

from typing import Literal

from ninja import Field, Schema

from skerry.tournaments import Outcome
from skerry.web.bots.api.schemas import Value

State = Literal["open", "running", "over", "closed"]


class TournamentListed(Schema):
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


class PairingNow(Schema):
    """Two who meet."""

    first: str = Field(description="Who moves first.")
    second: str
    outcome: Outcome | None = Field(description="null: not known yet.")
    game: str | None = Field(description="Its id; null before it begins.")


class RestNow(Schema):
    """Who plays no game in a round."""

    player: str
    rest: str = Field(description='"given" counts a point, "asked for" half of one, "free" none.')


class RoundNow(Schema):
    """A round that is paired."""

    number: int
    pairings: list[PairingNow]
    resting: list[RestNow]


class RowNow(Schema):
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
