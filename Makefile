# make verify   settle claims about real rulebooks and solve a puzzle, in a fresh environment
# make sets     make the shipped sets of puzzles again, bit for bit (many minutes)
# make booklet  the Fool's Dozen as a page to print and play: build/fools-dozen.html
# make test     everything that is needed, then every check and test but the slow ones
# make coq      the tie law for all numbers of players and tricks, by Coq (optional)

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
ENDING := gooseberry-3 / A to lead / A: 9c 7c Ah 9h | B: As Ts Jh Jd | C: Ks 8h 9d Jk / A makes 2
VERIFY_OPTIONS ?=
PYTEST_OPTIONS ?= -n 2 -m "not slow"
SOURCES := $(shell find foolproof.py pyproject.toml CMakeLists.txt README.md LICENSE solver \
	puzzles proofs -type f -not -name '*.pyc' -not -name '*.so')

BUILT := import glob, sysconfig; \
	print(*glob.glob(sysconfig.get_path('platlib') + '/solver/kernel/_[kp]*'))
EXTRAS := import tomllib; project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	print(*project['optional-dependencies']['test'])

.PHONY: verify test sets booklet coq clean

verify: $(VENV)/installed
	$(BIN)/foolproof verify $(VERIFY_OPTIONS)
	$(BIN)/foolproof solve "$(ENDING)"

test: $(VENV)/tools
	@cp $$($(BIN)/python -c "$(BUILT)") solver/kernel/ 2> /dev/null || \
	echo "no compiled search: its tests are left out"
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest $(PYTEST_OPTIONS)

sets: $(VENV)/installed
	@cp $$($(BIN)/python -c "$(BUILT)") solver/kernel/ 2> /dev/null || true
	$(BIN)/python -m puzzles.shipped

booklet: $(VENV)/installed
	@mkdir -p build
	$(BIN)/foolproof puzzle sheet puzzles/sets/fools-dozen.json -o build/fools-dozen.html

coq:
	@command -v coqc > /dev/null || { echo "Coq is missing: apt-get install coq"; exit 1; }
	@mkdir -p build/coq && cp proofs/coq/TieLaw.v build/coq/
	cd build/coq && coqc TieLaw.v

clean:
	rm -rf $(VENV) build dist

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	{ echo "Foolproof needs Python 3.11 or newer: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || $(PYTHON) -m virtualenv $(VENV) || { rm -rf $(VENV); \
	echo "Python can't make an environment: install the system's package python3-venv"; exit 1; }

$(VENV)/installed: $(BIN)/python $(SOURCES)
	$(PIP) install --upgrade .
	@touch $@

$(VENV)/tools: pyproject.toml $(VENV)/installed
	$(PIP) install $$($(BIN)/python -c "$(EXTRAS)")
	@touch $@
