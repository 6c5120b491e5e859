"""What can go wrong with a study besides the rules of the games."""

from skerry.errors import SkerryError


class StudyError(SkerryError):
    """An edit that means nothing: no such chapter or position, or more than a study holds."""


class ConflictError(StudyError):
    """An edit of something that was changed meanwhile, as by another window.

    Args:
        sentence: what has become of it.
        now: its value, where the edit would have replaced it.
    """

    def __init__(self, sentence: str, now: object = None) -> None:
        super().__init__(sentence)
        self.now = now
