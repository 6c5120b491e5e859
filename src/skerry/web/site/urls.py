"""Addresses: each app has its own; all pages share their style sheets."""

from django.urls import include, path

from skerry.web.base import assets
from skerry.web.site import pages
from skerry.web.site.watching import pages as watching

APPS = (
    "accounts",
    *("play", "analysis", "thinking", "puzzles", "lessons", "lab", "rules", "offline"),
    *("editor", "ratings", "online", "tournaments", "study", "correspondence", "bots"),
)

urlpatterns = [
    path("seat/renew", pages.renew_seat, name="renew-seat"),
    path(
        "",
        include(
            [
                path(f"{assets.folder()}theme.css", pages.theme_css, name="theme-css"),
                path(f"{assets.folder()}board.css", pages.board_css, name="board-css"),
                path("healthz", watching.health, name="health"),
                path("metrics", watching.metrics, name="metrics"),
            ]
        ),
    ),
    *(path("", include(f"skerry.web.{app}.urls")) for app in APPS),
]

handler400 = pages.bad_request
handler404 = pages.not_found
handler500 = pages.server_error
