"""The casino's table in the box: its machines plugged in, its people there, somebody before its glass.

`set_up` is done once an image, and what it leaves on the overlay is what every scene begins with: a `Floor`
is a machine that goes on from a copy of it.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from tests.drivers.virtual_card import VirtualCard
from tests.machine import lines
from tests.machine.evening import Evening
from tests.machine.finger import Finger
from tests.machine.guest import Glass, Guest, Image
from tests.machine.hearers import Console, Display, Witness
from tests.machine.plugs import Reader, hands_on, restarted
from tests.machine.seen import NotSeen, Tap, View
from tests.machine.shadow import Shadow
from tests.machine.staff import cards, register_in
from tests.machine.table_machines import TableMachines

GLASS: Final = Glass(1280, 800, second=(1280, 800))
SCREENS: Final = "tapis-screen@dealer tapis-screen@jackpot"
DARK: Final = " ".join(
    f"systemd.mask={unit}"
    for unit in (
        "tapis-screens.socket",
        "tapis-screens.service",
        *(f"{one}.service" for one in SCREENS.split()),
    )
)
"""What the kernel is told where no screen is wanted."""
READY_S: Final = 300
"""From the power to the table's first view, and to the glass, on two busy cores."""
BADGE_S: Final = 60
SERVES: Final = "systemctl is-active --quiet tapis-table && test -S /run/tapis/witness.sock"
RESTARTS: Final = "systemctl show --property=NRestarts --value tapis-table"
SETTINGS_APPROVED: Final = 75
"""The code with which a closed table ends to be started again under its new settings."""
ENDS: Final = "/run/ends"
NOTES_ENDS: Final = f"[Service]\nExecStopPost=+/bin/sh -c 'echo $EXIT_STATUS >>{ENDS}'\n"
"""Exit 75 is a success, of which systemd's journal does not tell the number."""
PEOPLE: Final = """
[badge]
reader = "pcsc"

[people]
register = "/var/lib/tapis/people.db"
pepper = "/var/lib/tapis/people.pepper"
"""
"""What a technician adds to `table.toml`: the reader and the register."""


