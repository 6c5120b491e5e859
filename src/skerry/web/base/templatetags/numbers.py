"""`{{ number|count }}`: a whole number with commas between thousands, such as "1,204"."""

from django import template

from skerry.core.formatting import format_count

register = template.Library()
register.filter("count", format_count)
