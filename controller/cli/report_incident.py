"""`tapis report incident`: the report of an incident, addressed as the law asks.

tapis report incident UTH-2-000001.journal --number 3 --pdf incident.pdf
"""

from __future__ import annotations

import json
from pathlib import Path

import click

from controller.cli import BadInput
from controller.cli.letterhead import letterhead_here, period_of
from controller.cli.report_options import (
    IN,
    LANGUAGE,
    ZONE,
    paper_written,
    pdf_option,
    sign_option,
    zone_of,
)
from controller.cli.report_refused import say as refusal
from controller.cli.values_refused import value_refused
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.journal.chain import JournalDamaged, NotAJournal
from controller.journal.heads import Signer
from controller.registers.incident_paper import addressee, as_json, paper_of
from controller.registers.incident_words import say
from controller.registers.incidents import Incident, incidents_of
from controller.registers.layout import as_text
from controller.registers.reading import Reading, Session, read_session
from controller.settings.establishment import establishment
from controller.told import at_place, said_by
from controller.words.instants import clock
from controller.words.money import LANGUAGES
from controller.words.told import told


@click.command()
@IN
@click.option(
    "--number", type=click.IntRange(1), help="The number of the report; without it they are listed."
)
@pdf_option
@sign_option
@click.option("--json", "in_json", is_flag=True, help="One JSON object instead of text.")
@LANGUAGE
@ZONE
def incident(
    path: Path,
    number: int | None,
    pdf: Path | None,
    sign: Signer | None,
    in_json: bool,
    language: str,
    zone: str | None,
) -> None:
    """Print the report of this incident of the journal in FILE, with its addressee.

    What happened with cards goes to the police officer in charge (art. 40), an involuntary stop of the
    jackpot to the authority. Exit 1 when there is no such report, or an entry does not hold.
    """
    try:
        with waiting(path):
            session = read_session(path)
    except NotAJournal as error:
        raise BadInput(error) from None
    except JournalDamaged as damage:
        click.echo(told(at_place(path.name, said_by(damage)), LANGUAGES[language]), err=True)
        raise SystemExit(1) from None
    known = incidents_of(session)
    if number is None and pdf is not None:
        raise value_refused("which_report", pdf=pdf, count=len(known), file=path.name)
    if number is None:
        _list(session, known, in_json, language, zone)
    else:
        _print(session, known, number, pdf, sign, in_json, language, zone)
    if session.fault:
        click.echo(told(at_place(path.name, session.fault), LANGUAGES[language]), err=True)
        raise SystemExit(1)


def _list(session: Session, known: list[Incident], in_json: bool, language: str, zone: str | None) -> None:
    """Every report of the session on one line."""
    words, where = LANGUAGES[language], zone_of(zone)
    if in_json:
        told = versioned("report-incidents", {"incidents": [as_json(session, one) for one in known]})
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for one in known:
        kind, to = say(f"kind.{one.kind}", words), say(f"to.{addressee(one)}", words)
        click.echo(f"{one.number:>3}  {clock(one.at_ms, where)}  {kind:<40}  {to}")
    if not known:
        click.echo(f"{session.name}: {say('list.none', words)}")


def _print(
    session: Session,
    known: list[Incident],
    number: int,
    pdf: Path | None,
    sign: Signer | None,
    in_json: bool,
    language: str,
    zone: str | None,
) -> None:
    found = next((one for one in known if one.number == number), None)
    if found is None:
        facts = {"file": session.path.name, "number": number, "count": len(known)}
        click.echo(refusal("no_report", language, **facts), err=True)
        raise SystemExit(1)
    words = LANGUAGES[language]
    house = establishment().written
    paper, marks = paper_of(session, found, words, zone_of(zone), house), session.marks(words)
    if pdf is not None:
        title = f"{session.name} · {paper.title} {number}"
        head = letterhead_here(words, zone_of(zone), period_of([session], zone_of(zone)))
        footer = f"{session.name} · {session.head.hash}"
        paper_written(pdf, sign, Reading([session], []), title, [paper], marks, footer, head)
    if in_json:
        click.echo(json.dumps(as_json(session, found), ensure_ascii=False))
    else:
        click.echo(as_text([paper], marks), nl=False)
