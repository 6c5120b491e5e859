"""Elements of SVG: short numbers, everything escaped."""

from skerry.canvas.svg import Ids, classes, escape, number, polygon, tag


def test_numbers_are_short_and_escapes_complete() -> None:
    assert [number(x) for x in (1.0, -0.001, 2.345678, -10.5)] == ["1", "0", "2.35", "-10.5"]
    assert escape("<&>\"'") == "&lt;&amp;&gt;&quot;&#39;"


def test_an_element_has_the_attributes_that_are_given() -> None:
    assert tag("g", {"id": None, "class": classes("a", "", "b")}) == '<g class="a b"/>'
    assert tag("text", {"x": 0.5, "title": '"'}, "A") == '<text x="0.5" title="&quot;">A</text>'
    assert polygon([(0.0, 1.0), (2.0, 3.456)]) == "M0 1L2 3.46Z"


def test_pictures_with_different_prefixes_share_no_id() -> None:
    one, two = Ids("one-", "spry"), Ids("two-", "spry")
    assert one.id_for("cell-a1") == "one-cell-a1"
    assert {one.id_for("a"), one.shared("a")}.isdisjoint({two.id_for("a"), two.shared("a")})
    assert one.url("wood") == f"url({one.link('wood')})" == f"url(#{one.shared('wood')})"
