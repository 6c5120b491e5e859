"""Addresses of the lab."""

from django.urls import path

from . import assets, lab_pages

urlpatterns = [
    path("lab", lab_pages.index, name="lab"),
    path("lab/claims", lab_pages.claims, name="lab-claims"),
    path("lab/results/<str:name>", lab_pages.result, name="lab-result"),
    path("lab/<str:name>", lab_pages.fairness, name="lab-game"),
    path(f"{assets.folder()}lab.css", lab_pages.lab_css, name="lab-css"),
]
