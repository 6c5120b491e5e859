"""Ladder: an order without end, in which one climbs by challenging those above.

Who wins a challenge takes the other one's rung, and those between go down by one. Moments are
seconds since the epoch, passed in; nothing here reads a clock.
"""

from dataclasses import dataclass, replace

from skerry.core.numbers import as_integer, as_number
from skerry.errors import quoted
from skerry.tournaments.tournament import TournamentError

DAY_SECONDS = 86_400.0
_DAYS = ("answer_days", "rematch_days", "idle_days")
_LEAST_RUNGS = {"reach": 1, "idle_fall": 0}


@dataclass(frozen=True)
class LadderRules:
    """What a club may choose.

    Raises:
        TournamentError: a number that is too low; a fall may be 0, all others not.
    """

    reach: int = 3  # rungs up to the highest whom one may challenge
    answer_days: float = 3.0  # to accept a challenge, else the rung is lost
    rematch_days: float = 7.0  # to challenge the opponent of one's last game again
    idle_days: float = 28.0  # without a game, until one falls
    idle_fall: int = 3  # rungs, each time

    def __post_init__(self) -> None:
        days = {name: as_number(getattr(self, name)) for name in _DAYS}
        rungs = {name: as_integer(getattr(self, name)) for name in _LEAST_RUNGS}
        if any(one is None or one <= 0 for one in days.values()) or any(
            one is None or one < _LEAST_RUNGS[name] for name, one in rungs.items()
        ):
            raise TournamentError(
                "The rules of a ladder need a reach of at least 1 rung, times above 0 days, and a "
                "fall of 0 rungs or more."
            )
        for name, number in {**days, **rungs}.items():
            object.__setattr__(self, name, number)


@dataclass(frozen=True)
class Rung:
    """A player's place, and what matters for the next challenge."""

    player: str
    active: float  # the moment of the last game, of joining, or of falling for want of games
    balance: int = 0  # how many games more one began than the other one did
    rival: str = ""  # with whom the last game was
    played: float | None = None  # when it ended; None: there was none


@dataclass(frozen=True)
class Challenge:
    """A challenge that is not decided."""

    challenger: str
    challenged: str
    moment: float  # when it was made
    first: str  # which of them begins the game
    is_accepted: bool = False

    @property
    def players(self) -> tuple[str, str]:
        """Both."""
        return self.challenger, self.challenged

    def other(self, player: str) -> str:
        """Whom one of the two meets."""
        return self.challenged if player == self.challenger else self.challenger


