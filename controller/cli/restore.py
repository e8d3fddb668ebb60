"""`tapis restore`: a backup is put back after every hash and chain of it was checked."""

from __future__ import annotations

import os
import pwd
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import click

from controller.backup.checking import together
from controller.backup.durable import Home
from controller.backup.finding import find_backup, last_session
from controller.backup.manifest import JOURNALS, KEYS, PEPPER, BackupRefused, Manifest
from controller.backup.plain import open_plain
from controller.backup.recipient import KeysRefused, load_private, opened
from controller.backup.restoring import Checked, check, put_back
from controller.backup.taking import without_password
from controller.book.at_url import BOOK
from controller.cli import BadInput, NotDone
from controller.cli.backup import progress
from controller.cli.options import Place, settings_option
from controller.journal.closed import session_files
from controller.journal.keys import SEAL_KEY
from controller.journal.seal import Master
from controller.settings.files import own_path
from controller.settings.table import TableFile, load_table
from controller.table.mark import MarkRefused, read_mark, stands_in
from controller.words.plurals import so_many

ACCOUNT = "tapis"


@click.command()
@click.argument("source", type=Place())
@settings_option
@click.option("--keys", "key_file", type=Place(), help="The private key, from the safe.")
@click.option(
    "--aside", default="", metavar="NAME", help="Keep what is there in aside/NAME of the table's data."
)
@click.option("--owner", default="", metavar="USER", help=f"Whose the files are, for root; else {ACCOUNT}.")
@click.option("--check", "only_check", is_flag=True, help="Only say whether the backup is whole.")
def restore(
    source: Path, settings_path: Path | None, key_file: Path | None, aside: str, owner: str, only_check: bool
) -> None:
    """Put the backup SOURCE back, or the table's newest in the directory SOURCE; the table does not run.

    The newest is the one that holds most; with --check, on a machine without settings, that of any table.

    Every file is held against its hash, every journal verified, book and register read, before anything is
    written. Nothing that is there is overwritten. The table's mark is left as it is.

    Exit 0 when it is back (with --check: whole), 1 when it is not, 2 when there is no such backup.
    """
    settings = _settings(settings_path, only_check)
    try:
        folder = find_backup(source, settings.table.id if settings is not None else "")
        checked = check(folder, progress)
        secrets = _secrets(checked, key_file)
    except (BackupRefused, KeysRefused) as error:
        progress("")
        raise BadInput(str(error)) from None
    progress("")
    _tell_checked(checked)
    if checked.faults:
        raise NotDone(_damaged(checked))
    if settings is None or only_check:
        return
    _same_table(settings, checked.manifest)
    try:
        lies = put_back(checked, _home(settings, owner), secrets, aside, progress)
    except BackupRefused as error:
        raise NotDone(f"{settings.table.id}: the backup is not put back: {error}") from None
    progress("")
    _tell_restored(settings, checked.manifest, secrets)
    if lies is not None:
        click.echo(f"{settings.table.id}: what was there lies in {lies}")


def _settings(path: Path | None, only_check: bool) -> TableFile | None:
    """The table's settings; to look at a backup, on a machine that is no table, none are needed."""
    if only_check and path is None and own_path("table.toml") is None:
        return None
    return load_table(path)


def _secrets(checked: Checked, key_file: Path | None) -> Mapping[str, Master]:
    if key_file is None:
        return {}
    if not checked.manifest.keys:
        raise KeysRefused(f"{checked.folder} holds no keys: it was made without a recipient")
    if KEYS in checked.faults:
        raise KeysRefused(f"{checked.folder / KEYS} {checked.faults[KEYS]}; take the keys of another backup")
    if KEYS not in checked.whole:
        raise KeysRefused(f"{checked.folder} names keys and has no {KEYS}; take the keys of another backup")
    with open_plain(checked.folder, KEYS) as file:
        secrets = opened(file.read(), load_private(key_file))
    if unlike := sorted(secrets.keys() ^ set(checked.manifest.keys)):
        raise KeysRefused(
            f"{checked.folder / KEYS} and the manifest do not tell alike of {unlike[0]}: one of the two was"
            " changed; take the keys of another backup"
        )
    return secrets


