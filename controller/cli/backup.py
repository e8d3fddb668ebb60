"""`tapis backup`: a copy of a table's records while it plays, whole or not there at all."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click

from controller.backup.leftovers import left_words, unread_sentence
from controller.backup.manifest import REGISTER
from controller.backup.refusals import BackupRefused
from controller.backup.taking import Sources, Taken, take
from controller.book.at_url import BOOK
from controller.book.last_heard import NOTHING_HEARD, Heard
from controller.cli import BadInput, NotDone
from controller.cli.backup_words import say
from controller.cli.options import Place, lang_option, settings_option
from controller.clock import wall_ms
from controller.host.last_backup import LAST
from controller.journal.seal import MasterRefused, replace_whole
from controller.settings.table import TableFile, load_table
from controller.table.mark import MarkRefused, read_mark
from controller.told import said_by
from controller.words.known_again import finding
from controller.words.money import LANGUAGES, decimal


@click.command()
@click.argument("target", required=False, type=Place())
@settings_option
@click.option("--keep", type=click.IntRange(min=1), help="How many stay; those that hold least go.")
@click.option("--frames", is_flag=True, help="Take the logs of the machines' lines along.")
@lang_option("the words")
def backup(
    target: Path | None, settings_path: Path | None, keep: int | None, frames: bool, lang: str
) -> None:
    """Copy the table's records into a new directory in TARGET, a mounted disk or stick; it may be at play.

    Journals up to an entry that was durable, their signed heads, the jackpot book of the same instant (of a
    linked one its address), the register of people, the settings' record; the keys encrypted to the recipient
    of the settings. TARGET, recipient and keep may stand under [backup] of the settings.

    Exit 0 when it is whole; 1 when it could not be made, or what was copied does not verify.
    """
    settings = load_table(settings_path)
    place = target or settings.backup.target
    if place is None:
        raise BadInput(say(lang, "no_target"))
    sources, began_s = sources_of(settings, frames=frames or settings.backup.frames), time.monotonic()
    try:
        taken = take(sources, place, wall_ms(), keep or settings.backup.keep, progress)
    except (BackupRefused, MasterRefused) as error:
        why = error.in_words if isinstance(error, BackupRefused) else said_by(error)
        raise NotDone(say(lang, "not_made", table=settings.table.id, why=why)) from None
    _tell(settings, sources, taken, lang)
    if taken.manifest.damaged:
        for one in taken.manifest.damaged:
            click.echo(
                say(lang, "damaged", table=settings.table.id, what=finding(one, LANGUAGES[lang])), err=True
            )
        raise NotDone(say(lang, "kept_damaged", table=settings.table.id))
    _remember(settings, taken, time.monotonic() - began_s, lang)


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


def _tell(settings: TableFile, sources: Sources, taken: Taken, lang: str) -> None:
    """What there is now, in one line; and what a person should know of it."""
    progress("")
    told, name = taken.manifest, settings.table.id
    last = told.sessions[-1] if told.sessions else None
    session = "session_open" if told.open_session else "session"
    click.echo(
        say(
            lang,
            "made",
            table=name,
            folder=taken.folder,
            sessions=len(told.sessions),
            where=(
                say(lang, session, session=last.session, entry=last.entries)
                if last
                else say(lang, "no_session_yet")
            ),
            book=say(lang, "linked_book" if told.book else "book", entries=told.book_entries),
            keys=say(lang, "keys", count=len(told.keys)) if told.keys else say(lang, "no_keys"),
            size=decimal(sum(one.size for one in told.files) / 2**20),
            gone=say(lang, "gone", removed=", ".join(taken.removed)) if taken.removed else "",
        )
    )
    for warning in _warnings(settings, sources, taken, lang):
        click.echo(warning, err=True)


def _warnings(settings: TableFile, sources: Sources, taken: Taken, lang: str) -> Iterator[str]:
    told, name = taken.manifest, settings.table.id
    if missing := ", ".join(one for one in (BOOK, REGISTER) if one in told.lacks):
        yield say(lang, "lacks", table=name, missing=missing)
    if taken.left:
        yield say(lang, "told", table=name, sentence=left_words(taken.left))
    for one in taken.unread:
        yield say(lang, "told", table=name, sentence=unread_sentence(one))
    if taken.later:
        yield say(lang, "later", table=name, name=taken.later[-1])
    if not told.keys:
        yield say(lang, "without_key" if sources.recipient else "without_recipient", table=name)
    elif "sign.key" not in told.keys or "seal.key" not in told.keys:
        yield say(lang, "some_keys", table=name)
    with suppress(OSError):
        if taken.folder.stat().st_dev == settings.table.data.stat().st_dev:
            yield say(lang, "same_disk", table=name)


def _remember(settings: TableFile, taken: Taken, took_s: float, lang: str) -> None:
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
        click.echo(say(lang, "no_note", table=told.table, folder=folder), err=True)