@dataclass(frozen=True)
class Ladder:
    """A ladder: a value, every change gives a new one."""

    rungs: tuple[Rung, ...] = ()  # the highest first
    challenges: tuple[Challenge, ...] = ()
    rules: LadderRules = LadderRules()

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody, the highest first."""
        return tuple(rung.player for rung in self.rungs)

    def place(self, player: str) -> int:
        """A player's index, 0 being the highest. Raises TournamentError: who is not there."""
        if player not in self.players:
            raise TournamentError(f"{quoted(player)} is not on this ladder.")
        return self.players.index(player)

    def join(self, player: str, now: float) -> "Ladder":
        """The ladder with one more at its foot. Raises TournamentError: who is on it already."""
        if player in self.players:
            raise TournamentError(f"{quoted(player)} is on this ladder already.")
        return replace(self, rungs=(*self.rungs, Rung(player, now)))

    def leave(self, player: str) -> "Ladder":
        """The ladder without a player and their challenge. Raises TournamentError: as `place`."""
        self.place(player)
        return replace(
            self,
            rungs=tuple(rung for rung in self.rungs if rung.player != player),
            challenges=tuple(one for one in self.challenges if player not in one.players),
        )

    def why_not(self, challenger: str, challenged: str, now: float) -> str:
        """Why one may not challenge another now, as a sentence; "" where one may.

        Raises:
            TournamentError: as `place`.
        """
        distance = self.place(challenger) - self.place(challenged)
        if not 1 <= distance <= self.rules.reach:
            return f"You can challenge players 1 to {self.rules.reach} rungs above you."
        for player, who in ((challenger, "You have"), (challenged, "The other player has")):
            if self.challenge_of(player) is not None:
                return f"{who} an unfinished challenge; everyone can have one at a time."
        rung = self.rungs[self.place(challenger)]
        wait = self.rules.rematch_days * DAY_SECONDS
        if rung.rival == challenged and rung.played is not None and now - rung.played < wait:
            return (
                f"You two have just played; challenge somebody else, or wait "
                f"{self.rules.rematch_days:g} days."
            )
        return ""

    def challenge_of(self, player: str) -> Challenge | None:
        """The challenge in which a player is, None: there is none."""
        return next((one for one in self.challenges if player in one.players), None)

    def challenge(self, challenger: str, challenged: str, now: float) -> "Ladder":
        """The ladder with a challenge. Raises TournamentError: `why_not` has a sentence for it."""
        if reason := self.why_not(challenger, challenged, now):
            raise TournamentError(reason)
        above, below = self.rungs[self.place(challenged)], self.rungs[self.place(challenger)]
        first = challenger if below.balance < above.balance else challenged
        made = Challenge(challenger, challenged, now, first)
        return replace(self, challenges=(*self.challenges, made))

    def accept(self, challenged: str) -> "Ladder":
        """The ladder after a challenge was accepted: the game begins.

        Raises:
            TournamentError: the player has not been challenged, or has accepted already.
        """
        found = self.challenge_of(challenged)
        if found is None or found.challenged != challenged or found.is_accepted:
            raise TournamentError(f"{quoted(challenged)} has no challenge to accept.")
        accepted = replace(found, is_accepted=True)
        changed = [accepted if one == found else one for one in self.challenges]
        return replace(self, challenges=tuple(changed))

    def report(self, challenger: str, winner: str | None, now: float) -> "Ladder":
        """The ladder after a challenge was decided, by a game or because somebody did not come.

        `winner` None is a draw, which changes no rung.

        Raises:
            TournamentError: there is no such challenge, or the winner is not in it.
        """
        found = self.challenge_of(challenger)
        if found is None or found.challenger != challenger:
            raise TournamentError(f"{quoted(challenger)} has made no challenge.")
        if winner is not None and winner not in found.players:
            raise TournamentError(f"{quoted(winner)} is not in this challenge, so cannot win it.")
        rungs = [_after(rung, found, winner, now) for rung in self.rungs]
        one, other = self.place(challenger), self.place(found.challenged)
        if winner == challenger and one > other:
            rungs.insert(other, rungs.pop(one))
        rest = tuple(challenge for challenge in self.challenges if challenge != found)
        return replace(self, rungs=tuple(rungs), challenges=rest)

    def settle(self, now: float) -> "Ladder":
        """The ladder after what time alone decides: challenges not answered, players without games.

        Whoever did not answer in time has lost the challenge. Whoever has had no game for so many
        days falls, once for each time that they have passed; nobody falls during a challenge.
        Calling this twice changes nothing more.
        """
        ladder = self
        deadline = now - self.rules.answer_days * DAY_SECONDS
        for one in self.challenges:
            if not one.is_accepted and one.moment <= deadline:
                ladder = ladder.report(one.challenger, one.challenger, now)
        idle, heights, rungs = self.rules.idle_days * DAY_SECONDS, [], []
        for index, rung in enumerate(ladder.rungs):
            times = max(0, int((now - rung.active) // idle))
            if ladder.challenge_of(rung.player) is not None:
                times = 0
            rungs.append(replace(rung, active=rung.active + times * idle))
            # Halves, so that who falls comes after those on the rung that they fall to.
            heights.append(index + times * self.rules.idle_fall + (0.5 if times else 0.0))
        order = sorted(range(len(rungs)), key=heights.__getitem__)
        return replace(ladder, rungs=tuple(rungs[index] for index in order))


def _after(rung: Rung, decided: Challenge, winner: str | None, now: float) -> Rung:
    """A rung after a challenge; where it stands does not change here."""
    if rung.player not in decided.players:
        return rung
    if not decided.is_accepted:  # there was no game, so only the winner has done something
        return replace(rung, active=now) if rung.player == winner else rung
    rival = decided.other(rung.player)
    gained = 1 if rung.player == decided.first else -1
    return replace(rung, active=now, balance=rung.balance + gained, rival=rival, played=now)
