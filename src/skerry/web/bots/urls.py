"""Addresses of the API for programs, and of the page of tokens."""

from django.urls import path

from skerry.web.bots import views

urlpatterns = [
    path("api/v1/<path:rest>", views.call, name="api"),
    path("api/docs", views.docs, name="api-docs"),
    path("api/openapi.json", views.openapi, name="openapi"),
    path("account/tokens", views.own_tokens, name="own-tokens"),
    path("account/tokens/revoke", views.revoke_token, name="revoke-token"),
    path("account/tokens/bot", views.become_bot, name="become-bot"),
]
