"""Who plays: players made, named, closed, and led from a browser to an account."""

from collections.abc import Callable
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from skerry.web.accounts import personal_data
from skerry.web.accounts.models import Player, Session, User
from skerry.web.accounts.names import DELETED, NameTakenError, checked_name, guest_names, keys_of
from skerry.web.accounts.signals import access_ended
from skerry.web.base.errors import SeatError
from skerry.web.base.seats import ACCOUNT

SEEN_EVERY = timedelta(hours=1)
ATTEMPTS = 30  # of finding a guest's name that nobody has

GONE = "deleted:"  # what the holder of a player begins with that is forgotten
TAKEN = "That name, or one that looks the same, is taken; choose another."


def player_of(holder: str) -> Player:
    """Who plays by a holder; a browser that has not played yet becomes a guest with a name.

    Raises SeatError: the account was deleted.
    """
    found = find_player(holder)
    if found is None:
        if holder.startswith(ACCOUNT):
            raise SeatError("This account has been deleted.")
        return _new_guest(holder)
    if timezone.now() - found.seen > SEEN_EVERY:
        found.seen = timezone.now()
        found.save(update_fields=["seen"])
    return found


def find_player(holder: str | None) -> Player | None:
    """Who plays by a holder; None: nobody yet."""
    return None if holder is None else Player.objects.filter(holder=holder).first()


def lock(*holders: str | None) -> None:
    """Let none of some players be closed or forgotten until the transaction ends.

    Who begins a game with them calls it first, and then looks whether they are still there.
    """
    locked = Player.objects.select_for_update().filter(holder__in=[one for one in holders if one])
    list(locked.order_by("pk").values_list("pk"))


def check_not_closed(*holders: str | None) -> None:
    """Let nobody begin a game who was closed, or whose account was deleted. Raises SeatError."""
    accounts = {one for one in holders if one is not None and one.startswith(ACCOUNT)}
    if Player.objects.filter(holder__in=accounts).count() < len(accounts):
        raise SeatError("The account of one of the two players has been deleted.")
    if Player.objects.filter(holder__in=holders, closed__isnull=False).exists():
        raise SeatError("A player who was closed by whoever runs this site plays no more here.")


def find_by_name(name: str) -> Player | None:
    """Who has a name, however its letters are written."""
    return Player.objects.filter(folded=keys_of(name).folded).first()


def _new_guest(holder: str) -> Player:
    next_name = guest_names()
    for _ in range(ATTEMPTS):
        try:
            with transaction.atomic():
                return _create(holder, next_name())
        except IntegrityError:
            found = find_player(holder)  # made by another request of this browser
            if found is not None:
                return found
    raise RuntimeError(f"No free name for a guest was found in {ATTEMPTS} attempts.")


def _create(holder: str, name: str, user: User | None = None) -> Player:
    folded, skeleton = keys_of(name)
    return Player.objects.create(
        holder=holder, name=name, folded=folded, skeleton=skeleton, user=user
    )


# ---- accounts ----


def sign_up(name: str, password: str, guest: str | None = None) -> User:
    """A new account; what the browser of a guest has goes to it, its player too.

    The password was checked already.

    Raises:
        NameRefusedError: the name is not allowed.
        NameTakenError: another has it.
    """
    checked = checked_name(name)
    user = User(name=checked)
    user.set_password(password)  # takes a while, and so is done before the transaction
    with transaction.atomic():
        _taken_or(lambda: user.save(force_insert=True))
        player = find_player(guest)
        if player is None:
            _taken_or(lambda: _create(user.holder, checked, user))
        else:
            player.holder, player.user = user.holder, user
            _taken_or(lambda: _rename(player, checked))
        if guest is not None:
            personal_data.rename(guest, checked)
            personal_data.move(guest, user.holder)
    return user


def make_admin(name: str, password: str | None) -> User:
    """An account that may do everything on the admin pages: the one of that name, or a new one.

    The password is of a new one; None: there must be one already, which keeps its own.

    Raises:
        NameRefusedError: the name is not allowed.
        NameTakenError: a guest has it, or one that looks the same.
    """
    player = find_by_name(name)
    user = None if player is None else player.user
    with transaction.atomic():
        if user is None:
            user = sign_up(name, password or "")
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
    return user


def adopt(user: User, guest: str) -> None:
    """Let an account have what a browser has; the guest that has played there is no more.

    All or nothing, and one browser after the other where several do it at once.
    """
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        personal_data.rename(guest, user.name)
        personal_data.move(guest, user.holder)
        Player.objects.filter(holder=guest).delete()


def rename(player: Player, name: str) -> None:
    """Give a player another name. Raises NameRefusedError, NameTakenError."""
    checked = checked_name(name)
    with transaction.atomic():
        _taken_or(lambda: _rename(player, checked))
        if player.user is not None:
            player.user.name = checked
            _taken_or(lambda: player.user.save(update_fields=["name"]) if player.user else None)
        personal_data.rename(player.holder, checked)


def _rename(player: Player, name: str) -> None:
    player.name = name
    player.folded, player.skeleton = keys_of(name)
    player.save()


def _taken_or(work: Callable[[], object]) -> None:
    """Do what fails where a name is another's. Raises NameTakenError."""
    try:
        with transaction.atomic():
            work()
    except IntegrityError:
        raise NameTakenError(TAKEN) from None


def close(player: Player) -> None:
    """Let a player play no more; its account, if it has one, is signed out everywhere.

    What waits for it, or comes from it, is taken back, and that is not undone by `reopen`.
    """
    _set_closed(player, closed=True)


def reopen(player: Player) -> None:
    """Undo `close`."""
    _set_closed(player, closed=False)


def _set_closed(player: Player, *, closed: bool) -> None:
    with transaction.atomic():
        if closed:
            personal_data.hold(player.holder)
        player.closed = timezone.now() if closed else None
        player.save(update_fields=["closed"])
        if player.user_id is not None:
            User.objects.filter(pk=player.user_id).update(is_active=not closed)
            if closed:
                sign_out_everywhere(player.user_id)
                access_ended.send(sender=User, user_id=player.user_id)
        if closed:
            personal_data.leave(player.holder)


def set_password(user: User, password: str) -> None:
    """Give an account another password, checked already; what was tried before counts no more."""
    user.set_password(password)
    user.guessed = None
    user.save(update_fields=["password", "guessed"])


def sign_out_everywhere(user_id: int, but: str = "") -> None:
    """End the sessions of an account, all but the one of a hashed key."""
    Session.objects.filter(user=user_id).exclude(session_key=but).delete()


def forget(holder: str) -> None:
    """Delete what somebody has; others keep the games played with them, without the name.

    The player stays as a number, since results of others point to it.
    """
    with transaction.atomic():
        personal_data.hold(holder)
        player = Player.objects.select_for_update().filter(holder=holder).first()
        personal_data.forget(holder)
        if player is None:
            return
        user, player.user = player.user, None
        player.holder = f"{GONE}{player.pk}"
        player.closed = timezone.now()
        _rename(player, f"{DELETED} {player.pk}")
        if user is not None:
            user.delete()  # and with it its sessions


def find_user(holder: str) -> User | None:
    """The account that a holder is; None for a browser, or one that is gone."""
    if not holder.startswith(ACCOUNT):
        return None
    number = holder.removeprefix(ACCOUNT)
    return User.objects.filter(pk=int(number)).first() if number.isdecimal() else None
