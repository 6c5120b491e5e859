"""The guides as pages: boards that can be tried, the games behind the figures, a file to print."""

import html
import re

import pytest

from skerry import rulebook
from skerry.games.catalogue import FEATURED, GAMES
from tests.web.conftest import Browser

pytestmark = pytest.mark.django_db

WITH = [one.name for one in FEATURED if one.has_guide]


@pytest.mark.parametrize("name", WITH)
def test_a_guide_shows_its_boards_and_where_its_figures_come_from(
    browser: Browser, name: str
) -> None:
    page = browser.client.get(f"/guide/{name}").content.decode()
    guide = rulebook.guide(name)
    boards = [one for one in rulebook.parts(guide) if isinstance(one, rulebook.Diagram)]
    assert page.count("Try it on the board") == len(boards)
    games = rulebook.commented_games(guide)
    shown = [one for game in games for one in game.parts() if isinstance(one, rulebook.Diagram)]
    assert page.count('<figure class="diagram">') == len(boards) + len(shown)
    told = [one.caption for one in boards if one.caption]
    assert page.count('<div class="pair">') == len(told) // 2  # a turn that loses, and a better one
    for caption in told:
        assert f"<figcaption>{html.escape(caption)}<br>" in page
    maps = [one for one in rulebook.parts(guide) if isinstance(one, rulebook.FirstTurns)]
    assert page.count('<figure class="first-turns">') == len(maps)
    grey = [one for turns in maps for one in turns.shares.values() if not one.is_clear]
    assert page.count("fill: var(--heat-grey)") == len(grey)
    for theme in rulebook.themes(guide):
        assert f'href="/puzzles/{name}?theme={theme}">Puzzles of this kind</a>' in page
    for one in games:
        assert f'name="guided" value="{name}/{one.number}"><button>{one.words}</button>' in page
    assert '<a href="/lab/claims">What the games’ texts say</a>' in page
    assert not re.search(
        r'(href="|\]\()(page|game|figure|puzzles):', page
    )  # all links are resolved
    for figure in rulebook.figures(guide):
        assert page.count(figure.words) >= 2  # in its sentence, and in the list
        assert figure.evidence in page
    assert f'href="/guide/{name}"' in browser.client.get(f"/rules/{name}").content.decode()


@pytest.mark.parametrize("name", WITH)
def test_a_board_of_a_guide_opens_where_it_can_be_played(browser: Browser, name: str) -> None:
    page = browser.client.get(f"/guide/{name}").content.decode()
    address = page.split('<figcaption><a href="')[1].split('"')[0]
    opened = browser.client.get(address)
    assert opened.status_code == 200
    assert '"problems": []' in opened.content.decode()


def test_a_game_without_a_guide_has_no_page_and_no_link(browser: Browser) -> None:
    for one in GAMES:
        if not one.has_guide:
            assert browser.client.get(f"/guide/{one.name}").status_code == 404
            assert browser.client.get(f"/guide/{one.name}/guide.pdf").status_code == 404
            assert "/guide/" not in browser.client.get(f"/rules/{one.name}").content.decode()
    assert browser.client.get("/guide/chess").status_code == 404
