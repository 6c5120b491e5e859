"""What the site's requests share is made when it starts, and never before."""

import os
import pkgutil
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path

from cachetools import Cache

from skerry import web
from skerry.web.lab.views import Drawn
from skerry.web.site.start import make_services
from skerry.web.thinking.engine import Engine
from skerry.web.thinking.turns import RetriedSaves


def test_importing_the_site_makes_nothing_that_lasts() -> None:
    shared = tuple(type(one) for one in make_services(Engine()))
    lasting = (*shared, Drawn, RetriedSaves, Cache, type(threading.Lock()))
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


def test_nothing_is_imported_that_the_first_page_would_wait_for(tmp_path: Path) -> None:
    """Each takes some tenths of a second, and comes along when somebody asks for what needs it."""
    slow = ("channels_redis", "cryptography", "matplotlib", "ninja", "numba", "polars", "scipy")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, django; from skerry.core.jit import interpret; interpret()\n"
            "django.setup(); import skerry.web.site.run, skerry.web.site.urls\n"
            "import skerry.web.site.start\n"
            f"print([name for name in {slow} if name in sys.modules])",
        ],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "skerry.web.site.settings",
            "SKERRY_DATA_DIR": str(tmp_path),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"
