"""What the reports have in common on the command line: the journal, the language, the zone, the PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

from controller.cli import BadInput
from controller.journal.heads import Signer
from controller.registers.amounts import LANGUAGES
from controller.seal import MasterRefused, load_master

IN: Final = click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
LANGUAGE: Final = click.option(
    "--language", type=click.Choice(list(LANGUAGES)), default="fr", help="Language of the words."
)
ZONE: Final = click.option("--zone", help="Time zone of local times, Europe/Paris; else the machine's.")
pdf_option: Final = click.option(
    "--pdf", type=click.Path(path_type=Path, dir_okay=False), help="Write the paper there."
)

SIGN: Final = click.option(
    "--sign", metavar="KEY", type=click.Path(path_type=Path), help="Sign what is written with this key file."
)


def signer_of(path: Path) -> Signer:
    """The key in this file of 32 bytes, which only its owner may read.

    Raises:
        BadInput: it is none.
    """
    try:
        return Signer(load_master(path))
    except MasterRefused as error:
        raise BadInput(str(error)) from None


def zone_of(name: str | None) -> ZoneInfo | None:
    """The zone of this name; None is the machine's own.

    Raises:
        BadInput: no such zone.
    """
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadInput(f"--zone {name[:40]}: no such time zone") from None
