"""Addresses of players."""

from django.urls import path

from skerry.web.ratings import views

urlpatterns = [
    path("api/ratings/<str:game_id>", views.ratings, name="api-ratings"),
    path("players/<str:name>", views.profile, name="profile"),
]
