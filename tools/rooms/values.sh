sed -i 's/`sessions\/clocks.py`, `vacations.py`/`sessions\/clocks.py`/' docs/architecture.md
