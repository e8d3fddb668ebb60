"""What `tapis doctor` looks at where the table keeps its records: disk, key, journals, book, sockets."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from controller.book.at_url import open_book
from controller.book.port import BookMismatch, BookNewer, BookUnreachable
from controller.boot.running import frame_log_failed
from controller.boot.sessions import linkage_of
from controller.boot.starting import standing_of
from controller.cli.doctor_findings import Finding, fault, ok, warning
from controller.cli.doctor_words import UNKNOWN_KIND, UNWRITABLE
from controller.clock import synchronised, wall_ms
from controller.host.disk import BROKEN, LOW_BYTES, unwritable
from controller.journal.chain import JournalError
from controller.journal.closed import session_files
from controller.journal.file_faults import (
    KINDS,
    Fault,
    account,
    fault_of,
    owner_of,
    step_for,
)
from controller.journal.heads import HEADS_SUFFIX, HeadRefused, Signer, read_heads
from controller.journal.keys import SIGN_KEY
from controller.journal.newer import newest_here
from controller.journal.report import Report
from controller.journal.seal import MasterRefused, load_master
from controller.journal.verify import verify
from controller.journal.witness import WitnessRefused, read_witnesses
from controller.people.files import open_register
from controller.people.reading import RegisterDamaged, RegisterNewer
from controller.screens.status_desk import ROLE as STATUS
from controller.screens.unix_socket import GROUP_PREFIX, group_of
from controller.screens.wire import SCREEN_ROLES
from controller.settings.files import config_path
from controller.settings.jackpot import load_jackpot
from controller.settings.limits import rules_of
from controller.settings.settings_error import SettingsError
from controller.settings.standing import NotAuthentic
from controller.settings.table import TableFile
from controller.table.host_watch import AHEAD_MS, APART_MS
from controller.table.mark import MarkRefused, read_mark, stands_in
from controller.told import at_place, said_by
from controller.witness.desk import ROLE as WITNESS
from controller.words.file_refused import file_refused
from controller.words.told import instants

FREE_WANTED_BYTES: Final = 1024 * 1024 * 1024
FORGETFUL: Final = frozenset({"tmpfs", "ramfs", "devtmpfs"})
DOUBTFUL: Final = frozenset({"overlay", "vfat", "exfat", "nfs", "nfs4", "cifs", "9p", "fuseblk"})


def filesystem_of(path: Path, mounts: Path = Path("/proc/self/mountinfo")) -> str:
    """The kind of file system that the path is on, or an empty text when the system does not tell."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    found, longest = "", -1
    for line in lines:
        fields, _, rest = line.partition(" - ")
        point = fields.split()[4].replace("\\040", " ")
        if path.is_relative_to(point) and len(point) >= longest:
            found, longest = rest.split()[0], len(point)
    return found


