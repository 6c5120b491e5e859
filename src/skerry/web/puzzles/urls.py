"""Addresses of puzzles."""

from django.urls import path

from skerry.web.puzzles import views

urlpatterns = [
    path("puzzles", views.index, name="puzzles"),
    path("puzzles/<str:name>", views.corner, name="puzzle-corner"),
    path("puzzles/<str:name>/<str:key>", views.corner, name="puzzle"),
    path("puzzles/<str:name>/<str:key>/card.png", views.card, name="puzzle-card"),
    path("puzzles/<str:name>/<str:key>/file", views.own_file, name="own-puzzle-file"),
    path("api/puzzles/<str:name>/<str:key>", views.state, name="api-puzzle"),
    path("api/puzzles/<str:name>/<str:key>/preview", views.preview),
    path("api/puzzles/<str:name>/<str:key>/check", views.check),
    path("api/puzzles/<str:name>/<str:key>/line", views.line),
    path("api/puzzles/<str:name>/<str:key>/solution", views.solution),
]
