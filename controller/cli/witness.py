"""`tapis witness`: keep a table's signed heads on a machine that is not the table's.

    tapis witness trust heads.txt UTH-1 9f…     once, with the key that `tapis keys show` prints there
    tapis witness pull heads.txt --from /run/tapis --every 60
    tapis journal verify JOURNALS --witness heads.txt

Exit 1 when a head was no extension of the last one seen: somebody rewrote or put back a journal.
"""

from __future__ import annotations

import json
import socket
import sys
import time
from pathlib import Path
from typing import Final

import click

from controller import wire
from controller.cli import BadInput
from controller.journal.heads import HEADS_SUFFIX
from controller.journal.witness import NoExtension, WitnessRefused, WitnessStore

PATIENCE_S: Final = 10.0
ANSWER_MAX: Final = 1 << 20


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
    required=True,
    help="The table's run directory (its pit socket is asked), or a directory of journals.",
)
@click.option("--every", type=click.IntRange(1, 3600), help="Ask again after so many seconds, for ever.")
def pull(store: Path, source: Path, every: int | None) -> None:
    """Take the newest heads of a table, and say of each whether it was taken.

    Exit 0 when every head extends the last one, 1 at the first that does not.
    """
    try:
        kept = WitnessStore(store)
        while True:
            _pull(kept, source)
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


def _pull(kept: WitnessStore, source: Path) -> None:
    """The heads of the source are taken; those of sessions before the last one known are passed over."""
    for line in _of_socket(source) if (source / wire.socket_name("pit")).is_socket() else _of_files(source):
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


def _of_socket(folder: Path) -> list[str]:
    """What the table answers on its pit socket."""
    try:
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(PATIENCE_S)
            sock.connect(str(folder / wire.socket_name("pit")))
            sock.sendall(wire.heads_asked_line())
            with sock.makefile("rb") as answers:
                while line := answers.readline(ANSWER_MAX):
                    said = json.loads(line)
                    if "heads" in said:
                        return [str(one) for one in said["heads"]]
    except (OSError, ValueError) as error:
        raise BadInput(f"{folder}: the table does not answer ({error})") from None
    raise BadInput(f"{folder}: the table hung up")
