# Skerry's commands. Each sets up what it needs first; `make help` lists them.
# ARGS goes to the program behind a command: make test ARGS="-k spry", make play ARGS="--terminal".

PYTHON ?= python3
ARGS ?=
DIST ?= dist

VENV_PYTHON := .venv/bin/python
PYTEST := $(VENV_PYTHON) -m pytest
# Kernels take some hundred megabytes a worker. tests/conftest.py says what goes to which worker.
WORKERS := -n auto --maxprocesses 4
# Plain Python is quicker than compiling, or loading, kernels that play some turns. What is saved is
# also tested on a PostgreSQL and a Redis of the tests' own.
ON_SERVERS := NUMBA_DISABLE_JIT=1 $(VENV_PYTHON) -m tools.servers
# pytest ends with 5 when it selects no test: right for one call when ARGS asks for another's tests.
NONE_SELECTED := $(if $(strip $(ARGS)),|| test $$? -eq 5)

# Python keeps what it has compiled, whatever the surroundings say: the tests start hundreds of
# processes, each of which would compile all that it imports, for a second or two.
unexport PYTHONDONTWRITEBYTECODE

COMPILE = "$$uv" pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make requirements"

.PHONY: help play test test-rest test-all explore check bench wheel requirements clean \
	set-up-play set-up-dev set-up-bench set-up-tools

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' Makefile

play: set-up-play ## open the board in the browser (ARGS="--no-browser": only say its address)
	.venv/bin/skerry play $(ARGS)

test: set-up-dev set-up-tools ## run what shows each feature at least once, in a few minutes
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(WORKERS) $(ARGS) -m "not thorough" $(NONE_SELECTED)

test-rest: set-up-dev set-up-tools ## run what `make test` leaves: walks, compiled kernels, both stores
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(WORKERS) $(ARGS) -m "thorough or kernels" $(NONE_SELECTED)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(ARGS) -m alone $(NONE_SELECTED)
	$(ON_SERVERS) $(PYTEST) $(WORKERS) $(ARGS) -m stores $(NONE_SELECTED)

test-all: test test-rest ## run every test: compiled with bounds checks, in plain Python, on PostgreSQL

explore: set-up-dev ## property tests on new examples (ARGS="--seed N": on those of an earlier run)
	$(VENV_PYTHON) -m tools.explore $(ARGS)

check: set-up-dev ## lint, formatting, types, layers, and pages' scripts
	$(VENV_PYTHON) -m ruff check src tests tools bench examples
	$(VENV_PYTHON) -m ruff format --check src tests tools bench examples
	$(VENV_PYTHON) -m mypy --strict src tests tools bench examples
	.venv/bin/lint-imports --no-logo
	$(VENV_PYTHON) -m tools.scripts

bench: set-up-bench ## playouts per second, beside OpenSpiel's
	.venv/bin/skerry bench $(ARGS)

wheel: ## build dist/skerry-*.whl, which uvx and pipx can run
	@uv="$$($(PYTHON) tools/set_up.py uv)" && "$$uv" build --quiet --wheel --no-create-gitignore --out-dir "$(DIST)" \
		--build-constraints requirements/build.txt --require-hashes .

requirements: ## remake the pinned requirements (newest versions: ARGS=--upgrade)
	@uv="$$($(PYTHON) tools/set_up.py uv)" && \
	$(COMPILE) $(ARGS) requirements/uv.in -o requirements/uv.txt && \
	$(COMPILE) $(ARGS) requirements/build.in -o requirements/build.txt && \
	$(COMPILE) $(ARGS) --all-extras pyproject.toml -o requirements/skerry.txt

clean: ## remove .venv and every cache; saved games stay
	rm -rf .venv .uv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	find src tests tools bench examples -name __pycache__ -prune -exec rm -rf {} +

set-up-play set-up-dev set-up-bench:
	@$(PYTHON) tools/set_up.py $(@:set-up-%=%)

set-up-tools: set-up-dev # what tests of the page, of printed files and of a server for many use
	@$(VENV_PYTHON) tools/get_chromium.py
	@$(VENV_PYTHON) -m tools.get_poppler
	@$(VENV_PYTHON) -m tools.get_servers
