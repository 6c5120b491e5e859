"""Addresses: each app has its own; all pages share their style sheets."""

from django.urls import include, path

from skerry.web.base import assets
from skerry.web.site import views, watching

APPS = (
    "accounts",
    *("play", "analysis", "thinking", "puzzles", "lessons", "lab", "rules", "offline"),
    *("editor", "ratings", "online", "tournaments", "study", "correspondence", "bots"),
)

urlpatterns = [
    path("seat/renew", views.renew_seat, name="renew-seat"),
    path(
        "",
        include(
            [
                path(f"{assets.folder()}theme.css", views.theme_css, name="theme-css"),
                path(f"{assets.folder()}board.css", views.board_css, name="board-css"),
                path("healthz", watching.health, name="health"),
                path("metrics", watching.metrics, name="metrics"),
            ]
        ),
    ),
    *(path("", include(f"skerry.web.{app}.urls")) for app in APPS),
]

handler400 = views.bad_request
handler404 = views.not_found
handler500 = views.server_error
