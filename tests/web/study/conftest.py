"""What the tests of studies share: a browser that begins and edits them."""

import json
from dataclasses import dataclass
from typing import Any

import pytest

from skerry.web.study.models import SavedStudy
from tests.web.conftest import Browser


@dataclass
class Student:
    """A browser with a study of its own."""

    browser: Browser
    study_id: str

    def post(self, path: str, body: object) -> Any:
        return self.browser.client.post(
            f"/api/studies/{self.study_id}{path}",
            json.dumps(body),
            content_type="application/json",
            headers={"X-CSRFToken": self.browser.token()},
        )

    def get(self, path: str = "") -> Any:
        return self.browser.client.get(f"/api/studies/{self.study_id}{path}")

    def edit(self, kind: str, version: int = 0, **fields: object) -> Any:
        return self.post("/edit", {"version": version, "edit": {"kind": kind, **fields}})

    def add(self, parent: int, turn: str, chapter: int = 1) -> int:
        answer = self.edit("Add", chapter=chapter, parent=parent, turn=turn)
        assert answer.status_code == 200, answer.content
        return int(answer.json()["number"])

    def nodes(self, chapter: int = 1) -> dict[int, dict[str, Any]]:
        answer = self.get(f"/chapters/{chapter}")
        assert answer.status_code == 200, answer.content
        return {node["number"]: node for node in answer.json()["nodes"]}

    @property
    def saved(self) -> SavedStudy:
        return SavedStudy.objects.get(pk=self.study_id)

    def seen_by(self, browser: Browser) -> "Student":
        return Student(browser, self.study_id)


def submit(browser: Browser, path: str, **fields: str) -> Any:
    return browser.client.post(path, {"csrfmiddlewaretoken": browser.token(), **fields})


def begin(browser: Browser, **fields: str) -> Student:
    """A study that a form begins."""
    answer = submit(browser, "/studies/new", **fields)
    assert answer.status_code == 302, answer.content.decode()
    return Student(browser, str(answer["Location"]).rsplit("/", 1)[1])


@pytest.fixture
def student(browser: Browser) -> Student:
    """With a study of Kitaran on its smallest board."""
    text = "kitaran size=3 komi=0 swap=off cycle_limit=18 cycle=place"
    return begin(browser, text=f"{text} | 3/3/3 | player=0 first=0 turn=0 conversions=0 frozen=-")
