"""Addresses."""

from django.urls import path

from . import api, assets, lab_pages, pages, puzzles

urlpatterns = [
    path("", pages.home, name="home"),
    path("new/<str:name>", pages.new, name="new"),
    path("open", pages.open_record, name="open"),
    path("game/<str:game_id>", pages.game, name="game"),
    path("game/<str:game_id>/record.json", pages.download, name="download"),
    path("game/<str:game_id>/delete", pages.delete, name="delete"),
    path("rules/<str:name>", pages.rules, name="rules"),
    path("puzzles", puzzles.index, name="puzzles"),
    path("puzzles/<str:name>", puzzles.corner, name="puzzle-corner"),
    path("puzzles/<str:name>/<str:key>", puzzles.corner, name="puzzle"),
    path("lab", lab_pages.index, name="lab"),
    path("lab/claims", lab_pages.claims, name="lab-claims"),
    path("lab/results/<str:name>", lab_pages.result, name="lab-result"),
    path("lab/<str:name>", lab_pages.fairness, name="lab-game"),
    path(f"{assets.folder()}theme.css", pages.theme_css, name="theme-css"),
    path(f"{assets.folder()}lab.css", lab_pages.lab_css, name="lab-css"),
    path(f"{assets.folder()}board.css", pages.board_css, name="board-css"),
    path("api/engine", api.engine, name="api-engine"),
    path("api/games/<str:game_id>", api.state, name="api-state"),
    path("api/games/<str:game_id>/preview", api.preview, name="api-preview"),
    path("api/games/<str:game_id>/analysis", api.analyse, name="api-analyse"),
    path("api/games/<str:game_id>/analysis/stop", api.stop_analysis, name="api-stop-analysis"),
    path("api/games/<str:game_id>/variation", api.variation, name="api-variation"),
    path("api/games/<str:game_id>/play", api.play, name="api-play"),
    path("api/games/<str:game_id>/take-back", api.take_back, name="api-take-back"),
    path("api/games/<str:game_id>/resign", api.resign, name="api-resign"),
    path("api/games/<str:game_id>/retry", api.retry, name="api-retry"),
    path("api/games/<str:game_id>/rematch", api.rematch, name="api-rematch"),
    path("api/puzzles/<str:name>/<str:key>", puzzles.state, name="api-puzzle"),
    path("api/puzzles/<str:name>/<str:key>/preview", puzzles.preview),
    path("api/puzzles/<str:name>/<str:key>/check", puzzles.check),
    path("api/puzzles/<str:name>/<str:key>/solution", puzzles.solution),
]

handler400 = pages.bad_request
handler404 = pages.not_found
handler500 = pages.server_error
