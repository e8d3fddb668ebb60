"""A table that is given too little memory: whatever ends it, its files go on."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from controller.journal.chain import NotAJournal
from controller.journal.reading import read_rows
from controller.journal.verify import verify
from tests.proof.record import Tried

FIRST_KIB: Final = 40 * 1_024
STRIDE_KIB: Final = 10 * 1_024
MOST_KIB: Final = 1_024 * 1_024
FINEST_KIB: Final = 512
"""The range of limits is searched from the first on in such strides, and its ends are found so finely."""
PAGE_KIB: Final = 4
STRAY: Final = 3
"""So many nights are played for each that counts, at most: the ends of the range move with the files."""
ON_ONE_SET: Final = 10
"""So many nights on one set of files, at most."""
OF_MEMORY: Final = ("memory", "mémoire", "Memory", "pthread_create", "map segment", "new thread")
"""One of these says who had too little: we, Python, the linker, a library that began its threads."""
BY_SIGNAL: Final = (-signal.SIGABRT, -signal.SIGSEGV, -signal.SIGKILL)
"""What a library comes to that was given nothing."""
BY_A_SIGNAL: Final = "ended by the system"
PLAYED: Final = "played to its end"
BEFORE: Final = "ended before the first entry"
AFTER: Final = "ended after entries"


@dataclass(slots=True)
class Nights:
    """Nights with a limit each; what they came to.

    `grew` are the entries of the nights that ended after them; `by_a_signal` those that the system ended.
    """

    met: Counter[str] = field(default_factory=Counter)
    grew: list[int] = field(default_factory=list)
    by_a_signal: int = 0

    def play(self, folder: Path, limit_kib: int) -> str:
        """A night was played with so much memory, and the files hold; how it ended."""
        where, before = f"{limit_kib} KiB", entries(folder)
        ended = how_it_ended(_night(folder, limit_kib), where)
        wrote = entries(folder) - before
        assert wrote >= 0, f"{where}: {-wrote} entries are gone"
        _holds(folder, where)
        kind = PLAYED if ended == PLAYED else AFTER if wrote else BEFORE
        assert kind != PLAYED or wrote, f"{where}: a night was played to its end without an entry"
        self.met[kind] += 1
        self.by_a_signal += ended == BY_A_SIGNAL
        if kind == AFTER:
            self.grew.append(wrote)
        return kind

    def play_alone(self, limit_kib: int) -> str:
        """The same on files of its own."""
        with TemporaryDirectory() as place:
            return self.play(Path(place), limit_kib)

    def play_on(self, limits_kib: Iterator[int], wanted: int) -> None:
        """Night after night on one set of files, until one is played to its end, or as many ended as wanted.

        With enough memory the next goes on from there.
        """
        with TemporaryDirectory() as place:
            folder = Path(place)
            for limit_kib in islice(limits_kib, ON_ONE_SET):
                if self.met[AFTER] >= wanted or self.play(folder, limit_kib) == PLAYED:
                    break
            before = entries(folder)
            assert _night(folder, None).returncode == 0, "with enough memory the night goes on in these files"
            assert entries(folder) > before
            _holds(folder, "in the end")


def starved(count: int, seed: int) -> Tried:
    """So many nights that their memory ended after they had written, some on one set of files, then others.

    Each leaves journals that verify, and a book that agrees with them; the next goes on from there. How much
    memory that is depends on the machine and is searched first, each time with other files. The nights of
    the search, and those that end before their first entry or are played to the end, are not counted.
    """
    search, nights, dice = Nights(), Nights(), Random(f"starved {seed}")
    low, high = searched(search.play_alone)
    limits = (dice.randrange(low, high, PAGE_KIB) for _ in range(STRAY * (count + 10)))
    while nights.met[AFTER] < count:
        tried = nights.met.total()
        nights.play_on(limits, count)
        assert nights.met.total() > tried, f"too few ended after entries: {nights.met}"
    assert len(nights.grew) == count > 0
    return Tried(
        count,
        f"{count} {AFTER}, {min(nights.grew)} to {max(nights.grew)} of them, {nights.by_a_signal} by a"
        f" signal, with {low / 1_024:.1f} to {high / 1_024:.1f} MiB; besides {nights.met[BEFORE]} {BEFORE},"
        f" {nights.met[PLAYED]} {PLAYED}; searched with {search.met.total()} nights",
    )


def searched(play: Callable[[int], str]) -> tuple[int, int]:
    """The limits in KiB, the second left out, between which a night ends after entries.

    Raises:
        AssertionError: no night ended so.
    """
    below, limit = 0, FIRST_KIB
    while (kind := play(limit)) == BEFORE:
        below, limit = limit, limit + STRIDE_KIB
        assert limit <= MOST_KIB, "no night wrote an entry"
    if kind == PLAYED:  # the range, if there is one, lies in between
        inside, above = _met(play, below, limit)
    else:
        inside, above = limit, limit + STRIDE_KIB
        while play(above) == AFTER:
            inside, above = above, above + STRIDE_KIB
    return _end(play, inside, below), _end(play, inside, above)


def _met(play: Callable[[int], str], below: int, above: int) -> tuple[int, int]:
    """A limit with which a night ended after entries, and a greater one with which it was played."""
    while above - below > FINEST_KIB:
        middle = (below + above) // 2
        kind = play(middle)
        if kind == AFTER:
            return middle, above
        below, above = (middle, above) if kind == BEFORE else (below, middle)
    raise AssertionError(f"between {below} and {above} KiB no night ended after entries")


def _end(play: Callable[[int], str], inside: int, outside: int) -> int:
    """The end of the range on this side: the last limit known to lie outside."""
    while abs(outside - inside) > FINEST_KIB:
        middle = (inside + outside) // 2
        if play(middle) == AFTER:
            inside = middle
        else:
            outside = middle
    return outside


def how_it_ended(night: subprocess.CompletedProcess[str], where: str) -> str:
    """How this night ended, in words.

    Raises:
        AssertionError: neither played, nor by its memory.
    """
    if night.returncode == 0:
        return PLAYED
    if night.returncode in BY_SIGNAL:
        return BY_A_SIGNAL
    assert any(word in night.stderr for word in OF_MEMORY), f"{where}: {night.stderr[-500:]}"
    return "ended by its memory"


def _night(folder: Path, limit_kib: int | None) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "controller.cli", "simulate", "--rounds", "3", "--seed", "7", "--journal"]
    words += [str(folder / "journals"), "--book", str(folder / "jackpot.book"), "--json"]

    def bounded() -> None:
        if limit_kib is not None:
            resource.setrlimit(resource.RLIMIT_AS, (limit_kib * 1_024, limit_kib * 1_024))

    return subprocess.run(words, check=False, capture_output=True, text=True, preexec_fn=bounded)


def entries(folder: Path) -> int:
    """How many entries stand in all journals; a file that has not become one yet has none."""
    found = 0
    for path in (folder / "journals").glob("*.journal"):
        try:
            with closing(read_rows(path)) as rows:
                found += sum(1 for _ in rows)
        except NotAJournal:
            continue
    return found


def _holds(folder: Path, where: str) -> None:
    """The files agree; before the first journal there is nothing that could, and no night that counts."""
    journals, book = folder / "journals", folder / "jackpot.book"
    if not any(journals.glob("*.journal")):
        return
    assert verify(journals).ok, where
    words = [sys.executable, "-m", "controller.cli", "book", "verify", str(book), "--journal", str(journals)]
    held = subprocess.run(words, check=False, capture_output=True, text=True)
    assert held.returncode == 0, f"{where}: {held.stdout}{held.stderr}"
