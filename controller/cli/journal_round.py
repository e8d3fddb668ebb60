"""`tapis journal replay` and `tapis journal evidence`: one round, told or handed over (rules, section 6)."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict
from datetime import UTC
from pathlib import Path
from typing import NoReturn

import click

from controller.book import open_book
from controller.book.port import BookMismatch, BookUnreachable
from controller.cli import BadInput
from controller.cli.journal_replay import replay_in_words
from controller.cli.settle.lines import parse_line, settle_line
from controller.cli.settle.printed import printed
from controller.cli.settle.sheet import sheet_of
from controller.cli.settle.stakes import LineRefused
from controller.cli.settle.text import sheet_text
from controller.cli.settle.words import LANGUAGES
from controller.evidence import NoEvidence, bundle, check_bundle
from controller.game.profile import RuleProfile
from controller.journal import JournalDamaged, NotAJournal, Witness, read_witnesses
from controller.journal.chain import opening_of
from controller.journal.heads import HeadRefused, Signer, heads_path, read_heads
from controller.journal.one_round import OneRound, one_round, settled_line
from controller.journal.witness import WitnessRefused
from controller.keys import SIGN_KEY, simulated_keys
from controller.paper import NotPrinted, pdf_bytes
from controller.registers.layout import as_text
from controller.registers.layout import printed as printed_papers
from controller.registers.reading import marks_of, read_session
from controller.registers.win_papers import as_json, papers_of
from controller.registers.wins import wins_of
from controller.seal import MasterRefused, load_master
from controller.settings.limits import under_limits
from controller.settings.rules import profile_of_file
from controller.settings.toml import SettingsError, config_directories

_ROUND = click.option("--round", "number", type=click.IntRange(1), required=True, help="Which round.")
_LANG = click.option(
    "--lang", type=click.Choice(list(LANGUAGES)), default="fr", help="Language of the words."
)


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@_ROUND
@_LANG
def replay(path: Path, number: int, lang: str) -> None:
    """Tell a round step by step, times in UTC. Only cards that were turned up are named.

    Exit 1 when the round is not in the journal, or an entry does not hold.
    """
    for line in replay_in_words(_told(path, number), LANGUAGES[lang]):
        click.echo(line)


@click.command()
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--round", "number", type=click.IntRange(1), help="Which round.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The file to write.")
@click.option("--key", type=click.Path(path_type=Path), help="The table's sign.key; else the one near FILE.")
@click.option("--simulated-seed", type=click.IntRange(0), help="Sign as the simulation of this seed.")
@click.option("--book", "url", help="The jackpot book, for the entries of the round.")
@click.option("--check", is_flag=True, help="FILE is evidence: say whether it holds.")
@click.option(
    "--witness", "witness_file", metavar="FILE", type=click.Path(path_type=Path), help="With --check."
)
@_LANG
def evidence(
    path: Path,
    number: int | None,
    out: Path | None,
    key: Path | None,
    simulated_seed: int | None,
    url: str | None,
    check: bool,
    witness_file: Path | None,
    lang: str,
) -> None:
    """Put all about a round into one signed file, which `tapis journal verify` checks anywhere.

    Cards that were never turned up are not in it, sealed neither. Exit 1 when the round is not in the
    journal, an entry does not hold, or, with --check, the evidence does not.
    """
    if check:
        try:
            tell_evidence(path, read_witnesses(witness_file) if witness_file is not None else ())
        except (NoEvidence, WitnessRefused) as error:
            raise BadInput(str(error)) from None
    if number is None:
        raise BadInput("say --round N, or --check for evidence that is there already")
    told = _told(path, number)
    signer = _signer(path, key, simulated_seed, told)
    more, notes = _files(told, url, LANGUAGES[lang])
    more |= _win(path, number, LANGUAGES[lang])
    try:
        heads = read_heads(heads_path(path))
    except HeadRefused as error:
        click.echo(f"{path.name}: {error}", err=True)
        sys.exit(1)
    if any(one.key != signer.key for one in heads):
        raise BadInput(f"{path}: its heads were signed with another key than {signer.key}")
    target = out or Path(f"{told.opened['table']}-{told.opened['session']:06d}-{number}.evidence.zip")
    try:
        target.write_bytes(bundle(told, heads, signer, more, notes))
    except OSError as error:
        raise BadInput(f"{target}: {error.strerror}") from None
    for note in notes:
        click.echo(note, err=True)
    click.echo(f"{target}: round {number}, {len(told.rows)} entries, {len(told.withheld())} of them withheld")


def tell_evidence(path: Path, witnesses: Sequence[Witness], *, as_json: bool = False) -> NoReturn:
    """The verdict is printed and the command ends: 0 when the evidence holds, 1 when it does not.

    Raises:
        NoEvidence: the file is none.
    """
    report = check_bundle(path, witnesses)
    if as_json:
        click.echo(json.dumps({"ok": report.ok, "file": path.name, **asdict(report)}))
    else:
        mark = ", SIMULATION" if report.simulated else ""
        state = "ok   " if report.ok else "FAULT"
        click.echo(
            f"{state}  {path.name}: {report.table}, session {report.session}, round {report.round}{mark}:"
            f" {report.rows} entries, {report.withheld} withheld, {report.heads} signed heads"
        )
        click.echo(f"       signed with {report.key}")
        for fault in report.faults:
            click.echo(f"FAULT  {fault}")
    sys.exit(0 if report.ok else 1)


def _told(path: Path, number: int) -> OneRound:
    try:
        told = one_round(path, number)
    except NotAJournal as error:
        raise BadInput(str(error)) from None
    except JournalDamaged as damage:
        click.echo(f"{path.name}: {damage}", err=True)
        sys.exit(1)
    if told is None:
        click.echo(f"round {number} is not in {path.name}", err=True)
        sys.exit(1)
    return told


def _signer(path: Path, key: Path | None, seed: int | None, told: OneRound) -> Signer:
    """The table's key; a simulation's only for a simulation, and never the other way round."""
    simulated = bool(told.opened["simulated"])
    if seed is not None:
        if not simulated:
            raise BadInput(f"{path}: the journal is of a real session, which no simulation signs for")
        return simulated_keys(seed, told.opened["table"]).signer
    try:
        return Signer(load_master(key or path.resolve().parent.parent / SIGN_KEY))
    except MasterRefused as error:
        hint = "; say --simulated-seed" if simulated and key is None else ""
        raise BadInput(f"{error}{hint}") from None


# --- what goes beside the rows -------------------------------------------------------------------


def _files(told: OneRound, url: str | None, language: int) -> tuple[dict[str, bytes], list[str]]:
    """The further files of the bundle, and in one sentence each what is not there."""
    files, notes = {}, []
    for lang, number in LANGUAGES.items():
        files[f"story-{lang}.txt"] = ("\n".join(replay_in_words(told, number)) + "\n").encode()
    found = _profile(told.opened["profile_digest"])
    if found is None:
        notes.append("the rules in force are not among the profiles here: no rules and no settlement sheet")
    else:
        profile, source = found
        files["rules.toml"] = source.read_bytes()
        try:
            files |= _sheet(told, profile, language)
        except (LineRefused, NotPrinted, KeyError) as error:
            notes.append(f"no settlement sheet: {error}")
        if "settlement.txt" not in files and not notes:
            notes.append("no settlement sheet: the round was not settled to its end")
    if url is None:
        notes.append("no entries of the jackpot book: none was named")
    else:
        files["book.jsonl"] = "".join(_book(told, url)).encode()
    return files, notes


def _profile(digest: str) -> tuple[RuleProfile, Path] | None:
    """The rules of this digest and their file, if a directory has them, under whatever limits of a house."""
    for folder in config_directories():
        for path in sorted((folder / "rules").glob("*.toml")):
            try:
                profile = profile_of_file(path)
            except SettingsError:
                continue
            found = under_limits(profile, digest)
            if found is not None:
                return found, path
    return None


def _sheet(told: OneRound, profile: RuleProfile, language: int) -> dict[str, bytes]:
    """The settlement as the calculator for disputes works it out anew from the cards that were shown."""
    text = settled_line(told, profile.id)
    if text is None:
        return {}
    facts, settled = settle_line(parse_line(text), profile)
    sheet = sheet_of(f"{told.opened['table']}, {told.number}", facts, settled, language)
    files = {
        "settlement.txt": (sheet_text(sheet, language) + "\n").encode(),
        "settlement.json": text.encode(),
    }
    return {**files, "settlement.pdf": pdf_bytes(*printed([sheet], language), _mark(told, language)).data}


def _win(path: Path, number: int, language: int) -> dict[str, bytes]:
    """Slips and minutes of the two best hands, where the round has one (JW-15, JW-19)."""
    session = read_session(path)
    found = [win for win in wins_of(session) if win.number == number]
    papers = [paper for win in found for paper in papers_of(session, win, language, UTC)]
    if not papers:
        return {}
    marks = session.marks(language)
    text = as_text(papers, marks)
    pdf = printed_papers(f"{session.name} · {papers[-1].title}", papers, marks, session.head.hash)
    told = json.dumps([as_json(session, win, UTC) for win in found], ensure_ascii=False)
    return {"win.txt": text.encode(), "win.json": told.encode(), "win.pdf": pdf}


def _mark(told: OneRound, language: int) -> str:
    """What is printed over papers of this session: a simulation, a demonstration that nobody approved."""
    return " · ".join(marks_of(opening_of(told.opening), language))


def _book(told: OneRound, url: str) -> Iterator[str]:
    """The book's acts of this round, a line of JSON each."""
    try:
        with closing(open_book(url, None)) as book:
            for one in book.acts():
                key = one.key
                if (key.table, key.journal_id, key.round) == (
                    told.opened["table"],
                    told.opening.hash,
                    told.number,
                ):
                    yield json.dumps(asdict(one), default=str) + "\n"
    except (BookMismatch, BookUnreachable) as error:
        raise BadInput(f"book {error}") from None
