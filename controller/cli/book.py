"""`tapis book`: the jackpot book against the journals of its tables (rules, section 6)."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import click

from controller.book.answers import BookView
from controller.book.at_url import open_book
from controller.book.journals import Journals, read_acts
from controller.book.port import Book, BookMismatch, BookUnreachable
from controller.book.sqlite import SqliteBook
from controller.book.verify import FINDINGS_SHOWN, Verdict, compare
from controller.cli import BadInput
from controller.cli.link_address import book_address
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.journal.chain import NotAJournal
from controller.words.plurals import so_many

MEANING: Final = {
    "stake_cents": "stake",
    "base_cents": "base: the meter starts at",
    "reset_cents": "reset: after a win it restarts at",
    "increment_micro": "increment: of each stake, to the meter",
    "reserve_micro": "hidden: of each stake, to the reserve",
    "house_micro": "of each stake, to the house",
    "limit_cents": "limit of the meter",
    "unreasonable_cents": "unreasonable: a round that brings more",
    "fixed_prizes_paid_from": "fixed prizes are paid from",
}


@click.group()
def book() -> None:
    """The jackpot book."""


@book.command()
@click.argument("url", metavar="BOOK", callback=book_address)
@click.option(
    "--journal",
    "journals",
    required=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="The directory with the journals of all tables of this book, or one journal.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def verify(url: str, journals: Path, as_json: bool) -> None:
    """Say whether book and journals tell the same, act by act, and whether the ledger adds up.

    A book in a file is done again from its acts, and every row of it compared.

    BOOK is a path or postgresql://... Exit 0 when they agree, 1 when they do not, 2 when one of them cannot
    be read at all.
    An act under way is named and is no difference: one a table at most.
    """
    try:
        with closing(open_book(url, None)) as opened:
            if getattr(opened, "kind", "") == "table":
                raise BookMismatch("shows a table its own acts only: verify by the role of a reader")
            # In this order tables may be at play: see `compare`.
            with waiting(journals):
                view = opened.read(check=True)
                read = read_acts(journals)
                verdict = compare(read.acts, opened.acts(), view).with_more(_unlike(opened))
    except (BookMismatch, BookUnreachable) as error:
        raise BadInput(f"book {error}") from None
    except NotAJournal as error:
        raise BadInput(f"journal {error}") from None
    sound = verdict.sound and not read.faults
    if as_json:
        click.echo(
            json.dumps(versioned("book-verify", _as_json(verdict, view, read, sound)), ensure_ascii=False)
        )
    else:
        _print(verdict, view, read, sound)
    sys.exit(0 if sound else 1)


def _unlike(opened: Book) -> list[str]:
    """What stands beside the ledger and its acts do not make; a linked book's server keeps that itself."""
    return opened.unlike() if isinstance(opened, SqliteBook) else []


@book.command()
@click.argument("url", metavar="BOOK", callback=book_address)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def wins(url: str, as_json: bool) -> None:
    """Recall the continuous meters and the last 25 wins of BOOK, the newest first (PM-06).

    BOOK is a path or postgresql://...
    """
    try:
        with closing(open_book(url, None)) as opened:
            view = opened.read()
    except (BookMismatch, BookUnreachable) as error:
        raise BadInput(f"book {error}") from None
    meters: dict[str, int | str] = {
        "generation": view.generation,
        "meter_cents": view.meter_cents,
        "stakes_count": view.stakes_count,
        "stakes_cents": view.stakes_cents,
        "wins_count": view.wins_count,
        "wins_cents": view.wins_cents,
        "frozen_cents": view.frozen_cents,
        "reserve_cents": view.reserve_cents,
        "overflow_cents": view.overflow_cents,
        "stop": view.stop,
    }
    if as_json:
        told = [asdict(won) for won in view.wins]
        click.echo(json.dumps(versioned("book-wins", meters | {"wins": told}), ensure_ascii=False))
        return
    for name, value in meters.items():
        in_euros = isinstance(value, int) and name.endswith("_cents")
        amount = _euros(int(value)) if in_euros else str(value or "-")
        click.echo(f"{name.removesuffix('_cents'):<14}{amount:>18}")
    for won in view.wins:
        at = datetime.fromtimestamp(won.at_ms / 1000, UTC)
        where = f"{won.table} round {won.round} seat {won.seat}, generation {won.generation}"
        click.echo(f"{at:%Y-%m-%d %H:%M:%S} UTC {_euros(won.cents):>16}  {where}")
    if not view.wins:
        click.echo("no jackpot was paid")


@book.command()
@click.argument("url", metavar="BOOK", callback=book_address)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def terms(url: str, as_json: bool) -> None:
    """Show the parameters that BOOK was made for, each by its name (PM-02).

    BOOK is a path or postgresql://... What they are is set in jackpot.toml, and stays while the jackpot runs.
    """
    try:
        with closing(open_book(url, None)) as opened:
            kept = opened.terms
    except (BookMismatch, BookUnreachable) as error:
        raise BadInput(f"book {error}") from None
    told = {
        "stake_cents": kept.stake_cents,
        "base_cents": kept.start_cents,
        "reset_cents": kept.restart_cents,
        "increment_micro": kept.meter_share,
        "reserve_micro": kept.reserve_share,
        "house_micro": kept.house_share,
        "limit_cents": kept.limit_cents,
        "unreasonable_cents": kept.unreasonable_cents,
        "fixed_prizes_paid_from": kept.fixed_prizes_paid_from,
    }
    if as_json:
        click.echo(json.dumps(versioned("book-terms", told)))
        return
    for name, value in told.items():
        click.echo(f"{MEANING[name]:<40}{_told(name, value):>18}")


def _told(name: str, value: int | str | None) -> str:
    if value is None:
        return "none"
    if isinstance(value, str):
        return value
    return _euros(value) if name.endswith("_cents") else f"{Decimal(value).scaleb(-4).normalize():f} %"


def _as_json(verdict: Verdict, view: BookView, read: Journals, sound: bool) -> dict[str, Any]:
    return {
        "ok": sound,
        "journals": read.files,
        "journal_acts": verdict.journal_acts,
        "book_acts": verdict.book_acts,
        "entries": view.seq,
        "generation": view.generation,
        "meter_cents": view.meter_cents,
        "seed_cents": view.seed_cents,
        "contributed_cents": view.contributed_cents,
        "awarded_cents": view.awarded_cents,
        "reserve_cents": view.reserve_cents,
        "house_cents": view.house_cents,
        "residual_cents": view.residual_cents,
        "in_flight": list(verdict.in_flight),
        "accepted": list(verdict.accepted),
        "findings_count": verdict.findings_count + len(read.faults),
        "findings": [*read.faults, *verdict.findings],
    }


def _print(verdict: Verdict, view: BookView, read: Journals, sound: bool) -> None:
    acts = so_many(verdict.book_acts, "act")
    click.echo(f"book      {so_many(view.seq, 'entry')}, {acts}, generation {view.generation}")
    click.echo(f"journals  {read.files}, {so_many(verdict.journal_acts, 'act')}")
    click.echo(f"meter     {_euros(view.meter_cents)}, residual {view.residual_cents}")
    for named in verdict.in_flight:
        click.echo(f"in flight {named}")
    for named in verdict.accepted:
        click.echo(f"accepted  {named}")
    for finding in (*read.faults, *verdict.findings):
        click.echo(f"wrong     {finding}")
    if verdict.findings_count > FINDINGS_SHOWN:
        click.echo(f"          and {verdict.findings_count - FINDINGS_SHOWN} more")
    click.echo("book and journals agree" if sound else "book and journals do not agree")


def _euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d} €"
