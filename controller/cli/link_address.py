"""The address of a linked book as people write it: its certificate is found where `tapis` keeps them."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final
from urllib.parse import quote

import click

from controller.book.at_url import is_linked
from controller.cli.options import as_asked
from controller.settings.files import config_directories

NO_LETTER: Final = (
    "l’adresse a un octet qui n’est pas un caractère\u00a0: la retaper",
    "the address has a byte that is no letter: type it again",
)


def certified(url: str) -> str:
    """The address with the certificate of its role, verified against the house's own authority.

    `link/` of the configuration (`/etc/tapis/link`) holds `root.crt`, `<role>.crt` and `<role>.key`. An
    address that names a certificate or a mode by itself, or leads to a socket of this machine, stays as it
    is; so does one whose role has no certificate here.
    """
    if not is_linked(url) or find_spec("psycopg") is None:
        return url
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    try:
        fields = conninfo_to_dict(url)
    except psycopg.Error:
        return url
    except UnicodeError:
        raise click.BadParameter(as_asked(NO_LETTER, click.get_current_context(silent=True))) from None
    role, hosts = str(fields.get("user") or ""), str(fields.get("host") or "/")
    named = {"sslmode", "sslcert", "sslkey", "sslrootcert"} & fields.keys()
    if not role or named or hosts.startswith("/"):
        return url
    for folder in (directory / "link" for directory in config_directories()):
        files = {"sslrootcert": "root.crt", "sslcert": f"{role}.crt", "sslkey": f"{role}.key"}
        if all((folder / name).is_file() for name in files.values()):
            said = "&".join(f"{option}={quote(str(folder / name))}" for option, name in files.items())
            return f"{url}{'&' if '?' in url else '?'}sslmode=verify-full&{said}"
    return url


def book_address(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Of a click argument that is a path or the address of a linked book."""
    return certified(value)
