"""Addresses of accounts, and of the admin pages."""

from django.contrib import admin
from django.urls import path

from skerry.web.accounts import views

urlpatterns = [
    path("sign-up", views.sign_up, name="sign-up"),
    path("sign-in", views.sign_in, name="sign-in"),
    path("sign-in/code", views.sign_in_code, name="sign-in-code"),
    path("sign-out", views.sign_out, name="sign-out"),
    path("account", views.account, name="account"),
    path("account/name", views.change_name, name="change-name"),
    path("account/password", views.change_password, name="change-password"),
    path("account/email", views.change_email, name="change-email"),
    path("account/browsers", views.sign_out_browsers, name="sign-out-browsers"),
    path("account/two-step", views.own_two_step, name="own-two-step"),
    path("account/data", views.data, name="own-data"),
    path("account/delete", views.delete, name="delete-account"),
    path("account/forgotten", views.forgotten, name="forgotten"),
    path("account/new-password/<int:number>/<token>", views.new_password, name="new-password"),
    path("account/confirm/<token>", views.confirm_email, name="confirm-email"),
    path("admin/", admin.site.urls),
]
