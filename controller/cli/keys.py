"""`tapis keys`: the public key that a table signs with, and a new master for what it seals."""

from __future__ import annotations

from pathlib import Path

import click

from controller.cli import BadInput
from controller.keys import rotate_master, table_keys
from controller.seal import MasterRefused, fingerprint
from controller.settings.table import load_table


@click.group()
def keys() -> None:
    """Show what a table signs with; renew what it seals with. No secret is ever printed."""


_SETTINGS = click.option(
    "--settings",
    "settings_path",
    type=click.Path(path_type=Path),
    help="The table's settings; without it, table.toml of the configuration.",
)


@keys.command()
@_SETTINGS
def show(settings_path: Path | None) -> None:
    """Print the public key of the table's signed heads, and which master seals."""
    table = load_table(settings_path).table
    try:
        found = table_keys(table.data)
    except (MasterRefused, OSError) as error:
        raise BadInput(str(error)) from None
    click.echo(f"{table.id} signs with {found.signer.key}")
    kept = ", ".join(fingerprint(one) for one in found.older)
    click.echo(f"{table.id} seals under {fingerprint(found.master)}" + (f"; kept: {kept}" if kept else ""))


@keys.command()
@_SETTINGS
def rotate(settings_path: Path | None) -> None:
    """Make a new master: the next session is sealed under it. The old one is kept for recovery."""
    table = load_table(settings_path).table
    try:
        before, now = rotate_master(table.data)
    except MasterRefused as error:
        raise BadInput(str(error)) from None
    click.echo(f"{table.id}: the next session is sealed under {now}; {before} is kept to recover with")
