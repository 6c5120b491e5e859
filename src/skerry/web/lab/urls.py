"""Addresses of the lab."""

from django.urls import path

from skerry.web.base import assets
from skerry.web.lab import pages

urlpatterns = [
    path("lab", pages.index, name="lab"),
    path("lab/claims", pages.claims, name="lab-claims"),
    path("lab/results/<str:name>", pages.result, name="lab-result"),
    path("lab/<str:name>", pages.fairness, name="lab-game"),
    path(f"{assets.folder()}lab.css", pages.lab_css, name="lab-css"),
]
