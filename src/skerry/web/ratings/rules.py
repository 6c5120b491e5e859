"""Which games are rated: all of it is here, and told to people in docs/ratings.md."""

from skerry.positions import Game
from skerry.sessions import TimeControl
from skerry.web.accounts.models import Player
from skerry.web.base.seats import ACCOUNT
from skerry.web.play.models import DRAWN, SavedGame

NOT_ASKED = (
    "A bot plays rated games only with who has asked it for one; it can accept this challenge only "
    "from another bot."
)


def is_preset(game: Game) -> bool:
    """Whether a game is played on a board that its form offers by one click, all else as usual."""
    options = dict(game.options)
    complete = game.info.complete
    return any(options == dict(complete(dict(one.options))) for one in game.info.presets)


def why_not_rated(game: Game, control: TimeControl | None, seed: int | None) -> str:
    """Why a game that is asked for cannot be rated, in a sentence; "": it can."""
    if control is None:
        return (
            "A rated game needs a clock, since it could go on for ever without one; choose a time."
        )
    if not is_preset(game):
        names = ", ".join(preset.name for preset in game.info.presets)
        return (
            "Rated games are played with the usual options, so that ratings can be compared: "
            f"choose one of the boards {names}, and change nothing else."
        )
    if seed is not None:
        return "The start of a rated game is drawn when it begins; leave the seed empty."
    return ""


def why_no_rated_games_for(player: Player | None) -> str:
    """Why somebody cannot play rated games, in a sentence; "": they can."""
    if player is None or player.user_id is None:
        return (
            "Rated games need an account, since whoever clears a browser is another guest; "
            "sign in or sign up, or play without ratings."
        )
    return ""


def counts(saved: SavedGame) -> bool:
    """Whether a game that has ended is rated: it was meant to be, and has come to something."""
    is_over = saved.winner is not None and not saved.is_aborted
    seats = {saved.first_seat or "", saved.second_seat or ""}
    of_two_accounts = len(seats) == 2 and all(one.startswith(ACCOUNT) for one in seats)
    return saved.is_rated and is_over and of_two_accounts and saved.both_have_played


def score_of(winner: int) -> float:
    """The points of person 0 by the winner's column of a game."""
    return 0.5 if winner == DRAWN else float(winner == 0)
