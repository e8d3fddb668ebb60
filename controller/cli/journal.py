"""`tapis journal`: verify journals, show and tell them in words, export rows and evidence (rules, section 6).

None of it needs the master key, and none of it writes: a table may be at play meanwhile.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from controller.cli import BadInput
from controller.cli.journal_frames import frames
from controller.cli.journal_kinds import kinds
from controller.cli.journal_round import NAMED_KEYS, evidence, replay, tell_evidence
from controller.cli.options import Place, lang_option
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.clock import in_utc
from controller.journal.chain import JournalDamaged, NotAJournal, Row
from controller.journal.evidence import NoEvidence, is_bundle
from controller.journal.inspection_check import check_inspection, is_inspection
from controller.journal.one_round import body_of
from controller.journal.reading import read_rows
from controller.journal.report import FileReport, Others, Report
from controller.journal.trust import KeyRefused, Keys, keys_told
from controller.journal.verify import verify as verify_journals
from controller.journal.witness import Witness, WitnessRefused, read_asides, read_witnesses
from controller.words.journal_entries import entry_in_words
from controller.words.money import LANGUAGES
from controller.words.plurals import so_many

UNSEEN: Final = "no other table here has seen it: who has its disk and its key can write all of it anew"


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
def verify(path: Path, witness_file: Path | None, named: tuple[str, ...], as_json: bool) -> None:
    """Say whether every entry holds; print entries and head of each journal.

    FILE may be the evidence of a round too, as `tapis journal evidence` makes it, or the signed file of an
    inspection: these hold only by keys that were named, from paper and never from the file.

    Exit 0 when everything holds, 1 when something does not (the first bad entry is named), 2 for what is
    no journal. A directory holds when each session follows the one before it, too, and no journal is another
    than the one of which other tables there hold signed heads. By keys or a witness's store every entry lies
    under a signed head.
    """
    try:
        witnesses = read_witnesses(witness_file) if witness_file is not None else ()
        asides = read_asides(witness_file) if witness_file is not None else ()
        keys = keys_told(named, witness_file)
        if is_bundle(path) and is_inspection(path):
            tell_inspection(path, witnesses, keys, as_json=as_json)
        if is_bundle(path):
            tell_evidence(path, witnesses, keys, as_json=as_json)
        with waiting(path):
            report = verify_journals(path, witnesses=witnesses, keys=keys, asides=asides)
    except (NotAJournal, NoEvidence, WitnessRefused, KeyRefused) as error:
        raise BadInput(str(error)) from None
    if as_json:
        click.echo(json.dumps(versioned("journal-verify", report.as_json())))
    else:
        _print(report)
    sys.exit(0 if report.ok else 1)


def tell_inspection(path: Path, witnesses: Sequence[Witness], keys: Keys, *, as_json: bool) -> NoReturn:
    """The verdict on the file of an inspection is printed, and the command ends: 0 when it holds, else 1."""
    report = check_inspection(path, witnesses, keys)
    if as_json:
        told = Report(report.files, report.faults, whose=True, others=report.others)
        click.echo(json.dumps(versioned("journal-verify", told.as_json())))
        sys.exit(0 if report.ok else 1)
    click.echo(f"{'ok   ' if report.ok else 'FAULT'}  {path.name}: signed with {report.signer}")
    for fault in report.faults:
        click.echo(f"FAULT  {fault}")
    for one in report.files:
        click.echo(_file_line(one))
    _print_others(report.others)
    if report.by_word:
        click.echo("       the tables' keys are as the house names them in it: compare them on paper")
    sys.exit(0 if report.ok else 1)


def _print(report: Report) -> None:
    for one in report.files:
        click.echo(_file_line(one))
        if one.ok and one.unsigned_from:
            click.echo(f"       not signed from entry {one.unsigned_from} on")
    for fault in report.faults:
        click.echo(f"FAULT  {fault}")
    _print_others(report.others)
    if len(report.files) > 1:
        click.echo(f"{so_many(len(report.files), 'journal')}, {so_many(report.entries, 'entry')}")
    if report.ok and not report.whose:
        click.echo("chain is whole; whose it is was not checked: that takes --key or --witness")


def _print_others(others: Others) -> None:
    """How far the tables bear each other out."""
    for note in others.notes:
        click.echo(f"NOTE   {note}")
    for table in dict.fromkeys(one.table for one in others.seen):
        seen = [one for one in others.seen if one.table == table and one.to]
        if not seen:
            click.echo(f"       {table}: {UNSEEN}")
            continue
        names = ", ".join(name for name, _ in seen[-1].by)
        at = f"session {seen[-1].session}, entry {seen[-1].to}, signed {in_utc(seen[-1].at_ms)}"
        click.echo(f"       {table}: seen by {names} to {at}; what comes after, by no other table here")


def _file_line(one: FileReport) -> str:
    what = f"{one.table}, session {one.session}" if one.table else "unreadable"
    mark = ", SIMULATION" if one.simulated else ""
    line = f"{'ok   ' if one.ok else 'FAULT'}  {one.file}: {what}{mark}: {so_many(one.entries, 'entry')}"
    return (
        f"{line}, head {one.head}"
        if one.ok
        else f"{line} {'holds' if one.entries == 1 else 'hold'}; {one.why}"
    )


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
    for row, body in _stopping_at_damage(path, round_):
        click.echo(entry_in_words(row, body, language))
        shown = True
    if not shown:
        click.echo(f"round {round_} is not in {path.name}", err=True)
        sys.exit(1)


@journal.command()
@click.argument("path", metavar="FILE", type=Place())
@click.option("--csv", "form", flag_value="csv", help="A line of headings, then a line an entry.")
@click.option("--json", "form", flag_value="json", help="One JSON object with the entries in a list.")
def export(path: Path, form: str | None) -> None:
    """Write the rows to stdout as they are: sealed cards stay sealed.

    Exit 1 at the first entry that does not hold; those before it are written.
    """
    if form is None:
        raise BadInput("say --csv or --json")
    found = _stopping_at_damage(path, None)
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


def _stopping_at_damage(path: Path, round_: int | None) -> Iterator[tuple[Row, Mapping[str, Any]]]:
    """As `_entries`; damage ends the command with exit 1."""
    try:
        yield from _entries(path, round_)
    except JournalDamaged as damage:
        click.echo(f"{path.name}: {damage}", err=True)
        sys.exit(1)


def _entries(path: Path, round_: int | None) -> Iterator[tuple[Row, Mapping[str, Any]]]:
    """The rows with their bodies read: all, or those of one round, its late answers included.

    Raises:
        BadInput: no journal.
        JournalDamaged: the first row that does not hold.
    """
    now = 0
    try:
        with closing(read_rows(path)) as rows:
            for row in rows:
                body = body_of(row)
                if row.kind == "RoundOpened":
                    now = body["round"]
                if round_ is None or round_ == body.get("round", now):
                    yield row, body
    except NotAJournal as error:
        raise BadInput(str(error)) from None
