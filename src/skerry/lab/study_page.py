"""The page on a game's fairness: the values that its template is given.

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
from skerry.lab.plots import FirstMoves, Line, draw_map, lines, spread, stack, strength_axis
from skerry.lab.results import Results, playouts_of
from skerry.lab.studies import (
    ChosenTurn,
    Handicap,
    by_option,
    by_strength,
    chosen_turns,
    fairest_turn,
    first_colour,
    first_moves_map,
    format_turn,
    handicaps,
    ladder,
    skill,
    title_of,
    verdicts,
    weaker_side,
    with_swap,
)
from skerry.statistics import Estimate

View = dict[str, Any]  # a part of the page, by the names in its template

SOME_TURNS = "the average of the turns tried, mostly drawn at random"
WON = "games won, %"  # at the axis of a plot
ALL = (0.0, 100.0)  # the ends of that axis, alike in all plots
MOST_MAPS = 2  # of the strongest contestants
Strengths = Sequence[tuple[str, Tally]]  # each contestant against itself, the weakest first


def study_body(results: Results) -> str:
    """The page as HTML, to be put into an element of class "lab"."""
    return render(
        "study.html",
        title=title_of(results),
        verdicts=list(verdicts(results)),
        about=_about(results),
        first_colour=first_colour(results),
        outcomes=_outcomes(results),
        swap=_swap(results),
        options=list(_options(results)),
        first_moves=_first_moves(results),
        long_turns=_long_turns(results),
        handicaps=_handicaps(results),
        depth=_depth(results),
        sources=_sources(results),
        command=f"skerry lab study {results.game}",
    )


def _about(results: Results) -> str:
    dates = sorted({cell.run.date for cell in results.cells})
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    return (
        f"{format_count(results.games)} games between computers ("
        f"{describe_players(results.strengths)}), each against itself and the others; {when}. "
        "Usual rules; swapping is not allowed unless it says so. A draw counts as half a win. "
        "Numbers in brackets are 95% intervals. Where nothing else is said, the numbers are those "
        "of the strongest computer. All computers search in the same way; people may play "
        "differently."
    )


# ---- who wins, and how ----


def _outcomes(results: Results) -> View | None:
    found = by_strength(results)
    if not found:
        return None
    figures = (_plot_shares(results, found), _plot_endings(results, found), _plot_lengths(found))
    return {"figures": figures, "endings": _endings(found)}


def _plot_shares(results: Results, found: Strengths) -> PageFigure:
    """Wins by strength."""
    first, places = first_colour(results), strength_axis([player for player, _ in found])
    colour = [(places[player], tally.colour) for player, tally in found]
    drawn = [Line(f"{first}, who moves first", colour)]
    if results.info.has_setup:
        person = [(places[player], tally.first_mover) for player, tally in found]
        drawn.append(Line("whoever sets up the board", person))
    title = f"{first}'s wins by strength"
    ticks = {place: label_player(player) for player, place in places.items()}
    plot = lines("strength", drawn, "playouts a turn", WON, title, ticks, ends=ALL)
    return PageFigure(plot, title)


def _plot_endings(results: Results, found: Strengths) -> PageFigure:
    """Who wins, and what is drawn."""
    first, second = (colour.capitalize() for colour in results.info.colours)
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


# ---- what balances it ----


def _swap(results: Results) -> View | None:
    """What the first player wins with swapping and without; None: it has not been played."""
    found = with_swap(results)
    if not found:
        return None
    players = {player for tallies in found.values() for player, _ in tallies}
    without = [(player, tally) for player, tally in by_strength(results) if player in players]
    places = strength_axis(sorted(players, key=playouts_of))
    # What the fair board has besides stands in the caption, and it goes by its name.
    names = dict.fromkeys(list(found)[1:], f"board {results.info.fair.name}")
    drawn = [
        Line(
            names.get(words, words),
            [(places[player], tally.first_mover) for player, tally in tallies],
        )
        for words, tallies in {"without swapping": without, **found}.items()
    ]
    rows = []
    for allowed, player, tally in (
        (key, *one) for key, tallies in found.items() for one in tallies
    ):
        rows.append(
            (
                label_player(player),
                *((names.get(allowed, "usual"),) if names else ()),
                format_share(tally.first_mover),
                format_share(Estimate.share(tally.swapped, tally.total)),
                format_count(tally.total),
            )
        )
    meant = "".join(f". {name.capitalize()}: {words}" for words, name in names.items())
    title = f"The first player's wins when swapping is allowed{meant}"
    ticks = {place: label_player(player) for player, place in places.items()}
    plot = lines("swap", drawn, "playouts a turn", WON, title, ticks, ends=ALL)
    rules = ("rules",) if names else ()
    heads = ("playouts a turn", *rules, "first player wins", "swapped", "games")
    listed = table("Wins when swapping is allowed", heads, rows)
    return {"figure": PageFigure(plot, title), "table": listed}


def _options(results: Results) -> Iterator[View]:
    for option in results.info.study.options:
        curves, words = _curves(results, option.name)
        if not curves:
            continue
        title = f"{first_colour(results)}'s wins by {option.heading.lower()}"
        name = f"option-{option.name}"
        plot = lines(name, curves, option.axis, WON, title, words, ends=ALL)
        player, rows = _option_table(results, option)
        figure = PageFigure(plot, title)
        yield {"heading": option.heading, "figure": figure, "player": player, "table": rows}


def _curves(results: Results, option: str) -> tuple[list[Line], dict[float, str] | None]:
    """The first colour's wins by the values of an option, and words for those that have names."""
    curves, words = [], None
    for player, _ in by_strength(results):
        found = by_option(results, option, player)
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


