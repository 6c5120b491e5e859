"""The fairness page of a game: findings in words first, then pictures, tables, and the plan."""

import math
from collections.abc import Iterator, Sequence

from ...draw.heat_map import paint
from ...games.contract import StudiedOption
from ...games.ruleset import format_value
from ..measures.metrics import Estimate
from ..measures.tallies import Tally
from ..pages.html_page import render
from ..pages.maps import FirstMoves, draw_map
from ..pages.plots import Line, lines, spread, stack
from ..pages.views import Figure, Table, table
from ..pages.words import describe_player, format_percent, label_player
from .findings import (
    Handicap,
    all_turns_map,
    by_option,
    by_strength,
    handicaps,
    ladder,
    ranked_turns,
    skill,
    stones_map,
    turns_map,
    with_swap,
)
from .sentences import first_colour, format_turn, verdicts
from .study import Study
from .views import (
    DepthView,
    FirstMovesView,
    FirstTurnsView,
    HandicapRowView,
    HandicapsView,
    OptionView,
    OutcomesView,
    ShadedView,
    StudyView,
)

LISTED = 6  # first turns
SOME_TURNS = "the mean over the turns tried, which were drawn at random"
Strengths = Sequence[tuple[str, Tally]]  # each contestant against itself, the weakest first


def study_body(study: Study) -> str:
    """The page as HTML, to be put into an element of class "lab"."""
    return render("study.html", view=study_view(study))


def study_view(study: Study) -> StudyView:
    """All that the page says and shows."""
    libraries = ", ".join(f"{name} {number}" for name, number in study.versions.items())
    return StudyView(
        title=study.title,
        verdicts=tuple(verdicts(study)),
        about=_about(study),
        first_colour=first_colour(study),
        outcomes=_outcomes(study),
        first_moves=_first_moves(study),
        long_turns=_long_turns(study),
        options=tuple(_options(study)),
        handicaps=_handicaps(study),
        depth=_depth(study),
        swap=_swap(study),
        played_by=f"Played by {libraries}. Definitions: docs/metrics.md.",
        plan=study.plan,
    )


def _about(study: Study) -> str:
    wanted = "" if study.games >= study.wanted else f" of {study.wanted:,} planned"
    players = ", ".join(study.strengths)
    return (
        f"{study.games:,} games{wanted} by {players}, who play themselves and each other; seed "
        f"{study.seed}. The usual rules, but without a swap unless it says so. In brackets stand "
        "95% intervals. All of them search in the same way: what they do, people need not do."
    )


# ---- who wins, and how ----


def _outcomes(study: Study) -> OutcomesView | None:
    found = by_strength(study)
    if not found:
        return None
    figures = (_plot_shares(study, found), _plot_endings(study, found), _plot_lengths(found))
    return OutcomesView(figures, _endings(found))


def _plot_shares(study: Study, found: Strengths) -> Figure:
    """Points by strength."""
    first, places = first_colour(study), [float(place) for place in range(len(found))]
    colour = [tally.colour for _, tally in found]
    drawn = [Line(f"{first}, who moves first", list(zip(places, colour, strict=True)))]
    if study.info.has_setup:
        person = [tally.first_mover for _, tally in found]
        drawn.append(Line("who sets up the board", list(zip(places, person, strict=True))))
    title = f"{first}'s points by strength"
    ticks = dict(zip(places, (label_player(player) for player, _ in found), strict=True))
    return Figure(
        lines("strength", drawn, "playouts a turn", "% of the points", title, ticks), title
    )


def _plot_endings(study: Study, found: Strengths) -> Figure:
    """Who wins, and what is drawn."""
    first, second = (colour.capitalize() for colour in study.info.colours)
    bars = {}
    for player, tally in found:
        won, even = tally.first_colour / tally.total, tally.drawn.value
        bars[label_player(player)] = (won, even, 1 - won - even)
    title = "How games end"
    return Figure(stack("ends", bars, (f"{first} wins", "drawn", f"{second} wins"), title), title)


def _plot_lengths(found: Strengths) -> Figure:
    """Turns of a game."""
    title = "How long games are: half of them lie in the box, nine in ten between the ends"
    boxes = {label_player(player): tally.turns for player, tally in found}
    return Figure(spread("lengths", boxes, "turns", title), title)


