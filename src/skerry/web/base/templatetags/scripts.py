"""`{% script 'play/game.js' %}`: a module, and all that it imports, asked for at once."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from .. import assets

register = template.Library()


@register.simple_tag
def script(path: str) -> SafeString:
    """A module script; its imports are loaded beside it instead of after one another."""
    first, *rest = (static(one) for one in assets.modules(path))
    link = '<link rel="modulepreload" href="{}">'
    loading = format_html_join("", link, ((address,) for address in rest))
    return format_html('<script type="module" src="{}"></script>{}', first, loading)
