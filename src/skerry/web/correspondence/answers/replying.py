"""Conditional turns that are due: played as their owner would play them, or waited for no longer.

What is due stands in the database: a game that has as many turns as a condition waits for, and its
owner to act. So nothing is missed while the site is down, and nothing is played twice: a turn goes
with the mark that it was played, under an id that its owner's turn after these very turns has once.
"""

import logging

from django.db import transaction
from django.db.models import F

from skerry.errors import SkerryError
from skerry.web.accounts.people import find_player
from skerry.web.base.errors import RequestError, StaleError
from skerry.web.correspondence.answers.conditions import Notes, notes_of
from skerry.web.correspondence.answers.matching import answers
from skerry.web.correspondence.models import ConditionalTurn
from skerry.web.play import games
from skerry.web.play.models import RUNNING, SavedGame
from skerry.web.study.storing import studies

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
    offers, other = games.session_of(notes.game).offers, 1 - notes.person
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
                after = games.play(game, notes.study.holder, game.version, actions, client_id=mark)
                ConditionalTurn.objects.filter(pk=rows[one.reply].pk).update(played=after.version)
        except StaleError:
            raise
        except SkerryError:  # not legal after what was played besides: the next one may be
            continue
        return True
    return False
