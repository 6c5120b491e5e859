"""Addresses of the editor."""

from django.urls import path

from skerry.web.editor import api, views

urlpatterns = [
    path("editor", views.index, name="editors"),
    path("editor/<str:name>", views.editor, name="editor"),
    path("api/editor", api.edit, name="api-editor"),
    path("api/editor/solve", api.solve),
    path("api/editor/puzzle", api.make_puzzle),
    path("api/editor/stop", api.stop),
]
