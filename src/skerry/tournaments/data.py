"""Tournaments and ladders as plain JSON data, both ways: how a site keeps them."""

from dataclasses import asdict, fields
from typing import Any

from skerry.errors import SkerryError, quoted
from skerry.tournaments.ladder import Challenge, Ladder, LadderRules, Rung
from skerry.tournaments.tournament import (
    Entrant,
    Outcome,
    Pairing,
    Rest,
    Resting,
    Round,
    System,
    TieBreak,
    Tournament,
    TournamentError,
)

Data = dict[str, Any]

VERSION = 1  # of these data


def tournament_to_data(tournament: Tournament) -> Data:
    """A tournament with everything that was played."""
    return {
        "version": VERSION,
        "system": tournament.system.value,
        "num_rounds": tournament.num_rounds,
        "tie_breaks": [kind.value for kind in tournament.tie_breaks],
        "entrants": [{**asdict(one), "rests": [*one.rests]} for one in tournament.entrants],
        "rounds": [_round_to_data(one) for one in tournament.rounds],
    }


def tournament_from_data(data: Data) -> Tournament:
    """The tournament that `tournament_to_data` wrote. Raises TournamentError: damaged data."""
    _check_version(data)
    try:
        return Tournament(
            System(data["system"]),
            tuple(_entrant_from_data(one) for one in data["entrants"]),
            _whole(data["num_rounds"]),
            tuple(TieBreak(kind) for kind in data["tie_breaks"]),
            tuple(_round_from_data(one) for one in data["rounds"]),
        )
    except (KeyError, TypeError, ValueError, SkerryError) as error:
        raise TournamentError(f"The tournament is damaged: {error}") from error


def ladder_to_data(ladder: Ladder) -> Data:
    """A ladder with its challenges."""
    return {
        "version": VERSION,
        "rules": asdict(ladder.rules),
        "rungs": [asdict(rung) for rung in ladder.rungs],
        "challenges": [asdict(challenge) for challenge in ladder.challenges],
    }


def ladder_from_data(data: Data) -> Ladder:
    """The ladder that `ladder_to_data` wrote. Raises TournamentError: damaged data."""
    _check_version(data)
    try:
        ladder = Ladder(
            tuple(Rung(**one) for one in data["rungs"]),
            tuple(Challenge(**one) for one in data["challenges"]),
            LadderRules(**data["rules"]),
        )
        challenged = [player for one in ladder.challenges for player in one.players]
        for names, what in ((ladder.players, "rung"), (challenged, "challenge")):
            if len({*names}) < len(names):
                raise TournamentError(f"somebody has more than one {what}.")
        if not {*challenged} <= {*ladder.players}:
            raise TournamentError("somebody in a challenge stands on no rung.")
    except (KeyError, TypeError, SkerryError) as error:
        raise TournamentError(f"The ladder is damaged: {error}") from error
    return ladder


def _check_version(data: object) -> None:
    if not isinstance(data, dict) or data.get("version") != VERSION:
        found = data.get("version") if isinstance(data, dict) else data
        raise TournamentError(
            f"These are data of version {quoted(found)}; this Skerry reads version {VERSION}."
        )


def _entrant_from_data(data: Data) -> Entrant:
    if data.keys() != {field.name for field in fields(Entrant)}:
        raise TournamentError(f"an entrant has {', '.join(map(str, data))}.")
    rests = tuple(_whole(number) for number in data["rests"])
    return Entrant(str(data["player"]), float(data["rating"]), rests, bool(data["is_withdrawn"]))


def _round_to_data(round_: Round) -> Data:
    return {
        "pairings": [
            [one.first, one.second, None if one.outcome is None else one.outcome.value]
            for one in round_.pairings
        ],
        "resting": [[player, rest.value] for player, rest in round_.resting],
    }


def _round_from_data(data: Data) -> Round:
    return Round(
        tuple(
            Pairing(first, second, None if outcome is None else Outcome(outcome))
            for first, second, outcome in data["pairings"]
        ),
        tuple(Resting(player, Rest(rest)) for player, rest in data["resting"]),
    )


def _whole(number: object) -> int:
    if not isinstance(number, int):
        raise TournamentError(f"{quoted(number)} is no whole number.")
    return number
