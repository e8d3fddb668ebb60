"""Our packages under the real dpkg of a bare Debian, with the stick as its only source: nothing is lost.

    make packages-tried            as root; needs mmdebstrap and util-linux; SUITES=trixie-amd64 for Debian 13

The root directory is what every Debian has and no more, and reaches no network. systemctl writes down there
what it is asked and does what needs no running systemd: so it is seen what would be started or stopped.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.machine.from_nothing import typed_lines
from tests.machine.versions import newer_of

ROOT: Final = Path(__file__).parents[2]
TARGET: Final = os.environ.get("TARGET", "bookworm-amd64")
STICK: Final = ROOT / "out" / "stick" / TARGET
OURS: Final = ("tapis-common", "tapis-table", "tapis-pit", "tapis-tools")
SYSTEMCTL: Final = """#!/bin/sh
echo "$*" >> /var/log/systemctl
case " $* " in
*" list-units "*) cat /run/tapis-units 2>/dev/null || true ;;
*" enable "*|*" disable "*|*" is-enabled "*|*" preset "*)
    SYSTEMD_OFFLINE=1 exec /usr/bin/systemctl.real "$@" ;;
esac
"""
KEPT: Final = {
    "tapis": ("seal.key", "sign.key", "people.db", "people.pepper", "edition"),
    "tapis-mark": ("mark",),
    "tapis-witness": ("heads.txt", "journals/UTH-2-000001.journal"),
    "tapis-house": ("house.db",),
}
"""Beside what a start of the table makes: files that no package knows, for removal to keep."""


ENABLED: Final = {"tapis-table.service", "tapis-screen@dealer.service", "tapis-screen@jackpot.service"}
BY_HAND: Final = ("tapis-backup.timer", "tapis-metrics.service", "tapis-room-metrics.service")
"""What OPERATIONS and ROOM have somebody enable."""


class Machine:
    """A root directory with a Debian of the stick in it, and what is typed there as root."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def sh(self, text: str, code: int = 0) -> str:
        """What the shell says; it ends with `code`."""
        done = subprocess.run(
            ["unshare", "--net", "chroot", self.root, "/bin/sh", "-ec", text],
            env={
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
                "DEBIAN_FRONTEND": "noninteractive",
                "LC_ALL": "C.UTF-8",
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == code, f"{text}\n{done.stdout[-4000:]}"
        return done.stdout

    def asked(self) -> list[str]:
        """What of our units systemctl was asked to start or stop since it was asked for last."""
        log = self.root / "var/log/systemctl"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        acts = {"start", "stop", "restart", "try-restart", "reload-or-restart"}
        return [line for line in lines if "tapis" in line and acts & set(line.split())]

    def enabled(self) -> set[str]:
        """What of ours starts with this machine, or is wanted by a unit that does."""
        links = self.sh("ls /etc/systemd/system/*.wants/ | grep tapis || true")
        return set(links.split())

    def kept(self) -> dict[str, tuple[str, int, int, int]]:
        """Every file of the state and of the settings: digest, owner, group, mode."""
        found = {}
        for folder in (*sorted((self.root / "var/lib").glob("tapis*")), self.root / "etc/tapis"):
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    about, digest = path.stat(), hashlib.sha256(path.read_bytes()).hexdigest()
                    name = str(path.relative_to(self.root))
                    found[name] = (digest, about.st_uid, about.st_gid, about.st_mode)
        return found

    def table(self) -> subprocess.Popen[bytes]:
        """A table that runs as its unit's user, once its session is open."""
        before = set((self.root / "var/lib/tapis/journals").glob("*.journal"))
        words = ["unshare", "--net", "chroot", str(self.root), "runuser", "-u", "tapis", "--"]
        running = subprocess.Popen(
            [*words, "tapis", "run"], cwd="/", stdin=subprocess.DEVNULL, start_new_session=True
        )
        while not set((self.root / "var/lib/tapis/journals").glob("*.journal")) - before:
            assert running.poll() is None, "the table does not start"
            time.sleep(0.1)
        while not (self.root / "run/tapis/dealer.sock").exists():
            assert running.poll() is None, "the table does not start"
            time.sleep(0.1)
        return running


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """Bare: what is essential to Debian, apt, the stick mounted where people mount it, no network."""
    if not STICK.is_dir():
        subprocess.run(["make", "-C", ROOT, "stick", f"SUITES={TARGET}"], check=True)
    folder = tmp_path_factory.mktemp("machine")
    folder.chmod(0o755)
    root, suite = folder / "root", TARGET.partition("-")[0]
    bare = ROOT / "out" / "machine" / f"bare-{suite}.tar"
    if not bare.exists():
        bare.parent.mkdir(exist_ok=True)
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", suite, bare], check=True)
    root.mkdir()
    subprocess.run(["tar", "-C", root, "-xf", bare], check=True)
    stick = root / "media" / "stick"
    stick.mkdir(parents=True)
    subprocess.run(["mount", "--bind", STICK, stick], check=True)
    subprocess.run(["mount", "-t", "proc", "proc", root / "proc"], check=True)
    made = Machine(root)
    (root / "etc/dpkg/dpkg.cfg.d/no-sync").write_text("force-unsafe-io\n")
    # Debian 12's systemd has it by its old path, which dpkg takes for another file.
    path = "/bin/systemctl" if suite == "bookworm" else "/usr/bin/systemctl"
    made.sh(f"dpkg-divert --local --rename --divert {path}.real --add {path}")
    (root / "usr/bin/systemctl").write_text(SYSTEMCTL)
    (root / "usr/bin/systemctl").chmod(0o755)
    (root / "run/systemd/system").mkdir(parents=True)
    yield made
    subprocess.run(["umount", stick, root / "proc"], check=True)
    shutil.rmtree(root)


def test_a_machine_with_a_journal_that_is_open_is_installed_upgraded_rolled_back_and_emptied(
    machine: Machine, tmp_path: Path
) -> None:
    install_and_configure(machine)
    running = machine.table()
    try:
        before = there(machine)
        newer = machine.root / "media" / "newer"
        newer.mkdir()
        for package in STICK.glob("tapis-*.deb"):
            newer_of(package, newer)
        upgrade_and_roll_back(machine, running, before)
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
    signed_and_touched(machine)
    remove_and_purge(machine)


def install_and_configure(machine: Machine) -> None:
    """As the stick's README says, all of our packages in place of one; then one file is edited."""
    machine.sh("rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*")
    readme = (STICK / "README").read_text(encoding="utf-8")
    for line in typed_lines(readme, STICK.name):
        typed = line.replace("apt install", "apt-get install -y").replace("tapis-table_", "tapis-")
        machine.sh(f"cd /media/stick; {typed}")
    assert "daemon-reload" in (machine.root / "var/log/systemctl").read_text(encoding="utf-8")
    assert machine.asked() == [], "nothing starts before the machine does"
    assert machine.sh("dpkg --verify") == ""
    assert machine.sh("find /usr/lib/tapis ! -user root -o -perm /022 ! -type l") == ""
    assert machine.enabled() >= ENABLED
    machine.sh(f"systemctl enable {' '.join(BY_HAND)}")
    missing = "find /usr/lib/tapis -name '*.so*' -type f -exec ldd {} + 2>&1 | grep 'not found' || true"
    assert machine.sh(missing) == "", "a library that Python may load does not find its own"
    settings = machine.root / "etc/tapis/table.toml"
    text = settings.read_text(encoding="utf-8")
    start = text.index("\n[chips]\n")
    end = text.index("\n\n", start + 1)
    settings.write_text(text[:start].replace('"UTH-2"', '"UTH-7"', 1) + text[end:], encoding="utf-8")
    machine.sh("install -d -o tapis -g tapis -m 700 /var/lib/tapis /var/lib/tapis-mark /var/lib/tapis-house")
    machine.sh("install -d -o tapis -g tapis -m 751 /run/tapis")


def there(machine: Machine) -> dict[str, tuple[str, int, int, int]]:
    """Files of every kind beside those of the table that runs; what is kept, but for what it writes on."""
    for folder, names in KEPT.items():
        for name in names:
            path = machine.root / "var/lib" / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                path.write_text(f"of {name}\n")
                path.chmod(0o600)
    return steady(machine)


def steady(machine: Machine) -> dict[str, tuple[str, int, int, int]]:
    """Of the table's own journal and book, which it writes on, owner and mode alone."""
    written = ("var/lib/tapis/journals/", "var/lib/tapis/jackpot.book", "var/lib/tapis-mark/")
    return {
        name: ("", *about[1:]) if name.startswith(written) else about
        for name, about in machine.kept().items()
        if not name.endswith(("-wal", "-shm", "-journal"))
    }


UNITS: Final = """\
tapis-failed@tapis-table.service.service loaded activating start       start Tapis: it is made known
tapis-screen@dealer.service              loaded active     running     Tapis: the dealer screen
tapis-screens.service                    loaded active     running     Tapis: the glass of this machine
tapis-table.service                      loaded activating auto-restart Tapis: the table controller
"""
"""What systemctl says of units; those of the glass and of a failure run none of our program."""


def refused_while_it_runs(machine: Machine, place: str, words: str) -> None:
    """Nothing of the packages is exchanged, and the sentence names what runs and what to type."""
    touched = "cd /usr/lib/tapis && find . -newer /run/tapis-units"
    states = "dpkg-query -W -f '${Package} ${Version} ${Status}\\n' 'tapis-*'; dpkg --audit"
    (machine.root / "run/tapis-units").write_text(UNITS)
    before = (machine.sh(touched), machine.sh(states))
    files = "./tapis-common_*.deb ./tapis-table_*.deb ./tapis-pit_*.deb"
    said = machine.sh(f"cd /media/{place} && apt-get install -y {words} {files}", code=100)
    assert "What runs: tapis-screen@dealer.service tapis-table.service.\n" in said
    assert "type systemctl stop 'tapis-*', install again" in said
    assert (machine.sh(touched), machine.sh(states)) == before
    assert machine.asked() == []


def upgrade_and_roll_back(
    machine: Machine, running: subprocess.Popen[bytes], before: dict[str, tuple[str, int, int, int]]
) -> None:
    """Refused while units run. Then settings and state stay, and both versions verify an open journal."""
    for place, words in (("newer", ""), ("stick", "--allow-downgrades")):
        refused_while_it_runs(machine, place, words)
        (machine.root / "run/tapis-units").write_text(UNITS.splitlines(keepends=True)[2])
        machine.sh(f"cd /media/{place} && apt-get install -y {words} ./tapis-*.deb")
        assert set(machine.asked()) == {"stop tapis-*.timer"}, "nothing starts before the machine does"
        assert running.poll() is None
        assert set(before.items()) <= set(steady(machine).items())
        assert machine.sh("dpkg --verify | grep -v '^??5?????? c /etc/tapis/table.toml$' || true") == ""
        versions = machine.sh("dpkg-query -W -f '${Version}\\n' tapis-common tapis-table tapis-pit").split()
        assert len(set(versions)) == 1
        assert machine.sh("runuser -u tapis -- tapis journal verify /var/lib/tapis/journals")
        machine.sh("tapis journal verify /var/lib/tapis/journals")  # by root, who might write beside it
        compiled = "find /usr/lib/tapis -name __pycache__ -o -name '*.pyc' -o -path '*/no-bytecode*'"
        assert machine.sh(compiled) == "", "no Python is compiled, by no version and by nobody"


KEYS: Final = ("maker", "authority")
SIGNED: Final = """
[program]
manifest = "/etc/tapis/manifest.json"
key = "{}"
approval = "/etc/tapis/approval.json"
authority = "{}"
"""


def signed_and_touched(machine: Machine) -> None:
    """The maker signs what is installed, the table holds itself against it; one byte of a wheel is told."""
    maker, authority = (machine.sh(f"tapis-sign-program key /root/{name}.key") for name in KEYS)
    machine.sh("tapis-sign-program manifest /root/maker.key 7 >/etc/tapis/manifest.json")
    approved = (
        "tapis-sign-program approval /root/authority.key DEMO-1 fr-55-20-2021 >/etc/tapis/approval.json"
    )
    machine.sh(approved)
    (machine.root / "var/lib/tapis/edition").unlink()  # it was put there to be kept, and says no edition
    settings = machine.root / "etc/tapis/table.toml"
    before = settings.read_text(encoding="utf-8")
    settings.write_text(before + SIGNED.format(maker.strip(), authority.strip()), encoding="utf-8")
    doctor = "runuser -u tapis -- tapis doctor --json"
    assert '"found": "authentic and approved"' in machine.sh(f"{doctor} || true")
    running = machine.table()
    os.killpg(running.pid, signal.SIGKILL)
    running.wait()
    (wheel,) = (machine.root / "usr/lib/tapis/lib").glob("python3.*/site-packages/click/core.py")
    whole = wheel.read_bytes()
    wheel.write_bytes(whole[:-1] + b"#")
    said = machine.sh("runuser -u tapis -- tapis run", code=2)
    named = wheel.relative_to(machine.root / "usr/lib/tapis")
    assert f"the program is not the one that was signed: {named} was changed" in said
    wheel.write_bytes(whole)
    check = f"tapis-check-program /etc/tapis/manifest.json /usr/lib/tapis --cle {maker.strip()}"
    check += f" --approbation /etc/tapis/approval.json --autorite {authority.strip()}"
    assert "PROGRAMME SIGNÉ." in machine.sh(check)
    planted = wheel.parent / "__pycache__" / "core.cpython-3.pyc"
    planted.parent.mkdir()
    planted.write_bytes(b"")
    said = machine.sh("runuser -u tapis -- tapis run", code=2)
    assert f"{planted.relative_to(machine.root / 'usr/lib/tapis')} was added" in said
    assert "__pycache__/core.cpython-3.pyc" in machine.sh(check, code=1)
    shutil.rmtree(planted.parent)
    settings.write_text(before, encoding="utf-8")
    machine.sh("rm /etc/tapis/manifest.json /etc/tapis/approval.json")


def remove_and_purge(machine: Machine) -> None:
    """The table is stopped, and what it kept stays with its owner; of the settings, until they are purged."""
    before, enabled = machine.kept(), machine.enabled()
    assert enabled >= {*ENABLED, *BY_HAND}
    machine.sh(f"apt-get remove -y {' '.join(OURS)}")
    asked = {word for line in machine.asked() if "stop" in line.split() for word in line.split()}
    assert asked >= {"tapis-table.service", *BY_HAND}
    assert machine.kept() == before
    assert machine.sh("ls -A /usr/lib/tapis /usr/bin/tapis 2>/dev/null || true") == ""
    machine.sh("dpkg --purge tapis-common")  # as apt autoremove --purge does after the table's removal
    machine.sh("cd /media/stick && apt-get install -y ./tapis-table_*.deb ./tapis-common_*.deb")
    assert machine.kept() == before, "who comes back finds his settings"
    assert machine.enabled() == enabled, "and what he had enabled: no glass stays dark"
    machine.sh(f"dpkg --purge {' '.join(OURS)}")
    state = {name: about for name, about in before.items() if name.startswith("var/lib/")}
    assert {name: about for name, about in machine.kept().items() if name.startswith("var/lib/")} == state
    assert not [name for name in machine.kept() if name.startswith("etc/tapis/") and name.endswith(".toml")]
    assert machine.enabled() == set()
    assert "tapis" in machine.sh("id tapis"), "files keep an owner with a name"
