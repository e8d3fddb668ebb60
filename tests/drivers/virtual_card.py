"""A supervisor card in Python, in the virtual reader of the real pcscd.

The reader (vsmartcard's vpcd) listens on a port of this machine; a card connects to it and talks in
messages of a length of two bytes, big-endian, and that many bytes. A message of one byte is the reader's
own: power off, power on, reset, or a question for the card's answer to reset. Any other is a command.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from datetime import UTC, datetime
from uuid import UUID

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, utils
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from drivers.readers.piv import APPLICATION, find, tlv
from tests.line_end import exactly
from tests.patience import PATIENCE_S

ANSWER_TO_RESET = bytes.fromhex("3B80800101")
POWER_OFF, POWER_ON, RESET, ASK_ATR = 0, 1, 2, 4
CHUNK = 48
"""The card gives no more at once, so that the driver has to fetch the rest."""


class VirtualCard:
    """A PIV card with one signing key. `replays` makes it answer with its first signature for ever.

    `secret` makes the same key each time, for a table that outlives the test that enrolled the card.
    """

    def __init__(self, number: int, *, ed: bool = False, piv: bool = True, secret: int = 0) -> None:
        self.guid = UUID(int=number)
        self.piv = piv
        self.certified = True
        self.shows: VirtualCard = self  # whose key its certificate shows
        self.replays = False
        self.mute = threading.Event()  # set: the next signature waits until the card is pulled out
        self.asked = threading.Event()
        self.challenges: list[bytes] = []
        self._ed = ed
        curve = ec.SECP256R1()
        made = ec.derive_private_key(secret, curve) if secret else ec.generate_private_key(curve)
        self._key = ed25519.Ed25519PrivateKey.generate() if ed else made
        self._first = b""
        self._selected = False
        self._rest = b""
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None

    @property
    def number(self) -> str:
        return self.guid.hex

    @property
    def key_hex(self) -> str:
        form = (
            (Encoding.Raw, PublicFormat.Raw) if self._ed else (Encoding.X962, PublicFormat.UncompressedPoint)
        )
        return self._key.public_key().public_bytes(*form).hex()

    def insert(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._thread = threading.Thread(target=self._serve, args=(self._socket,), daemon=True)
        self._thread.start()

    def remove(self) -> None:
        if self._socket is None:
            return
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._socket = None
        self._thread.join(timeout=PATIENCE_S)

    # --- the reader's messages ------------------------------------------------------------------------

    def _serve(self, line: socket.socket) -> None:
        with contextlib.suppress(OSError, EOFError), line:
            while True:
                message = self._hear(line)
                if message == bytes((ASK_ATR,)):
                    answer = ANSWER_TO_RESET
                elif len(message) == 1:
                    self._selected = False
                    continue
                else:
                    answer = self.command(message)
                line.sendall(len(answer).to_bytes(2, "big") + answer)

    def _hear(self, line: socket.socket) -> bytes:
        length = int.from_bytes(exactly(line, 2), "big")
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)  # else each answer waits 40 ms
        return exactly(line, length)

    # --- the card's commands --------------------------------------------------------------------------

    def command(self, command: bytes) -> bytes:
        kind = command[1]
        data = command[5 : 5 + command[4]] if len(command) > 5 else b""
        if kind == 0xA4:
            self._selected = self.piv and data == APPLICATION
            return b"\x90\x00" if self._selected else b"\x6a\x82"
        if not self._selected:
            return b"\x69\x85"
        if kind == 0xC0:
            return self._in_pieces(self._rest)
        if kind == 0xCB and find(data, 0x5C) == bytes.fromhex("5FC102"):
            holder = tlv(0x30, bytes(25)) + tlv(0x34, self.guid.bytes) + tlv(0x35, b"20351231")
            return self._in_pieces(tlv(0x53, holder + tlv(0x3E, b"") + tlv(0xFE, b"")))
        if kind == 0xCB and find(data, 0x5C) == bytes.fromhex("5FC101") and self.certified:
            return self._in_pieces(tlv(0x53, tlv(0x70, self._certificate()) + tlv(0x71, b"\0")))
        if kind == 0x87 and command[2:4] == bytes((0xE0 if self._ed else 0x11, 0x9E)):
            return self._in_pieces(tlv(0x7C, tlv(0x82, self._sign(find(find(data, 0x7C), 0x81)))))
        return b"\x6d\x00"

    def _certificate(self) -> bytes:
        """Signed by the card itself, as a card is delivered."""
        name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "card")])
        day = datetime(2026, 1, 1, tzinfo=UTC)
        made = x509.CertificateBuilder(
            issuer_name=name,
            subject_name=name,
            public_key=self.shows._key.public_key(),
            serial_number=1,
            not_valid_before=day,
            not_valid_after=day.replace(year=2036),
        )
        return made.sign(self._key, None if self._ed else SHA256()).public_bytes(Encoding.DER)

    def _sign(self, challenge: bytes) -> bytes:
        self.challenges.append(challenge)
        self.asked.set()
        if self.mute.is_set():
            raise EOFError("the card is pulled out instead of answering")
        if self._ed:
            signature = self._key.sign(challenge)
        else:
            signature = self._key.sign(challenge, ec.ECDSA(utils.Prehashed(SHA256())))
        self._first = self._first or signature
        return self._first if self.replays else signature

    def _in_pieces(self, data: bytes) -> bytes:
        piece, self._rest = data[:CHUNK], data[CHUNK:]
        return piece + (bytes((0x61, min(len(self._rest), 255))) if self._rest else b"\x90\x00")
