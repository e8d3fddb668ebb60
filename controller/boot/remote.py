"""The doors for other machines: screens as the settings of the table have it, and the outside witness."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from controller.screens.remote import NoRemote, RemoteDoor, RemoteTerms
from controller.screens.unix_socket import Doors
from controller.settings.settings_error import SettingsError
from controller.settings.table import RemoteFile, TableFile
from controller.told import said_by
from controller.witness.desk import Kept, WitnessDesk
from controller.witness.others_told import OthersTold


def remote_door(settings: TableFile) -> RemoteDoor | None:
    """The door of `[remote]`, still closed, or None where no other machine has a screen of this table.

    Raises:
        SettingsError: its certificates cannot be used.
    """
    named = settings.remote
    if named is None:
        return None
    try:
        return RemoteDoor(terms_of(named), settings.table.id, settings.table.run)
    except NoRemote as why:
        raise SettingsError("table.toml", "remote", str(named.certificate), said_by(why)) from None


def terms_of(named: RemoteFile, section: str = "remote") -> RemoteTerms:
    """A door as this section of a file has it."""
    host, _, port = named.listen.rpartition(":")
    files = (named.ca, named.certificate, named.key, named.revoked)
    return RemoteTerms(host.strip("[]"), int(port), *files, section)


def witness_desk(
    journal: Path | None, table: str, doors: Doors, kept: Kept, put: Callable[[tuple[str, ...]], None]
) -> WitnessDesk | None:
    """What answers witnesses of this table, still closed; None for a journal in memory.

    `put` is handed the heads of other tables that a witness told, on its thread.
    """
    if journal is None:
        return None
    return WitnessDesk(journal.parent, table, doors, kept, OthersTold(table, put))
