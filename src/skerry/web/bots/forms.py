"""What a new token asks for."""

from django import forms

from ..accounts.pages.forms import OwnForm
from .models import LONGEST_TITLE, PLAY, READ

SCOPES = (
    (PLAY, "Play: all that this account can do in games"),
    (READ, "Read: look at games and events only"),
)


class TokenForm(OwnForm):
    """A token, which only who knows the password may make: it acts without one."""

    title = forms.CharField(
        label="Name of a new token",
        help_text="By it you will know later what uses the token.",
        max_length=LONGEST_TITLE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(label="What it may do", choices=SCOPES, initial=PLAY)
    field_order = ("title", "scope", "password")
