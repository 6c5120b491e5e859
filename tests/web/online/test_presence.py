"""Who looks at a game: counted by each process, added up by each page."""

import asyncio
from typing import Any

from skerry.web.online import live
from skerry.web.online.live import FORGOTTEN, WATCHER, LocalPresence, Presence


def test_a_process_counts_its_pages() -> None:
    here = LocalPresence()
    assert [here.enter("a", who) for who in (0, 0, WATCHER)] == [True, False, False]
    assert here.enter("b", 1)
    assert here.counts("a") == (2, 0, 1)
    here.leave("a", 0)
    assert here.counts("a") == (1, 0, 1)
    here.leave("b", 1)
    assert here.counts("b") == (0, 0, 0)


def test_what_was_heard_is_shared_and_forgotten_with_the_last_page() -> None:
    here = LocalPresence()
    here.enter("a", WATCHER)
    here.heard("a").take("one", (1, 0, 0))
    here.enter("a", WATCHER)
    assert here.heard("a").present() == {"here": [True, False], "watchers": 0}
    here.leave("a", WATCHER)
    here.leave("a", WATCHER)
    here.enter("a", WATCHER)
    assert here.heard("a").present() == {"here": [False, False], "watchers": 0}


def test_a_page_adds_up_what_it_has_heard_and_forgets_who_is_silent() -> None:
    heard = Presence()
    assert heard.present(0) == {"here": [False, False], "watchers": 0}
    heard.take("one", (1, 0, 2), 0)
    heard.take("two", (1, 1, 3), 10)
    assert heard.present(20) == {"here": [True, True], "watchers": 5}
    heard.take("two", (0, 0, 3), 30)
    assert heard.present(30) == {"here": [True, False], "watchers": 5}
    assert heard.present(FORGOTTEN + 1) == {"here": [False, False], "watchers": 3}


def test_many_who_come_at_once_are_told_of_once(monkeypatch: Any) -> None:
    monkeypatch.setattr(live, "SETTLED", 0.01)
    monkeypatch.setattr(live, "SETTLED_FOR_EACH", 0.00001)
    sent = []

    async def send(group: str, message: dict[str, Any]) -> None:
        sent.append((group, message["counts"]))

    async def come() -> None:
        here = LocalPresence()
        assert here.was_silent("a")
        for _ in range(1000):
            here.enter("a", WATCHER)
            here.tell_once("a", send)
        await asyncio.sleep(0.1)
        assert not here.was_silent("a")
        here.leave("a", WATCHER)
        here.tell_once("a", send)
        await asyncio.sleep(0.1)

    asyncio.run(come())
    assert sent == [("game.a", [0, 0, 1000]), ("game.a", [0, 0, 999])]
