"""A program's own line to a table, as its pit or witness: a Unix socket of this machine or TLS to another."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from controller.screens import wire
from controller.screens.wire import ScreenRole
from controller.settings.room import RoomFile, RoomTable

PATIENCE_S: Final = 10.0
ANSWER_MAX: Final = 1 << 22
PLAIN_MAX: Final = 400


class LineDown(Exception):
    """The table cannot be reached, or does not take this machine; the text says which."""


class TableLine:
    """An open line: what is sent are lines of the wire, what is heard are its messages."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._heard = sock.makefile("rb")

    @classmethod
    def to_socket(cls, path: Path) -> TableLine:
        """A line to the socket at `path`.

        Raises:
            LineDown: nobody answers there.
        """
        sock = socket.socket(socket.AF_UNIX)
        sock.settimeout(PATIENCE_S)
        try:
            sock.connect(str(path))
        except OSError as error:
            sock.close()
            raise LineDown(error.strerror or str(error)) from None
        return cls(sock)

    @classmethod
    def to_table(cls, table: RoomTable, room: RoomFile, role: ScreenRole = "pit") -> TableLine:
        """A line to this table of the room; over TLS 1.3 where it is another machine's.

        Raises:
            LineDown: nobody answers there, or one of the two certificates is not taken.
        """
        if table.socket is not None:
            return cls.to_socket(table.socket.with_name(wire.socket_name(role)))
        files = room.certificate_of(role)
        if files is None:
            raise LineDown(f"the room's file has no certificate for a {role}")
        host, _, port = table.address.rpartition(":")
        try:
            context = ssl.create_default_context(cafile=str(files.ca))
            context.minimum_version = ssl.TLSVersion.TLSv1_3
            context.verify_flags |= ssl.VerifyFlags.VERIFY_X509_STRICT
            context.load_cert_chain(files.certificate, files.key)
            plain = socket.create_connection((host.strip("[]"), int(port)), PATIENCE_S)
        except OSError as error:
            raise LineDown(_reason(error)) from None
        try:
            return cls(context.wrap_socket(plain, server_hostname=table.name))
        except OSError as error:
            plain.close()
            raise LineDown(_reason(error)) from None

    def __enter__(self) -> TableLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """The line is gone."""
        self._heard.close()
        self._sock.close()

    def send(self, line: bytes) -> None:
        """The line is on its way.

        Raises:
            LineDown: the table has hung up.
        """
        try:
            self._sock.sendall(line)
        except OSError as error:
            raise LineDown(_reason(error)) from None

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """What the table says next after this question; errors as of `send` and `hear`."""
        self.send(wire.encode(question))
        return self.hear()

    def hear(self) -> dict[str, Any]:
        """The next message of the table.

        Raises:
            LineDown: it hung up, says nothing for long, or says what is no message.
        """
        try:
            line = self._heard.readline(ANSWER_MAX)
        except (OSError, ValueError) as error:
            raise LineDown(_reason(error)) from None
        if not line:
            raise LineDown("it hung up")
        try:
            said = wire.decode(line)
        except wire.WireError:
            raise LineDown(_NO_MESSAGE) from None
        if not isinstance(said, dict):
            raise LineDown(_NO_MESSAGE)
        return said


_NO_MESSAGE: Final = "what it said is no message"


def plain(text: str) -> str:
    """What another machine said, for a log: one line, nothing that a terminal would obey, not long."""
    return "".join(one if one.isprintable() else "?" for one in text[:PLAIN_MAX])


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"certificate {error.verify_message}"
    if isinstance(error, ssl.SSLError):
        return (error.reason or "no TLS").lower().replace("_", " ")
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
