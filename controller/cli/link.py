"""`tapis link`: make, check and look after the database of a linked jackpot (deploy/LINK.md)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import click

from controller.book import is_linked
from controller.book.answers import Finished, Key
from controller.book.port import BookMismatch, BookUnreachable
from controller.boot.sessions import linkage_of
from controller.cli import BadInput
from controller.clock import SystemClock
from controller.settings import check_jp1_prizes, load_jackpot
from controller.settings.rules import load_profile

KINDS = ("table", "pit", "reader")


def _address(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if not is_linked(value):
        raise click.BadParameter("an address begins with postgresql://", context, parameter)
    if find_spec("psycopg") is None:
        raise BadInput("tapis link needs the extra link: pip install 'tapis[link]'")
    return value


URL = click.argument("url", metavar="URL", callback=_address)


@contextmanager
def _told() -> Iterator[None]:
    """What the server refuses is one line on stderr."""
    try:
        yield
    except (BookMismatch, BookUnreachable) as error:
        raise BadInput(str(error)) from None


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
@click.option("--jackpot-config", type=click.Path(path_type=Path), help="By default jackpot.toml.")
@click.option("--profile", default="fr-55-20-2021", show_default=True, help="The rules of its tables.")
@click.option("--simulated", is_flag=True, help="For simulated tables only; a real one is refused.")
def create(url: str, jackpot_config: Path | None, profile: str, simulated: bool) -> None:
    """Make the database, its owner, its schema and its jackpot on these terms."""
    from controller.book.postgres_people import create as make

    rules, jackpot = load_profile(profile), load_jackpot(jackpot_config)
    check_jp1_prizes(rules, jackpot)
    with _told():
        done = make(url, jackpot, linkage_of(rules), simulated=simulated, at_ms=SystemClock().now_ms())
    for each in done:
        click.echo(f"made   {each}")


@link.command()
@URL
@click.option("--dry-run", is_flag=True, help="Say what is outstanding and change nothing; exit 1 if any is.")
def migrate(url: str, dry_run: bool) -> None:
    """Bring the schema to what this program needs. Stop the tables first."""
    import psycopg

    from controller.book import postgres_schema as schema

    with _told(), schema.connect(url) as connection:
        if not schema.applied(connection):
            raise BookMismatch("there is no book in this database: tapis link create")
        try:
            wanted = schema.outstanding(connection) if dry_run else schema.migrate(connection)
        except psycopg.Error as error:
            raise BookUnreachable(schema.sentence(error)) from None
    for each in wanted:
        click.echo(f"{'wanted ' if dry_run else 'applied'} {each.name}")
    if not wanted:
        click.echo(f"the schema is at migration {schema.VERSION}")
    sys.exit(1 if dry_run and wanted else 0)


@link.command()
@URL
@click.argument("role")
@click.option("--kind", type=click.Choice(KINDS), default="table", show_default=True)
@click.option("--table", help="The table that the role stands for.")
def admit(url: str, role: str, kind: str, table: str | None) -> None:
    """Let a role of the server speak: for one table, for the pit, or to read."""
    from controller.book.postgres_people import admit as let_in

    if (kind == "table") != (table is not None):
        raise BadInput("--table names the table of a role of kind table, and of no other")
    with _told():
        let_in(url, role, kind, table)
    click.echo(f"{role} stands for {table}" if table else f"{role} is admitted as {kind}")


@link.command()
@URL
@click.argument("role")
def dismiss(url: str, role: str) -> None:
    """Take a role's say away; what it has written stays."""
    from controller.book.postgres_people import dismiss as let_go

    with _told():
        let_go(url, role)
    click.echo(f"{role} has no say any more")


@link.command()
@URL
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def tables(url: str, as_json: bool) -> None:
    """List who is admitted, when each table last wrote, and the rounds that are not finished."""
    from controller.book.postgres_people import speakers, unfinished

    with _told():
        who, rounds = speakers(url), unfinished(url)
    if as_json:
        told = {"speakers": [asdict(one) for one in who], "unfinished": [asdict(one) for one in rounds]}
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for one in who:
        last = f"entry {one.last_seq}, {_at(one.last_ms)}" if one.last_ms is not None else "nothing yet"
        click.echo(f"{one.table or '-':<16} {one.role:<20} {one.kind:<10} {last}")
    for each in rounds:
        click.echo(
            f"open   {each.table} round {each.round}, generation {each.generation}, since"
            f" {_at(each.since_ms)}, journal {each.journal_id}"
        )


@link.command()
@URL
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout.")
def check(url: str, as_json: bool) -> None:
    """Look at server, schema, rights and ledger. Exit 1 if something does not hold."""
    from controller.book.postgres_people import check as look

    with _told():
        found = look(url)
    good = not any(one.wrong for one in found)
    if as_json:
        click.echo(json.dumps({"ok": good, "checked": [asdict(one) for one in found]}, ensure_ascii=False))
    else:
        for one in found:
            click.echo(f"{'wrong' if one.wrong else 'ok':<6} {one.what:<20} {one.wrong or one.found}")
    sys.exit(0 if good else 1)


@link.command("close-round")
@URL
@click.argument("table")
@click.argument("number", type=click.IntRange(1))
@click.option("--person", "persons", multiple=True, required=True, help="Twice: who answers for it.")
@click.option("--reason", required=True)
@click.option("--journal", help="The journal of the round, if several are open under this number.")
def close_round(
    url: str, table: str, number: int, persons: tuple[str, ...], reason: str, journal: str | None
) -> None:
    """Close the round of a dead table on its record: the others' shares wait for it no longer.

    URL is the address of a role of kind pit.
    """
    from controller.book.postgres import PostgresBook

    if len(persons) != 2:
        raise BadInput("--person is given twice: one proposes, another approves")
    with _told(), closing(PostgresBook(url)) as book:
        rounds = [
            each
            for each in book.unfinished()
            if (each.table, each.round) == (table, number) and journal in (None, each.journal_id)
        ]
        if not rounds:
            raise BadInput(f"no open round {number} of table {table}")
        if len(rounds) > 1:
            raise BadInput(f"{len(rounds)} open rounds {number} of table {table}: name one with --journal")
        # Refused once, for its names or its reason, it is another request the next time.
        request = sha256("\n".join((*persons, reason)).encode()).hexdigest()[:12]
        key = Key(table, rounds[0].journal_id, number, rounds[0].attempt, f"close {request}")
        answer = book.close_dead_round(key, (persons[0], persons[1]), reason, SystemClock().now_ms())
    if not isinstance(answer, Finished):
        click.echo(f"not closed: {getattr(answer, 'detail', answer)}", err=True)
        sys.exit(1)
    click.echo(f"round {number} of table {table} is closed by entry {answer.book_seq}")


def _at(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
