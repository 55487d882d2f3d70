# Everything happens in .venv, which the first command builds. `make help` lists the commands.
PYTHON ?= python3
BIN := .venv/bin

run: .venv/ok  ## set up and run the paper's experiment; results in run/
	$(BIN)/fogel curve --out run

test: .venv/bytecode  ## set up and run the tests
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

test-install: .venv/ok  ## build and install the package in many ways, and try each; some fifteen minutes
	$(BIN)/python -m pytest --timeout 3600 tests/install

check: .venv/ok  ## the quick loop, half a minute: lint, types, and the quick tests of what has changed
	$(BIN)/python tests/check.py $(if $(SINCE),--since $(SINCE))

lab: .venv/ok  ## set up and open JupyterLab
	OPENBLAS_NUM_THREADS=1 JUPYTER_CONFIG_PATH="$(CURDIR)/notebooks/_lab" $(BIN)/jupyter lab --LabApp.default_url=/lab/tree/index.md notebooks

app: .venv/ok  ## serve chapter 7, the board, as an app
	$(BIN)/voila notebooks/07_play.ipynb --strip_sources=False

bench: .venv/ok  ## measure the speed of the readable loop and of the engine
	$(BIN)/fogel bench

notebooks: .venv/ok  ## execute the chapters anew; an unchanged one stays as it is, byte for byte
	$(BIN)/python notebooks/build.py
	$(BIN)/python classroom/build_sets.py

replicate: .venv/ok  ## run the chapters' claims again with fresh seeds, and say which fail: make replicate 05 SEEDS=7,8,9
	$(BIN)/python notebooks/replicate.py $(CHAPTER) $(if $(SEEDS),--seeds $(SEEDS))

# What follows `replicate` names chapters, and is nothing to make.
ifeq ($(firstword $(MAKECMDGOALS)),replicate)
CHAPTER ?= $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(CHAPTER)
$(CHAPTER): ; @:
endif

figures: .venv/ok  ## draw the pictures in figures/ anew, by the chapters' own code
	$(BIN)/python notebooks/build.py --figures-only

book: .venv/ok  ## make the chapters into web pages, from their stored outputs; the first is _build/book/index.html
	$(BIN)/sphinx-build -W --keep-going -q -b html notebooks _build/book

pyodide: .venv/ok  ## fetch the Python that runs in web pages, 14 MB, by npm: with it `make book` lets exercises be answered
	cd notebooks && ../$(BIN)/python -m _in_page.pages

site: pyodide book  ## make the folder for a host of static pages: _build/site (FOGEL_BOOK_URL=https://.../ says where)
	rm -rf _build/site && cp -R _build/book _build/site
	cd _build/site && rm -rf .doctrees .buildinfo objects.inv && touch .nojekyll

slides: .venv/ok  ## make slides of the chapters' own cells: _build/slides
	$(BIN)/python notebooks/slides.py

browser:  ## install from Debian's packages what tests need: Chromium, without windows if possible, and bubblewrap
	@command -v chromium-headless-shell > /dev/null && command -v bwrap > /dev/null && exit; \
	some() { for name in chromium chromium-browser google-chrome; do command -v $$name > /dev/null && return; done; false; }; \
	if [ "$$(id -u)" != 0 ]; then if some; then exit; fi; sudo=$$(command -v sudo); fi; \
	if command -v apt-get > /dev/null; then \
	  $$sudo apt-get update; $$sudo apt-get install -y bubblewrap; \
	  $$sudo apt-get install -y chromium-headless-shell || some || $$sudo apt-get install -y chromium; \
	else some || echo "Please install Chromium or Google Chrome, and put it on the PATH."; fi

contents: .venv/ok  ## write the lists of modules and of rules that are stated twice into the book's pages
	$(BIN)/python notebooks/package_lists.py

wasm: .venv/ok  ## compile fogel/web/experiment/evolve.c, the page's fast half, anew
	$(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[wasm]'
	$(BIN)/python -c "from fogel.web.experiment import module; module.make()"

champions: .venv/ok  ## write the files of the package's players anew: champion, ancestors, chapter 9's, league agents
	$(BIN)/python -c "from fogel import curve; from fogel.league import job; from fogel.perfect import annealer; curve.ship(); annealer.ship(); job.ship()"

owner: .venv/ok  ## write what release/owner.toml says into the files that show it
	$(BIN)/python release/release.py fill

release: .venv/ok  ## say what a release still needs; build wheel and sdist, look at what is in them, and install them
	-$(BIN)/python release/release.py check
	$(BIN)/python release/release.py build
	$(MAKE) test-install

lint: .venv/ok  ## check and mend the style of the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:  ## remove what the commands made, .venv too
	rm -rf .venv run _build  # a class's folder, course/, stays

help:  ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/:/' | awk -F': ' '{printf "make %-12s %s\n", $$1, $$2}'

# The tests start some hundred programs; where Python may not keep bytecode, each would compile all that it imports.
.venv/bytecode: .venv/ok
	-$(BIN)/python -m compileall -qq -j 0 .venv/lib fogel
	touch $@

# The programs in .venv know their folder by its full path: where that has changed, .venv is built again.
ifneq ($(shell cat .venv/ok 2> /dev/null),$(CURDIR))
.PHONY: .venv/ok
endif

.venv/ok: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python %s (%s) is too old: the book needs \
	Python 3.10 or newer. Install one, and name it: make PYTHON=python3.12" % (sys.version.split()[0], sys.executable))'
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[all]'
	@echo "$(CURDIR)" > $@

.PHONY: run test test-install check lab app bench notebooks replicate figures book site slides browser contents wasm champions owner release lint clean help
