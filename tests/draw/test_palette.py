import re

import pytest

from skerry.canvas import colours as shared
from skerry.canvas import looks
from skerry.canvas.colours import STEPS, Tones, linear
from skerry.canvas.looks import LOOKS, OWN
from skerry.draw import stylesheet
from skerry.draw.board import colours, look_rules
from skerry.games.catalogue import GAMES
from skerry.games.contract import game_module

COLOURS = colours()
STONES = ("white", "black")
TONES: dict[str, Tones] = {
    info.name: tones for info in GAMES if (tones := game_module(info.name).TONES) is not None
}
GROUNDS = {  # of games without tones: colours that say so by their names
    info.name: tuple(name for name in game_module(info.name).COLOURS if "-ground" in name)
    for info in GAMES
    if info.name not in TONES
}


SWATCHES = {"white-swatch", "black-swatch", "swatch-rim"}  # outside of boards


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    """WCAG 2.2's contrast ratio, 1 to 21."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


in_each_look = pytest.mark.parametrize("look", looks.COLOURS)
in_each_theme = pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])


def shades(game: str, kind: str, look: str, dark: bool) -> list[str]:
    """The tones of a game's rings, from the centre to the edge, or the inks on them."""
    return [colours(look)[f"{game}-{kind}-{step}"][dark] for step in range(STEPS)]


def grounds(look: str, dark: bool) -> list[str]:
    found = [colours(look)[name][dark] for names in GROUNDS.values() for name in names]
    return found + [shade for game in TONES for shade in shades(game, "tone", look, dark)]


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@in_each_look
@in_each_theme
@pytest.mark.parametrize("stone", STONES)
def test_stones_stand_out_from_every_ground_by_body_or_rim(
    stone: str, look: str, dark: bool
) -> None:
    for ground in grounds(look, dark):
        parts = (colours(look)[f"{stone}-1"][dark], colours(look)[f"{stone}-rim"][dark])
        assert max(contrast(part, ground) for part in parts) >= 3


@in_each_look
@in_each_theme
def test_marks_stand_out_from_what_they_lie_on(look: str, dark: bool) -> None:
    def of(name: str) -> str:
        return colours(look)[name][dark]

    pairs = [
        *((of("accent"), of(f"{stone}-1")) for stone in STONES),
        *((of("kitaran-lock"), of(ground)) for ground in GROUNDS["kitaran"]),
        *((of(f"arc-{arc}-mark"), of(f"arc-{arc}")) for arc in ("yellow", "blue", "red")),
        *((of(f"{game}-label"), of(f"{game}-slab")) for game in ("sytran", "byg")),
        (of("kitaran-label"), of("kitaran-frame")),
        (of("gold"), of("gold-edge")),
        (of("focus"), of("focus-edge")),
        (of("accent"), of("accent-case")),  # on a casing it is seen on anything
        (of("light-cut"), of("light-tile")),
        (of("dark-cut"), of("dark-tile")),
        (of("light-side"), of("light-tile")),
        (of("light-tower-rim"), of("light-tile")),
        (of("light-tower"), of("dark-tile")),
        (of("dark-tower-rim"), of("dark-tile")),
        (of("dark-tower-far"), of("light-tile")),
        (of("light-tile"), of("dark-tile")),
        *((of("byg-black"), of(ground)) for ground in GROUNDS["byg"]),
        (of("byg-white"), of("byg-white-edge")),
    ]
    assert [pair for pair in pairs if contrast(*pair) < 3] == []


@in_each_look
@in_each_theme
def test_coordinates_can_be_read(look: str, dark: bool) -> None:
    written = {f"{game}-label": f"{game}-slab" for game in ("sytran", "byg")}
    written |= {"kitaran-label": "kitaran-frame", "sea-label": "sea"}
    written |= {f"arc-{arc}-mark": f"arc-{arc}" for arc in ("yellow", "red")}
    for label, ground in written.items():
        assert contrast(colours(look)[label][dark], colours(look)[ground][dark]) >= 4.5, label


@pytest.mark.parametrize("game", TONES)
@in_each_look
@in_each_theme
def test_the_numbers_of_the_rings_can_be_read(game: str, look: str, dark: bool) -> None:
    inks, tones = (shades(game, kind, look, dark) for kind in ("ink", "tone"))
    pairs = list(zip(inks, tones, strict=True))
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []
    css = stylesheet()
    for step in range(STEPS):
        assert f".board-{game} .tone-{step}~.number{{fill:var(--{game}-ink-{step})}}" in css
    assert not re.search(r"\.number \{[^}]*(opacity|fill)", css)


@pytest.mark.parametrize("game", TONES)
@in_each_look
@in_each_theme
def test_rings_darken_evenly_from_the_centre_to_the_edge(game: str, look: str, dark: bool) -> None:
    tones = shades(game, "tone", look, dark)
    ends = (colours(look)[f"{game}-centre"][dark], colours(look)[f"{game}-edge"][dark])
    assert (tones[0], tones[-1]) == ends
    lights = [luminance(tone) for tone in tones]
    assert lights == sorted(lights, reverse=True)
    assert len(set(tones)) == STEPS


def test_no_game_changes_a_colour_that_others_use() -> None:
    named = [name for info in GAMES for name in game_module(info.name).COLOURS]
    assert len(set(named)) == len(named)
    assert set(named).isdisjoint(shared.COLOURS)
    assert set(COLOURS) == {*named, *shared.COLOURS}
    for info in GAMES:
        view = game_module(info.name)
        assert view.LOOKS.keys() == looks.COLOURS.keys() - {OWN}
        for changed in view.LOOKS.values():
            assert changed.keys() <= view.COLOURS.keys()
    assert all(changed.keys() <= shared.COLOURS.keys() for changed in looks.COLOURS.values())


def test_every_variable_that_the_style_uses_has_a_colour_and_every_colour_is_used() -> None:
    css = stylesheet() + look_rules()
    used = set(re.findall(r"var\(--([\w-]+)\)", css)) - {"quick", "slow"} - SWATCHES
    defined = set(re.findall(r"--([\w-]+):#", css))
    assert used <= defined
    ends = {
        f"{game}-{end}" for game in TONES for end in ("centre", "edge", "ink-dark", "ink-light")
    }
    assert defined - used <= ends


def test_the_style_has_balanced_braces_both_themes_and_all_looks() -> None:
    css = stylesheet() + look_rules()
    assert css.count("{") == css.count("}")
    assert '[data-theme="dark"] .board' in css
    assert "prefers-color-scheme: dark" in css
    for look in LOOKS.keys() - {OWN}:
        assert f'[data-board="{look}"] .board{{' in css
        assert f'[data-board="{look}"][data-theme="dark"] .board{{' in css
    assert "prefers-reduced-motion: reduce" in css
    assert "</" not in css  # it is put into <style>
    assert "&" not in css
    assert "<" not in css
