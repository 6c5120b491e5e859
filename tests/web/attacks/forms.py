"""The forms of a page, as a browser would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

WRITTEN = {"text", "search", "email", "password", "number", "url", ""}  # types of an `input`


@dataclass
class Form:
    """Where it is sent, and its fields as the page fills them."""

    action: str
    method: str
    values: dict[str, str] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)  # in which a person may write anything
    others: list[str] = field(default_factory=list)  # in which a program may


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.forms: list[Form] = []
        self._area = ""
        self._choice = ""
        self._latest: Form | None = None
        self._by_id: dict[str, Form] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {name: value or "" for name, value in attrs}
        name = had.get("name", "")
        if tag == "form":
            self._latest = Form(had.get("action") or self.path, had.get("method", "get"))
            self.forms.append(self._latest)
            self._by_id[had.get("id", "")] = self._latest
            return
        form = self._by_id.get(had["form"]) if "form" in had else self._latest
        if form is None:
            return
        if (
            tag == "option"
            and self._choice
            and ("selected" in had or not form.values[self._choice])
        ):
            form.values[self._choice] = had.get("value", "")
        if not name:
            return
        if tag == "textarea":
            self._area = name
            form.written.append(name)
            form.values[name] = ""
        elif tag == "select":
            self._choice = name
            form.others.append(name)
            form.values[name] = ""
        elif tag == "input":
            kind = had.get("type", "")
            (form.written if kind in WRITTEN else form.others).append(name)
            if kind not in ("radio", "checkbox") or "checked" in had:
                form.values[name] = had.get("value", "on" if kind == "checkbox" else "")

    def handle_data(self, data: str) -> None:
        if self._area and self.forms:
            self.forms[-1].values[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""
        if tag == "select":
            self._choice = ""


def forms_of(path: str, html: str) -> list[Form]:
    """All forms of a page that is at a path."""
    reader = _Reader(path)
    reader.feed(html)
    return reader.forms
