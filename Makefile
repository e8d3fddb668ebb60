# make setup   the virtual environment, the product in it, and the system libraries that Qt needs
# make run     a table that plays: with a display its screens, without one pictures of them in out/
# make test    the tests, in less than twelve minutes on two cores
# make check   linters, types and tests
# make bench   the figures
# make gallery the pictures of the README, by the screens as they are now; a minute
# make trials  what takes longer: long tests, the linked book, damaged frames, raw boards, a room; over an hour

PYTHON ?= python3
BIN := .venv/bin
DEBIAN := libglib2.0-0 libgl1 libegl1 libxkbcommon0 libfontconfig1 libfreetype6 libdbus-1-3 fonts-dejavu-core
DEBIAN_WINDOW := libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0 \
	libxcb-shape0 libxcb-xkb1 libxcb-render0 libxkbcommon-x11-0
# A virtual smart card reader for the tests, the service it hangs on, and what builds the extra badge.
DEBIAN_CARD := pcscd vsmartcard-vpcd libpcsclite-dev gcc libc6-dev python3-dev
# The library under pyusb, and what plays a USB machine to it in the tests.
DEBIAN_USB := libusb-1.0-0 umockdev
# The server of the linked jackpot, which the tests run for themselves, and its manager for `make trials`.
DEBIAN_LINK := postgresql repmgr
BADGE_HEADERS := /usr/include/PCSC/winscard.h

# What is compiled once is kept: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup run test lint check bench gallery trials clean

setup: .venv/ready

.venv/ready: pyproject.toml Makefile deploy/system-packages
	deploy/system-packages $(DEBIAN) $(DEBIAN_WINDOW)
	deploy/system-packages --optional 'Smart card readers need' $(DEBIAN_CARD)
	deploy/system-packages --optional 'Machines on USB need' $(DEBIAN_USB)
	deploy/system-packages --optional 'The tests of linked tables need' $(DEBIAN_LINK)
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[par,link,test]'
	if [ -e $(BADGE_HEADERS) ]; then $(BIN)/pip install --quiet --disable-pip-version-check -e '.[badge]'; fi
	if grep -qs 'Raspberry Pi' /proc/device-tree/model; then \
		$(BIN)/pip install --quiet --disable-pip-version-check -e '.[pins]'; fi
	touch $@

run: setup
	$(BIN)/tapis demo

# In the order of tests/conftest.py: xdist by itself takes the files with few tests last, which are the long ones.
test: setup
	TMPDIR=$$(tests/quick-folder) $(BIN)/pytest -q -n 3 --dist loadfile --no-loadscope-reorder -m 'not long'

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: lint test

bench: setup
	$(BIN)/python -m tests.bench

gallery: setup
	$(BIN)/python -m tests.ui.gallery

trials: setup
	$(BIN)/pytest -q -m long
	$(BIN)/python -m tests.bench.trials

clean:
	rm -rf .venv out .pytest_cache .mypy_cache .ruff_cache .hypothesis
