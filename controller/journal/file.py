"""The file of a journal: its table, its triggers, who may open it and how.

SQLite in WAL mode with one writer, which alone writes checkpoints. Rows are only ever added at the end:
triggers refuse to change or delete one, and to insert one anywhere else, because INSERT OR REPLACE
deletes without firing a delete trigger unless `recursive_triggers` is on (platform, section 2). DROP and
ALTER pass by every trigger: the writer's own connection refuses to compile them, and the chain shows what
others did.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

from controller.host.disk import reason, sqlite_said
from controller.host.named_pipe import WAITS_FOR_EVER, is_named_pipe
from controller.journal.chain import NOT_A_JOURNAL, JournalBroken, JournalError, JournalTaken, NotAJournal
from controller.journal.faults import faulty
from controller.journal.field_codec import Unreadable
from controller.told import at_place, said_by

SUFFIX: Final = ".journal"
SESSIONS_MAX: Final = 999_999
"""A file's name has six digits for its session."""
APPLICATION_ID: Final = 0x54415049
"""`TAPI`, in the header of the file."""
VALUE_MAX: Final = 1_000_000
"""No value of a row is read beyond this many bytes, whatever a damaged file says."""
UNREADABLE: Final = (sqlite3.Error, UnicodeDecodeError)
"""What reading a damaged file raises; the second when a message of SQLite quotes the damage."""
LOG_PAGES: Final = 250
"""So long SQLite's log beside a journal grows before it is written back and begun again. A commit into a log
that grows waits for the disk twice as long, for its new length is written too: with the usual 1,000 pages,
in the first twenty rounds of every session."""
_MAGIC: Final = b"SQLite format 3\0"
_WRITE_VERSION: Final = 18
"""Where the header says how the file is written."""
_WAL: Final = 2
LOCK: Final = ".lock"
TRIES: Final = 3
"""So often a journal that nobody has locked is copied to be read; then whoever changes it is taken for its
writer."""
CACHE_KIB: Final = 256
"""Of each journal that is written: only its end is, and a room's mirror or simulation may have sixty-four."""
MIRROR: Final = "mirror"
"""Whose lock is on a directory of journals that a witness writes."""

_TABLE: Final = """CREATE TABLE journal (
  seq INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
  prev_hash TEXT NOT NULL, hash TEXT NOT NULL)"""
_TRIGGERS: Final = {
    "journal_never_changes": """CREATE TRIGGER journal_never_changes BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'an entry of the journal is never changed'); END""",
    "journal_never_forgets": """CREATE TRIGGER journal_never_forgets BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'an entry of the journal is never deleted'); END""",
    "journal_grows_at_the_end": """CREATE TRIGGER journal_grows_at_the_end BEFORE INSERT ON journal
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM journal)
BEGIN SELECT RAISE(ABORT, 'an entry is added at the end of the journal only'); END""",
}
INSERT: Final = "INSERT INTO journal (seq, at_ms, kind, body, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?)"
SELECT: Final = "SELECT seq, at_ms, kind, body, prev_hash, hash FROM journal ORDER BY seq"

_WRITER_MAY: Final = frozenset(
    (
        sqlite3.SQLITE_SELECT,
        sqlite3.SQLITE_READ,
        sqlite3.SQLITE_INSERT,
        sqlite3.SQLITE_TRANSACTION,
        sqlite3.SQLITE_FUNCTION,
    )
)


def why_unreadable(error: BaseException) -> str:
    """Why a journal cannot be read, in our own words, whoever raised it."""
    if isinstance(error, (JournalError, Unreadable)):
        return said_by(error)
    return faulty("unopened") if isinstance(error, OSError) else sqlite_said(error)


def connect_writer(path: str | os.PathLike[str], *, durable: bool) -> sqlite3.Connection:
    """A connection that writes a journal: commits are on the disk when they return, if `durable`.

    Raises:
        sqlite3.Error: the file cannot be opened.
    """
    conn = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
    try:
        conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, VALUE_MAX)
        conn.execute(f"PRAGMA synchronous={'FULL' if durable else 'OFF'}")
        conn.execute("PRAGMA journal_mode=WAL").fetchone()
        conn.execute(f"PRAGMA wal_autocheckpoint={LOG_PAGES}").fetchone()
        conn.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        conn.execute("PRAGMA recursive_triggers=ON")
        conn.execute("PRAGMA trusted_schema=OFF")
    except BaseException:
        conn.close()
        raise
    return conn


