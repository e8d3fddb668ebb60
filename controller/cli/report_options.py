"""What the reports have in common on the command line: the journal, the language, the zone, the PDF."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

from controller.cli import BadInput
from controller.cli.options import Place, by_option, lang_option, pdf_file_option
from controller.cli.values_refused import value_refused
from controller.host.output_file import PDF, UNWRITTEN, can_replace, replace_together
from controller.journal.heads import Signer
from controller.journal.seal import MasterRefused, load_master
from controller.papers.letterhead import Letterhead
from controller.papers.pdf import NotPrinted
from controller.registers.layout import Paper, printed
from controller.registers.reading import Reading
from controller.registers.signatures import SUFFIX, signature_of
from controller.told import Told
from controller.words.plurals import so_many

IN: Final = click.argument("path", metavar="FILE", type=Place(dir_okay=False))
LANGUAGE: Final = lang_option("the words", "language")
ZONE: Final = click.option("--zone", help="Time zone of local times, Europe/Paris; else the machine's.")
_pdf: Final[Callable[[Callable[..., Any]], Callable[..., Any]]] = pdf_file_option("Write the paper there.")


def pdf_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--pdf`, passed on, and `--by`, which `letterhead_here` knows."""
    return _pdf(by_option(command))


def _signer(context: click.Context, _: click.Parameter, value: Path | None) -> Signer | None:
    """The key of `--sign`: 32 bytes in a file that only its owner may read.

    It is read before anything is written: a paper that was to be signed is there with its signature or not
    at all.
    """
    if value is None:
        return None
    if "pdf" in context.params:  # `--pdf` is looked at first
        pdf: Path | None = context.params["pdf"]
        if pdf is None:
            raise value_refused("sign")
        try:
            can_replace(_signature_file(pdf), b"")
        except OSError as error:
            raise BadInput(Told(UNWRITTEN, path=_signature_file(pdf), why=error.strerror)) from None
    try:
        return Signer(load_master(value))
    except MasterRefused as error:
        raise BadInput(error) from None


sign_option: Final = click.option(
    "--sign",
    metavar="KEY",
    type=Place(),
    callback=_signer,
    help="Sign what is written with this key file.",
)


def paper_written(
    pdf: Path | None,
    sign: Signer | None,
    reading: Reading,
    title: str,
    made: Sequence[Paper],
    marks: Sequence[str],
    footer: str,
    head: Letterhead,
    *,
    landscape: bool = False,
) -> None:
    """The paper is in the file, with its detached signature beside it, if they were asked for.

    How many pages it has is said on stderr.

    Raises:
        BadInput: it could not be made or written.
    """
    if pdf is None:
        return
    try:
        paper = printed(title, made, marks, footer, landscape=landscape, head=head)
    except NotPrinted as error:
        raise BadInput(error) from None
    files = {pdf: (paper.data, PDF)}
    if sign is not None:
        signature = signature_of(sign, {pdf.name: paper.data}, reading)
        files[_signature_file(pdf)] = (signature.encode(), b"")
    try:
        replace_together(files)
    except OSError as error:
        raise BadInput(Told(UNWRITTEN, path=pdf, why=error.strerror)) from None
    click.echo(f"{pdf}: {so_many(paper.pages, 'page')}", err=True)


def _signature_file(pdf: Path) -> Path:
    return pdf.with_name(pdf.name + SUFFIX)


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
        raise value_refused("zone", name=name[:40] or repr(name)) from None
