"""Datasets of Parquet files that grow by what the journals have more since the last time.

    DIR/rounds/table=UTH-1/day=2026-11-20/UTH-1-000012-5f3c9a07d41b22e8-000000001.parquet
    DIR/_tapis/UTH-1-000012-5f3c9a07d41b22e8.json      how far this journal is exported

A file is named by its session and the id of its journal, as the journal says them whatever its own file is
called and however often it is there, and by the first entry that it may tell of. It is written beside its
place, synced and renamed; how far a journal is exported is written after the files. So what a killed run left
begins after that, by its name, and is removed by the next run before it writes the same anew: each row is
there once, however often the export runs and wherever it was cut off.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from controller.house.archive import journals_in
from controller.house.fold import new_memory
from controller.house.following import BATCH, NoJournalYet, Stopped, follow, next_heard, opening_row_of
from controller.house.parquet_rows import Rows, SessionRows
from controller.house.parquet_schema import (
    BOOL,
    CENTS,
    DATASETS,
    INSTANT,
    OF_SESSION,
    SCHEMA,
    SMALL,
    TEXT,
    TEXTS,
    WHOLE,
    Column,
)
from controller.journal.chain import JournalDamaged, JournalError, JournalTaken, Opening, Row
from controller.journal.file import SUFFIX, UNREADABLE, WriterLock, why_unreadable
from controller.journal.seal import replace_whole, sync_folder
from controller.journal.trust import NAME
from controller.words.money import EN, FR
from controller.words.plurals import in_language

STATE: Final = "_tapis"
"""The folder of what is exported; engines pass over names that begin so."""
PIECE: Final = 200_000
"""Entries that are exported at a time: their rows are in memory together."""
ID_DIGITS: Final = 16
_SCHEMA_FILE: Final = "schema"
DRAFT: Final = ".draft"
_TABLE: Final = re.compile(NAME, re.ASCII).fullmatch
"""A table's name becomes that of a folder."""
_TYPES: Final[dict[str, Any]] = {
    TEXT: pa.string(),
    TEXTS: pa.list_(pa.field("element", pa.string())),
    BOOL: pa.bool_(),
    SMALL: pa.int32(),
    WHOLE: pa.int64(),
    CENTS: pa.int64(),
    INSTANT: pa.timestamp("ms", tz="UTC"),
}


SAID: Final[dict[str, tuple[str, str]]] = {
    "going_on": (
        "{folder}\u00a0: un autre export est en cours\u202f; attendez sa fin",
        "{folder}: another export is under way; wait for its end",
    ),
    "schema": (
        "{folder} a le schéma {found}, ce programme écrit {wanted}\u00a0: nommez un dossier vide",
        "{folder}: holds schema {found}, this program writes {wanted}: name an empty folder",
    ),
    "nothing": (
        "{file}\u00a0: rien n’en est exporté ({why})",
        "{file}: {why}; nothing of it is exported",
    ),
    "not_the_rest": (
        "{file}\u00a0: rien n’est exporté après cela ({why})",
        "{file}: {why}; nothing after that is exported",
    ),
    "copy": (
        "{file}\u00a0: le même journal que {first}, exporté une fois\u202f; enlevez la copie",
        "{file}: the same journal as {first}, exported once; take the copy away",
    ),
}


def _both(key: str, **facts: object) -> tuple[str, str]:
    """The sentence in French and in English."""
    return in_language(SAID[key], FR, facts), in_language(SAID[key], EN, facts)


class NotExported(Exception):
    """The folder cannot take an export; one sentence with the next step, English; `in_words` has both."""

    def __init__(self, key: str, **facts: object) -> None:
        self.in_words = _both(key, **facts)
        super().__init__(self.in_words[EN])


@dataclass(slots=True)
class Exported:
    """What a run has added: rows by dataset, and in a sentence each the journals that do not hold."""

    rows: Counter[str] = field(default_factory=Counter)
    sessions: int = 0
    faults: list[tuple[str, str]] = field(default_factory=list)


@dataclass(slots=True)
class _Kept:
    """How far a journal is exported, as it is kept."""

    entries: int
    head: str
    last_ms: int
    memory: dict[str, Any]


