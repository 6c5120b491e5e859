"""Addresses of lessons."""

from django.urls import path

from skerry.web.lessons import views

urlpatterns = [
    path("learn/<str:name>", views.lesson, name="lesson"),
    path("learn/<str:name>/<str:key>", views.lesson, name="lesson-of"),
    path("learn/<str:name>/<str:key>/play", views.play, name="lesson-play"),
    path("api/lessons/<str:name>/<str:key>/<int:number>", views.state),
    path("api/lessons/<str:name>/<str:key>/<int:number>/try", views.try_turn),
]