@dataclass
class Floor:
    """One machine with everything that hangs on it.

    Args:
        image: what it boots from.
        folder: where its files are.
        keep: an overlay of the image with the table set up; a copy of it is gone on with.
        screens: whether its screens are started; a machine without them boots sooner.
        clock: what the clock of its board says.
        extra: further words of the hypervisor.
    """

    image: Image
    folder: Path
    keep: Path | None = None
    screens: bool = True
    clock: datetime | None = None
    extra: Sequence[str] = ()
    seed: int = 1
    staff_cards: dict[str, VirtualCard] = field(default_factory=cards)
    shadow: Shadow | None = None

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.machines = TableMachines(self.folder, seed=self.seed)
        self.reader = Reader(self.machines.reader, self.staff_cards, self._badge_seen)
        self.hands = hands_on(self.machines, self.reader)
        words = [*lines.words(self.folder), *self.machines.words()]
        self.guest = Guest(
            self.image,
            self.folder,
            GLASS,
            clock=self.clock,
            extra=[*words, *self.extra],
            memory_mb=1536,
            append="" if self.screens else DARK,
        )
        if self.keep is not None:
            shutil.copy(self.keep, self.guest.disk)
        self.look_at: Console | None = None

    def __enter__(self) -> Floor:
        return self

    def __exit__(self, *what: object) -> None:
        self.close()

    def close(self) -> None:
        """The machine and all that hung on it are gone; its disk stays."""
        if self.shadow is not None:
            self.shadow.close()
            self.shadow = None
        self.guest.cut()
        self.machines.close()

    # --- power ------------------------------------------------------------------------------------

    def boot(self) -> None:
        """The power is on and the table serves its sockets."""
        self.guest.boot(READY_S)
        self.guest.until("test -S /run/tapis/witness.sock", "the table serves", deadline_s=READY_S, every_s=1)

    def kill(self) -> None:
        """The hypervisor is killed, at this instant; `cut` then clears up."""
        process = self.guest.process
        if process is not None:
            process.kill()

    def cut(self) -> None:
        """The power is gone."""
        self.guest.cut()

    def restart_machines(self, rng: Random) -> None:
        """Shoe and shuffler lost their power too."""
        restarted(self.machines, rng)

    @contextmanager
    def ending_with(self, code: int) -> Iterator[None]:
        """What is done in it makes the table end with this code, once; then it is started again and serves.

        Raises:
            AssertionError: it ended with another code, such as after a fault, or more than once.
        """
        guest = self.guest
        guest.put("/run/systemd/system/tapis-table.service.d/ends.conf", NOTES_ENDS)
        guest.run(f"rm -f {ENDS}; systemctl daemon-reload", deadline_s=READY_S).good()
        before = int(guest.run(RESTARTS).good().out)
        yield
        back = f'test "$({RESTARTS})" -gt {before} && {SERVES}'
        guest.until(back, "the table is started again", deadline_s=READY_S)
        ends = guest.run(f"cat {ENDS}").good().out.split()
        assert ends == [str(code)], f"the table ended with {', '.join(ends)}"

    # --- lines ------------------------------------------------------------------------------------

    def console(self) -> Console:
        """A line of the dealer's socket."""
        self.look_at = Console(lines.end(self.folder, lines.DEALER))
        return self.look_at

    def display(self) -> Display:
        """A line of the display's socket."""
        return Display(lines.end(self.folder, lines.DISPLAY))

    def witness(self) -> Witness:
        """A line of the witness's socket."""
        return Witness(lines.end(self.folder, lines.WITNESS))

    def typed(self, command: str, stdin: str = "") -> tuple[int, str]:
        """The exit code and the words of a command of the table's user."""
        done = self.guest.run(command, user="tapis", stdin=stdin.encode(), deadline_s=180)
        return done.code, done.out + done.err

    # --- the glass --------------------------------------------------------------------------------

    def at_the_glass(self) -> Finger:
        """A finger before the dealer's console, which the glass shows.

        Raises:
            NotSeen: it does not.
        """
        if self.shadow is None:
            size = QSize(GLASS.width, GLASS.height)
            self.shadow = Shadow(lines.end(self.folder, lines.DEALER), size)
        shadow = self.shadow
        shadow.until(lambda: shadow.heard, READY_S, "the table is not heard")
        finger = Finger(shadow, RealGlass(self.guest), self.folder / "pictures")
        finger.agree(READY_S)
        return finger

    def people(self, finger: Finger, seed: int = 1) -> Evening:
        """The people of the table, who touch the glass."""
        shadow = finger.shadow

        def press(tap: Tap) -> object | None:
            finger.press(tap)
            return None

        return Evening(seed, self.hands, lambda: shadow.view, press, shadow.settle)

    def view(self) -> View:
        """The newest view, of whoever looks."""
        if self.shadow is not None:
            return self.shadow.view
        return self.look_at.view if self.look_at is not None else {}

    def _badge_seen(self, inside: bool) -> None:
        late_s = time.monotonic() + BADGE_S
        while (self.view()["badge"] is not None) is not inside:
            if time.monotonic() > late_s:
                raise NotSeen(f"a card was put in or taken out ({inside}), and the table never saw it")
            if self.shadow is not None:
                self.shadow.settle(50)
            elif self.look_at is not None and self.look_at.over:
                return
            else:
                time.sleep(0.05)


class RealGlass:
    """The first output of the guest and its tablet."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest

    def picture(self) -> QImage:
        """What stands on the glass now."""
        path = self._guest.picture("now", form="ppm")
        return QImage(str(path))

    def touch(self, x: int, y: int) -> None:
        """A finger has tapped."""
        self._guest.touch(x, y)


def set_up(floor: Floor) -> None:
    """What is left to a technician on the machine of `tests.machine.installed`: the people and their reader.

    The relays of the test's other lines are laid in as well.
    """
    guest = floor.guest
    guest.boot(READY_S)
    guest.run("systemctl stop tapis-table", deadline_s=180).good()
    guest.put("/etc/tapis/table.toml", with_people(guest.run("cat /etc/tapis/table.toml").good().out))
    guest.run(lines.laid_into(guest), deadline_s=180).good()
    for path in register_in(floor.folder / "register", int(time.time() * 1000)):
        place = f"/var/lib/tapis/{path.name}"
        guest.put(place, path.read_bytes(), "0600")
        guest.run(f"chown tapis: {place}").good()
    guest.run("systemctl reset-failed; systemctl start tapis-table", deadline_s=READY_S).good()


def with_people(settings: str) -> str:
    """`table.toml` with the register of people, their reader, and the decks' serial numbers."""
    serials = 'serials = { red = "R-0001", blue = "B-0001" }'
    text = re.sub(r"(?m)^# serials = .*$", serials, settings)
    return text.replace("\n[badges]\n", PEOPLE)
