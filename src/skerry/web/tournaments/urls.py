"""Addresses of tournaments."""

from django.urls import path

from skerry.web.tournaments.pages import ladders, tournaments

urlpatterns = [
    path("tournaments", tournaments.listed, name="tournaments"),
    path("tournaments/new", tournaments.new, name="new-tournament"),
    path("tournament/<str:tournament_id>", tournaments.tournament, name="tournament"),
    path("tournament/<str:tournament_id>/enter", tournaments.enter, name="enter-tournament"),
    path("tournament/<str:tournament_id>/leave", tournaments.leave, name="leave-tournament"),
    path("tournament/<str:tournament_id>/start", tournaments.start, name="start-tournament"),
    path("tournament/<str:tournament_id>/close", tournaments.close, name="close-tournament"),
    path("tournament/<str:tournament_id>/put-out", tournaments.put_out, name="put-out"),
    path("api/tournaments/<str:tournament_id>", tournaments.state, name="api-tournament"),
    path("ladder/<str:ladder_id>", ladders.ladder, name="ladder"),
    path("ladder/<str:ladder_id>/join", ladders.join, name="join-ladder"),
    path("ladder/<str:ladder_id>/leave", ladders.leave, name="leave-ladder"),
    path("ladder/<str:ladder_id>/challenge", ladders.challenge, name="challenge-on-ladder"),
    path("ladder/<str:ladder_id>/accept", ladders.accept, name="accept-on-ladder"),
    path("ladder/<str:ladder_id>/give-up", ladders.give_up, name="give-up-on-ladder"),
    path("ladder/<str:ladder_id>/close", ladders.close, name="close-ladder"),
    path("api/ladders/<str:ladder_id>", ladders.state, name="api-ladder"),
]
