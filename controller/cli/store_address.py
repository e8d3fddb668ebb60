"""Where the house's store is, as people write it: a file, or the address of a database of PostgreSQL."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import click

from controller.cli.link_address import certified
from controller.cli.options import as_asked
from controller.house.at_address import is_postgres

SAID: Final[dict[str, tuple[str, str]]] = {
    "empty": (
        "le nom est vide\u00a0: écrire celui d’un fichier, ou postgresql://...",
        "the name is empty: write that of a file, or postgresql://...",
    ),
    "other": (
        "{address}\u00a0: il faut un fichier ou postgresql://...",
        "{address}: a file or postgresql://... is wanted",
    ),
    "folder": ("{folder} est un dossier\u00a0: nommer un fichier", "{folder} is a folder; a file is wanted"),
}
_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://")
_SECRET: Final = re.compile(r"(?<=://)([^/@:]*):[^@]*@")


class StoreAddress(click.ParamType[str]):
    """A path or `postgresql://...`, the latter with the certificate of its role as for a linked book."""

    name = "store"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value:
            self.fail(as_asked(SAID["empty"], ctx), param, ctx)
        if is_postgres(value):
            return certified(value)
        if _SCHEME.match(value):
            self.fail(as_asked(SAID["other"], ctx, address=plain_address(value)), param, ctx)
        if Path(value).is_dir():
            self.fail(as_asked(SAID["folder"], ctx, folder=value), param, ctx)
        return value


def plain_address(address: str) -> str:
    """The address to be shown: without any password, nor what stands behind the database."""
    if not _SCHEME.match(address):
        return address
    return _SECRET.sub(r"\1@", address).partition("?")[0]
