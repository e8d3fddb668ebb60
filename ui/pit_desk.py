"""The desk of the pit's screen: from a card in its reader to an act at a table, one step after the other.

The table draws a nonce, the card signs it, the table says whether the card counts there; then the act is
asked for like any other tap. A PIN lives here for that moment alone and goes to the table that asked for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal

from ui.client import TableClient
from ui.pit_reader import PitReaderProcess

SEE: Final = "see"
PATIENCE_MS: Final = 8_000
"""How long table and card may take together."""
SEEING: Final = ("SeeCall", "SeeAlarm")


@dataclass
class _Job:
    """One card for one table: for an act, for a code, or to name who has seen something."""

    number: str
    client: TableClient
    table: str
    act: str
    code: str = ""
    pin: str = field(default="", repr=False)
    tap: Mapping[str, Any] | None = None


class PitDesk(QObject):
    """What the reader of the pit is used for. Without a reader nothing is asked of it.

    Args:
        reader: the reader of this machine, or None.
    """

    changed = Signal()

    def __init__(self, reader: PitReaderProcess | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader = reader
        self._job: _Job | None = None
        self._jobs = 0
        self._why = ("", "")
        self._signed: TableClient | None = None
        self._after: list[_Job] = []
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(PATIENCE_MS)
        self._late.timeout.connect(lambda: self._over("no_answer"))
        if reader is not None:
            reader.changed.connect(self._card_changed)
            reader.signed.connect(self._card_signed)
            reader.failed.connect(self._card_failed)

    def start(self) -> None:
        """The reader is attended."""
        if self._reader is not None:
            self._reader.start()

    def close(self) -> None:
        """The reader is let go."""
        self._late.stop()
        if self._reader is not None:
            self._reader.close()

    def listen(self, client: TableClient) -> None:
        """What this table says of cards is heard."""
        client.nonceArrived.connect(partial(self._nonce_arrived, client))
        client.cardAnswered.connect(partial(self._card_answered, client))

    def told(self) -> dict[str, Any]:
        """What the screen may say: whether there is a reader, a card in it, why the last did not count."""
        reader = self._reader
        return {
            "there": reader is not None and not reader.trouble,
            "card": reader is not None and bool(reader.number),
            "trouble": reader.trouble if reader is not None else "",
            "busy": self._job is not None,
            "table": self._why[0],
            "why": self._why[1],
        }

    def sign(self, client: TableClient, table: str, act: str, code: str, pin: str) -> None:
        """The card in the reader is shown to this table, for the act or the code, with its holder's PIN."""
        self._begin(_Job("", client, table, act, code, pin))

    def see(self, client: TableClient, table: str, tap: Mapping[str, Any]) -> None:
        """The tap goes to the table; whose card is in the reader is named by it first.

        What is seen at several tables at once is asked of one after the other.
        """
        job = _Job("", client, table, SEE, tap=tap)
        if self._reader is None or not self._reader.number:
            client.tap(tap)
        elif self._job is None:
            self._begin(job)
        elif self._job.act == SEE:
            self._after.append(job)
        else:
            client.tap(tap)

    def _begin(self, job: _Job) -> None:
        if self._reader is None or self._job is not None:
            return
        self._jobs += 1
        job.number = str(self._jobs)
        self._job, self._why = job, ("", "")
        self._late.start()
        job.client.ask_nonce(job.act)
        self.changed.emit()

    def _over(self, why: str) -> None:
        """The card counts, or this is why it does not; the PIN is forgotten."""
        job, self._job = self._job, None
        self._late.stop()
        if job is None:
            return
        self._why = (job.table, why)
        if not why and job.tap is not None:
            job.client.tap(job.tap)
        elif not why and job.act:
            self._signed = job.client
        self.changed.emit()
        if self._after:
            self._begin(self._after.pop(0))

    def _nonce_arrived(self, client: TableClient, told: Mapping[str, Any]) -> None:
        job = self._job
        if job is None or job.client is not client or self._reader is None:
            return
        if job.act and not told.get("purpose"):
            self._over("not_awaited")
        else:
            self._reader.sign(job.number, dict(told), job.code, job.act)

    def _card_signed(self, number: str, card: str, signature: str) -> None:
        job = self._job
        if job is None or job.number != number:
            return
        pin, job.pin = job.pin, ""
        shown = {"number": card, "code": job.code, "act": job.act, "signature": signature, "pin": pin}
        job.client.show_card(shown)

    def _card_failed(self, number: str, why: str) -> None:
        if self._job is not None and self._job.number == number:
            self._over("card_silent")

    def _card_answered(self, client: TableClient, why: str) -> None:
        if self._job is not None and self._job.client is client:
            self._over(why)

    def _card_changed(self) -> None:
        """A card that leaves takes with it what it has signed."""
        if self._reader is not None and not self._reader.number:
            if self._signed is not None:
                self._signed.card_gone()
                self._signed = None
            self._why = ("", "")
            self._after = []
            if self._job is not None:
                self._over("card_gone")
        self.changed.emit()
