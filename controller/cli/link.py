"""`tapis link`: make, check and look after the database of a linked jackpot (deploy/LINK.md)."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import click

from controller.book.answers import Finished, Key
from controller.book.at_url import is_linked
from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.sessions import linkage_of
from controller.cli import BadInput
from controller.cli.link_address import certified
from controller.cli.link_echoes import echoed
from controller.cli.options import Place, as_asked, lang_option
from controller.cli.versions import versioned
from controller.clock import SystemClock
from controller.installed import lacks
from controller.settings.jackpot import check_jp1_prizes, load_jackpot
from controller.settings.rules import load_profile
from controller.words.told import instants

KINDS = ("table", "pit", "reader")
NO_ADDRESS = ("une adresse commence par postgresql://", "an address begins with postgresql://")
WATCH_S = 5
"""Between two looks of `tapis link watch`."""


def _address(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if not is_linked(value):
        raise click.BadParameter(as_asked(NO_ADDRESS, context), context, parameter)
    if find_spec("psycopg") is None:
        raise BadInput(lacks("psycopg"))
    return certified(value)


URL = click.argument("url", metavar="URL", callback=_address)
LANG = lang_option("the words")


@contextmanager
def _told(lang: str) -> Iterator[None]:
    """What the server or the book refuses is one line on stderr."""
    try:
        yield
    except (BookMismatch, BookUnreachable) as error:
        from controller.book.postgres_said import KeeperMismatch, Said
        from controller.cli.link_servers import of_server
        from controller.cli.link_words import sentence
        from controller.told import said_by

        if isinstance(error, KeeperMismatch):
            raise BadInput(sentence(error.said, lang)) from None
        answer = of_server(error, lang)
        if answer is not None:
            raise BadInput(answer) from None
        code = "book" if isinstance(error, BookMismatch) else "unreachable"
        raise BadInput(sentence(Said(code, text=said_by(error)), lang)) from None


@click.group()
def link() -> None:
    """The database of a jackpot that several machines share; URL is its keeper's address.

    \b
    tapis link create  postgresql://postgres@/jackpot?host=/run/postgresql
    tapis link admit   postgresql://postgres@/jackpot?host=/run/postgresql uth_2 --table UTH-2
    tapis link check   postgresql://postgres@/jackpot?host=/run/postgresql
    """


@link.command()
@URL
@click.option("--jackpot-config", type=Place(), help="By default jackpot.toml.")
@click.option("--profile", default="fr-55-20-2021", show_default=True, help="The rules of its tables.")
@click.option("--simulated", is_flag=True, help="For simulated tables only; a real one is refused.")
@LANG
def create(url: str, jackpot_config: Path | None, profile: str, simulated: bool, lang: str) -> None:
    """Make the database, its owner, its schema and its jackpot on these terms."""
    from controller.book.postgres_people import create as make
    from controller.cli.link_words import sentence

    rules, jackpot = load_profile(profile), load_jackpot(jackpot_config)
    check_jp1_prizes(rules, jackpot)
    with _told(lang):
        done = make(url, jackpot, linkage_of(rules), simulated=simulated, at_ms=SystemClock().now_ms())
    for each in done:
        click.echo(echoed(lang, "made", what=sentence(each, lang)))


@link.command()
@URL
@click.option("--dry-run", is_flag=True, help="Say what is outstanding and change nothing; exit 1 if any is.")
@LANG
def migrate(url: str, dry_run: bool, lang: str) -> None:
    """Bring the schema to what this program needs. Stop the tables first."""
    from controller.book import postgres_schema as schema
    from controller.book.postgres_said import KeeperMismatch, Said

    with _told(lang), schema.connect(url) as connection:
        if not schema.applied(connection):
            raise KeeperMismatch(Said("no_book"))
        wanted = schema.outstanding(connection) if dry_run else schema.migrate(connection)
    for each in wanted:
        click.echo(echoed(lang, "wanted" if dry_run else "applied", what=each.name))
    if not wanted:
        click.echo(echoed(lang, "current", number=schema.VERSION))
    sys.exit(1 if dry_run and wanted else 0)


@link.command()
@URL
@click.argument("role")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default="table",
    show_default=True,
    help="Who comes by this role, and so what it may do.",
)
@click.option("--table", help="The table that the role stands for.")
@LANG
def admit(url: str, role: str, kind: str, table: str | None, lang: str) -> None:
    """Let a role of the server speak: for one table, for the pit, or to read."""
    from controller.book.postgres_people import admit as let_in

    if (kind == "table") != (table is not None):
        raise BadInput(echoed(lang, "table_of_table"))
    with _told(lang):
        let_in(url, role, kind, table)
    if table:
        click.echo(echoed(lang, "stands_for", role=role, table=table))
    else:
        click.echo(echoed(lang, "admitted", role=role, kind=kind))


@link.command()
@URL
@click.argument("role")
@LANG
def dismiss(url: str, role: str, lang: str) -> None:
    """Put a role out: its say, its login and its sessions; what it has written stays."""
    from controller.book.postgres_people import dismiss as let_go

    with _told(lang):
        ended = let_go(url, role)
    click.echo(echoed(lang, "out", role=role, number=ended))


@link.command()
@URL
@LANG
def mend(url: str, lang: str) -> None:
    """Give each role its rights and limits again, after a copy that lost them or a role's own change."""
    from controller.book.postgres_people import mend as give_back

    with _told(lang):
        roles = give_back(url)
    for role in roles:
        click.echo(echoed(lang, "mended", role=role))


