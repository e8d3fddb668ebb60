"""A smart card reader by PC/SC: cards come and go, say their number, and sign challenges.

One thread talks to pcscd, by pyscard's plain calls; it delivers what happens and takes what is to be
signed from a queue. The service, the readers and the card may each go away at any moment: each is told
and looked for again. pyscard 2.3 keeps a thread and a context of its own for its monitors, which do not
outlive a restart of pcscd; they are not used.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import time
from collections.abc import Iterator
from types import ModuleType
from typing import Any, Final

from controller.installed import file_named, lacks, start_pcscd
from controller.ports import Deliver, LinkUp
from drivers.lines.links import MissingLibrary
from drivers.lines.port_faults import FOREIGN, NO_PERMISSION, NOT_THERE, NotOpened, OpeningFault
from drivers.readers.badge import CardDidNotSign, CardIn, CardOut, CardSigned, CardStrange
from drivers.readers.piv import ED25519, P256, CardRefuses, card_certificate, card_number, sign

LOOK_MS: Final = 200
"""How long one look at the readers lasts; a card to sign waits no longer than that."""
MEETING_S: Final = 2.0
"""How long a card that breaks off is tried again: pcscd is slow to notice that one was changed."""
_BACK_OFF_S: Final = (0.05, 0.1, 0.2, 0.5, 1.0)
_QUEUE_MAX: Final = 8
_RULES: Final = file_named("50-tapis-pcscd.rules")
NOT_PERMITTED: Final = f"pcscd does not let this user in: {_RULES} lets in the users tapis and tapis-pit"
_SOCKET: Final = "/run/pcscd/pcscd.comm"


class _Failed(Exception):
    """A call to pcscd failed; `code` is PC/SC's."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class _Away(Exception):
    """There is no service or no reader at present: why, and what to do."""

    def __init__(self, code: str, sentence: str) -> None:
        self.fault = OpeningFault(code, "badge", sentence=f"badge reader: {sentence}")
        super().__init__(str(self.fault))


class _Broken(CardRefuses):
    """The talk with the card broke off: it was pulled out, or changed for another just now, or is `busy`."""

    def __init__(self, why: str, *, busy: bool = False) -> None:
        super().__init__(why)
        self.busy = busy


def pcsc() -> ModuleType:
    """pyscard's plain calls.

    Raises:
        MissingLibrary: it is not installed.
    """
    try:
        from smartcard import scard as calls
    except ImportError:
        raise MissingLibrary(f"badge reader: {lacks('pyscard', 'setup-tests')}") from None
    module: ModuleType = calls
    return module


def _may_ask() -> bool:
    """Whether this user may talk to pcscd, as far as the file of its socket says."""
    path = os.environ.get("PCSCLITE_CSOCK_NAME", _SOCKET)
    try:
        os.stat(path)
    except PermissionError:
        return False
    except OSError:
        return True
    return os.access(path, os.R_OK | os.W_OK, effective_ids=True)


