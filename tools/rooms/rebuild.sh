#!/usr/bin/env bash
# Carry out all plans, one commit each. On a clean tree with absolute imports:
#     bash tools/rooms/rebuild.sh
set -euo pipefail
step() {
  local plan=$1 title=$2
  [ -e "tools/rooms/${plan}_before.sh" ] && bash "tools/rooms/${plan}_before.sh"
  .venv/bin/python -m ruff check -q --fix src tests bench >/dev/null || true
  .venv/bin/python -m tools.merge_modules "tools/rooms/$plan.toml"
  .venv/bin/python -m ruff check -q --fix src tests tools bench examples >/dev/null || true
  .venv/bin/python -m ruff format -q src tests tools bench examples
  [ -e "tools/rooms/$plan.sh" ] && bash "tools/rooms/$plan.sh"
  find src tests -name __pycache__ -prune -exec rm -rf {} +
  find src tests -type d -empty -delete
  .venv/bin/python -m ruff check -q --fix src tests tools bench examples
  .venv/bin/python -m ruff format -q src tests tools bench examples
  git add -A
  git commit -qm "$title" -m "By tools/rooms/$plan.toml and tools/merge_modules.py, nothing else changed."
}
step values "Merge the modules of rooms that hold values"
step lab "Merge the rooms of the lab into modules"
step inner "Merge the rooms of commands, protocols, search, drawing and core"
step web "Merge the modules of the site's apps, under Django's names"
step games "Part saved games into queries, changes, offers and sweeps"
