"""The admin pages of this app, where Django looks for them."""

from .chat.admin import ReportAdmin

__all__ = ["ReportAdmin"]
