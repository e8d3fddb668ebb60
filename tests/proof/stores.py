"""Journals whose power was cut, files on a disk that rots: whole to the last step, or seen to be damaged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from click.testing import CliRunner

from controller.boot.simulated import simulated_night
from controller.cli import main
from controller.game.events import Event
from controller.journal.chain import NotAJournal, Row
from controller.journal.verify import verify
from tests.proof.record import Tried
from tests.shell.journal.journals import START_MS, create, reopen, rows_of, steps_of

ROUNDS: Final = 4
SECTOR: Final = 512
HEAD: Final = 32
FRAME: Final = 24 + 4096
"""What the write-ahead log begins with, and a page of it with what stands before that."""


@dataclass(frozen=True, slots=True)
class Interrupted:
    """A journal that was never closed: its file, its log, and how long the log was after each step."""

    steps: tuple[list[Event], ...]
    file: bytes
    log: bytes
    ends: tuple[int, ...]


def interrupted(folder: Path) -> Interrupted:
    """One of `ROUNDS` rounds, all of which were acknowledged."""
    path = folder / "UTH-2.journal"
    steps = tuple(step for round_ in range(1, ROUNDS + 1) for step in steps_of(round_))
    journal = create(path, durable=True)
    log = path.with_name(path.name + "-wal")
    ends = [0]  # the log is begun with the first step
    for at, step in enumerate(steps):
        journal.append(step, START_MS + at)
        ends.append(log.stat().st_size)
    found = Interrupted(steps, path.read_bytes(), log.read_bytes()[: ends[-1]], tuple(ends))
    journal.close()
    return found


def _cut(log: bytes, synced: int, dice: Random) -> bytes:
    return log[: max(synced, dice.randint(synced, len(log)) // SECTOR * SECTOR)]


def _lost_pages(log: bytes, synced: int, dice: Random) -> bytes:
    """Any pages of what was not yet on the disk never came there."""
    torn = bytearray(log)
    for begin in range(synced, len(log), FRAME):
        if dice.random() < 0.5:
            torn[begin : begin + FRAME] = bytes(len(torn[begin : begin + FRAME]))
    return bytes(torn)


def _lost_sectors(log: bytes, synced: int, dice: Random) -> bytes:
    torn = bytearray(log)
    for begin in range(synced, len(log), SECTOR):
        if dice.random() < 0.2:
            torn[begin : begin + SECTOR] = bytes(len(torn[begin : begin + SECTOR]))
    return bytes(torn)


def _old_tail(log: bytes, synced: int, dice: Random) -> bytes:
    """What stood there before, of an earlier use of the same place."""
    before = log[HEAD : HEAD + len(log) - synced]
    return log[:synced] + before


def _flipped_tail(log: bytes, synced: int, dice: Random) -> bytes:
    if synced == len(log):
        return log
    torn = bytearray(log)
    torn[dice.randrange(synced, len(log))] ^= 1 << dice.randrange(8)
    return bytes(torn)


TEARS: Final[dict[str, Callable[[bytes, int, Random], bytes]]] = {
    "cut": _cut,
    "pages lost": _lost_pages,
    "sectors lost": _lost_sectors,
    "an old tail": _old_tail,
    "a bit of the tail": _flipped_tail,
}


def torn(count: int, seed: int) -> Tried:
    """So many logs, torn behind a step that was on the disk; one that is as it was is torn again.

    What is read is whole steps: all those that were on the disk, and of the others the first so many.
    """
    dice, met = Random(f"torn {seed}"), Counter[str]()
    with TemporaryDirectory() as place:
        one = interrupted(Path(place))
        sizes = [1]
        for step in one.steps:
            sizes.append(sizes[-1] + len(step))
        left = Path(place) / "torn.journal"
        for turn in range(count):
            name, on_disk, log = _torn(one, dice)
            assert log != one.log
            left.write_bytes(one.file)
            left.with_name(left.name + "-wal").write_bytes(log)
            left.with_name(left.name + "-shm").unlink(missing_ok=True)
            where = f"seed {seed}, turn {turn}: {name} behind step {on_disk}"
            with reopen(left) as journal:
                assert journal.head.seq in sizes, where
                whole = sizes.index(journal.head.seq)
                assert whole >= on_disk, where
                told = [stored.event for stored in journal.events()]
                assert told == [event for step in one.steps[:whole] for event in step], where
            met[f"{name}{', more than was promised' * (whole > on_disk)}"] += 1
    return Tried(count, ", ".join(f"{name}: {times}" for name, times in sorted(met.items())))


def _torn(one: Interrupted, dice: Random) -> tuple[str, int, bytes]:
    """How it was torn, how many of its steps were on the disk, and the log, which is another now."""
    while True:
        name, on_disk = dice.choice(list(TEARS)), dice.randrange(len(one.ends))
        log = TEARS[name](one.log, one.ends[on_disk], dice)
        if log != one.log:
            return name, on_disk, log


@contextmanager
def night() -> Iterator[Path]:
    """The files of a short night of two tables: journals, their signed heads, the book."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        played = simulated_night(
            rounds=6, seed=20, tables=2, journal=folder / "journals", book=str(folder / "jackpot.book")
        )
        played.play()
        played.close()
        yield folder


