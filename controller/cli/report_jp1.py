"""`tapis report jp1`, `reconciliation` and `notices`: the jackpot of one session, from its journal.

tapis report jp1 UTH-2-000001.journal --pdf history.pdf
tapis report jp1 UTH-2-000001.journal --format csv
tapis report reconciliation UTH-2-000001.journal
tapis report notices UTH-2-000001.journal --pdf notices.pdf
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path
from typing import Final

import click

from controller.cli import BadInput, NotDone
from controller.cli.letterhead import letterhead_here, period_of
from controller.cli.report_options import IN, LANGUAGE, ZONE, paper_written, pdf_option, sign_option, zone_of
from controller.cli.report_refused import say as refusal
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.game.events import HistoryCertified, ReconciliationRecorded
from controller.journal.chain import JournalDamaged, NotAJournal
from controller.journal.entries import fields_of_event
from controller.journal.heads import Signer
from controller.registers import jp1_papers
from controller.registers.export import as_csv, as_json, json_text, papers
from controller.registers.jp1_history import jp1_history
from controller.registers.layout import Paper, as_text
from controller.registers.reading import Reading, Session, read_session
from controller.registers.settings_paper import changes_approved, settings_notice
from controller.told import at_place, said_by
from controller.words.money import LANGUAGES

FORMATS: Final = ("text", "csv", "json")


def _read(path: Path, language: str) -> Session:
    try:
        with waiting(path):
            return read_session(path)
    except NotAJournal as error:
        raise BadInput(error) from None
    except JournalDamaged as damage:
        raise BadInput(at_place(path.name, said_by(damage))) from None


def _print(
    session: Session,
    made: Sequence[Paper],
    words: int,
    zone: tzinfo | None,
    pdf: Path | None,
    sign: Signer | None,
    *,
    printed: str | None,
    landscape: bool = False,
) -> None:
    marks = session.marks(words)
    if pdf is not None:
        footer = f"{session.name} · {session.head.hash[:32]}"
        head = letterhead_here(words, zone, period_of([session], zone))
        reading = Reading([session], [])
        paper_written(pdf, sign, reading, made[0].title, made, marks, footer, head, landscape=landscape)
    click.echo(printed if printed is not None else as_text(made, marks), nl=False)


@click.command()
@IN
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "csv", "json")),
    default="text",
    show_default=True,
    help="What is printed: lines to read, or rows for another program.",
)
@click.option("--french", is_flag=True, help="CSV with semicolons and a byte order mark, for spreadsheets.")
@pdf_option
@LANGUAGE
@ZONE
@sign_option
def jp1(
    path: Path,
    form: str,
    french: bool,
    pdf: Path | None,
    language: str,
    zone: str | None,
    sign: Signer | None,
) -> None:
    """Print the session's history of JP1, certified or not, from the journal in FILE (AC-07)."""
    session, words, where = _read(path, language), LANGUAGES[language], zone_of(zone)
    register = jp1_history([session])
    reading = Reading([session], [])
    printed = None
    if form == "csv":
        printed = as_csv(register, where, french=french)
    elif form == "json":
        answer = as_json(reading, [register], where)
        found = session.told(HistoryCertified)
        signed = fields_of_event(found[-1][1]) if found else None
        printed = json_text(answer | {"certified": signed})
    certified = jp1_papers.certificate(session, words, where)
    acts, read = papers(reading, [register], words, where)
    made = [jp1_papers.history(certified, acts, read, words)]
    _print(session, made, words, where, pdf, sign, printed=printed, landscape=True)


@click.command()
@IN
@click.option("--json", "in_json", is_flag=True, help="One JSON object instead of text.")
@pdf_option
@LANGUAGE
@ZONE
@sign_option
def reconciliation(
    path: Path, in_json: bool, pdf: Path | None, language: str, zone: str | None, sign: Signer | None
) -> None:
    """Print the reconciliations that the journal in FILE records: each sum apart (AC-08).

    Exit 1 when the last one left a difference, or none is recorded.
    """
    session, words, where = _read(path, language), LANGUAGES[language], zone_of(zone)
    found = session.told(ReconciliationRecorded)
    if not found:
        click.echo(refusal("no_reconciliation", language, file=path), err=True)
        raise SystemExit(1)
    printed = None
    if in_json:
        told = [{"seq": one.seq, "at_ms": one.at_ms, **fields_of_event(event)} for one, event in found]
        answer = {"journal": session.name, "reconciliations": told}
        printed = json_text(versioned("report-reconciliation", answer))
    made = [jp1_papers.reconciliation(session, *one, words, where) for one in found]
    _print(session, made, words, where, pdf, sign, printed=printed)
    _, last = found[-1]
    if last.figures.residual_micro or last.unexplained_cents:
        raise SystemExit(1)


@click.command()
@IN
@pdf_option
@LANGUAGE
@ZONE
@sign_option
def notices(path: Path, pdf: Path | None, language: str, zone: str | None, sign: Signer | None) -> None:
    """Print the notices for accounting of the journal in FILE: every correction of the meter, every rectified
    round that moved money and every change of settings, before and after (PM-11, AC-10).

    Exit 1 when there is none to print and --pdf asks for paper.
    """
    session, words, where = _read(path, language), LANGUAGES[language], zone_of(zone)
    made = [jp1_papers.notice(session, *one, words, where) for one in jp1_papers.movements(session)]
    made += [jp1_papers.rectification(session, *one, words, where) for one in jp1_papers.rectified(session)]
    made += [settings_notice(session, *one, words, where) for one in changes_approved(session)]
    if not made:
        if pdf is not None:
            raise NotDone(refusal("no_notice", language, file=path, pdf=pdf))
        for mark in session.marks(words):
            click.echo(mark)
        click.echo(refusal("nothing_moved", language, file=path))
        return
    _print(session, made, words, where, pdf, sign, printed=None)
