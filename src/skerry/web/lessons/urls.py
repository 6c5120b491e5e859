"""Addresses of lessons."""

from django.urls import path

from skerry.web.lessons import pages

urlpatterns = [
    path("learn/<str:name>", pages.lesson, name="lesson"),
    path("learn/<str:name>/<str:key>", pages.lesson, name="lesson-of"),
    path("learn/<str:name>/<str:key>/play", pages.play, name="lesson-play"),
    path("api/lessons/<str:name>/<str:key>/<int:number>", pages.state),
    path("api/lessons/<str:name>/<str:key>/<int:number>/try", pages.try_turn),
]
