"""The real pcscd for the tests, with a virtual reader.

It runs apart from the machine's own, in a mount namespace; in a container that may make none it takes the
machine's place, if nobody has that.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

_READER = "usr/lib/pcsc/drivers/serial/libifdvpcd.so"
_UNPACKED = Path(sys.prefix, "virtual-reader", _READER)
VIRTUAL_READER = _UNPACKED if _UNPACKED.exists() else Path("/", _READER)
"""Unpacked beside the tests' libraries, where the machine's own pcscd does not see it; or a package of it."""
NEEDED = (
    "the virtual smart card needs pcscd, libpcsclite-dev and .venv/virtual-reader: make setup-tests brings"
    " them where it may, or prints the command"
)
READER = "Tapis virtual reader"
_PORT_TAKEN = "Could not initialize connection to virtual ICC"
_START = """\
mount -t tmpfs tmpfs /run && mkdir /run/pcscd && mount --bind "$1" /run/pcscd && shift && exec "$@"
"""


class PcscService:
    """pcscd with one reader of two slots; a card connects to `port`.

    libpcsclite reads the name of its socket once a process: there is one service folder a test run.
    """

    def __init__(self, folder: Path) -> None:
        pcscd = shutil.which("pcscd") or shutil.which("pcscd", path="/usr/sbin:/sbin")
        if pcscd is None or not VIRTUAL_READER.exists() or shutil.which("unshare") is None:
            pytest.fail(NEEDED)
        self.port = free_port()
        self._folder = folder
        self._pcscd = pcscd
        # That of Debian 13 asks polkit, of which a bare machine has none, whom it may let in.
        told = subprocess.run([pcscd, "--help"], capture_output=True, text=True, check=False)
        self._alone = [word for word in ("--disable-polkit",) if word in told.stdout + told.stderr]
        apart = ["unshare", *(["--user", "--map-root-user"] if os.geteuid() else []), "--mount"]
        self._apart = apart if subprocess.run([*apart, "true"], check=False).returncode == 0 else None
        self._ipc = folder / "ipc" if self._apart is not None else Path("/run/pcscd")
        if self._apart is None and (os.geteuid() or self._is_taken()):
            pytest.fail("this machine allows no mount namespace, and its own pcscd cannot be used instead")
        self._ipc.mkdir(exist_ok=True)
        self._process: subprocess.Popen[bytes] | None = None
        os.environ["PCSCLITE_CSOCK_NAME"] = str(self._ipc / "pcscd.comm")

    @property
    def folder_of_the_socket(self) -> Path:
        """Who may not look into it cannot talk to the service."""
        return self._ipc

    def start(self, *, with_reader: bool = True) -> None:
        """The service answers, and has its reader; or no reader at all if so asked."""
        self._begin(with_reader)
        while _PORT_TAKEN in self._told():  # by any connection that some program made since it was free
            self.stop()
            self.port = free_port()
            self._begin(with_reader)

    def _begin(self, with_reader: bool) -> None:
        config = self._folder / "reader.conf"
        config.write_text(
            f'FRIENDLYNAME "{READER}"\nDEVICENAME /dev/null:0x{self.port:x}\n'
            f"LIBPATH {VIRTUAL_READER}\nCHANNELID 0x{self.port:x}\n"
            if with_reader
            else "# no reader\n"
        )
        start: list[str] = []
        if self._apart is not None:
            start = [*self._apart, "sh", "-c", _START, "start", str(self._ipc)]
        with (self._folder / "pcscd.log").open("wb") as log:
            self._process = subprocess.Popen(
                [*start, self._pcscd, *self._alone, "-f", "-c", str(config)],
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        until_s = time.monotonic() + PATIENCE_S
        while not self._answers():  # it looks for its readers before it lets anybody in
            if time.monotonic() > until_s or self._process.poll() is not None:
                pytest.fail(f"pcscd does not start: {self._told().strip() or 'no word'}; {NEEDED}")
            time.sleep(0.02)

    def _told(self) -> str:
        return (self._folder / "pcscd.log").read_text(errors="replace")

    def kill(self) -> None:
        """The service is gone, without a word."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """The service has ended in good order."""
        self._end(signal.SIGTERM)

    def _end(self, by: signal.Signals) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(by)
            self._process.wait(timeout=PATIENCE_S)
            self._process = None

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as line:
            return line.connect_ex(str(self._ipc / "pcscd.comm")) == 0

    _is_taken = _answers


def free_port() -> int:
    """A port that is free, and whose next one is free too: the reader's second slot takes that."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            if port < 65535 and second.connect_ex(("127.0.0.1", port + 1)) != 0:
                return port
