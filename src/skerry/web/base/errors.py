"""What a browser can get wrong besides the rules: each with its HTTP status."""

from skerry.errors import SkerryError


class RequestError(SkerryError):
    """A request that cannot be understood."""

    status = 400


class TooLongError(RequestError):
    """More than is read of a request of this kind."""

    status = 413


class MediaTypeError(RequestError):
    """A body in another form than the one asked for."""

    status = 415


class SeatError(RequestError):
    """Acting in a game that belongs to another browser."""

    status = 403


class HelpError(RequestError):
    """Asking for an analysis where none is allowed."""

    status = 403


class UnknownGameError(RequestError):
    """There is no such saved game, or no such turn in it."""

    status = 404


class BrokenGameError(RequestError):
    """A saved game whose record is damaged: it can be downloaded or deleted, nothing else."""

    status = 422


class StaleError(RequestError):
    """The game has gone on, or is not the sender's to act in now."""

    status = 409


class BusyError(RequestError):
    """The engine thinks for as many as it can; ask again in a moment."""

    status = 429


class QuotaError(BusyError):
    """One client asks for more than is taken from one; ask again later."""
