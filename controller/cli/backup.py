"""`tapis backup`: a copy of a table's records while it plays, whole or not there at all."""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from pathlib import Path

import click

from controller.backup.leftovers import left_words, unread_sentence
from controller.backup.manifest import REGISTER, BackupRefused
from controller.backup.taking import Sources, Taken, take
from controller.book.at_url import BOOK
from controller.book.last_heard import NOTHING_HEARD, Heard
from controller.cli import BadInput, NotDone
from controller.cli.options import Place, settings_option
from controller.clock import wall_ms
from controller.host.last_backup import LAST
from controller.journal.seal import MasterRefused, replace_whole
from controller.settings.table import TableFile, load_table
from controller.table.mark import MarkRefused, read_mark
from controller.words.money import decimal
from controller.words.plurals import so_many


@click.command()
@click.argument("target", required=False, type=Place())
@settings_option
@click.option("--keep", type=click.IntRange(min=1), help="How many stay; those that hold least go.")
@click.option("--frames", is_flag=True, help="Take the logs of the machines' lines along.")
def backup(target: Path | None, settings_path: Path | None, keep: int | None, frames: bool) -> None:
    """Copy the table's records into a new directory in TARGET, a mounted disk or stick; it may be at play.

    Journals up to an entry that was durable, their signed heads, the jackpot book of the same instant (of a
    linked one its address), the register of people, the settings' record; the keys encrypted to the recipient
    of the settings. TARGET, recipient and keep may stand under [backup] of the settings.

    Exit 0 when it is whole; 1 when it could not be made, or what was copied does not verify.
    """
    settings = load_table(settings_path)
    place = target or settings.backup.target
    if place is None:
        raise BadInput("name the TARGET, or `target` under [backup] of the settings")
    sources, began_s = sources_of(settings, frames=frames or settings.backup.frames), time.monotonic()
    try:
        taken = take(sources, place, wall_ms(), keep or settings.backup.keep, progress)
    except (BackupRefused, MasterRefused) as error:
        raise NotDone(f"{settings.table.id}: no backup: {error}") from None
    _tell(settings, sources, taken)
    if taken.manifest.damaged:
        for one in taken.manifest.damaged:
            click.echo(f"{settings.table.id}: does not verify: {one}", err=True)
        raise NotDone(
            f"{settings.table.id}: the backup holds what is there, damaged as it is; no older was removed."
            " Erase nothing; restore what is named from an older backup (OPERATIONS.md, section 5)"
        )
    _remember(settings, taken, time.monotonic() - began_s)


def sources_of(settings: TableFile, *, frames: bool = False) -> Sources:
    """What there is to keep of the table of these settings."""
    table, people = settings.table, settings.people
    return Sources(
        table=table.id,
        data=table.data,
        book=table.book,
        heard=_heard(settings),
        register=people.register_path if people is not None else None,
        pepper=people.pepper if people is not None else None,
        recipient=settings.backup.recipient,
        frames=frames,
    )


def _heard(settings: TableFile) -> Heard:
    """How far the table had heard its book, by its mark; nothing where there is none that can be read."""
    with suppress(MarkRefused, ValueError, OSError):
        mark = read_mark(settings.table.mark_folder, settings.table.id)
        return mark.heard if mark is not None else NOTHING_HEARD
    return NOTHING_HEARD


def progress(name: str) -> None:
    """What is read or written now, for a person who waits; an empty name ends it."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{name}", nl=False, err=True)


def _tell(settings: TableFile, sources: Sources, taken: Taken) -> None:
    """What there is now, in one line; and what a person should know of it."""
    progress("")
    told, name = taken.manifest, settings.table.id
    last = told.sessions[-1] if told.sessions else None
    where = "no session yet" if last is None else f"session {last.session} to entry {last.entries}"
    where += ", which is open" if told.open_session else ""
    book = f"linked book to entry {told.book_entries}" if told.book else f"book to entry {told.book_entries}"
    keys = so_many(len(told.keys), "key") if told.keys else "no keys"
    gone = f"; removed {', '.join(taken.removed)}" if taken.removed else ""
    size = sum(one.size for one in told.files) / 2**20
    sessions = so_many(len(told.sessions), "session")
    click.echo(f"{name}: {taken.folder}: {sessions} ({where}), {book}, {keys}, {decimal(size)} MiB{gone}")
    if missing := ", ".join(one for one in (BOOK, REGISTER) if one in told.lacks):
        click.echo(f"{name}: not in it, for the table has none any more: {missing} (tapis doctor)", err=True)
    if taken.left:
        click.echo(f"{name}: {left_words(taken.left)}", err=True)
    for one in taken.unread:
        click.echo(f"{name}: {unread_sentence(one)}", err=True)
    if taken.later:
        click.echo(
            f"{name}: {taken.later[-1]} is dated later than this one: the clock is wrong now, or was then"
            " (timedatectl); backups stand in the order of what they hold",
            err=True,
        )
    if not told.keys:
        why = "no recipient is named under [backup]" if not sources.recipient else "no key is there yet"
        click.echo(f"{name}: the keys are not in it: {why}", err=True)
    elif "sign.key" not in told.keys or "seal.key" not in told.keys:
        click.echo(
            f"{name}: not all keys are in it: keep a copy of the credentials where they are made", err=True
        )
    with suppress(OSError):
        if taken.folder.stat().st_dev == settings.table.data.stat().st_dev:
            click.echo(f"{name}: it is on the disk of the table's own data, and is lost with it", err=True)


def _remember(settings: TableFile, taken: Taken, took_s: float) -> None:
    """When the last backup was made stands in `last.json` of the folder beside the data, for who watches."""
    folder, told = settings.table.backup_folder, taken.manifest
    said = {
        "table": told.table,
        "at_ms": told.at_ms,
        "backup": str(taken.folder),
        "sessions": len(told.sessions),
        "entries": sum(one.entries for one in told.sessions),
        "bytes": sum(one.size for one in told.files),
        "keys": bool(told.keys),
        "took_ms": int(took_s * 1_000),
    }
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        replace_whole(folder / LAST, json.dumps(said) + "\n")
    except OSError:
        click.echo(f"{told.table}: {folder} takes no note of it: nobody hears when it was made", err=True)
