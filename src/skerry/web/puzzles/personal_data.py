"""What a holder has among the puzzles: tries, ratings, and days on which one was solved."""

from skerry.web.puzzles.models import Attempt, SolvedDay, SolverRating

TABLES = (Attempt, SolverRating, SolvedDay)


def move(old: str, new: str) -> None:
    """Let a holder have what another one has, but for what it has itself.

    A puzzle that both have tried stays as the account has tried it, and so does its rating:
    whoever knows a solution as a guest does not win points with it.
    """
    for attempt in Attempt.objects.filter(holder=old):
        if not Attempt.objects.filter(holder=new, game=attempt.game, key=attempt.key).exists():
            attempt.holder = new
            attempt.save(update_fields=["holder"])
    for solver in SolverRating.objects.filter(holder=old):
        if not SolverRating.objects.filter(holder=new, game=solver.game).exists():
            solver.holder = new
            solver.save(update_fields=["holder"])
    days = SolvedDay.objects.filter(holder=old).values_list("day", flat=True)
    SolvedDay.objects.bulk_create(
        [SolvedDay(holder=new, day=day) for day in days], ignore_conflicts=True
    )
    forget(old)


def export(holder: str) -> dict[str, object]:
    """All of it."""
    tries = Attempt.objects.filter(holder=holder).order_by("moment", "pk")
    ratings = SolverRating.objects.filter(holder=holder).order_by("game")
    days = SolvedDay.objects.filter(holder=holder).order_by("day").values_list("day", flat=True)
    return {
        "tried_puzzles": list(
            tries.values(
                *("game", "key", "is_right", "is_solved", "is_shown", "moment", "before", "after")
            )
        ),
        "puzzle_ratings": list(
            ratings.values("game", "rating", "deviation", "volatility", "num_tries")
        ),
        "puzzle_days": [day.isoformat() for day in days],
    }


def forget(holder: str) -> None:
    """Delete it. The ratings of puzzles stay: they do not tell whose tries have made them."""
    for table in TABLES:
        table.objects.filter(holder=holder).delete()
