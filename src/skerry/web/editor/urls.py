"""Addresses of the editor."""

from django.urls import path

from . import api, pages

urlpatterns = [
    path("editor", pages.index, name="editors"),
    path("editor/<str:name>", pages.editor, name="editor"),
    path("api/editor", api.edit, name="api-editor"),
]
