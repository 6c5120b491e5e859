"""Notes in a game carry the names that its players have now."""

import pytest

import skerry
from skerry.study.edits import AddChapter, RemoveChapter, Retitle
from skerry.web.accounts import people
from skerry.web.accounts.names import DELETED
from skerry.web.base.services import service
from skerry.web.play import changes, creation, queries
from skerry.web.play.models import SavedGame
from skerry.web.study import studies
from skerry.web.study.models import SavedStudy
from skerry.web.study.notes import follow, notes_in
from skerry.web.study.studies import KeptStudies
from tests.web.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.stores]

KITARAN = skerry.game("kitaran", size=3)


@pytest.fixture
def pair() -> tuple[SavedGame, SavedStudy, SavedStudy]:
    """A game between Anneliese and Bert, and the notes of both."""
    holders = tuple(people.sign_up(name, PASSWORD).holder for name in ("Anneliese", "Bert"))
    first, second = holders
    game = creation.begin_between((first, second), ("Anneliese", "Bert"), KITARAN)
    return game, notes_in(game, first), notes_in(game, second)


def names(saved: SavedStudy) -> list[str]:
    """The title in the list, of the study, of its chapter, and who plays."""
    saved.refresh_from_db()
    _, study = studies.load(saved.pk)
    chapter = study.chapters[0]
    persons = chapter.record().persons
    return [saved.title, study.title, chapter.title, *(person.name for person in persons)]


def shown(first: str, second: str) -> list[str]:
    title = f"{first} – {second}"
    return [f"Notes: {title}", f"Notes: {title}", title, first, second]


@pytest.mark.parametrize("elsewhere", [False, True], ids=["one process", "another process"])
def test_another_name_stands_in_the_notes_of_both(
    pair: tuple[SavedGame, SavedStudy, SavedStudy], elsewhere: bool
) -> None:
    game, *both = pair
    assert [names(saved) for saved in both] == [shown("Anneliese", "Bert")] * 2
    for name in ("Annabell", "Annika"):
        kept = [(saved.pk, *studies.load(saved.pk)) for saved in both]
        people.rename(people.player_of(game.first_seat or ""), name)
        for study_id, version, study in kept if elsewhere else ():
            service(KeptStudies).keep(study_id, version, study)  # as it stands in another process
        assert [names(saved) for saved in both] == [shown(name, "Bert")] * 2


def test_a_title_of_ones_own_stays(pair: tuple[SavedGame, SavedStudy, SavedStudy]) -> None:
    game, mine, _ = pair
    title = names(mine)[0]
    studies.edit(mine, Retitle(None, title, "The long game"))
    people.rename(people.player_of(game.second_seat or ""), "Berthold")
    own = ["The long game"] * 2
    assert names(mine) == own + shown("Anneliese", "Berthold")[2:]


@pytest.mark.parametrize("is_own", [False, True])
def test_notes_without_the_games_chapter_have_the_names_in_their_title(
    pair: tuple[SavedGame, SavedStudy, SavedStudy], *, is_own: bool
) -> None:
    game, _, theirs = pair
    title = "Notes: of a Sunday" if is_own else ""
    if is_own:
        studies.edit(theirs, Retitle(None, names(theirs)[0], title))
    other = studies.load(theirs.pk)[1].new_chapter("Another", skerry.GameRecord.begin(KITARAN))
    studies.edit(theirs, AddChapter(other, 1))
    removed = studies.edit(theirs, RemoveChapter(1, 1))
    people.rename(people.player_of(game.first_seat or ""), "Annabell")
    theirs.refresh_from_db()
    assert theirs.title == (title or shown("Annabell", "Bert")[0])
    people.forget(game.first_seat or "")
    theirs.refresh_from_db()
    assert theirs.title == (title or shown(DELETED, "Bert")[0])
    studies.undo(theirs, removed.edit_number or 0)
    follow(theirs)
    assert names(theirs)[2:] == shown(DELETED, "Bert")[2:]
    assert theirs.title == (title or shown(DELETED, "Bert")[0])


def test_who_is_gone_is_gone_from_the_others_notes(
    pair: tuple[SavedGame, SavedStudy, SavedStudy],
) -> None:
    game, _, theirs = pair
    people.forget(game.first_seat or "")
    assert "Anneliese" not in " ".join(names(theirs))
    assert "Anneliese" not in str(studies_text(theirs))


def studies_text(saved: SavedStudy) -> str:
    return str(SavedStudy.objects.values_list("snapshot", flat=True).get(pk=saved.pk))


def test_notes_that_were_put_away_have_the_names_when_they_are_opened_again(
    pair: tuple[SavedGame, SavedStudy, SavedStudy],
) -> None:
    game, mine, _ = pair
    studies.delete(mine)
    people.rename(people.player_of(game.second_seat or ""), "Berthold")
    studies.restore(mine.pk, mine.holder)
    assert notes_in(game, mine.holder) == mine
    assert names(mine) == shown("Anneliese", "Berthold")


def test_notes_go_on_after_another_name(pair: tuple[SavedGame, SavedStudy, SavedStudy]) -> None:
    game, mine, _ = pair
    people.rename(people.player_of(game.second_seat or ""), "Berthold")
    game = queries.find_any(game.pk)
    changes.play(game, game.first_seat, game.version, ["b2"])
    notes_in(queries.find_any(game.pk), mine.holder)
    _, study = studies.load(mine.pk)
    assert [node.turn for node in study.chapters[0].tree.nodes.values()] == ["", "b2"]
    assert names(mine) == shown("Anneliese", "Berthold")
