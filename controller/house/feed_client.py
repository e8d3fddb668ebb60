"""The client's end of the feed: what it has of each table, kept by the entries themselves."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from controller.house.feed import Position, Positions, positions_of
from controller.house.feed_door import VERSION
from controller.house.scope import BadQuestion
from controller.screens import wire
from controller.witness.table_line import LineDown, TableLine

BLOCK: Final = 1 << 16


class NoFeed(Exception):
    """The house does not feed this client; what it says of it."""


def entries_after(line: TableLine, after: Positions, since: str = "start") -> Iterator[dict[str, Any] | None]:
    """What the house tells after this cursor, for ever; None whenever there is nothing more for now.

    `after` moves with each entry that was taken. A message with `waits` says why a table stands still.

    Raises:
        LineDown: the line is gone: with `after` as it is now, the next one goes on where this one ended.
        NoFeed: the house refuses.
    """
    cursor: dict[str, Any] = {"after": {table: [*at] for table, at in after.items()}}
    line.send(wire.encode({"feed": VERSION} | (cursor if after or since == "start" else {"from": since})))
    while True:
        told = line.hear()
        if "dropped" in told:
            raise NoFeed(str(told["dropped"]))
        if "kind" in told:
            table, position = _position_of(told, after)
            yield told
            after[table] = position
        elif "feed" in told:
            try:
                after.update(positions_of(told.get("after")))
            except BadQuestion as error:
                raise LineDown(str(error)) from None
        else:
            yield told if "waits" in told else None


def _position_of(told: dict[str, Any], after: Positions) -> tuple[str, Position]:
    """Whose entry this is, and which.

    Raises:
        LineDown: it is none, or not the one that comes next.
    """
    table, journal, entry = (told.get(name) for name in ("table", "journal", "entry"))
    if not isinstance(table, str) or not isinstance(journal, str) or type(entry) is not int:
        raise LineDown("what it said is no entry")
    before = after.get(table)
    wanted = before.entry + 1 if before is not None and before.journal == journal else 1
    if entry != wanted:
        raise LineDown(f"{table:.32}: it told entry {entry} where entry {wanted} comes next")
    return table, Position(journal, entry)


class EntryFile:
    """A file of entries, one a line, which is its own cursor: killed at any byte it has each entry once.

    A line that was not finished is cut off, and comes again.

    Raises:
        NoFeed: the file holds a line that is no entry, or another program appends to it.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.after: Positions = {}
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._file: IO[bytes] = os.fdopen(handle, "r+b", buffering=BLOCK)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._read(path)
        except BlockingIOError:
            self._file.close()
            raise NoFeed(f"{path}: another program appends to it; wait for its end") from None
        except BaseException:
            self._file.close()
            raise

    def _read(self, path: Path) -> None:
        whole = 0
        self._file.seek(0)
        for number, line in enumerate(self._file, start=1):
            if not line.endswith(b"\n"):
                break
            try:
                told = json.loads(line)
                if not isinstance(told["table"], str):
                    raise TypeError
                self.after |= positions_of({told["table"]: [told["journal"], told["entry"]]})
            except (ValueError, LookupError, TypeError):
                raise NoFeed(f"{path}: line {number} is no entry of a feed; name another file") from None
            whole += len(line)
        self._file.truncate(whole)
        self._file.seek(0, os.SEEK_END)

    def add(self, told: dict[str, Any]) -> None:
        """One more entry."""
        self._file.write(wire.encode(told))

    def sync(self) -> None:
        """What was added is on the disk."""
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """What was added is on the disk, and the file is closed."""
        self.sync()
        self._file.close()
