"""The door for screens of other machines, as the settings of the table have it."""

from __future__ import annotations

from controller.remote import NoRemote, RemoteDoor, RemoteTerms
from controller.strict_toml import SettingsError
from controller.table_files import TableFile


def remote_door(settings: TableFile) -> RemoteDoor | None:
    """The door of `[remote]`, still closed, or None where no other machine has a screen of this table.

    Raises:
        SettingsError: its certificates cannot be used.
    """
    named = settings.remote
    if named is None:
        return None
    host, _, port = named.listen.rpartition(":")
    terms = RemoteTerms(host.strip("[]"), int(port), named.ca, named.certificate, named.key, named.revoked)
    try:
        return RemoteDoor(terms, settings.table.id, settings.table.run)
    except NoRemote as why:
        raise SettingsError("table.toml", "remote", str(named.certificate), str(why)) from None
