"""The address of the engine."""

from django.urls import path

from skerry.web.thinking import api

urlpatterns = [
    path("api/engine", api.state, name="api-engine"),
]