@link.command()
@URL
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
@LANG
def tables(url: str, as_json: bool, lang: str) -> None:
    """List who is admitted, when each table last wrote, and the rounds that are not finished.

    URL is the address of the keeper, of the pit or of a reader.
    """
    from controller.book.postgres_people import speakers, unfinished

    with _told(lang):
        who, rounds = speakers(url), unfinished(url)
    if as_json:
        told = {"speakers": [asdict(one) for one in who], "unfinished": [asdict(one) for one in rounds]}
        click.echo(json.dumps(versioned("link-tables", told), ensure_ascii=False))
        return
    for one in who:
        last = echoed(lang, "nothing")
        if one.last_seq is not None and one.last_ms is not None:
            last = echoed(lang, "last", number=one.last_seq, at=instants(one.last_ms))
        click.echo(f"{one.table or '-':<16} {one.role:<20} {one.kind:<10} {last}")
    for each in rounds:
        facts: dict[str, str | int] = {"table": each.table, "round": each.round, "journal": each.journal_id}
        click.echo(echoed(lang, "open", **facts, generation=each.generation, at=instants(each.since_ms)))


@link.command()
@URL
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
@LANG
def check(url: str, as_json: bool, lang: str) -> None:
    """Write, and compare everything that was installed. Exit 1 if something does not hold.

    By the address of a table, the pit or a reader it looks at what that role may see.
    """
    from controller.book.postgres_check import Level
    from controller.book.postgres_check import check as look
    from controller.cli.link_words import lines, sentence

    with _told(lang):
        found = []
        for one in look(url, SystemClock().now_ms()):
            found.append(one)
            if not as_json:
                click.echo("\n".join(lines(one, lang)))
    good = not any(one.level == Level.WRONG for one in found)
    if as_json:
        checked = [
            {
                "what": one.what,
                "level": one.level,
                "said": [{"code": s.code, **s.facts, "sentence": sentence(s, lang)} for s in one.said],
            }
            for one in found
        ]
        click.echo(json.dumps(versioned("link-check", {"ok": good, "checked": checked}), ensure_ascii=False))
    sys.exit(0 if good else 1)


@link.command()
@URL
@click.argument("file", type=Place(dir_okay=False))
@LANG
def copy(url: str, file: Path, lang: str) -> None:
    """Copy the whole book into a file, for an inspector's stick; tables may be at play.

    Such a file is verified as a table's own jackpot.book is: by tapis book verify, and without any program of
    ours by audit_journal.py and check_stick.py. A file that is there already is not replaced.
    """
    from controller.book.postgres_copy import copy_into_file

    with _told(lang):
        entries = copy_into_file(url, file)
    click.echo(echoed(lang, "copied", file=str(file), number=entries))


@link.command()
@URL
@click.option("--once", is_flag=True, help="Look once and end.")
@LANG
def watch(url: str, once: bool, lang: str) -> None:
    """End the sessions of roles that keep a transaction or a statement going; one line for each.

    Nobody's act waits for them, but old rows do, and the server's processors.
    """
    from controller.book.postgres_people import end_held

    while True:
        with _told(lang):
            ended = end_held(url)
        for role, pid, seconds in ended:
            click.echo(echoed(lang, "ended", role=role, pid=pid, seconds=seconds))
        if once:
            return
        time.sleep(WATCH_S)


@link.command("close-round")
@URL
@click.argument("table")
@click.argument("number", type=click.IntRange(1))
@click.option("--person", "persons", multiple=True, required=True, help="Twice: who answers for it.")
@click.option("--reason", required=True, help="Why, as it stands in the book for ever.")
@click.option("--journal", help="The journal of the round, if several are open under this number.")
@LANG
def close_round(
    url: str, table: str, number: int, persons: tuple[str, ...], reason: str, journal: str | None, lang: str
) -> None:
    """Close the round of a dead table on its record: the others' shares wait for it no longer.

    URL is the address of a role of kind pit.
    """
    from controller.book.postgres import PostgresBook

    if len(persons) != 2:
        raise BadInput(echoed(lang, "two_persons"))
    with _told(lang), closing(PostgresBook(url)) as book:
        rounds = [
            each
            for each in book.unfinished()
            if (each.table, each.round) == (table, number) and journal in (None, each.journal_id)
        ]
        if not rounds:
            raise BadInput(echoed(lang, "no_open_round", number=number, table=table))
        if len(rounds) > 1:
            raise BadInput(echoed(lang, "open_rounds", count=len(rounds), number=number, table=table))
        # Refused once, for its names or its reason, it is another request the next time.
        request = sha256("\n".join((*persons, reason)).encode()).hexdigest()[:12]
        key = Key(table, rounds[0].journal_id, number, rounds[0].attempt, f"close {request}")
        answer = book.close_dead_round(key, (persons[0], persons[1]), reason, SystemClock().now_ms())
    if not isinstance(answer, Finished):
        click.echo(echoed(lang, "not_closed", text=getattr(answer, "detail", str(answer))), err=True)
        sys.exit(1)
    click.echo(echoed(lang, "closed", number=number, table=table, seq=answer.book_seq))
