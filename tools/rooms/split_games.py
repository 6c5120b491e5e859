"""Call what `play.games` gives on by the module that is to have it: before games.toml.

.venv/bin/python tools/rooms/split_games.py
"""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = "skerry.web.play.games"
HOMES = {
    "reading": "queries",
    "finding": "queries",
    "storing": "changes",
    "changing": "changes",
    "acting": "changes",
    "owed_turns": "changes",
    "offering": "offers",
    "computer": "computer",
    "beginning": "beginning",
    "early_ends": "beginning",
    "flags": "sweeps",
    "checking": "sweeps",
}


def main() -> None:
    """Rewrite all modules; the package itself is emptied."""
    package = ROOT / "src/skerry/web/play/games/__init__.py"
    home = {}
    for node in ast.parse(package.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                home[alias.name] = node.module.rpartition(".")[2]
    for top in ("src", "tests", "bench"):
        for path in (ROOT / top).rglob("*.py"):
            if path != package:
                change(path, home)
    package.write_text('"""Saved games."""\n', encoding="utf-8")


def change(path: Path, home: dict[str, str]) -> None:
    """Rewrite one."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    nodes = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in ("skerry.web.play", PACKAGE)
    ]
    if not nodes:
        return
    used: set[str] = set()
    lines = [line.encode() for line in text.splitlines(keepends=True)]
    edits: list[tuple[int, int, int, bytes]] = []
    if any(alias.name == "games" for node in nodes for alias in node.names):
        for part in ast.walk(tree):
            if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name):
                value = part.value
                if value.id == "games" and part.attr in home:
                    new = HOMES[home[part.attr]]
                    used.add(new)
                    end = value.end_col_offset or 0
                    edits.append((value.lineno, value.col_offset, end, new.encode()))
    for number, begin, end, name in sorted(edits, reverse=True):
        line = lines[number - 1]
        lines[number - 1] = line[:begin] + name + line[end:]
    new_text = [line.decode() for line in lines]
    for node in sorted(nodes, key=lambda one: -one.lineno):
        pad = " " * node.col_offset
        rest: list[str] = []
        for alias in node.names:
            called = f" as {alias.asname}" if alias.asname else ""
            if node.module == PACKAGE and alias.name in home:
                source = f"{PACKAGE}.{home[alias.name]}"
                rest.append(f"{pad}from {source} import {alias.name}{called}\n")
            elif node.module == "skerry.web.play" and alias.name == "games":
                rest += [f"{pad}from skerry.web.play import {one}\n" for one in sorted(used)]
            else:
                rest.append(f"{pad}from {node.module} import {alias.name}{called}\n")
        new_text[node.lineno - 1 : node.end_lineno] = rest
    path.write_text("".join(new_text), encoding="utf-8")


if __name__ == "__main__":
    main()
