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
from controller.clock import in_utc, synchronised, wall_ms
from controller.host.disk import LOW_BYTES, unwritable
from controller.journal.chain import JournalError
from controller.journal.closed import session_files
from controller.journal.file_faults import KINDS, account, owner_of
from controller.journal.heads import HEADS_SUFFIX, HeadRefused, Signer, read_heads
from controller.journal.keys import SIGN_KEY
from controller.journal.newer import newest_here
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
from controller.witness.desk import ROLE as WITNESS
from controller.words.plurals import so_many

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
        return warning("data", f"{folder} is not there yet", "it is made at the first start")
    if not os.access(folder, os.W_OK | os.X_OK):
        return fault("data", f"{folder} is not writable for this user", "run as the table's user, or give it")
    owner = folder.stat().st_uid
    for path, told in _kept_in(folder):
        if told.st_uid != owner:
            found = f"{path} belongs to {owner_of(path)}: the table may not write it"
            return fault("data", found, f"as root: chown -R {account(owner)}: {folder}")
    kind = filesystem_of(folder.resolve())
    if kind in FORGETFUL:
        return fault("data", f"{folder} is on {kind}: a power cut loses it", "put it on a disk")
    space = os.statvfs(folder)
    free = space.f_bavail * space.f_frsize
    room = f"{folder} has {free // 2**20} MiB free"
    if free < LOW_BYTES:
        return fault("data", room, "free some space before the table is opened")
    if free < FREE_WANTED_BYTES:
        return warning("data", room, "a season takes about 1 GiB: copy closed journals away")
    if open_to_others := _open_to_others(folder):
        more = f" and {len(open_to_others) - 1} more" if len(open_to_others) > 1 else ""
        found = f"{open_to_others[0]}{more} may be read by others"
        return warning("data", found, f"chmod -R go= {folder}")
    if kind in DOUBTFUL:
        return warning("data", f"{room}, on {kind}", "use ext4 on an SSD with power-loss protection")
    return ok("data", f"{room}, on {kind or 'an unknown file system'}")


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
        return warning("seal key", f"{path} is not there yet", "it is made at the first start; keep a copy")
    try:
        load_master(path)
    except MasterRefused as error:
        return fault("seal key", str(error), "chown it to the table's user and chmod 0600")
    return ok("seal key", f"{path} is its owner's only")


def sign_key(folder: Path) -> Finding:
    """The key that signs the journals' heads: its owner's only; witnesses trust its public part."""
    path = folder / SIGN_KEY
    if not path.exists():
        return warning(
            "sign key", f"{path} is not there yet", "it is made at the first start; trust it after"
        )
    try:
        key = Signer(load_master(path)).key
    except MasterRefused as error:
        return fault("sign key", str(error), "chown it to the table's user and chmod 0600")
    return ok("sign key", f"{path} is its owner's only; witnesses trust {key[:16]}…")


def program(settings: TableFile) -> Finding:
    """The program is the one of its signed manifest, and approved or not (SE-04)."""
    try:
        standing = standing_of(settings)
    except (NotAuthentic, SettingsError) as error:
        return fault("program", str(error), "the table does not start: install the signed program again")
    if not standing.program:
        why = "no manifest is named in the settings"
        return warning(
            "program", why, "have one signed (OPERATIONS.md, section 3) and name it under [program]"
        )
    if not standing.approved:
        why = f"authentic, not approved: {standing.why}"
        return warning("program", why, "every screen says so; see OPERATIONS.md")
    return ok("program", "authentic and approved")


def witness_file(path: Path) -> Finding:
    """What a witness saw, to hold the journals against: it is looked at even where none is here yet."""
    try:
        heads = read_witnesses(path)
    except WitnessRefused as error:
        return fault("witness", str(error), "name the heads.txt of tapis witness, or a list of its lines")
    return ok("witness", f"{path} has {so_many(len(heads), 'head')}")


