"""Addresses of challenges, of the lobby, and of chats."""

from django.urls import path

from skerry.web.online import api as chat
from skerry.web.online import views
from skerry.web.online import views as lobby

urlpatterns = [
    path("challenge/new/<str:name>", views.new, name="new-challenge"),
    path("challenge/<str:challenge_id>", views.challenge, name="challenge"),
    path("challenge/<str:challenge_id>/card.png", views.card, name="challenge-card"),
    path("challenge/<str:challenge_id>/accept", views.accept, name="accept-challenge"),
    path("challenge/<str:challenge_id>/withdraw", views.withdraw, name="withdraw-challenge"),
    path("challenge/<str:challenge_id>/decline", views.decline, name="decline-challenge"),
    path("lobby", lobby.lobby, name="lobby"),
    path("api/lobby", lobby.listed, name="api-lobby"),
    path("quick", lobby.quick_game, name="quick"),
    path("quick/cancel", lobby.cancel, name="cancel-quick"),
    path("api/quick", lobby.quick_state, name="api-quick"),
    path("api/challenges/<str:challenge_id>", views.state, name="api-challenge"),
    path("api/games/<str:game_id>/chat", chat.chat, name="api-chat"),
    path("api/games/<str:game_id>/chat/mute", chat.mute, name="api-chat-mute"),
    path("api/games/<str:game_id>/chat/report", chat.report, name="api-chat-report"),
]
