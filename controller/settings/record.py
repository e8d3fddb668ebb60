"""The record of a table's settings: a line for each act of a person on a draft, never changed or taken out.

`settings.log` in the table's data is what counts: a draft waits, is approved or refused because a line says
so, and a line that is whole on disk is the commit. `settings.toml` beside it is what the approved lines come
to, for people and for backups; with each change the one before it stays. Whoever writes holds the lock: the
table's own process and the command line write the same lines.
"""

from __future__ import annotations

import fcntl
import json
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from controller.game.settings.types import Consequence, SettingChange, SettingsAct, SettingsDraft
from controller.journal.file_faults import KINDS, account, owner_of
from controller.journal.newer import OfNewer, last_version, newer_words, this_version
from controller.journal.seal import sync_folder
from controller.settings.faults import wrong
from controller.settings.settings_error import SettingsError
from controller.told import Told, said_by

RECORD: Final = "settings.log"
OVERLAY: Final = "settings.toml"
LOCK: Final = "settings.lock"
_STEP: Final = Told(KINDS[""].step)
_LINE: Final = ("ligne {line}", "line {line}")
LINE_BYTES_MAX: Final = 64 * 1024
RECORD_BYTES_MAX: Final = 16 * 1024 * 1024
HEAD: Final = "# What two persons decided for this table; tapis settings writes it, settings.log says who.\n"

Step = Callable[[str], None]


def no_step(name: str) -> None:
    """Nothing happens between two steps."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One act: the draft as it stood after it; `complete`, an approval was the last one needed."""

    number: int
    act: SettingsAct
    person: str
    reason: str
    at_ms: int
    draft: SettingsDraft
    complete: bool = False


@dataclass(frozen=True, slots=True)
class RecordStanding:
    """What the lines come to: how many, what waits, what was approved last, and the values approved."""

    number: int = 0
    draft: SettingsDraft | None = None
    approved: SettingsDraft | None = None
    values: Mapping[str, str] = field(default_factory=dict)


def standing_after(lines: Sequence[RecordLine]) -> RecordStanding:
    """What these lines come to."""
    found = RecordStanding()
    for line in lines:
        found = replace(found, number=line.number, draft=None)
        if line.complete:
            values = {**found.values, **{change.key: change.after for change in line.draft.changes}}
            found = replace(found, approved=line.draft, values=values)
        elif line.act in (SettingsAct.PROPOSE, SettingsAct.APPROVE):
            found = replace(found, draft=line.draft)
    return found


class SettingsNewer(SettingsError, OfNewer):
    """A line that follows those before it says what this program does not know: a newer one wrote it."""

    def __init__(self, path: Path, number: int, data: Path) -> None:
        super().__init__(path, "", None, "")
        self.args = (newer_words(path, Told(_LINE, line=number), data),)


class NotOurs(SettingsError):
    """A file of the record is of another account, or its mode keeps this one out.

    Attributes:
        whose: the file's name and its owner's.
    """

    def __init__(self, path: Path, owner: str) -> None:
        me = account(os.geteuid())
        self.whose = f"{path.name}, {owner}"
        super().__init__(path, "", None, wrong("not_ours", owner=owner, me=me, path=path))


@contextmanager
def _ours(path: Path) -> Iterator[None]:
    """Whoever may not open what is opened here is told whose it is: `NotOurs`."""
    owner = owner_of(path)  # asked before: it may be put right between the refusal and its words
    try:
        yield
    except PermissionError:
        raise NotOurs(path, owner) from None


class _Damaged(ValueError):
    """A line of the record is not what was written: a sentence of ours."""


