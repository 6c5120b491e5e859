"""Addresses of accounts, and of the admin pages."""

from django.contrib import admin
from django.urls import path

from skerry.web.accounts.pages import own, recovery, signing, two_step

urlpatterns = [
    path("sign-up", signing.sign_up, name="sign-up"),
    path("sign-in", signing.sign_in, name="sign-in"),
    path("sign-in/code", signing.sign_in_code, name="sign-in-code"),
    path("sign-out", signing.sign_out, name="sign-out"),
    path("account", own.account, name="account"),
    path("account/name", own.change_name, name="change-name"),
    path("account/password", own.change_password, name="change-password"),
    path("account/email", own.change_email, name="change-email"),
    path("account/browsers", own.sign_out_browsers, name="sign-out-browsers"),
    path("account/two-step", two_step.own_two_step, name="own-two-step"),
    path("account/data", own.data, name="own-data"),
    path("account/delete", own.delete, name="delete-account"),
    path("account/forgotten", recovery.forgotten, name="forgotten"),
    path("account/new-password/<int:number>/<token>", recovery.new_password, name="new-password"),
    path("account/confirm/<token>", recovery.confirm_email, name="confirm-email"),
    path("admin/", admin.site.urls),
]
