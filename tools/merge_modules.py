"""Merge modules into one, and change whatever imports them. Needs absolute imports.

    .venv/bin/python -m tools.merge_modules PLAN.toml

The plan has a table for each module that is to come, by its dotted name:

    ["skerry.web.play.queries"]
    doc = "Games as they are: nothing here changes one."   # by default that of the first source
    from = ["skerry.web.play.games.finding", "skerry.web.play.listed"]
    rename = { "skerry.web.play.listed._order" = "_listing_order" }

Sources follow each other so that what a module imports comes before it. A name that two of them
define, or that one imports and another defines, has to be renamed; the tool says which, and changes
nothing. Afterwards run `ruff check --fix` and `ruff format`: imports are left unsorted.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOPS = {"src/skerry": "skerry", "tests": "tests", "bench": "bench", "tools": "tools"}
TEXTS = ("*.toml", "*.md", "*.py", "*.yml", "*.html", "*.js", "Makefile")  # may name a module


@dataclass
class Module:
    """A file of code."""

    name: str
    path: Path
    text: str
    tree: ast.Module = field(init=False)

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.text)

    @property
    def lines(self) -> list[str]:
        """Its lines, each with its end."""
        return self.text.splitlines(keepends=True)


@dataclass
class Target:
    """A module that is to come."""

    name: str
    sources: list[str]
    doc: str | None
    renames: dict[str, str]  # "module.name" to a name


def load_modules() -> dict[str, Module]:
    """All modules, by name."""
    found = {}
    for top, package in TOPS.items():
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT / top).with_suffix("").parts
            if parts[-1] == "__init__":
                parts = parts[:-1]
            name = ".".join((package, *parts))
            found[name] = Module(name, path, path.read_text(encoding="utf-8"))
    return found


def read_plan(path: Path) -> list[Target]:
    """The plan."""
    plan = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Target(name, one["from"], one.get("doc"), one.get("rename", {}))
        for name, one in plan.items()
    ]


def path_of(name: str, others: Iterable[str] = ()) -> Path:
    """Where a module lies; as a package, where others lie within."""
    top, _, rest = name.partition(".")
    folder = next(folder for folder, package in TOPS.items() if package == top)
    path = ROOT / folder / f"{rest.replace('.', '/')}.py"
    within = any(other.startswith(f"{name}.") for other in others)
    return path.with_suffix("") / "__init__.py" if within else path


def import_nodes(tree: ast.AST) -> Iterator[ast.ImportFrom | ast.Import]:
    """All imports, also those in functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom | ast.Import):
            yield node