def journals(folder: Path, witness: Path | None = None, table: str = "") -> Finding:
    """Every journal of the data directory, verified from end to end, and held against a witness's heads.

    Where there is none, the witness has none of this `table` either.
    """
    try:
        files = folder.is_dir() and any(folder.iterdir())
    except OSError as error:
        return fault("journals", f"{folder}: {error.strerror}", "run as the table's user")
    try:
        heads = () if witness is None else tuple(read_witnesses(witness))
        seen = [one for one in heads if one.table in (table, "")]
        if not files and seen:
            found = f"{folder}: none is here, and the witness has {so_many(len(seen), 'head')} of this table"
            return fault("journals", found, "put a backup back: tapis restore; see OPERATIONS.md, section 5")
        if not files:
            return ok("journals", "none yet")
        report = verify(folder, witnesses=heads)
    except (JournalError, WitnessRefused) as error:
        return fault("journals", str(error), "look what else is in this directory")
    if not report.ok:
        why = [*report.faults, *(f"{one.file}: {one.why}" for one in report.files if not one.ok)]
        more = f"; and {len(why) - 1} more" if len(why) > 1 else ""
        if any(one.newer for one in report.files):
            found = f"{why[0]}, which a newer program wrote{more}"
            return fault("journals", found, f"erase nothing; install {newest_here(folder.parent)} again")
        return fault("journals", f"{why[0]}{more}", KINDS[".journal"].step[True])
    found = f"{so_many(len(report.files), 'verifies', 'verify')}, {so_many(report.entries, 'entry')}"
    if witness is None:
        return ok("journals", found)
    return ok(
        "journals",
        f"{found}, as the witness's {so_many(len(heads), 'head says', 'heads say')}",
    )


def mark(settings: TableFile) -> Finding:
    """The table's own mark outside its data: there, and no farther than its journals."""
    name, folder, table = "mark", settings.table.mark_folder, settings.table.id
    advice = "JP1 stays closed at the next start until two persons accept it; see OPERATIONS.md, section 5"
    journals = settings.table.data / "journals"
    files = session_files(journals, table) if journals.is_dir() else []
    try:
        told = read_mark(folder, table)
    except MarkRefused as error:
        return fault(name, str(error), "the table does not start: put the right directory back")
    except (OSError, ValueError) as error:
        return fault(name, f"{folder}: it cannot be read ({error})", advice)
    if told is None:
        if not files:
            return ok(name, f"none yet in {folder}")
        return warning(name, f"none in {folder}, though there are journals", advice)
    if not stands_in(told, files):
        where = f"session {told.session}, entry {told.seq}"
        return fault(name, f"the journals lack {where}, which the table had written", advice)
    found = f"session {told.session}, entry {told.seq}, book entry {told.heard.seq}"
    why = unwritable(folder)
    if why:
        lost = "data put back from a copy would not be noticed: look at its disk and its owner"
        return warning(name, f"{found}; {folder} takes no newer one ({why})", lost)
    return ok(name, found)


def people(settings: TableFile) -> Finding:
    """The register of people and the pepper of its PINs, where the settings name them."""
    files = settings.people
    if files is None:
        return ok("people", "no register is named in the settings")
    try:
        open_register(files.register_path, files.pepper).close()
    except RegisterNewer as error:
        again = f"erase nothing; install {newest_here(settings.table.data)} again"
        return fault("people", str(error), again)
    except RegisterDamaged as error:
        return fault("people", str(error), "the table does not start: OPERATIONS.md, section 5")
    return ok("people", f"{files.register_path} can be read")


def frame_log(settings: TableFile) -> Finding:
    """What passed the machines' lines is written beside the journal; a table that runs is asked."""
    failed = frame_log_failed(settings)
    if failed is None:
        return ok("frame log", "no table runs here that could be asked")
    if not failed:
        return ok("frame log", "written")
    found, advice = LOG_FAILED.get(failed, LOG_FAILED["broken"])
    return warning("frame log", f"{found}; the game and its journal go on", advice)


LOG_FAILED: Final = {
    "full": ("not written: the disk is full", "free some space; the newest frames are in memory alone"),
    "read_only": ("not written: the disk is read-only", "look at the disk: it may be failing"),
    "forbidden": ("not written: forbidden", "give the folder of the journals to the table's user"),
    "no_folder": ("not written: its folder is gone", "look what became of the folder of the journals"),
    "broken": ("not written: the disk has an error", "look at the disk before the table opens again"),
}


