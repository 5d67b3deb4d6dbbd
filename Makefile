# Tricktally in a word or two. Each target sets up what it needs; only the first time takes a while.
#
#   make            the checks and the tests: what to run before a commit
#   make run        open the table                      make run ARGS="--port 9000"
#   make test       the tests, in a real browser too    make test ARGS="-k trex"
#   make test-changed  the tests of what is not committed   make test-changed SINCE=main~3
#   make test-long  what takes its time: whole matches tapped, hundreds of examples, axe everywhere
#   make test-engines  a screen of each kind and two matches, in WebKit and in Firefox
#   make check      ruff, mypy, codespell, Biome, the oldest browsers, pip-audit, layouts, catalogues
#   make messages   collect what is to be translated  make messages LANGUAGE=pt  begins a language
#   make bench      our own numbers against the budgets  make bench ARGS="--quick weight"
#   make mutants    whether tests notice small changes of the app  make mutants ARGS="run --seed 1"
#   make screens    pictures of every screen, on contact sheets in build/screens/
#   make pocket     the whole app as a folder that any host can serve, for phones without network
#   make release    the wheel, the pocket edition and their checksums, into dist/
#   make exports    blank score sheets and rules booklets, ready to print, into exports/
#   make new-game   a new game that plays, to go on from  make new-game NAME="Oh Hell"
#   make setup      only the set-up, into .venv         make setup PYTHON=python3.13
#   make lock       pin the newest libraries
#   make fonts      cut the fonts for paper anew
#   make clean      back to a fresh clone; matches and your own exports stay

.PHONY: all run test test-changed test-long test-engines check messages bench mutants screens pocket release exports new-game setup lock fonts clean biome chromium \
	engines phone-font pocket-to-try lighthouse pango pdf-tools proxy postgres redis
.DELETE_ON_ERROR:
SHELL := /bin/sh
# Tests start hundreds of processes, each in a third of the time if it need not be compiled anew.
unexport PYTHONDONTWRITEBYTECODE
PY := .venv/bin/python

all: check test

run: .venv/.ready pango build/messages
	@.venv/bin/tricktally serve $(ARGS)

test: which = not long and not engines
test-long: which = long and not engines
test-long: often = engines and not long
test-long: profile = --hypothesis-profile=long
test-long: pocket-to-try engines

# A test that hangs says where after a minute; all of them stop after fifty minutes. Three run at a
# time, because many wait for a browser or a server; who has nothing left to do takes tests from the
# others, because those in the browser come all in a row.
test test-long: .venv/.ready-dev biome chromium phone-font pango pdf-tools proxy postgres redis
	@set --; [ "$$(getconf _NPROCESSORS_ONLN)" -lt 2 ] || set -- -n 3 --dist worksteal; \
	if $(has_chromium); then which="$(which)"; else which="$(which) and not browser"; fi; \
	if [ -n "$(often)" ] && $(has_chromium) && $(has_engines); then which="$$which or $(often)"; fi; \
	if command -v timeout >/dev/null; then limit="timeout --foreground -s INT -k 10 3000"; else limit=; fi; \
	$$limit $(PY) -m pytest -m "$$which" $(profile) "$$@" $(ARGS)

test-changed: .venv/.ready-dev chromium
	@$(PY) -m tools.changed_tests --since "$(or $(SINCE),HEAD)" $(ARGS)

# The tests of one engine come after those of the other, so that each has a process of its own;
# `ARGS="-m engines"` takes every screen and every game.
test-engines: .venv/.ready-dev chromium engines
	@if $(has_chromium) && $(has_engines); then \
		$(PY) -m pytest -m "engines and not long" -n 2 --dist worksteal $(ARGS); fi

check: .venv/.ready-dev biome
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(PY) -m codespell_lib
	$(PY) -m tools.lint
	$(PY) -m tools.messages check
	@[ ! -d build/biome ] || { echo "$(biome_lint)"; $(biome_lint); }
	@[ ! -d build/biome ] || { echo "$(oldest_browsers)"; $(oldest_browsers); }
	$(PY) -m tools.audit

# Of the language that is named here alone: many environments have a variable of that name.
messages: export BEGIN = $(if $(findstring command,$(origin LANGUAGE)),$(value LANGUAGE))
messages: .venv/.ready-dev
	@$(PY) -m tools.messages --language "$$BEGIN"

