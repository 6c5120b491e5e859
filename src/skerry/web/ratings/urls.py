"""Addresses of players."""

from django.urls import path

from . import of_game
from .profile import pages

urlpatterns = [
    path("api/ratings/<str:game_id>", of_game.ratings, name="api-ratings"),
    path("players/<str:name>", pages.profile, name="profile"),
]