def _option_table(results: Results, option: StudiedOption) -> tuple[str, PageTable | None]:
    """The strongest contestant that tried several values, in words, and what it found."""
    for player, _ in reversed(by_strength(results)):
        found = by_option(results, option.name, player)
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
            won = f"{first_colour(results)} wins"
            heads = (option.heading.lower(), won, "drawn", "turns (median)", "games")
            by = describe_player(player)
            return by, table(f"{option.heading}, with {by}", heads, rows)
    return "", None


# ---- first moves ----


def _first_moves(results: Results) -> View | None:
    maps, words = _maps_of_stones(results), "is one stone on this cell"
    if not maps:  # a first turn may not be one stone on any cell
        maps, words = _maps_of_turns(results), f"uses this cell: {SOME_TURNS}"
    chosen = chosen_turns(results)
    if not maps and not chosen:
        return None
    first = first_colour(results)
    rows = [
        (
            format_turn(one.turn),
            format_share(one.tally.first_mover),
            format_count(one.tally.total),
        )
        for one in sorted(chosen, key=lambda one: -one.tally.first_mover.value)
    ]
    heads = ("first turn", f"{first} wins", "games")
    return {
        "about": (
            f"How many of 100 games {first} wins when the first turn {words}; mirror images count "
            "together. Grey cells may be even: their interval holds 50."
        ),
        "maps": _draw_maps("stones", maps),
        "extremes": _extremes(results, first),
        "turns": table("First turns that matter", heads, rows) if rows else None,
    }


def _maps_of_stones(results: Results) -> list[FirstMoves]:
    """Of the strongest contestants that tried all cells."""
    cells = results.rules.rules.num_cells
    found = [
        first_moves_map(results, player, most=1)
        for player in results.strengths
        if playouts_of(player)
    ]
    return [moves for moves in found if len(moves.points) == cells][-MOST_MAPS:]


def _maps_of_turns(results: Results, least: int = 1) -> list[FirstMoves]:
    """Of the strongest contestant that tried first turns of so many stones."""
    found = [
        first_moves_map(results, player, least=least)
        for player in results.strengths
        if playouts_of(player)
    ]
    return [moves for moves in found if moves.points][-1:]


