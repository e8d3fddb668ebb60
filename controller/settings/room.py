"""The tables of a room (`room.toml`), for the pit's screen and the witness, checked at this door."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import Field, model_validator

from controller.settings import shapes
from controller.settings.faults import wrong
from controller.settings.files import config_path, own_path
from controller.settings.table import RemoteFile, UsbUrl
from controller.settings.toml import Strict, read_toml

TABLES_MAX: Final = 64
CHEF_TABLES_MAX: Final = 2
"""A chef de table has the control of two tables at most."""


class RoomTable(Strict):
    """One table: its name, and where it is: a Unix socket of this machine or `host:port` of another."""

    name: str = Field(pattern=shapes.TABLE)
    socket: Path | None = Field(default=None, strict=False)
    address: str = Field(default="", pattern=shapes.ADDRESS_OR_NONE)

    @model_validator(mode="after")
    def _one_way(self) -> RoomTable:
        if (self.socket is None) == (not self.address):
            raise ValueError(wrong("socket_or_address", table=self.name))
        return self


class CertificateFile(Strict):
    """By which files this machine proves itself to tables of others, and knows them (deploy/ROOM.md)."""

    ca: Path = Field(strict=False)
    certificate: Path = Field(strict=False)
    key: Path = Field(strict=False)


class PitReaderFile(Strict):
    """The card reader of this machine: smart cards by PC/SC, or one that types, on USB.

    `name` is a part of the reader's name, if there are several; a reader that types has a `url`.
    """

    reader: Literal["pcsc", "keyboard"] = "pcsc"
    name: str = Field(default="", max_length=128)
    url: UsbUrl | None = None

    @model_validator(mode="after")
    def _told_where(self) -> PitReaderFile:
        if (self.reader == "keyboard") == (self.url is None):
            raise ValueError(wrong("reader_url"))
        return self


class RoomTerms(Strict):
    """Whose room it is, and what its tables are meant to play.

    A chef has two tables at most; a pit sees all. `house` is the socket of the house's figures,
    `relief_min` how long a dealer deals before his relief; 0: no time of it is told.
    """

    of: Literal["pit", "chef"] = "pit"
    target_per_hour: Annotated[int, Field(ge=0, le=200)] = 0
    relief_min: Annotated[int, Field(ge=0, le=480)] = 0
    house: Path | None = Field(default=None, strict=False)


class RoomFile(Strict):
    """`room.toml`; `certificate` is the one of the room's screen, `witness` that of the outside witness.

    `feed` is where other machines listen to the house's feed; without it none does.
    """

    room: RoomTerms = RoomTerms()
    reader: PitReaderFile | None = None
    certificate: CertificateFile | None = None
    witness: CertificateFile | None = None
    feed: RemoteFile | None = None
    table: list[RoomTable] = Field(min_length=1, max_length=TABLES_MAX)

    def certificate_of(self, role: str) -> CertificateFile | None:
        """By which files this machine proves itself in that role, or None."""
        return self.witness if role == "witness" else self.certificate

    @model_validator(mode="after")
    def _together(self) -> RoomFile:
        names = [table.name for table in self.table]
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            raise ValueError(wrong("table_twice", table=twice))
        if self.room.of == "chef" and len(names) > CHEF_TABLES_MAX:
            raise ValueError(wrong("chef_tables", most=CHEF_TABLES_MAX))
        if not (self.certificate or self.witness) and any(table.address for table in self.table):
            raise ValueError(wrong("needs_certificate"))
        return self


def load_room(path: str | Path | None = None) -> RoomFile:
    """The tables of this room.

    Raises:
        SettingsError: the file is not there or something in it is wrong; named with its key and value.
    """
    return read_toml(path if path is not None else config_path("room.toml"), RoomFile)


def room_here() -> RoomFile | None:
    """The room that this machine is configured for, or None where it has none.

    The file that came with the program is an example: it names nobody's tables.

    Raises:
        SettingsError: there is a file, and something in it is wrong.
    """
    path = own_path("room.toml")
    return None if path is None else load_room(path)
