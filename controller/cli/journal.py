"""`tapis journal`: verify journals, show and tell them in words, export rows and evidence (rules, section 6).

None of it needs the master key, and none of it writes: a table may be at play meanwhile.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

import click

from controller.cli import BadInput
from controller.cli.journal_frames import frames
from controller.cli.journal_kinds import kinds
from controller.cli.journal_round import NAMED_KEYS, evidence, replay
from controller.cli.journal_told import report_lines, tell_evidence, tell_inspection
from controller.cli.journal_words import say
from controller.cli.options import Place, lang_option
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.journal.chain import JournalDamaged, NotAJournal, Row
from controller.journal.evidence import NoEvidence, is_bundle
from controller.journal.inspection_check import is_inspection
from controller.journal.one_round import body_of
from controller.journal.reading import read_rows
from controller.journal.trust import KeyRefused, keys_told
from controller.journal.verify import verify as verify_journals
from controller.journal.witness import WitnessRefused, read_asides, read_witnesses
from controller.told import at_place, said_by
from controller.words.journal_entries import entry_in_words
from controller.words.money import EN, LANGUAGES
from controller.words.told import told


@click.group()
def journal() -> None:
    """The journals of tables."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an ASCII terminal still gets its figures


journal.add_command(replay)
journal.add_command(evidence)
journal.add_command(frames)
journal.add_command(kinds)


@journal.command()
@click.argument("path", metavar="FILE|DIR", type=Place())
@click.option(
    "--witness",
    "witness_file",
    metavar="FILE",
    type=Place(),
    help="Heads kept elsewhere, by a witness or a line `journal_id seq hash` each: the journals must extend"
    " them all.",
)
@NAMED_KEYS
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@lang_option("the words")
def verify(path: Path, witness_file: Path | None, named: tuple[str, ...], as_json: bool, lang: str) -> None:
    """Say whether every entry holds; print entries and head of each journal.

    FILE may be the evidence of a round too, as `tapis journal evidence` makes it, or the signed file of an
    inspection: these hold only by keys that were named, from paper and never from the file.

    Exit 0 when everything holds, 1 when something does not (the first bad entry is named), 2 for what is
    no journal. A directory holds when each session follows the one before it, too, and no journal is another
    than the one of which other tables there hold signed heads. By keys or a witness's store every entry lies
    under a signed head; how far a witness has seen each journal is said.
    """
    language = EN if as_json else LANGUAGES[lang]  # other programs read the answer in JSON
    try:
        witnesses = read_witnesses(witness_file) if witness_file is not None else ()
        asides = read_asides(witness_file) if witness_file is not None else ()
        keys = keys_told(named, witness_file)
        if is_bundle(path) and is_inspection(path):
            tell_inspection(path, witnesses, keys, language, as_json=as_json)
        if is_bundle(path):
            tell_evidence(path, witnesses, keys, language, as_json=as_json)
        with waiting(path):
            report = verify_journals(path, witnesses=witnesses, keys=keys, asides=asides)
    except (NotAJournal, NoEvidence, WitnessRefused, KeyRefused) as error:
        raise BadInput(error) from None
    if as_json:
        click.echo(json.dumps(versioned("journal-verify", report.as_json())))
    else:
        for line in report_lines(report, language):
            click.echo(line)
    sys.exit(0 if report.ok else 1)


@journal.command()
@click.argument("path", metavar="FILE", type=Place())
@click.option("--round", "round_", type=click.IntRange(1), help="This round only.")
@lang_option("the words")
def show(path: Path, round_: int | None, lang: str) -> None:
    """Print the entries in words, one a line, times in UTC. Cards face down stay covered.

    Exit 1 when the round is not in the journal, or at the first entry that does not hold.
    """
    language = LANGUAGES[lang]
    shown = False
    for row, body in _stopping_at_damage(path, round_, language):
        click.echo(entry_in_words(row, body, language))
        shown = True
    if not shown:
        click.echo(say("no_round", language, round=round_, file=path.name), err=True)
        sys.exit(1)


@journal.command()
@click.argument("path", metavar="FILE", type=Place())
@click.option("--csv", "form", flag_value="csv", help="A line of headings, then a line an entry.")
@click.option("--json", "form", flag_value="json", help="One JSON object with the entries in a list.")
@lang_option("what it says of a damaged file")
def export(path: Path, form: str | None, lang: str) -> None:
    """Write the rows to stdout as they are: sealed cards stay sealed.

    Exit 1 at the first entry that does not hold; those before it are written.
    """
    if form is None:
        raise BadInput(say("form", LANGUAGES[lang]))
    found = _stopping_at_damage(path, None, LANGUAGES[lang])
    rows = chain([next(found)], found)  # what is no journal ends here, with nothing written
    if form == "csv":
        table = csv.writer(sys.stdout, lineterminator="\n")
        table.writerow(Row._fields)
        table.writerows(row for row, _ in rows)
    else:
        _export_json(rows)


def _export_json(rows: Iterable[tuple[Row, Mapping[str, Any]]]) -> None:
    """One object; it is closed properly when damage ends the rows, too."""
    schema = json.dumps(versioned("journal-export", {}), separators=(",", ":"))
    separator = f'{schema[:-1]},"entries":[\n'
    try:
        for row, body in rows:
            entry = json.dumps({**row._asdict(), "body": body}, separators=(",", ":"))
            click.echo(separator + entry, nl=False)
            separator = ",\n"
    finally:
        click.echo("\n]}")


def _stopping_at_damage(
    path: Path, round_: int | None, language: int
) -> Iterator[tuple[Row, Mapping[str, Any]]]:
    """As `_entries`; damage ends the command with exit 1."""
    try:
        yield from _entries(path, round_)
    except NotAJournal as error:
        raise BadInput(error) from None
    except JournalDamaged as damage:
        click.echo(told(at_place(path.name, said_by(damage)), language), err=True)
        sys.exit(1)


def _entries(path: Path, round_: int | None) -> Iterator[tuple[Row, Mapping[str, Any]]]:
    """The rows with their bodies read: all, or those of one round, its late answers included.

    Raises:
        NotAJournal: it is none.
        JournalDamaged: the first row that does not hold.
    """
    now = 0
    with closing(read_rows(path)) as rows:
        for row in rows:
            body = body_of(row)
            if row.kind == "RoundOpened":
                now = body["round"]
            if round_ is None or round_ == body.get("round", now):
                yield row, body
