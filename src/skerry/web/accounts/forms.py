"""What the forms of accounts ask for, and when they refuse it."""

import re
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField

from skerry.web.accounts.models import User
from skerry.web.accounts.names import LONGEST, SHORTEST, NameRefusedError, checked_name

LONGEST_TYPED = 100  # of a name that is only looked for
LONGEST_PASSWORD = 200
WRONG_PASSWORD = "That is not your current password."
WRONG_CODE = "This code is wrong, or was used before. Wait until the app shows the next one."
NO_CODE = "A code has 6 digits, a backup code 10."


class Field(BoundField):
    """A field with what templates ask of it."""

    @property
    def is_password(self) -> bool:
        """Whether it can be shown on demand."""
        return isinstance(self.field.widget, forms.PasswordInput)


class PlainForm(forms.Form):
    """A form as `fields.html` renders it."""

    bound_field_class = Field


def _name_field(help_text: str = "") -> forms.CharField:
    attributes = {
        "autocomplete": "username",
        "autocapitalize": "none",
        "spellcheck": "false",
        "dir": "auto",
    }
    return forms.CharField(
        label="Name",
        help_text=help_text,
        max_length=LONGEST_TYPED,
        widget=forms.TextInput(attrs=attributes),
    )


def _password_field(label: str, *, new: bool, help_text: str = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=LONGEST_PASSWORD,
        strip=False,
        widget=forms.PasswordInput(
            attrs={"autocomplete": "new-password" if new else "current-password"}
        ),
    )


def _email_field(*, required: bool, help_text: str) -> forms.EmailField:
    return forms.EmailField(
        label="E-mail",
        required=required,
        help_text=help_text,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


NAME_HELP = f"{SHORTEST} to {LONGEST} letters, digits and spaces. Everyone can see it."
PASSWORD_HELP = "At least 8 characters, and not a common password."
EMAIL_HELP = "To reset your password, and for e-mail about your games if you turn it on."


def clean_name(name: str) -> str:
    """The name as it is kept. Raises ValidationError: it is not allowed."""
    try:
        return checked_name(name)
    except NameRefusedError as error:
        raise ValidationError(str(error)) from None


class NameForm(PlainForm):
    """Another name."""

    name = _name_field(f"{NAME_HELP} Finished games keep your old name.")

    def clean_name(self) -> str:
        """The name as it is kept."""
        return clean_name(self.cleaned_data["name"])


class SignUpForm(NameForm):
    """A new account."""

    name = _name_field(NAME_HELP)
    password = _password_field("Password", new=True, help_text=PASSWORD_HELP)
    email = _email_field(required=False, help_text=f"Optional. {EMAIL_HELP}")

    def clean(self) -> None:
        """A password that is too easy to guess is refused."""
        data = self.cleaned_data
        about = User(name=data.get("name", ""), email=data.get("email", ""))
        _check_new(self, "password", about)


class SignInForm(PlainForm):
    """Who one is."""

    name = _name_field()
    password = _password_field("Password", new=False)


class UserForm(PlainForm):
    """Something about an account."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user


class OwnForm(UserForm):
    """Something that only who knows the password may change."""

    password = _password_field("Current password", new=False)

    def clean_password(self) -> str:
        """The account's own password."""
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise ValidationError(WRONG_PASSWORD)
        return password


class CodeForm(PlainForm):
    """A code of two-step sign-in."""

    code = forms.CharField(
        label="Code",
        help_text="The 6 digits that your app shows, or the 10 of a backup code.",
        max_length=20,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )

    def clean_code(self) -> str:
        """Its digits."""
        code = re.sub(r"[\s-]", "", self.cleaned_data["code"])
        if not re.fullmatch("[0-9]{6}|[0-9]{10}", code):
            raise ValidationError(NO_CODE)
        return code


class TwoStepForm(CodeForm, OwnForm):
    """What only who knows the password and has the app may change."""

    field_order = ("password", "code")


class EmailForm(OwnForm):
    """Another address, or none."""

    email = _email_field(required=False, help_text=f"{EMAIL_HELP} Leave it empty to remove it.")
    field_order = ("email", "password")


class NewPasswordForm(UserForm):
    """A password in place of one that was forgotten."""

    new = _password_field("New password", new=True, help_text=PASSWORD_HELP)

    def clean(self) -> None:
        """A password that is too easy to guess is refused."""
        _check_new(self, "new", self.user)


class PasswordForm(OwnForm, NewPasswordForm):
    """Another password."""

    field_order = ("password", "new")


class ForgottenForm(PlainForm):
    """Whose password was forgotten."""

    who = forms.CharField(
        label="Name or e-mail",
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "dir": "auto"}),
    )


def _check_new(form: forms.Form, field: str, user: User) -> None:
    password = form.cleaned_data.get(field)
    if password is not None:
        try:
            validate_password(password, user)
        except ValidationError as error:
            form.add_error(field, error)
