"""Words of our own in templates, all of which know them: the settings say so."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.timesince import timesince

from skerry.core.numbers import format_count
from skerry.web.base import assets

register = template.Library()
register.filter("count", format_count)  # `{{ number|count }}`, such as "1,204"


@register.filter
def since(moment: datetime) -> str:
    """`{{ moment|since }}`: how long ago it was, such as "just now" and "2 hours ago"."""
    minutes = (timezone.now() - moment).total_seconds() / 60
    return "just now" if minutes < 1 else f"{timesince(moment, depth=1)} ago"


@register.filter
def of_game(rows: Iterable[Any], name: str) -> list[Any]:
    """`{{ rows|of_game:name }}`: those whose `game` has that name; all of them for ""."""
    return [one for one in rows if not name or one.game == name]


@register.inclusion_tag("base/script.html")
def script(path: str) -> dict[str, object]:
    """`{% script 'play/game.js' %}`: a module script, and all that it imports, asked for at once.

    Its imports are loaded beside it instead of after one another.
    """
    first, *rest = assets.modules(path)
    return {"module": first, "imported": rest}
