"""The door of the house's feed for other machines, as `[feed]` of the room has it."""

from __future__ import annotations

from pathlib import Path

from controller.boot.remote import terms_of
from controller.house.feed_door import ROLE
from controller.house.service import ROLE as HOUSE
from controller.screens.remote import NoRemote, RemoteDoor
from controller.settings.room import RoomFile
from controller.settings.settings_error import SettingsError
from controller.told import said_by


def remote_feed(room: RoomFile, run_dir: Path) -> RemoteDoor | None:
    """The door to the feed of this directory, still closed; None where nobody listens from afar.

    A client's certificate names `tapis://house/feed`.

    Raises:
        SettingsError: its certificates cannot be used.
    """
    if room.feed is None:
        return None
    try:
        return RemoteDoor(terms_of(room.feed, "feed"), HOUSE, run_dir, roles=(ROLE,))
    except NoRemote as why:
        raise SettingsError("room.toml", "feed", str(room.feed.certificate), said_by(why)) from None
