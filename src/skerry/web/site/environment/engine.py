"""Where the engine of the site is: in its own process, in one apart, or on a Ray cluster."""

from importlib.util import find_spec

from skerry.errors import OptionError
from skerry.web.site.environment import storage, variables
from skerry.web.thinking.apart.address import SCHEMES, Address, parse

ENGINE_URL = "SKERRY_ENGINE_URL"
RAY_ADDRESS = "SKERRY_RAY_ADDRESS"


def address() -> Address | None:
    """Where the engine is that all processes of the site ask; None: each has one of its own.

    Raises:
        OptionError: that is no address; or what it plays could not be told to the site's pages,
            or not in secret, as a package is missing.
    """
    url = variables.address(ENGINE_URL, SCHEMES)
    if url is None:
        return None
    found = parse(url)
    if not variables.text(storage.REDIS_URL):
        raise OptionError(
            f"An engine that is apart tells of its turns by Redis: set {storage.REDIS_URL}."
        )
    storage.require("cryptography", ENGINE_URL)
    return found


def ray_address() -> str:
    """Of the Ray cluster whose machines think; "" for none.

    Raises:
        OptionError: Ray is not installed.
    """
    found = variables.text(RAY_ADDRESS)
    if found and find_spec("ray") is None:
        raise OptionError(
            f"{RAY_ADDRESS} needs Ray: install Skerry with its extra `cluster`, here and on the "
            "machines of the cluster."
        )
    return found
