"""Addresses of analyses."""

from django.urls import path

from . import analysis_api

urlpatterns = [
    path("api/games/<str:game_id>/analysis", analysis_api.analyse, name="api-analyse"),
    path(
        "api/games/<str:game_id>/analysis/stop",
        analysis_api.stop_analysis,
        name="api-stop-analysis",
    ),
    path("api/games/<str:game_id>/variation", analysis_api.variation, name="api-variation"),
]
