"""The admin pages: for staff alone, signed in by the page that all use."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from skerry.web.base.answers import not_kept


class StaffConfig(AdminConfig):
    """Django's admin, by the site below."""

    default_site = "skerry.web.accounts.staff.StaffSite"


class NotByHand:
    """Of an admin page: nobody adds rows there or deletes them, since they come by themselves."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody; an account is deleted by its owner, and results of others point to players."""
        return False


class StaffSite(AdminSite):
    """Django's admin in our name."""

    site_title = site_header = "Skerry"
    index_title = "Accounts and players"
    enable_nav_sidebar = False

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """As Django's, and no browser keeps the page, not even for want of a connection."""
        return not_kept(super().admin_view(view, cacheable))

    def password_change(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> Any:
        """To the page of one's account, which refuses guesses."""
        return redirect("account")

    def has_permission(self, request: Any) -> bool:
        """As Django's, and who signs in by two steps has given a code in this session."""
        from skerry.web.accounts.signing import owes_code

        return super().has_permission(request) and not owes_code(request)

    def login(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """To the page where all sign in, or give a code. Raises Http404: who has is no staff."""
        from django.contrib.auth.views import redirect_to_login  # needs models

        from skerry.web.accounts.signing import owes_code

        if super().has_permission(request) and owes_code(request):
            return redirect_to_login(request.GET.get("next", "/admin/"), reverse("sign-in-code"))
        if request.user.is_authenticated:
            raise Http404("There is no such page.")
        return redirect_to_login(request.GET.get("next", "/admin/"))
