"""Addresses of puzzles."""

from django.urls import path

from . import puzzles

urlpatterns = [
    path("puzzles", puzzles.index, name="puzzles"),
    path("puzzles/<str:name>", puzzles.corner, name="puzzle-corner"),
    path("puzzles/<str:name>/<str:key>", puzzles.corner, name="puzzle"),
    path("api/puzzles/<str:name>/<str:key>", puzzles.state, name="api-puzzle"),
    path("api/puzzles/<str:name>/<str:key>/preview", puzzles.preview),
    path("api/puzzles/<str:name>/<str:key>/check", puzzles.check),
    path("api/puzzles/<str:name>/<str:key>/solution", puzzles.solution),
]
