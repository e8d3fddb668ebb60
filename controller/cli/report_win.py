"""`tapis report win`: the papers of one of the two best hands.

tapis report win UTH-2-000001.journal --round 147 --pdf win.pdf
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from controller.cli import BadInput
from controller.cli.letterhead import letterhead_here, period_of
from controller.cli.report_options import IN, LANGUAGE, ZONE, paper_written, pdf_option, sign_option, zone_of
from controller.cli.report_refused import say as refusal
from controller.cli.waiting import waiting
from controller.journal.chain import JournalDamaged, NotAJournal
from controller.journal.heads import Signer
from controller.registers.layout import as_text
from controller.registers.reading import Reading, read_session
from controller.registers.win_papers import as_json, papers_of
from controller.registers.wins import wins_of
from controller.told import at_place, said_by
from controller.words.money import LANGUAGES
from controller.words.told import told


@click.command()
@IN
@click.option("--round", "number", type=click.IntRange(1), required=True, help="The round of the win.")
@pdf_option
@click.option("--json", "in_json", is_flag=True, help="One JSON object instead of text.")
@LANGUAGE
@ZONE
@sign_option
def win(
    path: Path,
    number: int,
    pdf: Path | None,
    in_json: bool,
    language: str,
    zone: str | None,
    sign: Signer | None,
) -> None:
    """Print the slips and the minutes of the jackpot won in this round of the journal in FILE.

    A refused claim gives its own minutes. Exit 1 when the round has no such hand, or an entry does not hold.
    """
    try:
        with waiting(path):
            session = read_session(path)
    except NotAJournal as error:
        raise BadInput(error) from None
    except JournalDamaged as damage:
        click.echo(told(at_place(path.name, said_by(damage)), LANGUAGES[language]), err=True)
        raise SystemExit(1) from None
    found = [one for one in wins_of(session) if one.number == number]
    if not found:
        click.echo(refusal("no_win", language, round=number, file=path.name), err=True)
        raise SystemExit(1)
    words, where = LANGUAGES[language], zone_of(zone)
    papers = [paper for one in found for paper in papers_of(session, one, words, where)]
    marks = session.marks(words)
    if pdf is not None:
        title = f"{session.name} · {papers[-1].lead.partition(' · ')[2]}"
        head = letterhead_here(words, where, period_of([session], where))
        footer = f"{session.name} · {session.head.hash}"
        paper_written(pdf, sign, Reading([session], []), title, papers, marks, footer, head)
    if in_json:
        click.echo(json.dumps(as_json(session, found[-1], where), ensure_ascii=False))
    else:
        click.echo(as_text(papers, marks), nl=False)
    if session.fault:
        click.echo(told(at_place(path.name, session.fault), LANGUAGES[language]), err=True)
        raise SystemExit(1)
