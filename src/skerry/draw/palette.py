"""Every colour of the boards, for the light theme and for the dark one."""

from collections.abc import Iterator

LEGIBLE = 5.0  # contrast of a number with its cell; 4.5 is what small text needs
STEPS = 13  # shades between a board's centre and its edge; no board has more rings

# name: (light theme, dark theme)
COLOURS: dict[str, tuple[str, str]] = {
    # Stones: where the light falls, the body, the far side, the rim.
    "white-0": ("#ffffff", "#fbfaf6"),
    "white-1": ("#f6f3ec", "#eceae3"),
    "white-2": ("#d2ccbf", "#c2bdb1"),
    "white-rim": ("#3d372d", "#38332b"),
    "white-ring": ("#b0a999", "#a29c8e"),
    "black-0": ("#6d7178", "#63676e"),
    "black-1": ("#2c2f34", "#23262a"),
    "black-2": ("#111214", "#0b0c0e"),
    "black-rim": ("#08090a", "#050506"),
    "accent": ("#d6450c", "#d6450c"),  # last turn, and on a casing the turn not played yet
    "accent-case": ("#ffffff", "#ffffff"),
    "hint": ("#0b0d10", "#0b0d10"),  # cells that can be played, where a reader wants them shown
    "focus": ("#ffffff", "#ffffff"),
    "focus-edge": ("#10243a", "#08121d"),
    "advice": ("#14507f", "#14507f"),  # turns that an analysis proposes
    "on-advice": ("#ffffff", "#ffffff"),
    "gold": ("#ffd75e", "#ffd75e"),  # the connection that won
    "gold-edge": ("#4a3500", "#2d2000"),
    # Sytran: double rings from light to dark.
    "sytran-centre": ("#efede8", "#b9b8b4"),
    "sytran-edge": ("#85858a", "#65666b"),
    "sytran-ink-dark": ("#1a1b1e", "#08090a"),
    "sytran-ink-light": ("#ffffff", "#ffffff"),
    "sytran-slab": ("#4a4b50", "#303236"),
    "sytran-line": ("#4a4b50", "#303236"),
    "sytran-label": ("#d9d8d4", "#b4b4b4"),
    # Spry: green rings, three arcs outside.
    "spry-centre": ("#dcebb4", "#a5c486"),
    "spry-edge": ("#5f9d5f", "#44805a"),
    "spry-ink-dark": ("#0d2414", "#010804"),
    "spry-ink-light": ("#ffffff", "#ffffff"),
    "spry-slab": ("#2c4d38", "#1d3527"),
    "spry-line": ("#2c4d38", "#1d3527"),
    "spry-yellow": ("#f2c53d", "#d9ab2b"),
    "spry-blue": ("#3f78c2", "#3a6db0"),
    "spry-red": ("#c8463c", "#b23f38"),
    "spry-yellow-mark": ("#5e4400", "#3d2c00"),
    "spry-blue-mark": ("#e6f0ff", "#dbe8fb"),
    "spry-red-mark": ("#ffe9e4", "#fadfda"),
    # Byg: a plain heather board.
    "byg-ground": ("#9088a4", "#7f7893"),
    "byg-slab": ("#4f4862", "#332e41"),
    "byg-line": ("#7a7290", "#6a637d"),
    "byg-label": ("#d8d3e4", "#b7b1c6"),
    "byg-white": ("#ffffff", "#f4f2ee"),
    "byg-black": ("#17151c", "#100e14"),
    # Kitaran: wood.
    "kitaran-ground": ("#bd8d55", "#9a6f41"),
    "kitaran-ground-far": ("#b08048", "#8b6238"),
    "kitaran-frame": ("#6b4423", "#4a2f19"),
    "kitaran-grain": ("#6b4423", "#3d2512"),
    "kitaran-line": ("#6a431f", "#452a12"),
    "kitaran-label": ("#efdcc0", "#cdb595"),
    "kitaran-lock": ("#0f3557", "#e4f2ff"),
    # Syrtis: sandstone and basalt in the sea.
    "sea": ("#4b8ca2", "#2f6d85"),
    "sea-deep": ("#3a7790", "#215469"),
    "sea-wave": ("#d4edf2", "#9fcbd8"),
    "sea-label": ("#e7f4f7", "#b8d6df"),
    "shallows": ("#9ad3d2", "#6fb3b9"),
    "light-tile": ("#f3e8cf", "#e2d5b8"),
    "light-tile-far": ("#dfceab", "#c8b891"),
    "light-side": ("#8d7347", "#75603b"),
    "light-cut": ("#8a7145", "#74603a"),
    "light-gleam": ("#ffffff", "#f7efdc"),
    "dark-tile": ("#45444c", "#35353c"),
    "dark-tile-far": ("#34333a", "#27272d"),
    "dark-side": ("#17171a", "#0d0d0f"),
    "dark-cut": ("#aeaab6", "#9c99a5"),
    "light-tower": ("#fffaf0", "#fbf4e4"),
    "light-tower-far": ("#d3b878", "#c7ab6b"),
    "light-tower-rim": ("#59431a", "#4a3714"),
    "dark-tower": ("#5a6078", "#535970"),
    "dark-tower-far": ("#14161f", "#0e1017"),
    "dark-tower-rim": ("#d9dce6", "#d0d4df"),
}

