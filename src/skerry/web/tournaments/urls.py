"""Addresses of tournaments."""

from django.urls import path

from skerry.web.tournaments import ladder_views, views

urlpatterns = [
    path("tournaments", views.listed, name="tournaments"),
    path("tournaments/new", views.new, name="new-tournament"),
    path("tournament/<str:tournament_id>", views.tournament, name="tournament"),
    path("tournament/<str:tournament_id>/enter", views.enter, name="enter-tournament"),
    path("tournament/<str:tournament_id>/leave", views.leave, name="leave-tournament"),
    path("tournament/<str:tournament_id>/start", views.start, name="start-tournament"),
    path("tournament/<str:tournament_id>/close", views.close, name="close-tournament"),
    path("tournament/<str:tournament_id>/put-out", views.put_out, name="put-out"),
    path("api/tournaments/<str:tournament_id>", views.state, name="api-tournament"),
    path("ladder/<str:ladder_id>", ladder_views.ladder, name="ladder"),
    path("ladder/<str:ladder_id>/join", ladder_views.join, name="join-ladder"),
    path("ladder/<str:ladder_id>/leave", ladder_views.leave, name="leave-ladder"),
    path("ladder/<str:ladder_id>/challenge", ladder_views.challenge, name="challenge-on-ladder"),
    path("ladder/<str:ladder_id>/accept", ladder_views.accept, name="accept-on-ladder"),
    path("ladder/<str:ladder_id>/give-up", ladder_views.give_up, name="give-up-on-ladder"),
    path("ladder/<str:ladder_id>/close", ladder_views.close, name="close-ladder"),
    path("api/ladders/<str:ladder_id>", ladder_views.state, name="api-ladder"),
]
