"""`tapis book`: the jackpot book against the journals of its tables (rules, section 6)."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict
from datetime import UTC
from pathlib import Path
from typing import Any, Final

import click

from controller.book.answers import BookView
from controller.book.at_url import open_book
from controller.book.faults import refused
from controller.book.journals import Journals, read_acts
from controller.book.port import Book, BookMismatch, BookUnreachable
from controller.book.sqlite import SqliteBook
from controller.book.verify import FINDINGS_SHOWN, Verdict, compare
from controller.cli import BadInput
from controller.cli.book_refused import book_refused
from controller.cli.link_address import book_address
from controller.cli.options import Place, lang_option
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.journal.chain import NotAJournal
from controller.told import Told, said_by
from controller.words.instants import to_the_second
from controller.words.money import EN, LANGUAGES, money, percent
from controller.words.plurals import in_language
from controller.words.told import told

MEANING: Final[Mapping[str, tuple[str, str]]] = {
    "stake_cents": ("mise", "stake"),
    "base_cents": ("base\u00a0: le compteur part de", "base: the meter starts at"),
    "reset_cents": ("après un gain il repart de", "reset: after a win it restarts at"),
    "increment_micro": ("de chaque mise, au compteur", "increment: of each stake, to the meter"),
    "reserve_micro": ("de chaque mise, à la réserve", "hidden: of each stake, to the reserve"),
    "house_micro": ("de chaque mise, à la maison", "of each stake, to the house"),
    "limit_cents": ("limite du compteur", "limit of the meter"),
    "unreasonable_cents": (
        "déraisonnable\u00a0: un coup qui apporte",
        "unreasonable: a round that brings more",
    ),
    "fixed_prizes_paid_from": ("les lots fixes sont payés par", "fixed prizes are paid from"),
    "generation": ("génération", "generation"),
    "meter_cents": ("compteur", "meter"),
    "stakes_count": ("mises, leur nombre", "stakes, how many"),
    "stakes_cents": ("mises", "stakes"),
    "wins_count": ("gains, leur nombre", "wins, how many"),
    "wins_cents": ("gains", "wins"),
    "frozen_cents": ("figé par des gains", "frozen by wins"),
    "overflow_cents": ("au-delà de la limite", "above the limit"),
    "stop": ("arrêt", "stop"),
}
RESERVE: Final = ("réserve", "reserve")
SAID: Final[Mapping[str, tuple[str, str]]] = {
    "none": ("aucune", "none"),
    "house": ("la maison", "the house"),
    "meter": ("le compteur", "the meter"),
    "won": (
        "{table} coup {round} siège {seat}, génération {generation}",
        "{table} round {round} seat {seat}, generation {generation}",
    ),
    "no_win": ("aucun jackpot n’a été payé", "no jackpot was paid"),
    "book": ("livre", "book"),
    "journals": ("journaux", "journals"),
    "in_flight": ("en cours", "in flight"),
    "accepted": ("accepté", "accepted"),
    "wrong": ("faux", "wrong"),
    "entries": ("{count} écriture{count:|s}", "{count} {count:entry|entries}"),
    "acts": ("{count} acte{count:|s}", "{count} act{count:|s}"),
    "residual": ("reste", "residual"),
    "more": ("et {count} de plus", "and {count} more"),
    "agree": ("livre et journaux concordent", "book and journals agree"),
    "differ": ("livre et journaux ne concordent pas", "book and journals do not agree"),
}


def _say(key: str, language: int, **facts: object) -> str:
    return in_language(SAID[key], language, facts)


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
    type=Place(),
    help="The directory with the journals of all tables of this book, or one journal.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@lang_option("the words")
def verify(url: str, journals: Path, as_json: bool, lang: str) -> None:
    """Say whether book and journals tell the same, act by act, and whether the ledger adds up.

    A book in a file is done again from its acts, and every row of it compared.

    BOOK is a path or postgresql://... Exit 0 when they agree, 1 when they do not, 2 when one of them cannot
    be read at all.
    An act under way is named and is no difference: one a table at most.
    """
    words = EN if as_json else LANGUAGES[lang]  # other programs read the answer in JSON
    try:
        with closing(open_book(url, None)) as opened:
            if getattr(opened, "kind", "") == "table":
                raise BookMismatch(refused("own_acts"))
            # In this order tables may be at play: see `compare`.
            with waiting(journals):
                view = opened.read(check=True)
                read = read_acts(journals)
                verdict = compare(read.acts, opened.acts(), view, words)
                verdict = verdict.with_more(_unlike(opened, words))
    except (BookMismatch, BookUnreachable) as error:
        raise BadInput(book_refused(error, LANGUAGES[lang])) from None
    except NotAJournal as error:
        raise BadInput(Told(("journal {said}", "journal {said}"), said=said_by(error))) from None
    sound = verdict.sound and not read.faults
    if as_json:
        click.echo(
            json.dumps(versioned("book-verify", _as_json(verdict, view, read, sound)), ensure_ascii=False)
        )
    else:
        _print(verdict, view, read, sound, words)
    sys.exit(0 if sound else 1)


def _unlike(opened: Book, language: int) -> list[str]:
    """What stands beside the ledger and its acts do not make; a linked book's server keeps that itself."""
    return opened.unlike(language) if isinstance(opened, SqliteBook) else []


