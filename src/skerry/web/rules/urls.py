"""Addresses of the rules."""

from django.urls import path

from skerry.web.rules import views

urlpatterns = [
    path("rules/<str:name>", views.rules, name="rules"),
    path("rules/<str:name>/card.png", views.card, name="game-card"),
    path("rules/<str:name>/board.pdf", views.board, name="printed-board"),
]