def rotten(count: int, seed: int) -> Tried:
    """So many bits and blocks of 512 bytes, anywhere in journals, heads and book, were damaged.

    The damage is named, or not one entry, head or act of what is read has changed.
    """
    dice, met = Random(f"rotten {seed}"), Counter[str]()
    with night() as folder:
        files = sorted(path for path in folder.rglob("*") if path.suffix in {".journal", ".heads", ".book"})
        sound = {path: path.read_bytes() for path in files}
        read = portrait(folder)
        assert read.ok
        for turn in range(count):
            path = files[turn % len(files)]
            data = sound[path]
            path.write_bytes(_damaged(data, dice))
            now = portrait(folder)
            assert not now.ok or now == read, f"seed {seed}, turn {turn}: {path.name} changed, and nobody saw"
            met[f"{path.suffix[1:]} {'unchanged' if now.ok else 'found'}"] += 1
            path.write_bytes(data)
            for beside in (*folder.rglob("*-wal"), *folder.rglob("*-shm"), *folder.rglob("*-journal")):
                beside.unlink()
        assert portrait(folder) == read, "what was put back is not whole: damage was found where none was"
    return Tried(count, ", ".join(f"{name}: {times}" for name, times in sorted(met.items())))


def _damaged(data: bytes, dice: Random) -> bytes:
    harmed = bytearray(data)
    at = dice.randrange(len(data))
    if dice.random() < 0.5:
        harmed[at] ^= 1 << dice.randrange(8)
    else:
        begin = at // SECTOR * SECTOR
        harmed[begin : begin + SECTOR] = dice.randbytes(len(harmed[begin : begin + SECTOR]))
    return bytes(harmed)


@dataclass(frozen=True, slots=True)
class Portrait:
    """What is read of a night's files; `ok` where all of it is said to hold."""

    ok: bool
    rows: tuple[tuple[Row, ...], ...] = ()
    acts: str = ""


def portrait(folder: Path) -> Portrait:
    """All that the files say, as those read them who check them; nothing where it does not hold."""
    journals, book = folder / "journals", folder / "jackpot.book"
    try:
        ok = verify(journals).ok
    except NotAJournal:
        return Portrait(False)
    words = ["book", "verify", str(book), "--journal", str(journals), "--json"]
    held = CliRunner().invoke(main, words) if ok else None
    if held is None or held.exit_code != 0:
        return Portrait(False)
    rows = tuple(tuple(rows_of(path)) for path in sorted(journals.glob("*.journal")))
    return Portrait(True, rows, held.stdout)
