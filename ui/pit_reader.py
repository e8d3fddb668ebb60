"""The card reader of the pit's machine, as its screen sees it: a process of its own that speaks JSON lines.

A screen draws and asks; the machine at the end of the cable is another program's, the attendant's of
`controller.boot`. It is started with the screen, again when it ends, and closed with it. No PIN goes there.
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

AGAIN_MS: Final = 5_000
LINE_MAX: Final = 8_192
PCSC: Final = "pcsc:"


class PitReaderProcess(QObject):
    """The reader: whose card number is in it, and what that card signs.

    Args:
        where: `pcsc:NAME`, with a part of the reader's name or nothing, or `usb://VID:PID` of one that types.

    Attributes:
        number: of the card inside, empty without one.
        trouble: why no card can be read, empty while it can.
    """

    changed = Signal()
    signed = Signal(str, str, str)
    """The id of what was asked, the card's number, the signature in hex."""
    failed = Signal(str, str)
    """The id of what was asked, and why the card did not sign."""

    def __init__(self, where: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.number = ""
        self.trouble = ""
        option = ["--reader", where.removeprefix(PCSC)] if where.startswith(PCSC) else ["--keyboard", where]
        self._words = ["-m", "controller.boot.pit_attendant", *option]
        self._rest = b""
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._ended)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self.start)

    def start(self) -> None:
        """The reader is attended."""
        self._rest = b""
        self._process.start(sys.executable, self._words)

    def close(self) -> None:
        """The reader is let go; nothing is signalled any more."""
        self.blockSignals(True)
        self._again.stop()
        self._process.blockSignals(True)
        self._process.closeWriteChannel()
        if self._process.state() != QProcess.ProcessState.NotRunning and not self._process.waitForFinished(
            2_000
        ):
            self._process.kill()
            self._process.waitForFinished(1_000)

    def sign(self, number: str, told: dict[str, Any], code: str, act: str) -> None:
        """The card is asked to sign what the table `told` with its nonce; `signed` or `failed` follows."""
        asked = {"sign": number, "table": told["table"], "nonce": told["nonce"], "code": code, "act": act}
        line = json.dumps(asked | {"purpose": told.get("purpose", "")}) + "\n"
        if self._process.write(line.encode()) < 0:
            self.failed.emit(number, "")

    def _read(self) -> None:
        *lines, self._rest = (self._rest + bytes(self._process.readAllStandardOutput().data())).split(b"\n")
        if len(self._rest) > LINE_MAX:
            self._rest = b""
        for line in lines:
            self._heard(line)

    def _heard(self, line: bytes) -> None:
        try:
            said = json.loads(line)
        except ValueError:
            return
        if not isinstance(said, dict):
            return
        if "reader" in said:
            self.number, self.trouble = str(said["reader"]), str(said.get("trouble", ""))
            self.changed.emit()
        elif "signed" in said:
            self.signed.emit(str(said["signed"]), str(said.get("number", "")), str(said.get("signature", "")))
        elif "failed" in said:
            self.failed.emit(str(said["failed"]), str(said.get("why", "")))

    def _ended(self) -> None:
        """It is tried again: a cable that was pulled may be back."""
        self.number = ""
        self.trouble = self.trouble or "the reader is not attended"
        self.changed.emit()
        self._again.start(AGAIN_MS)
