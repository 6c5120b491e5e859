"""What the package asks of a game's folder, read from its own sources.

A function marked `by_game("kernels")` asks `kernels.py` of each game for a function of that name.
Where its own body raises NotImplementedError there is no default: each game must have one. And a
Protocol such as `ViewModule` asks `view.py` for all that it names.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import skerry

PACKAGE = Path(skerry.__file__).parent
GAMES_FOLDER = PACKAGE / "games"

ALWAYS = (
    "__init__.py",
    "actions.py",
    "aims.py",
    "editing.py",
    "info.py",
    "kernels.py",
    "look.css",
    "observe.py",
    "picture.svg",
    "position.py",
    "rules.md",
    "turns.py",
    "view.py",
    "words.py",
)
SOMETIMES = (
    "explorer.parquet",
    "guided.py",
    "lesson.toml",
    "lesson_setup.toml",
    "order.py",
    "puzzles.json.gz",
    "retrograde.py",
    "setup.py",
    "solving.py",
    "standing.py",
    "study.json",
)
# A function that a game needs only while it is without another one of the same module.
UNLESS = {"num_sets": "is_one_action", "sample_set": "is_one_action"}


class Asked(NamedTuple):
    """A function that a module of a game's folder may have, or must."""

    module: str
    name: str
    is_needed: bool
    where: str  # the file that asks


# What is asked for by its name alone.
BY_NAME = (
    Asked("info", "INFO", True, "games/catalogue.py"),
    Asked("observe", "PLANES", True, "games/observation.py"),
    Asked("position", "symbols", False, "text.py"),
    Asked("setup", "KINDS", True, "record/json_form.py"),
)


@cache
def asked_functions() -> tuple[Asked, ...]:
    """All of them."""
    found = list(BY_NAME)
    for file in sorted(PACKAGE.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        if "@by_game(" in text or "Module(Protocol)" in text:
            where = file.relative_to(PACKAGE).as_posix()
            for node in ast.parse(text).body:
                if isinstance(node, ast.FunctionDef):
                    found += _picked_by_game(node, where)
                elif isinstance(node, ast.ClassDef) and node.name.endswith("Module"):
                    found += _named_in(node, where)
    return tuple(found)


def _picked_by_game(function: ast.FunctionDef, where: str) -> Iterator[Asked]:
    for mark in function.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "by_game":
            given = [str(ast.literal_eval(one)) for one in mark.args]
            module, name = given if len(given) > 1 else (given[0], function.name)
            is_needed = ast.unparse(function.body[-1]) == "raise NotImplementedError"
            yield Asked(module, name, is_needed, where)


def _named_in(protocol: ast.ClassDef, where: str) -> Iterator[Asked]:
    module = protocol.name.removesuffix("Module").lower()
    for node in protocol.body:
        if isinstance(node, ast.AnnAssign):
            yield Asked(module, ast.unparse(node.target), True, where)
        elif isinstance(node, ast.FunctionDef):
            yield Asked(module, node.name, True, where)


def missing(folder: Path) -> list[str]:
    """What a game's folder lacks: file, function, and who asks for it."""
    lacks = [f"{file} is not there" for file in ALWAYS if not (folder / file).exists()]
    for asked in asked_functions():
        file = folder / f"{asked.module}.py"
        offered = _offered(file) if file.exists() else frozenset()
        excused = UNLESS.get(asked.name) in offered
        if asked.is_needed and file.exists() and asked.name not in offered and not excused:
            lacks.append(f"{file.name} has no {asked.name}, asked for by {asked.where}")
    return lacks


def unasked(folder: Path) -> list[str]:
    """What nobody asks for in a game's folder: files, and functions that are not used in it."""
    modules = {file.stem: file.read_text(encoding="utf-8") for file in folder.glob("*.py")}
    used = {name: _used(text) for name, text in modules.items()}
    everywhere = frozenset().union(*used.values())
    known = {*ALWAYS, *SOMETIMES, *(f"{name}.py" for name in everywhere)}
    idle = [file.name for file in sorted(folder.iterdir()) if file.name not in known]
    for name in sorted({asked.module for asked in asked_functions()} & modules.keys()):
        wanted = {asked.name for asked in asked_functions() if asked.module == name} | everywhere
        functions = {one.name for one in _functions(ast.parse(modules[name]))}
        idle += [f"{name}.py: {one}" for one in sorted(functions - wanted)]
    return [one for one in idle if one != "__pycache__"]


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


def _offered(file: Path) -> frozenset[str]:
    """The names that a module has: its own, and those it imports."""
    names: set[str] = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.ImportFrom):
            names |= {one.asname or one.name for one in node.names}
        elif isinstance(node, ast.Assign):
            names |= {ast.unparse(target) for target in node.targets}
        elif isinstance(node, ast.AnnAssign):
            names.add(ast.unparse(node.target))
    return frozenset(names)


def _used(text: str) -> frozenset[str]:
    """Names that a module reads, and the modules and functions that it imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            names |= {(node.module or "").rpartition(".")[2], *(one.name for one in node.names)}
    return frozenset(names)
