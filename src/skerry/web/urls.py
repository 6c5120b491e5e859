"""Addresses: each app has its own; all pages share their style sheets."""

from django.urls import include, path

from . import assets, site_pages

APPS = ("play", "analysis", "thinking", "puzzles", "lab", "rules")

urlpatterns = [
    path(
        "",
        include(
            [
                path(f"{assets.folder()}theme.css", site_pages.theme_css, name="theme-css"),
                path(f"{assets.folder()}board.css", site_pages.board_css, name="board-css"),
            ]
        ),
    ),
    *(path("", include(f"skerry.web.{app}_urls")) for app in APPS),
]

handler400 = site_pages.bad_request
handler404 = site_pages.not_found
handler500 = site_pages.server_error
