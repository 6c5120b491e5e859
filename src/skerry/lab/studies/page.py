"""The fairness page of a game: findings in words first, then pictures, tables, and the plan."""

import math
from collections.abc import Iterator, Sequence

from ...draw.heat_map import paint
from ...draw.svg import escape, tag
from ...games.contract import StudiedOption
from ...games.ruleset import format_value
from ..measures.metrics import Estimate
from ..measures.tallies import Tally
from ..pages.html_page import scrolled
from ..pages.maps import FirstMoves, map_figure
from ..pages.plots import Line, figure, lines, spread, stack
from ..pages.words import describe_player, format_percent, label_player
from .findings import (
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
from .study import Study
from .words import first_colour, spoken_turn, verdicts

LISTED = 6  # first turns


def study_body(study: Study) -> str:
    """The page as HTML, to be put into an element of class "lab"."""
    parts = [
        tag("h1", {}, escape(study.title)),
        tag("ul", {"class": "verdicts"}, *(tag("li", {}, words) for words in verdicts(study))),
        tag("p", {"class": "muted"}, escape(_about(study))),
        *_who_wins(study),
        *_first_moves(study),
        *_options(study),
        *_handicaps(study),
        *_depth(study),
        *_swap(study),
        _sources(study),
    ]
    return "".join(parts)


def _about(study: Study) -> str:
    wanted = "" if study.games >= study.wanted else f" of {study.wanted:,} planned"
    players = ", ".join(study.strengths)
    return (
        f"{study.games:,} games{wanted} by {players}, who play themselves and each other; seed "
        f"{study.seed}. The usual rules, but without a swap unless it says so. In brackets stand "
        "95% intervals. All of them search in the same way: what they do, people need not do."
    )


def _section(heading: str, *parts: str) -> str:
    return tag("section", {}, tag("h2", {}, escape(heading)), *parts)


def _words(sentence: str) -> str:
    return tag("p", {"class": "muted"}, escape(sentence))


def _pictures(*pictures: str) -> str:
    return tag("div", {"class": "pictures"}, *pictures)


# ---- sections ----


def _who_wins(study: Study) -> Iterator[str]:
    found = by_strength(study)
    if found:
        pictures = (_shares(study, found), _endings(study, found), _lengths(found))
        yield _section("Who wins, and how", _pictures(*pictures), _reasons(found))


def _shares(study: Study, found: Sequence[tuple[str, Tally]]) -> str:
    """Points by strength."""
    first, places = first_colour(study), [float(place) for place in range(len(found))]
    colour = [tally.colour for _, tally in found]
    drawn = [Line(f"{first}, who moves first", list(zip(places, colour, strict=True)))]
    if study.info.has_setup:
        person = [tally.first_mover for _, tally in found]
        drawn.append(Line("who sets up the board", list(zip(places, person, strict=True))))
    title = f"{first}'s points by strength"
    ticks = dict(zip(places, (label_player(player) for player, _ in found), strict=True))
    plot = lines("strength", drawn, "playouts a turn", "% of the points", title, ticks)
    return figure(plot, title)


def _endings(study: Study, found: Sequence[tuple[str, Tally]]) -> str:
    """Who wins, and what is drawn."""
    first, second = (colour.capitalize() for colour in study.info.colours)
    bars = {}
    for player, tally in found:
        won, even = tally.first_colour / tally.total, tally.drawn.value
        bars[label_player(player)] = (won, even, 1 - won - even)
    title = "How games end"
    return figure(stack("ends", bars, (f"{first} wins", "drawn", f"{second} wins"), title), title)


def _lengths(found: Sequence[tuple[str, Tally]]) -> str:
    """Turns of a game."""
    title = "How long games are: half of them lie in the box, nine in ten between the ends"
    boxes = {label_player(player): tally.turns for player, tally in found}
    return figure(spread("lengths", boxes, "turns", title), title)


def _reasons(found: Sequence[tuple[str, Tally]]) -> str:
    """How often games end in each way; nothing where there is only one."""
    reasons = list(dict.fromkeys(reason for _, tally in found for reason in tally.reasons))
    if len(reasons) < 2:
        return ""
    rows = []
    for player, tally in found:
        counts = [tally.reasons.get(reason, 0) for reason in reasons]
        shares = [format_percent(Estimate.share(count, tally.total)) for count in counts]
        rows.append((label_player(player), *shares, f"{tally.total:,}"))
    heads = ("playouts a turn", *(f"{reason}, % of games" for reason in reasons), "games")
    return _table("Ways in which games end", heads, rows)


def _first_moves(study: Study) -> Iterator[str]:
    players = [player for player, _ in by_strength(study)]
    ranked = ranked_turns(study, players[-1]) if players else []
    if not ranked:
        return
    first, strongest = first_colour(study), players[-1]
    some = "the mean over the turns tried, which were drawn at random"
    stones = [stones_map(study, player) for player in players]
    if all(len(moves.points) == moves.game.rules.num_cells for moves in stones):
        words = "when the first turn is one stone, by its cell; mirror images share their games"
    else:
        stones = [all_turns_map(study, player) for player in players]
        words = f"by the cells that the first turn uses: {some}"
    rows = [
        (spoken_turn(turn), format_percent(share), f"{share.games:,}")
        for turn, share in ranked[:LISTED]
    ]
    best = max(ranked, key=lambda one: one[1].value)
    worst = min(ranked, key=lambda one: one[1].value)
    sentence = (
        f"The strongest first turn tried is {spoken_turn(best[0])} ({format_percent(best[1])}), "
        f"the weakest {spoken_turn(worst[0])} ({format_percent(worst[1])}), by "
        f"{describe_player(strongest)}. Where a swap is played, a turn near one half is the one to "
        "offer; these are the nearest."
    )
    yield _section(
        "What each first move is worth",
        _words(f"{first}'s points of 100 {words}."),
        _key(first),
        _maps("stones", stones),
        _words(sentence),
        _table(
            "First turns nearest to one half", ("first turn", f"{first}'s points", "games"), rows
        ),
    )
    turns = [turns_map(study, player) for player in players]
    if words.startswith("when") and any(moves.points for moves in turns):
        yield _section(
            "First turns of several stones",
            _words(f"{first}'s points of 100 by the cells that the first turn uses: {some}."),
            _key(first),
            _maps("turns", turns),
        )


def _maps(name: str, maps: Sequence[FirstMoves]) -> str:
    figures = [
        map_figure(moves, f"{name}-{k}", words=_map_title(moves.title))
        for k, moves in enumerate(maps)
        if moves.points
    ]
    return tag("div", {"class": "maps"}, *figures)


def _map_title(player: str) -> str:
    return describe_player(player)[0].upper() + describe_player(player)[1:]


def _key(colour: str) -> str:
    words = (f"bad for {colour}", "even", f"good for {colour}")
    return tag("p", {"class": "key"}, *(tag("span", {}, escape(word)) for word in words))


def _options(study: Study) -> Iterator[str]:
    for option in study.info.study.options:
        curves, words = _curves(study, option.name)
        if not curves:
            continue
        title = f"{first_colour(study)}'s points by {option.heading.lower()}"
        plot = lines(f"option-{option.name}", curves, option.axis, "% of the points", title, words)
        table = _option_table(study, option)
        yield _section(option.heading, _pictures(figure(plot, title), table))


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


def _option_table(study: Study, option: StudiedOption) -> str:
    """The strongest contestant that tried several values."""
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
            heads = (
                option.name,
                f"{first_colour(study)}'s points",
                "drawn",
                "turns (median)",
                "games",
            )
            label = f"{option.heading}, by {describe_player(player)}"
            return tag(
                "div", {}, _words(f"By {describe_player(player)}."), _table(label, heads, rows)
            )
    return ""


def _handicaps(study: Study) -> Iterator[str]:
    found = handicaps(study)
    if not found:
        return
    ratios = sorted({ratio for one in found for ratio in one.shares})
    head = tag(
        "tr", {}, tag("th", {}, "stronger by"), *(tag("th", {}, escape(one.words)) for one in found)
    )
    rows = [
        tag(
            "tr",
            {},
            tag("th", {}, f"{ratio} times"),
            *(_shaded(one.shares.get(ratio)) for one in found),
        )
        for ratio in ratios
    ]
    weaker = study.ladder[1]
    drawn = [
        Line(one.words, [(math.log2(ratio), one.shares[ratio]) for ratio in sorted(one.shares)])
        for one in found[:3]
    ]
    title = "The weaker side's points, by who moves first"
    ticks = {math.log2(ratio): f"{ratio}×" for ratio in ratios}
    plot = figure(
        lines("handicap", drawn, "playouts of the stronger side", "% of the points", title, ticks),
        title,
    )
    handicap = study.info.study.handicap
    given = "" if handicap is None else f", or is given {handicap}"
    yield _section(
        "Handicaps",
        _words(
            f"What the weaker side, with {weaker} playouts a turn, takes of 100 points when it "
            f"moves second or first{given}. Near 50 the handicap makes up for the difference."
        ),
        scrolled(tag("table", {"class": "shaded"}, head, *rows), "Points by handicap"),
        _pictures(plot),
    )


def _shaded(share: Estimate | None) -> str:
    if share is None:
        return tag("td", {}, "–")
    ends = tag("small", {}, f"{100 * share.low:.0f} to {100 * share.high:.0f}")
    words = f"{100 * share.value:.0f}{ends}"
    return tag("td", {"style": f"background: {paint(share.value)}"}, words)


def _depth(study: Study) -> Iterator[str]:
    found = ladder(study)
    depth = skill(study)
    if not found or depth is None:
        return
    ticks = {math.log2(playouts): f"{2 * playouts}\nv {playouts}" for playouts, _ in found}
    drawn = Line("stronger", [(math.log2(playouts), share) for playouts, share in found])
    title = "What twice the playouts take"
    plot = figure(
        lines("depth", [drawn], "playouts a turn", "% of the points", title, ticks), title
    )
    rows = [
        (f"{2 * playouts:,} v {playouts:,}", format_percent(share), f"{share.games:,}")
        for playouts, share in found
    ]
    yield _section(
        "How deep it is",
        _words(
            "The more the better side gains at every step, and the less that wears off, the more "
            f"there is to learn: a skill trace of {depth.value:.2f} ({depth.low:.2f} to "
            f"{depth.high:.2f}), where 0 is a game of chance and 1 one in which the better side "
            "always wins."
        ),
        _pictures(plot, _table(title, ("playouts a turn", "the stronger's points", "games"), rows)),
    )


def _swap(study: Study) -> Iterator[str]:
    found = with_swap(study)
    if not found:
        return
    rows = []
    for player, tally in found:
        without = study.find(player)
        swapped = Estimate.share(tally.swapped, tally.total)
        rows.append(
            (
                describe_player(player),
                format_percent(tally.first_mover),
                "–" if without is None else format_percent(without.first_mover),
                format_percent(swapped),
                f"{tally.total:,}",
            )
        )
    heads = ("players", "first mover's points", "without", "swapped", "games")
    yield _section(
        "With the swap",
        _words(
            "What the person gets who moves first, when the other may take over the colour after "
            "the first turn."
        ),
        _table("Points with the swap", heads, rows),
    )


def _table(label: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    kinds = ["", *(["number"] * (len(heads) - 1))]
    head = tag(
        "tr",
        {},
        *(
            tag("th", {"class": kind or None}, escape(word))
            for kind, word in zip(kinds, heads, strict=True)
        ),
    )
    body = [
        tag(
            "tr",
            {},
            *(
                tag("td", {"class": kind or None}, escape(word))
                for kind, word in zip(kinds, row, strict=True)
            ),
        )
        for row in rows
    ]
    return scrolled(tag("table", {}, head, *body), label)


def _sources(study: Study) -> str:
    told = ", ".join(f"{name} {number}" for name, number in study.versions.items())
    return tag(
        "details",
        {},
        tag("summary", {}, "The plan, and what played it"),
        _words(f"Played by {told}. Definitions: docs/metrics.md."),
        tag("pre", {}, escape(study.plan)),
    )
