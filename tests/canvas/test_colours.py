"""Colours mixed, and how well they stand out; what the boards make of it is in tests/draw."""

import pytest

from skerry.canvas.colours import STEPS, Tones, contrast, mix, tone

GREYS = Tones(
    centre=("#f0f0f0", "#c0c0c0"),
    edge=("#808080", "#606060"),
    dark_ink=("#101010", "#000000"),
    light_ink=("#ffffff", "#ffffff"),
)


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


def test_a_mix_ends_in_its_colours_and_grey_stays_grey() -> None:
    assert mix("#dcebb4", "#5f9d5f", 0.0) == "#dcebb4"
    assert mix("#dcebb4", "#5f9d5f", 1.0) == "#5f9d5f"
    middle = mix("#000000", "#ffffff", 0.5)
    assert middle[1:3] == middle[3:5] == middle[5:7]
    assert middle == "#636363"  # half of Oklab's lightness


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_are_legible_on_every_shade(dark: bool) -> None:
    shades, inks = GREYS.shades(dark=dark), GREYS.inks(dark=dark)
    assert (shades[0], shades[-1]) == (GREYS.centre[dark], GREYS.edge[dark])
    assert len(shades) == len(inks) == STEPS
    assert min(contrast(*pair) for pair in zip(shades, inks, strict=True)) >= 4.5


def test_all_tones_have_names_with_both_themes() -> None:
    named = GREYS.named("grey")
    assert named["grey-edge"] == GREYS.edge
    assert named["grey-tone-12"] == GREYS.edge
    assert named["grey-ink-0"] == (GREYS.inks(dark=False)[0], GREYS.inks(dark=True)[0])
    assert len(named) == 4 + 2 * STEPS


def test_the_first_ring_has_the_first_shade_and_the_last_one_the_last() -> None:
    for rings in range(1, 14):
        found = [tone(ring, rings) for ring in range(1, rings + 1)]
        assert found == sorted(set(found))
        assert found[0] == 0
        assert rings == 1 or found[-1] == STEPS - 1
