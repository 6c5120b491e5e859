"""Addresses of challenges and of the lobby."""

from django.urls import path

from . import pages
from .lobby import pages as lobby

urlpatterns = [
    path("challenge/new/<str:name>", pages.new, name="new-challenge"),
    path("challenge/<str:challenge_id>", pages.challenge, name="challenge"),
    path("challenge/<str:challenge_id>/accept", pages.accept, name="accept-challenge"),
    path("challenge/<str:challenge_id>/withdraw", pages.withdraw, name="withdraw-challenge"),
    path("challenge/<str:challenge_id>/decline", pages.decline, name="decline-challenge"),
    path("lobby", lobby.lobby, name="lobby"),
    path("api/lobby", lobby.listed, name="api-lobby"),
    path("quick", lobby.quick_game, name="quick"),
    path("quick/cancel", lobby.cancel, name="cancel-quick"),
    path("api/quick", lobby.quick_state, name="api-quick"),
    path("api/challenges/<str:challenge_id>", pages.state, name="api-challenge"),
]
