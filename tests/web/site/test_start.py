"""What the site's requests share is made when it starts, and never before."""

import pkgutil
import threading
from importlib import import_module

from cachetools import Cache

from skerry import web
from skerry.web.lab.views import Drawn
from skerry.web.site.start import make_services
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.turns import UnsavedAnswers


def test_importing_the_site_makes_nothing_that_lasts() -> None:
    shared = tuple(type(one) for one in make_services(Engine()))
    lasting = (*shared, Drawn, UnsavedAnswers, Cache, type(threading.Lock()))
    found = [
        f"{name}.{key}"
        for _, name, _ in pkgutil.walk_packages(web.__path__, "skerry.web.")
        for key, value in vars(import_module(name)).items()
        if isinstance(value, lasting)
    ]
    assert found == []


def test_two_sites_share_nothing() -> None:
    one, other = make_services(Engine()), make_services(Engine())
    assert [type(part) for part in one] == [type(part) for part in other]
    assert not {id(part) for part in one} & {id(part) for part in other}
