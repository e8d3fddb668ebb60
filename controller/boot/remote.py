"""The doors for other machines: screens as the settings of the table have it, and the outside witness."""

from __future__ import annotations

import grp
import os
from pathlib import Path

from controller.remote import NoRemote, RemoteDoor, RemoteTerms
from controller.settings.table import TableFile
from controller.settings.toml import SettingsError
from controller.witness_desk import GROUP, WitnessDesk


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


def witness_desk(journal: Path | None, table: str, run_dir: Path) -> WitnessDesk | None:
    """What answers witnesses of this table, still closed; None for a journal in memory.

    A member of the group of witnesses may ask, where the system has one and this process is in it.
    """
    if journal is None:
        return None
    try:
        gid: int | None = grp.getgrnam(GROUP).gr_gid
    except KeyError:
        gid = None
    return WitnessDesk(journal.parent, table, run_dir, gid if gid in os.getgroups() else None)
