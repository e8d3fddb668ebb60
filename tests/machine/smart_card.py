"""The slot of the box's card reader: the hypervisor's CCID reader (08e6:4433), a card of ours in it.

pcscd, libccid and the table's own driver talk to it inside the guest. The line to the hypervisor speaks the
protocol of its `ccid-card-passthru`: messages of a head (kind, reader, length, big-endian) and a body. The
card is one of `tests.drivers.virtual_card`, which answers commands.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from pathlib import Path
from typing import Final

from tests.drivers.virtual_card import VirtualCard
from tests.line_end import exactly

INIT, ERROR, READER_ADD, ATR, CARD_REMOVE, APDU = 1, 2, 3, 5, 6, 7
MAGIC: Final = b"VSCD"
VERSION: Final = 2
ANSWER_TO_RESET: Final = bytes.fromhex("3B00")
"""A card of the older way of talking (T=0), in which the reader passes commands on as they are."""
AGAIN_S: Final = 0.2


class CardSlot:
    """The reader's slot; a card that is in it when the guest's power comes is in it then too."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._line: socket.socket | None = None
        self._lock = threading.Lock()
        self._card: VirtualCard | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._serve, name=f"card {path.name}", daemon=True)
        self._thread.start()

    def insert(self, card: VirtualCard) -> None:
        """The card is in the slot."""
        with self._lock:
            self._card = card
            self._say(ATR, ANSWER_TO_RESET)

    def remove(self) -> None:
        """The slot is empty."""
        with self._lock:
            if self._card is not None:
                self._card = None
                self._say(CARD_REMOVE, b"")

    def close(self) -> None:
        """The slot is gone and its thread has ended."""
        self._closing.set()
        line = self._line
        if line is not None:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        self._thread.join(timeout=5)

    def _say(self, kind: int, body: bytes) -> None:
        if self._line is not None:
            with contextlib.suppress(OSError):
                self._line.sendall(struct.pack(">III", kind, 0, len(body)) + body)

    def _serve(self) -> None:
        while not self._closing.is_set():
            line = socket.socket(socket.AF_UNIX)
            with contextlib.suppress(OSError, EOFError), line:
                line.connect(str(self._path))
                self._converse(line)
            with self._lock:
                self._line = None
            self._closing.wait(AGAIN_S)

    def _converse(self, line: socket.socket) -> None:
        with self._lock:
            self._line = line
            self._say(INIT, MAGIC + struct.pack(">II", VERSION, 0))
            self._say(READER_ADD, b"box\0")
            if self._card is not None:
                self._say(ATR, ANSWER_TO_RESET)
        while not self._closing.is_set():
            kind, _, length = struct.unpack(">III", exactly(line, 12))
            body = exactly(line, length)
            if kind == APDU:
                with self._lock:
                    if self._card is not None:
                        self._say(APDU, self._card.command(body))
