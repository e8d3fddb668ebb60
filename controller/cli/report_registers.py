"""`tapis report registers` and `tapis report check`: the registers of the house, and their signatures.

tapis report registers /var/lib/tapis/journals --from 2026-11-01 --to 2026-11-30 --out november
tapis report registers ... --format pdf --sign sign.key
tapis report check november/registers.json.sig
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import date, tzinfo
from pathlib import Path
from typing import Final

import click

from controller.cli import BadInput
from controller.cli.letterhead import letterhead_here, period_of
from controller.cli.options import Place, as_asked, by_option
from controller.cli.report_options import LANGUAGE, ZONE, sign_option, zone_of
from controller.cli.values_refused import value_refused
from controller.cli.versions import versioned
from controller.cli.waiting import waiting
from controller.host.output_file import PDF, replace_together
from controller.journal.chain import NotAJournal
from controller.journal.heads import Signer
from controller.papers.letterhead import Letterhead
from controller.papers.pdf import NotPrinted
from controller.registers.export import WORDS, as_csv, as_json, foot, json_text, papers, registers_of
from controller.registers.layout import printed_lying
from controller.registers.reading import Reading, read_all
from controller.registers.register import Register
from controller.registers.signatures import SUFFIX, NotSigned, check_signature, signature_of
from controller.told import at_place
from controller.words.known_again import finding
from controller.words.money import EN, LANGUAGES
from controller.words.plurals import in_language
from controller.words.told import told

FORMATS: Final = ("csv", "json", "pdf")
STEM: Final = "registers"
CHECKED: Final[dict[str, tuple[str, str]]] = {
    "sound": ("bon", "ok"),
    "wrong": ("FAUX", "FAULT"),
    "signed": ("signé avec {key}", "signed with {key}"),
    "at_signing": ("à savoir, à la signature\u00a0: {fault}", "when it was signed: {fault}"),
    "journal": (
        "{file}\u00a0: {entries} écriture{entries:|s}, tête {head}",
        "{file}: {entries} {entries:entry|entries}, head {head}",
    ),
}
"""What `tapis report check` says."""
NO_DAY = (
    "«\u00a0{told}\u00a0» n’est pas un jour\u00a0: écrire 2026-11-20",
    "'{told}' is no day; write 2026-11-20",
)


class _Day(click.ParamType):  # type: ignore[type-arg]  # generic in newer clicks only
    """A day of local time, `2026-11-20`."""

    name = "day"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        told = str(value)
        try:
            day = date.fromisoformat(told)
        except ValueError:
            day = date.min
        if day.isoformat() != told:  # Python takes weeks too, and days without hyphens
            self.fail(as_asked(NO_DAY, ctx, told=told[:40]), param, ctx)
        return day


@click.command()
@click.argument("path", metavar="FILE|DIR", type=Place())
@click.option("--from", "first", type=_Day(), help="First day, local time.")
@click.option("--to", "last", type=_Day(), help="Last day, included.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="csv",
    show_default=True,
    help="A file of rows for each register, or all as one document.",
)
@click.option(
    "--out",
    type=Place(file_okay=False),
    default=Path("registers"),
    show_default=True,
    help="The directory that the files are written to.",
)
@click.option("--french", is_flag=True, help="CSV with semicolons and a byte order mark, for spreadsheets.")
@by_option
@LANGUAGE
@ZONE
@sign_option
def registers(
    path: Path,
    first: date | None,
    last: date | None,
    form: str,
    out: Path,
    french: bool,
    language: str,
    zone: str | None,
    sign: Signer | None,
) -> None:
    """Write the registers of all sessions in DIR: jackpot, results, decks, orphelins, incidents, corrections.

    Every journal is verified while it is read. One that is damaged is named and left out, and the exit is 1.
    Cards that were never turned up are in none of them.
    """
    words, where = LANGUAGES[language], zone_of(zone)
    if first is not None and last is not None and first > last:
        raise value_refused("days", first=first, last=last)
    try:
        with waiting(path):
            reading = read_all(path)
    except NotAJournal as error:
        raise BadInput(error) from None
    made = registers_of(reading, first, last, where)
    try:
        head = letterhead_here(words, where, period_of(reading.sessions, where, first, last))
        files = _files(reading, made, form, words, where, head, french=french)
    except NotPrinted as error:
        raise BadInput(error) from None
    if sign is not None:
        files[f"{STEM}.{form}{SUFFIX}"] = signature_of(sign, files, reading).encode()
    _write(out, files)
    for mark in reading.marks(words):
        click.echo(mark)
    for register in made:
        click.echo(f"{register.name:<20}{len(register.rows):>7}")
    for fault in reading.faults:
        click.echo(told(fault, words), err=True)
    if reading.faults:
        raise SystemExit(1)


def _files(
    reading: Reading,
    made: list[Register],
    form: str,
    words: int,
    zone: tzinfo | None,
    head: Letterhead,
    *,
    french: bool,
) -> dict[str, bytes]:
    if form == "json":
        return {f"{STEM}.json": json_text(as_json(reading, made, zone)).encode()}
    if form == "csv":
        return {f"{register.name}.csv": as_csv(register, zone, french=french).encode() for register in made}
    title = WORDS["title"][words]
    pages = papers(reading, made, words, zone)
    return {f"{STEM}.pdf": printed_lying(title, pages, reading.marks(words), foot(reading, words), head)}


def _write(out: Path, files: dict[str, bytes]) -> None:
    """All of the files are there, or none is another than it was.

    Raises:
        BadInput: they cannot be written.
    """
    was_there = out.exists()
    try:
        out.mkdir(parents=True, exist_ok=True)
        kinds = {out / name: (data, PDF if name.endswith(".pdf") else b"") for name, data in files.items()}
        replace_together(kinds)
    except OSError as error:
        if not was_there:
            with suppress(OSError):  # what another program has put into it meanwhile stays
                out.rmdir()
        raise BadInput(at_place(out, error.strerror)) from None


@click.command()
@click.argument("path", metavar="SIGNATURE", type=Place(dir_okay=False))
@click.option("--key", default="", help="The public key that it must be signed with, 64 hex digits.")
@click.option("--json", "in_json", is_flag=True, help="One JSON object instead of text.")
@LANGUAGE
def check(path: Path, key: str, in_json: bool, language: str) -> None:
    """Say whether a signed report is as it was signed, and which entries of which journals it tells of.

    Exit 1 when anything does not hold.
    """
    words = LANGUAGES[language]
    try:
        signed_file, faults = check_signature(path, key, EN if in_json else words)
    except NotSigned as error:
        raise BadInput(error) from None
    if in_json:
        # Whoever signed may have written anything beside these, also `ok`.
        signed = {name: signed_file.get(name) for name in ("format", "files", "journals", "key")}
        said = {"ok": not faults, "faults": faults, "signed_faults": signed_file.get("faults", []), **signed}
        click.echo(json.dumps(versioned("report-check", said), ensure_ascii=False))
    else:
        wrong = CHECKED["wrong"][words]
        signed_by = _say("signed", words, key=signed_file["key"])
        click.echo(f"{wrong if faults else CHECKED['sound'][words]:<7}{signed_by}")
        for name in signed_file["files"]:
            click.echo(f"       {name}")
        for one in signed_file["journals"]:
            facts = {"file": one["file"], "entries": one["journal_entries"], "head": one["journal_head"]}
            click.echo(f"       {_say('journal', words, **facts)}")
        for fault in signed_file.get("faults", []):
            click.echo(f"       {_say('at_signing', words, fault=finding(str(fault), words))}")
        for fault in faults:
            click.echo(f"{wrong:<7}{fault}")
    if faults:
        raise SystemExit(1)


def _say(key: str, language: int, /, **facts: object) -> str:
    return in_language(CHECKED[key], language, facts)