def data(folder: Path) -> Finding:
    """The directory of journals, book and key: there, writable, on a disk that remembers, with room."""
    if not folder.is_dir():
        return warning("data", "data.missing", "first_start", folder=folder)
    if not os.access(folder, os.W_OK | os.X_OK):
        return fault("data", "data.forbidden", "give_folder", folder=folder)
    owner = folder.stat().st_uid
    for path, told in _kept_in(folder):
        if told.st_uid != owner:
            facts = {"path": path, "owner": owner_of(path), "account": account(owner), "folder": folder}
            return fault("data", "data.others", "chown", **facts)
    kind = filesystem_of(folder.resolve())
    if kind in FORGETFUL:
        return fault("data", "data.forgetful", "on_a_disk", folder=folder, kind=kind)
    space = os.statvfs(folder)
    free = space.f_bavail * space.f_frsize
    room = {"folder": folder, "free": free // 2**20}
    if free < LOW_BYTES:
        return fault("data", "data.room", "free_space", **room)
    if free < FREE_WANTED_BYTES:
        return warning("data", "data.room", "copy_away", **room)
    if open_to_others := _open_to_others(folder):
        more = len(open_to_others) - 1
        key = "data.open_more" if more else "data.open"
        return warning("data", key, "close_to_others", file=open_to_others[0], more=more, folder=folder)
    if kind in DOUBTFUL:
        return warning("data", "data.fine", "ext4", kind=kind, **room)
    return ok("data", "data.fine", kind=kind or UNKNOWN_KIND, **room)


def _open_to_others(folder: Path) -> list[str]:
    """The files of a table that others may read or write: an older edition left them so without its unit."""
    return [
        path.name for path, told in _kept_in(folder) if stat.S_ISREG(told.st_mode) and told.st_mode & 0o077
    ]


def _kept_in(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """What is below the folder, in order; what a table that plays takes away meanwhile is passed over."""
    for path in sorted(folder.rglob("*")):
        with suppress(OSError):
            yield path, path.stat()


def seal_key(folder: Path) -> Finding:
    """The key that seals face-down cards: its owner's only."""
    path = folder / "seal.key"
    if not path.exists():
        return warning("seal key", "key.missing", "made_by_night", path=path)
    try:
        load_master(path)
    except MasterRefused as error:
        return _key_refused("seal key", error, path)
    return ok("seal key", "key.fine", path=path)


def sign_key(folder: Path) -> Finding:
    """The key that signs the journals' heads: its owner's only; witnesses trust its public part."""
    path = folder / SIGN_KEY
    if not path.exists():
        return warning("sign key", "key.missing", "trust_key", path=path)
    try:
        key = Signer(load_master(path)).key
    except MasterRefused as error:
        return _key_refused("sign key", error, path)
    return ok("sign key", "key.signs", path=path, key=key[:16])


def _key_refused(check: str, error: MasterRefused, path: Path) -> Finding:
    """A key whose permissions are wrong is closed to others; one that is damaged comes back from its copy."""
    found, told_here = fault_of(path), file_refused(error, (path,), step=False)
    if found in (Fault.OTHERS, Fault.OWNER, Fault.FORBIDDEN):
        return fault(check, "as_told", "owner_only", found=told_here)
    return fault(check, "as_told", "as_told", found=told_here, advice=step_for(path, found))


def program(settings: TableFile) -> Finding:
    """The program is the one of its signed manifest, and approved or not (SE-04)."""
    try:
        standing = standing_of(settings)
    except (NotAuthentic, SettingsError) as error:
        return fault("program", "program.refused", "sign_again", why=said_by(error))
    if not standing.program:
        return warning("program", "program.unnamed", "have_signed")
    if settings.program is not None and settings.program.approval is None:
        return warning("program", "program.no_approval", "screens_say_so")
    if not standing.approved:
        return warning("program", "program.unapproved", "screens_say_so", why=standing.why)
    return ok("program", "program.fine")


def witness_file(path: Path) -> Finding:
    """What a witness saw, to hold the journals against: it is looked at even where none is here yet."""
    try:
        heads = read_witnesses(path)
    except WitnessRefused as error:
        return fault("witness", "witness.refused", "name_heads", why=said_by(error))
    return ok("witness", "witness.fine", path=path, heads=len(heads))


def journals(folder: Path, witness: Path | None = None, table: str = "") -> Finding:
    """Every journal of the data directory, verified from end to end, and held against a witness's heads.

    Where there is none, the witness has none of this `table` either.
    """
    try:
        files = folder.is_dir() and any(folder.iterdir())
    except OSError as error:
        return fault("journals", "journals.forbidden", "as_table", folder=folder, why=error.strerror)
    try:
        heads = () if witness is None else tuple(read_witnesses(witness))
        seen = [one for one in heads if one.table in (table, "")]
        if not files and seen:
            return fault("journals", "journals.gone", "restore", folder=folder, heads=len(seen))
        if not files:
            return ok("journals", "journals.none")
        report = verify(folder, witnesses=heads)
    except (JournalError, WitnessRefused) as error:
        return fault("journals", "journals.refused", "what_else", why=said_by(error))
    if not report.ok:
        return _not_verified(folder, report)
    facts = {"files": len(report.files), "entries": report.entries, "heads": len(heads)}
    return ok("journals", "journals.fine" if witness is None else "journals.witnessed", **facts)


def _not_verified(folder: Path, report: Report) -> Finding:
    """The first of what does not hold, and how many more there are."""
    why = [*report.faults, *(at_place(one.file, one.why) for one in report.files if not one.ok)]
    more = "_more" if len(why) > 1 else ""
    facts = {"why": why[0], "more": len(why) - 1}
    if any(one.newer for one in report.files):
        return fault("journals", f"journals.newer{more}", "newer", last=_newest(folder.parent), **facts)
    return fault("journals", f"journals.wrong{more}", "put_file_back", step=KINDS[".journal"].step, **facts)


def _newest(data: Path) -> tuple[str, str]:
    """The program that wrote last with these data, French and English."""
    return newest_here(data, "fr"), newest_here(data)


def mark(settings: TableFile) -> Finding:
    """The table's own mark outside its data: there, and no farther than its journals."""
    name, folder, table = "mark", settings.table.mark_folder, settings.table.id
    journals = settings.table.data / "journals"
    files = session_files(journals, table) if journals.is_dir() else []
    try:
        told = read_mark(folder, table)
    except MarkRefused as error:
        return fault(name, "mark.refused", "mark_back", why=said_by(error))
    except (OSError, ValueError) as error:
        return fault(name, "mark.unread", "two_accept", folder=folder, why=error)
    if told is None:
        if not files:
            return ok(name, "mark.none_yet", folder=folder)
        return warning(name, "mark.gone", "two_accept", folder=folder)
    if not stands_in(told, files):
        return fault(name, "mark.ahead", "two_accept", session=told.session, entry=told.seq)
    found = {"session": told.session, "entry": told.seq, "book": told.heard.seq}
    why = unwritable(folder)
    if why:
        return warning(name, "mark.stuck", "mark_disk", folder=folder, why=(UNWRITABLE[why], why), **found)
    return ok(name, "mark.fine", **found)


def people(settings: TableFile) -> Finding:
    """The register of people and the pepper of its PINs, where the settings name them."""
    files = settings.people
    if files is None:
        return ok("people", "people.unnamed")
    try:
        open_register(files.register_path, files.pepper).close()
    except RegisterNewer as error:
        return fault("people", "newer", "newer", why=said_by(error), last=_newest(settings.table.data))
    except RegisterDamaged as error:
        return fault(
            "people",
            "as_told",
            "no_start",
            found=file_refused(error, (files.register_path, files.pepper), step=False),
        )
    return ok("people", "people.fine", path=files.register_path)


def frame_log(settings: TableFile) -> Finding:
    """What passed the machines' lines is written beside the journal; a table that runs is asked."""
    failed = frame_log_failed(settings)
    if failed is None:
        return ok("frame log", "frames.nobody")
    if not failed:
        return ok("frame log", "frames.fine")
    key = f"frames.{failed if failed in UNWRITABLE else BROKEN}"
    return warning("frame log", key, key)


def time_kept(folder: Path, now_ms: int | None = None, kept: Callable[[], bool] = synchronised) -> Finding:
    """The machine's clock against what the table wrote: its signed heads, and when its files were changed."""
    now_ms = wall_ms() if now_ms is None else now_ms
    files = [path for path in sorted((folder / "journals").glob("*")) if path.is_file()]
    try:
        heads = [read_heads(path) for path in files if path.suffix == HEADS_SUFFIX][-1:]
        written_ms = max((path.stat().st_mtime_ns // 1_000_000 for path in files), default=0)
    except (HeadRefused, OSError):
        return warning("time", "time.unread", "see_journals")
    told_ms = max((one.at_ms for one in heads[-1][-1:]), default=0) if heads else 0
    if not told_ms:
        return ok("time", "time.nothing")
    ahead_ms = max(told_ms, written_ms) - now_ms
    last = instants(told_ms)
    if ahead_ms > APART_MS:
        return fault("time", "time.ahead", "clock_or_wait", hours=ahead_ms // 3_600_000, last=last)
    if now_ms - told_ms > AHEAD_MS and not kept():
        days = (now_ms - told_ms) // 86_400_000
        return warning("time", "time.behind", "compare_clock", days=days, last=last)
    return ok("time", "time.fine", last=last)


def book(folder: Path) -> Finding:
    """The jackpot book of this machine: its ledger adds up."""
    path = folder / "jackpot.book"
    if not path.exists():
        return ok("jackpot book", "book.none")
    try:
        with closing(open_book(str(path), None)) as opened:
            view = opened.read(check=True)
    except BookNewer as error:
        return fault("jackpot book", "newer", "newer", why=said_by(error), last=_newest(folder))
    except (BookMismatch, BookUnreachable) as error:
        return fault("jackpot book", "as_told", "jp1_closed", found=file_refused(error, (path,), step=False))
    return ok("jackpot book", "book.fine", entries=view.seq)


def linked_book(settings: TableFile) -> Finding:
    """The book of a linked jackpot: it answers, and knows this table, its terms and its rules."""
    try:
        jackpot = load_jackpot(config_path(settings.table.jackpot))
        linkage = linkage_of(rules_of(settings), settings.table.id)
        with closing(open_book(settings.table.book, jackpot, linkage=linkage)) as opened:
            meter = opened.meter()
    except SettingsError as error:
        return fault("jackpot book", "settings.refused", "correct", why=said_by(error))
    except BookMismatch as error:
        return fault("jackpot book", "book.refused", "jp1_closed_linked", why=said_by(error))
    except BookUnreachable as error:
        return warning("jackpot book", "book.silent", "without_jp1", why=said_by(error))
    facts = {"generation": meter.generation, "entries": meter.book_seq}
    return ok("jackpot book", "book.linked", **facts)


def sockets(folder: Path) -> Finding:
    """The directory of the screens' sockets: not for everybody."""
    if not folder.is_dir():
        return warning("sockets", "sockets.missing", "service_makes", folder=folder)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & 0o002:
        return fault("sockets", "sockets.open", "chmod_sockets", folder=folder, mode=f"{mode:04o}")
    return ok("sockets", "sockets.fine", folder=folder, mode=f"{mode:04o}")


def accounts() -> Finding:
    """Each kind of screen, and the witness, has a group of its own, and this user may give it its socket."""
    without = [role for role in (*SCREEN_ROLES, WITNESS, STATUS) if group_of(role) is None]
    if not without:
        return ok("accounts", "accounts.fine")
    names = ", ".join(GROUP_PREFIX + role for role in without)
    return warning("accounts", "accounts.missing", "as_tapis", groups=names)
