"""Addresses of studies."""

from django.urls import path

from skerry.web.study import api, views
from skerry.web.study import api as analysis
from skerry.web.study import api as review

REVIEW = "api/studies/<str:study_id>/chapters/<int:chapter>/review"
CHAPTER = "study/<str:study_id>/<int:chapter>"
POSITION = "api/studies/<str:study_id>/chapters/<int:chapter>/nodes/<int:node>"

urlpatterns = [
    path("studies", views.index, name="studies"),
    path("studies/new", views.new, name="new-study"),
    path("game/<str:game_id>/notes", views.notes, name="notes"),
    path("game/<str:game_id>/review", views.review, name="review"),
    path("study/<str:study_id>", views.study, name="study"),
    path("study/<str:study_id>/position", views.position, name="study-position"),
    path("study/<str:study_id>/copy", views.copy, name="copy-study"),
    path("study/<str:study_id>/delete", views.delete, name="delete-study"),
    path("study/<str:study_id>/restore", views.restore, name="restore-study"),
    path(f"{CHAPTER}.json", views.record, name="chapter-json"),
    path(f"{CHAPTER}.gif", views.animation, {"kind": "gif"}, name="chapter-gif"),
    path(f"{CHAPTER}.webp", views.animation, {"kind": "webp"}, name="chapter-webp"),
    path(f"{CHAPTER}.pdf", views.booklet, name="chapter-booklet"),
    path("api/studies/<str:study_id>", api.state, name="api-study"),
    path("api/studies/<str:study_id>/edits", api.edits, name="api-study-edits"),
    path("api/studies/<str:study_id>/edit", api.edit, name="api-study-edit"),
    path("api/studies/<str:study_id>/undo", api.undo, name="api-study-undo"),
    path("api/studies/<str:study_id>/share", api.share, name="api-study-share"),
    path("api/studies/<str:study_id>/chapters", api.add_chapter, name="api-study-add-chapter"),
    path("api/studies/<str:study_id>/chapters/<int:chapter>", api.tree, name="api-study-tree"),
    path(REVIEW, review.review_state, name="api-study-review"),
    path(f"{REVIEW}/begin", review.begin, name="api-study-review-begin"),
    path(f"{REVIEW}/cancel", review.cancel, name="api-study-review-cancel"),
    path(f"{REVIEW}/try", review.try_turn, name="api-study-review-try"),
    path(POSITION, api.show_position, name="api-study-position"),
    path(f"{POSITION}/preview", api.preview, name="api-study-preview"),
    path(f"{POSITION}/explorer", api.explorer, name="api-study-explorer"),
    path(f"{POSITION}/analysis", analysis.analyse, name="api-study-analysis"),
    path("api/studies/<str:study_id>/analysis/stop", analysis.stop, name="api-study-stop"),
    path(f"{POSITION}/variation", analysis.variation, name="api-study-variation"),
]
