"""Stones, drawn once for each picture and used in every cell; and the marks on them."""

from functools import lru_cache

from skerry.canvas.svg import Ids, Point, classes, polygon, tag

STONE_RADIUS = 16.2


@lru_cache(maxsize=64)
def stone_definitions(ids: Ids, *, two_sided: bool = False) -> str:
    """The stones of both colours and their shadow; `two_sided` discs show the other side's edge."""
    gradients = "".join(
        tag(
            "radialGradient",
            {"id": ids.shared(f"{colour}-body"), "cx": "0.38", "cy": "0.3", "r": "0.78"},
            *(
                tag("stop", {"offset": offset, "class": f"{colour}-stop-{step}"})
                for step, offset in enumerate(("0", "0.45", "1"))
            ),
        )
        for colour in ("white", "black")
    )
    shadow = tag(
        "radialGradient",
        {"id": ids.shared("shadow")},
        tag("stop", {"offset": "0.7", "class": "shadow-stop-0"}),
        tag("stop", {"offset": "1", "class": "shadow-stop-1"}),
    )
    draw = _disc if two_sided else _stone
    return gradients + shadow + draw(ids, "white") + draw(ids, "black")


def _shadow(ids: Ids) -> str:
    return tag("circle", {"cx": 0.6, "cy": 2.0, "r": 18.2, "fill": ids.url("shadow")})


def _stone(ids: Ids, colour: str) -> str:
    body = {"class": f"part-{colour}-body", "r": STONE_RADIUS, "fill": ids.url(f"{colour}-body")}
    ring = tag("circle", {"class": f"part-{colour}-ring", "r": 12.6})
    return tag("g", {"id": ids.shared(f"stone-{colour}")}, _shadow(ids), tag("circle", body), ring)


def _disc(ids: Ids, colour: str) -> str:
    """A flat disc with the other colour beneath, as in the set the game is played with."""
    other = "black" if colour == "white" else "white"
    below = tag("circle", {"class": f"part-{other}-edge", "cy": 1.4, "r": STONE_RADIUS})
    face = {
        "class": f"part-{colour}-body",
        "cy": -0.9,
        "r": STONE_RADIUS - 0.3,
        "fill": ids.url(f"{colour}-body"),
    }
    ring = tag("circle", {"class": f"part-{colour}-ring", "cy": -0.9, "r": 12.4})
    return tag(
        "g", {"id": ids.shared(f"stone-{colour}")}, _shadow(ids), below, tag("circle", face), ring
    )


@lru_cache(maxsize=64)
def ground(shape: tuple[Point, ...], shade: str = "") -> str:
    """The shape of a cell, with the class of its shade."""
    return tag("path", {"class": classes("ground", shade), "d": polygon(shape)})


@lru_cache(maxsize=64)
def pieces(ids: Ids, colours: tuple[str, str], more: str = "") -> str:
    """Both stones and the marks, the same in every cell; data-content says which is seen.

    Args:
        ids: of the picture.
        colours: of the first and the second stone.
        more: marks that lie over the usual ones.
    """
    stones = [
        tag("use", {"class": f"stone stone-{index}", "href": ids.link(f"stone-{colour}")})
        for index, colour in enumerate(colours, start=1)
    ]
    marks = [
        tag("circle", {"class": "dot", "r": 4.6}),
        tag("circle", {"class": "halo", "r": 17.6}),
    ]
    return "".join(stones + marks) + more


PENDING_PARTS = ("case", "line")  # a dashed line on a casing: one of them contrasts with anything
_PENDING_RADIUS = 10.4
_PENDING_SOURCE_RADIUS = 5.8  # of a stone that turns others


@lru_cache(maxsize=2)
def pending_ring(*, is_source: bool) -> str:
    """The mark of a stone whose turn is not played yet; unlike that of the last turn it is open."""
    radius = _PENDING_SOURCE_RADIUS if is_source else _PENDING_RADIUS
    rings = (tag("circle", {"class": f"pending-{part}", "r": radius}) for part in PENDING_PARTS)
    return tag("g", {"class": "pending"}, *rings)
