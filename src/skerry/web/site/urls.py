"""Every address of the site, and the view that answers there."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, path

from skerry.web.accounts import views as accounts_views
from skerry.web.analysis import api as analysis_api
from skerry.web.base import assets
from skerry.web.bots import views as bots_views
from skerry.web.correspondence import views as correspondence_views
from skerry.web.editor import views as editor_views
from skerry.web.lab import views as lab_views
from skerry.web.lessons import views as lessons_views
from skerry.web.offline import views as offline_views
from skerry.web.online import views as online_views
from skerry.web.play import api as play_api
from skerry.web.play import views as play_views
from skerry.web.puzzles import views as puzzles_views
from skerry.web.ratings import views as ratings_views
from skerry.web.rules import views as rules_views
from skerry.web.site import views, watching
from skerry.web.study import api as study_api
from skerry.web.study import views as study_views
from skerry.web.tournaments import views as tournaments_views

GAME, API_GAME = "game/<str:game_id>", "api/games/<str:game_id>"
LADDER, TOURNAMENT = "ladder/<str:ladder_id>", "tournament/<str:tournament_id>"
STUDY = "api/studies/<str:study_id>"
CHAPTER, API_CHAPTER = "study/<str:study_id>/<int:chapter>", f"{STUDY}/chapters/<int:chapter>"
REVIEW, POSITION = f"{API_CHAPTER}/review", f"{API_CHAPTER}/nodes/<int:node>"

urlpatterns: list[URLPattern | URLResolver] = [
    # ---- all pages ----
    path("seat/renew", views.renew_seat, name="renew-seat"),
    path(f"{assets.folder()}theme.css", views.theme_css, name="theme-css"),
    path(f"{assets.folder()}board.css", views.board_css, name="board-css"),
    path("healthz", watching.health, name="health"),
    path("metrics", watching.metrics, name="metrics"),
    # ---- games ----
    path("", play_views.home, name="home"),
    path("new/<str:name>", play_views.new, name="new"),
    path("api/new/<str:name>/board", play_views.chosen_board, name="api-chosen-board"),
    path("open", play_views.open_record, name="open"),
    path(GAME, play_views.game, name="game"),
    path(f"{GAME}/record.json", play_views.download, name="download"),
    path(f"{GAME}/thumbnail.svg", play_views.thumbnail, name="thumbnail"),
    path(f"{GAME}/board.svg", play_views.picture_file, {"kind": "svg"}, name="board-svg"),
    path(f"{GAME}/board.png", play_views.picture_file, {"kind": "png"}, name="board-png"),
    path(f"{GAME}/card.png", play_views.card, name="card"),
    path(f"{GAME}/game.gif", play_views.animation, {"kind": "gif"}, name="game-gif"),
    path(f"{GAME}/game.webp", play_views.animation, {"kind": "webp"}, name="game-webp"),
    path(f"{GAME}/booklet.pdf", play_views.booklet, name="booklet"),
    path(f"{GAME}/play-on", play_views.play_on, name="play-on"),
    path(f"{GAME}/delete", play_views.delete, name="delete"),
    path(f"{GAME}/restore", play_views.restore, name="restore"),
    path(API_GAME, play_api.state, name="api-state"),
    path(f"{API_GAME}/preview", play_api.preview, name="api-preview"),
    path(f"{API_GAME}/play", play_api.play, name="api-play"),
    path(f"{API_GAME}/take-back", play_api.take_back, name="api-take-back"),
    path(f"{API_GAME}/offer", play_api.offer, name="api-offer"),
    path(f"{API_GAME}/answer", play_api.answer, name="api-answer"),
    path(f"{API_GAME}/abort", play_api.abort, name="api-abort"),
    path(f"{API_GAME}/vacation", play_api.vacation, name="api-vacation"),
    path(f"{API_GAME}/resign", play_api.resign, name="api-resign"),
    path(f"{API_GAME}/retry", play_api.retry, name="api-retry"),
    path(f"{API_GAME}/visibility", play_api.show_to, name="api-visibility"),
    path(f"{API_GAME}/rematch", play_api.rematch, name="api-rematch"),
    # ---- challenges, the lobby, and chats ----
    path("challenge/new/<str:name>", online_views.new, name="new-challenge"),
    path("challenge/<str:challenge_id>", online_views.challenge, name="challenge"),
    path("challenge/<str:challenge_id>/card.png", online_views.card, name="challenge-card"),
    path("challenge/<str:challenge_id>/accept", online_views.accept, name="accept-challenge"),
    path("challenge/<str:challenge_id>/withdraw", online_views.withdraw, name="withdraw-challenge"),
    path("challenge/<str:challenge_id>/decline", online_views.decline, name="decline-challenge"),
    path("lobby", online_views.lobby, name="lobby"),
    path("api/lobby", online_views.listed, name="api-lobby"),
    path("quick", online_views.quick_game, name="quick"),
    path("quick/cancel", online_views.cancel, name="cancel-quick"),
    path("api/quick", online_views.quick_state, name="api-quick"),
    path("api/challenges/<str:challenge_id>", online_views.state, name="api-challenge"),
    path(f"{API_GAME}/chat", online_views.chat, name="api-chat"),
    path(f"{API_GAME}/chat/mute", online_views.mute, name="api-chat-mute"),
    path(f"{API_GAME}/chat/report", online_views.report, name="api-chat-report"),
    # ---- games that take days, and what one is told of them ----
    path("my-turn", correspondence_views.my_turn, name="my-turn"),
    path("my-turn/after/<str:game_id>", correspondence_views.next_game, name="next-game"),
    path("api/waiting", correspondence_views.state, name="api-waiting"),
    path("notices", correspondence_views.notices, name="notices"),
    path("notices/letters", correspondence_views.choose_letters, name="choose-letters"),
    path("notices/stop/<str:token>", correspondence_views.stop, name="stop-letters"),
    path(f"{STUDY}/conditions", correspondence_views.conditions, name="api-conditions"),
    path(f"{STUDY}/conditions/set", correspondence_views.set_condition, name="api-set-condition"),
    # ---- tournaments and ladders ----
    path("tournaments", tournaments_views.listed, name="tournaments"),
    path("tournaments/new", tournaments_views.new, name="new-tournament"),
    path(TOURNAMENT, tournaments_views.tournament, name="tournament"),
    path(f"{TOURNAMENT}/enter", tournaments_views.enter, name="enter-tournament"),
    path(f"{TOURNAMENT}/leave", tournaments_views.leave, name="leave-tournament"),
    path(f"{TOURNAMENT}/start", tournaments_views.start, name="start-tournament"),
    path(f"{TOURNAMENT}/close", tournaments_views.close, name="close-tournament"),
    path(f"{TOURNAMENT}/put-out", tournaments_views.put_out, name="put-out"),
    path("api/tournaments/<str:tournament_id>", tournaments_views.state, name="api-tournament"),
    path(LADDER, tournaments_views.ladder, name="ladder"),
    path(f"{LADDER}/join", tournaments_views.join_ladder, name="join-ladder"),
    path(f"{LADDER}/leave", tournaments_views.leave_ladder, name="leave-ladder"),
    path(f"{LADDER}/challenge", tournaments_views.challenge, name="challenge-on-ladder"),
    path(f"{LADDER}/accept", tournaments_views.accept, name="accept-on-ladder"),
    path(f"{LADDER}/give-up", tournaments_views.give_up, name="give-up-on-ladder"),
    path(f"{LADDER}/close", tournaments_views.close_ladder, name="close-ladder"),
    path("api/ladders/<str:ladder_id>", tournaments_views.ladder_state, name="api-ladder"),
    # ---- players ----
    path("api/ratings/<str:game_id>", ratings_views.ratings, name="api-ratings"),
    path("players/<str:name>", ratings_views.profile, name="profile"),
    # ---- accounts, and the admin pages ----
    path("sign-up", accounts_views.sign_up, name="sign-up"),
    path("sign-in", accounts_views.sign_in, name="sign-in"),
    path("sign-in/code", accounts_views.sign_in_code, name="sign-in-code"),
    path("sign-out", accounts_views.sign_out, name="sign-out"),
    path("account", accounts_views.account, name="account"),
    path("account/name", accounts_views.change_name, name="change-name"),
    path("account/password", accounts_views.change_password, name="change-password"),
    path("account/email", accounts_views.change_email, name="change-email"),
    path("account/browsers", accounts_views.sign_out_browsers, name="sign-out-browsers"),
    path("account/two-step", accounts_views.own_two_step, name="own-two-step"),
    path("account/data", accounts_views.data, name="own-data"),
    path("account/delete", accounts_views.delete, name="delete-account"),
    path("account/forgotten", accounts_views.forgotten, name="forgotten"),
    path(
        "account/new-password/<int:number>/<token>",
        accounts_views.new_password,
        name="new-password",
    ),
    path("account/confirm/<token>", accounts_views.confirm_email, name="confirm-email"),
    path("admin/", admin.site.urls),
    # ---- studies ----
    path("studies", study_views.index, name="studies"),
    path("studies/new", study_views.new, name="new-study"),
    path(f"{GAME}/notes", study_views.notes, name="notes"),
    path(f"{GAME}/review", study_views.review, name="review"),
    path("study/<str:study_id>", study_views.study, name="study"),
    path("study/<str:study_id>/position", study_views.position, name="study-position"),
    path("study/<str:study_id>/copy", study_views.copy, name="copy-study"),
    path("study/<str:study_id>/delete", study_views.delete, name="delete-study"),
    path("study/<str:study_id>/restore", study_views.restore, name="restore-study"),
    path(f"{CHAPTER}.json", study_views.record, name="chapter-json"),
    path(f"{CHAPTER}.gif", study_views.animation, {"kind": "gif"}, name="chapter-gif"),
    path(f"{CHAPTER}.webp", study_views.animation, {"kind": "webp"}, name="chapter-webp"),
    path(f"{CHAPTER}.pdf", study_views.booklet, name="chapter-booklet"),
    path(STUDY, study_api.state, name="api-study"),
    path(f"{STUDY}/edits", study_api.edits, name="api-study-edits"),
    path(f"{STUDY}/edit", study_api.edit, name="api-study-edit"),
    path(f"{STUDY}/undo", study_api.undo, name="api-study-undo"),
    path(f"{STUDY}/share", study_api.share, name="api-study-share"),
    path(f"{STUDY}/chapters", study_api.add_chapter, name="api-study-add-chapter"),
    path(API_CHAPTER, study_api.tree, name="api-study-tree"),
    path(REVIEW, study_api.review_state, name="api-study-review"),
    path(f"{REVIEW}/begin", study_api.begin, name="api-study-review-begin"),
    path(f"{REVIEW}/cancel", study_api.cancel, name="api-study-review-cancel"),
    path(f"{REVIEW}/try", study_api.try_turn, name="api-study-review-try"),
    path(POSITION, study_api.show_position, name="api-study-position"),
    path(f"{POSITION}/preview", study_api.preview, name="api-study-preview"),
    path(f"{POSITION}/explorer", study_api.explorer, name="api-study-explorer"),
    path(f"{POSITION}/analysis", study_api.analyse, name="api-study-analysis"),
    path(f"{STUDY}/analysis/stop", study_api.stop, name="api-study-stop"),
    path(f"{POSITION}/variation", study_api.variation, name="api-study-variation"),
    # ---- analyses ----
    path(f"{API_GAME}/analysis", analysis_api.analyse, name="api-analyse"),
    path(f"{API_GAME}/analysis/stop", analysis_api.stop_analysis, name="api-stop-analysis"),
    path(f"{API_GAME}/hint", analysis_api.hint, name="api-hint"),
    path(f"{API_GAME}/verdict", analysis_api.verdict, name="api-verdict"),
    path(f"{API_GAME}/variation", analysis_api.variation, name="api-variation"),
    # ---- the engine ----
    path("api/engine", watching.engine_state, name="api-engine"),
    # ---- the editor ----
    path("editor", editor_views.index, name="editors"),
    path("editor/<str:name>", editor_views.editor, name="editor"),
    path("api/editor", editor_views.edit, name="api-editor"),
    path("api/editor/solve", editor_views.solve),
    path("api/editor/puzzle", editor_views.make_puzzle),
    path("api/editor/stop", editor_views.stop),
    # ---- puzzles ----
    path("puzzles", puzzles_views.index, name="puzzles"),
    path("puzzles/today", puzzles_views.of_today, name="puzzle-of-the-day"),
    path("puzzles/<str:name>", puzzles_views.corner, name="puzzle-corner"),
    path("puzzles/<str:name>/<str:key>", puzzles_views.corner, name="puzzle"),
    path("puzzles/<str:name>/<str:key>/card.png", puzzles_views.card, name="puzzle-card"),
    path("puzzles/<str:name>/<str:key>/file", puzzles_views.own_file, name="own-puzzle-file"),
    path("api/puzzles/<str:name>/<str:key>", puzzles_views.state, name="api-puzzle"),
    path("api/puzzles/<str:name>/<str:key>/preview", puzzles_views.preview),
    path("api/puzzles/<str:name>/<str:key>/check", puzzles_views.check),
    path("api/puzzles/<str:name>/<str:key>/line", puzzles_views.line),
    path("api/puzzles/<str:name>/<str:key>/solution", puzzles_views.solution),
    # ---- lessons ----
    path("learn/<str:name>", lessons_views.lesson, name="lesson"),
    path("learn/<str:name>/<str:key>", lessons_views.lesson, name="lesson-of"),
    path("learn/<str:name>/<str:key>/play", lessons_views.play, name="lesson-play"),
    path("api/lessons/<str:name>/<str:key>/<int:number>", lessons_views.state),
    path("api/lessons/<str:name>/<str:key>/<int:number>/try", lessons_views.try_turn),
    # ---- the rules ----
    path("rules/<str:name>", rules_views.rules, name="rules"),
    path("rules/<str:name>/card.png", rules_views.card, name="game-card"),
    path("rules/<str:name>/board.pdf", rules_views.board, name="printed-board"),
    path("guide/<str:name>", rules_views.guide, name="guide"),
    path("guide/<str:name>/guide.pdf", rules_views.printed_guide, name="printed-guide"),
    # ---- the lab ----
    path("lab", lab_views.index, name="lab"),
    path("lab/claims", lab_views.claims, name="lab-claims"),
    path("lab/results/<str:name>", lab_views.result, name="lab-result"),
    path("lab/<str:name>", lab_views.fairness, name="lab-game"),
    path(f"{assets.folder()}lab.css", lab_views.lab_css, name="lab-css"),
    # ---- what a browser needs to install the site, and to open pages without it ----
    path("manifest.webmanifest", offline_views.manifest, name="manifest"),
    # At the root, since a worker serves the folder that it lies in.
    path("service-worker.js", offline_views.service_worker, name="service-worker"),
    path(f"{assets.folder()}offline.html", offline_views.offline, name="offline"),
    # ---- the API for programs, and the page of tokens ----
    path("api/v1/<path:rest>", bots_views.call, name="api"),
    path("api/docs", bots_views.docs, name="api-docs"),
    path("api/openapi.json", bots_views.openapi, name="openapi"),
    path("account/tokens", bots_views.own_tokens, name="own-tokens"),
    path("account/tokens/revoke", bots_views.revoke_token, name="revoke-token"),
    path("account/tokens/bot", bots_views.become_bot, name="become-bot"),
]

handler400 = views.bad_request
handler404 = views.not_found
handler500 = views.server_error
