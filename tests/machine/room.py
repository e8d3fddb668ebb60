"""The room of the box: the table's machine, the pit's, and the cable between them, as ROOM.md sets them up.

The pit's machine has `tapis-pit` on it and nothing of a table: the screen, the witness, the house's memory.
The certificates are made by the page's own lines, on the host, and carried to both like on a stick.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from controller.journal.heads import parse_head
from tests.machine.floor import SERVES
from tests.machine.guest import Guest
from tests.machine.page_blocks import block, typed

TABLE: Final = "UTH-2"
TABLE_ADDRESS: Final = "10.20.0.2"
PIT_ADDRESS: Final = "10.20.0.20"
"""As on the page."""
PAGE: Final = "ROOM.md"
CABLE: Final = "230.0.0.77:17700"
"""Datagrams that leave this host by no card."""
STICK: Final = "/root/stick"
UNITS: Final = ("tapis-witness", "tapis-house", "tapis-screens", "tapis-screen@pit")
INSPECTORS_DOORS: Final = {
    "/run/tapis-house/inspector.sock": True,
    "/run/tapis-house/house.sock": False,
    "/run/tapis-house/feed.sock": False,
}
BACK_S: Final = 300
"""Until a machine of the room has done what it was asked, on two busy cores."""
HEADS: Final = "/var/lib/tapis-witness/heads.txt"
MIRRORS: Final = "/var/lib/tapis-witness/journals"
JOURNALS: Final = "/var/lib/tapis/journals"
ROWS: Final = """
import sqlite3, sys, pathlib
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.journal")):
    journal = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = list(journal.execute("SELECT seq, hash FROM journal ORDER BY seq"))
    print(path.name, len(rows), rows[-1][1] if rows else "")
