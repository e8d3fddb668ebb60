"""`tapis house`: the memory of the house, on the pit's machine.

    tapis house serve /var/lib/tapis/journals --run /run/tapis-house --store house.db
    tapis house figures /var/lib/tapis/journals --by day
    tapis house rebuild /var/lib/tapis/journals --store house.db
    tapis house export /var/lib/tapis/journals --parquet figures

Journals are read while their tables write them; no key of a table is needed.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import click

from controller.boot.feed import remote_feed
from controller.cli import BadInput
from controller.cli.house_export import export
from controller.cli.house_feed import feed
from controller.cli.house_words import NOT_A_STORE, say
from controller.cli.options import Place, lang_option
from controller.cli.store_address import StoreAddress, plain_address
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.house.answers import Answers
from controller.house.archive import House
from controller.house.at_address import is_postgres
from controller.house.inspecting_apart import Apart
from controller.house.plots import GROUPS
from controller.house.scope import PERIODS, BadQuestion
from controller.house.service import Service
from controller.house.store import MEMORY, NotAStore, StoreLost, StoreTaken
from controller.house.store_sqlite import ASIDE, remove_files
from controller.journal.heads import Signer
from controller.journal.seal import MasterRefused, create_master, load_master
from controller.journal.trust import KeyRefused, keys_told
from controller.registers.reading import SIMULATION
from controller.screens.remote import NoRemote, RemoteDoor
from controller.screens.unix_socket import SocketTaken
from controller.settings.room import load_room
from controller.words.known_again import finding
from controller.words.money import LANGUAGES, decimal, grouped, money
from controller.words.plain import plain

NICENESS: Final = 10
_JOURNALS = click.argument(
    "folders",
    metavar="DIR...",
    nargs=-1,
    required=True,
    type=Place(exists=True, file_okay=False),
)
_FOLLOWED = click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=Place(file_okay=False))
"""A service may be there before the first journal is."""
_STORE = click.option(
    "--store",
    "store_path",
    metavar="STORE",
    type=StoreAddress(),
    default="house.db",
    show_default=True,
    help="What was counted, made anew from the journals when it is not there: a file, or postgresql://..."
    " Beside a file stands STORE.aside, what people put away and read: no journal has it, keep it.",
)


WORDS: Final = {
    "rounds": ("coups", "rounds"),
    "an_hour": ("par heure", "an hour"),
    "hands": ("mains", "hands"),
    "bank": ("banque", "bank"),
    "expected": ("attendu", "expected"),
    "unknown": ("attendu inconnu sous ces règles", "expected unknown under these rules"),
}


@click.group()
def house() -> None:
    """Count what the journals of all tables tell, and answer the pit's screen."""


house.add_command(export)
house.add_command(feed)


@house.command()
@_FOLLOWED
@_STORE
@click.option("--run", "run_dir", type=Place(), required=True, help="Where its socket is.")
@click.option("--witness", type=Place(), help="The witnessed heads, as `tapis witness` keeps.")
@click.option(
    "--sign",
    metavar="KEY",
    type=Place(),
    help="Its own key, for evidence; made if absent.",
)
@click.option(
    "--key",
    "named",
    metavar="KEY",
    multiple=True,
    help="A table's public key that somebody compared: TABLE=HEX, or a file of lines `key TABLE HEX`; again"
    " for more. The witness's store names some already.",
)
@click.option(
    "--room",
    "room_path",
    metavar="FILE",
    type=Place(dir_okay=False),
    help="A room.toml with [feed]: other machines listen to the feed.",
)
@lang_option("what it says on standard error")
def serve(
    folders: tuple[Path, ...],
    store_path: str,
    run_dir: Path,
    witness: Path | None,
    sign: Path | None,
    named: tuple[str, ...],
    room_path: Path | None,
    lang: str,
) -> None:
    """Read the journals in DIR, answer the pit's screen and feed other systems until stopped.

    How many rounds an hour a table is meant to play is said once, to the screen: `target_per_hour` of its
    room.toml. It asks with it.
    """
    try:
        keys = keys_told(named)
    except KeyRefused as error:
        raise BadInput(say(lang, "key_refused", why=error)) from None
    room = load_room(room_path) if room_path is not None else None
    run_dir.mkdir(parents=True, exist_ok=True)
    signer = _signer(sign, lang) if sign is not None else None
    remote = remote_feed(room, run_dir) if room is not None else None
    apart = Apart()
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    os.nice(NICENESS)
    with _opened(folders, store_path, lang) as opened:
        try:
            answers = Answers(opened, witness, signer, apart, keys)
            log = partial(click.echo, err=True)
            service = Service(answers, run_dir, os.getgid(), say=log, language=LANGUAGES[lang])
        except SocketTaken as error:
            raise BadInput(say(lang, "refused", why=error)) from None
        with closing(service), closing(apart), _open(remote, lang):
            service.run(ended.is_set)


@contextmanager
def _open(remote: RemoteDoor | None, lang: str) -> Iterator[None]:
    """The door for other machines, if there is one, is open."""
    try:
        if remote is not None:
            remote.open()
    except NoRemote as error:
        raise BadInput(say(lang, "refused", why=error)) from None
    try:
        yield
    finally:
        if remote is not None:
            remote.close()


def _signer(path: Path, lang: str) -> Signer:
    try:
        signer = Signer(load_master(path) if path.exists() else create_master(path))
    except (MasterRefused, OSError) as error:
        raise BadInput(say(lang, "refused", why=error)) from None
    click.echo(say(lang, "signed_with", key=signer.key), err=True)
    return signer


