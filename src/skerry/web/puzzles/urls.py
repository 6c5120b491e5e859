"""Addresses of puzzles."""

from django.urls import path

from skerry.web.puzzles import pages

urlpatterns = [
    path("puzzles", pages.index, name="puzzles"),
    path("puzzles/<str:name>", pages.corner, name="puzzle-corner"),
    path("puzzles/<str:name>/<str:key>", pages.corner, name="puzzle"),
    path("puzzles/<str:name>/<str:key>/card.png", pages.card, name="puzzle-card"),
    path("puzzles/<str:name>/<str:key>/file", pages.own_file, name="own-puzzle-file"),
    path("api/puzzles/<str:name>/<str:key>", pages.state, name="api-puzzle"),
    path("api/puzzles/<str:name>/<str:key>/preview", pages.preview),
    path("api/puzzles/<str:name>/<str:key>/check", pages.check),
    path("api/puzzles/<str:name>/<str:key>/line", pages.line),
    path("api/puzzles/<str:name>/<str:key>/solution", pages.solution),
]
