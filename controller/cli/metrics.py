"""`tapis metrics`: a machine's figures in OpenMetrics text, for node_exporter's textfile collector.

The table writes no file of figures itself. This program, under a user of its own who can open the socket
`status.sock` and nothing else, asks the table and writes: a stuck disk, a full one or a bug here stops no
table. Whoever reads can tell what he has: `tapis_metrics_timestamp_seconds` is when the file was written,
`tapis_table_up` whether the table answered then, and a program that is stopped takes its file away.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from controller.cli.metrics_of_room import room_families
from controller.cli.metrics_of_table import table_families
from controller.cli.options import Place, as_asked, lang_option, settings_option
from controller.cli.room_look import look_at_room
from controller.cli.status_look import look
from controller.host.openmetrics import Family, exposition, write_whole
from controller.settings.metrics import load_metrics
from controller.settings.room import load_room
from controller.settings.table import load_table
from controller.words.money import LANGUAGES
from controller.words.reasons import with_reasons

TABLE_FILE: Final = "tapis.prom"
ROOM_FILE: Final = "tapis-room.prom"
SAID: Final[dict[str, tuple[str, str]]] = {
    "unwritten": ("{path} ne s’écrit pas ({why})", "{path}: cannot be written ({why})"),
    "again": ("{path} s’écrit de nouveau", "{path}: written again"),
}
"""What a person reads of it, in the log of its service; the figures are for programs."""
UNSERVED: Final = (
    "--metrics dit où --serve écrit\u00a0: sans --serve, l’enlever",
    "--metrics says where --serve writes; without --serve leave it out",
)
TOGETHER: Final = ("--room et --witness vont ensemble", "--room and --witness go together")


@click.command()
@settings_option
@click.option(
    "--room",
    "room_path",
    type=Place(),
    help="The pit's machine instead: what the witness keeps of the tables of this rooms file.",
)
@click.option(
    "--witness",
    metavar="DIR",
    type=Place(file_okay=False),
    help="With --room: the folder of the witness's heads.txt and journals.",
)
@click.option("--metrics", "metrics_path", type=Place(), help="Instead of metrics.toml.")
@click.option("--serve", is_flag=True, help="Write the file of metrics.toml again and again, until stopped.")
@lang_option("what --serve says in its log; the figures have none")
def metrics(
    settings_path: Path | None,
    room_path: Path | None,
    witness: Path | None,
    metrics_path: Path | None,
    serve: bool,
    lang: str,
) -> None:
    """Print the figures of this machine once, or write them for a monitoring system with --serve.

    Nothing tells of a card, a seat or a person, and what the game moves stands still during a round.
    """
    if metrics_path is not None and not serve:
        raise click.UsageError(as_asked(UNSERVED, click.get_current_context()))
    if room_path is not None or witness is not None:
        if room_path is None or witness is None:
            raise click.UsageError(as_asked(TOGETHER, click.get_current_context()))
        room = load_room(room_path)
        _told(lambda: room_families(look_at_room(room, witness)), ROOM_FILE, metrics_path, serve, lang)
    else:
        settings = load_table(settings_path)
        _told(lambda: table_families(look(settings)), TABLE_FILE, metrics_path, serve, lang)


def _told(
    families: Callable[[], Iterable[Family]], name: str, metrics_path: Path | None, serve: bool, lang: str
) -> None:
    """The figures were printed, or written until a signal came."""
    if not serve:
        click.echo(exposition(families()), nl=False)
        return
    terms, ended = load_metrics(metrics_path), threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    path, why = terms.directory / name, ""
    try:
        while not ended.is_set():
            told, why = why, _written(path, families)
            if why != told:
                key = "unwritten" if why else "again"
                click.echo(with_reasons(SAID[key], LANGUAGES[lang], {"path": path, "why": why}), err=True)
            ended.wait(terms.every_s)
    finally:
        with suppress(OSError):  # figures of a program that has ended would be taken for today's
            path.unlink()


def _written(path: Path, families: Callable[[], Iterable[Family]]) -> str:
    """Why the file could not be written, or an empty text; the next try may go well."""
    try:
        write_whole(path, exposition(families()))
    except OSError as error:
        return error.strerror or "?"
    return ""
