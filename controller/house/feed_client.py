"""The client's end of the feed: what it has of each table, kept by the entries themselves."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Final

from controller.house.feed import Position, Positions
from controller.house.feed_door import VERSION
from controller.screens import wire
from controller.witness.table_line import TableLine

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
            yield told
            after[told["table"]] = Position(told["journal"], told["entry"])
        elif "feed" in told:
            after.update({table: Position(*at) for table, at in told["after"].items()})
        else:
            yield told if "waits" in told else None


class EntryFile:
    """A file of entries, one a line, which is its own cursor: killed at any byte it has each entry once.

    A line that was not finished is cut off, and comes again.

    Raises:
        NoFeed: the file holds a line that is no entry.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: Path) -> None:
        self.after: Positions = {}
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        self._file: IO[bytes] = os.fdopen(handle, "r+b", buffering=BLOCK)
        try:
            self._read(path)
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
                self.after[told["table"]] = Position(told["journal"], told["entry"])
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
