"""Addresses of tournaments."""

from django.urls import path

from . import pages

urlpatterns = [
    path("tournaments", pages.listed, name="tournaments"),
    path("tournaments/new", pages.new, name="new-tournament"),
    path("tournament/<str:tournament_id>", pages.tournament, name="tournament"),
    path("tournament/<str:tournament_id>/enter", pages.enter, name="enter-tournament"),
    path("tournament/<str:tournament_id>/leave", pages.leave, name="leave-tournament"),
    path("tournament/<str:tournament_id>/start", pages.start, name="start-tournament"),
    path("tournament/<str:tournament_id>/close", pages.close, name="close-tournament"),
    path("tournament/<str:tournament_id>/put-out", pages.put_out, name="put-out"),
    path("api/tournaments/<str:tournament_id>", pages.state, name="api-tournament"),
]
