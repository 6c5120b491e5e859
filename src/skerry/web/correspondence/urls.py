"""Addresses of games that take days."""

from django.urls import path

from skerry.web.correspondence import api, views
from skerry.web.correspondence import views as notices

urlpatterns = [
    path("my-turn", views.my_turn, name="my-turn"),
    path("my-turn/after/<str:game_id>", views.next_game, name="next-game"),
    path("api/waiting", views.state, name="api-waiting"),
    path("notices", notices.notices, name="notices"),
    path("notices/letters", notices.choose_letters, name="choose-letters"),
    path("notices/stop/<str:token>", notices.stop, name="stop-letters"),
    path("api/studies/<str:study_id>/conditions", api.conditions, name="api-conditions"),
    path("api/studies/<str:study_id>/conditions/set", api.set_condition, name="api-set-condition"),
]
