"""Conditional turns: set in one's notes of a game, and looked through when its turns change."""

from collections.abc import Sequence
from dataclasses import dataclass

from skerry.study import ROOT, Chapter
from skerry.study.tree import NO_PARENT
from skerry.web.base.errors import RequestError, StaleError
from skerry.web.correspondence.answers.matching import Condition, actions_of, reached
from skerry.web.correspondence.models import ConditionalTurn
from skerry.web.play import games
from skerry.web.play.models import RUNNING, SavedGame
from skerry.web.play.records import record_of
from skerry.web.study.models import SavedStudy
from skerry.web.study.storing import studies

MOST = 300  # of one player in one game

NO_GAME = "Conditional turns belong to your notes in a game with somebody else that still goes on."
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
        RequestError: it is none.
        BrokenGameError: the game's record is damaged.
    """
    if study.notes_of is None:
        raise RequestError(NO_GAME)
    game = games.find_any(study.notes_of)
    held = game.seats.held_by(study.holder)
    if game.status != RUNNING or not game.seats.are_apart() or not held:
        raise RequestError(NO_GAME)
    record = record_of(game)
    _, value = studies.load(study.pk)
    chapter = value.chapters[0]
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
    nodes = notes.chapter.tree.nodes
    there = [
        one for one in notes.unplayed if one.reply in nodes and nodes[one.reply].parent == one.node
    ]
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
