"""Addresses of the rules."""

from django.urls import path

from . import rules_pages

urlpatterns = [
    path("rules/<str:name>", rules_pages.rules, name="rules"),
]