class Merge:
    """One plan on one state of the code."""

    def __init__(self, modules: dict[str, Module], targets: list[Target]) -> None:
        self.modules, self.targets = modules, targets
        self.new_name = {old: one.name for one in targets for old in one.sources}
        self.renames = {
            tuple(old.rsplit(".", 1)): new for one in targets for old, new in one.renames.items()
        }
        self.faults: list[str] = []
        self._bound: dict[str, set[str]] = {}

    # ---- imports ----

    def imported(self, node: ast.ImportFrom) -> Iterator[tuple[str, str, str]]:
        """What an import gives: (module, name, as); of a module itself (module, "", as)."""
        assert node.module is not None
        for alias in node.names:
            called = alias.asname or alias.name
            whole = f"{node.module}.{alias.name}"
            if whole in self.modules and alias.name not in self.bound_in(node.module):
                yield whole, "", called
            else:
                yield node.module, alias.name, called

    def bound_in(self, package: str) -> set[str]:
        """What a package's own file gives a name to: that comes before a module of that name."""
        if package not in self.modules:
            return set()
        if package not in self._bound:
            self._bound[package] = bound_names(self.modules[package].tree)
        return self._bound[package]

    def moved_import(self, module: str, name: str, called: str, bound: set[str]) -> str:
        """An import, of where it lies now; `bound` are names that its file uses otherwise."""
        home = self.new_name.get(module, module)
        if name:
            new = self.renames.get((module, name), name)
            new_called = new if called == name and new not in bound else called
            return f"from {home} import {new}" + (f" as {new_called}" if new_called != new else "")
        parent, _, leaf = home.rpartition(".")
        new_called = self.called(module, called, bound)
        return f"from {parent} import {leaf}" + (f" as {new_called}" if new_called != leaf else "")

    def called(self, module: str, called: str, bound: set[str]) -> str:
        """How a module is called in a file: by its new name, unless that is taken there."""
        leaf = self.new_name.get(module, module).rpartition(".")[2]
        return leaf if called == module.rpartition(".")[2] and leaf not in bound else called

    def is_touched(self, node: ast.ImportFrom | ast.Import) -> bool:
        """Whether an import has to change."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                if self.new_name.get(alias.name, alias.name) != alias.name:
                    self.faults.append(f"import {alias.name}: by hand")
            return False
        if node.level or node.module is None:
            return False
        return any(module in self.new_name for module, _, _ in self.imported(node))

    def with_moved_imports(self, module: Module, within: str = "") -> str:
        """A module's text with its imports changed; those of `within` itself are left out."""
        lines, bound = module.lines, bound_names(module.tree)
        for node in sorted(import_nodes(module.tree), key=lambda one: -one.lineno):
            if not self.is_touched(node):
                continue
            assert isinstance(node, ast.ImportFrom)
            indent = " " * node.col_offset
            new = [
                f"{indent}{self.moved_import(*one, bound)}\n"
                for one in self.imported(node)
                if not within or self.new_name.get(one[0]) != within
            ]
            if (
                not new and node.col_offset
            ):  # it would come with the module instead of when it is needed
                self.faults.append(f"{module.name}:{node.lineno}: imported late, and on purpose")
            lines[node.lineno - 1 : node.end_lineno] = new
        return "".join(lines)

    # ---- merging ----

    def ordered_sources(self, target: Target) -> list[str]:
        """Sources, each after what it imports."""
        needs = {
            old: {
                module
                for node in self.modules[old].tree.body
                if isinstance(node, ast.ImportFrom) and node.module
                for module, _, _ in self.imported(node)
                if module in target.sources and module != old
            }
            for old in target.sources
        }
        ordered: list[str] = []
        while len(ordered) < len(needs):
            ready = [old for old in needs if old not in ordered and needs[old] <= set(ordered)]
            if not ready:
                rest = sorted(set(needs) - set(ordered))
                self.faults.append(f"{target.name}: {rest} import each other")
                return target.sources
            ordered.append(ready[0])
        return ordered

    def rewritten(self, module: Module, target: Target | None) -> Module:
        """A module as it will be: what its target holds is called without a module before it."""
        uses: dict[str, str] = {}
        bound = bound_names(module.tree)
        names: dict[str, str] = {}
        own: set[str] = set()  # those that the module defines; others it may only read
        for node in import_nodes(module.tree):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            for source, name, called in self.imported(node):
                if not name and source in self.new_name:
                    uses[called] = source
                elif name and target and self.new_name.get(source) == target.name:
                    new = self.renames.get((source, name), name)
                    if called != new:
                        names[called] = new
                elif name and (source, name) in self.renames and called == name:
                    new = self.renames[source, name]
                    if new not in bound:
                        names[called] = new
        for (source, name), new in self.renames.items():
            if source == module.name:
                names[name] = new
                own.add(name)
        edits: list[tuple[int, int, int, str]] = []
        known: set[int] = set()  # names that stand before a dot
        for part in ast.walk(module.tree):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                if part.value.id in uses and part.end_col_offset is not None:
                    source = uses[part.value.id]
                    new = self.renames.get((source, part.attr), part.attr)
                    if target is None or self.new_name[source] != target.name:
                        new = f"{self.called(source, part.value.id, bound)}.{new}"
                    edits.append((part.lineno, part.value.col_offset, part.end_col_offset, new))
                    known.add(id(part.value))
                    if part.lineno != part.end_lineno:
                        self.faults.append(f"{module.name}:{part.lineno}: split over lines")
            elif isinstance(part, ast.Name) and part.id in uses and id(part) not in known:
                source = uses[part.id]
                if target is not None and self.new_name[source] == target.name:
                    self.faults.append(f"{module.name}:{part.lineno}: {part.id} as a value")
                new = self.called(source, part.id, bound)
                edits.append((part.lineno, part.col_offset, part.end_col_offset or 0, new))
            elif isinstance(part, ast.Name) and part.id in names:
                if isinstance(part.ctx, ast.Store) and part.id not in own:
                    continue
                end = part.end_col_offset or 0
                edits.append((part.lineno, part.col_offset, end, names[part.id]))
            elif isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                if part.name in names and part in module.tree.body:
                    text = module.lines[part.lineno - 1]
                    at = text.index(part.name)
                    edits.append((part.lineno, at, at + len(part.name), names[part.name]))
            elif isinstance(part, ast.arg) and part.arg in names:
                self.faults.append(f"{module.name}:{part.lineno}: {part.arg} is an argument too")
        lines = [line.encode() for line in module.lines]
        for number, begin, end, new in sorted(edits, reverse=True):
            line = lines[number - 1]
            lines[number - 1] = line[:begin] + new.encode() + line[end:]
        text = self.with_moved_imports(
            Module(module.name, module.path, b"".join(lines).decode()),
            target.name if target else "",
        )
        return Module(module.name, module.path, text)

    def merged_text(self, target: Target) -> str:
        """The text of a new module."""
        docs: list[str] = []
        imports: list[str] = []
        typing_imports: list[str] = []
        bodies: list[str] = []
        defined: dict[str, tuple[str, str]] = {}
        brought: dict[str, tuple[str, str]] = {}
        listed: list[str] = []
        has_list = False
        for old in self.ordered_sources(target):
            module = self.rewritten(self.modules[old], target)
            lines, gone = module.lines, set[int]()
            doc = ast.get_docstring(module.tree, clean=False)
            if doc is not None:
                docs.append(doc)
            for index, node in enumerate(module.tree.body):
                span = range(node.lineno - 1, node.end_lineno or node.lineno)
                text = "".join(lines[span.start : span.stop])
                if index == 0 and doc is not None:
                    gone.update(span)
                elif isinstance(node, ast.Import | ast.ImportFrom):
                    gone.update(span)
                    imports.append(text)
                    self.note_imports(brought, node, old, target)
                elif _is_typing(node):
                    gone.update(span)
                    assert isinstance(node, ast.If)
                    typing_imports += [
                        "".join(lines[n.lineno - 1 : n.end_lineno]) for n in node.body
                    ]
                elif _assigned(node) == ["__all__"]:
                    gone.update(span)
                    has_list = True
                    assert isinstance(node, ast.Assign)
                    listed += ast.literal_eval(node.value)
                else:
                    for name in _assigned(node):
                        if name in defined:
                            if defined[name][1] == text:
                                gone.update(span)
                            else:
                                self.faults.append(
                                    f"{target.name}: {name} of {defined[name][0]} and {old}"
                                )
                        defined[name] = (old, text)
            bodies.append("".join(x for i, x in enumerate(lines) if i not in gone).strip("\n"))
        for name in sorted(defined.keys() & brought.keys()):
            self.faults.append(
                f"{target.name}: {name} of {defined[name][0]} is imported by {brought[name][0]}"
            )
        doc = target.doc if target.doc is not None else docs[0] if docs else ""
        text = f'"""{doc}"""\n\n' + "".join(dict.fromkeys(imports)) + "\n"
        if typing_imports:
            text += "if TYPE_CHECKING:\n" + "".join(dict.fromkeys(typing_imports)) + "\n"
        if has_list:
            text += (
                "__all__ = [\n" + "".join(f'    "{x}",\n' for x in sorted(set(listed))) + "]\n\n"
            )
        return text + "\n\n\n".join(bodies) + "\n"

    def note_imports(
        self,
        brought: dict[str, tuple[str, str]],
        node: ast.Import | ast.ImportFrom,
        old: str,
        target: Target,
    ) -> None:
        """Note the names that an import brings; two things under one name are a fault."""
        for alias in node.names:
            name = alias.asname or alias.name.partition(".")[0]
            source = getattr(node, "module", None) or ""
            what = f"{source}.{alias.name}"
            if isinstance(node, ast.Import) and alias.asname is None:
                what = name
            if name in brought and brought[name][1] != what:
                self.faults.append(f"{target.name}: {name} is {brought[name]} and {(old, what)}")
            brought[name] = (old, what)

    def run(self) -> None:
        """Merge, unless something stands in the way."""
        written = {target.name: self.merged_text(target) for target in self.targets}
        others = {
            module.path: self.rewritten(module, None).text
            for name, module in self.modules.items()
            if name not in self.new_name
        }
        if self.faults:
            sys.exit("\n".join(dict.fromkeys(self.faults)))
        for path, text in others.items():
            path.write_text(text, encoding="utf-8")
        for old in self.new_name:
            self.modules[old].path.unlink()
        for name, text in written.items():
            path = path_of(name, written)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self.replace_in_texts()
        self.replace_paths()

    def replace_in_texts(self) -> None:
        """Dotted names in strings and documents."""
        by_length = sorted(self.new_name, key=len, reverse=True)
        pattern = re.compile(rf"(?<![\w.])({'|'.join(map(re.escape, by_length))})(?![\w])")
        for path in (path for kind in TEXTS for path in ROOT.rglob(kind)):
            if {".venv", "tools"} & set(path.parts) or not path.is_file():
                continue
            text = path.read_text(encoding="utf-8")
            new = pattern.sub(lambda found: self.new_name[found[1]], text)
            if new != text:
                path.write_text(new, encoding="utf-8")

    def replace_paths(self) -> None:
        """Paths of files that went, as documents and comments name them."""
        moved = {
            f"/{self.modules[old].path.relative_to(ROOT).as_posix()}": path_of(new)
            for old, new in self.new_name.items()
        }

        def new_path(found: re.Match[str]) -> str:
            ends = {old: new for old, new in moved.items() if old.endswith(f"/{found[1]}")}
            there = any(f"/{path}".endswith(f"/{found[1]}") for path in left)
            if len(set(ends.values())) != 1 or there:
                return found[0]
            old, path = ends.popitem()
            new = path.relative_to(ROOT).as_posix()
            left_out = old.removesuffix(found[1]).removeprefix("/")  # as before
            return new.removeprefix(left_out if new.startswith(left_out) else "src/skerry/")

        left = {path.as_posix() for top in TOPS for path in (ROOT / top).rglob("*.py")}
        for path in (path for kind in TEXTS for path in ROOT.rglob(kind)):
            if {".venv", "tools"} & set(path.parts) or not path.is_file():
                continue
            text = path.read_text(encoding="utf-8")
            new = re.sub(r"(?<![\w/.-])((?:[\w-]+/)+[\w-]+\.py)(?!\w)", new_path, text)
            if new != text:
                path.write_text(new, encoding="utf-8")


def bound_names(tree: ast.Module) -> set[str]:
    """Names that a file gives to something, wherever in it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
    return found


def _is_typing(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Name)
        and node.test.id == "TYPE_CHECKING"
        and all(isinstance(one, ast.Import | ast.ImportFrom) for one in [*node.body, *node.orelse])
    )


def _assigned(node: ast.stmt) -> list[str]:
    """Names that a statement at the top of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        found = []
        for target in node.targets:
            parts = target.elts if isinstance(target, ast.Tuple) else [target]
            found += [part.id for part in parts if isinstance(part, ast.Name)]
        return found
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return [node.target.id]
    return []


def main() -> None:
    """Merge by a plan."""
    Merge(load_modules(), read_plan(Path(sys.argv[1]))).run()


if __name__ == "__main__":
    main()
