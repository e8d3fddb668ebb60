"""`tapis house feed`: the entries of all tables as they are written, one a line, for a casino's system."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click

from controller.cli import BadInput, NotDone
from controller.cli.house_words import say
from controller.cli.options import Place, lang_option
from controller.house.feed import FROM, Positions, positions_of
from controller.house.feed_client import EntryFile, NoFeed, entries_after
from controller.house.feed_door import ROLE
from controller.house.scope import BadQuestion
from controller.house.service import ROLE as HOUSE
from controller.screens import wire
from controller.screens.wire_lines import text_of
from controller.settings.room import CertificateFile, RoomFile, RoomTable
from controller.witness.table_line import LineDown, TableLine, plain

AGAIN_S: Final = 1.0
_FILE: Final = Place(exists=True, dir_okay=False)


@click.command()
@click.option(
    "--run",
    "run_dir",
    type=Place(),
    default=Path("/run/tapis-house"),
    show_default=True,
    help="Where the house on this machine has its sockets.",
)
@click.option("--at", metavar="HOST:PORT", default="", help="The house of another machine, over TLS.")
@click.option("--ca", type=_FILE, help="With --at: the room's authority.")
@click.option("--certificate", type=_FILE, help="With --at: the certificate of this machine.")
@click.option("--key", type=_FILE, help="With --at: its key.")
@click.option(
    "--from",
    "since",
    type=click.Choice(FROM),
    default="start",
    show_default=True,
    help="Without a cursor: everything, or what comes from now on.",
)
@click.option("--after", metavar="JSON", default="{}", help="A cursor: journal and entry of each table.")
@click.option(
    "--into",
    metavar="FILE",
    type=Place(dir_okay=False),
    help="Append the entries to FILE, which is the cursor of the next time, instead of printing them.",
)
@click.option("--once", is_flag=True, help="End when there is nothing more for now.")
@lang_option("what it says on standard error; the entries have none")
def feed(
    run_dir: Path,
    at: str,
    ca: Path | None,
    certificate: Path | None,
    key: Path | None,
    since: str,
    after: str,
    into: Path | None,
    once: bool,
    lang: str,
) -> None:
    """Print what the tables write, entry after entry, without any card that lies face down.

    A line that is lost is opened again, and goes on after the last entry. ROOM.md has the wire, for a system
    that listens by itself.

    \b
    tapis house feed --into night.ndjson --once
    """
    house = _house(run_dir, at, ca, certificate, key, lang)
    was_there = into is not None and into.exists()
    try:
        kept = EntryFile(into) if into is not None else None
        cursor = {**(kept.after if kept is not None else {}), **positions_of(json.loads(after))}
    except (ValueError, BadQuestion) as error:
        asked = isinstance(error, BadQuestion)
        raise BadInput(say(lang, "refused", why=error) if asked else say(lang, "no_json")) from None
    except NoFeed as error:
        raise BadInput(say(lang, "refused", why=error)) from None
    except OSError as error:
        raise BadInput(say(lang, "unwritten", path=into, why=error.strerror or error)) from None
    try:
        with suppress(KeyboardInterrupt):
            _follow(*house, cursor, since, kept, once, lang)
    except OSError as error:
        if kept is None:
            raise
        raise BadInput(say(lang, "unwritten", path=into, why=error.strerror or error)) from None
    finally:
        if into is not None and kept is not None:
            with suppress(OSError):
                kept.close()
                if not was_there and not into.stat().st_size:
                    into.unlink()  # nothing was told: nothing is left behind


def _house(
    run_dir: Path, at: str, ca: Path | None, certificate: Path | None, key: Path | None, lang: str
) -> tuple[RoomTable, RoomFile]:
    """Where the house is, as a line to a table has it."""
    if not at:
        here = RoomTable(name=HOUSE, socket=run_dir / wire.socket_name(ROLE))
        return here, RoomFile(table=[here])
    if ca is None or certificate is None or key is None:
        raise BadInput(say(lang, "certificates"))
    try:
        there = RoomTable(name=HOUSE, address=at)
    except ValueError:
        raise BadInput(say(lang, "address", found=repr(at))) from None
    return there, RoomFile(
        certificate=CertificateFile(ca=ca, certificate=certificate, key=key), table=[there]
    )


def _follow(
    where: RoomTable,
    files: RoomFile,
    after: Positions,
    since: str,
    kept: EntryFile | None,
    once: bool,
    lang: str,
) -> None:
    """The feed was followed until it was interrupted, or once to its end."""
    down = ""
    while True:
        try:
            with TableLine.to_table(where, files, ROLE) as line:
                for told in entries_after(line, after, since):
                    down = ""
                    if told is None and kept is not None:
                        kept.sync()
                    if told is None and once:
                        return
                    _take(told, kept, lang)
        except NoFeed as error:
            raise NotDone(say(lang, "house_refuses", why=plain(str(error)))) from None
        except LineDown as error:
            if once:
                raise BadInput(say(lang, "no_answer_start", why=error)) from None
            if str(error) != down:
                click.echo(say(lang, "no_answer", why=error), err=True)
            down = str(error)
            time.sleep(AGAIN_S)


def _take(told: dict[str, Any] | None, kept: EntryFile | None, lang: str) -> None:
    if told is None:
        return
    if "waits" in told:
        facts = {"table": told["table"], "entry": told["entry"], "why": told["waits"]}
        click.echo(plain(say(lang, "stands_still", **facts)), err=True)
    elif kept is not None:
        kept.add(told)
    else:
        click.echo(text_of(told))
