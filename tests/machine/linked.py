"""The jackpot's server of the box, and a table that is linked to it, as LINK.md sets them up.

The page has three servers; here is one, `a`. What its reader says otherwise is in `ALONE`: no other server
is waited for, and its memory is small. The authority's stick is a folder of the host; on it, as on every FAT,
each file may be read by everybody.
"""

from __future__ import annotations

import base64
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.machine.guest import Guest
from tests.machine.page_blocks import DEPLOY, Block, block, blocks, typed
from tests.machine.room import BACK_S, JOURNALS, TABLE, TABLE_ADDRESS, on_the_cable

PAGE: Final = "LINK.md"
SERVER: Final = "a.casino.lan"
SERVER_ADDRESS: Final = "10.20.1.1"
STICK: Final = "/media/stick"
ALONE: Final = {
    "synchronous_standby_names = 'ANY 1 (a, b, c)'": "synchronous_standby_names = ''",
    "shared_buffers = 4GB": "shared_buffers = 64MB",
    "max_connections = 500": "max_connections = 50",
}
HOSTS: Final = "host=a.casino.lan,b.casino.lan,c.casino.lan"
MACHINES: Final = ("on a, b, c and d, as root", "on a, b and c, with the stick", "on a, b and c", "on a")
"""Where section 2 is typed, of the machine that is here."""
ROLE: Final = "uth_2"
ELSEWHERE: Final = (" uth_1 ", " uth_3 ", " pit ")
"""Of whom this house has no machine: their lines are not typed."""
BOOK: Final = "postgresql://postgres@/jackpot?host=/run/postgresql"
SUDOERS: Final = "postgres ALL=(root) NOPASSWD: /usr/bin/systemctl * jackpot\n"
"""The one line that the page asks for."""
HERE: Final = "export HOME=/var/lib/postgresql\ncd\n[ ! -e .profile ] || . ./.profile\nset -e\n"
"""How a shell of `postgres` begins."""
SLOW_S: Final = 2 * BACK_S


@dataclass(frozen=True, slots=True)
class Linked:
    """The server and a table's machine with a cable between them, both booted.

    Attributes:
        folder: of the host, for the authority.
    """

    server: Guest
    table: Guest
    folder: Path

    def serve(self) -> str:
        """Sections 1 to 3 as the keeper types them: the server runs, and lets in who has a certificate."""
        on_the_cable(self.server, SERVER_ADDRESS, {f"{SERVER} a": SERVER_ADDRESS})
        self._certificates()
        empty = "pg_dropcluster --stop $(ls /usr/lib/postgresql) main"
        self.server.run(f"echo a >/etc/hostname; hostname a; {empty}", deadline_s=BACK_S).good()
        self.server.put("/etc/sudoers.d/jackpot", SUDOERS, "0440")
        copies = block(PAGE, "2", "on d, with the stick").text.splitlines()[1]
        for each in blocks(PAGE):
            if each.section == "2" and each.kind == "sh" and each.where in MACHINES:
                self._typed(each)
        self.server.run(copies, user="postgres").good()  # it is `d` too, where the journals are compared
        config = "/usr/share/tapis/config"
        self.server.run(f"cp -rL {config}/rules {config}/jackpot.toml /etc/tapis/").good()
        (made, *_) = [each for each in blocks(PAGE) if each.section == "3" and "link create" in each.text]
        said = self._typed(made, *ELSEWHERE)
        assert TABLE in said, said
        return said

    def link(self) -> None:
        """Section 3, at the closed table: its key, its address of the book, the servers it may reach."""
        on_the_cable(self.table, TABLE_ADDRESS, {SERVER: SERVER_ADDRESS})
        for name in ("root.crt", f"{ROLE}.crt", f"{ROLE}.key"):
            self.table.put(f"{STICK}/{name}", (self._stick / name).read_bytes())
        typed(self.table, block(PAGE, "3", "on the table's machine"), {"uth_1": ROLE})
        book = block(PAGE, "3", "[table]").text.removeprefix("[table]\n")
        book = book.replace(HOSTS, f"host={SERVER}").replace("uth_1", ROLE)
        toml = self.table.run("cat /etc/tapis/table.toml").good().out
        jackpot = 'jackpot = "jackpot.toml"\n'
        assert jackpot in toml
        self.table.put("/etc/tapis/table.toml", toml.replace(jackpot, f"{jackpot}{book}"))
        servers = {"10.20.1.1 10.20.1.2 10.20.1.3": SERVER_ADDRESS}
        typed(self.table, block(PAGE, "3", "at the table"), servers, deadline_s=SLOW_S)

    def asked(self, words: str) -> str:
        """What a command of the keeper says on the server; `BOOK` is the address of its book."""
        command = f"{HERE}{words.replace('BOOK', repr(BOOK))}"
        return self.server.run(command, user="postgres", deadline_s=SLOW_S).good().out

    def verified(self) -> str:
        """The keeper's check, and the book held against the table's journals, act by act, on the server.

        Raises:
            Failed: one of them finds something.
        """
        self.asked("tapis link check BOOK")
        packed = self.table.run(f"tar -C {JOURNALS} -c . | base64", user="tapis", deadline_s=BACK_S).good()
        self.server.run("rm -rf /srv/journals; install -d -o postgres -g postgres /srv/journals").good()
        unpack = "tar -C /srv/journals --no-same-owner -x"
        self.server.run(unpack, user="postgres", stdin=base64.b64decode(packed.out)).good()
        return self._typed(block(PAGE, "3", "on d, with the certificate of display"))

    def contributed(self) -> list[str]:
        """Of each round and deal in the book: its number and how many stakes it has there, in order."""
        query = (
            "SELECT r.round, e.attempt, count(*) FROM tapis.entries e"
            " JOIN tapis.rounds r ON r.id = e.round_id WHERE e.kind = 'contribution'"
            " GROUP BY 1, 2 ORDER BY 1, 2"
        )
        return self.asked(f'psql -XAtU postgres jackpot -c "{query}"').split()

    def unplug(self) -> None:
        """The server's cable is out."""
        self.server.qmp.ask("set_link", name="room", up=False)

    def plug(self) -> None:
        """The server's cable is in again."""
        self.server.qmp.ask("set_link", name="room", up=True)

    # --- inside -----------------------------------------------------------------------------------

    @property
    def _stick(self) -> Path:
        return self.folder / "stick"

    def _certificates(self) -> None:
        """Section 1, on the host; the server has what is for it on its stick."""
        self._stick.mkdir(parents=True)
        path = f"{DEPLOY / 'postgresql'}:{os.environ['PATH']}"
        words = ["bash", "-ec", block(PAGE, "1", "on the machine of the stick").text]
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(
            words, cwd=self._stick, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        pairs = (f"{one}.{end}" for one in (SERVER, "keeper", "copier", "display") for end in ("crt", "key"))
        for name in ("root.crt", "root.crl", *pairs):
            self.server.put(f"{STICK}/{name}", (self._stick / name).read_bytes())

    def _typed(self, each: Block, *but: str) -> str:
        """The block on the server, without the lines that have one of these words."""
        lines = each.text.splitlines(keepends=True)
        text = "".join(line for line in lines if not any(word in line for word in but))
        for theirs, ours in {**ALONE, HOSTS: f"host={SERVER}"}.items():
            text = text.replace(theirs, ours)
        if "as root" in each.where:
            return self.server.run(f"set -e\n{text}", deadline_s=SLOW_S).good().out
        return self.server.run(f"{HERE}{text}", user="postgres", deadline_s=SLOW_S).good().out
