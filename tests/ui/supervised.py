"""The dealer's console as a process under a stand-in for systemd, which keeps to the words of its unit."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Final

from PySide6.QtGui import QImage

from tests.patience import PATIENCE_S

UNIT: Final = Path(__file__).parents[2] / "deploy" / "tapis-screen@.service"
TOP_PX: Final = 72
"""The top bar has the clock: pictures are compared below it."""


def of_the_unit(key: str) -> float:
    """A span of the screens' unit, in seconds."""
    found = re.search(rf"(?m)^{key}=(\d+)(ms|s|)$", UNIT.read_text(encoding="utf-8"))
    assert found is not None, key
    return int(found[1]) / (1000 if found[2] == "ms" else 1)


class Supervised:
    """One screen, started again whenever it ends and killed when it is silent for too long.

    Args:
        patience: so many times as long as the unit says it may be silent.

    Attributes:
        starts: how often it was started.
    """

    def __init__(self, folder: Path, *words: str, patience: float = 1) -> None:
        self.starts = 0
        self._words, self._patience = words, patience
        self._address = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(self._address)
        self._over = threading.Event()
        self._child: subprocess.Popen[str] | None = None
        self._ready = threading.Event()
        self._heard_s = 0.0
        self._thread = threading.Thread(target=self._watch, name="supervisor", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """The screen has ended for good."""
        self._over.set()
        self._thread.join()
        self._socket.close()

    def signal(self, number: signal.Signals) -> None:
        """The screen gets this signal."""
        assert self._child is not None
        self._child.send_signal(number)

    def say(self, line: str) -> str:
        """The screen's own word on this line; empty where it ended or hangs instead."""
        child = self._child
        if child is None or not self._ready.is_set():
            return ""
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            child.stdin.write(f"{line}\n")
            child.stdin.flush()
            if not select.select([child.stdout], [], [], 2.0)[0]:
                return ""
            return child.stdout.readline().strip()
        except (OSError, ValueError):
            return ""

    def shown(self, *names: str) -> dict[str, Any]:
        """These parts of the worded map that stand on the glass; empty where there is none."""
        said = self.say("said " + " ".join(names))
        return dict(json.loads(said)) if said.startswith("{") else {}

    def picture(self, file: Path) -> QImage:
        """The glass, as soon as a picture of it can be taken."""
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            file.unlink(missing_ok=True)
            if self.say(f"picture {file}") == "done" and not (image := QImage(str(file))).isNull():
                return image.copy(0, TOP_PX, image.width(), image.height() - TOP_PX)
            time.sleep(0.02)
        raise AssertionError("no picture")

    def still(self, file: Path) -> QImage:
        """The picture once it is the same twice: the first after the words may come in mid-motion."""
        seen = self.picture(file)
        while (now := self.picture(file)) != seen:
            seen = now
        return seen

    def right_again(self, before: QImage, file: Path, starts: int) -> float:
        """Seconds until a screen that was started since shows the same picture."""
        began_s = time.monotonic()
        while time.monotonic() - began_s < PATIENCE_S:
            if self.starts > starts and self.picture(file) == before:
                return time.monotonic() - began_s
            time.sleep(0.02)
        raise AssertionError("never the same picture again")

    # --- systemd's part ----------------------------------------------------------------------------

    def _watch(self) -> None:
        watchdog_s, again_s = self._patience * of_the_unit("WatchdogSec"), of_the_unit("RestartSec")
        while not self._over.is_set():
            self._start(watchdog_s)
            assert self._child is not None
            while self._child.poll() is None and not self._over.is_set():
                self._hear()
                if self._ready.is_set() and time.monotonic() - self._heard_s > watchdog_s:
                    self._child.kill()
            self._child.kill()
            self._child.wait()
            for pipe in (self._child.stdin, self._child.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]
            self._over.wait(again_s)

    def _start(self, watchdog_s: float) -> None:
        self._ready.clear()
        environment = os.environ | {
            "NOTIFY_SOCKET": self._address,
            "WATCHDOG_USEC": str(int(watchdog_s * 1_000_000)),
            "QT_QPA_PLATFORM": "offscreen",
        }
        self._child = subprocess.Popen(
            [sys.executable, "-m", "tests.ui.screen_alone", *self._words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.starts += 1

    def _hear(self) -> None:
        if select.select([self._socket], [], [], 0.02)[0]:
            said = self._socket.recv(256)
            self._heard_s = time.monotonic()
            if b"READY=1" in said:
                self._ready.set()
