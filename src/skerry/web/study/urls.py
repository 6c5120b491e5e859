"""Addresses of studies."""

from django.urls import path

from skerry.web.study import api, files, pages
from skerry.web.study.help import analysis
from skerry.web.study.review import api as review

REVIEW = "api/studies/<str:study_id>/chapters/<int:chapter>/review"
CHAPTER = "study/<str:study_id>/<int:chapter>"
POSITION = "api/studies/<str:study_id>/chapters/<int:chapter>/nodes/<int:node>"

urlpatterns = [
    path("studies", pages.index, name="studies"),
    path("studies/new", pages.new, name="new-study"),
    path("game/<str:game_id>/notes", pages.notes, name="notes"),
    path("game/<str:game_id>/review", pages.review, name="review"),
    path("study/<str:study_id>", pages.study, name="study"),
    path("study/<str:study_id>/position", pages.position, name="study-position"),
    path("study/<str:study_id>/copy", pages.copy, name="copy-study"),
    path("study/<str:study_id>/delete", pages.delete, name="delete-study"),
    path("study/<str:study_id>/restore", pages.restore, name="restore-study"),
    path(f"{CHAPTER}.json", files.record, name="chapter-json"),
    path(f"{CHAPTER}.gif", files.animation, {"kind": "gif"}, name="chapter-gif"),
    path(f"{CHAPTER}.webp", files.animation, {"kind": "webp"}, name="chapter-webp"),
    path(f"{CHAPTER}.pdf", files.booklet, name="chapter-booklet"),
    path("api/studies/<str:study_id>", api.state, name="api-study"),
    path("api/studies/<str:study_id>/edits", api.edits, name="api-study-edits"),
    path("api/studies/<str:study_id>/edit", api.edit, name="api-study-edit"),
    path("api/studies/<str:study_id>/undo", api.undo, name="api-study-undo"),
    path("api/studies/<str:study_id>/share", api.share, name="api-study-share"),
    path("api/studies/<str:study_id>/chapters", api.add_chapter, name="api-study-add-chapter"),
    path("api/studies/<str:study_id>/chapters/<int:chapter>", api.tree, name="api-study-tree"),
    path(REVIEW, review.state, name="api-study-review"),
    path(f"{REVIEW}/begin", review.begin, name="api-study-review-begin"),
    path(f"{REVIEW}/cancel", review.cancel, name="api-study-review-cancel"),
    path(f"{REVIEW}/try", review.try_turn, name="api-study-review-try"),
    path(POSITION, api.position, name="api-study-position"),
    path(f"{POSITION}/preview", api.preview, name="api-study-preview"),
    path(f"{POSITION}/explorer", api.explorer, name="api-study-explorer"),
    path(f"{POSITION}/analysis", analysis.analyse, name="api-study-analysis"),
    path("api/studies/<str:study_id>/analysis/stop", analysis.stop, name="api-study-stop"),
    path(f"{POSITION}/variation", analysis.variation, name="api-study-variation"),
]