def _tell_checked(checked: Checked) -> None:
    told, last = checked.manifest, last_session(checked.manifest)
    where = (
        f"{so_many(len(told.sessions), 'session')}, the last to entry {last.entries}"
        if last
        else "no session"
    )
    where += ", which is open" if told.open_session else ""
    book = f"linked book {told.book}" if told.book else "book"
    files = f"{len(checked.whole)} of {len(told.files)} files are as they were written"
    lacks = f"; without {', '.join(told.lacks)}, which the table had not" if told.lacks else ""
    click.echo(
        f"{told.table}: {checked.folder}: {where}; {book} to entry {told.book_entries}; {files}{lacks}"
    )


def _damaged(checked: Checked) -> str:
    faults = "; ".join(f"{name} {why}" for name, why in checked.faults.items())
    whole = so_many(len(checked.whole), "file is whole", "files are whole")
    return (
        f"{checked.manifest.table}: nothing was put back: {faults}. The other {whole}. Erase"
        " nothing, and take the backup before it; what that lacks is in the witness's mirrors (OPERATIONS.md,"
        " section 5)"
    )


def _same_table(settings: TableFile, manifest: Manifest) -> None:
    """The settings are of the table that the backup is of, and of a book like its book."""
    table = settings.table
    if manifest.table != table.id:
        raise BadInput(f"the backup is of table {manifest.table}, the settings are of {table.id}")
    if bool(manifest.book) != bool(table.book):
        here = "the settings name one" if table.book else f"the backup's was linked: book = {manifest.book!r}"
        raise BadInput(f"{table.id}: another kind of jackpot book; {here}; correct [table] first")
    if manifest.book != without_password(table.book):
        click.echo(f"{table.id}: the linked book was at {manifest.book}", err=True)


def _home(settings: TableFile, owner: str) -> Home:
    """Where the records belong, and whose they are to be."""
    data, people = settings.table.data, settings.people
    try:
        account = pwd.getpwnam(owner or ACCOUNT) if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    except KeyError:
        if owner or os.geteuid():
            raise BadInput(f"there is no account {owner or os.geteuid()} on this machine") from None
        raise BadInput(
            f"there is no account {ACCOUNT} on this machine: install the package of the table first, or name"
            " its account by --owner"
        ) from None
    if owner and os.geteuid() and account.pw_name != owner:
        raise BadInput(f"only root can give files to {owner}")
    register = people.register_path if people is not None else None
    return Home(data, account.pw_uid, account.pw_gid, register, people.pepper if people is not None else None)


def _tell_restored(settings: TableFile, manifest: Manifest, secrets: Mapping[str, Master]) -> None:
    """What is there now, and what happens at the next start."""
    table, last = settings.table, last_session(manifest)
    where = f"session {last.session} to entry {last.entries}" if last else "no session"
    click.echo(f"{table.id}: put back to {table.data}: {where}; {so_many(len(secrets), 'key')}")
    if not table.book and (table.data / BOOK).exists():
        unlike = together(table.data)
        agree = "journals and book agree" if not unlike else f"journals and book differ: {unlike[0]}"
        click.echo(f"{table.id}: {agree}")
    if SEAL_KEY not in secrets:
        click.echo(f"{table.id}: {_without_keys(manifest)}", err=True)
    if settings.people is not None and PEPPER not in secrets:
        click.echo(
            f"{table.id}: without {settings.people.pepper} no PIN counts: put it back from its own copy",
            err=True,
        )
    click.echo(f"{table.id}: {_mark_says(settings)}")


def _without_keys(manifest: Manifest) -> str:
    if manifest.open_session:
        return "without its keys the round that is open is void: two persons say so at the console"
    return "without its keys the table makes new ones: hold the key ceremony (OPERATIONS.md, section 3)"


def _mark_says(settings: TableFile) -> str:
    """What the mark outside the data will make of it."""
    table = settings.table
    with suppress(OSError, ValueError, MarkRefused):
        mark = read_mark(table.mark_folder, table.id)
        if mark is None:
            return "there is no mark here: JP1 stays closed (A-110) until two persons accept that"
        if stands_in(mark, session_files(table.data / JOURNALS, table.id)):
            return "nothing was played since by the table's mark"
        return (
            f"the mark tells of session {mark.session}, entry {mark.seq}, which the backup lacks: JP1 stays"
            " closed (A-110) until two persons accept the difference"
        )
    return f"the mark in {table.mark_folder} cannot be read: JP1 stays closed (A-110) until two accept that"
