"""What every template may use."""

from django.http import HttpRequest

THEME_COOKIE = "skerry_theme"
THEMES = ("auto", "light", "dark")


def theme(request: HttpRequest) -> dict[str, object]:
    """The theme this browser asked for."""
    chosen = request.COOKIES.get(THEME_COOKIE, "auto")
    return {"theme": chosen if chosen in THEMES else "auto"}
