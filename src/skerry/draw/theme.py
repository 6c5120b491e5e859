"""The look that all pages share: every colour that is not a board's, by light and by dark."""

# Of a board that is shaded by shares (heat_map.py); ink is legible on all of them.
HEAT_COLOURS: dict[str, tuple[str, str]] = {
    "heat-low": ("#86aef0", "#31589f"),
    "heat-middle": ("#f6f3ec", "#2b3035"),
    "heat-grey": ("#cfd0cf", "#474c51"),
    "heat-high": ("#f2ab5c", "#97561a"),
    "heat-ink": ("#1c2024", "#f2f0ea"),
}

# name: (light theme, dark theme)
THEME: dict[str, tuple[str, str]] = {
    "ground": ("#f3f1ec", "#16191c"),
    "panel": ("#fdfcfa", "#1f2428"),
    "text": ("#22262a", "#e7e5df"),
    "muted": ("#5f666c", "#a0a7ab"),
    "line": ("#dcd8cf", "#343b40"),
    "accent": ("#0f6376", "#6cc3d3"),
    "accent-strong": ("#0a4c5b", "#93d8e4"),
    "on-accent": ("#ffffff", "#06262d"),
    "tint": ("#e2eef0", "#20363c"),
    "warm": ("#b4560f", "#f0a65a"),  # beside the accent, where a picture needs a second colour
    "danger": ("#a3302a", "#ef8d83"),
    "shadow": (
        "0 1px 2px rgb(40 36 28 / 7%), 0 6px 20px rgb(40 36 28 / 7%)",
        "0 1px 2px rgb(0 0 0 / 30%), 0 6px 20px rgb(0 0 0 / 25%)",
    ),
    **HEAT_COLOURS,
}


def theme_css() -> str:
    """The variables of both themes, for `<style>` or a file.

    A page is light unless its root has data-theme="dark", or data-theme="auto" and a reader who
    prefers the dark.
    """
    dark = _declarations(dark=True)
    return (
        f":root{{{_declarations(dark=False)}}}\n"
        f'[data-theme="dark"]{{{dark}}}\n'
        f'@media (prefers-color-scheme: dark){{[data-theme="auto"]{{{dark}}}}}\n'
    )


def _declarations(*, dark: bool) -> str:
    scheme = f"color-scheme:{'dark' if dark else 'light'};"
    return scheme + "".join(f"--{name}:{pair[dark]};" for name, pair in THEME.items())
