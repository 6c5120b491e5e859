"""The address of the engine."""

from django.urls import path

from . import engine_api

urlpatterns = [
    path("api/engine", engine_api.state, name="api-engine"),
]
