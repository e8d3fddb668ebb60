"""`tapis journal replay` and `tapis journal evidence`: one round, told or handed over (rules, section 6)."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

import click

from controller.cli import BadInput
from controller.cli.options import Place, lang_option
from controller.cli.versions import versioned
from controller.host.output_file import ZIP, replace_output
from controller.journal.chain import JournalDamaged, NotAJournal
from controller.journal.evidence import NoEvidence, bundle, check_bundle
from controller.journal.heads import HeadRefused, Signer, heads_path, read_heads
from controller.journal.keys import SIGN_KEY, simulated_keys
from controller.journal.one_round import OneRound, one_round
from controller.journal.seal import MasterRefused, load_master
from controller.journal.trust import KeyRefused, Keys, keys_told
from controller.journal.witness import Witness, WitnessRefused, read_witnesses
from controller.registers.evidence_files import BookNotRead, beside_rows
from controller.words.money import LANGUAGES
from controller.words.plurals import so_many
from controller.words.round_replay import replay_in_words

_ROUND = click.option("--round", "number", type=click.IntRange(1), required=True, help="Which round.")
_LANG = lang_option("the words")

NAMED_KEYS = click.option(
    "--key",
    "named",
    metavar="KEY",
    multiple=True,
    help="A public key that somebody compared: TABLE=HEX, HEX, or a file of lines `key TABLE HEX`; again for"
    " more. The pit's own is named `house`.",
)


@click.command()
@click.argument("path", metavar="FILE", type=Place())
@_ROUND
@_LANG
def replay(path: Path, number: int, lang: str) -> None:
    """Tell a round step by step, times in UTC. Only cards that were turned up are named.

    Exit 1 when the round is not in the journal, or an entry does not hold.
    """
    for line in replay_in_words(_told(path, number), LANGUAGES[lang]):
        click.echo(line)


@click.command()
@click.argument("path", metavar="FILE", type=Place())
@click.option("--round", "number", type=click.IntRange(1), help="Which round.")
@click.option("--out", type=Place(dir_okay=False), help="The file to write.")
@click.option("--key", type=Place(), help="The table's sign.key; else the one near FILE.")
@click.option("--simulated-seed", type=click.IntRange(0), help="Sign as the simulation of this seed.")
@click.option("--book", "url", help="The jackpot book, for the entries of the round.")
@click.option("--check", is_flag=True, help="FILE is evidence: say whether it holds.")
@click.option("--witness", "witness_file", metavar="FILE", type=Place(), help="With --check.")
@click.option(
    "--named-key", "named", metavar="KEY", multiple=True, help="With --check: as of `verify --key`."
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
    named: tuple[str, ...],
    lang: str,
) -> None:
    """Put all about a round into one signed file, which `tapis journal verify` checks anywhere.

    Cards that were never turned up stay sealed in it. Exit 1 when the round is not in the
    journal, an entry does not hold, or, with --check, the evidence does not.
    """
    if check:
        try:
            witnesses = read_witnesses(witness_file) if witness_file is not None else ()
            tell_evidence(path, witnesses, keys_told(named, witness_file))
        except (NoEvidence, WitnessRefused, KeyRefused) as error:
            raise BadInput(str(error)) from None
    if number is None:
        raise BadInput("say --round N, or --check for evidence that is there already")
    try:
        heads = read_heads(heads_path(path))
    except HeadRefused as error:
        click.echo(f"{path.name}: {error}", err=True)
        sys.exit(1)
    told = _told(path, number, {one.size for one in heads})
    signer = _signer(path, key, simulated_seed, told)
    try:
        more, notes = beside_rows(told, path, url, LANGUAGES[lang])
    except BookNotRead as error:
        raise BadInput(str(error)) from None
    unsigned = 1 + max((one.size for one in heads), default=0)
    if unsigned <= told.through[-1].seq:
        notes.append(f"not signed from entry {unsigned} on: take it again when the round's head is signed")
    if any(one.key != signer.key for one in heads):
        raise BadInput(f"{path}: its heads were signed with another key than {signer.key}")
    target = out or Path(f"{told.opened['table']}-{told.opened['session']:06d}-{number}.evidence.zip")
    try:
        replace_output(target, bundle(told, heads, signer, more, notes), ZIP)
    except OSError as error:
        raise BadInput(f"{target}: {error.strerror}") from None
    for note in notes:
        click.echo(note, err=True)
    entries = so_many(len(told.rows), "entry")
    click.echo(f"{target}: round {number}, {entries}, {len(told.through)} with those to the head")


def tell_evidence(path: Path, witnesses: Sequence[Witness], keys: Keys, *, as_json: bool = False) -> NoReturn:
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
        mark = ", SIMULATION" if report.simulated else ""
        state = "ok   " if report.ok else "FAULT" if report.faults else "whole"
        click.echo(
            f"{state}  {path.name}: {report.table}, session {report.session}, round {report.round}{mark}:"
            f" {so_many(report.rows, 'entry')}, {report.sealed} of sealed cards,"
            f" {so_many(report.heads, 'signed head')}"
        )
        click.echo(f"       signed with {report.signer}")
        if report.signer != report.key:
            click.echo(f"       its heads with {report.key}, the table's")
        for fault in report.faults:
            click.echo(f"FAULT  {fault}")
        if not report.over:
            click.echo("       the round is not over in it: what came after stands elsewhere")
        if witnesses and not report.witnessed:
            click.echo("       no head of the witness binds all of it: for that its signer alone vouches")
        if not report.whose:
            whole = "its chain is whole; " if not report.faults else ""
            click.echo(f"       {whole}whose it is was not checked: that takes --key or a witness's store")
    sys.exit(0 if report.ok else 1)


def _told(path: Path, number: int, bound_at: Collection[int] = ()) -> OneRound:
    try:
        told = one_round(path, number, bound_at)
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
