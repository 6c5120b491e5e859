"""Conditional turns: set in one's notes of a game, matched against what is played, and played."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.db.models import F

from skerry.errors import SkerryError
from skerry.study import Chapter
from skerry.study.tree import NO_PARENT, ROOT, Tree
from skerry.web.accounts.people import find_player
from skerry.web.base.errors import RequestError, StaleError
from skerry.web.correspondence.models import ConditionalTurn
from skerry.web.play import changes, queries
from skerry.web.play.models import RUNNING, SavedGame
from skerry.web.play.records import record_of
from skerry.web.study import studies
from skerry.web.study.models import SavedStudy
from skerry.web.study.notes import game_chapter

# Which prepared answers a game has come to: turns that were played against a tree of notes.
#
#     3. d4  ─ if ──> 4. e5 ─ then     the turn is exactly d4
#     3. a1 d1 ─ if a1 ──> 4. b2       the turn holds a1, whatever else there is
#
# Turns are compared as sets: their canonical text (C-6) is the same in whatever order stones were
# placed.


class Condition(NamedTuple):
    """If one turn is played, another one answers it."""

    node: int  # number of the other one's turn in the tree
    reply: int  # of the answer, which follows it there
    stones: frozenset[str] = frozenset()  # actions that it must hold; none: it is exactly that turn


def actions_of(turn: str) -> tuple[str, ...]:
    """The actions of a canonical turn."""
    return tuple(turn.split(","))


def reached(tree: Tree, played: Sequence[str], conditions: Iterable[Condition]) -> dict[int, int]:
    """The nodes of a tree to which the turns of a game have led.

    Args:
        tree: of the notes.
        played: canonical turns, from the game's start.
        conditions: whose stones let a node stand for other turns than its own.

    Returns:
        By node the number of turns on the way there that are not exactly the tree's.
    """
    wanted = {one.node: one.stones for one in conditions if one.stones}
    here = {ROOT: 0}
    for turn in played:
        stones, after = set(actions_of(turn)), dict[int, int]()
        for node, loose in here.items():
            for child in tree.nodes[node].children:
                if tree.nodes[child].turn == turn:
                    after[child] = loose
                elif child in wanted and wanted[child] <= stones:
                    after[child] = loose + 1
        here = after
    return here


def answers(tree: Tree, played: Sequence[str], conditions: Sequence[Condition]) -> list[Condition]:
    """The conditions that hold after some turns, the closest first.

    Those of exactly the turns that were played come before others, and those with more stones
    before those with fewer.
    """
    there = [one for one in conditions if _is_answer(tree, one)]
    here = reached(tree, played, there)
    holding = [one for one in there if one.node in here]
    exactly = {one.node for one in holding if tree.nodes[one.node].turn == played[-1]}
    return sorted(
        holding, key=lambda one: (here[one.node], one.node not in exactly, -len(one.stones))
    )


def _is_answer(tree: Tree, one: Condition | ConditionalTurn) -> bool:
    """Whether both turns are still in the tree, and one below the other."""
    reply = tree.nodes.get(one.reply)
    return reply is not None and reply.parent == one.node


MOST = 300  # of one player in one game

NO_GAME = "Conditional turns belong to your notes in a game with somebody else that still goes on."
NO_CHAPTER = (
    "The chapter with the game was deleted from these notes, so nothing here can be a conditional "
    "turn."
)
NO_ANSWER = (
    "A conditional turn is your answer to a turn of the other player: add both to your notes, and "
    "choose yours."
)
PAST = "The game has come as far as this already, so there is nothing to wait for."
ELSEWHERE = "The game has gone another way, so this line cannot come up any more."


@dataclass(frozen=True)
class Notes:
    """The notes of a player in a game that goes on, as far as both have come."""

    study: SavedStudy
    game: SavedGame
    person: int  # whom the owner plays
    chapter: Chapter  # that follows the game
    played: tuple[str, ...]  # canonical turns of the game
    rows: tuple[ConditionalTurn, ...]  # those that were played too: a line goes on behind them

    @property
    def conditions(self) -> list[Condition]:
        """What was ever to be waited for, also where it cannot come up any more."""
        return [condition_of(one) for one in self.rows]

    @property
    def unplayed(self) -> list[ConditionalTurn]:
        """What is still to be waited for."""
        return [one for one in self.rows if one.played is None]


def condition_of(row: ConditionalTurn) -> Condition:
    """A stored condition as a value."""
    stones = actions_of(row.stones) if row.stones else ()
    return Condition(row.node, row.reply, frozenset(stones))


def notes_of(study: SavedStudy) -> Notes:
    """What is known of a study that is notes in a game between two, while that goes on.

    Raises:
        RequestError: it is none, or has no chapter any more that follows the game.
        BrokenGameError: the game's record is damaged.
    """
    if study.notes_of is None:
        raise RequestError(NO_GAME)
    game = queries.find_any(study.notes_of)
    held = game.seats.held_by(study.holder)
    if game.status != RUNNING or not game.seats.are_apart() or not held:
        raise RequestError(NO_GAME)
    record = record_of(game)
    _, value = studies.load(study.pk)
    chapter = game_chapter(value)
    if chapter is None:
        raise RequestError(NO_CHAPTER)
    if chapter.game != record.game or chapter.position(ROOT) != record.replay()[0]:
        raise RequestError(NO_GAME)
    rows = ConditionalTurn.objects.filter(study=study.pk).order_by("pk")
    return Notes(study, game, held[0], chapter, tuple(record.turn_texts), tuple(rows))


def why_not(notes: Notes, reply: int) -> str:
    """Why a position of the tree cannot be a conditional turn; "" where it can.

    Raises:
        ConflictError: there is no such position, or no longer.
    """
    tree, chapter = notes.chapter.tree, notes.chapter
    node = tree.node(reply).parent
    before = NO_PARENT if node == NO_PARENT else tree.node(node).parent
    if before == NO_PARENT:
        return NO_ANSWER
    acting = (chapter.position(before).player, chapter.position(node).player)
    if acting != (1 - notes.person, notes.person):
        return NO_ANSWER
    if len(tree.path(node)) - 1 <= len(notes.played):
        return PAST
    return "" if can_come(notes, node) else ELSEWHERE


def can_come(notes: Notes, node: int) -> bool:
    """Whether a turn of the tree lies ahead on a way on which the game still is."""
    way = notes.chapter.tree.path(node)
    here = reached(notes.chapter.tree, notes.played, notes.conditions)
    return len(way) - 1 > len(notes.played) and way[len(notes.played)] in here


def waiting(notes: Notes) -> list[ConditionalTurn]:
    """What is set and can still come up."""
    there = [one for one in notes.unplayed if _is_answer(notes.chapter.tree, one)]
    return [one for one in there if can_come(notes, one.node)]


def set_answer(notes: Notes, reply: int, stones: Sequence[str] = ()) -> None:
    """Let a turn of the notes be played when the one before it has been.

    Args:
        notes: as `notes_of` gives them.
        reply: number of the turn to be played.
        stones: actions that the other one's turn must hold, whatever else there is; none: it must
            be exactly that turn.

    Raises:
        RequestError: it is no answer, too late, or the stones are not that turn's.
        ConflictError: there is no such position.
        StaleError: there are too many.
    """
    refusal = why_not(notes, reply)
    if refusal:
        raise RequestError(refusal)
    node = notes.chapter.tree.node(reply).parent
    actions = actions_of(notes.chapter.tree.node(node).turn)
    if not set(stones) <= set(actions):
        raise RequestError(f"'stones' must be some of {', '.join(actions)}.")
    if len(notes.unplayed) >= MOST:
        raise StaleError(f"A game can have at most {MOST} conditional turns; turn some off first.")
    values = {
        "game": notes.game,
        "person": notes.person,
        "depth": len(notes.chapter.tree.path(node)) - 1,
        "reply": reply,
        "stones": ",".join(one for one in actions if one in stones),
        "looked": None,
        "played": None,
    }
    ConditionalTurn.objects.update_or_create(
        study=notes.study, node=node, defaults=values, create_defaults=values
    )


def drop_answer(notes: Notes, reply: int) -> None:
    """Wait for nothing any more where a turn of the notes would have been played."""
    ConditionalTurn.objects.filter(study=notes.study, reply=reply).delete()


def drop_unplayed(game_id: str) -> None:
    """Forget what a game that is over has not come to."""
    ConditionalTurn.objects.filter(game=game_id, played=None).delete()


# Conditional turns that are due: played as their owner would play them, or waited for no longer.
#
# What is due stands in the database: a game that has as many turns as a condition waits for, and
# its owner to act. So nothing is missed while the site is down, and nothing is played twice: a turn
# goes with the mark that it was played, under an id that its owner's turn after these very turns
# has once.

log = logging.getLogger(__name__)

MOST_AT_ONCE = 500  # games of one sweep


def play_due() -> int:
    """Play all conditional turns that have come up; returns how many it has played.

    All processes of a site may do it at the same time: each turn is played once.
    """
    due = (
        ConditionalTurn.objects.filter(
            played=None,
            study__deleted=None,
            game__deleted=None,
            game__status=RUNNING,
            game__to_act=F("person"),
            game__num_turns=F("depth"),
        )
        .exclude(looked=F("game__version"))
        .order_by()
        .values_list("study", flat=True)
        .distinct()
    )
    return sum(_answer(study_id) for study_id in list(due[:MOST_AT_ONCE]))


def _answer(study_id: str) -> bool:
    """Play the turn that is due by some notes; what does not come up is noted, and waits."""
    rows = ConditionalTurn.objects.filter(study=study_id, played=None)
    seen = SavedGame.objects.filter(pk__in=rows.values("game"))
    version = seen.values_list("version", flat=True).first()
    try:
        study = studies.row_of(study_id)
        if study is None:
            return False
        notes = notes_of(study)
        version = notes.game.version
        if notes.game.to_act != notes.person:  # it has gone on
            return False
        if _may_answer(notes) and _play(notes):
            return True
    except StaleError:  # somebody has acted at the same time: the next sweep looks again
        return False
    except RequestError:  # the game has ended meanwhile, or is damaged, which its page says
        pass
    except SkerryError as error:
        log.warning("The conditional turns of notes %s wait: %s", study_id, error)
    rows.update(looked=version)
    return False


def _may_answer(notes: Notes) -> bool:
    """Whether nothing else has to be answered first, by the owner, who may still play here."""
    offers, other = queries.session_of(notes.game).offers, 1 - notes.person
    if other in (offers.draw, offers.take_back):
        return False
    player = find_player(notes.study.holder)
    return player is None or player.closed is None


def _play(notes: Notes) -> bool:
    """Play the closest answer that is legal; returns whether there is one.

    Raises:
        StaleError: somebody has acted meanwhile.
    """
    tree, game = notes.chapter.tree, notes.game
    holding = answers(tree, notes.played, notes.conditions)
    rows = {row.reply: row for row in notes.unplayed}
    if any(one.reply not in rows for one in holding):
        return False  # this was answered already, and that was taken back
    for one in holding:
        actions = tree.nodes[one.reply].turn.split(",")
        mark = f"if-{game.turns_version}"
        try:
            with transaction.atomic():
                after = changes.play(
                    game, notes.study.holder, game.version, actions, client_id=mark
                )
                ConditionalTurn.objects.filter(pk=rows[one.reply].pk).update(played=after.version)
        except StaleError:
            raise
        except SkerryError:  # not legal after what was played besides: the next one may be
            continue
        return True
    return False
