"""Writes trees.json, the whole trees of small searches.

    python -m tests.search.tree.make_trees

The file maps the name of each case of tree_cases.py to the rows of its tree: for every node the
action, visits, sum of results of person 0, proof, row of the first child, number of children, and
the visits and results of all-moves-as-first. A change of the search that is meant to grow another
tree makes it anew; any other that fails here has changed what the search does.
"""

import json

from tests.search.tree.tree_cases import CASES, TREES_FILE, rows


def main() -> None:
    trees = {case.name: rows(case.search().strands[0].tree) for case in CASES}
    lines = []
    for name, tree in trees.items():
        body = ",\n".join(
            json.dumps([int(value) if value.is_integer() else value for value in row])
            for row in tree
        )
        lines.append(f"{json.dumps(name)}: [\n{body}\n]")
    TREES_FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
