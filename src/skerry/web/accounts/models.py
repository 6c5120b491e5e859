"""Accounts, everybody who plays online, and the browsers that are signed in."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone

from skerry.web.accounts.names import LONGEST, keys_of
from skerry.web.accounts.signals import access_ended
from skerry.web.base.seats import account_holder

LONGEST_KEY = 4 * LONGEST  # of a name: folding and taking apart make it longer


class UserManager(BaseUserManager["User"]):
    """Finds accounts; `people` makes them."""

    def get_by_natural_key(self, username: str | None) -> "User":
        """The account of that name, however its letters are written. Raises User.DoesNotExist."""
        return self.get(player__folded=keys_of(username or "").folded)


class User(AbstractBaseUser, PermissionsMixin):
    """An account: who may sign in."""

    name = models.CharField(max_length=LONGEST, unique=True)  # as its Player's; see people.rename
    email = models.EmailField(blank=True)
    # Whoever has the address has asked for it: only then anything but that question is sent there.
    email_is_confirmed = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)  # may open the admin pages
    # When many passwords were tried for it last, since its own was chosen; None: never.
    guessed = models.DateTimeField(null=True, editable=False)
    joined = models.DateTimeField(default=timezone.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = []

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **named: Any) -> None:
        """As Django's; with another password, all that was opened by the one before ends."""
        # Django sets it with a password, and takes it back where only the hash is made anew.
        is_changed = getattr(self, "_password", None) is not None and not self._state.adding
        super().save(*args, **named)
        if is_changed:
            access_ended.send(sender=User, user_id=self.pk)

    @property
    def holder(self) -> str:
        """By which seats and studies know the account."""
        return account_holder(self.pk)


class Player(models.Model):
    """Who plays online: a guest, an account or a bot. Other rows point here, not to accounts."""

    holder = models.CharField(max_length=64, unique=True)  # as of a seat
    name = models.CharField(max_length=2 * LONGEST)
    folded = models.CharField(max_length=LONGEST_KEY, unique=True)  # of the name: see names.keys_of
    skeleton = models.CharField(max_length=LONGEST_KEY, unique=True)
    user = models.OneToOneField(User, on_delete=models.SET_NULL, null=True, editable=False)
    is_bot = models.BooleanField(default=False)
    created = models.DateTimeField(default=timezone.now, editable=False)
    seen = models.DateTimeField(default=timezone.now, db_index=True)  # to the hour
    closed = models.DateTimeField(null=True, blank=True)  # since when it may not play; None: may

    class Meta:
        """Lists show the latest first."""

        ordering = ("-seen",)

    def __str__(self) -> str:
        return self.name

    @property
    def is_guest(self) -> bool:
        """Whether a browser alone holds it."""
        return self.user_id is None


class Session(AbstractBaseSession):
    """A browser that is signed in; its key is a hash, so that the database opens no account."""

    session_key = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="sessions")
    browser = models.CharField(max_length=60, blank=True)  # such as "Firefox on Linux"
    since = models.DateTimeField(default=timezone.now)
    seen = models.DateTimeField(auto_now=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """What reads and writes these rows."""
        from skerry.web.accounts.session_store import SessionStore

        return SessionStore
