"""`tapis keys`: the public key that a table signs with, and a new master for what it seals."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Final

import click

from controller.backup.recipient import KeysRefused, make_pair
from controller.boot.sessions import master_of
from controller.cli import BadInput
from controller.cli.options import Place, settings_option
from controller.journal.chain import JournalError
from controller.journal.closed import session_files
from controller.journal.heads import key_fingerprint
from controller.journal.keys import forget_masters, kept_keys, rotate_master
from controller.journal.seal import MasterRefused, fingerprint
from controller.settings.table import load_table

DAY_S: Final = 86_400


@click.group()
def keys() -> None:
    """Show what a table signs with; renew what it seals with. No secret is ever printed."""


@keys.command()
@settings_option
def show(settings_path: Path | None) -> None:
    """Print the public key of the table's signed heads with its fingerprint, and which master seals.

    Nothing is made: before the first start there is no key to show (exit 2).
    """
    table = load_table(settings_path).table
    try:
        signer, master, older = kept_keys(table.data)
    except MasterRefused as error:
        raise BadInput(str(error)) from None
    if signer is None and master is None:
        raise BadInput(f"{table.data}: no key is here yet; the first start of {table.id} makes them")
    if signer is not None:
        click.echo(f"{table.id} signs with {signer.key}")
        click.echo(f"{table.id} fingerprint of that key: {key_fingerprint(signer.key)}")
    if master is not None:
        kept = ", ".join(fingerprint(one) for one in older)
        click.echo(f"{table.id} seals under {fingerprint(master)}" + (f"; kept: {kept}" if kept else ""))


@keys.command()
@settings_option
def rotate(settings_path: Path | None) -> None:
    """Make a new master: the next session is sealed under it. The old one is kept for recovery."""
    table = load_table(settings_path).table
    try:
        before, now = rotate_master(table.data)
    except MasterRefused as error:
        raise BadInput(str(error)) from None
    click.echo(f"{table.id}: the next session is sealed under {now}; {before} is kept to recover with")


@keys.command()
@settings_option
@click.option(
    "--days",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Keep those that were made since. The table itself keeps none of a closed night.",
)
def forget(settings_path: Path | None, days: int) -> None:
    """Delete the masters of closed nights: their folded hands stay sealed for ever, for everybody."""
    table = load_table(settings_path).table
    try:
        files = session_files(table.data / "journals", table.id)
        wanted = master_of(files[-1]) if files else ""
        gone = forget_masters(table.data, wanted, time.time() - days * DAY_S)
    except (MasterRefused, JournalError) as error:
        raise BadInput(str(error)) from None
    told = f"forgot {', '.join(gone)}" if gone else "there is none to forget"
    click.echo(f"{table.id}: {told}")


@keys.command()
@click.argument("file", type=Place())
def pair(file: Path) -> None:
    """Make the pair of keys for backups: the private one in FILE, which goes into the safe.

    The public one is printed, for `recipient` under [backup] of the settings. Do it away from the table.
    """
    try:
        public = make_pair(file)
    except KeysRefused as error:
        raise BadInput(str(error)) from None
    click.echo(f'recipient = "{public}"')
    click.echo(f"fingerprint: {key_fingerprint(public)}")
    click.echo(f"{file} is the private key: keep it in the safe, and none of it on the table", err=True)
