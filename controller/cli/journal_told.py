"""What `tapis journal verify` and `evidence --check` say of journals, of an inspection and of one round."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

import click

from controller.cli.journal_words import say
from controller.cli.versions import versioned
from controller.journal.evidence import EvidenceReport, check_bundle
from controller.journal.inspection_check import InspectionReport, check_inspection
from controller.journal.report import FileReport, Others, Report
from controller.journal.trust import Keys
from controller.journal.witness import Witness
from controller.words.money import FR, grouped
from controller.words.told import instant, told


def report_lines(report: Report, language: int) -> Iterator[str]:
    """A line a journal, how far it is signed and witnessed, and what is wrong with all together."""
    for one in report.files:
        yield _file_line(one, language)
        yield from _how_far(one, language)
    for fault in report.faults:
        yield _fault(fault, language)
    yield from _others(report.others, language)
    if len(report.files) > 1:
        journals, entries = len(report.files), _number(report.entries, language)
        yield say("sum", language, journals=journals, entries=entries)
    if report.ok and not report.whose:
        yield say("whose", language)
    elif report.ok:
        yield from _beyond_the_witness(report.files, language)


def tell_inspection(
    path: Path, witnesses: Sequence[Witness], keys: Keys, language: int, *, as_json: bool
) -> NoReturn:
    """The verdict on the file of an inspection is printed, and the command ends: 0 when it holds, else 1."""
    report = check_inspection(path, witnesses, keys)
    if as_json:
        told = Report(report.files, report.faults, report.whose, report.others)
        answer = {**told.as_json(), "by_house": report.by_word}
        click.echo(json.dumps(versioned("journal-verify", answer)))
    else:
        for line in _inspection_lines(report, path.name, language):
            click.echo(line)
        if not report.whose:
            click.echo(say("whose_inspection", language))
    sys.exit(0 if report.ok else 1)


def _inspection_lines(report: InspectionReport, file: str, language: int) -> Iterator[str]:
    mark = _mark(report.ok, language)
    yield say("inspection", language, mark=mark, file=file, key=report.signer)
    for fault in report.faults:
        yield _fault(fault, language)
    for one in report.files:
        yield _file_line(one, language)
        yield from _how_far(one, language, signed=False)
    yield from _others(report.others, language)
    if report.by_word:
        yield say("by_word", language)


def tell_evidence(
    path: Path, witnesses: Sequence[Witness], keys: Keys, language: int, *, as_json: bool = False
) -> NoReturn:
    """The verdict is printed and the command ends: 0 when the evidence holds, 1 when it does not.

    Without `keys` a whole chain is said to be one, and does not hold: anybody can make it.

    Raises:
        NoEvidence: the file is none.
    """
    report = check_bundle(path, witnesses, keys)
    if as_json:
        click.echo(
            json.dumps(versioned("evidence-check", {"ok": report.ok, "file": path.name, **asdict(report)}))
        )
    else:
        for line in _evidence_lines(report, path.name, language, witnessed=bool(witnesses)):
            click.echo(line)
    sys.exit(0 if report.ok else 1)


def _evidence_lines(report: EvidenceReport, file: str, language: int, *, witnessed: bool) -> Iterator[str]:
    state = "ok" if report.ok else "fault" if report.faults else "whole"
    facts = {name: getattr(report, name) for name in ("table", "session", "round", "rows", "sealed", "heads")}
    simulation = say("simulation", language) if report.simulated else ""
    yield say("round", language, mark=say(state, language), file=file, simulation=simulation, **facts)
    yield say("signer", language, key=report.signer)
    if report.signer != report.key:
        yield say("heads_by", language, key=report.key)
    for fault in report.faults:
        yield _fault(fault, language)
    if not report.over:
        yield say("not_over", language)
    if witnessed and not report.witnessed:
        yield say("not_bound", language)
    if not report.whose:
        chain = say("chain", language) if not report.faults else ""
        yield say("whose_round", language, chain=chain)


def _file_line(one: FileReport, language: int) -> str:
    what = say("journal", language, table=one.table, session=one.session)
    facts = {
        "mark": _mark(one.ok, language),
        "file": one.file,
        "what": (what if one.table else say("unreadable", language))
        + (say("simulation", language) if one.simulated else ""),
        "entries": _number(one.entries, language),
    }
    if one.ok:
        return say("holds", language, head=one.head, **facts)
    return say("false", language, why=told(one.why, language), **facts)


def _how_far(one: FileReport, language: int, *, signed: bool = True) -> Iterator[str]:
    """Up to which entry a head is signed, and one was seen by a witness that was asked."""
    if one.ok and one.unsigned_from and signed:
        yield say("unsigned", language, seq=_number(one.unsigned_from, language))
    if one.ok and one.witnessed_to is not None:
        seq, entries = _number(one.witnessed_to, language), _number(one.entries, language)
        if not one.witnessed_to:
            yield say("never_witnessed", language)
        elif one.witnessed_to < one.entries:
            yield say("unwitnessed", language, seq=seq, entries=entries)
        else:
            yield say("witnessed", language, seq=seq)


def _beyond_the_witness(files: Sequence[FileReport], language: int) -> Iterator[str]:
    """What is to be done about entries that no witness has seen, once for all journals."""
    if all(one.witnessed_to is None for one in files):
        yield say("no_witness", language)
    elif any(one.witnessed_to != one.entries for one in files):
        yield say("again_with_witness", language)


def _others(others: Others, language: int) -> Iterator[str]:
    """How far the tables bear each other out."""
    for note in others.notes:
        yield say("together", language, mark=say("note", language), why=told(note, language))
    for table in dict.fromkeys(one.table for one in others.seen):
        seen = [one for one in others.seen if one.table == table and one.to]
        if not seen:
            yield say("unseen", language, table=table)
            continue
        last = seen[-1]
        names = ", ".join(name for name, _ in last.by)
        facts = {"session": last.session, "seq": _number(last.to, language)}
        yield say("seen", language, table=table, names=names, at=instant(last.at_ms, language), **facts)


def _fault(fault: str, language: int) -> str:
    return say("together", language, mark=say("fault", language), why=told(fault, language))


def _mark(ok: bool, language: int) -> str:
    return say("ok" if ok else "fault", language)


def _number(number: int, language: int) -> str:
    return grouped(number) if language == FR else str(number)
