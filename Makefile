# make setup        what `make run` needs: the program in .venv, and the packages of Debian under its screens
# make run          a table that plays: with a display its screens, without one pictures of them in out/
# make setup-tests  what the tests need besides: PostgreSQL, a compiler, virtual machines, pytest
# make test         the tests, in a quarter of an hour on two cores
# make setup-box    what the box needs besides (make machine): a hypervisor, and what builds Debian's machines
# make quick        linters, types, and the tests nearest to what changed; half a minute (SINCE=main: on a branch)
# make places       make test on bare Debians 12 and 13, by root and without root; by root; an hour
# make check        linters, types and tests
# make bench        the figures; COMPARE=FILE says what became slower since those of a file, ONLY=views takes a part
# make gallery      every screen in every state as a picture in out/gallery, and what is wrong with any; then the
#                   README's pictures. ONLY=refund SIZE=1280 THEME= LANGUAGE= HAND= SCREEN= take a part
# make pictures     the pictures of the README, by the screens as they are now; a minute
# make dossier      the dossier for the approval of art. 38-2, one PDF in out/dossier, of the last proof; two minutes
# make handbook     the handbooks and the card for the table, as PDF in out/handbook (DATE=2026-11-24); two minutes
# make proof        every promise tried at full counts, and the signed report of it, in out/proof; hours, in parts, and
#                   it goes on where it was stopped. SIZE=short: what CI does. PART=kills: one part. SHARE=50: a
#                   fiftieth of every count. KEY= who signs.
#                   FROM=FOLDER: with what another machine tried of the same commit; KEEP=FILE.tar.xz packs
#                   the run and its report, and FROM= takes that too
# make man          the manual pages and the completion of bash, anew, by the help of the commands
# make deb          Debian packages of this checkout in out/packages, for SUITES; needs debhelper (deploy/packages)
# make deb-twice    the same packages twice, in two folders: are they equal byte for byte?
# make stick        those packages with all that Debian has to bring, for a machine without a network; SUITE=trixie
# make machine      a casino's table in a box: built, booted and played on; by root; half an hour
# make machine-long  fifty power cuts, pit and linked jackpot, planted faults, Debian 13, the pages; by root; hours
# make machine-smoke  the short of it: from packages to the console on the glass; by root; two minutes
# make packages-tried  install, upgrade, roll back, remove, purge under a real dpkg; by root, with mmdebstrap
# make lock         the list of wheels that the packages carry, anew

# Debian's own, on which its packages run too; who has none, or one without environments, has what python3 is here.
PYTHON ?= $(shell /usr/bin/python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo /usr/bin/python3 || echo python3)
PYTHON := $(PYTHON)
BIN := .venv/bin
PIP := $(BIN)/pip install --disable-pip-version-check --progress-bar off
DEBIAN := libglib2.0-0 libgl1 libegl1 libxkbcommon0 libfontconfig1 libfreetype6 libdbus-1-3 fonts-dejavu-core
DEBIAN_WINDOW := libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 \
	libxcb-shape0 libxcb-xkb1 libxcb-render0 libxkbcommon-x11-0
# The service of smart cards, and what builds the library that speaks to it.
DEBIAN_CARD := pcscd libpcsclite-dev gcc libc6-dev python3-dev
# The library under pyusb, and what plays a USB machine to it in the tests.
DEBIAN_USB := libusb-1.0-0 umockdev
# The server of the linked jackpot, which the tests run for themselves, and its manager for `make proof`.
DEBIAN_LINK := postgresql repmgr
# What the page of the file format tells its reader to type, which a test does.
DEBIAN_FORMAT := sqlite3
# What builds the box, a machine in a machine, and our packages for it.
DEBIAN_BOX := qemu-system-x86 qemu-utils mmdebstrap e2fsprogs debhelper
DEBIAN_TESTS := $(DEBIAN_CARD) $(DEBIAN_USB) $(DEBIAN_LINK) $(DEBIAN_FORMAT)
BADGE_HEADERS := /usr/include/PCSC/winscard.h
VIRTUAL_READER := .venv/virtual-reader

# What is compiled once is kept: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup setup-tests run test quick places lint check bench gallery pictures handbook dossier proof man deb deb-twice stick \
	packages-tried setup-box machine machine-long machine-ready machine-smoke lock clean

setup: .venv/ready

# What Debian has to bring is looked for in the same one.
.venv/ready .venv/ready-to-test: export PYTHON := $(PYTHON)

.venv/ready: pyproject.toml Makefile deploy/system-packages
	@ALSO='$(ALSO)' deploy/system-packages $(DEBIAN) $(DEBIAN_WINDOW)
	@test -x $(BIN)/python || deploy/step 'An environment of Python, in .venv' $(PYTHON) -m venv .venv
	@deploy/step 'The program and its libraries, 300 MB to fetch' $(PIP) -e '.[par,link,gpiod]'
	@if grep -qs 'Raspberry Pi' /proc/device-tree/model; then \
		deploy/step 'The pins of a Raspberry Pi' $(PIP) -e '.[pins]'; fi
	@touch $@

setup-tests: .venv/ready-to-test