def time_kept(folder: Path, now_ms: int | None = None, kept: Callable[[], bool] = synchronised) -> Finding:
    """The machine's clock against what the table wrote: its signed heads, and when its files were changed."""
    now_ms = wall_ms() if now_ms is None else now_ms
    files = [path for path in sorted((folder / "journals").glob("*")) if path.is_file()]
    try:
        heads = [read_heads(path) for path in files if path.suffix == HEADS_SUFFIX][-1:]
        written_ms = max((path.stat().st_mtime_ns // 1_000_000 for path in files), default=0)
    except (HeadRefused, OSError):
        return warning("time", "the journals' own time cannot be read", "see the check of the journals")
    told_ms = max((one.at_ms for one in heads[-1][-1:]), default=0) if heads else 0
    if not told_ms:
        return ok("time", "nothing is written yet")
    ahead_ms = max(told_ms, written_ms) - now_ms
    last = in_utc(told_ms)
    if ahead_ms > APART_MS:
        found = f"what is written here is {ahead_ms // 3_600_000} h ahead of the clock (journal: {last})"
        return fault("time", found, "set the clock, or wait: the journal never runs back (OPERATIONS.md, 3)")
    if now_ms - told_ms > AHEAD_MS and not kept():
        found = (
            f"the clock is {so_many((now_ms - told_ms) // 86_400_000, 'day')} ahead of the journal ({last})"
        )
        return warning(
            "time", found, "compare it with another clock: a chef confirms it at the table (A-104)"
        )
    return ok("time", f"the journal's last head is of {last}")


def book(folder: Path) -> Finding:
    """The jackpot book of this machine: its ledger adds up."""
    path = folder / "jackpot.book"
    if not path.exists():
        return ok("jackpot book", "none yet")
    try:
        with closing(open_book(str(path), None)) as opened:
            view = opened.read(check=True)
    except BookNewer as error:
        return fault("jackpot book", str(error), f"erase nothing; install {newest_here(folder)} again")
    except (BookMismatch, BookUnreachable) as error:
        return fault("jackpot book", str(error), "JP1 stays closed; see OPERATIONS.md, section 5")
    return ok("jackpot book", f"adds up, {so_many(view.seq, 'entry')}")


def linked_book(settings: TableFile) -> Finding:
    """The book of a linked jackpot: it answers, and knows this table, its terms and its rules."""
    try:
        jackpot = load_jackpot(config_path(settings.table.jackpot))
        linkage = linkage_of(rules_of(settings), settings.table.id)
        with closing(open_book(settings.table.book, jackpot, linkage=linkage)) as opened:
            meter = opened.meter()
    except SettingsError as error:
        return fault("jackpot book", str(error), "correct the file")
    except BookMismatch as error:
        return fault("jackpot book", str(error), "JP1 stays closed; see LINK.md")
    except BookUnreachable as error:
        return warning(
            "jackpot book", f"does not answer: {error}", "the table plays without JP1; see LINK.md"
        )
    return ok(
        "jackpot book",
        f"linked, generation {meter.generation}, {so_many(meter.book_seq, 'entry')}",
    )


def sockets(folder: Path) -> Finding:
    """The directory of the screens' sockets: not for everybody."""
    if not folder.is_dir():
        return warning("sockets", f"{folder} is not there yet", "the service makes it (RuntimeDirectory=)")
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & 0o002:
        return fault("sockets", f"{folder} has mode {mode:04o}: anybody may put one there", "chmod 0750")
    return ok("sockets", f"{folder}, mode {mode:04o}")


def accounts() -> Finding:
    """Each kind of screen, and the witness, has a group of its own, and this user may give it its socket."""
    without = [role for role in (*SCREEN_ROLES, WITNESS, STATUS) if group_of(role) is None]
    if not without:
        return ok("accounts", "every kind of screen has its own group")
    names = ", ".join(GROUP_PREFIX + role for role in without)
    return warning(
        "accounts",
        f"this user is in no group {names}: those screens connect as this user alone",
        "type this as the table's user: runuser -u tapis -- tapis doctor",
    )