def create_schema(conn: sqlite3.Connection) -> None:
    """The table and its triggers are there; the caller has begun a transaction."""
    conn.execute(f"PRAGMA application_id={APPLICATION_ID}")
    for sql in (_TABLE, *_TRIGGERS.values()):
        conn.execute(sql)


def forbid_all_but_appending(conn: sqlite3.Connection) -> None:
    """The connection compiles nothing any more but reads, inserts into the journal and transactions."""

    def allow(action: int, what: str | None, *rest: object) -> int:
        allowed = action in _WRITER_MAY and (action != sqlite3.SQLITE_INSERT or what == "journal")
        return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY

    conn.set_authorizer(allow)


def close_writer(conn: sqlite3.Connection) -> None:
    """The file is in one piece and readable anywhere, unless somebody reads it now: then its log stays.

    A file left in WAL mode cannot be read from a read-only medium, and every reader would leave an empty
    log beside it.
    """
    conn.set_authorizer(None)
    with suppress(sqlite3.Error):
        conn.execute("PRAGMA busy_timeout=200").fetchone()
        conn.execute("PRAGMA journal_mode=DELETE").fetchone()
    conn.close()


def connect_reader(path: str | os.PathLike[str]) -> sqlite3.Connection:
    """A connection that reads a journal, while another process may be writing it, and changes nothing.

    Raises:
        NotAJournal: no such file, or not of SQLite's kind.
        sqlite3.Error: the file is one of SQLite's and cannot be read.
    """
    place = Path(path)
    for _ in range(TRIES):
        if _header(place)[_WRITE_VERSION] != _WAL or not _at_rest(place):
            break
        reader = _as_it_lies(place)
        if reader is not None:
            return reader
    return connect_within(place)


def _header(place: Path) -> bytes:
    """The first bytes of a file of SQLite's.

    Raises:
        NotAJournal: no such file, or of another kind.
    """
    if is_named_pipe(place):
        raise NotAJournal(at_place(place, WAITS_FOR_EVER))
    try:
        with place.open("rb") as file:
            header = file.read(_WRITE_VERSION + 1)
    except OSError as error:
        raise NotAJournal(at_place(place, error.strerror)) from None
    if not header.startswith(_MAGIC) or len(header) <= _WRITE_VERSION:
        raise NotAJournal(at_place(place, NOT_A_JOURNAL))
    return header


def _at_rest(place: Path) -> bool:
    """Whether no writer is at work on the journal: it is a copy, on a stick say.

    A writer locks the journal or its directory, and keeps SQLite's log and its index beside the file while it
    has it open: where one of the two is missing, the lock came with the copy.
    """
    beside = (place.with_name(f"{place.name}{end}") for end in ("-wal", "-shm"))
    if not all(one.exists() for one in beside):
        return True
    return not any(place.with_name(f"{name}{LOCK}").exists() for name in (place.name, MIRROR))


def _as_it_lies(place: Path) -> sqlite3.Connection | None:
    """A reader of a journal that a killed writer left, with its log or without; None where it changed.

    SQLite would write an index of the log beside the file, and cannot where the medium is read-only. So a
    copy of both is read that nobody else sees, and that is gone with the connection. A writer that has begun
    since the look at its lock may have written one of the two: then nothing is read of the copy.
    """
    files = (place, place.with_name(f"{place.name}-wal"))
    before = list(map(_stamp, files))
    with TemporaryDirectory() as folder:
        try:
            for one, stamp in zip(files, before, strict=True):
                if stamp is not None:
                    shutil.copyfile(one, Path(folder) / one.name)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise NotAJournal(at_place(place, faulty("cannot_copied_read", why=error.strerror))) from None
        if list(map(_stamp, files)) != before or not _at_rest(place):
            return None
        return _reader(Path(folder) / place.name, "" if before[1] is not None else "&immutable=1")


def _stamp(place: Path) -> tuple[int, int, int] | None:
    """Another one once the file was written; None where there is none."""
    try:
        found = place.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def connect_within(path: str | os.PathLike[str]) -> sqlite3.Connection:
    """As `connect_reader`, where this very process may be writing the journal on another connection.

    The file is opened by SQLite alone: closing it after looking at it otherwise would take the writer's
    locks off it (POSIX locks belong to the process), and another process could tidy its log away.

    Raises:
        sqlite3.Error: no such file, or one that cannot be read.
    """
    try:
        return _reader(path)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
            raise
    _undo_half_done(path)
    return _reader(path)


