"""`tapis witness`: keep a table's signed heads on a machine that is not the table's.

    tapis witness trust heads.txt UTH-1 9f…     once, with the key that `tapis keys show` prints there
    tapis witness pull heads.txt --from /run/tapis --every 60
    tapis witness pull heads.txt --room room.toml --every 60
    tapis journal verify JOURNALS --witness heads.txt

Exit 1 when a head was no extension of the last one seen: somebody rewrote or put back a journal.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

import click

from controller import wire
from controller.cli import BadInput
from controller.cli.pit_line import LineDown, PitLine
from controller.journal.heads import HEADS_SUFFIX
from controller.journal.witness import NoExtension, WitnessRefused, WitnessStore
from controller.room_files import RoomTable, load_room

ANSWERS_MAX: Final = 10_000


@click.group()
def witness() -> None:
    """Keep a table's signed heads on another machine."""


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
    "--from",
    "source",
    metavar="DIR",
    type=click.Path(path_type=Path, exists=True),
    help="The table's run directory (its pit socket is asked), or a directory of journals.",
)
@click.option(
    "--room",
    "room",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A rooms file: every table of it is asked, over TLS where it is another machine's.",
)
@click.option("--every", type=click.IntRange(1, 3600), help="Ask again after so many seconds, for ever.")
def pull(store: Path, source: Path | None, room: Path | None, every: int | None) -> None:
    """Take the newest heads of a table, and say of each whether it was taken.

    Exit 0 when every head extends the last one, 1 at the first that does not.
    """
    if (source is None) == (room is None):
        raise BadInput("one of --from and --room is needed")
    tables = load_room(room).table if room is not None else []
    try:
        kept = WitnessStore(store)
        while True:
            if source is not None:
                _pull(kept, _of_folder(source))
            for table in tables:
                _pull(kept, _of_table(table, room, last=every is None))
            if every is None:
                return
            time.sleep(every)
    except WitnessRefused as error:
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


def _pull(kept: WitnessStore, lines: list[str]) -> None:
    """These heads are taken; those of sessions before the last one known are passed over."""
    for line in lines:
        words = line.split(" ")
        last = kept.last.get(words[1]) if len(words) > 2 else None
        if last is not None and words[2].isdecimal() and int(words[2]) < last.session:
            continue
        try:
            taken = kept.take(line)
        except NoExtension as error:
            click.echo(f"REFUSED  {error}", err=True)
            sys.exit(1)
        if taken:
            click.echo("taken    {1}, session {2}, entry {5}, head {6}".format(*words))


def _of_files(folder: Path) -> list[str]:
    """The last whole line of each file of signed heads, oldest session first."""
    lines = []
    for path in sorted(folder.glob(f"*{HEADS_SUFFIX}")):
        try:
            whole = path.read_text(encoding="ascii", errors="replace").rpartition("\n")[0]
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
        lines += whole.split("\n")[-1:]
    if not lines:
        raise BadInput(f"{folder}: neither a pit socket nor signed heads are here")
    return [line for line in lines if line]


def _of_folder(source: Path) -> list[str]:
    """What the table answers on its pit socket there, or what its files of heads say."""
    path = source / wire.socket_name("pit")
    if not path.is_socket():
        return _of_files(source)
    try:
        return _heads(PitLine.to_socket(path))
    except LineDown as error:
        raise BadInput(f"{source}: the table does not answer ({error})") from None


def _of_table(table: RoomTable, room: Path | None, *, last: bool) -> list[str]:
    """What this table of the room answers; one that does not is told, and asked again the next time."""
    try:
        return _heads(PitLine.to_table(table, load_room(room)))
    except LineDown as error:
        if last:
            raise BadInput(f"{table.name}: the table does not answer ({error})") from None
        click.echo(f"{table.name}: does not answer ({error})", err=True)
        return []


def _heads(line: PitLine) -> list[str]:
    """The heads that the table signed, asked for over its pit line."""
    with line:
        line.send(wire.heads_asked_line())
        for _ in range(ANSWERS_MAX):
            said = line.hear()
            if "heads" in said:
                return [str(one) for one in said["heads"]]
            if "dropped" in said:
                raise LineDown(str(said["dropped"]))
    raise LineDown("it tells no heads")
