"""Challenges as browsers make and answer them: what the tests of this folder share."""

from typing import Any

from skerry.web.online.models import Challenge
from tests.web.conftest import Browser, small_form


def challenge(browser: Browser, name: str = "kitaran", /, **fields: str) -> Challenge:
    """A challenge by what the form of a new game sends."""
    sent = {"opponent": "online", "side": "first", **small_form(name), **fields}
    answer = browser.client.post(
        f"/new/{name}", {**sent, "csrfmiddlewaretoken": browser.token()}, follow=True
    )
    assert answer.status_code == 200, answer.content.decode()
    return Challenge.objects.latest("created")


def post(browser: Browser, challenge: Challenge, what: str) -> Any:
    """Press a button of its page."""
    form = {"csrfmiddlewaretoken": browser.token()}
    return browser.client.post(f"/challenge/{challenge.pk}/{what}", form)


def page_of(browser: Browser, challenge: Challenge) -> str:
    """What its page shows."""
    answer = browser.client.get(f"/challenge/{challenge.pk}")
    assert answer.status_code == 200
    return str(answer.content.decode())
