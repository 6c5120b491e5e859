"""What ends with a session: the sockets that it has opened."""

from skerry.web.accounts.models import Session
from skerry.web.base.seats import account_holder
from skerry.web.base.websockets.ends import check_sockets_of


def end_sockets_of_session(*, instance: Session, **_: object) -> None:
    """A receiver of `post_delete`: the browser was signed out, by itself or by others."""
    if instance.user_id is not None:
        check_sockets_of(account_holder(instance.user_id))


def end_sockets(*, user_id: int, **_: object) -> None:
    """A receiver of `access_ended`: sessions of an earlier password count no more."""
    check_sockets_of(account_holder(user_id))
