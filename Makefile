# A thin front door to Meson. `make help` lists what it can do.

PREFIX ?= /usr/local
DESTDIR ?=
# Say DEPS=true where the packages are installed under other names.
DEPS ?= scripts/install_deps.sh
ARGS ?=

.PHONY: all page play terminal check test soak bench install clean help

all:
	@$(DEPS) build
	@test -f build/build.ninja || meson setup build -Dtests=false -Dlibdir=lib --prefix=$(abspath $(PREFIX))
	@ninja -C build

page:
	@$(DEPS) build page
	@scripts/build_page.sh

play: page all
	@build/ludoteca serve --open $(ARGS)

terminal: all
	@build/ludoteca play $(ARGS) || test $$? -eq 130 # Ctrl-C is a way to leave

check:
	@$(DEPS) build test
	@scripts/run_tests.py check

test:
	@$(DEPS) build page test
	@scripts/run_tests.py

soak:
	@$(DEPS) build page test
	@scripts/run_tests.py soak

bench: all
	@build/ludoteca bench $(ARGS)

install: all
	@meson configure build -Dprefix=$(abspath $(PREFIX))
	@ninja -C build
	@meson install -C build --no-rebuild $(if $(DESTDIR),--destdir $(abspath $(DESTDIR)))

clean:
	rm -rf build build-test build-wasm build-wasm-extra web/dist

help:
	@echo 'make            builds build/ludoteca, installing missing Debian packages first'
	@echo 'make play       builds it with the page and serves that; ARGS="--port 9000" and the like'
	@echo 'make terminal   plays in the terminal; ARGS="oware --games 3" goes straight to a game'
	@echo 'make check      runs what finds most in two minutes, for while you work'
	@echo 'make test       runs every test; the last line says how many passed and failed'
	@echo 'make soak       runs for hours what make test runs in short'
	@echo 'make bench      measures speed'
	@echo 'make install    installs under PREFIX (/usr/local), staged below DESTDIR if given'
	@echo 'make clean      removes everything that was built'