def _endings(found: Strengths) -> Table | None:
    """How often games end in each way; None where there is only one."""
    reasons = list(dict.fromkeys(reason for _, tally in found for reason in tally.reasons))
    if len(reasons) < 2:
        return None
    rows = []
    for player, tally in found:
        counts = [tally.reasons.get(reason, 0) for reason in reasons]
        shares = [format_percent(Estimate.share(count, tally.total)) for count in counts]
        rows.append((label_player(player), *shares, f"{tally.total:,}"))
    heads = ("playouts a turn", *(f"{reason}, % of games" for reason in reasons), "games")
    return table("Ways in which games end", heads, rows)


# ---- first moves ----


def _first_moves(study: Study) -> FirstMovesView | None:
    players = [player for player, _ in by_strength(study)]
    ranked = ranked_turns(study, players[-1]) if players else []
    if not ranked:
        return None
    first, strongest = first_colour(study), players[-1]
    if _is_each_cell_tried(study, players):
        maps = [stones_map(study, player) for player in players]
        words = "when the first turn is one stone, by its cell; mirror images share their games"
    else:
        maps = [all_turns_map(study, player) for player in players]
        words = f"by the cells that the first turn uses: {SOME_TURNS}"
    best = max(ranked, key=lambda one: one[1].value)
    worst = min(ranked, key=lambda one: one[1].value)
    rows = [
        (format_turn(turn), format_percent(share), f"{share.games:,}")
        for turn, share in ranked[:LISTED]
    ]
    return FirstMovesView(
        about=f"{first}'s points of 100 {words}.",
        maps=_draw_maps("stones", maps),
        extremes=(
            f"The strongest first turn tried is {format_turn(best[0])} "
            f"({format_percent(best[1])}), the weakest {format_turn(worst[0])} "
            f"({format_percent(worst[1])}), by {describe_player(strongest)}. Where a swap is "
            "played, a turn near one half is the one to offer; these are the nearest."
        ),
        nearest=table(
            "First turns nearest to one half", ("first turn", f"{first}'s points", "games"), rows
        ),
    )


def _is_each_cell_tried(study: Study, players: Sequence[str]) -> bool:
    """Whether a first turn may be one stone on any cell, and all of them were played."""
    cells = study.rules.rules.num_cells
    return all(len(stones_map(study, player).points) == cells for player in players)


def _long_turns(study: Study) -> FirstTurnsView | None:
    """What first turns of several stones are worth, where those of one stone have maps."""
    players = [player for player, _ in by_strength(study)]
    if not _is_each_cell_tried(study, players):
        return None
    maps = _draw_maps("turns", [turns_map(study, player) for player in players])
    about = f"{first_colour(study)}'s points of 100 by the cells that the first turn uses: "
    return FirstTurnsView(f"{about}{SOME_TURNS}.", maps) if maps else None


def _draw_maps(name: str, maps: Sequence[FirstMoves]) -> tuple[Figure, ...]:
    """The maps that have points, each called by its player."""
    captions = [describe_player(moves.title) for moves in maps]
    return tuple(
        draw_map(moves, f"{name}-{k}", caption[0].upper() + caption[1:])
        for k, (moves, caption) in enumerate(zip(maps, captions, strict=True))
        if moves.points
    )


# ---- options ----


def _options(study: Study) -> Iterator[OptionView]:
    for option in study.info.study.options:
        curves, words = _curves(study, option.name)
        if not curves:
            continue
        title = f"{first_colour(study)}'s points by {option.heading.lower()}"
        plot = lines(f"option-{option.name}", curves, option.axis, "% of the points", title, words)
        player, rows = _option_table(study, option)
        yield OptionView(option.heading, Figure(plot, title), player, rows)


def _curves(study: Study, option: str) -> tuple[list[Line], dict[float, str] | None]:
    """The first colour's points by the values of an option, and words for those that have names."""
    curves, words = [], None
    for player, _ in by_strength(study):
        found = by_option(study, option, player)
        if len(found) < 2:
            continue
        places = [float(place) for place in range(len(found))]
        if isinstance(found[0][0], str):
            words = {place: str(value) for place, (value, _) in zip(places, found, strict=True)}
        else:
            places = [float(value) for value, _ in found]
        shares = [tally.colour for _, tally in found]
        curves.append(Line(describe_player(player), list(zip(places, shares, strict=True))))
    return curves, words


