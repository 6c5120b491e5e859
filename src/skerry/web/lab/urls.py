"""Addresses of the lab."""

from django.urls import path

from skerry.web.base import assets
from skerry.web.lab import views

urlpatterns = [
    path("lab", views.index, name="lab"),
    path("lab/claims", views.claims, name="lab-claims"),
    path("lab/results/<str:name>", views.result, name="lab-result"),
    path("lab/<str:name>", views.fairness, name="lab-game"),
    path(f"{assets.folder()}lab.css", views.lab_css, name="lab-css"),
]
