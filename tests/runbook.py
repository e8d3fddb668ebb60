"""deploy/LINK.md as it is typed: its blocks, and machines of our own to type them on.

A block begins with a comment that names its machines. Each machine is a folder and an address of 127.0.0.0/8;
the names, places and networks of the page are replaced by these, as it asks of its reader, and nothing else:

- `systemctl` is `pg_ctl` with what the unit starts, for there is no service manager in a test;
- who logs in over the server's own socket is not asked whether he is `postgres`;
- the servers are small: their memory, and the files of their log;
- the places that the page has on every machine with the same content, or mounted, are one folder here.
"""

from __future__ import annotations

import os
import pwd
import re
import shlex
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from controller.cli import main
from tests.private_postgres import binaries

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "deploy" / "LINK.md"
ADDRESSES = {name: f"127.0.55.{n}" for n, name in enumerate("abcd", 21)}
SERVERS = ("a", "b", "c")
_PRELUDE = """
hostname() { case $1 in -s) echo "$MACHINE" ;; -f) echo "$ADDRESS" ;; esac }
[ ! -e ~/.profile ] || . ~/.profile
set -e
"""
_SUDO = '#!/bin/sh\nexec "$@"\n'
_SYSTEMCTL = """#!/bin/sh
if [ "$2" = repmgrd ]; then
    [ "$1" = start ] || kill "$(cat ~/repmgrd.pid)"
    while [ "$1" != start ] && [ -e ~/repmgrd.pid ]; do sleep 0.1; done
    . ~/repmgrd
    [ "$1" = stop ] || exec repmgrd -f "$REPMGRD_CONF" -p ~/repmgrd.pid >>~/repmgrd.log 2>&1
    exit
fi
case $1 in
start) exec pg_ctl -D "$CONFIGURATION" -w -s -l "$SERVER_LOG" start ;;
stop) ! pg_ctl -D "$CONFIGURATION" status >/dev/null || exec pg_ctl -D "$CONFIGURATION" -w -s -m fast stop ;;
restart) "$0" stop && exec "$0" start ;;
reload) exec pg_ctl -D "$CONFIGURATION" -s reload ;;
esac
"""
_WATCH = """
while [ -d "/proc/$1" ]; do sleep 2; done
for server in "$2"/*/repmgrd.pid "$2"/*/srv/*/postmaster.pid; do kill -QUIT "$(head -n 1 "$server")"; done
sleep 1
rm -rf "$2"
"""


@dataclass(frozen=True)
class Block:
    """What is typed in one place of the page."""

    section: str
    kind: str
    where: str
    """The rest of its first line: `on a and b, if c is out`."""
    text: str

    @property
    def machines(self) -> tuple[str, ...]:
        """The letters of its machines; `primary`, `stick`, `table` or `pit` for the ones named so."""
        letters = re.match(r"[abcd]\b(?:(?:, | and )[abcd]\b)*", self.where)
        if letters:
            return tuple(re.findall(r"\b[abcd]\b", letters[0]))
        return next((word,) for word in ("primary", "stick", "table", "pit") if word in self.where)


def blocks() -> list[Block]:
    """Every fenced block of the page, in order."""
    found, section = [], ""
    text = PAGE.read_text(encoding="utf-8")
    for part in re.finditer(r"(?ms)^## (.*?)$|^```(\w*)\n(.*?)^```$", text):
        if part[1]:
            section = part[1].partition(".")[0]
            continue
        first, _, _ = part[3].partition("\n")
        where = first.removeprefix("# on ") if first.startswith("# on ") else ""
        found.append(Block(section, part[2], where, part[3]))
    return found


