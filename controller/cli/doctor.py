"""`tapis doctor`: what is missing on this machine, one line a check."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from controller.cli import doctor_checks as checks
from controller.cli import doctor_records as records
from controller.cli.doctor_findings import Finding, Level, fault
from controller.cli.doctor_words import CHECKS, LEVELS, WIDTHS
from controller.cli.options import Place, lang_option, settings_option
from controller.cli.versions import versioned
from controller.settings.draft import settings_in_force
from controller.settings.record import NotOurs, SettingsNewer
from controller.settings.settings_error import SettingsError
from controller.told import said_by
from controller.words.money import LANGUAGES

COLOURS = {Level.OK: "green", Level.WARNING: "yellow", Level.FAULT: "red"}


@click.command()
@settings_option
@click.option(
    "--witness",
    type=Place(exists=True, dir_okay=False),
    help="Heads of a witness, to hold the journals against.",
)
@lang_option("the words")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def doctor(settings_path: Path | None, witness: Path | None, lang: str, as_json: bool) -> None:
    """Say what is right, doubtful or wrong on this machine, and what to do about it.

    Exit 0 unless something is a fault. Machines that are not plugged in are warnings.
    """
    findings = []
    for finding in examine(settings_path, witness):
        findings.append(finding)
        if not as_json:
            _print(finding, LANGUAGES[lang])
    sound = all(finding.level is not Level.FAULT for finding in findings)
    if as_json:
        said = [_as_json(finding) for finding in findings]
        click.echo(json.dumps(versioned("doctor", {"ok": sound, "checks": said}), ensure_ascii=False))
    sys.exit(0 if sound else 1)


def examine(settings_path: Path | None, witness: Path | None = None) -> Iterator[Finding]:
    """Every finding, in the order of the checks; without valid settings, those that need none."""
    yield checks.python()
    yield checks.sqlite()
    yield checks.qt()
    yield checks.screens()
    yield checks.swap()
    yield checks.clock()
    if witness is not None:
        seen = records.witness_file(witness)
        yield seen
        witness = None if seen.level is Level.FAULT else witness
    try:
        settings = settings_in_force(settings_path)
    except SettingsError as error:
        says_all = isinstance(error, (NotOurs, SettingsNewer))
        step = "no_more_checks" if says_all else "correct_all"
        yield fault("configuration", "settings.refused", step, why=said_by(error))
        return
    table = settings.table
    yield from checks.configuration(settings)
    yield checks.house()
    yield records.program(settings)
    yield records.data(table.data)
    if not table.data.is_dir() or os.access(table.data, os.R_OK | os.X_OK):
        yield records.seal_key(table.data)
        yield records.sign_key(table.data)
        yield records.journals(table.data / "journals", witness, table.id)
        yield records.time_kept(table.data)
        yield records.mark(settings)
        yield records.people(settings)
        yield records.frame_log(settings)
        yield records.linked_book(settings) if table.book else records.book(table.data)
    yield records.sockets(table.run)
    yield records.accounts()
    yield from checks.machines(settings)


def _as_json(finding: Finding) -> dict[str, str]:
    found, advice = finding.found, finding.advice
    return {"check": finding.check, "level": finding.level, "found": found, "advice": advice}


def _print(finding: Finding, language: int) -> None:
    level = click.style(f"{LEVELS[finding.level][language]:<8}", fg=COLOURS[finding.level])
    check = f"{CHECKS[finding.check][language]:<{WIDTHS[language]}}"
    found, advice = finding.in_words(language)
    click.echo(f"{level} {check} {found}{f' -> {advice}' if advice else ''}")
