"""Addresses of the rules."""

from django.urls import path

from skerry.web.rules import pages

urlpatterns = [
    path("rules/<str:name>", pages.rules, name="rules"),
    path("rules/<str:name>/card.png", pages.card, name="game-card"),
    path("rules/<str:name>/board.pdf", pages.board, name="printed-board"),
]