class Record:
    """The record in a table's data directory.

    Args:
        data: the directory.
        step: called between the steps of writing, for trials that end a process there.
    """

    def __init__(self, data: Path, step: Step = no_step) -> None:
        self.data = data
        self._path = data / RECORD
        self._step = step

    def mark(self) -> tuple[int, int]:
        """Something that is another when the record was written to."""
        try:
            found = self._path.stat()
        except OSError:
            return 0, 0
        return found.st_size, found.st_mtime_ns

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else writes meanwhile; what a writer that was cut off left undone has been done.

        Raises:
            SettingsError: as `lines`; `NotOurs`, a file of the record may not be written.
        """
        with _ours(self.data / LOCK):
            handle = os.open(self.data / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            self._owned(self.data / LOCK)
            fcntl.flock(handle, fcntl.LOCK_EX)
            self._settle()
            yield
        finally:
            os.close(handle)

    def lines(self) -> list[RecordLine]:
        """The acts, oldest first; a last one that was cut off in writing is none.

        Raises:
            SettingsError: a line is damaged, or the record or its last lines are gone; `NotOurs`.
        """
        held = self._held()  # before the record, which is never behind it
        try:
            with _ours(self._path), self._path.open("rb") as file:
                raw = file.read(RECORD_BYTES_MAX + 1)
        except FileNotFoundError:
            if (self.data / OVERLAY).exists():
                raise SettingsError(self._path, "", None, wrong("record_gone", overlay=OVERLAY)) from None
            return []
        except OSError:
            raise SettingsError(self._path, "", None, wrong("record_unread", step=_STEP)) from None
        if len(raw) > RECORD_BYTES_MAX:
            raise SettingsError(self._path, "", None, wrong("record_too_long", bytes=RECORD_BYTES_MAX))
        found: list[RecordLine] = []
        before = ""
        for number, written in enumerate(raw.split(b"\n")[:-1], start=1):
            found.append(self._line(number, written, before))
            before = sha256(written).hexdigest()
        self._came_to(found, held)
        return found

    def _held(self) -> dict[str, Any]:
        """The values of the file of settings; none where it is not there or damaged."""
        try:
            told = tomllib.loads((self.data / OVERLAY).read_text(encoding="utf-8"))
            return {f"{table}.{name}": value for table, rows in told.items() for name, value in rows.items()}
        except (OSError, ValueError, AttributeError):
            return {}

    def _came_to(self, lines: Sequence[RecordLine], held: Mapping[str, Any]) -> None:
        """What the file of settings held, these lines have come to, now or before.

        A record that lost its last lines still follows line by line, and what two persons approved would be
        out of force without a word. A writer that was cut off leaves the file one step behind; one that is
        damaged is written anew.

        Raises:
            SettingsError: the file says what no line has come to.
        """
        ends = [number for number, line in enumerate(lines, start=1) if line.complete]
        if held and not any(standing_after(lines[:end]).values == held for end in ends):
            raise SettingsError(self._path, "", None, wrong("record_lacks", overlay=OVERLAY))

    def _line(self, number: int, written: bytes, before: str) -> RecordLine:
        try:
            told = json.loads(written)
            if told.pop("previous") != before:
                raise _Damaged(wrong("record_out_of_line", step=_STEP))
            try:
                line = _read_line(told)
            except (ValueError, TypeError):
                # Nothing stands yet for the last line as a hash stands for an entry of a journal.
                if last_version(self.data) in ("", this_version()):
                    raise
                raise SettingsNewer(self._path, number, self.data) from None
            if line.number != number:
                raise _Damaged(wrong("record_number", number=line.number, step=_STEP))
        except SettingsNewer:
            raise
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            why = said_by(error) if isinstance(error, _Damaged) else wrong("record_damaged", step=_STEP)
            raise SettingsError(self._path, Told(_LINE, line=number), None, why) from None
        return line

    def append(self, line: RecordLine) -> None:
        """The line is whole on disk, and where it completes a draft so is the file of settings.

        Call it while `locked`.

        Raises:
            NotOurs: nothing was written.
        """
        whole = self._whole()
        before = sha256(whole.rsplit(b"\n", 2)[-2]).hexdigest() if whole else ""
        told = {**asdict(line), "previous": before}
        written = json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._step("before the line")
        with _ours(self._path):
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(handle, "r+b") as file:
            file.truncate(len(whole))  # what a writer that was cut off has left
            file.seek(len(whole))
            file.write(written[: len(written) // 2])
            file.flush()
            self._step("half the line")
            file.write(written[len(written) // 2 :])
            file.flush()
            os.fsync(file.fileno())
        self._owned(self._path)
        sync_folder(self.data)
        self._step("the line")
        self._settle()

    def _whole(self) -> bytes:
        """The bytes of the record up to its last whole line."""
        try:
            raw = self._path.read_bytes()
        except FileNotFoundError:
            return b""
        return raw[: raw.rfind(b"\n") + 1]

    def _settle(self) -> None:
        """The file of settings is what the record comes to; the one before it stays under its digest."""
        lines = self.lines()
        if not any(line.complete for line in lines):
            return
        path, wanted = self.data / OVERLAY, _overlay(standing_after(lines).values)
        with _ours(path):
            old = path.read_text(encoding="utf-8") if path.exists() else None
        if old == wanted:
            return
        if old is not None:
            kept = path.with_name(f"{OVERLAY}.{sha256(old.encode()).hexdigest()[:12]}")
            self._write(kept, old)
            self._step("the file before is kept")
        self._write(path, wanted)
        self._step("the file")

    def _write(self, path: Path, text: str) -> None:
        """The file has this text, whole, of its owner only."""
        half = path.with_name(f"{path.name}.half")
        handle = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            self._step("half the file")
            os.fsync(file.fileno())
        self._owned(half)
        os.replace(half, path)
        sync_folder(self.data)

    def _owned(self, path: Path) -> None:
        """What root writes belongs to the table, as everything else in its data does."""
        if os.geteuid() == 0:
            owner = self.data.stat()
            os.chown(path, owner.st_uid, owner.st_gid)


def _overlay(values: Mapping[str, str]) -> str:
    """The values as TOML, a table a section."""
    sections: dict[str, list[str]] = {}
    for key, value in sorted(values.items()):
        table, _, name = key.partition(".")
        sections.setdefault(table, []).append(f"{name} = {json.dumps(value)}\n")
    return HEAD + "".join(f"\n[{table}]\n{''.join(rows)}" for table, rows in sections.items())


def _read_line(told: dict[str, Any]) -> RecordLine:
    draft = told.pop("draft")
    changes = tuple(SettingChange(**one) for one in draft.pop("changes"))
    consequences = tuple(Consequence(**one) for one in draft.pop("consequences"))
    approved = tuple(draft.pop("approved"))
    made = SettingsDraft(**draft, changes=changes, consequences=consequences, approved=approved)
    return RecordLine(**{**told, "act": SettingsAct(told["act"]), "draft": made})
