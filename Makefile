# Two commands do everything on a fresh machine with Python 3.11+ and make: `make serve` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: serve test lint bench install clean
.DEFAULT_GOAL := serve

serve: install  ## start the house on http://127.0.0.1:8000 and the five TCP ports
	$(BIN)/bottega serve $(ARGS)

test: install  ## the whole suite
	$(BIN)/python -m pytest $(ARGS)

lint: install  ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install  ## what is measured, in one table
	$(BIN)/python -m bench $(ARGS)

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv
