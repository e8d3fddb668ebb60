"""`tapis witness`: keep a table's signed heads and journals on a machine that is not the table's.

    tapis witness trust heads.txt UTH-1 9f…     once, with the key that `tapis keys show` prints there
    tapis witness trust heads.txt UTH-1 c4… --by A.Roy --with B.Lenoir     when that key has changed
    tapis witness aside heads.txt UTH-1 12 --by A.Roy --with B.Lenoir      after data that were put back
    tapis witness pull heads.txt --journals DIR --room room.toml --every 2
    tapis witness pull heads.txt --from /run/tapis
    tapis journal verify DIR --witness heads.txt

Exit 1 when what a table says does not fit what it said before: somebody rewrote or put back a journal. Exit
70, with a sentence, when the witness itself fails: its supervisor starts it again.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import time_ns
from typing import Final

import click

from controller.cli import BadInput, NotDone
from controller.cli.options import Place, lang_option
from controller.cli.witness_words import say, told
from controller.journal.chain import JournalError, JournalTaken
from controller.journal.file import MIRROR, WriterLock
from controller.journal.heads import (
    HEADS_SUFFIX,
    HeadRefused,
    SignedHead,
    key_fingerprint,
    unproven_head,
)
from controller.journal.mirror import newest_kept, put_aside
from controller.journal.reading import read_rows
from controller.journal.witness import NoExtension, WitnessRefused, WitnessStore
from controller.screens import wire
from controller.settings.room import RoomFile, load_room
from controller.table.halted import EXIT_HALTED, found
from controller.told import said_by
from controller.witness.desk import ASK_EVERY_S, ROLE, last_head
from controller.witness.table_line import LineDown, TableLine, plain
from controller.witness.visits import Visits

HEAD_WORDS: Final = len(SignedHead._fields)
HEADS, JOURNALS, VISITS = "heads.txt", "journals", "visits"
"""What the witness of a room has in its folder. In `visits`, a file a table was touched by its last visit."""
_LANG = lang_option("the words")
Lines = Callable[[], TableLine]
"""Opens a line to one table."""


def _two_persons(command: Callable[..., None]) -> Callable[..., None]:
    """The options that name two persons."""
    for flag, name in (("--with", "second"), ("--by", "first")):
        command = click.option(flag, name, default="", metavar="NAME", help="Who confirms it.")(command)
    return command


@click.group()
def witness() -> None:
    """Keep a table's signed heads and journals on another machine."""