class PcscReader:
    """The first reader whose name contains `name` and that has a card in it.

    It is what the driver of badges asks for (`drivers.readers.badge.CardReader`).

    Args:
        name: a part of the reader's name as `pcsc_scan` shows it, or empty for any reader.
        enrols: whether the certificate of each card is read too.
    """

    signs = True
    presence_ms: int | None = None

    def __init__(self, name: str = "", *, enrols: bool = False) -> None:
        self._name = name
        self._enrols = enrols
        self._scard: Any = None
        self._wanted: queue.Queue[tuple[bytes, bool]] = queue.Queue(_QUEUE_MAX)
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def open(self, deliver: Deliver) -> None:
        """The reader is being looked for.

        Raises:
            MissingLibrary: as `pcsc`.
        """
        self._scard = pcsc()
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, args=(deliver,), name="badge reader", daemon=True)
        self._thread.start()

    def sign(self, challenge: bytes, ed25519: bool) -> None:
        """The card is asked at the next look; more than `_QUEUE_MAX` that wait are dropped unanswered."""
        with contextlib.suppress(queue.Full):
            self._wanted.put_nowait((challenge, ed25519))

    def close(self) -> None:
        """Nothing is delivered any more, within a look."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
            self._thread = None

    # --- the thread -----------------------------------------------------------------------------------

    def _run(self, deliver: Deliver) -> None:
        failures = 0
        told: OpeningFault | None = None
        while not self._stopping.is_set():
            watch = _Watch(self._scard, self._name, deliver, self._wanted, self._enrols)
            try:
                with watch.service():
                    while not self._stopping.is_set():
                        watch.look()
                        failures = 0
            except (_Away, _Failed) as error:
                again = "systemctl restart pcscd, then plug the reader in again"
                away = error if isinstance(error, _Away) else _Away(NOT_THERE, f"{error}: {again}")
                fault = away.fault
                watch.let_go()
                if watch.up or told is None or str(fault) != str(told):
                    told = fault
                    deliver(NotOpened(fault))
                self._stopping.wait(_BACK_OFF_S[min(failures, len(_BACK_OFF_S) - 1)])
                failures += 1


class _Watch:
    """One connection to pcscd: which readers there are, and the card that is in one of them."""

    def __init__(
        self,
        scard: Any,
        name: str,
        deliver: Deliver,
        wanted: queue.Queue[tuple[bytes, bool]],
        enrols: bool,
    ) -> None:
        self.up = False
        self._enrols = enrols
        self._scard = scard
        self._name = name
        self._deliver = deliver
        self._wanted = wanted
        self._context: Any = None
        self._states: dict[str, int] = {}
        self._card: Any = None
        self._protocol = 0
        self._in = ""  # the reader whose card counts
        self._broken_s: float | None = None  # since when the meeting breaks off
        self._event = 0  # PC/SC counts the cards that came and went

    @contextlib.contextmanager
    def service(self) -> Iterator[None]:
        """Connected to pcscd.

        Raises:
            _Away: pcscd does not run.
        """
        code, self._context = self._scard.SCardEstablishContext(self._scard.SCARD_SCOPE_SYSTEM)
        if code != 0 and not _may_ask():
            raise _Away(NO_PERMISSION, NOT_PERMITTED)
        if code != 0:
            raise _Away(NOT_THERE, f"pcscd does not answer ({self._text(code)}): {start_pcscd()}")
        try:
            yield
        finally:
            self.let_go()
            self._scard.SCardReleaseContext(self._context)

    def look(self) -> None:
        """Up to `LOOK_MS` of waiting; what changed has been delivered and what was to be signed asked."""
        readers = self._readers(self._name)
        if not readers:
            others = ", ".join(map(repr, sorted(self._readers(""))))
            if not others:
                raise _Away(
                    NOT_THERE, "no reader is plugged in: check its cable; pcsc_scan lists the readers"
                )
            advice = "plug in the reader of this table, or correct badge.name in table.toml"
            raise _Away(FOREIGN, f"there is {others}, and no reader {self._name!r}: {advice}")
        if not self.up:
            self.up = True
            self._deliver(LinkUp())
        if self._in and self._in not in readers:
            self._lose()
        asked = [
            (reader, self._states.get(reader, self._scard.SCARD_STATE_UNAWARE)) for reader in sorted(readers)
        ]
        code, seen = self._scard.SCardGetStatusChange(self._context, LOOK_MS, asked)
        if code in (self._scard.SCARD_E_UNKNOWN_READER, self._scard.SCARD_E_READER_UNAVAILABLE):
            self._states.clear()  # it went between two calls
            return
        if code != self._scard.SCARD_E_TIMEOUT:
            self._check(code)
            self._states = {reader: state for reader, state, _ in seen}
        self._notice()
        self._sign_wanted()

    def let_go(self) -> None:
        """The card is out, as far as this connection knows."""
        if self._in:
            self._lose()

    def _readers(self, part: str) -> set[str]:
        """The readers that have this in their names."""
        code, names = self._scard.SCardListReaders(self._context, [])
        if code == self._scard.SCARD_E_NO_READERS_AVAILABLE:
            return set()
        self._check(code)
        return {name for name in names if part in name}

    def _notice(self) -> None:
        """A card went, came, or was changed for another between two looks."""
        if self._in:
            state = self._states.get(self._in, 0)
            if not state & self._scard.SCARD_STATE_PRESENT or state >> 16 != self._event:
                self._lose()
        if self._in:
            return
        if not any(state & self._scard.SCARD_STATE_PRESENT for state in self._states.values()):
            self._broken_s = None
        for reader, state in sorted(self._states.items()):
            if state & self._scard.SCARD_STATE_PRESENT:
                self._meet(reader, state)
                return

    def _meet(self, reader: str, state: int) -> None:
        while not self._wanted.empty():  # what was asked of the card before
            self._wanted.get_nowait()
        try:
            if state & self._scard.SCARD_STATE_MUTE:
                raise _Broken("the card does not answer: is it the right way round?")
            code, card, self._protocol = self._scard.SCardConnect(
                self._context,
                reader,
                self._scard.SCARD_SHARE_EXCLUSIVE,
                self._scard.SCARD_PROTOCOL_T0 | self._scard.SCARD_PROTOCOL_T1,
            )
            self._check_card(code)
            self._card = card
            number = card_number(self._transmit)
            met: object = CardIn(number, card_certificate(self._transmit) if self._enrols else b"")
        except _Broken as why:
            self._disconnect(self._scard.SCARD_UNPOWER_CARD)
            now_s = time.monotonic()
            self._broken_s = now_s if self._broken_s is None else self._broken_s
            if now_s - self._broken_s < MEETING_S:
                return
            met = CardStrange(str(why), "card_busy" if why.busy else "unknown_card")
        except CardRefuses as why:
            met = CardStrange(str(why))
        self._broken_s = None
        self._in, self._event = reader, state >> 16
        self._deliver(met)

    def _lose(self) -> None:
        self._disconnect(self._scard.SCARD_LEAVE_CARD)
        self._in = ""
        self._deliver(CardOut())

    def _disconnect(self, leave: int) -> None:
        if self._card is not None:
            self._scard.SCardDisconnect(self._card, leave)
        self._card = None

    def _sign_wanted(self) -> None:
        while not self._wanted.empty():
            challenge, ed25519 = self._wanted.get_nowait()
            try:
                if self._card is None:
                    raise CardRefuses("no card")
                signature = sign(self._transmit, challenge, ED25519 if ed25519 else P256)
            except CardRefuses as why:
                self._deliver(CardDidNotSign(challenge, str(why)))
            else:
                self._deliver(CardSigned(challenge, signature))

    def _transmit(self, command: bytes) -> tuple[bytes, int]:
        pci = self._scard.SCARD_PCI_T1 if self._protocol == 2 else self._scard.SCARD_PCI_T0
        code, answer = self._scard.SCardTransmit(self._card, pci, list(command))
        self._check_card(code)
        if len(answer) < 2:
            raise CardRefuses("an answer without a status word")
        return bytes(byte & 0xFF for byte in answer[:-2]), (answer[-2] & 0xFF) << 8 | answer[-1] & 0xFF

    def _check_card(self, code: int) -> None:
        """A failure that has to do with the card is the card's; any other is the service's."""
        if code in (
            self._scard.SCARD_W_REMOVED_CARD,
            self._scard.SCARD_E_NO_SMARTCARD,
            self._scard.SCARD_W_RESET_CARD,
            self._scard.SCARD_W_UNPOWERED_CARD,
            self._scard.SCARD_W_UNRESPONSIVE_CARD,
            self._scard.SCARD_E_NOT_TRANSACTED,
            self._scard.SCARD_E_PROTO_MISMATCH,
            self._scard.SCARD_E_SHARING_VIOLATION,
            self._scard.SCARD_F_COMM_ERROR,
        ):
            raise _Broken(self._text(code), busy=code == self._scard.SCARD_E_SHARING_VIOLATION)
        if code == self._scard.SCARD_W_SECURITY_VIOLATION:  # polkit's word, where pcscd asks it (Debian 13)
            raise _Away(NO_PERMISSION, NOT_PERMITTED)
        self._check(code)

    def _check(self, code: int) -> None:
        if code != 0:
            raise _Failed(code, f"pcscd: {self._text(code)}")

    def _text(self, code: int) -> str:
        return str(self._scard.SCardGetErrorMessage(code)).rstrip(". ")
