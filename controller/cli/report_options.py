"""What the reports have in common on the command line: the journal, the language, the zone, the PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

from controller.cli import BadInput
from controller.cli.options import by_option, lang_option
from controller.host.output_file import replace_output
from controller.journal.heads import Signer
from controller.journal.seal import MasterRefused, load_master
from controller.registers.reading import Reading
from controller.registers.signatures import SUFFIX, signature_of

IN: Final = click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
LANGUAGE: Final = lang_option("the words", "language")
ZONE: Final = click.option("--zone", help="Time zone of local times, Europe/Paris; else the machine's.")
_pdf: Final = click.option(
    "--pdf", type=click.Path(path_type=Path, dir_okay=False), help="Write the paper there."
)


def pdf_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--pdf`, passed on, and `--by`, which `letterhead_here` knows."""
    return _pdf(by_option(command))


sign_option: Final = click.option(
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


def signed_beside(pdf: Path | None, key: Path | None, reading: Reading) -> None:
    """The paper has its detached signature beside it, if one was asked for.

    Raises:
        BadInput: nothing was written that could be signed, or the key or the file is not to be used.
    """
    if key is None:
        return
    if pdf is None:
        raise BadInput("--sign signs the file of --pdf; say where to write it")
    signer = signer_of(key)
    target = pdf.with_name(pdf.name + SUFFIX)
    try:
        signature = signature_of(signer, {pdf.name: pdf.read_bytes()}, reading)
        replace_output(target, signature.encode(), b"")
    except OSError as error:
        raise BadInput(f"{target}: {error.strerror}") from None


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
        raise BadInput(f"--zone {name[:40]}: no such time zone; one is Europe/Paris") from None
