"""The page of a study: the values that its template is given.

A part of the page of which nothing was played is None.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Any

from skerry.core.numbers import format_count
from skerry.draw.heat_map import paint
from skerry.games.info import StudiedOption
from skerry.games.ruleset import format_value
from skerry.lab.metrics import Tally
from skerry.lab.pages import (
    PageFigure,
    PageTable,
    describe_player,
    describe_players,
    format_ends,
    format_share,
    format_wins,
    label_player,
    render,
    table,
)
from skerry.lab.plots import FirstMoves, Line, draw_map, lines, spread, stack
from skerry.lab.studies import (
    Handicap,
    Study,
    by_option,
    by_strength,
    first_colour,
    first_moves_map,
    format_turn,
    handicaps,
    ladder,
    ranked_turns,
    skill,
    verdicts,
    with_swap,
)
from skerry.statistics import Estimate

View = dict[str, Any]  # a part of the page, by the names in its template

LISTED = 6  # first turns
SOME_TURNS = "the average of the turns tried, which were chosen at random"
WON = "games won, %"  # at the axis of a plot
Strengths = Sequence[tuple[str, Tally]]  # each contestant against itself, the weakest first


def study_body(study: Study) -> str:
    """The page as HTML, to be put into an element of class "lab"."""
    libraries = ", ".join(f"{name} {number}" for name, number in study.versions.items())
    return render(
        "study.html",
        title=study.title,
        verdicts=list(verdicts(study)),
        about=_about(study),
        first_colour=first_colour(study),
        outcomes=_outcomes(study),
        first_moves=_first_moves(study),
        long_turns=_long_turns(study),
        options=list(_options(study)),
        handicaps=_handicaps(study),
        depth=_depth(study),
        swap=_swap(study),
        played_by=f"Played by {libraries}. Definitions: docs/metrics.md.",
        plan=study.plan,
    )


def _about(study: Study) -> str:
    planned = "" if study.games >= study.wanted else f" of {format_count(study.wanted)} planned"
    return (
        f"{format_count(study.games)} games{planned} between computers ("
        f"{describe_players(study.strengths)}), each against itself and the others; seed "
        f"{study.seed}. Usual rules; swapping is not allowed unless it says so. A draw counts as "
        "half a win. Numbers in brackets are 95% intervals. Where nothing else is said, the "
        "numbers are those of the strongest computer. All computers search in the same way; "
        "people may play differently."
    )


# ---- who wins, and how ----


def _outcomes(study: Study) -> View | None:
    found = by_strength(study)
    if not found:
        return None
    figures = (_plot_shares(study, found), _plot_endings(study, found), _plot_lengths(found))
    return {"figures": figures, "endings": _endings(found)}


def _plot_shares(study: Study, found: Strengths) -> PageFigure:
    """Wins by strength."""
    first, places = first_colour(study), [float(place) for place in range(len(found))]
    colour = [tally.colour for _, tally in found]
    drawn = [Line(f"{first}, who moves first", list(zip(places, colour, strict=True)))]
    if study.info.has_setup:
        person = [tally.first_mover for _, tally in found]
        drawn.append(Line("whoever sets up the board", list(zip(places, person, strict=True))))
    title = f"{first}'s wins by strength"
    ticks = dict(zip(places, (label_player(player) for player, _ in found), strict=True))
    return PageFigure(lines("strength", drawn, "playouts a turn", WON, title, ticks), title)


def _plot_endings(study: Study, found: Strengths) -> PageFigure:
    """Who wins, and what is drawn."""
    first, second = (colour.capitalize() for colour in study.info.colours)
    bars = {}
    for player, tally in found:
        won, even = tally.first_colour / tally.total, tally.drawn.value
        bars[label_player(player)] = (won, even, 1 - won - even)
    title = "How games end"
    return PageFigure(
        stack("ends", bars, (f"{first} wins", "drawn", f"{second} wins"), title), title
    )


def _plot_lengths(found: Strengths) -> PageFigure:
    """Turns of a game."""
    title = "Length of games: half of them lie in the box, nine in ten between the ends"
    boxes = {label_player(player): tally.turns for player, tally in found}
    return PageFigure(spread("lengths", boxes, "turns", title), title)


def _endings(found: Strengths) -> PageTable | None:
    """How often games end in each way; None where there is only one."""
    reasons = list(dict.fromkeys(reason for _, tally in found for reason in tally.reasons))
    if len(reasons) < 2:
        return None
    rows = []
    for player, tally in found:
        counts = [tally.reasons.get(reason, 0) for reason in reasons]
        shares = [format_share(Estimate.share(count, tally.total)) for count in counts]
        rows.append((label_player(player), *shares, format_count(tally.total)))
    heads = ("playouts a turn", *(f"{reason}, % of games" for reason in reasons), "games")
    return table("How games end", heads, rows)


# ---- first moves ----


def _first_moves(study: Study) -> View | None:
    players = [player for player, _ in by_strength(study)]
    ranked = ranked_turns(study, players[-1]) if players else []
    if not ranked:
        return None
    first, strongest = first_colour(study), players[-1]
    if _is_each_cell_tried(study, players):
        maps = [first_moves_map(study, player, most=1) for player in players]
        words = "when the first turn is one stone on this cell; mirror images count together"
    else:
        maps = [first_moves_map(study, player) for player in players]
        words = f"when the first turn uses this cell: {SOME_TURNS}"
    best = max(ranked, key=lambda one: one[1].value)
    worst = min(ranked, key=lambda one: one[1].value)
    rows = [
        (format_turn(turn), format_share(share), format_count(share.games))
        for turn, share in ranked[:LISTED]
    ]
    return {
        "about": f"How many of 100 games {first} wins {words}.",
        "maps": _draw_maps("stones", maps),
        "extremes": (
            f"Best first turn tried: {format_turn(best[0])}, with which {first} wins "
            f"{format_wins(best[1])} {format_ends(best[1])}. Worst: {format_turn(worst[0])}, with "
            f"{format_wins(worst[1])} {format_ends(worst[1])}. These are the numbers of "
            f"{describe_player(strongest)}. When swapping is allowed, the first player does best "
            "with a turn near 50; here are the nearest."
        ),
        "nearest": table("Fairest first turns", ("first turn", f"{first} wins", "games"), rows),
    }


def _is_each_cell_tried(study: Study, players: Sequence[str]) -> bool:
    """Whether a first turn may be one stone on any cell, and all of them were played."""
    cells = study.rules.rules.num_cells
    return all(len(first_moves_map(study, player, most=1).points) == cells for player in players)


def _long_turns(study: Study) -> View | None:
    """What first turns of several stones are worth, where those of one stone have maps."""
    players = [player for player, _ in by_strength(study)]
    if not _is_each_cell_tried(study, players):
        return None
    long_turns = [first_moves_map(study, player, least=2) for player in players]
    maps = _draw_maps("turns", long_turns)
    first = first_colour(study)
    about = f"How many of 100 games {first} wins when the first turn uses this cell: {SOME_TURNS}."
    return {"about": about, "maps": maps} if maps else None


def _draw_maps(name: str, maps: Sequence[FirstMoves]) -> tuple[PageFigure, ...]:
    """The maps that have points, each called by its player."""
    captions = [describe_player(moves.title) for moves in maps]
    return tuple(
        draw_map(moves, f"{name}-{k}", caption[0].upper() + caption[1:])
        for k, (moves, caption) in enumerate(zip(maps, captions, strict=True))
        if moves.points
    )


# ---- options ----


def _options(study: Study) -> Iterator[View]:
    for option in study.info.study.options:
        curves, words = _curves(study, option.name)
        if not curves:
            continue
        title = f"{first_colour(study)}'s wins by {option.heading.lower()}"
        plot = lines(f"option-{option.name}", curves, option.axis, WON, title, words)
        player, rows = _option_table(study, option)
        figure = PageFigure(plot, title)
        yield {"heading": option.heading, "figure": figure, "player": player, "table": rows}


def _curves(study: Study, option: str) -> tuple[list[Line], dict[float, str] | None]:
    """The first colour's wins by the values of an option, and words for those that have names."""
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


