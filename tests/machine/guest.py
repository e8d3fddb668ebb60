"""A booted machine of the box: the hypervisor, its disk, what is plugged into it, and the hand inside.

    with Guest(image, folder) as guest:           # boots; returns when the hand inside answers
        guest.run("systemctl is-active tapis-table").good()
        guest.until("test -S /run/tapis/dealer.sock", deadline_s=120)
        guest.picture("console")                  # a PNG of the glass, in `folder`
        guest.touch(960, 1000)                    # pixels of the glass
        guest.cut()                               # the power is cut; what was written stays
        guest.boot()                              # and comes back

The disk is an overlay over the image, which is never written to; it is written through, so that what the
guest was told is on the disk is there after `cut`. `keep=PATH` of an earlier overlay goes on with that one.

Plain emulation is slow and the machine may be busy: give deadlines that hold on two busy cores, and never
sleep: wait for a fact with `until`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from tests.machine.hand import Done, Failed, GuestGone, GuestLate, Hand
from tests.machine.qmp import Qmp

BOOT_S: Final = 300
COMMAND_S: Final = 120
CPU: Final = "Nehalem"
"""What Qt asks for and no more: wider vectors cost the emulation twice the time."""
PR_SET_PDEATHSIG: Final = 1
"""Of linux/prctl.h."""
FULL_SCALE: Final = 0x7FFF
"""What the hypervisor calls the far edge of the glass."""


@dataclass(frozen=True, slots=True)
class Image:
    """A bootable disk with the kernel that is on it. Guests write to overlays of it, never to it."""

    disk: Path
    kernel: Path
    initrd: Path
    suite: str


@dataclass(frozen=True, slots=True)
class Glass:
    """The outputs of the graphics card, in pixels. The kernel calls them Virtual-1 and Virtual-2."""

    width: int = 1920
    height: int = 1080
    second: tuple[int, int] | None = None


@dataclass(slots=True)
class Guest:
    """One machine; see the module for how to use it.

    Args:
        image: what it boots from.
        folder: existing or not; gets the overlay, the serial log, the sockets and the pictures.
        glass: its outputs.
        name: of the overlay and the logs, where a folder holds several guests.
        keep: an overlay of this image to go on with, instead of a new one.
        clock: what the clock of its board says when the power comes (UTC); None for the host's time.
        network: a card on the host's user network, with `forward` as pairs of host and guest ports.
        link: a file name of a socket pair shared by two guests: `listen:PORT` or `connect:PORT`.
        sticks: images of USB sticks that are plugged in at the boot.
        extra: further words of the hypervisor, such as the devices of the table's machines.
    """

    image: Image
    folder: Path
    glass: Glass = field(default_factory=Glass)
    name: str = "table"
    keep: Path | None = None
    clock: datetime | None = None
    network: bool = False
    forward: Sequence[tuple[int, int]] = ()
    link: str = ""
    sticks: Sequence[Path] = ()
    extra: Sequence[str] = ()
    memory_mb: int = 2048
    cores: int = 2
    append: str = ""
    process: subprocess.Popen[bytes] | None = None
    _hand: Hand | None = None
    _qmp: Qmp | None = None
    _shots: int = 0

    # --- power ------------------------------------------------------------------------------------

    def __enter__(self) -> Guest:
        self.boot()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()

    def boot(self, deadline_s: float = BOOT_S) -> None:
        """The power is on and the hand inside answers.

        Raises:
            GuestLate, GuestGone: it does not; the serial log's end is in the message.
        """
        self.power_on()
        try:
            self.hand.wait_for_boot(deadline_s)
        except (GuestLate, GuestGone) as error:
            end = self.serial_log[-3000:]
            self.cut()
            raise type(error)(f"{error}; the serial line said last:\n{end}") from error

    def power_on(self) -> None:
        """The power is on; nothing is waited for."""
        self.folder.mkdir(parents=True, exist_ok=True)
        if not self.disk.exists():
            overlay = [
                "qemu-img",
                "create",
                "-q",
                "-f",
                "qcow2",
                "-F",
                "raw",
                "-b",
                self.image.disk.resolve(),
            ]
            subprocess.run([*overlay, self.disk], check=True)
        for path in (self._socket("hand"), self._socket("qmp")):
            path.unlink(missing_ok=True)
        with (self.folder / f"{self.name}.qemu.log").open("ab") as log:
            self.process = subprocess.Popen(
                self._words(), stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=_gentle
            )
        try:
            self._qmp = Qmp(self._socket("qmp"))
            self._hand = Hand(self._socket("hand"))
        except OSError as error:
            said = (self.folder / f"{self.name}.qemu.log").read_text(errors="replace")
            raise GuestGone(f"the hypervisor did not start: {said[-2000:]}") from error

    def cut(self) -> None:
        """The power is cut, at this instant. What the guest had not written through is lost."""
        process, self.process = self.process, None
        if process is not None:
            process.send_signal(signal.SIGKILL)
            process.wait()
        if self._qmp is not None and self._hand is not None:
            self._qmp.close()
            self._hand.close()
        self._qmp = self._hand = None

    def shut_down(self, deadline_s: float = 180) -> None:
        """The machine was asked to power off and has done so by itself.

        Raises:
            GuestLate: it has not; the power is cut then.
        """
        assert self.process is not None
        with contextlib.suppress(GuestGone):  # it may be off before its hand can say so
            self.run("systemctl --no-block poweroff")
        try:
            self.process.wait(deadline_s)
        except subprocess.TimeoutExpired:
            end = self.serial_log[-3000:]
            self.cut()
            raise GuestLate(f"the machine does not power off:\n{end}") from None
        self.cut()

    def reboot(self, deadline_s: float = BOOT_S) -> None:
        """The machine was restarted by its system, in order, and its hand answers again."""
        self.run("systemctl --no-block reboot")
        self.hand.wait_for_boot(deadline_s)

    # --- inside -----------------------------------------------------------------------------------

    @property
    def hand(self) -> Hand:
        """The hand inside; only while the power is on."""
        assert self._hand is not None, "the power is off"
        return self._hand

    def run(self, script: str, *, deadline_s: float = COMMAND_S, user: str = "", stdin: bytes = b"") -> Done:
        """What this bash script came to, as root, or as `user` by `runuser`; ask `.good()` for exit 0."""
        if user:
            script = f"runuser -u {user} -- bash -c {shlex.quote(script)}"
        return self.hand.run(script, deadline_s=deadline_s, stdin=stdin)

    def put(self, path: str, data: bytes | str, mode: str = "0644") -> None:
        """The file is there, with these bytes, its folder too."""
        data = data.encode() if isinstance(data, str) else data
        words = f'mkdir -p "$(dirname {path})" && cat > {path} && chmod {mode} {path} && sync {path}'
        self.run(words, stdin=data).good()

    def until(
        self,
        condition: str | Callable[[], Any],
        what: str = "",
        *,
        deadline_s: float,
        every_s: float = 0.5,
    ) -> Any:
        """A script of the guest has ended with 0, or a function of the host has given something true; that.

        Raises:
            GuestLate: not before the deadline; with what was waited for and the last that was heard.
        """
        late_s = time.monotonic() + deadline_s
        while True:
            if isinstance(condition, str):
                done = self.run(condition, deadline_s=max(10, min(60, deadline_s)))
                if done.code == 0:
                    return done
                last = f"exit {done.code}: {done.out}{done.err}"
            else:
                found = condition()
                if found:
                    return found
                last = repr(found)
            if time.monotonic() > late_s:
                raise GuestLate(f"not within {deadline_s:.0f} s: {what or condition}; last {last[-2000:]}")
            time.sleep(every_s)

    def journal(self, unit: str = "", lines: int = 60) -> str:
        """The end of the machine's journal of this boot, of one unit if named."""
        only = f"-u {unit}" if unit else ""
        return self.run(f"journalctl -b --no-pager -o short-monotonic -n {lines} {only}").out

    @property
    def serial_log(self) -> str:
        """All that the serial line said since the overlay was made."""
        path = self.folder / f"{self.name}.serial.log"
        return path.read_text(errors="replace") if path.exists() else ""

    # --- the glass and what is plugged in ---------------------------------------------------------

    def picture(self, name: str = "", output: int = 0, form: str = "png") -> Path:
        """What stands on the glass now, `name.png` in the folder; `ppm` costs the machine less time."""
        self._shots += 1
        path = self.folder / f"{name or f'{self.name}-{self._shots:03}'}.{form}"
        self.qmp.ask("screendump", filename=str(path), device="glass", head=output, format=form)
        return path

    def touch(self, x: int, y: int, output: int = 0, held_s: float = 0.15) -> None:
        """A finger has tapped the glass at these pixels."""
        wide, high = self._size(output)
        at = [
            {"type": "abs", "data": {"axis": "x", "value": x * FULL_SCALE // wide}},
            {"type": "abs", "data": {"axis": "y", "value": y * FULL_SCALE // high}},
        ]
        self.qmp.ask("input-send-event", events=at)
        for down in (True, False):
            time.sleep(held_s)
            press = {"type": "btn", "data": {"button": "left", "down": down}}
            self.qmp.ask("input-send-event", events=[press])

    def plug(self, driver: str, name: str, **properties: Any) -> None:
        """A device is being plugged in; `name` unplugs it again."""
        self.qmp.ask("device_add", driver=driver, id=name, **properties)

    def unplug(self, name: str) -> None:
        """The device is out; the guest has let it go."""
        self.qmp.ask("device_del", id=name)
        self.qmp.wait_for("DEVICE_DELETED", 60, device=name)

    @property
    def qmp(self) -> Qmp:
        """The hypervisor's line; only while the power is on."""
        assert self._qmp is not None, "the power is off"
        return self._qmp

    @property
    def disk(self) -> Path:
        """The overlay with all that this machine wrote."""
        return self.keep or self.folder / f"{self.name}.qcow2"

    # --- the hypervisor's words -------------------------------------------------------------------

    def _size(self, output: int) -> tuple[int, int]:
        if output and self.glass.second is not None:
            return self.glass.second
        return self.glass.width, self.glass.height

    def _socket(self, what: str) -> Path:
        return self.folder / f"{self.name}.{what}.sock"

    def _words(self) -> list[str]:
        glass = self.glass
        outputs = 1 if glass.second is None else 2
        kernel = f"root=/dev/vda rw console=ttyS0 edd=off mitigations=off {self.append}"
        if glass.second is not None:  # nobody plugs a monitor into the card's second output otherwise
            kernel += f" video=Virtual-2:{glass.second[0]}x{glass.second[1]}e"
        words = ["qemu-system-x86_64", "-name", self.name, "-machine", "q35,accel=tcg", "-cpu", CPU]
        words += ["-smp", str(self.cores), "-m", str(self.memory_mb), "-display", "none", "-nodefaults"]
        words += ["-kernel", str(self.image.kernel), "-initrd", str(self.image.initrd), "-append", kernel]
        words += ["-drive", f"file={self.disk},if=virtio,format=qcow2,cache=writethrough"]
        card = f"virtio-vga,id=glass,edid=off,max_outputs={outputs},xres={glass.width},yres={glass.height}"
        words += ["-device", card, "-device", "qemu-xhci,id=usb,p2=15,p3=15"]
        words += ["-device", "usb-tablet,bus=usb.0,port=1"]
        log = self.folder / f"{self.name}.serial.log"
        words += ["-chardev", f"file,id=log,path={log},append=on", "-serial", "chardev:log"]
        words += ["-chardev", f"socket,id=hand,path={self._socket('hand')},server=on,wait=off"]
        words += ["-device", "virtio-serial", "-device", "virtserialport,chardev=hand,name=box.hand"]
        words += ["-qmp", f"unix:{self._socket('qmp')},server=on,wait=off"]
        base = "utc" if self.clock is None else self.clock.strftime("%Y-%m-%dT%H:%M:%S")
        words += ["-rtc", f"base={base},clock=host", "-no-user-config"]
        for number, stick in enumerate(self.sticks):
            words += ["-drive", f"if=none,id=stick{number},file={stick},format=raw,readonly=on"]
            words += ["-device", f"usb-storage,bus=usb.0,drive=stick{number},id=stick{number}-usb"]
        return [*words, *self._network_words(), *self.extra]

    def _network_words(self) -> list[str]:
        words: list[str] = []
        if self.network:
            ports = "".join(f",hostfwd=tcp:127.0.0.1:{host}-:{guest}" for host, guest in self.forward)
            words += ["-netdev", f"user,id=outside{ports}", "-device", "virtio-net-pci,netdev=outside"]
        if self.link:
            side, _, port = self.link.partition(":")
            word = f"{side}=127.0.0.1:{port}"
            mac = "52:54:00:00:01:01" if side == "listen" else "52:54:00:00:01:02"
            words += ["-netdev", f"socket,id=room,{word}", "-device", f"virtio-net-pci,netdev=room,mac={mac}"]
        return words


def _gentle() -> None:
    """The hypervisor makes way for who waits, and ends with whoever started it, however that one ends."""
    os.nice(5)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


__all__ = ["Done", "Failed", "Glass", "Guest", "GuestGone", "GuestLate", "Image"]
