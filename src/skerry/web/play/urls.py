"""Addresses of games."""

from django.urls import path

from skerry.web.play import api, views
from skerry.web.play import views as sharing

urlpatterns = [
    path("", views.home, name="home"),
    path("new/<str:name>", views.new, name="new"),
    path("api/new/<str:name>/board", views.chosen_board, name="api-chosen-board"),
    path("open", views.open_record, name="open"),
    path("game/<str:game_id>", views.game, name="game"),
    path("game/<str:game_id>/record.json", sharing.download, name="download"),
    path("game/<str:game_id>/thumbnail.svg", views.thumbnail, name="thumbnail"),
    path("game/<str:game_id>/board.svg", sharing.picture_file, {"kind": "svg"}, name="board-svg"),
    path("game/<str:game_id>/board.png", sharing.picture_file, {"kind": "png"}, name="board-png"),
    path("game/<str:game_id>/card.png", sharing.card, name="card"),
    path("game/<str:game_id>/game.gif", sharing.animation, {"kind": "gif"}, name="game-gif"),
    path("game/<str:game_id>/game.webp", sharing.animation, {"kind": "webp"}, name="game-webp"),
    path("game/<str:game_id>/booklet.pdf", sharing.booklet, name="booklet"),
    path("game/<str:game_id>/play-on", sharing.play_on, name="play-on"),
    path("game/<str:game_id>/delete", views.delete, name="delete"),
    path("game/<str:game_id>/restore", views.restore, name="restore"),
    path("api/games/<str:game_id>", api.state, name="api-state"),
    path("api/games/<str:game_id>/preview", api.preview, name="api-preview"),
    path("api/games/<str:game_id>/play", api.play, name="api-play"),
    path("api/games/<str:game_id>/take-back", api.take_back, name="api-take-back"),
    path("api/games/<str:game_id>/offer", api.offer, name="api-offer"),
    path("api/games/<str:game_id>/answer", api.answer, name="api-answer"),
    path("api/games/<str:game_id>/abort", api.abort, name="api-abort"),
    path("api/games/<str:game_id>/vacation", api.vacation, name="api-vacation"),
    path("api/games/<str:game_id>/resign", api.resign, name="api-resign"),
    path("api/games/<str:game_id>/retry", api.retry, name="api-retry"),
    path("api/games/<str:game_id>/visibility", api.show_to, name="api-visibility"),
    path("api/games/<str:game_id>/rematch", api.rematch, name="api-rematch"),
]