class _Found(NamedTuple):
    """A journal in its file, with its first row; `called` as that says that it is called."""

    path: Path
    first: Row
    opening: Opening

    @property
    def called(self) -> str:
        return f"{self.opening.table}-{self.opening.session:06d}"


class Export:
    """The datasets in a folder, made when they are not there. Close it for others to export.

    Raises:
        NotExported: it holds another schema, or another process exports into it.
        OSError: it cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._state = folder, folder / STATE
        folder.mkdir(parents=True, exist_ok=True)
        self._mode = folder.stat().st_mode & 0o2777
        self._make(self._state)
        try:
            self._lock = WriterLock(self._state / "export")
        except JournalTaken:
            raise NotExported("going_on", folder=folder) from None
        try:
            self._check_schema()
            self._left = self._clear_drafts()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Another may export."""
        self._lock.release()

    def run(self, folders: list[Path]) -> Exported:
        """Every journal of the folders is exported as far as it goes now, or as far as it holds."""
        done, found = Exported(), dict[str, _Found]()
        for path in journals_in(folders):
            try:
                first, opening = opening_row_of(path)
                if _TABLE(opening.table) is None:
                    raise JournalDamaged(1, f"{opening.table[:40]!r} is the name of no table")
            except NoJournalYet:
                continue
            except (JournalError, *UNREADABLE) as error:
                done.faults.append(_both("nothing", file=path.name, why=_why(error)))
                continue
            here = _Found(path, first, opening)
            there = found.setdefault(first.hash, here)
            if there is not here:
                kept, copy = (here, there) if path.name == f"{here.called}{SUFFIX}" else (there, here)
                found[first.hash] = kept
                done.faults.append(_both("copy", file=copy.path.name, first=kept.path.name))
        for one in found.values():
            try:
                self._journal(one, done)
            except (JournalError, *UNREADABLE) as error:
                done.faults.append(_both("not_the_rest", file=one.path.name, why=_why(error)))
        return done

    # --- one journal -----------------------------------------------------------------------------

    def _journal(self, found: _Found, done: Exported) -> None:
        path, first, opening = found.path, found.first, found.opening
        id_ = first.hash[:ID_DIGITS]
        name = f"{found.called}-{id_}"
        self._remove_others(name, id_)
        kept = self._kept(name)
        for began, left in self._left.pop(name, ()):
            if began > kept.entries:
                left.unlink()
                sync_folder(left.parent)
        followed, again = follow(path, kept.entries, kept.head, kept.last_ms, kept.memory["round_from"])
        session = SessionRows(kept.memory)
        session.fold.rounds.again(again)
        stopped: Stopped | None = None
        while stopped is None:
            began = followed.entries
            while stopped is None and followed.entries - began < PIECE:
                before = followed.entries
                try:
                    heard = next_heard(followed, min(BATCH, PIECE))
                except Stopped as damage:
                    stopped, heard = damage, damage.heard
                for row, event, before_ms in heard:
                    session.take(row, event, before_ms)
                if followed.entries == before:
                    break
            if followed.entries == began:
                break
            written = list[Path]()
            try:
                self._write(session.rows, name, began + 1, first, opening, done, written)
                session.rows.clear()
                session.fold.rounds.remember()
                memory = session.fold.memory
                self._keep(name, _Kept(followed.entries, followed.head, followed.last_ms, memory))
            except BaseException:
                _take_back(written)
                raise
            done.sessions += began == kept.entries
        if stopped is not None:
            raise stopped

    def _remove_others(self, name: str, id_: str) -> None:
        """What was exported of this journal while its file had another name is not there twice."""
        for other in [one for one in self._left if one.endswith(f"-{id_}") and one != name]:
            for _, left in self._left.pop(other):
                left.unlink()
                sync_folder(left.parent)
        for state in self._state.glob(f"*-{id_}.json"):
            if state.name != f"{name}.json":
                state.unlink()
                sync_folder(self._state)

    def _kept(self, name: str) -> _Kept:
        try:
            told = json.loads((self._state / f"{name}.json").read_text(encoding="utf-8"))
            if told["memory"].keys() == new_memory().keys():
                return _Kept(told["entries"], told["head"], told["last_ms"], told["memory"])
        except (FileNotFoundError, ValueError, LookupError, TypeError, AttributeError):
            pass
        return _Kept(0, "", 0, new_memory())  # its files, if there are any, are written anew

    def _keep(self, name: str, kept: _Kept) -> None:
        told = {"entries": kept.entries, "head": kept.head, "last_ms": kept.last_ms, "memory": kept.memory}
        replace_whole(self._state / f"{name}.json", json.dumps(told, sort_keys=True) + "\n")

    # --- files -----------------------------------------------------------------------------------

    def _write(
        self,
        rows: Rows,
        name: str,
        began: int,
        first: Row,
        opening: Opening,
        done: Exported,
        written: list[Path],
    ) -> None:
        """A file for each dataset and day of these rows; `written` names those that are in their places."""
        of_session = (first.hash, opening.session, opening.simulated)
        for (dataset, day_ms), told in sorted(rows.items()):
            day = datetime.fromtimestamp(day_ms / 1000, UTC).date().isoformat()
            place = self._folder / dataset / f"table={opening.table}" / f"day={day}"
            self._make(place)
            draft = place / f".{name}-{began:09d}{DRAFT}"
            try:
                with draft.open("wb") as file:
                    pq.write_table(_table(dataset, of_session, told), file, compression="zstd")
                    os.fchmod(file.fileno(), self._mode & 0o666)
                    file.flush()
                    os.fsync(file.fileno())
                target = place / f"{name}-{began:09d}.parquet"
                draft.replace(target)
            except BaseException:
                _take_back([draft])
                raise
            written.append(target)
            sync_folder(place)
            done.rows[dataset] += len(told)

    def _make(self, folder: Path) -> None:
        """The folder is there, open to those to whom the export's own is."""
        if folder.is_dir():
            return
        self._make(folder.parent)
        folder.mkdir()
        folder.chmod(self._mode)
        sync_folder(folder.parent)

    def _check_schema(self) -> None:
        path = self._state / _SCHEMA_FILE
        try:
            found = path.read_text(encoding="utf-8").strip()
        except FileNotFoundError:
            replace_whole(path, f"{SCHEMA}\n")
            return
        if found != str(SCHEMA):
            raise NotExported("schema", folder=self._folder, found=found[:20], wanted=SCHEMA)

    def _clear_drafts(self) -> dict[str, list[tuple[int, Path]]]:
        """The files that are there, by session, each with the entry that it begins at; drafts are removed."""
        found: dict[str, list[tuple[int, Path]]] = {}
        for path in self._files():
            if path.suffix == DRAFT:
                path.unlink()
                continue
            name, _, began = path.stem.rpartition("-")
            if path.suffix == ".parquet" and began.isdecimal():
                found.setdefault(name, []).append((int(began), path))
        return found

    def _files(self) -> Iterator[Path]:
        for dataset in DATASETS:
            yield from (self._folder / dataset).glob("table=*/day=*/*")


