# Everything runs in .venv, installed from the hashed lock files alone.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PEERS := .venv-bench
# Tests start the program over and over: it is compiled once, also where the environment would rather keep no bytecode.
unexport PYTHONDONTWRITEBYTECODE
CORES := $(shell getconf _NPROCESSORS_ONLN)
# Neighbours stay together, so that what a file plays or loads once is played and loaded by one worker.
WORKERS = --dist worksteal -n
# Tests that wait for a browser, a server or another process run beside those that reckon, so that no core stands idle;
# and nobody reads in the tests of the others.
# Whoever waits leaves the processor to others: these get one worker more.
WAITING = tests/web tests/cli tests/agents tests/docs tests/store
ONE_MORE = $(shell echo $$(( $(CORES) + 1 )))

.PHONY: play test reckoning waiting system test-slow docs check format bench lock clean

play: $(VENV)/.play ## set up and open the table in the browser
	$(BIN)/arbitro serve --open

test: $(VENV)/.dev ## set up everything, a browser and a database server included, then check and test
	$(MAKE) --no-print-directory --jobs=3 --keep-going check reckoning waiting

reckoning: $(VENV)/.dev ## the tests that need nothing but the processor
	$(BIN)/pytest $(WORKERS) $(CORES) -m "not slow" $(WAITING:%=--ignore=%)

waiting: system ## the tests that talk to a browser, a server or other processes
	$(BIN)/pytest $(WORKERS) $(ONE_MORE) -m "not slow" $(WAITING)

system: $(VENV)/.dev
	$(BIN)/python requirements/system.py

test-slow: system $(VENV)/.slow ## the long runs left out of `make test`, and new examples for property tests
	$(BIN)/pytest $(WORKERS) $(CORES) -m slow
	$(BIN)/pytest $(WORKERS) $(CORES) -m hypothesis --hypothesis-profile=at_random

docs: $(VENV)/.dev ## the documentation as a site in both languages, in build/site
	$(BIN)/python docs/site/build.py build/site

check: $(VENV)/.dev ## format, lint, strict types, import contracts
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(VENV)/.dev ## rewrite the sources in the house style
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(VENV)/.dev $(PEERS)/.bench ## measure, as ratios against a peer in the same run
	$(BIN)/python -m benchmarks

lock: $(VENV)/.dev ## resolve the dependencies anew
	$(BIN)/python requirements/lock.py

clean: ## remove the environment and the caches
	rm -rf $(VENV) $(PEERS) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("Arbitro needs Python 3.11 or newer; set PYTHON=python3.12, say" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(VENV)/bin/python requirements/play.lock pyproject.toml
	@if [ ! -e $(VENV)/.dev ]; then $(BIN)/python -m pip install --quiet --require-hashes -r requirements/play.lock && \
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .; fi
	@touch $@

$(VENV)/.dev: $(VENV)/bin/python requirements/dev.lock pyproject.toml
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

# The heavy extras for designers, whose tests are long too.
$(VENV)/.slow: $(VENV)/.dev requirements/slow.lock
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/slow.lock
	@touch $@

# Peers whose dependencies would fight with ours run in an environment of their own.
$(PEERS)/.bench: requirements/bench.lock
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --require-hashes -r requirements/bench.lock
	@touch $@
