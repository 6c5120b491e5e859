"""`skerry rules`: a page of the rulebook in the terminal."""

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from skerry import rulebook
from skerry.positions import position


def print_rules(name: str) -> None:
    """Print a game's rules, its diagrams as boards of text. Raises OptionError."""
    page = rulebook.page(name)
    console = Console()
    for part in rulebook.parts(page):
        if isinstance(part, rulebook.Diagram):
            # Text, since square brackets on a board would read as markup.
            console.print(Padding(Text(str(position(part.text))), (1, 4)))
        else:
            console.print(Markdown(part))
