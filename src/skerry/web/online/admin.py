"""The admin pages of this app, where Django looks for them."""

from skerry.web.online.chat.admin import ReportAdmin

__all__ = ["ReportAdmin"]
