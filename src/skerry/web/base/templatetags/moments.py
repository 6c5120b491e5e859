"""`{{ moment|since }}`: how long ago something was, in words."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.timesince import timesince

register = template.Library()


@register.filter
def since(moment: datetime) -> str:
    """Such as "just now" and "2 hours ago"."""
    minutes = (timezone.now() - moment).total_seconds() / 60
    return "just now" if minutes < 1 else f"{timesince(moment, depth=1)} ago"
