"""Addresses of challenges."""

from django.urls import path

from . import pages

urlpatterns = [
    path("challenge/new/<str:name>", pages.new, name="new-challenge"),
    path("challenge/<str:challenge_id>", pages.challenge, name="challenge"),
    path("challenge/<str:challenge_id>/accept", pages.accept, name="accept-challenge"),
    path("challenge/<str:challenge_id>/withdraw", pages.withdraw, name="withdraw-challenge"),
    path("api/challenges/<str:challenge_id>", pages.state, name="api-challenge"),
]