"""
"""Of each journal how many entries it has, and the hash of the last, which stands for all before it."""


@dataclass(frozen=True, slots=True)
class Room:
    """Both machines, booted, with a cable between them.

    Attributes:
        folder: of the host, for certificates and pictures.
    """

    table: Guest
    pit: Guest
    folder: Path

    def set_up(self) -> None:
        """Sections 1 to 4 were typed, at both machines at the same time, and the units of both run."""
        self._certificates()
        with ThreadPoolExecutor() as technicians:
            at_the_pit = technicians.submit(self._at_the_pit)
            key = self._at_the_table()
            at_the_pit.result()
        typed(self.pit, block(PAGE, "4", "on the pit's machine"), {"KEY": key})

    def inspector(self) -> None:
        """The authority's screen runs, and its account opens one door of the machine and no other.

        Raises:
            Failed: it may open, read or write what is not its own, or may not read what is.
        """
        typed(self.pit, block(PAGE, "3", "at the inspector's glass"))
        self.pit.until("systemctl is-active tapis-screen@inspector", "its screen runs", deadline_s=BACK_S)
        opened = "python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])' "
        for path, mine in INSPECTORS_DOORS.items():
            done = self.pit.run(opened + path, user="tapis-inspector")
            assert (done.code == 0) is mine, (path, done)
        for path in (HEADS, MIRRORS, "/var/lib/tapis-house/house.db", "/var/lib/tapis-house/sign.key"):
            assert self.pit.run(f"cat {path} || ls {path}", user="tapis-inspector").code != 0, path
            assert self.pit.run(f"touch {path}/x || touch {path}", user="tapis-inspector").code != 0, path

    def _at_the_table(self) -> str:
        """`[remote]` as the page shows it, sections 1 and 2; the key that the table then shows."""
        self.table.until(SERVES, "the table has started once", deadline_s=2 * BACK_S)
        on_the_cable(self.table, TABLE_ADDRESS, {})
        self._carried(self.table, f"{TABLE}.pem", f"{TABLE}.key")
        remote = block(PAGE, "2", "/etc/tapis/table.toml").text
        self.table.run("cat >> /etc/tapis/table.toml", stdin=f"\n{remote}".encode()).good()
        typed(self.table, block(PAGE, "1", "at the table"), folder=STICK)
        typed(self.table, block(PAGE, "2", "at the table"))
        told = typed(self.table, block(PAGE, "4", "at the table")).out
        found = re.search(r"\b[0-9a-f]{64}\b", told)
        assert found is not None, told
        return found[0]

    def _at_the_pit(self) -> None:
        """`room.toml` as the page shows it, but for the table of the pit's own machine; sections 1 and 3."""
        on_the_cable(self.pit, PIT_ADDRESS, {"uth-2.tables.casino.lan": TABLE_ADDRESS})
        self._carried(self.pit, "pit.pem", "pit.key", "witness.pem", "witness.key")
        room = block(PAGE, "3", "/etc/tapis/room.toml").text
        own = '[[table]]\nname = "UTH-1"\nsocket = "/run/tapis/pit.sock"\n\n'
        assert own in room
        self.pit.put("/etc/tapis/room.toml", room.replace(own, ""))
        self.pit.run("sed -i s/HDMI-A-/Virtual-/ /etc/tapis/weston.ini").good()
        typed(self.pit, block(PAGE, "1", "on the pit's machine"), folder=STICK)
        typed(self.pit, block(PAGE, "3", "on the pit's machine"))

    def _certificates(self) -> None:
        """The authority's folder, by the page's own lines."""
        self._authority.mkdir(parents=True)
        text = block(PAGE, "1", "on the authority's machine").text
        subprocess.run(["bash", "-ec", text], cwd=self._authority, check=True, capture_output=True)

    def _carried(self, guest: Guest, *names: str) -> None:
        """What is for this machine alone is on its stick."""
        for name in ("ca.pem", *names):
            guest.put(f"{STICK}/{name}", (self._authority / name).read_bytes(), "0600")

    @property
    def _authority(self) -> Path:
        return self.folder / "authority"

    # --- what is seen ---------------------------------------------------------------------------------

    def joined(self) -> None:
        """The pit's screen and the witness have come to the table."""
        for role in ("pit", "witness"):
            self.table.until(
                f"journalctl -b -u tapis-table | grep -q 'remote {PIT_ADDRESS} joined as {role}'",
                f"the {role} is at the table",
                deadline_s=BACK_S,
                every_s=2,
            )

    def witnessed(self) -> str:
        """What the witness shows once it has the table's last head and all before it.

        Raises:
            GuestLate: it never has.
            AssertionError: it refused something, or lacks a row.
        """
        last = self.table.run("tail -qn 1 /var/lib/tapis/journals/*.heads | tail -n 1").good().out.strip()
        assert last, "the table has signed nothing"
        has = f"grep -q {parse_head(last).hash} {HEADS}"
        self.pit.until(has, "the witness has the last head", deadline_s=BACK_S)
        refused = self.pit.run(f"ls {MIRRORS}/*.refused").out
        assert not refused, refused
        return self.pit.run(f"tapis witness show {HEADS}", user="tapis-witness").good().out

    def verified(self) -> str:
        """What the page has typed at any time says once the witness's copy verifies up to its last entry.

        Of a session under way the last minute is not signed yet: then it is typed again.

        Raises:
            GuestLate: it never does.
        """
        lines = block(PAGE, "4", "at any time")
        command = f"set -e\n{lines.text}"
        done = self.pit.until(command, "the witness's copy verifies", deadline_s=BACK_S, every_s=15)
        return str(done.out)

    def nothing_lost(self) -> int:
        """The witness's copy of every session has the table's rows to the last; how many there are.

        Raises:
            GuestLate: it never has.
        """
        told: list[str] = []

        def copied() -> bool:
            told[:] = (
                guest.run(f"python3 -c {shlex.quote(ROWS)} {folder}", user=user).good().out
                for guest, user, folder in (
                    (self.table, "tapis", JOURNALS),
                    (self.pit, "tapis-witness", MIRRORS),
                )
            )
            return told[0] == told[1]

        self.pit.until(copied, "the witness has every row", deadline_s=BACK_S, every_s=2)
        return sum(int(line.split()[1]) for line in told[0].splitlines())


def cable(end: int) -> list[str]:
    """The hypervisor's words for a network card at this end, 1 to 254, of the one cable of the room."""
    card = f"virtio-net-pci,netdev=room,mac=52:54:00:00:01:{end:02x}"
    return ["-netdev", f"socket,id=room,mcast={CABLE},localaddr=127.0.0.1", "-device", card]


def on_the_cable(guest: Guest, address: str, names: dict[str, str]) -> None:
    """The machine has this address on the cable, and knows the others by these names."""
    network = f"[Match]\nType=ether\n[Network]\nAddress={address}/16\nLinkLocalAddressing=no\n"
    guest.put("/etc/systemd/network/10-room.network", network)
    guest.run(
        "cat >> /etc/hosts", stdin="".join(f"{at} {name}\n" for name, at in names.items()).encode()
    ).good()
    guest.run("systemctl enable --now systemd-networkd && networkctl reload", deadline_s=BACK_S).good()
    guest.until(f"ip -4 address | grep -q {address}/", "the address is there", deadline_s=BACK_S)
