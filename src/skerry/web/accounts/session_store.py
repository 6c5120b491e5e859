"""Sessions in the database, by a hash of the key in a cookie; kept while used."""

from datetime import datetime
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase, UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db import DatabaseError
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.deprecation import MiddlewareMixin

from skerry.web.accounts.models import Session
from skerry.web.base.consumers import check_sockets_of
from skerry.web.base.seats import account_holder, hash_token

BROWSER, SINCE, SEEN = "browser", "since", "seen"  # what a session says of itself, in its data


class SessionStore(DatabaseStore):
    """Django's sessions in the database, which say whose they are and from which browser."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """The table."""
        return Session

    def _get_session_from_db(self) -> Session | None:
        key = self.session_key
        unexpired = Session.objects.filter(expire_date__gt=timezone.now())
        found = unexpired.filter(session_key=hash_token(key)).first() if key else None
        if found is None:
            self._session_key = None
        return found

    async def _aget_session_from_db(self) -> Session | None:
        return await sync_to_async(self._get_session_from_db)()

    def exists(self, session_key: str) -> bool:
        """Whether there is a session of that key."""
        return super().exists(hash_token(session_key))

    async def aexists(self, session_key: str) -> bool:
        """As `exists`."""
        return await super().aexists(hash_token(session_key))

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row of this session."""
        user = data.get(SESSION_KEY)
        return Session(
            session_key=hash_token(str(self.session_key)),  # which `save` has made
            session_data=self.encode(data),
            expire_date=self.get_expiry_date(),
            user_id=None if user is None else int(user),
            browser=data.get(BROWSER, ""),
            since=_moment(data.get(SINCE)),
        )

    async def acreate_model_instance(self, data: dict[str, Any]) -> Session:
        """As `create_model_instance`."""
        return await sync_to_async(self.create_model_instance)(data)

    def delete(self, session_key: str | None = None) -> None:
        """Forget this session, or the one of a key."""
        key = session_key or self.session_key
        if key is not None:
            Session.objects.filter(session_key=hash_token(key)).delete()

    async def adelete(self, session_key: str | None = None) -> None:
        """As `delete`."""
        await sync_to_async(self.delete)(session_key)


def _moment(text: str | None) -> datetime:
    return timezone.now() if text is None else datetime.fromisoformat(text)


EVERY = 3600  # seconds between two notes of the same


class KeepSession(MiddlewareMixin):
    """Store a session anew, once an hour at most, so that it does not run out while it is used."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """The answer; a request that has not asked who is signed in changes nothing."""
        # Where the database fails, the answer that says so must not ask it again.
        if response.status_code < 500 and request.session.accessed:
            _note(request.session)
        return response


def _note(session: SessionBase) -> None:
    now = int(timezone.now().timestamp())
    if SEEN not in session or now - session[SEEN] <= EVERY:
        return
    session[SEEN] = now
    try:
        session.save()
    except (DatabaseError, UpdateError):  # a full disk keeps nobody from reading
        session.modified = False


def end_sockets_of_session(*, instance: Session, **_: object) -> None:
    """A receiver of `post_delete`: the browser was signed out, by itself or by others."""
    if instance.user_id is not None:
        check_sockets_of(account_holder(instance.user_id))


def end_sockets(*, user_id: int, **_: object) -> None:
    """A receiver of `access_ended`: sessions of an earlier password count no more."""
    check_sockets_of(account_holder(user_id))
