"""Where staff look at what was reported of chats, and take it out of sight."""

from typing import TYPE_CHECKING

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from skerry.web.accounts import people
from skerry.web.online import chat
from skerry.web.online.models import ChatLine, Report

__all__ = [
    "ReportAdmin",
]

if TYPE_CHECKING:  # Django's own classes take no parameters
    AdminOfReports = admin.ModelAdmin[Report]
else:
    AdminOfReports = admin.ModelAdmin

AROUND = 10  # lines before and after the one that was reported


@admin.register(Report)
class ReportAdmin(AdminOfReports):
    """Reports with the lines around; what is left to be done stands first."""

    list_display = ("text", "writer", "reporter", "moment", "is_hidden", "handled")
    list_filter = (("handled", admin.EmptyFieldListFilter),)
    list_select_related = ("line", "line__player", "reporter")
    list_per_page = 50
    search_fields = ("line__player__name", "reporter__name", "line__text")
    fields = readonly_fields = (
        "writer",
        "reporter",
        "moment",
        "game",
        "surroundings",
        "is_hidden",
        "handled",
    )
    actions = ("hide_lines", "show_lines", "close_writers", "mark_handled", "mark_open")

    @admin.display(description="line", ordering="line__text")
    def text(self, report: Report) -> SafeString:
        """What was reported, which cannot turn the order of what stands around it."""
        return format_html("<bdi>{}</bdi>", report.line.text)

    @admin.display(description="written by", ordering="line__player__name")
    def writer(self, report: Report) -> SafeString:
        """Who wrote it, with a link to where players are renamed."""
        player = report.line.player
        address = reverse("admin:accounts_player_change", args=[player.pk])
        closed = " (closed)" if player.closed else ""
        return format_html('<a href="{}"><bdi>{}</bdi></a>{}', address, player.name, closed)

    @admin.display(description="game")
    def game(self, report: Report) -> SafeString:
        """A link to the game; a private one opens to nobody else."""
        address = reverse("game", args=[report.line.game_id])
        return format_html('<a href="{}">{}</a>', address, report.line.game_id)

    @admin.display(description="hidden", boolean=True)
    def is_hidden(self, report: Report) -> bool:
        """Whether the line is out of sight."""
        return report.line.is_hidden

    @admin.display(description="what was said before and after")
    def surroundings(self, report: Report) -> SafeString:
        """The lines around it, and itself marked."""
        number = report.line.number
        around = ChatLine.objects.filter(
            game=report.line.game_id, number__range=(number - AROUND, number + AROUND)
        )
        rows = (
            (
                "→" if one.number == number else "",
                one.moment.strftime("%Y-%m-%d %H:%M:%S"),
                one.player.name,
                one.text,
            )
            for one in around.order_by("number").select_related("player")
        )
        row = "<tr><td>{}</td><td>{}</td><td><bdi>{}</bdi></td><td><bdi>{}</bdi></td></tr>"
        return format_html("<table>{}</table>", format_html_join("", row, rows))

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: players report."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Report | None = None) -> bool:
        """Nobody: what was handled is marked."""
        return False

    @admin.action(description="Hide the lines", permissions=["change"])
    def hide_lines(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Take the lines out of sight of both players."""
        number = chat.hide(_lines(chosen), is_hidden=True)
        messages.success(request, f"Hidden: {number}.")

    @admin.action(description="Show the lines again", permissions=["change"])
    def show_lines(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Undo the hiding of the lines."""
        number = chat.hide(_lines(chosen), is_hidden=False)
        messages.success(request, f"Shown: {number}.")

    @admin.action(
        description="Close who wrote them: they play and write no more", permissions=["change"]
    )
    def close_writers(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Close the writers of the lines, each once."""
        writers = {one.line.player for one in chosen.select_related("line__player")}
        for player in writers:
            people.close(player)
        messages.success(request, f"Closed: {len(writers)}.")

    @admin.action(description="Mark as handled", permissions=["change"])
    def mark_handled(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Nothing is left to be done."""
        number = chosen.filter(handled=None).update(handled=timezone.now())
        messages.success(request, f"Handled: {number}.")

    @admin.action(description="Mark as not handled", permissions=["change"])
    def mark_open(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Something is left to be done."""
        messages.success(request, f"Not handled: {chosen.update(handled=None)}.")


def _lines(chosen: QuerySet[Report]) -> QuerySet[ChatLine]:
    return ChatLine.objects.filter(report__in=chosen)