def _option_table(study: Study, option: StudiedOption) -> tuple[str, PageTable | None]:
    """The strongest contestant that tried several values, in words, and what it found."""
    for player, _ in reversed(by_strength(study)):
        found = by_option(study, option.name, player)
        if len(found) > 1:
            rows = [
                (
                    format_value(value),
                    format_share(tally.colour),
                    format_share(tally.drawn),
                    format_count(tally.turns[2]),
                    format_count(tally.total),
                )
                for value, tally in found
            ]
            won = f"{first_colour(study)} wins"
            heads = (option.heading.lower(), won, "drawn", "turns (median)", "games")
            by = describe_player(player)
            return by, table(f"{option.heading}, with {by}", heads, rows)
    return "", None


# ---- strength ----


def _handicaps(study: Study) -> View | None:
    found = handicaps(study)
    if not found:
        return None
    ratios = sorted({ratio for one in found for ratio in one.shares})
    handicap = study.info.study.handicap
    given = "" if handicap is None else f", or when it gets {handicap}"
    return {
        "about": (
            "How many of 100 games the weaker computer wins when it moves second, alternates, or "
            f"moves first{given}. It has {study.ladder[1]} playouts a turn, and its opponent "
            "thinks longer. Near 50 the handicap makes up for that."
        ),
        "heads": [one.words for one in found],
        "rows": [
            {
                "heading": f"{ratio} times as long",
                "cells": [_shaded(one.shares.get(ratio)) for one in found],
            }
            for ratio in ratios
        ],
        "figure": _plot_handicaps(found[:3], ratios),
    }


