"""`tapis witness`: keep a table's signed heads and journals on a machine that is not the table's.

    tapis witness trust heads.txt UTH-1 9f…     once, with the key that `tapis keys show` prints there
    tapis witness pull heads.txt --journals DIR --room room.toml --every 2
    tapis witness pull heads.txt --from /run/tapis
    tapis journal verify DIR --witness heads.txt

Exit 1 when what a table says does not fit what it said before: somebody rewrote or put back a journal.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import click

from controller import wire
from controller.cli import BadInput
from controller.journal import JournalError, JournalTaken
from controller.journal.file import WriterLock
from controller.journal.heads import HEADS_SUFFIX
from controller.journal.witness import NoExtension, WitnessRefused, WitnessStore
from controller.settings.room import RoomFile, load_room
from controller.table_line import LineDown, TableLine
from controller.witness_desk import ASK_EVERY_S, ROLE, last_head
from controller.witnessing import Visits

Lines = Callable[[], TableLine]
"""Opens a line to one table."""


@click.group()
def witness() -> None:
    """Keep a table's signed heads and journals on another machine."""


@witness.command()
@click.argument("store", metavar="STORE", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("table", metavar="TABLE")
@click.argument("key", metavar="KEY")
def trust(store: Path, table: str, key: str) -> None:
    """Take heads of TABLE that are signed with KEY; `tapis keys show` on the table prints it."""
    try:
        WitnessStore(store).trust(table, key)
    except WitnessRefused as error:
        raise BadInput(str(error)) from None
    click.echo(f"{table}: heads signed with {key.lower()} are taken")


@witness.command()
@click.argument("store", metavar="STORE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option(
    "--journals",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="Keep the journals there too, every row checked; made when it is not there.",
)
@click.option(
    "--from",
    "source",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True),
    help="The table's run directory (its witness socket is asked), or a directory of journals.",
)
@click.option(
    "--room",
    "room_path",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A rooms file: every table of it is asked, over TLS where it is another machine's.",
)
@click.option("--every", type=click.IntRange(1, 3600), help="Ask again after so many seconds, until stopped.")
def pull(
    store: Path, journals: Path | None, source: Path | None, room_path: Path | None, every: int | None
) -> None:
    """Take the newest heads of tables, and with --journals every row that is new.

    Exit 0 when all of it extends what was taken before, 1 when some does not, 2 when a table is silent.
    """
    if (source is None) == (room_path is None):
        raise BadInput("one of --from and --room is needed")
    try:
        kept = WitnessStore(store)
        if source is not None and not (source / wire.socket_name(ROLE)).is_socket():
            if journals is not None:
                raise BadInput(f"{source}: no table answers here; journals are kept from tables that do")
            sys.exit(0 if _pull_files(kept, source) else 1)
        tables = _of_room(load_room(room_path)) if source is None else {_named(source): _at(source)}
        lock = None
        if journals is not None:
            journals.mkdir(parents=True, exist_ok=True)
            lock = WriterLock(journals / "mirror")
        try:
            _visit_all(tables, kept, journals, every)
        finally:
            if lock is not None:
                lock.release()
    except JournalTaken:
        raise BadInput(f"{journals}: another witness keeps its journals here") from None
    except (WitnessRefused, JournalError, OSError) as error:
        raise BadInput(str(error)) from None


@witness.command()
@click.argument("store", metavar="STORE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def show(store: Path) -> None:
    """Print the last head of each table."""
    try:
        kept = WitnessStore(store)
    except WitnessRefused as error:
        raise BadInput(str(error)) from None
    for table in sorted(kept.keys):
        last = kept.last.get(table)
        at = f"session {last.session}, entry {last.size}, head {last.hash}" if last else "nothing yet"
        click.echo(f"{table}: {at}")


# --- tables that answer --------------------------------------------------------------------------


def _of_room(room: RoomFile) -> dict[str, Lines]:
    return {table.name: partial(TableLine.to_table, table, room, ROLE) for table in room.table}


def _at(source: Path) -> Lines:
    return partial(TableLine.to_socket, source / wire.socket_name(ROLE))


def _named(source: Path) -> str:
    """The name of the table whose run directory this is, as its signed heads tell it."""
    try:
        with _at(source)() as line:
            told = line.ask({"sessions": 1}).get("sessions") or [[0, ""]]
            return str(told[0][1]).split(" ")[1]
    except (LineDown, IndexError) as error:
        raise BadInput(f"{source}: the table does not answer ({error})") from None


def _visit_all(
    tables: dict[str, Lines], kept: WitnessStore, journals: Path | None, every: int | None
) -> None:
    """Every table is visited by a thread of its own, so that none waits for another that is far behind.

    Raises:
        SystemExit: 1 when a table was refused, at the end of the only visit.
        BadInput: a table did not answer, or something could not be written.
    """
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    callers = [Caller(table, lines, kept, journals, every, ended) for table, lines in tables.items()]
    threads = [threading.Thread(target=one.call, name=one.visits.table, daemon=True) for one in callers]
    for thread in threads:
        thread.start()
    for thread in threads:
        while thread.is_alive():  # a signal is heard by this thread, between two of these
            thread.join(0.5)
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
    ) -> None:
        self.visits = Visits(table, kept, journals, _say, ended.is_set)
        self.broken = ""
        self._lines, self._every, self._ended = lines, every, ended
        self._line: TableLine | None = None
        self._down = ""

    def call(self) -> None:
        """The table was visited; or until it is over, or nothing can be written any more."""
        try:
            while True:
                self._once()
                if self._every is None or self._ended.wait(self._every):
                    return
        except (WitnessRefused, JournalError, OSError) as error:
            self.broken = f"{self.visits.table}: {error}"
            self._ended.set()
        finally:
            self._hang_up()
            self.visits.close()

    def _once(self) -> None:
        try:
            if self._line is None:
                self._line = self._lines()
            self.visits.visit(self._line)
            self._down = ""
        except LineDown as error:
            self._hang_up()
            if self._every is None:
                self.broken = f"{self.visits.table}: the table does not answer ({error})"
            elif str(error) != self._down:
                click.echo(f"{self.visits.table}: does not answer ({error})", err=True)
            self._down = str(error)
        if self._every is None or self._every > ASK_EVERY_S / 2:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._line is not None:
            with suppress(OSError):
                self._line.close()
            self._line = None


def _say(line: str) -> None:
    click.echo(line, err=line.startswith("REFUSED"))


# --- files that were copied ----------------------------------------------------------------------


def _pull_files(kept: WitnessStore, folder: Path) -> bool:
    """The last head of each session in a directory is taken; false at the first that is refused."""
    lines = [
        last_head(one.with_name(one.name.removesuffix(HEADS_SUFFIX)))
        for one in sorted(folder.glob(f"*{HEADS_SUFFIX}"))
    ]
    if not any(lines):
        raise BadInput(f"{folder}: neither a witness socket nor signed heads are here")
    for line in filter(None, lines):
        words = line.split(" ")
        last = kept.last.get(words[1]) if len(words) > 2 else None
        if last is not None and words[2].isdecimal() and int(words[2]) < last.session:
            continue
        try:
            taken = kept.take(line)
        except NoExtension as error:
            click.echo(f"REFUSED  {error}", err=True)
            return False
        if taken:
            click.echo("taken    {1}, session {2}, entry {5}, head {6}".format(*words))
    return True
