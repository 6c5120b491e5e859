"""What staff may see and change of accounts and players."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from skerry.web.accounts import people
from skerry.web.accounts.forms import clean_name
from skerry.web.accounts.models import Player, User
from skerry.web.accounts.names import LONGEST, keys_of
from skerry.web.accounts.staff import NotByHand

if TYPE_CHECKING:  # Django's own classes take no parameters
    PlayerModelForm = forms.ModelForm[Player]
    AdminOfPlayers = admin.ModelAdmin[Player]
    AdminOfUsers = admin.ModelAdmin[User]
else:
    PlayerModelForm, AdminOfPlayers, AdminOfUsers = (
        forms.ModelForm,
        admin.ModelAdmin,
        admin.ModelAdmin,
    )

# Their own pages would show the secrets and backup codes of all staff to whoever is one of it.
admin.site.unregister([StaticDevice, TOTPDevice])


class PlayerForm(PlayerModelForm):
    """Another name, for one that offends."""

    name = forms.CharField(max_length=LONGEST)

    def clean_name(self) -> str:
        """The name as it is kept."""
        name = clean_name(self.cleaned_data["name"])
        others = Player.objects.exclude(pk=self.instance.pk)
        folded, skeleton = keys_of(name)
        if (others.filter(folded=folded) | others.filter(skeleton=skeleton)).exists():
            raise ValidationError(people.TAKEN)
        return name


@admin.register(Player)
class PlayerAdmin(NotByHand, AdminOfPlayers):
    """Players are renamed, closed and opened again; only they themselves delete what they have."""

    form = PlayerForm
    fields = ("name", "user", "is_bot", "created", "seen", "closed")
    readonly_fields = ("user", "is_bot", "created", "seen", "closed")
    list_display = ("name", "user", "is_bot", "seen", "closed")
    list_filter = ("is_bot", ("closed", admin.EmptyFieldListFilter))
    list_per_page = 50
    search_fields = ("name",)
    actions = ("close_players", "reopen_players")

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """The name, for the account too."""
        people.rename(obj, form.cleaned_data["name"])

    @admin.action(description="Close: they play no more", permissions=["change"])
    def close_players(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        """Close the chosen ones, and sign their accounts out."""
        for player in chosen:
            people.close(player)
        messages.success(request, f"Closed: {len(chosen)}.")

    @admin.action(description="Open again", permissions=["change"])
    def reopen_players(self, request: HttpRequest, chosen: QuerySet[Player]) -> None:
        """Undo the closing of the chosen ones."""
        for player in chosen:
            if player.user is not None or not player.holder.startswith(people.GONE):
                people.reopen(player)
        messages.success(request, f"Opened: {len(chosen)}.")


@admin.register(User)
class UserAdmin(NotByHand, AdminOfUsers):
    """Who may sign in; only whoever may do everything makes others staff."""

    fields = ("name", "email", "email_is_confirmed", "is_active", "joined", "last_login")
    list_display = ("name", "joined", "last_login", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff")
    list_per_page = 50
    search_fields = ("name", "email")

    def get_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """With rights, for whom they are to give."""
        rights = ["is_staff", "is_superuser", "groups"] if request.user.is_superuser else []
        return [*self.fields, *rights]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """All but rights."""
        return self.fields
