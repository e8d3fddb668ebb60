"""`tapis journal replay` and `tapis journal evidence`: one round, told or handed over (rules, section 6)."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path

import click

from controller.cli import BadInput
from controller.cli.book_refused import book_refused
from controller.cli.journal_told import tell_evidence
from controller.cli.journal_words import SAID, say
from controller.cli.options import Place, lang_option
from controller.host.output_file import ZIP, replace_output
from controller.journal.chain import JournalDamaged, NotAJournal
from controller.journal.evidence import NoEvidence, bundle
from controller.journal.heads import HeadRefused, Signer, heads_path, read_heads
from controller.journal.keys import SIGN_KEY, simulated_keys
from controller.journal.one_round import OneRound, one_round
from controller.journal.seal import MasterRefused, load_master
from controller.journal.trust import KeyRefused, keys_told
from controller.journal.witness import WitnessRefused, read_witnesses
from controller.registers.evidence_files import BookNotRead, beside_rows
from controller.told import Told, at_place, said_by
from controller.words.money import LANGUAGES
from controller.words.round_replay import replay_in_words
from controller.words.told import told as in_words

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
    for line in replay_in_words(_told(path, number, LANGUAGES[lang]), LANGUAGES[lang]):
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
    language = LANGUAGES[lang]
    if check:
        try:
            witnesses = read_witnesses(witness_file) if witness_file is not None else ()
            tell_evidence(path, witnesses, keys_told(named, witness_file), language)
        except (NoEvidence, WitnessRefused, KeyRefused) as error:
            raise BadInput(error) from None
    if number is None:
        raise BadInput(say("which", language))
    try:
        heads = read_heads(heads_path(path))
    except HeadRefused as error:
        click.echo(in_words(at_place(path.name, said_by(error)), language), err=True)
        sys.exit(1)
    told = _told(path, number, language, {one.size for one in heads})
    signer = _signer(path, key, simulated_seed, told, language)
    try:
        more, notes = beside_rows(told, path, url, language)
    except BookNotRead as error:
        raise BadInput(book_refused(error, language)) from None
    unsigned = 1 + max((one.size for one in heads), default=0)
    if unsigned <= told.through[-1].seq:
        notes.append(Told(SAID["again"], seq=unsigned))
    if any(one.key != signer.key for one in heads):
        raise BadInput(say("other_key", language, file=path, key=signer.key))
    target = out or Path(f"{told.opened['table']}-{told.opened['session']:06d}-{number}.evidence.zip")
    try:
        replace_output(target, bundle(told, heads, signer, more, notes), ZIP)
    except OSError as error:
        raise BadInput(at_place(target, error.strerror)) from None
    for note in notes:
        click.echo(in_words(note, language), err=True)
    facts = {"round": number, "entries": len(told.rows), "through": len(told.through)}
    click.echo(say("written", language, file=target, **facts))


def _told(path: Path, number: int, language: int, bound_at: Collection[int] = ()) -> OneRound:
    try:
        told = one_round(path, number, bound_at)
    except NotAJournal as error:
        raise BadInput(error) from None
    except JournalDamaged as damage:
        click.echo(in_words(at_place(path.name, said_by(damage)), language), err=True)
        sys.exit(1)
    if told is None:
        click.echo(say("no_round", language, round=number, file=path.name), err=True)
        sys.exit(1)
    return told


def _signer(path: Path, key: Path | None, seed: int | None, told: OneRound, language: int) -> Signer:
    """The table's key; a simulation's only for a simulation, and never the other way round."""
    simulated = bool(told.opened["simulated"])
    if seed is not None:
        if not simulated:
            raise BadInput(say("real", language, file=path))
        return simulated_keys(seed, told.opened["table"]).signer
    try:
        return Signer(load_master(key or path.resolve().parent.parent / SIGN_KEY))
    except MasterRefused as error:
        hint = say("seed", language) if simulated and key is None else ""
        raise BadInput(f"{in_words(error, language)}{hint}") from None
