"""Addresses of players."""

from django.urls import path

from .profile import pages

urlpatterns = [
    path("players/<str:name>", pages.profile, name="profile"),
]
