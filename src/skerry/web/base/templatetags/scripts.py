"""`{% script 'play/game.js' %}`: a module, and all that it imports, asked for at once."""

from django import template

from skerry.web.base import assets

register = template.Library()


@register.inclusion_tag("base/script.html")
def script(path: str) -> dict[str, object]:
    """A module script; its imports are loaded beside it instead of after one another."""
    first, *rest = assets.modules(path)
    return {"module": first, "imported": rest}
