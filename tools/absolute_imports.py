"""Relative imports become absolute, in all code: `.venv/bin/python -m tools.absolute_imports`.

Afterwards run `ruff check --fix` and `ruff format`, which sort them.
"""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOPS = {"src/skerry": "skerry", "tests": "tests", "bench": "bench", "tools": "tools"}


def absolute(text: str, package: list[str]) -> str:
    """A module's text with absolute imports; `package` are the names of the one it lies in."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        names = package[: len(package) - (node.level - 1)]
        whole = ".".join([*names, node.module] if node.module else names)
        before, _, after = lines[node.lineno - 1].partition("from ")
        imported = after[after.index("import") :]
        lines[node.lineno - 1] = f"{before}from {whole} {imported}"
    return "".join(lines)


def main() -> None:
    """Change every module that has one."""
    for top, name in TOPS.items():
        for path in sorted((ROOT / top).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            new = absolute(text, [name, *path.relative_to(ROOT / top).parent.parts])
            if new != text:
                path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