def _extremes(results: Results, first: str) -> str:
    """The best first turn, the weakest and the fairest, in words; "" where none was chosen.

    Turns that did alike in the games that chose them are told together.
    """
    chosen, fairest = chosen_turns(results), fairest_turn(results)
    if fairest is None:
        return ""

    def words_of(one: ChosenTurn) -> str:
        alike = (
            f"{format_turn(each.turn)} ({share_of(each)})" for each in chosen if each.by == one.by
        )
        return " or ".join(alike)

    def share_of(one: ChosenTurn) -> str:
        share = one.tally.first_mover
        return f"{first} wins {format_wins(share)} {format_ends(share)}"

    return (
        f"Best first turn: {words_of(chosen[0])}. Weakest: {words_of(chosen[-1])}. Fairest: "
        f"{words_of(fairest)}. They were chosen by other games than those that are counted here."
    )


def _long_turns(results: Results) -> View | None:
    """What first turns of several stones are worth, where those of one stone have maps."""
    maps = _draw_maps("turns", _maps_of_turns(results, least=2))
    if not maps or not _maps_of_stones(results):
        return None
    first = first_colour(results)
    about = f"How many of 100 games {first} wins when the first turn uses this cell: {SOME_TURNS}."
    return {"about": about, "maps": maps}


def _draw_maps(name: str, maps: Sequence[FirstMoves]) -> tuple[PageFigure, ...]:
    """The maps that have points, each called by its player."""
    captions = [describe_player(moves.title) for moves in maps]
    return tuple(
        draw_map(moves, f"{name}-{k}", caption[0].upper() + caption[1:])
        for k, (moves, caption) in enumerate(zip(maps, captions, strict=True))
        if moves.points
    )


# ---- strength ----


def _handicaps(results: Results) -> View | None:
    found = handicaps(results)
    weaker = weaker_side(results)
    if not found or weaker is None:
        return None
    ratios = sorted({ratio for one in found for ratio in one.shares})
    handicap = results.info.study.handicap
    given = "" if handicap is None else f", or when it gets {handicap}"
    return {
        "about": (
            "How many of 100 games the weaker computer wins when it moves second, alternates, or "
            f"moves first{given}. It has {weaker} playouts a turn, and its opponent "
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
    return PageFigure(lines("handicap", drawn, axis, WON, title, ticks, ends=ALL), title)


def _shaded(share: Estimate | None) -> View | None:
    """A share in a table whose cells have the colours of shares."""
    if share is None:
        return None
    interval = format_ends(share).strip("()")
    points = f"{100 * share.value:.0f}"
    return {"colour": paint(share.value), "points": points, "interval": interval}


def _depth(results: Results) -> View | None:
    found = ladder(results)
    depth = skill(results)
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
    plot = lines("depth", [drawn], "playouts a turn", WON, title, ticks, ends=ALL)
    return {
        "about": (
            "The more each doubling gains, and the longer it goes on gaining, the more there is to "
            f"learn. How much skill counts (the skill trace): {depth.value:.2f} ({depth.low:.2f} "
            f"to {depth.high:.2f}), where 0 is a game of chance and 1 one that the better side "
            "always wins."
        ),
        "figure": PageFigure(plot, title),
        "table": table(title, ("playouts a turn", "the stronger wins", "games"), rows),
    }


# ---- where the numbers come from ----


def _sources(results: Results) -> PageTable:
    """All cells: their rules, players, opening and games, and when and by what they were played."""
    usual = dict(results.rules.options)
    rows = [
        (
            _rules_in_words(cell.options, usual),
            describe_players(list(dict.fromkeys(cell.players))),
            format_turn(cell.opening) or "–",
            format_count(cell.tally.total),
            cell.run.date,
            cell.run.commit,
        )
        for cell in results.cells
    ]
    heads = ("rules", "players", "first turn", "games", "date", "commit")
    return table("Where the numbers come from", heads, rows)


def _rules_in_words(options: Any, usual: Any) -> str:
    """What differs from the usual rules without a swap."""
    differing = (
        f"{name} {format_value(value)}".replace("_", " ")
        for name, value in options.items()
        if value != usual[name]
    )
    return ", ".join(differing) or "usual"
