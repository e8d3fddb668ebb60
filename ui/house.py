"""The screen's line to the house: questions out, the last answer to each at hand at once.

A page asks at every wording and draws what it is given; while an answer is on its way, or after the house has
news, the one before stands. Nothing here waits.
"""

from __future__ import annotations

import base64
import json
import uuid
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal
from PySide6.QtNetwork import QLocalSocket

from controller.screens import wire
from controller.screens.wire import WireError

RETRY_MS: Final = 500
AGAIN_MS: Final = 2_000
"""A question is not asked again sooner, whatever news there is."""
CHECKING_MS: Final = 400
ANSWERS_KEPT: Final = 64
ANSWERS_LEAST: Final = 8
"""About what one page needs: so many are kept, however long they are."""
BYTES_KEPT: Final = 2 * 1024 * 1024
"""Of answers as they came; as objects they take some eight times as much."""
ASKED_KEPT: Final = 256
"""Questions whose time is remembered: those of replays and of instants are never asked again."""
FORGOTTEN: Final = -1
LINE_MAX: Final = 16 * 1024 * 1024
SILENT_MS: Final = 15_000
"""An answer that has not come by then is asked for again."""

Question = Mapping[str, Any]


class Memory(Protocol):
    """What the pages ask: the house over its socket, or a stand-in."""

    @property
    def there(self) -> bool:
        """Whether the house was ever heard."""
        ...

    def ask(self, question: Question) -> Mapping[str, Any] | None:
        """The last answer to this question, None before the first or when it was refused."""
        ...

    def refusal(self, question: Question) -> str:
        """Why the question was refused, or nothing."""
        ...

    def forget(self, question: Question) -> None:
        """The question will be put anew at the next asking; its last answer stands until then."""
        ...

    def tell(self, question: Question) -> None:
        """The question is put once, for what it does; its answer is not kept."""
        ...

    def save(self, question: Question, folder: Path) -> None:
        """The file that an `export` question makes will be in the folder."""
        ...


class HouseClient(QObject):
    """The connection to the house, made again whenever it breaks.

    Args:
        path: the socket `house.sock`.
    """

    arrived = Signal()
    """An answer has come: what is shown may be worded again."""
    saved = Signal(str)
    """The file of an export is written; empty when it could not be."""

    def __init__(self, path: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.there = False
        self._path = path
        self._lines = wire.Lines(limit=LINE_MAX)
        self._news = 0
        self._clock = QElapsedTimer()
        self._clock.start()
        self._told: OrderedDict[str, tuple[Any, str, int]] = OrderedDict()
        self._asked: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._open: dict[str, str] = {}
        self._folders: dict[str, Path] = {}
        self._socket = QLocalSocket(self)
        self._socket.connected.connect(self._connected)
        self._socket.readyRead.connect(self._read)
        self._socket.disconnected.connect(self._lost)
        self._socket.errorOccurred.connect(lambda error: self._lost())
        self._retry = QTimer(self)
        self._retry.setSingleShot(True)
        self._retry.timeout.connect(self._connect)

    def start(self) -> None:
        """The client connects, and again whenever the connection breaks."""
        self._connect()

    def close(self) -> None:
        """The connection is closed for good."""
        self.blockSignals(True)
        self._retry.stop()
        self._socket.blockSignals(True)
        self._socket.abort()

    def ask(self, question: Question) -> Mapping[str, Any] | None:
        """The last answer; the question is put when there is none, or news since."""
        key = json.dumps(question, sort_keys=True)
        now_ms = self._clock.elapsed()
        at_ms, news = self._asked.get(key, (-AGAIN_MS, FORGOTTEN))
        again_ms = CHECKING_MS if news == FORGOTTEN else AGAIN_MS
        waiting = key in self._open.values() and now_ms - at_ms < SILENT_MS
        if not waiting and (key not in self._told or news != self._news) and now_ms - at_ms >= again_ms:
            self._put(key, question, now_ms)
        if key not in self._told:
            return None
        self._told.move_to_end(key)  # what is shown is let go of last
        answer: Mapping[str, Any] | None = self._told[key][0]
        return answer

    def refusal(self, question: Question) -> str:
        """Why the house refused the question, or nothing."""
        key = json.dumps(question, sort_keys=True)
        return self._told[key][1] if key in self._told else ""

    def forget(self, question: Question) -> None:
        """The question will be put anew at the next asking; its last answer stands until then."""
        key = json.dumps(question, sort_keys=True)
        at_ms, _ = self._asked.get(key, (-AGAIN_MS, 0))
        self._asked[key] = (at_ms, FORGOTTEN)

    def tell(self, question: Question) -> None:
        """The question is put once, for what it does; nothing is kept of it."""
        self._send(question)

    def save(self, question: Question, folder: Path) -> None:
        """The export is asked for, and written when it comes; `saved` then tells its path."""
        asked_id = self._send(question)
        if asked_id:
            self._folders[asked_id] = folder

    # --- the connection --------------------------------------------------------------------------

    def _put(self, key: str, question: Question, now_ms: int) -> None:
        asked_id = self._send(question)
        if asked_id:
            self._open[asked_id] = key
            self._asked[key] = (now_ms, self._news)
            self._asked.move_to_end(key)
            while len(self._asked) > ASKED_KEPT:
                self._asked.popitem(last=False)

    def _send(self, question: Question) -> str:
        if self._socket.state() != QLocalSocket.LocalSocketState.ConnectedState:
            return ""
        asked_id = uuid.uuid4().hex
        self._socket.write(wire.encode({"id": asked_id, **question}))
        return asked_id

    def _connect(self) -> None:
        if self._socket.state() == QLocalSocket.LocalSocketState.UnconnectedState:
            self._lines = wire.Lines(limit=LINE_MAX)
            self._socket.connectToServer(self._path)

    def _connected(self) -> None:
        self._asked.clear()

    def _lost(self) -> None:
        self._open.clear()
        self._folders.clear()
        if not self._retry.isActive():
            self._retry.start(RETRY_MS)

    def _read(self) -> None:
        try:
            lines = self._lines.feed(bytes(self._socket.readAll().data()))
            said = [(message, len(line)) for line in lines if isinstance(message := wire.decode(line), dict)]
        except WireError:
            self._socket.abort()
            return
        for message, size in said:
            self._hear(message, size)

    def _hear(self, message: dict[str, Any], size: int) -> None:
        if "news" in message:
            self.there = True
            self._news = message["news"]
            return
        asked_id = str(message.pop("told", ""))
        folder = self._folders.pop(asked_id, None)
        key = self._open.pop(asked_id, None)
        refused = str(message.pop("refused", ""))
        answer = next(iter(message.values()), None)
        if folder is not None:
            self.saved.emit(write_export(folder, answer) if isinstance(answer, dict) else "")
        if key is not None:
            self._told[key] = (answer, refused, size)
            self._told.move_to_end(key)
            self._let_go()
            self.arrived.emit()

    def _let_go(self) -> None:
        """The oldest answers are let go of when there are many, or long ones."""
        size = sum(size for _, _, size in self._told.values())
        while len(self._told) > ANSWERS_KEPT or (size > BYTES_KEPT and len(self._told) > ANSWERS_LEAST):
            size -= self._told.popitem(last=False)[1][2]


def write_export(folder: Path, answer: Mapping[str, Any]) -> str:
    """The file is in the folder under the name that the house gave it; its path, or nothing if it is not."""
    target = folder / Path(str(answer["name"])).name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        target.write_bytes(base64.b64decode(str(answer["data"])))
    except (OSError, ValueError):
        return ""
    return str(target)
