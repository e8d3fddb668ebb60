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
from controller.backup.manifest import JOURNALS, KEYS, PEPPER, Manifest
from controller.backup.plain import open_plain
from controller.backup.recipient import load_private, opened
from controller.backup.refusals import BackupRefused, KeysRefused
from controller.backup.restoring import Checked, check, put_back
from controller.backup.taking import without_password
from controller.book.at_url import BOOK
from controller.cli import BadInput, NotDone
from controller.cli.backup import progress
from controller.cli.backup_words import say
from controller.cli.options import Place, lang_option, settings_option
from controller.journal.closed import session_files
from controller.journal.keys import SEAL_KEY
from controller.journal.seal import Master
from controller.settings.files import own_path
from controller.settings.table import TableFile, load_table
from controller.table.mark import MarkRefused, read_mark, stands_in
from controller.words.money import LANGUAGES

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
@lang_option("the words")
def restore(
    source: Path,
    settings_path: Path | None,
    key_file: Path | None,
    aside: str,
    owner: str,
    only_check: bool,
    lang: str,
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
        raise BadInput(say(lang, "as_it_is", sentence=error.in_words)) from None
    progress("")
    _tell_checked(checked, lang)
    if checked.faults:
        raise NotDone(_damaged(checked, lang))
    if settings is None or only_check:
        return
    _same_table(settings, checked.manifest, lang)
    try:
        lies = put_back(checked, _home(settings, owner, lang), secrets, aside, progress)
    except BackupRefused as error:
        raise NotDone(say(lang, "refused", table=settings.table.id, why=error.in_words)) from None
    progress("")
    _tell_restored(settings, checked.manifest, secrets, lang)
    if lies is not None:
        click.echo(say(lang, "lies", table=settings.table.id, folder=lies))


def _settings(path: Path | None, only_check: bool) -> TableFile | None:
    """The table's settings; to look at a backup, on a machine that is no table, none are needed."""
    if only_check and path is None and own_path("table.toml") is None:
        return None
    return load_table(path)


def _secrets(checked: Checked, key_file: Path | None) -> Mapping[str, Master]:
    if key_file is None:
        return {}
    if not checked.manifest.keys:
        raise KeysRefused("no_keys", folder=checked.folder)
    if KEYS in checked.faults:
        raise KeysRefused("keys_faulty", path=checked.folder / KEYS, why=checked.faults[KEYS])
    if KEYS not in checked.whole:
        raise KeysRefused("keys_gone", folder=checked.folder, name=KEYS)
    with open_plain(checked.folder, KEYS) as file:
        secrets = opened(file.read(), load_private(key_file))
    if unlike := sorted(secrets.keys() ^ set(checked.manifest.keys)):
        raise KeysRefused("keys_unlike", path=checked.folder / KEYS, name=unlike[0])
    return secrets


def _tell_checked(checked: Checked, lang: str) -> None:
    told, last = checked.manifest, last_session(checked.manifest)
    where, book = say(lang, "no_session"), say(lang, "book", entries=told.book_entries)
    if last:
        key = "checked_open" if told.open_session else "checked_sessions"
        where = say(lang, key, sessions=len(told.sessions), entry=last.entries)
    if told.book:
        book = say(lang, "checked_linked", url=told.book, entries=told.book_entries)
    click.echo(
        say(
            lang,
            "checked",
            table=told.table,
            folder=checked.folder,
            where=where,
            book=book,
            whole=len(checked.whole),
            files=len(told.files),
            lacks=say(lang, "checked_lacks", lacks=", ".join(told.lacks)) if told.lacks else "",
        )
    )


def _damaged(checked: Checked, lang: str) -> str:
    between = "\u202f; ", "; "
    told = between[LANGUAGES[lang]].join(
        f"{name} {why[LANGUAGES[lang]]}" for name, why in checked.faults.items()
    )
    return say(lang, "not_restored", table=checked.manifest.table, faults=told, whole=len(checked.whole))


def _same_table(settings: TableFile, manifest: Manifest, lang: str) -> None:
    """The settings are of the table that the backup is of, and of a book like its book."""
    table = settings.table
    if manifest.table != table.id:
        raise BadInput(say(lang, "other_table", theirs=manifest.table, ours=table.id))
    if bool(manifest.book) != bool(table.book):
        key = "book_linked_here" if table.book else "book_linked_there"
        raise BadInput(say(lang, key, table=table.id, book=repr(manifest.book)))
    if manifest.book != without_password(table.book):
        click.echo(say(lang, "book_was_at", table=table.id, book=manifest.book), err=True)


def _home(settings: TableFile, owner: str, lang: str) -> Home:
    """Where the records belong, and whose they are to be."""
    data, people = settings.table.data, settings.people
    try:
        account = pwd.getpwnam(owner or ACCOUNT) if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    except KeyError:
        if owner or os.geteuid():
            raise BadInput(say(lang, "no_account", account=owner or os.geteuid())) from None
        raise BadInput(say(lang, "no_account_yet", account=ACCOUNT)) from None
    if owner and os.geteuid() and account.pw_name != owner:
        raise BadInput(say(lang, "only_root", owner=owner))
    register = people.register_path if people is not None else None
    return Home(data, account.pw_uid, account.pw_gid, register, people.pepper if people is not None else None)


def _tell_restored(settings: TableFile, manifest: Manifest, secrets: Mapping[str, Master], lang: str) -> None:
    """What is there now, and what happens at the next start."""
    table, last = settings.table, last_session(manifest)
    where = say(lang, "no_session")
    if last:
        where = say(lang, "session", session=last.session, entry=last.entries)
    keys = say(lang, "keys", count=len(secrets))
    click.echo(say(lang, "restored", table=table.id, data=table.data, where=where, keys=keys))
    if not table.book and (table.data / BOOK).exists():
        unlike = together(table.data, LANGUAGES[lang])
        key, what = ("differ", unlike[0]) if unlike else ("agree", "")
        click.echo(say(lang, key, table=table.id, what=what))
    if SEAL_KEY not in secrets:
        click.echo(say(lang, "round_void" if manifest.open_session else "new_keys", table=table.id), err=True)
    if settings.people is not None and PEPPER not in secrets:
        click.echo(say(lang, "no_pepper", table=table.id, pepper=settings.people.pepper), err=True)
    click.echo(_mark_says(settings, lang))


def _mark_says(settings: TableFile, lang: str) -> str:
    """What the mark outside the data will make of it."""
    table = settings.table
    with suppress(OSError, ValueError, MarkRefused):
        mark = read_mark(table.mark_folder, table.id)
        if mark is None:
            return say(lang, "no_mark", table=table.id)
        if stands_in(mark, session_files(table.data / JOURNALS, table.id)):
            return say(lang, "mark_agrees", table=table.id)
        return say(lang, "mark_ahead", table=table.id, session=mark.session, entry=mark.seq)
    return say(lang, "mark_unread", table=table.id, folder=table.mark_folder)