@book.command()
@click.argument("url", metavar="BOOK", callback=book_address)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@lang_option("the words")
def wins(url: str, as_json: bool, lang: str) -> None:
    """Recall the continuous meters and the last 25 wins of BOOK, the newest first (PM-06).

    BOOK is a path or postgresql://...
    """
    try:
        with closing(open_book(url, None)) as opened:
            view = opened.read()
    except (BookMismatch, BookUnreachable) as error:
        raise BadInput(book_refused(error, LANGUAGES[lang])) from None
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
    language = LANGUAGES[lang]
    for name, value in meters.items():
        in_euros = isinstance(value, int) and name.endswith("_cents")
        amount = money(int(value)) if in_euros else str(value) if value != "" else "–"
        label = (RESERVE if name == "reserve_cents" else MEANING[name])[language]
        click.echo(f"{label:<24}{amount:>18}")
    for won in view.wins:
        where = _say(
            "won", language, **{name: getattr(won, name) for name in ("table", "round", "seat", "generation")}
        )
        click.echo(f"{to_the_second(won.at_ms, UTC)} UTC {money(won.cents):>16}  {where}")
    if not view.wins:
        click.echo(_say("no_win", language))


@book.command()
@click.argument("url", metavar="BOOK", callback=book_address)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@lang_option("the words")
def terms(url: str, as_json: bool, lang: str) -> None:
    """Show the parameters that BOOK was made for, each by its name (PM-02).

    BOOK is a path or postgresql://... What they are is set in jackpot.toml, and stays while the jackpot runs.
    """
    try:
        with closing(open_book(url, None)) as opened:
            kept = opened.terms
    except (BookMismatch, BookUnreachable) as error:
        raise BadInput(book_refused(error, LANGUAGES[lang])) from None
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
    language = LANGUAGES[lang]
    for name, value in told.items():
        click.echo(f"{MEANING[name][language]:<40}{_told(name, value, language):>18}")


def _told(name: str, value: int | str | None, language: int) -> str:
    if value is None:
        return _say("none", language)
    if isinstance(value, str):
        return _say(value, language)
    return money(value) if name.endswith("_cents") else percent(value)


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


def _print(verdict: Verdict, view: BookView, read: Journals, sound: bool, language: int) -> None:
    def line(label: str, text: str) -> None:
        click.echo(f"{label:<10}{text}")

    def acts(count: int) -> str:
        return _say("acts", language, count=count)

    entries = _say("entries", language, count=view.seq)
    generation = f"{MEANING['generation'][language]} {view.generation}"
    residual = f"{_say('residual', language)} {view.residual_cents}"
    line(_say("book", language), f"{entries}, {acts(verdict.book_acts)}, {generation}")
    line(_say("journals", language), f"{read.files}, {acts(verdict.journal_acts)}")
    line(MEANING["meter_cents"][language], f"{money(view.meter_cents)}, {residual}")
    for named in verdict.in_flight:
        line(_say("in_flight", language), named)
    for named in verdict.accepted:
        line(_say("accepted", language), named)
    for found in (*read.faults, *verdict.findings):
        line(_say("wrong", language), told(found, language))
    if verdict.findings_count > FINDINGS_SHOWN:
        line("", _say("more", language, count=verdict.findings_count - FINDINGS_SHOWN))
    click.echo(_say("agree" if sound else "differ", language))
