"""`tapis keys`: the public key that a table signs with, and a new master for what it seals."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import click

from controller.backup.aside_keys import forget_aside, keys_aside
from controller.backup.manifest import PEPPER
from controller.backup.recipient import make_pair
from controller.backup.refusals import BackupRefused, KeysRefused
from controller.boot.sessions import master_of
from controller.cli import BadInput
from controller.cli.options import Place, lang_option, settings_option
from controller.host.endings import in_own_words
from controller.journal.chain import JournalError
from controller.journal.closed import session_files
from controller.journal.heads import key_fingerprint
from controller.journal.keys import SEAL_KEY, SIGN_KEY, forget_masters, kept_keys, rotate_master
from controller.journal.seal import KeptElsewhere, MasterRefused, fingerprint
from controller.settings.table import IdentityFile, load_table
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
    "aside.none": (
        "{table}\u00a0: aucune clé mise de côté par une restauration",
        "{table}: no key lies aside of a restore",
    ),
    "aside.gone": (
        "{table}\u00a0: clés mises de côté, détruites\u00a0: {names}\u202f; journaux, livres et registres y"
        " restent et se vérifient, plus aucun PIN n’y compte",
        "{table}: destroyed of what was set aside: {names}; journals, books and registers stay there and"
        " verify, and no PIN counts there any more",
    ),
    "aside.kept": (
        "{table}\u00a0: gardées, car il les faut à la table et elles ne sont qu’ici\u00a0: {names}",
        "{table}: kept, for the table needs them and they are nowhere else: {names}",
    ),
    "aside.lies": (
        "{table}\u00a0: une restauration a mis de côté {count} clé{count:|s}\u202f; tapis keys forget --aside"
        " {count:la|les} détruit",
        "{table}: a restore set {count} key{count:|s} aside; tapis keys forget --aside destroys"
        " {count:it|them}",
    ),
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
@click.option("--aside", is_flag=True, help="Of what restores set aside, every key, and no other.")
@LANG
def forget(settings_path: Path | None, days: int, aside: bool, lang: str) -> None:
    """Delete the masters of closed nights: their folded hands stay sealed for ever, for everybody.

    With --aside the keys that restores set aside: masters, signing keys and the peppers of PINs. Type it when
    the restored table is known to be right: nothing that lies there is opened or put back after that.
    """
    settings = load_table(settings_path)
    table, people = settings.table, settings.people
    pepper = people.pepper.name if people is not None else PEPPER
    try:
        files = session_files(table.data / "journals", table.id)
        wanted = master_of(files[-1]) if files else ""
        if aside:
            lacking = {pepper} if people is not None and not people.pepper.exists() else set()
            _forget_aside(table, pepper, wanted, lacking, lang)
            return
        gone = forget_masters(table.data, wanted, time.time() - days * DAY_S)
        click.echo(_say(lang, "forgot" if gone else "nothing", table=table.id, names=", ".join(gone)))
        if lie := keys_aside(table.data, pepper):
            click.echo(_say(lang, "aside.lies", table=table.id, count=len(lie)))
    except MasterRefused as error:
        raise BadInput(_refused(error, table.data, lang)) from None
    except BackupRefused as error:
        raise BadInput(error.in_words[LANGUAGES[lang]]) from None
    except JournalError as error:
        raise BadInput(error) from None


def _forget_aside(table: IdentityFile, pepper: str, wanted: str, lacking: set[str], lang: str) -> None:
    """Every key that lies aside is gone, but what the table has nowhere else, and it is said what is left."""
    signer, master, older = kept_keys(table.data)
    lacking |= {SIGN_KEY} if signer is None else set()
    here = {fingerprint(one) for one in (master, *older) if one is not None}
    gone, kept = forget_aside(table.data, "" if wanted in here else wanted, pepper, lacking)
    if gone or not kept:
        key = "aside.gone" if gone else "aside.none"
        click.echo(_say(lang, key, table=table.id, names=", ".join(gone)))
    if kept:
        click.echo(_say(lang, "aside.kept", table=table.id, names=", ".join(kept)))


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