def _plot_handicaps(found: Sequence[Handicap], ratios: Sequence[int]) -> PageFigure:
    """Wins by the stronger side's playouts, its doublings being the scale."""
    drawn = [
        Line(one.words, [(math.log2(ratio), one.shares[ratio]) for ratio in sorted(one.shares)])
        for one in found
    ]
    title = "The weaker computer's wins, by who moves first"
    ticks = {math.log2(ratio): f"{ratio}×" for ratio in ratios}
    axis = "how many times as long the opponent thinks"
    return PageFigure(lines("handicap", drawn, axis, WON, title, ticks), title)


def _shaded(share: Estimate | None) -> View | None:
    """A share in a table whose cells have the colours of shares."""
    if share is None:
        return None
    interval = format_ends(share).strip("()")
    points = f"{100 * share.value:.0f}"
    return {"colour": paint(share.value), "points": points, "interval": interval}


def _depth(study: Study) -> View | None:
    found = ladder(study)
    depth = skill(study)
    if not found or depth is None:
        return None
    ticks = {
        math.log2(playouts): f"{format_count(2 * playouts)}\nv {format_count(playouts)}"
        for playouts, _ in found
    }
    drawn = Line("stronger", [(math.log2(playouts), share) for playouts, share in found])
    title = "What thinking twice as long wins"
    rows = [
        (
            f"{format_count(2 * playouts)} v {format_count(playouts)}",
            format_share(share),
            format_count(share.games),
        )
        for playouts, share in found
    ]
    return {
        "about": (
            "The more each doubling gains, and the longer it goes on gaining, the more there is to "
            f"learn. How much skill counts (the skill trace): {depth.value:.2f} ({depth.low:.2f} "
            f"to {depth.high:.2f}), where 0 is a game of chance and 1 one that the better side "
            "always wins."
        ),
        "figure": PageFigure(lines("depth", [drawn], "playouts a turn", WON, title, ticks), title),
        "table": table(title, ("playouts a turn", "the stronger wins", "games"), rows),
    }


def _swap(study: Study) -> PageTable | None:
    """What the first player wins with swapping and without; None: it has not been played."""
    rows = []
    for player, tally in with_swap(study):
        without = study.find(player)
        rows.append(
            (
                describe_player(player),
                format_share(tally.first_mover),
                "–" if without is None else format_share(without.first_mover),
                format_share(Estimate.share(tally.swapped, tally.total)),
                format_count(tally.total),
            )
        )
    heads = ("players", "first player wins", "without swapping", "swapped", "games")
    return table("Wins when swapping is allowed", heads, rows) if rows else None
