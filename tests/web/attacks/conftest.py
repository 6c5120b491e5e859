"""Who attacks: somebody like any other."""

from tests.web.accounts.conftest import no_guesses_yet, person, user

__all__ = ["no_guesses_yet", "person", "user"]
