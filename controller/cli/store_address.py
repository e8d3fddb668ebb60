"""Where the house's store is, as people write it: a file, or the address of a database of PostgreSQL."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import click

from controller.cli.link_address import certified
from controller.house.at_address import is_postgres

_SCHEME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*://")
_SECRET: Final = re.compile(r"(?<=://)([^/@:]*):[^@]*@")


class StoreAddress(click.ParamType[str]):
    """A path or `postgresql://...`, the latter with the certificate of its role as for a linked book."""

    name = "store"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value:
            self.fail("the name is empty: write that of a file, or postgresql://...", param, ctx)
        if is_postgres(value):
            return certified(value)
        if _SCHEME.match(value):
            self.fail(f"{plain_address(value)}: a file or postgresql://... is wanted", param, ctx)
        if Path(value).is_dir():
            self.fail(f"{value} is a folder; a file is wanted", param, ctx)
        return value


def plain_address(address: str) -> str:
    """The address to be shown: without any password, nor what stands behind the database."""
    if not _SCHEME.match(address):
        return address
    return _SECRET.sub(r"\1@", address).partition("?")[0]
