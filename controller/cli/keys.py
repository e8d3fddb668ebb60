"""`tapis keys`: the public key that a table signs with, and a new master for what it seals."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import click

from controller.backup.recipient import make_pair
from controller.backup.refusals import KeysRefused
from controller.boot.sessions import master_of
from controller.cli import BadInput
from controller.cli.options import Place, lang_option, settings_option
from controller.host.endings import in_own_words
from controller.journal.chain import JournalError
from controller.journal.closed import session_files
from controller.journal.heads import key_fingerprint
from controller.journal.keys import SEAL_KEY, SIGN_KEY, forget_masters, kept_keys, rotate_master
from controller.journal.seal import KeptElsewhere, MasterRefused, fingerprint
from controller.settings.table import load_table
from controller.told import said_by
from controller.words.file_refused import file_refused
from controller.words.money import LANGUAGES
from controller.words.plurals import in_language

DAY_S: Final = 86_400
LANG: Final = lang_option("the words")
SAID: Final[dict[str, tuple[str, str]]] = {
    "signs": ("{table} signe avec {key}", "{table} signs with {key}"),
    "signs.print": (
        "{table}, empreinte de cette clé\u00a0: {fingerprint}",
        "{table} fingerprint of that key: {fingerprint}",
    ),
    "seals": ("{table} scelle les cartes sous {seal}", "{table} seals under {seal}"),
    "seals.kept": (
        "{table} scelle les cartes sous {seal}\u202f; gardées\u00a0: {kept}",
        "{table} seals under {seal}; kept: {kept}",
    ),
    "none_yet": (
        "{data}\u00a0: pas encore de clé\u202f; le premier démarrage de {table} les crée",
        "{data}: no key is here yet; the first start of {table} makes them",
    ),
    "rotated": (
        "{table}\u00a0: la prochaine séance est scellée sous {now}\u202f; {before} reste pour une reprise",
        "{table}: the next session is sealed under {now}; {before} is kept to recover with",
    ),
    "forgot": ("{table}\u00a0: clés détruites\u00a0: {names}", "{table}: forgot {names}"),
    "nothing": ("{table}\u00a0: aucune clé à détruire", "{table}: there is none to forget"),
    "print": ("empreinte\u00a0: {fingerprint}", "fingerprint: {fingerprint}"),
    "private": (
        "{file} est la clé privée\u00a0: la garder au coffre, jamais à la table",
        "{file} is the private key: keep it in the safe, and none of it on the table",
    ),
}


@click.group()
def keys() -> None:
    """Show what a table signs with; renew what it seals with. No secret is ever printed."""


@keys.command()
@settings_option
@LANG
def show(settings_path: Path | None, lang: str) -> None:
    """Print the public key of the table's signed heads with its fingerprint, and which master seals.

    Nothing is made: before the first start there is no key to show (exit 2).
    """
    table = load_table(settings_path).table
    try:
        signer, master, older = kept_keys(table.data)
    except MasterRefused as error:
        raise BadInput(_refused(error, table.data, lang)) from None
    if signer is None and master is None:
        raise BadInput(_say(lang, "none_yet", data=table.data, table=table.id))
    if signer is not None:
        click.echo(_say(lang, "signs", table=table.id, key=signer.key))
        click.echo(_say(lang, "signs.print", table=table.id, fingerprint=key_fingerprint(signer.key)))
    if master is not None:
        kept = ", ".join(fingerprint(one) for one in older)
        key = "seals.kept" if kept else "seals"
        click.echo(_say(lang, key, table=table.id, seal=fingerprint(master), kept=kept))


@keys.command()
@settings_option
@LANG
def rotate(settings_path: Path | None, lang: str) -> None:
    """Make a new master: the next session is sealed under it. The old one is kept for recovery."""
    table = load_table(settings_path).table
    try:
        before, now = rotate_master(table.data)
    except MasterRefused as error:
        raise BadInput(_refused(error, table.data, lang)) from None
    click.echo(_say(lang, "rotated", table=table.id, now=now, before=before))


@keys.command()
@settings_option
@click.option(
    "--days",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Keep those that were made since. The table itself keeps none of a closed night.",
)
@LANG
def forget(settings_path: Path | None, days: int, lang: str) -> None:
    """Delete the masters of closed nights: their folded hands stay sealed for ever, for everybody."""
    table = load_table(settings_path).table
    try:
        files = session_files(table.data / "journals", table.id)
        wanted = master_of(files[-1]) if files else ""
        gone = forget_masters(table.data, wanted, time.time() - days * DAY_S)
    except MasterRefused as error:
        raise BadInput(_refused(error, table.data, lang)) from None
    except JournalError as error:
        raise BadInput(error) from None
    click.echo(_say(lang, "forgot" if gone else "nothing", table=table.id, names=", ".join(gone)))


@keys.command()
@click.argument("file", type=Place())
@LANG
def pair(file: Path, lang: str) -> None:
    """Make the pair of keys for backups: the private one in FILE, which goes into the safe.

    The public one is printed, for `recipient` under [backup] of the settings. Do it away from the table.
    """
    try:
        public = make_pair(file)
    except KeysRefused as error:
        raise BadInput(in_own_words(error.in_words[LANGUAGES[lang]], lang)) from None
    click.echo(f'recipient = "{public}"')
    click.echo(_say(lang, "print", fingerprint=key_fingerprint(public)))
    click.echo(_say(lang, "private", file=file), err=True)


def _say(lang: str, key: str, /, **facts: object) -> str:
    return in_language(SAID[key], LANGUAGES[lang], facts)


def _refused(error: MasterRefused, data: Path, lang: str) -> str:
    """Why a key of the table is not used, or not changed."""
    if isinstance(error, KeptElsewhere):
        return said_by(error)
    files = (data / SEAL_KEY, data / SIGN_KEY, *data.glob(f"{SEAL_KEY}.*"))
    return file_refused(error, files)[LANGUAGES[lang]]
