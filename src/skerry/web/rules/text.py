"""The rules pages: the rulebook's Markdown as HTML, its positions drawn."""

from functools import lru_cache
from itertools import count

from markdown_it import MarkdownIt

from ... import rulebook
from ...positions import position
from ..board.pictures import as_picture


@lru_cache
def page(name: str) -> str:
    """The rules of a game as HTML, with their diagrams.

    Raises:
        OptionError: there is no such game.
    """
    # Markup in the pages would be theirs alone; none is needed, so none is let through.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    numbers = count(1)
    return "".join(
        markdown.render(part) if isinstance(part, str) else _figure(part.text, f"d{next(numbers)}-")
        for part in rulebook.parts(rulebook.page(name))
    )


def _figure(text: str, prefix: str) -> str:
    from ...draw import board_svg

    svg = board_svg(position(text), standalone=False, prefix=prefix)
    return f'<figure class="diagram">{as_picture(svg)}</figure>'
