"""What all requests share: made once when the site starts, and found here by its class."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

from django.apps import apps

if TYPE_CHECKING:
    from skerry.web.base.apps import BaseConfig

Kind = TypeVar("Kind")


@dataclass(frozen=True)
class Services:
    """One of each class; a later one takes the place of an earlier one of its class.

    An object may stand for one of another class, which it names by `stands_for`: what is called by
    it is done in another process.
    """

    in_order: tuple[object, ...] = ()

    def find(self, kind: type[Kind]) -> Kind:
        """The one of a class. Raises LookupError: there is none."""
        for one in reversed(self.in_order):
            if isinstance(one, kind) or getattr(one, "stands_for", None) is kind:
                return cast("Kind", one)
        raise LookupError(f"The site was started without {kind.__name__}.")


def provide(*services: object) -> None:
    """Let all requests share these from now on, and nothing else."""
    _config().services = Services(services)


def service(kind: type[Kind]) -> Kind:
    """What the site's requests share of a class. Raises LookupError: none was provided."""
    return _config().services.find(kind)


def _config() -> "BaseConfig":
    """Where Django keeps them as long as the site lives."""
    return cast("BaseConfig", apps.get_app_config("base"))