_TONED = ("sytran", "spry")


def tones(game: str, *, dark: bool) -> list[str]:
    """The STEPS shades of a board with rings, from its centre to its edge."""
    centre, edge = (COLOURS[f"{game}-{end}"][dark] for end in ("centre", "edge"))
    return [_mix(centre, edge, step / (STEPS - 1)) for step in range(STEPS)]


def inks(game: str, *, dark: bool) -> list[str]:
    """The colour of a number on each of the `tones`: calm, and of `LEGIBLE` contrast."""
    ends = [COLOURS[f"{game}-ink-{end}"][dark] for end in ("dark", "light")]
    return [_ink(ground, ends) for ground in tones(game, dark=dark)]


def _ink(ground: str, ends: list[str]) -> str:
    """The colour nearest to a ground that can be read on it, towards the end that suits it."""
    end = max(ends, key=lambda colour: contrast(colour, ground))
    mixed = (_mix(ground, end, step / 20) for step in range(21))
    return next((colour for colour in mixed if contrast(colour, ground) >= LEGIBLE), end)


def contrast(one: str, other: str) -> float:
    """Contrast of two colours, 1 to 21, as WCAG 2 has it."""
    low, high = sorted(_luminance(colour) for colour in (one, other))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def tone(ring: int, num_rings: int) -> int:
    """Which of the shades a ring has, rings counted from 1."""
    return round((ring - 1) * (STEPS - 1) / max(1, num_rings - 1))


def variables(*, dark: bool) -> str:
    """CSS declarations of all colours of one theme."""
    return "".join(f"--{name}:{value};" for name, value in _all(dark))


def tone_rules() -> str:
    """CSS rules for a cell's ground of the class tone-0 to tone-12, and the number on it."""
    return "".join(
        f".board-{game} .tone-{step}{{fill:var(--{game}-tone-{step})}}"
        f".board-{game} .tone-{step}~.number{{fill:var(--{game}-ink-{step})}}"
        for game in _TONED
        for step in range(STEPS)
    )


def _all(dark: bool) -> Iterator[tuple[str, str]]:
    for name, pair in COLOURS.items():
        yield name, pair[dark]
    for game in _TONED:
        for step, value in enumerate(tones(game, dark=dark)):
            yield f"{game}-tone-{step}", value
        for step, value in enumerate(inks(game, dark=dark)):
            yield f"{game}-ink-{step}", value


def _mix(first: str, second: str, share: float) -> str:
    """A colour between two, evenly for the eye: mixed in Oklab (Björn Ottosson, 2020)."""
    one, two = _oklab(first), _oklab(second)
    lightness, a, b = (x + (y - x) * share for x, y in zip(one, two, strict=True))
    roots = (
        lightness + 0.3963377774 * a + 0.2158037573 * b,
        lightness - 0.1055613458 * a - 0.0638541728 * b,
        lightness - 0.0894841775 * a - 1.2914855480 * b,
    )
    long, medium, short = (root**3 for root in roots)
    channels = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join(f"{_encode(channel):02x}" for channel in channels)


def _oklab(colour: str) -> tuple[float, float, float]:
    red, green, blue = linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def linear(colour: str) -> tuple[float, float, float]:
    """Linear light of the channels of "#rrggbb", 0 to 1."""
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return red, green, blue


def _encode(channel: float) -> int:
    channel = min(1.0, max(0.0, channel))
    curve = 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
    return round(255 * curve)