def take_back_empty(folder: Path) -> None:
    """A folder that was made for an export of which nothing came is not there."""
    schema = folder / STATE / _SCHEMA_FILE
    if all(one.is_dir() or one == schema for one in folder.rglob("*")):
        shutil.rmtree(folder, ignore_errors=True)


def _take_back(files: list[Path]) -> None:
    """What was begun and could not be ended is not there: no other program reads a part of it."""
    for path in files:
        with suppress(OSError):
            path.unlink()
            sync_folder(path.parent)


def _table(dataset: str, of_session: tuple[Any, ...], rows: list[tuple[Any, ...]]) -> Any:
    schema = schema_of(dataset)
    arrays = [
        pa.repeat(pa.scalar(one, schema.field(at).type), len(rows)) for at, one in enumerate(of_session)
    ]
    columns = zip(*rows, strict=True)
    arrays += [
        pa.array(values, schema.field(at).type) for at, values in enumerate(columns, start=len(of_session))
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def schema_of(dataset: str) -> Any:
    """The schema of a dataset's files, as the library has it."""
    fields = [_field(column) for column in (*OF_SESSION, *DATASETS[dataset])]
    return pa.schema(fields, metadata={"tapis.dataset": dataset, "tapis.schema": str(SCHEMA)})


def _field(column: Column) -> Any:
    return pa.field(column.name, _TYPES[column.type], nullable=column.empty)


def _why(error: Exception) -> str:
    return str(error) if isinstance(error, JournalError) else why_unreadable(error)
