"""Addresses of analyses."""

from django.urls import path

from skerry.web.analysis import api

urlpatterns = [
    path("api/games/<str:game_id>/analysis", api.analyse, name="api-analyse"),
    path(
        "api/games/<str:game_id>/analysis/stop",
        api.stop_analysis,
        name="api-stop-analysis",
    ),
    path("api/games/<str:game_id>/hint", api.hint, name="api-hint"),
    path("api/games/<str:game_id>/verdict", api.verdict, name="api-verdict"),
    path("api/games/<str:game_id>/variation", api.variation, name="api-variation"),
]
