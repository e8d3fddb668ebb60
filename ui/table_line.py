"""What carries the bytes between a screen and its table: a Unix socket, or TLS to another machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtNetwork import (
    QAbstractSocket,
    QLocalSocket,
    QSsl,
    QSslCertificate,
    QSslConfiguration,
    QSslKey,
    QSslSocket,
)

SCHEME: Final = "tls://"


class NoCertificate(Exception):
    """A certificate or key that the screen was given cannot be used; the text names the file."""


@dataclass(frozen=True)
class Identity:
    """The files by which a screen proves itself to tables of other machines, and knows them."""

    ca: Path
    certificate: Path
    key: Path


@dataclass(frozen=True)
class Place:
    """Where a table is: its name as the pit knows it, empty until it tells it; its socket or `tls://host:port`."""

    name: str
    socket: str


class TableLine(QObject):
    """A connection that can be made again. `trouble` is why it broke last, empty while it is up."""

    up = Signal()
    down = Signal()
    ready = Signal()
    """Bytes have come."""

    trouble: str = ""

    def open(self) -> None:
        """A connection is tried, unless one is there or on its way."""
        raise TypeError("of a kind of line")

    @property
    def is_up(self) -> bool:
        """Bytes can be sent."""
        raise TypeError("of a kind of line")

    def read(self) -> bytes:
        """The bytes that have come."""
        raise TypeError("of a kind of line")

    def write(self, data: bytes) -> None:
        """The bytes are on their way."""
        raise TypeError("of a kind of line")

    def abort(self) -> None:
        """The connection is broken off; `down` follows if there was one."""
        raise TypeError("of a kind of line")

    def close(self) -> None:
        """The connection is closed for good, and nothing is signalled any more."""
        raise TypeError("of a kind of line")


class LocalLine(TableLine):
    """A Unix socket of this machine."""

    def __init__(self, path: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self._socket = QLocalSocket(self)
        self._socket.connected.connect(self.up)
        self._socket.readyRead.connect(self.ready)
        self._socket.disconnected.connect(self.down)
        self._socket.errorOccurred.connect(self._failed)

    def open(self) -> None:
        if self._socket.state() == QLocalSocket.LocalSocketState.UnconnectedState:
            self._socket.connectToServer(self._path)

    def _failed(self, error: QLocalSocket.LocalSocketError) -> None:
        self.down.emit()

    @property
    def is_up(self) -> bool:
        return bool(self._socket.state() == QLocalSocket.LocalSocketState.ConnectedState)

    def read(self) -> bytes:
        return bytes(self._socket.readAll().data())

    def write(self, data: bytes) -> None:
        self._socket.write(data)

    def abort(self) -> None:
        self._socket.abort()

    def close(self) -> None:
        self._socket.blockSignals(True)
        self._socket.abort()


class TlsLine(TableLine):
    """TLS 1.3 to a table of another machine: both ends show a certificate of the room's own authority.

    Args:
        address: `host:port`.
        table: the name that the other end's certificate has to have.
        configuration: as `tls_configuration` made it.
    """

    def __init__(
        self, address: str, table: str, configuration: QSslConfiguration, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        host, _, port = address.rpartition(":")
        self._host, self._port, self._table = host.strip("[]"), int(port), table
        self._socket = QSslSocket(self)
        self._socket.setSslConfiguration(configuration)
        self._socket.encrypted.connect(self._encrypted)
        self._socket.readyRead.connect(self.ready)
        self._socket.disconnected.connect(self._broken)
        self._socket.errorOccurred.connect(self._failed)

    def open(self) -> None:
        if self._socket.state() == QAbstractSocket.SocketState.UnconnectedState:
            self._socket.connectToHostEncrypted(self._host, self._port, self._table)

    def _encrypted(self) -> None:
        self.trouble = ""
        self.up.emit()

    def _failed(self, error: Any) -> None:
        # What the other end says of it, such as a certificate that it does not take. Of a line that was
        # closed the screen has words of its own.
        gone = error == QAbstractSocket.SocketError.RemoteHostClosedError
        self.trouble = "" if gone else self._socket.errorString().split("\n")[0][:120]
        self._socket.abort()
        self.down.emit()

    def _broken(self) -> None:
        self.down.emit()

    @property
    def is_up(self) -> bool:
        return self._socket.isEncrypted()

    def read(self) -> bytes:
        return bytes(self._socket.readAll().data())

    def write(self, data: bytes) -> None:
        self._socket.write(data)

    def abort(self) -> None:
        self._socket.abort()

    def close(self) -> None:
        self._socket.blockSignals(True)
        self._socket.abort()


def tls_configuration(identity: Identity) -> QSslConfiguration:
    """TLS 1.3, this identity, and no authority but its own.

    Raises:
        NoCertificate: a file cannot be read, or is no certificate or key.
    """
    made = QSslConfiguration(QSslConfiguration.defaultConfiguration())
    made.setProtocol(QSsl.SslProtocol.TlsV1_3OrLater)
    made.setPeerVerifyMode(QSslSocket.PeerVerifyMode.VerifyPeer)
    made.setCaCertificates(_certificates(identity.ca))
    made.setLocalCertificateChain(_certificates(identity.certificate))
    made.setPrivateKey(_key(identity.key))
    return made


def _certificates(path: Path) -> list[QSslCertificate]:
    found = QSslCertificate.fromData(_bytes(path), QSsl.EncodingFormat.Pem)
    if not found or any(one.isNull() for one in found):
        raise NoCertificate(f"{path}: no certificate in PEM")
    return found


def _key(path: Path) -> QSslKey:
    data = _bytes(path)
    for algorithm in (QSsl.KeyAlgorithm.Ec, QSsl.KeyAlgorithm.Rsa):
        key = QSslKey(data, algorithm, QSsl.EncodingFormat.Pem, QSsl.KeyType.PrivateKey)
        if not key.isNull():
            return key
    raise NoCertificate(f"{path}: no private key of EC or RSA in PEM")


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NoCertificate(f"{path}: {error.strerror}") from None


def way_to(place: Place, identity: Identity | None) -> str | TableLine:
    """What carries the bytes to this table.

    Raises:
        NoCertificate: it is another machine's, and the identity's files cannot be used.
    """
    if not place.socket.startswith(SCHEME):
        return place.socket
    if identity is None:
        raise ValueError(f"{place.name} is another machine's, and this screen has no certificate")
    return TlsLine(place.socket.removeprefix(SCHEME), place.name, tls_configuration(identity))
