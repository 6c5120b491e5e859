"""How large the house is: files, lines, imports, modules with one importer, documents.

    .venv/bin/python -m tools.house

Counted is what is in src/skerry, but documents: README, CONTRIBUTING, CHANGELOG and docs/. A line
of imports is any line of an import statement; an importer is another module of src/skerry, lazy
imports among them. A package counts as the module of its `__init__`, and its migrations, which
nothing imports, count as files only.
"""

import ast
from collections import defaultdict
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"


def modules() -> dict[str, ast.Module]:
    """Every module of the package by its name."""
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def importers(trees: dict[str, ast.Module]) -> dict[str, set[str]]:
    """Who imports each module."""
    found: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                inner = [f"{node.module}.{alias.name}" for alias in node.names]
                wanted = [one if one in trees else node.module for one in inner]
            else:
                continue
            for one in wanted:
                if one in trees and one != name:
                    found[one].add(name)
    return found


def import_lines(tree: ast.Module) -> int:
    """Lines of import statements."""
    statements = [n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom)]
    return sum((one.end_lineno or one.lineno) - one.lineno + 1 for one in statements)


def main() -> None:
    """Print the figures."""
    trees = modules()
    sizes = [len(p.read_text(encoding="utf-8").splitlines()) for p in SOURCE.rglob("*.py")]
    lines, imports = sum(sizes), sum(map(import_lines, trees.values()))
    users = importers(trees)
    single = [n for n in trees if len(users[n]) == 1 and ".migrations" not in n]
    scripts = list(SOURCE.rglob("*.js"))
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    words = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in documents)
    deep = [p for p in SOURCE.rglob("*.py") if len(p.relative_to(SOURCE).parts) > 4]
    print(f"Python files in src          {len(sizes):>7,}")
    print(f"  of them __init__.py        {sum(1 for _ in SOURCE.rglob('__init__.py')):>7,}")
    print(f"  lines of one, median       {median(sizes):>7,.0f}")
    print(f"lines of Python in src       {lines:>7,}")
    print(f"lines of imports             {imports / lines:>7.1%}")
    print(f"modules with one importer    {len(single):>7,}")
    print(f"files deeper than two rooms  {len(deep):>7,}")
    print(f"scripts of pages             {len(scripts):>7,}")
    print(f"lines of documents           {words:>7,}")


if __name__ == "__main__":
    main()