@house.command()
@_JOURNALS
@_STORE
@lang_option("the words")
def rebuild(folders: tuple[Path, ...], store_path: str, lang: str) -> None:
    """Empty the store and count everything anew. Exit 1 when a journal does not hold."""
    with _made_whole(store_path), _opened(folders, store_path, lang) as opened:
        began_s = time.monotonic()
        opened.rebuild()
        with waiting(store_path):
            entries = opened.read_all()
        spent_s = max(time.monotonic() - began_s, 1e-6)
        facts = {"entries": entries, "journals": len(opened.files()), "seconds": decimal(spent_s)}
        click.echo(say(lang, "rebuilt", **facts))
        _end(opened, lang)


@house.command()
@_JOURNALS
@click.option(
    "--store",
    "store_path",
    metavar="STORE",
    type=StoreAddress(),
    help="A file, or postgresql://..., for the next time. Without it nothing is left behind.",
)
@click.option(
    "--by", type=click.Choice(GROUPS), default="table", show_default=True, help="What a line stands for."
)
@click.option("--table", default="", help="Of this table alone.")
@click.option(
    "--period",
    type=click.Choice(list(PERIODS)),
    default="session",
    show_default=True,
    help="How far back.",
)
@lang_option("the words")
@click.option("--json", "as_json", is_flag=True, help="One object of JSON.")
def figures(
    folders: tuple[Path, ...],
    store_path: str | None,
    by: str,
    table: str,
    period: str,
    lang: str,
    as_json: bool,
) -> None:
    """Print the figures by table, session or day. Exit 1 when a journal does not hold."""
    where = store_path or MEMORY
    with _made_whole(where), _opened(folders, where, lang) as opened:
        with waiting(", ".join(map(str, folders))):
            opened.read_all()
        try:
            asked = {"by": by, "table": table, "period": period}
            told = Answers(opened).figures(asked)
            apart = Answers(opened).figures({**asked, "simulated": True})
            if apart["rows"] and not told["simulated"]:  # never added up with what was played for money
                told["rows"] += apart["rows"]
        except BadQuestion as error:
            raise BadInput(say(lang, "refused", why=f"--{error}")) from None
        if as_json:
            click.echo(json.dumps(versioned("house-figures", told)))
        else:
            for row in told["rows"]:
                click.echo(_line(row, lang))
        _end(opened, lang)


def _line(row: dict[str, Any], lang: str) -> str:
    """One row for people: figures in the format of every paper, words in the person's language."""
    say = {name: words[lang == "en"] for name, words in WORDS.items()}
    return (
        f"{plain(row['name']):<14} {grouped(row['rounds']):>7} {say['rounds']}"
        f" {decimal(row['rounds_per_hour_tenths'] / 10):>6} {say['an_hour']}"
        f" {grouped(row['hands']):>9} {say['hands']}"
        f"  JP1 {decimal(row['jp1_permille'] / 10):>5}\u00a0%"
        f"  {say['bank']} {money(row['bank_cents'], signed=True):>14}  {_expected(row, say)}"
        f"{'  ' + SIMULATION[lang == 'en'] if row['simulated'] else ''}"
    )


def _expected(row: dict[str, Any], say: dict[str, str]) -> str:
    if not row["known"]:
        return say["unknown"]
    sigmas = decimal(row["sigmas_percent"] / 100, 2, signed=True)
    return f"{say['expected']} {money(row['expected_cents'], signed=True):>14}  {sigmas}\u00a0σ"


@contextmanager
def _opened(folders: tuple[Path, ...], store_path: str, lang: str) -> Iterator[House]:
    """The house; a store that does not answer, at its beginning or later, ends the command."""
    try:
        with closing(House(list(folders), store_path)) as opened:
            yield opened
    except StoreLost as lost:
        store = plain_address(store_path)
        if isinstance(lost, NotAStore):
            raise BadInput(say(lang, "not_a_store", store=store, why=(NOT_A_STORE, str(lost)))) from None
        key = "store_taken" if isinstance(lost, StoreTaken) else "store_lost"
        raise BadInput(say(lang, key, store=store, why=lost)) from None


@contextmanager
def _made_whole(store_path: str) -> Iterator[None]:
    """A store that this command begins is there with all that it counts, or not at all."""
    files = [] if is_postgres(store_path) else [store_path, f"{store_path}{ASIDE}"]
    new = [one for one in files if not Path(one).exists()]
    try:
        yield
    except BadInput:
        for one in new:
            remove_files(one)
        raise


def _end(opened: House, lang: str) -> None:
    """A journal that does not hold, or is there twice, is named, and the command ends with 1.

    Where there is none it is said.
    """
    if not opened.files():
        click.echo(say(lang, "no_journal", folders=", ".join(map(str, opened.folders))), err=True)
    rows = list(opened.db.query("SELECT file, bad_seq, why FROM source WHERE bad_seq > 0"))
    for row in rows:
        facts = {"file": row["file"], "entry": row["bad_seq"], "why": finding(row["why"], LANGUAGES[lang])}
        click.echo(plain(say(lang, "bad_journal", **facts)), err=True)
    for name, (_, of) in sorted(opened.copies.items()):
        click.echo(plain(say(lang, "copy", file=name, first=of)), err=True)
    if rows or opened.copies:
        sys.exit(1)
