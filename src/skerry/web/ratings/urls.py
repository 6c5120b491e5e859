"""Addresses of players."""

from django.urls import path

from skerry.web.ratings import of_game
from skerry.web.ratings.profile import pages

urlpatterns = [
    path("api/ratings/<str:game_id>", of_game.ratings, name="api-ratings"),
    path("players/<str:name>", pages.profile, name="profile"),
]