class Machines:
    """The machines of the page, each with its folder; gone at the end."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tapis-rb-"))
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            user = pwd.getpwnam("postgres")
            self._as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.primary = "a"
        self.binaries = binaries()
        """Of the version that the servers are installed with."""
        for name in (*SERVERS, "d"):
            for place in ("units", "run"):
                (self.folder / name / place).mkdir(parents=True)
        for place in ("stick", "journals"):
            (self.folder / place).mkdir()
        shutil.copytree(ROOT / "deploy", self.folder / "opt" / "deploy")  # where `postgres` may read it
        (self.folder / "bin").mkdir()
        for program, text in (("sudo", _SUDO), ("systemctl", _SYSTEMCTL)):
            (self.folder / "bin" / program).write_text(text)
            (self.folder / "bin" / program).chmod(0o755)
        self.give(self.folder)
        # A test run that is killed must not leave its servers behind.
        self._watch = subprocess.Popen(
            ["/bin/sh", "-c", _WATCH, "sh", str(os.getpid()), str(self.folder)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **self._as,
        )

    def give(self, place: Path) -> None:
        """Everything there belongs to who runs the servers."""
        if self._as:
            for path in (place, *place.rglob("*")):
                os.chown(path, self._as["user"], self._as["group"])

    def typed(self, text: str, machine: str) -> str:
        """The text as its reader types it on this machine: his names in place of the page's."""
        here = self.folder / machine
        names = {
            "/etc/jackpot": here / "etc",
            "/srv/jackpot": here / "srv",
            "/run/postgresql": here / "run",
            "/etc/systemd/system": here / "units",
            "/etc/tapis/link": self.folder / "link",
            "/srv/archive": self.folder / "archive",
            "/srv/copies": self.folder / "copies",
            "/srv/journals": self.folder / "journals",
            "/media/stick": self.folder / "stick",
            "/etc/default": here,
            "/usr/share/tapis": self.folder / "opt" / "deploy",
            "/usr/lib/postgresql/15/bin": self.binaries,
            "/usr/lib/postgresql/17/bin": binaries(),
            "10.20.1.0/24": "127.0.0.0/8",
            "10.20.0.0/16": "127.0.0.0/8",
            " -o postgres -g postgres": "",
            " -o tapis -g tapis": "",
            "--auth-local=peer": "--auth-local=trust",
            "shared_buffers = 4GB": "shared_buffers = 32MB",
            "--data-checksums": "--data-checksums --wal-segsize=1",
            **{f"{name}.casino.lan": address for name, address in ADDRESSES.items()},
        }
        for name, ours in names.items():
            text = text.replace(name, str(ours))
        return re.sub(r"(?m)^(local .*)\bpeer$", r"\1trust", text)

    def environment(self, machine: str) -> dict[str, str]:
        here = self.folder / machine
        return {
            "PATH": f"{self.folder}/bin:{self.folder}/opt/deploy/postgresql:{os.environ['PATH']}",
            "HOME": str(here),
            "LC_ALL": "C.UTF-8",
            "TMPDIR": str(self.folder),
            "PGPORT": str(self.port),
            "PGHOST": str(here / "run"),
            "TAPIS_LINK": str(self.folder / "link"),
            "MACHINE": machine,
            "ADDRESS": ADDRESSES.get(machine, ""),
            "CONFIGURATION": str(here / "etc"),
            "SERVER_LOG": str(here / "log"),
        }

    def sh(self, machine: str, text: str) -> subprocess.CompletedProcess[str]:
        """What the shell of this machine says to the text."""
        cwd = self.folder / (machine if (self.folder / machine).is_dir() else "stick")
        return subprocess.run(
            ["/bin/bash", "-c", _PRELUDE + self.typed(text, machine)],
            cwd=cwd,
            env=self.environment(machine),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            check=False,
            **self._as,
        )

    def tapis(self, machine: str, line: str) -> tuple[int, str]:
        """Exit and output of a line that begins with `tapis`, on this machine."""
        words = shlex.split(self.typed(line, machine))[1:]
        done = CliRunner().invoke(main, words, env=self.environment(machine))
        return done.exit_code, done.output

    def type(self, block: Block) -> str:
        """The block is typed on each of its machines, and each line succeeds; what it said is returned.

        Raises:
            AssertionError: something failed.
        """
        said = ""
        for name in block.machines:
            machine = {"primary": self.primary, "pit": "d", "table": "d"}.get(name, name)
            lines = [line for line in block.text.splitlines() if line and not line.startswith("#")]
            if any(line.startswith("tapis ") for line in lines):
                for line in lines:
                    if line.startswith("tapis "):
                        code, output = self.tapis(machine, line)
                    else:
                        done = self.sh(machine, line)
                        code, output = done.returncode, done.stdout
                    assert code == 0, f"{line}\n{output}"
                    said += output
                continue
            done = self.sh(machine, block.text)
            assert done.returncode == 0, (
                f"on {machine}:\n{block.text}\n{done.stdout}\n{self.logged(machine)[-3000:]}"
            )
            said += done.stdout
        return said

    def lose(self, *names: str) -> None:
        """These servers are gone as if their power had failed."""
        for name in names:
            self.sh(name, 'pg_ctl -D "$CONFIGURATION" -w -s -m immediate stop')

    def start(self, name: str) -> None:
        done = self.sh(name, "systemctl start jackpot")
        assert done.returncode == 0, self.logged(name)

    def logged(self, name: str) -> str:
        log = self.folder / name / "log"
        return log.read_text(encoding="utf-8", errors="replace") if log.is_file() else ""

    def url(self, text: str) -> str:
        """An address of the page as a process of this machine reaches it."""
        return self.typed(text, "d") + f"&port={self.port}"

    def remove(self) -> None:
        """No server of it runs and nothing of it is left."""
        self._watch.kill()
        self._watch.wait()
        for name in (*SERVERS, "d"):
            if (self.folder / name / "repmgrd.pid").exists():
                self.sh(name, "systemctl stop repmgrd")
            for data in (self.folder / name / "srv").glob("*/postmaster.pid"):
                self.sh(name, f"pg_ctl -D {data.parent} -w -s -m immediate stop || true")
        shutil.rmtree(self.folder)


class Reader:
    """Types the page in its order, each block once."""

    def __init__(self, machines: Machines) -> None:
        self.machines = machines
        self.left = blocks()

    def section(self, number: str, until: str = "") -> str:
        """Types the blocks of the section that are left, up to the one whose first line goes on so.

        What they said is returned.
        """
        said = ""
        for block in [each for each in self.left if each.section == number]:
            if until and block.where.startswith(until):
                break
            self.left.remove(block)
            if block.kind == "sh":
                said += self.machines.type(block)
        return said


@contextmanager
def machines() -> Iterator[Machines]:
    """Machines for one test."""
    made = Machines()
    try:
        yield made
    finally:
        made.remove()
