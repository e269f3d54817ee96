# Every target first sees that .venv holds exactly what requirements.txt pins.
PYTHON ?= python3
ARGS ?=
BIN := .venv/bin
STAMP := .venv/.installed

# The tzdata wheel, which is pinned, and not whatever zones the machine has.
export PYTHONTZPATH :=

# Tests kill processes, not the power: what they write may live in memory, where a commit costs no disk.
SCRATCH := $(shell test -w /dev/shm && echo /dev/shm || echo $${TMPDIR:-/tmp})

.PHONY: run test soak check bench pictures format pins

run: $(STAMP)
	$(BIN)/abate up --demo $(ARGS)

test: $(STAMP)
	@tools/browser.sh
	TMPDIR=$(SCRATCH) $(BIN)/python -m pytest -n logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder $(ARGS)

# Hours, not minutes: the random sequences of commands, ten thousand of each.
soak: $(STAMP)
	HYPOTHESIS_PROFILE=soak $(BIN)/python -m pytest tests/rules --timeout 0 $(ARGS)

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/mypy --strict .

bench: $(STAMP)
	$(BIN)/python -m bench $(ARGS)

# Those of the README, of the demonstration as it stands today.
pictures: $(STAMP)
	@tools/browser.sh
	$(BIN)/python tools/pictures.py

format: $(STAMP)
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

# Needs uv. The second file is a part of the first: what the container image installs.
pins:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	    --extra dev pyproject.toml --output-file requirements.txt $(ARGS)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	    --constraints requirements.txt --extra oidc pyproject.toml --output-file requirements-production.txt

$(STAMP): requirements.txt pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --require-hashes -r requirements.txt
	$(BIN)/python -m pip install --disable-pip-version-check --quiet --no-deps --no-build-isolation -e .
	touch $(STAMP)