@witness.command()
@click.argument("store", metavar="STORE", type=Place(dir_okay=False))
@click.argument("table", metavar="TABLE")
@click.argument("key", metavar="KEY")
@_two_persons
@_LANG
def trust(store: Path, table: str, key: str, first: str, second: str, lang: str) -> None:
    """Take heads of TABLE that are signed with KEY; `tapis keys show` on the table prints it.

    A table has one key. Another one, after it, takes two persons: each types the fingerprint that he read on
    the table's own screen. Exit 1 when the witness says no.
    """
    try:
        kept = WitnessStore(store)
        if key.lower() not in kept.keys.get(table, ()) and table in kept.keys:
            _compared(kept, table, key, (first, second), lang)
        kept.trust(table, key, time_ns() // 1_000_000, (first, second) if first or second else ("", ""))
    except WitnessRefused as error:
        raise BadInput(told(lang, said_by(error))) from None
    click.echo(say(lang, "trusted", table=table, key=key.lower()))
    click.echo(say(lang, "compare", table=table, print=key_fingerprint(key)))


def _compared(kept: WitnessStore, table: str, key: str, by: tuple[str, str], lang: str) -> None:
    """Two persons have read this key's fingerprint at the table.

    Raises:
        NotDone: one was not named, or read another; nothing is written.
    """
    now = key_fingerprint(kept.keys[table][-1])
    if not all(by) or by[0] == by[1]:
        raise NotDone(say(lang, "two_persons", table=table, print=now))
    try:
        fresh = key_fingerprint(key)
    except ValueError:
        raise BadInput(say(lang, "no_key")) from None
    colon = "\u00a0: " if lang == "fr" else ": "
    for who in by:
        read = click.prompt(say(lang, "read", person=who), err=True, prompt_suffix=colon)
        if "".join(read.split()).lower() != fresh.replace(" ", ""):
            raise NotDone(say(lang, "read_another", person=who, table=table, print=now))


@witness.command()
@click.argument("store", metavar="STORE", type=Place(exists=True, dir_okay=False))
@click.argument("table", metavar="TABLE")
@click.argument("session", metavar="SESSION", type=click.IntRange(1, 999_999))
@click.option(
    "--journals",
    metavar="DIR",
    type=Place(file_okay=False, exists=True),
    help="Put the mirrors of these sessions, and the note of what was refused, aside there too.",
)
@_two_persons
@_LANG
def aside(
    store: Path, table: str, session: int, journals: Path | None, first: str, second: str, lang: str
) -> None:
    """Go on from data that were put back: what was seen of SESSION and later is set aside, not deleted.

    Two persons accept it here, as two accept it at the table. Run it with the unit stopped.
    """
    at_ms = time_ns() // 1_000_000
    lock = None
    try:
        lock = WriterLock(journals / MIRROR) if journals is not None else None
        mirrored = newest_kept(journals, table) if journals is not None else 0
        WitnessStore(store).set_aside(table, session, at_ms, (first, second), mirrored)
        moved = put_aside(journals, table, session, at_ms) if journals is not None else []
    except JournalTaken:
        raise BadInput(say(lang, "kept_here", folder=journals)) from None
    except (WitnessRefused, OSError) as error:
        raise BadInput(told(lang, said_by(error))) from None
    finally:
        if lock is not None:
            lock.release()
    click.echo(say(lang, "aside", table=table, session=session, first=first, second=second))
    for path in moved:
        click.echo(say(lang, "kept_as", table=table, path=path))


@witness.command()
@click.argument("store", metavar="STORE", type=Place(exists=True, dir_okay=False))
@click.option(
    "--journals",
    metavar="DIR",
    type=Place(file_okay=False),
    help="Keep the journals there too, every row checked; made when it is not there.",
)
@click.option(
    "--from",
    "source",
    metavar="DIR",
    type=Place(exists=True, readable=False),  # of a run directory the socket is asked
    help="The table's run directory (its witness socket is asked), or a directory of journals.",
)
@click.option(
    "--room",
    "room_path",
    type=Place(exists=True, dir_okay=False),
    help="A rooms file: every table of it is asked, over TLS where it is another machine's.",
)
@click.option("--every", type=click.IntRange(1, 3600), help="Ask again after so many seconds, until stopped.")
@_LANG
def pull(
    store: Path,
    journals: Path | None,
    source: Path | None,
    room_path: Path | None,
    every: int | None,
    lang: str,
) -> None:
    """Take the newest heads of tables, and with --journals every row that is new.

    Exit 0 when all of it extends what was taken before, 1 when some does not, 2 when a table is silent.
    """
    if (source is None) == (room_path is None):
        raise BadInput(say(lang, "one_source"))
    try:
        kept = WitnessStore(store)
        if source is not None and not (source / wire.socket_name(ROLE)).is_socket():
            if journals is not None:
                raise BadInput(say(lang, "journals_of_tables", folder=source))
            if not os.access(source, os.R_OK | os.X_OK):
                raise BadInput(say(lang, "not_readable", folder=source))
            sys.exit(0 if _pull_files(kept, source, lang) else 1)
        tables = _of_room(load_room(room_path)) if source is None else {_named(source, lang): _at(source)}
        lock = None
        if journals is not None:
            journals.mkdir(parents=True, exist_ok=True)
            lock = WriterLock(journals / MIRROR)
        try:
            _visit_all(tables, kept, journals, every, lang)
        finally:
            if lock is not None:
                lock.release()
    except JournalTaken:
        raise BadInput(say(lang, "another_witness", folder=journals)) from None
    except (WitnessRefused, JournalError, OSError) as error:
        raise BadInput(told(lang, said_by(error))) from None


@witness.command()
@click.argument("store", metavar="STORE", type=Place(exists=True, dir_okay=False))
@_LANG
def show(store: Path, lang: str) -> None:
    """Print the last head of each table."""
    try:
        kept = WitnessStore(store)
    except WitnessRefused as error:
        raise BadInput(told(lang, said_by(error))) from None
    for table in sorted(kept.keys):
        last = kept.last.get(table)
        click.echo(say(lang, "key", table=table, print=key_fingerprint(kept.keys[table][-1])))
        if last is None:
            click.echo(say(lang, "nothing_yet", table=table))
            continue
        facts = {"session": last.session, "seq": last.size, "head": last.hash}
        click.echo(say(lang, "last", table=table, **facts))


# --- tables that answer --------------------------------------------------------------------------


def _of_room(room: RoomFile) -> dict[str, Lines]:
    return {table.name: partial(TableLine.to_table, table, room, ROLE) for table in room.table}


def _at(source: Path) -> Lines:
    return partial(TableLine.to_socket, source / wire.socket_name(ROLE))


def _named(source: Path, lang: str) -> str:
    """The name of the table whose run directory this is, as its signed heads tell it."""
    try:
        with _at(source)() as line:
            answer = line.ask({"sessions": 1})
    except LineDown as error:
        raise BadInput(say(lang, "silent", table=source, why=error)) from None
    if "dropped" in answer:
        why = plain(str(answer["dropped"]))
        raise BadInput(say(lang, "not_let_in", folder=source, why=why, group=f"tapis-{ROLE}"))
    sessions = answer.get("sessions")
    for one in sessions if isinstance(sessions, list) else ():
        words = str(one[-1]).split(" ") if isinstance(one, list) and one else []
        if len(words) == HEAD_WORDS:
            return plain(words[1])
    raise BadInput(say(lang, "nothing_signed", folder=source))


def _visit_all(
    tables: dict[str, Lines], kept: WitnessStore, journals: Path | None, every: int | None, lang: str
) -> None:
    """Every table is visited by a thread of its own, so that none waits for another that is far behind.

    Raises:
        SystemExit: 1 when a table was refused, at the end of the only visit.
            70 when a visit ended as none should: the witness of all tables ends with it, and says so.
        BadInput: a table did not answer, or something could not be written.
    """
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    callers = [Caller(table, lines, kept, journals, every, ended, lang) for table, lines in tables.items()]
    threads = [threading.Thread(target=one.call, name=one.visits.table, daemon=True) for one in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():  # a signal is heard by this thread, between two of these
            thread.join(0.5)
    failed = next((one.failed for one in callers if one.failed), "")
    if failed:
        click.echo(failed, err=True)
        sys.exit(EXIT_HALTED)
    broken = next((one.broken for one in callers if one.broken), "")
    if broken:
        raise BadInput(broken)
    if any(one.visits.refused for one in callers) and every is None:
        sys.exit(1)


class Caller:
    """Visits one table, once or again and again, over a line that is kept while it holds."""

    def __init__(
        self,
        table: str,
        lines: Lines,
        kept: WitnessStore,
        journals: Path | None,
        every: int | None,
        ended: threading.Event,
        lang: str,
    ) -> None:
        self.visits = Visits(table, kept, journals, partial(_say, lang), ended.is_set)
        self.broken = self.failed = ""
        self._lines, self._every, self._ended, self._lang = lines, every, ended, lang
        self._line: TableLine | None = None
        self._down = ""
        self._visits = journals.with_name(VISITS) if journals is not None and every is not None else None

    def call(self) -> None:
        """The table was visited; or until it is over, or nothing can be written any more."""
        try:
            while True:
                self._once()
                if self._every is None or self._ended.wait(self._every):
                    return
        except (WitnessRefused, JournalError, OSError) as error:
            self.broken = self._said("of_table", plain(str(error)))
            self._ended.set()
        except BaseException as error:  # a thread that ended unheard would leave its table without a witness
            self.failed = self._said("failed", found(error))
            self._ended.set()
        finally:
            self._hang_up()
            with suppress(Exception):  # what has gone wrong was said
                self.visits.close()

    def _once(self) -> None:
        try:
            if self._line is None:
                self._line = self._lines()
            self.visits.visit(self._line)
            self._down = ""
            self._note_visit()
        except LineDown as error:
            self._hang_up()
            if self._every is None:
                self.broken = self._said("silent", str(error))
            elif str(error) != self._down:
                click.echo(self._said("still_silent", str(error)), err=True)
            self._down = str(error)
        if self._every is None or self._every > ASK_EVERY_S / 2:
            self._hang_up()

    def _said(self, key: str, why: str) -> str:
        return say(self._lang, key, table=self.visits.table, why=why)

    def _note_visit(self) -> None:
        """The table has been visited now, for whoever watches the witness (`tapis metrics --room`)."""
        if self._visits is not None:
            with suppress(OSError):
                self._visits.mkdir(exist_ok=True)
                (self._visits / self.visits.table).touch()

    def _hang_up(self) -> None:
        if self._line is not None:
            with suppress(OSError):
                self._line.close()
            self._line = None


def _say(lang: str, line: str) -> None:
    click.echo(told(lang, line), err=line.startswith("REFUSED"))


# --- files that were copied ----------------------------------------------------------------------


def _pull_files(kept: WitnessStore, folder: Path, lang: str) -> bool:
    """The last head of each session in a directory is taken; false at the first that is refused."""
    journals = [
        one.with_name(one.name.removesuffix(HEADS_SUFFIX)) for one in sorted(folder.glob(f"*{HEADS_SUFFIX}"))
    ]
    ends = [(journal, line) for journal in journals if (line := last_head(journal))]
    if not ends:
        raise BadInput(say(lang, "nothing_here", folder=folder))
    for journal, line in ends:
        words = line.split(" ")
        last = kept.last.get(words[1]) if len(words) > 2 else None
        if last is not None and words[2].isdecimal() and int(words[2]) < last.session:
            continue
        try:
            _hold_against(journal, line, last)
            taken = kept.take(line)
        except (NoExtension, HeadRefused) as error:
            _say(lang, f"REFUSED  {error}")
            return False
        if taken:
            _say(lang, "taken    {1}, session {2}, entry {5}, head {6}".format(*words))
    return True


def _hold_against(journal: Path, line: str, seen: SignedHead | None) -> None:
    """A head says nothing of the entries before it; a journal that was copied with it does.

    Raises:
        NoExtension: the journal does not hold, lacks this head, or has another entry where one was seen.
        HeadRefused: the line is no head.
    """
    head = unproven_head(line)
    wanted = {head.size: head.hash}
    if seen is not None and seen.session == head.session and seen.size < head.size:
        wanted[seen.size] = seen.hash
    if not journal.exists():
        return
    who = f"{head.table}, session {head.session}"
    try:
        found = {row.seq: row.hash for row in read_rows(journal) if row.seq in wanted}
    except JournalError as error:
        raise NoExtension(f"{who}: {error}") from None
    for size in sorted(wanted):
        if found.get(size) != wanted[size]:
            raise NoExtension(f"{who}, entry {size}: not the one that was signed, in {journal.name}")