# Who is not root asks root once, for all of them.
.venv/ready-to-test: ALSO := $(DEBIAN_TESTS)

# Without all of Debian's packages the tests that need none are run all the same, and the rest is asked for again.
.venv/ready-to-test: .venv/ready tests/virtual-reader
	@deploy/system-packages --optional 'The tests need' $(DEBIAN_TESTS)
	@deploy/step 'The tools of the tests' $(PIP) -e '.[par,link,parquet,test]'
	@if [ -e $(BADGE_HEADERS) ]; then \
		deploy/step 'The library of card readers, compiled here' $(PIP) -e '.[badge]'; fi
	@test -d $(VIRTUAL_READER) || deploy/step 'A virtual card reader, which only the tests start' \
		tests/virtual-reader $(VIRTUAL_READER) || true
	@if deploy/system-packages --there $(DEBIAN_TESTS) && [ -d $(VIRTUAL_READER) ]; then touch $@; fi

run: setup
	@$(BIN)/tapis demo

WORKERS ?= 3

# In the order of tests/conftest.py: xdist by itself takes the files with few tests last, which are the long ones.
test: setup-tests
	TMPDIR=$$(tests/quick-folder) $(BIN)/pytest -q -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m 'not long' \
		$(addprefix -p tests.proof.outcomes --outcomes ,$(OUTCOMES))

# One of them: make places PLACES='--at trixie-root'
places:
	$(PYTHON) -m tests.machine.places $(PLACES)

lint: setup-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

quick: setup-tests
	@$(BIN)/ruff check -q . && $(BIN)/ruff format --check -q . && $(BIN)/mypy
	@$(BIN)/pytest -q -n 2 -m 'not slow and not long' $$($(BIN)/python -m tests.nearest $(SINCE))

check: lint test

bench: setup-tests
	$(BIN)/python -m tests.bench $(addprefix --only ,$(ONLY)) $(addprefix --compare ,$(COMPARE))

gallery: setup-tests
	@$(BIN)/python -m tests.ui.whole_gallery $(addprefix --only ,$(ONLY)) $(addprefix --size ,$(SIZE)) \
		$(addprefix --theme ,$(THEME)) $(addprefix --language ,$(LANGUAGE)) $(addprefix --hand ,$(HAND)) \
		$(addprefix --screen ,$(SCREEN)) $(addprefix --jobs ,$(JOBS))

pictures: setup-tests
	$(BIN)/python -m tests.ui.gallery

DATE ?= $(shell date +%F)

dossier: setup-tests
	$(BIN)/python -m tests.dossier --date $(DATE) $(addprefix --proof ,$(PROOF))

handbook: setup-tests
	$(BIN)/python -m tests.handbook --date $(DATE) --out out/handbook

SIZE ?= full

proof: setup-tests
	@TMPDIR=$$(tests/quick-folder) $(BIN)/python -m tests.proof --size $(SIZE) $(addprefix --part ,$(PART)) \
		$(addprefix --key ,$(KEY)) $(addprefix --lang ,$(LANGUAGE)) $(addprefix --jobs ,$(JOBS)) \
		$(addprefix --share ,$(SHARE)) $(addprefix --from ,$(FROM)) $(addprefix --keep ,$(KEEP))

man: setup
	$(BIN)/python -m deploy.man_pages

SUITE ?= bookworm
SUITES ?= $(SUITE)-amd64
WHEELS ?= $(if $(XDG_CACHE_HOME),$(XDG_CACHE_HOME),$(HOME)/.cache)/tapis-wheels

deb: $(BIN)/python
	for suite in $(SUITES); do $(BIN)/python deploy/packages/build.py $$suite out/packages --wheels $(WHEELS) || exit 1; done

deb-twice: $(BIN)/python
	for suite in $(SUITES); do $(BIN)/python deploy/packages/twice.py $$suite $(WHEELS) || exit 1; done

stick: deb
	for suite in $(SUITES); do $(BIN)/python deploy/packages/stick.py $$suite out/packages out/stick || exit 1; done

setup-box: setup-tests
	@deploy/system-packages --optional 'The box needs' $(DEBIAN_BOX)

# Whether a box can be built here; where not, says why and what to type.
machine-ready: setup-box
	@$(BIN)/python -m tests.machine.smoke --ready

machine-smoke: machine-ready
	$(MAKE) deb SUITES=bookworm-amd64
	$(BIN)/python -m tests.machine.smoke

machine: machine-ready
	$(MAKE) stick SUITES=bookworm-amd64
	$(BIN)/python -m tests.machine.whole

machine-long: machine-ready
	$(MAKE) stick SUITES='bookworm-amd64 trixie-amd64'
	$(BIN)/python -m tests.machine.whole --long

packages-tried: stick
	for suite in $(SUITES); do TARGET=$$suite $(BIN)/pytest -q -p no:xdist \
		tests/machine/packages_by_root_with_mmdebstrap.py || exit 1; done

lock: $(BIN)/python
	$(BIN)/python deploy/packages/lock.py

$(BIN)/python:
	$(PYTHON) -m venv .venv

clean:
	rm -rf .venv out .pytest_cache .mypy_cache .ruff_cache .hypothesis