def _undo_half_done(path: str | os.PathLike[str]) -> None:
    """What a writer that was killed left half done is undone: nothing of it was ever committed.

    A writer takes the file out of WAL mode as it stops (`close_writer`), and into it as it starts, which
    changes its first page. Killed just then it leaves SQLite's own note of how that page was, and a file with
    such a note is read by nobody before somebody who may write has put the page back.

    Raises:
        sqlite3.Error: it cannot be written here.
    """
    with closing(sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=rw", uri=True, timeout=5)) as conn:
        conn.execute("SELECT count(*) FROM sqlite_master").fetchone()


def _reader(path: str | os.PathLike[str], how: str = "") -> sqlite3.Connection:
    uri = f"{Path(path).resolve().as_uri()}?mode=ro{how}"
    conn = sqlite3.connect(uri, uri=True, timeout=5, isolation_level=None, check_same_thread=False)
    try:
        conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, VALUE_MAX)
        conn.execute("PRAGMA trusted_schema=OFF")
        conn.execute("PRAGMA cell_size_check=ON")
        conn.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except BaseException:
        conn.close()
        raise
    return conn


def is_journal(path: Path) -> bool:
    """Whether the file calls itself a journal: by its name, or by holding a table `journal`."""
    if path.suffix == SUFFIX:
        return True
    try:
        _header(path)
        # A store of the house beside journals is not ours to touch: it is looked at as it lies.
        with closing(_reader(path, "&immutable=1")) as conn:
            return has_journal(conn)
    except (NotAJournal, *UNREADABLE):
        return False


def was_journal(path: Path) -> bool:
    """Whether a file that SQLite does not open holds the remains of a journal."""
    try:
        with path.open("rb") as file:
            return _TABLE.encode() in file.read(VALUE_MAX)
    except OSError:
        return False


def has_journal(conn: sqlite3.Connection) -> bool:
    """Whether there is a table `journal`."""
    found = conn.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'journal'")
    return bool(found.fetchone()[0])


def no_journal(place: str | os.PathLike[str], conn: sqlite3.Connection) -> NotAJournal:
    """What to raise for a file of SQLite's without a table `journal`: a jackpot book is told as one."""
    found = conn.execute(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN ('terms', 'entries')"
    )
    is_book = found.fetchone()[0] == 2
    return NotAJournal(at_place(place, faulty("book_not_a_journal") if is_book else NOT_A_JOURNAL))


def schema_fault(conn: sqlite3.Connection) -> str:
    """What is not as it was created, or nothing."""
    wanted = {"journal": _TABLE, **_TRIGGERS}
    found = dict(conn.execute("SELECT name, sql FROM sqlite_master").fetchall())
    for name in wanted:
        if name not in found:
            return faulty("missing_file", column=name)
        if found[name] != wanted[name]:
            return faulty("not_created", column=name)
    foreign = sorted(str(name) for name in found.keys() - wanted.keys())
    return faulty("does_not_belong_file", column=foreign[0][:80]) if foreign else ""


class WriterLock:
    """Held: this object alone may write the journal. The system releases it when the process dies.

    The lock is on a file of its own beside the journal: opening and closing the journal itself a second
    time would drop SQLite's own locks on it (POSIX locks belong to the process).

    Raises:
        JournalTaken: somebody else holds it.
        JournalBroken: its directory is missing or cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(path.name + LOCK)
        self._file: IO[bytes] | None = None
        while self._file is None:
            try:
                file = self._path.open("ab")
            except OSError as error:
                said = at_place(path, faulty("unwritten", why=error.strerror))
                raise JournalBroken(said, reason(error)) from None
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
                raise JournalTaken(at_place(path, faulty("taken"))) from None
            if self._is_the_file(file):
                self._file = file
            else:
                file.close()  # its holder removed it between our opening and our locking

    def release(self) -> None:
        """Another may write."""
        if self._file is not None:
            self._path.unlink(missing_ok=True)
            self._file.close()
            self._file = None

    def _is_the_file(self, file: IO[bytes]) -> bool:
        try:
            return os.path.samestat(os.fstat(file.fileno()), self._path.stat())
        except FileNotFoundError:
            return False
