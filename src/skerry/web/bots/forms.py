"""What a new token asks for."""

from django import forms

from skerry.web.accounts.forms import OwnForm
from skerry.web.bots.models import LONGEST_TITLE, PLAY, READ

SCOPES = ((PLAY, "Play"), (READ, "Read only"))


class TokenForm(OwnForm):
    """A token, which only who knows the password may make: it acts without one."""

    title = forms.CharField(
        label="Name of a new token",
        help_text="By it you will know later what uses the token.",
        max_length=LONGEST_TITLE,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label="What it may do",
        help_text="Read only: look at games and events, and do nothing there.",
        choices=SCOPES,
        initial=PLAY,
    )
    field_order = ("title", "scope", "password")