bench: .venv/.ready-dev chromium lighthouse pango postgres build/messages
	@$(PY) -m bench $(ARGS)

mutants: .venv/.ready-dev chromium phone-font pango pdf-tools proxy postgres redis
	@$(PY) -m tools.mutants $(ARGS)

screens: .venv/.ready-dev chromium build/messages
	@$(PY) -m tools.screens $(ARGS)

# Prints what was made from something else before; commit what has changed.
exports: .venv/.ready pango build/messages
	@$(PY) -m tools.exports

# The name is handed over as it is typed, whatever is in it: the shell never reads it.
new-game: export NEW_GAME = $(value NAME)
new-game: .venv/.ready-dev pango
	@$(PY) -m tools.new_game -- "$$NEW_GAME"

setup: .venv/.ready-dev

# What the app reads of `translations/`. Tests make it themselves, as do the wheel and the pocket.
build/messages: .venv/.ready $(wildcard translations/* translations/*/*.po translations/*/language.toml)
	@$(PY) -m tools.messages compile
	@mkdir -p $@; touch $@

clean:
	rm -f translations/*/messages.mo
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -prune -exec rm -rf {} +

# ---- The virtual environment -------------------------------------------------------------------
# A stamp is newer than the lock it was made from, so nothing is done twice.

.venv/.ready-dev: requirements-dev.lock .venv/.ready
	@echo "Fetching the tools for checks and tests. Only the first time takes a while."
	@$(call install,--require-hashes -r requirements-dev.lock)
	@touch $@

.venv/.ready: pyproject.toml .venv/.libraries
	@$(call install,--no-deps --no-build-isolation --editable .)
	@touch $@

.venv/.libraries: requirements.lock .venv/.made
	@echo "Fetching the libraries."
	@$(call install,--require-hashes -r requirements.lock)
	@touch $@

.venv/.made:
	@rm -rf .venv; $(find_python); \
	if command -v uv >/dev/null && uv venv --quiet --python "$${py:-3.13}" .venv; then :; \
	elif [ -z "$$py" ]; then \
		echo "*** Tricktally needs Python 3.11 or newer, and none is on the PATH: install it, then try again." >&2; \
		exit 1; \
	elif $(has_venv) || { $(call apt_install,$$($(venv_package))) && $(has_venv); }; then \
		"$$py" -m venv .venv; \
	else \
		echo "*** This Python cannot make a virtual environment: sudo apt install $$($(venv_package)), then try again." >&2; \
		exit 1; \
	fi
	@echo "$(CURDIR)" > $@

# Made anew when the folder has moved or its Python is gone: a virtual environment survives neither.
ifneq ($(shell $(PY) -c '' 2>/dev/null && cat .venv/.made 2>/dev/null),$(CURDIR))
.PHONY: .venv/.made
endif

find_python = py=; for each in $(PYTHON) python3 python3.13 python3.12 python3.11 python3.14; do \
		"$$each" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 || continue; \
		py=$$each; break; \
	done
has_venv = "$$py" -c 'import ensurepip, venv' 2>/dev/null
venv_package = "$$py" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'

# uv where there is one, because it is ten times faster; pip where there is none, or where uv fails.
define install
	if command -v uv >/dev/null && uv pip install --quiet --python $(PY) $(1); then :; else \
		$(PY) -m pip --version >/dev/null 2>&1 || $(PY) -m ensurepip >/dev/null; \
		PYTHONWARNINGS=ignore $(PY) -m pip install --quiet --quiet --no-compile --disable-pip-version-check $(1); \
	fi
endef

# ---- What comes from Debian --------------------------------------------------------------------

# The browser without its windows does the same in half of the time; with them it will do.
chromium:
	@$(has_shell) || { $(call apt_install,chromium-headless-shell) && $(has_shell); } || \
		$(has_chromium) || { $(call apt_install,chromium) && $(has_chromium); } || \
		echo "*** BROWSER TESTS ARE SKIPPED: no Chromium here, and apt could not install it. Try: sudo apt install chromium" >&2

# The browser tests look in the same places.
has_shell = command -v "$${CHROMIUM:-chromium-headless-shell}" >/dev/null
has_chromium = { $(has_shell) || command -v chromium || command -v chromium-browser || \
	command -v google-chrome; } >/dev/null

# As wide as the letters of most phones: what is cut there is not seen with wider ones.
phone-font:
	@$(has_phone_font) || { $(call apt_install,fonts-liberation) && $(has_phone_font); } || \
		echo "*** NO FONT AS NARROW AS THOSE OF PHONES: apt could not install fonts-liberation." >&2

has_phone_font = fc-list 2>/dev/null | grep -q "Liberation Sans Narrow"

# Half of all phones have WebKit.
engines:
	@$(has_engines) || { $(call apt_install,$(engine_packages)) && $(has_engines); } || \
		echo "*** NOTHING IS TRIED IN WEBKIT AND FIREFOX: apt could not install $(engine_packages)." >&2

engine_packages = webkit2gtk-driver firefox-esr xvfb
has_engines = { command -v WebKitWebDriver && command -v firefox-esr && command -v Xvfb; } >/dev/null

# Without these the app runs, and its PDF links say what to install.
pango:
	@$(has_pango) || { $(call apt_install,$(pango_packages)) && $(has_pango); } || \
		echo "*** NO PDF: Pango is missing, and apt could not install it. Try: sudo apt install $(pango_packages)" >&2

pango_packages = libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
has_pango = $(PY) -c 'import ctypes; [ctypes.CDLL(name) for name in ( \
	"libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0")]' 2>/dev/null

pdf-tools:
	@$(has_pdf_tools) || { $(call apt_install,poppler-utils qpdf) && $(has_pdf_tools); } || \
		echo "*** SOME TESTS OF PDF ARE SKIPPED: apt could not install poppler-utils and qpdf." >&2

has_pdf_tools = { command -v pdftotext && command -v qpdf; } >/dev/null

proxy:
	@$(has_proxy) || { $(call apt_install,caddy) && $(has_proxy); } || \
		echo "*** THE TESTS BEHIND A PROXY ARE SKIPPED: apt could not install caddy." >&2

has_proxy = command -v caddy >/dev/null

# Only its programs: the tests make servers of their own, so none has to be set up or started.
postgres:
	@$(has_postgres) || { $(without_a_server); $(call apt_install,postgresql pgbouncer) && $(has_postgres); } || \
		echo "*** THE TESTS ON POSTGRESQL ARE SKIPPED: apt could not install postgresql and pgbouncer." >&2

has_postgres = { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; } >/dev/null 2>&1 && \
	command -v pgbouncer >/dev/null
without_a_server = [ "$$(id -u)" != 0 ] || [ -d /etc/postgresql-common ] || { \
	mkdir -p /etc/postgresql-common/createcluster.d; \
	echo "create_main_cluster = false" > /etc/postgresql-common/createcluster.d/none.conf; }

redis:
	@$(has_redis) || { $(call apt_install,redis-server) && $(has_redis); } || \
		echo "*** THE TESTS WITH SHARED LIMITS ARE SKIPPED: apt could not install redis-server." >&2

has_redis = command -v redis-server >/dev/null

# Only as root, or where sudo asks no password.
define apt_install
	command -v apt-get >/dev/null && \
	if [ "$$(id -u)" = 0 ]; then sudo=; else sudo="sudo -n"; fi && $$sudo true 2>/dev/null && \
	echo "Installing $(1) with apt." && { \
		$$sudo apt-get -qq update; \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
			-o DPkg::Lock::Timeout=120 $(1); \
	} </dev/null >/dev/null 2>&1
endef

# ---- Biome, and what browsers have, for scripts and stylesheets ----------------------------------
# At the version of its lock, out of sight of git; without npm those are only read by tools.lint.

biome:
	@if ! { $(has_npm); }; then rm -rf build/biome; \
		echo "*** SCRIPTS AND STYLESHEETS ARE CHECKED ONLY IN PART: Biome needs node and npm. Try: sudo apt install nodejs npm" >&2; \
	elif ! cmp -s tools/biome/package-lock.json build/biome/package-lock.json; then \
		echo "Fetching Biome and what browsers have."; rm -rf build/biome; mkdir -p build; cp -R tools/biome build/biome; \
		npm ci --silent --ignore-scripts --no-audit --no-fund --omit-lockfile-registry-resolved --prefix build/biome || { \
			rm -rf build/biome; echo "*** SCRIPTS AND STYLESHEETS ARE CHECKED ONLY IN PART: npm could not fetch Biome." >&2; }; \
	fi

oldest_browsers = $(PY) -m tools.oldest_browsers
biome_lint = build/biome/node_modules/.bin/biome lint --error-on-warnings --config-path=tools/biome \
	static/css static/js tools/pocket/shell

# ---- Lighthouse, for the bench -------------------------------------------------------------------
# At the versions of its lock, out of sight of git; without it the bench leaves those rows out.

lighthouse:
	@if ! command -v npm >/dev/null; then \
		echo "*** NO LIGHTHOUSE: it needs node 18 or newer and npm. Try: sudo apt install nodejs npm" >&2; \
	elif ! cmp -s bench/lighthouse/package-lock.json build/lighthouse/package-lock.json; then \
		echo "Fetching Lighthouse."; rm -rf build/lighthouse; mkdir -p build; cp -R bench/lighthouse build/lighthouse; \
		npm ci --silent --ignore-scripts --no-audit --no-fund --prefix build/lighthouse || { \
			rm -rf build/lighthouse; echo "*** NO LIGHTHOUSE: npm could not fetch it." >&2; }; \
	fi

# ---- The pocket edition --------------------------------------------------------------------------
# Built by the Python that it carries, at the version of its lock and out of sight of git.

pocket: .venv/.ready
	@$(has_npm) || { echo "*** NO POCKET: $(wants_npm)" >&2; exit 1; }
	@if ! cmp -s tools/pocket/package-lock.json build/pyodide/package-lock.json; then \
		echo "Fetching the Python for browsers."; rm -rf build/pyodide; mkdir -p build/pyodide; \
		cp tools/pocket/package.json tools/pocket/package-lock.json build/pyodide/; \
		npm ci --silent --ignore-scripts --no-audit --no-fund --omit-lockfile-registry-resolved \
			--prefix build/pyodide || { rm -rf build/pyodide; \
			echo "*** NO POCKET: npm could not fetch the Python for browsers." >&2; exit 1; }; \
	fi
	@$(PY) -m tools.pocket build/pyodide/node_modules/pyodide

pocket-to-try:
	@if $(has_npm); then $(MAKE) --no-print-directory pocket || rm -rf build/pocket; \
		else rm -rf build/pocket; echo "*** THE TESTS OF THE POCKET EDITION ARE SKIPPED: $(wants_npm)" >&2; fi

has_npm = command -v node >/dev/null && command -v npm >/dev/null
wants_npm = it needs node 20 or newer and npm. Try: sudo apt install nodejs npm

# ---- The release ---------------------------------------------------------------------------------
# Made of what is committed and dated by the last commit, so the same commit gives the same bytes. Its
# tag says which commit that was: no other one is released under the same version.

release:
	@changed="$$(git status --porcelain)" || exit 1; [ -z "$$changed" ] || { \
		echo "*** NO RELEASE: it is made of what is committed, and these files are not. Commit them, or put them" \
			"away with git stash -u, then try again:" >&2; \
		echo "$$changed" >&2; exit 1; \
	}
	@$(MAKE) --no-print-directory .venv/.ready
	@$(PY) -m tools.version check
	@$(MAKE) --no-print-directory pocket
	@rm -rf dist; SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(PY) -m tools.release dist
	@$(PY) -m tools.version tag

# ---- The fonts for paper -----------------------------------------------------------------------
# From Debian's Noto, and for Japanese and emoji from npm; the result is in git.

fonts: .venv/.ready
	@$(call apt_install,fonts-noto-core $$(command -v npm >/dev/null || echo npm))
	@npm install --silent --no-save --prefix build/fonts $(addprefix @fontsource/noto-,sans-jp sans-sc sans-tc sans-kr emoji)
	$(PY) -m tools.fonts --slices build/fonts/node_modules/@fontsource

# ---- The locks ---------------------------------------------------------------------------------
# Versions and hashes for every Python from 3.11 on, and no addresses.

compile = uv pip compile pyproject.toml --extra postgresql --extra redis --quiet --upgrade --universal --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock:
	@command -v uv >/dev/null || { echo "*** This needs uv: install it (pipx install uv), then try again." >&2; exit 1; }
	$(compile) --group build -o requirements.lock
	$(compile) --group build --group dev -c requirements.lock -o requirements-dev.lock
