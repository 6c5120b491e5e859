"""What a game's package lacks, and what nobody asks of it, by the contract of games."""

import ast
import inspect
from functools import cache
from pathlib import Path

import skerry
from skerry.core.jit import KERNEL_FILES
from skerry.games import contract, defaults
from skerry.games.contract import FILES, GameModule, SetupModule

GAMES_FOLDER = Path(skerry.__file__).parent / "games"
NEEDED = ("__init__.py", "kernels.py", "picture.svg", "rules.md")
# Functions that only those need who have another one.
WITH = {"exact_method": "prefers_exact_method", "list_win": "has_patterns"}
ALONE = {"INFO", "make_rules"}  # what is asked for elsewhere


@cache
def kernel_hooks() -> dict[str, bool]:
    """The functions of the first part, and whether a game must have them."""
    tree = ast.parse(inspect.getsource(contract))
    return {
        node.name: ast.unparse(node.body[-1]) == "raise NotImplementedError"
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and any(ast.unparse(mark) == "game_specific" for mark in node.decorator_list)
    }


def names_of(protocol: type) -> set[str]:
    """What a Protocol itself asks for."""
    named = {name for name, one in vars(protocol).items() if inspect.isfunction(one)}
    return {name for name in named | protocol.__annotations__.keys() if not name.startswith("_")}


@cache
def word_hooks() -> dict[str, bool]:
    """The names of the second part, and whether a game without a set-up must have them."""
    said = {*vars(defaults), *defaults.BY_NAME}
    return {name: name not in said for name in names_of(GameModule)}


def missing(folder: Path) -> list[str]:
    """What a game's package lacks."""
    lacks = [f"{file} is not there" for file in NEEDED if not (folder / file).exists()]
    kernels, words = offered(folder, KERNEL_FILES), offered(folder, FILES)
    lacks += [
        f"none of its files has {name}"
        for name, is_needed in kernel_hooks().items()
        if is_needed and name not in kernels and WITH.get(name, name) in {name, *kernels}
    ]
    lacks += [
        f"none of its files has {name}"
        for name, is_needed in word_hooks().items()
        if is_needed and name not in words
    ]
    if (folder / "setup.py").exists():
        lacks += [f"setup.py has no {name}" for name in names_of(SetupModule) - words]
    lacks += [] if "make_rules" in kernels else ["kernels.py has no make_rules"]
    return lacks


@cache
def called_by_kernels() -> frozenset[str]:
    """The functions of the first part that compiled code calls."""
    files = (*(GAMES_FOLDER.parent / "search").glob("*.py"), *GAMES_FOLDER.glob("*.py"))
    called = {
        ast.unparse(call.func).rpartition(".")[2]
        for file in files
        for function in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(function, ast.FunctionDef) and is_kernel(function)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
    }
    return frozenset(called & kernel_hooks().keys())


def is_kernel(function: ast.FunctionDef) -> bool:
    """Whether a function is marked as one."""
    return any(ast.unparse(mark) in ("kernel", "inlined") for mark in function.decorator_list)


def unmarked(folder: Path) -> list[str]:
    """Functions of a game that compiled code calls, the game's own kernels too, and are none."""
    functions = {
        node.name: node
        for file in (folder / f"{name}.py" for name in KERNEL_FILES)
        if file.exists()
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    called = called_by_kernels() | {
        ast.unparse(call.func)
        for function in functions.values()
        if is_kernel(function)
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
    }
    return [name for name, one in functions.items() if name in called and not is_kernel(one)]


def unasked(folder: Path) -> list[str]:
    """Functions and constants that nobody asks for: none of the contract, and not used in it."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.py")}
    used = frozenset[str]().union(*(_used(text) for text in texts.values()))
    asked = kernel_hooks().keys() | word_hooks().keys() | names_of(SetupModule) | ALONE
    return [
        f"{file}: {name}"
        for file, text in sorted(texts.items())
        for node in ast.parse(text).body
        for name in _given(node)
        if name not in asked | used
    ]


def _given(node: ast.stmt) -> list[str]:
    """The names that a statement gives to functions and constants."""
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.Assign | ast.AnnAssign):
        return [
            name.id
            for name in ast.walk(node)
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
        ]
    return []


def offered(folder: Path, files: tuple[str, ...]) -> frozenset[str]:
    """The names that some files have: their own, and those they import but from the contract."""
    names: set[str] = set()
    for file in (folder / f"{name}.py" for name in files):
        if not file.exists():
            continue
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                names.add(node.name)
            elif isinstance(node, ast.ImportFrom) and node.module != contract.__name__:
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
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
        elif isinstance(node, ast.ImportFrom):
            names |= {(node.module or "").rpartition(".")[2], *(one.name for one in node.names)}
    return frozenset(names)
