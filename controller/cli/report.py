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
from controller.cli.report_options import IN, LANGUAGE, ZONE, paper_written, pdf_option, sign_option, zone_of
from controller.cli.report_refused import say as refusal
from controller.cli.report_registers import check, registers
from controller.cli.report_rules import rules
from controller.cli.report_win import win
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.journal.chain import JournalDamaged, NotAJournal
from controller.journal.heads import Signer
from controller.papers.letterhead import of_instants
from controller.registers.closing_paper import owed_rows, slip_json, slip_paper, slip_rows, slip_title
from controller.registers.column_words import COLUMNS
from controller.registers.export import json_text
from controller.registers.reading import Reading, read_session
from controller.registers.sittings import sittings_of
from controller.words.money import LANGUAGES
from controller.words.plain import COLON, plain


@click.group()
def report() -> None:
    """What a session leaves on paper."""


for _command in (win, registers, rules, check, incident, jp1, reconciliation, notices):
    report.add_command(_command)


@report.command()
@IN
@pdf_option
@click.option("--json", "in_json", is_flag=True, help="One JSON object instead of text.")
@LANGUAGE
@ZONE
@sign_option
def closing(
    path: Path, pdf: Path | None, in_json: bool, language: str, zone: str | None, sign: Signer | None
) -> None:
    """Print the closing slip of the journal in FILE: the table's result, the jackpot apart, the head.

    Exit 1 when no closing is recorded in it.
    """
    try:
        with waiting(path):
            session = read_session(path)
    except (NotAJournal, JournalDamaged) as error:
        raise BadInput(error) from None
    closed = [one for one in sittings_of(session) if one.result is not None]
    if not closed:
        click.echo(refusal("no_closing", language, file=path), err=True)
        raise SystemExit(1)
    words, where = LANGUAGES[language], zone_of(zone)
    marks, last = session.marks(words), closed[-1]
    if pdf is not None:
        head = letterhead_here(words, where, of_instants(last.opened_ms, last.closed_ms, where))
        footer = f"{session.name} · {session.head.hash}"
        made = [slip_paper(session, last, words, where)]
        title = slip_title(session, words)
        paper_written(pdf, sign, Reading([session], []), title, made, marks, footer, head)
    if in_json:
        click.echo(json_text(versioned("report-closing", slip_json(session, last))), nl=False)
        return
    for mark in marks:
        click.echo(mark)
    for name, table, apart in slip_rows(session, last, words):
        click.echo(plain(f"{name:<28}{table:>16}{apart:>16}"))
    for name, owed in owed_rows(last, words, where):
        click.echo(plain(f"{name}{COLON[words]}{owed}"))
    click.echo(f"{COLUMNS['head'][words]}{COLON[words]}{session.head.hash}")
