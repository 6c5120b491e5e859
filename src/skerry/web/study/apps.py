"""Studies as a Django app."""

from django.apps import AppConfig


class StudyConfig(AppConfig):
    """Its tables begin with "study"."""

    name = "skerry.web.study"
    label = "study"

    def move_holder(self, old: str, new: str) -> None:
        """See `accounts.holders`."""
        from .storing import holders

        holders.move(old, new)

    def personal_data(self, holder: str) -> dict[str, object]:
        """See `accounts.holders`."""
        from .storing import holders

        return holders.personal_data(holder)

    def forget_holder(self, holder: str) -> None:
        """See `accounts.holders`."""
        from .storing import holders

        holders.forget(holder)
