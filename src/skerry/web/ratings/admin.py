"""Where staff take the games of who has not played by themselves out of all ratings."""

from typing import TYPE_CHECKING

from django.contrib import admin, messages
from django.db.models import Count, QuerySet, Sum
from django.http import HttpRequest

from skerry.web.accounts import people
from skerry.web.ratings import rating
from skerry.web.ratings.models import RatedPlayer

if TYPE_CHECKING:  # Django's own classes take no parameters
    AdminOfPlayers = admin.ModelAdmin[RatedPlayer]
else:
    AdminOfPlayers = admin.ModelAdmin


@admin.register(RatedPlayer)
class RatedPlayerAdmin(AdminOfPlayers):
    """Players with the number of their rated games."""

    list_display = ("name", "num_rated", "is_left_out", "closed", "seen")
    list_filter = (("left_out", admin.EmptyFieldListFilter),)
    list_per_page = 50
    search_fields = ("name",)
    fields = readonly_fields = ("name", "num_rated", "is_left_out", "closed", "seen")
    actions = ("leave_out", "count_again")

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatedPlayer]:
        """Who has a rating."""
        players = super().get_queryset(request).select_related("left_out")
        return players.annotate(
            num_kinds=Count("ratings"), num_rated=Sum("ratings__num_games")
        ).filter(num_kinds__gt=0)

    @admin.display(description="rated games that count", ordering="num_rated")
    def num_rated(self, player: RatedPlayer) -> int:
        """In all kinds together."""
        return int(getattr(player, "num_rated", 0) or 0)

    @admin.display(description="left out", boolean=True)
    def is_left_out(self, player: RatedPlayer) -> bool:
        """Whether their games count for nobody."""
        return hasattr(player, "left_out")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody: players come by themselves."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: RatedPlayer | None = None) -> bool:
        """Nobody: ratings of others rest on theirs."""
        return False

    @admin.action(
        description="Close, and take their games out of all ratings", permissions=["change"]
    )
    def leave_out(self, request: HttpRequest, chosen: QuerySet[RatedPlayer]) -> None:
        """Close the chosen ones, and rate all games anew without theirs."""
        number = sum(rating.leave_out(player) for player in chosen)
        messages.success(request, f"Closed: {len(chosen)}. Ratings that have changed: {number}.")

    @admin.action(description="Open again, and let their games count", permissions=["change"])
    def count_again(self, request: HttpRequest, chosen: QuerySet[RatedPlayer]) -> None:
        """Undo it for the chosen ones."""
        there = [one for one in chosen if not one.holder.startswith(people.GONE)]
        number = sum(rating.count_again(player) for player in there)
        messages.success(request, f"Opened: {len(there)}. Ratings that have changed: {number}.")
