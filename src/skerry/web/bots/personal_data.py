"""What an account has of tokens: none goes from a browser to it, and they end with it."""

from skerry.web.bots.models import ApiToken


def move(old: str, new: str) -> None:
    """Only accounts have tokens, so a browser brings none along."""


def export(holder: str) -> dict[str, object]:
    """What an account calls its tokens, and when they were used; not the tokens, nor their hash."""
    return {
        "tokens": [
            {
                "title": one.title,
                "scope": one.scope,
                "created": one.created.isoformat(),
                "expires": one.expires.isoformat(),
                "seen": None if one.seen is None else one.seen.isoformat(),
            }
            for one in ApiToken.objects.filter(user__player__holder=holder).order_by("created")
        ]
    }


def forget(holder: str) -> None:
    """Delete the tokens of an account."""
    ApiToken.objects.filter(user__player__holder=holder).delete()