def _option_table(study: Study, option: StudiedOption) -> tuple[str, Table | None]:
    """The strongest contestant that tried several values, in words, and what it found."""
    for player, _ in reversed(by_strength(study)):
        found = by_option(study, option.name, player)
        if len(found) > 1:
            rows = [
                (
                    format_value(value),
                    format_percent(tally.colour),
                    format_percent(tally.drawn),
                    f"{tally.turns[2]:,}",
                    f"{tally.total:,}",
                )
                for value, tally in found
            ]
            points = f"{first_colour(study)}'s points"
            heads = (option.name, points, "drawn", "turns (median)", "games")
            by = describe_player(player)
            return by, table(f"{option.heading}, by {by}", heads, rows)
    return "", None


# ---- strength ----


def _handicaps(study: Study) -> HandicapsView | None:
    found = handicaps(study)
    if not found:
        return None
    ratios = sorted({ratio for one in found for ratio in one.shares})
    handicap = study.info.study.handicap
    given = "" if handicap is None else f", or is given {handicap}"
    return HandicapsView(
        about=(
            f"What the weaker side, with {study.ladder[1]} playouts a turn, takes of 100 points "
            f"when it moves second or first{given}. Near 50 the handicap makes up for the "
            "difference."
        ),
        heads=tuple(one.words for one in found),
        rows=tuple(
            HandicapRowView(
                f"{ratio} times", tuple(_shaded(one.shares.get(ratio)) for one in found)
            )
            for ratio in ratios
        ),
        figure=_plot_handicaps(found[:3], ratios),
    )


def _plot_handicaps(found: Sequence[Handicap], ratios: Sequence[int]) -> Figure:
    """Points by the stronger side's playouts, its doublings being the scale."""
    drawn = [
        Line(one.words, [(math.log2(ratio), one.shares[ratio]) for ratio in sorted(one.shares)])
        for one in found
    ]
    title = "The weaker side's points, by who moves first"
    ticks = {math.log2(ratio): f"{ratio}×" for ratio in ratios}
    axis = "playouts of the stronger side"
    return Figure(lines("handicap", drawn, axis, "% of the points", title, ticks), title)


def _shaded(share: Estimate | None) -> ShadedView | None:
    if share is None:
        return None
    interval = f"{100 * share.low:.0f} to {100 * share.high:.0f}"
    return ShadedView(paint(share.value), f"{100 * share.value:.0f}", interval)


def _depth(study: Study) -> DepthView | None:
    found = ladder(study)
    depth = skill(study)
    if not found or depth is None:
        return None
    ticks = {math.log2(playouts): f"{2 * playouts}\nv {playouts}" for playouts, _ in found}
    drawn = Line("stronger", [(math.log2(playouts), share) for playouts, share in found])
    title = "What twice the playouts take"
    rows = [
        (f"{2 * playouts:,} v {playouts:,}", format_percent(share), f"{share.games:,}")
        for playouts, share in found
    ]
    return DepthView(
        about=(
            "The more the better side gains at every step, and the less that wears off, the more "
            f"there is to learn: a skill trace of {depth.value:.2f} ({depth.low:.2f} to "
            f"{depth.high:.2f}), where 0 is a game of chance and 1 one in which the better side "
            "always wins."
        ),
        figure=Figure(
            lines("depth", [drawn], "playouts a turn", "% of the points", title, ticks), title
        ),
        table=table(title, ("playouts a turn", "the stronger's points", "games"), rows),
    )


def _swap(study: Study) -> Table | None:
    """The first mover's points with the swap and without; None: it has not been played."""
    rows = []
    for player, tally in with_swap(study):
        without = study.find(player)
        rows.append(
            (
                describe_player(player),
                format_percent(tally.first_mover),
                "–" if without is None else format_percent(without.first_mover),
                format_percent(Estimate.share(tally.swapped, tally.total)),
                f"{tally.total:,}",
            )
        )
    heads = ("players", "first mover's points", "without", "swapped", "games")
    return table("Points with the swap", heads, rows) if rows else None
