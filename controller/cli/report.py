"""`tapis report`: what a session leaves on paper, read from its journal.

    tapis report closing UTH-2-000001.journal --pdf closing.pdf

The journal is verified while it is read; it needs no master key, and a table may be at play meanwhile.
"""

from __future__ import annotations

from pathlib import Path

import click

from controller.cli import BadInput
from controller.cli.letterhead import letterhead_here
from controller.cli.report_incident import incident
from controller.cli.report_jp1 import jp1, notices, reconciliation
from controller.cli.report_options import IN, LANGUAGE, ZONE, pdf_option, sign_option, signed_beside, zone_of
from controller.cli.report_registers import check, registers
from controller.cli.report_rules import rules
from controller.cli.report_win import win
from controller.cli.waiting import waiting
from controller.journal.chain import JournalDamaged, NotAJournal
from controller.papers.letterhead import of_instants
from controller.papers.pdf import NotPrinted
from controller.registers.closing_paper import owed_rows, slip_paper, slip_rows, slip_title
from controller.registers.layout import print_papers
from controller.registers.reading import Reading, read_session
from controller.registers.sittings import sittings_of
from controller.words.money import LANGUAGES


@click.group()
def report() -> None:
    """What a session leaves on paper."""


for _command in (win, registers, rules, check, incident, jp1, reconciliation, notices):
    report.add_command(_command)


@report.command()
@IN
@pdf_option
@LANGUAGE
@ZONE
@sign_option
def closing(path: Path, pdf: Path | None, language: str, zone: str | None, sign: Path | None) -> None:
    """Print the closing slip of the journal in FILE: the table's result, the jackpot apart, the head.

    Exit 1 when no closing is recorded in it.
    """
    try:
        with waiting(path):
            session = read_session(path)
    except (NotAJournal, JournalDamaged) as error:
        raise BadInput(str(error)) from None
    closed = [one for one in sittings_of(session) if one.result is not None]
    if not closed:
        click.echo(f"{path}: no closing is recorded", err=True)
        raise SystemExit(1)
    words, where = LANGUAGES[language], zone_of(zone)
    marks = session.marks(words)
    for mark in marks:
        click.echo(mark)
    for name, table, apart in slip_rows(session, closed[-1], words):
        click.echo(f"{name:<28}{table:>16}{apart:>16}")
    for name, told in owed_rows(closed[-1], words, where):
        click.echo(f"{name} : {told}")
    click.echo(f"head {session.head.hash}")
    if pdf is not None:
        paper = slip_paper(session, closed[-1], words, where)
        footer = f"{session.name} · {session.head.hash}"
        try:
            period = of_instants(closed[-1].opened_ms, closed[-1].closed_ms, zone_of(zone))
            head = letterhead_here(words, zone_of(zone), period)
            print_papers(str(pdf), slip_title(session, words), [paper], marks, footer, head=head)
        except NotPrinted as error:
            raise BadInput(str(error)) from None
    signed_beside(pdf, sign, Reading([session], []))
