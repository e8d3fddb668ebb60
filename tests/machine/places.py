"""The tests where a newcomer runs them: a bare Debian, as root with a closed home, and without root.

    python3 -m tests.machine.places                                   # every place, the whole of `make test`
    python3 -m tests.machine.places --at trixie-root tests/shell      # one place, some of the tests

Each place is Debian with `make git ca-certificates` and a clean clone of what is committed here; then it is
`make setup-tests` and `make test`, and nothing else. Where there is no root, root types the lines that the
first prints. What is fetched once, packages and wheels, is kept in the folder of the places for the next
one.

To be run as root on a Debian with mmdebstrap. Every mount is made in a mount namespace of its own and goes
with it, however this ends. The tests themselves see no network but their own loopback.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
NEWCOMER = ("make", "git", "ca-certificates")
"""What README asks for before the first `make`."""
NETWORK = re.compile(r"(https?|ftp|all|no)_proxy|PIP_.*|SSL_CERT_.*|REQUESTS_CA_BUNDLE", re.IGNORECASE)
"""The variables that say how the world outside is reached from here; files they name are shown inside."""
MEND = re.compile(r"^\s+sudo (apt-get install .*)$", re.MULTILINE)
OUTCOME = re.compile(r"(\d+) (passed|failed|errors?)\b")
TRIES = 4
"""`make setup-tests` of somebody without root prints at most so many lines to be typed."""
ENTER = """
set -eu
root=$1 caches=$2 suite=$3 network=$4 shown=$5
shift 5
[ "$network" = yes ] || ip link set lo up
mount --bind "$root" "$root"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for node in null:3 zero:5 full:7 random:8 urandom:9; do
    mknod -m 666 "$root/dev/${node%:*}" c 1 "${node#*:}"
done
mknod -m 666 "$root/dev/tty" c 5 0
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for stream in 0:stdin 1:stdout 2:stderr; do
    ln -s "/proc/self/fd/${stream%:*}" "$root/dev/${stream#*:}"
done
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
for outside in $shown; do
    if [ -d "$outside" ]; then mkdir -p "$root$outside"
    elif [ ! -e "$root$outside" ]; then mkdir -p "$root${outside%/*}"; : >"$root$outside"
    fi
    mount --bind "$outside" "$root$outside"
done
mkdir -p "$root/var/cache/wheels"
mount --bind "$caches/wheels" "$root/var/cache/wheels"
mount --bind "$caches/debs/$suite" "$root/var/cache/apt/archives"
# No chroot: the kernel lets nobody in one make the namespaces in which the tests run pcscd.
cd "$root"
pivot_root . .
umount -l .
cd /
"$@" || exit $?
exit 0
"""


@dataclass(frozen=True)
class Place:
    """Somebody at a bare machine."""

    suite: str
    user: str

    @property
    def name(self) -> str:
        return f"{self.suite}-{'root' if self.user == 'root' else 'user'}"

    @property
    def home(self) -> str:
        return "/root" if self.user == "root" else f"/home/{self.user}"


@dataclass(frozen=True)
class Outcome:
    """What came of the tests at a place."""

    passed: int
    failed: int
    minutes: float
    ended: bool
    """`make test` said that all is well."""


PLACES = tuple(Place(suite, user) for suite in ("bookworm", "trixie") for user in ("root", "newcomer"))


class Room:
    """The folder in which places are built: one for each place, and what they share."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        for cache in ("wheels", "debs/bookworm", "debs/trixie", "logs"):
            (self.folder / cache).mkdir(parents=True, exist_ok=True)

    def build(self, place: Place) -> None:
        """The place is there, bare, with a clean clone in its home; that of a kept one is made new."""
        root, clone = self.folder / place.name, self.clone(place)
        if not root.exists():
            base = self.folder / f"{place.suite}.tar"
            if not base.exists():
                made = base.with_suffix(".part.tar")
                _run("mmdebstrap", "--variant=minbase", f"--include={','.join(NEWCOMER)}", place.suite, made)
                made.rename(base)
            part = root.with_suffix(".part")
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir()
            _run("tar", "-C", part, "-xf", base)
            shutil.copy("/etc/resolv.conf", part / "etc/resolv.conf")
            part.rename(root)
        if place.user != "root" and not (root / place.home[1:]).exists():
            self.inside(place, "useradd", "--create-home", place.user, user="root")
        home = root / place.home[1:]
        home.chmod(0o700 if place.user == "root" else 0o755)
        if clone.exists():
            _run("git", "-c", f"safe.directory={clone}", "-C", clone, "fetch", "-q", f"file://{ROOT}", "HEAD")
            _run("git", "-c", f"safe.directory={clone}", "-C", clone, "reset", "-q", "--hard", "FETCH_HEAD")
        else:
            _run("git", "clone", "-q", f"file://{ROOT}", clone)
        owner = home.stat()
        _run("chown", "-R", f"{owner.st_uid}:{owner.st_gid}", clone, self.folder / "wheels")

    def clone(self, place: Place) -> Path:
        """The clean clone of a place, seen from outside."""
        return self.folder / place.name / place.home[1:] / "tapis"

    def inside(
        self, place: Place, *command: str, user: str = "", network: bool = True
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command in the clone of the place, as its user or another; the log has what it says."""
        user = user or place.user
        reached = {name: value for name, value in os.environ.items() if NETWORK.fullmatch(name)}
        shown = {path for path in reached.values() if path.startswith("/") and Path(path).exists()}
        environment = {
            **reached,
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": place.home if user == place.user else "/root",
            "USER": user,
            "PIP_CACHE_DIR": "/var/cache/wheels",
        }
        folder = f"{place.home}/tapis" if self.clone(place).exists() else "/"
        alone = ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "--pid", "--fork", "--kill-child"]
        enter = ["/bin/sh", "-c", ENTER, "enter", str(self.folder / place.name), str(self.folder)]
        enter += [place.suite, "yes" if network else "no", " ".join(sorted(shown))]
        bare = ["env", "-i", f"--chdir={folder}", *(f"{name}={value}" for name, value in environment.items())]
        become = [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"]
        process = subprocess.Popen(
            [*alone, *([] if network else ["--net"]), *enter, *bare, *become, *command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        said = []
        with process, (self.folder / "logs" / f"{place.name}.log").open("a", encoding="utf-8") as log:
            assert process.stdout is not None
            for line in process.stdout:
                said.append(line)
                log.write(line)
                log.flush()
        return subprocess.CompletedProcess(command, process.returncode, "".join(said))

    def set_up(self, place: Place) -> None:
        """`make setup-tests`; where it prints what root has to type, root types it and it is run again.

        Raises:
            RuntimeError: it failed.
        """
        for _ in range(TRIES):
            done = self.inside(place, "make", "setup-tests")
            mends = MEND.findall(done.stdout)
            for mend in mends:
                self._checked(self.inside(place, "apt-get", "update", user="root"))
                self._checked(self.inside(place, "sh", "-c", mend, user="root"))
            if not mends:
                self._checked(done)
                return
        raise RuntimeError(f"{place.name}: make setup-tests asks for more and more")

    def test(self, place: Place, some: Sequence[str]) -> Outcome:
        """`make test`, or pytest with the arguments given."""
        began = time.monotonic()
        command = (
            ["sh", "-c", 'TMPDIR=$(tests/quick-folder) exec .venv/bin/pytest -q "$@"', "pytest", *some]
            if some
            else ["make", "test"]
        )
        done = self.inside(place, *command, network=False)
        told = done.stdout.rstrip().rpartition("\n")[2]
        counts = {what.rstrip("s"): int(number) for number, what in OUTCOME.findall(told)}
        failed = counts.get("failed", 0) + counts.get("error", 0)
        minutes = (time.monotonic() - began) / 60
        return Outcome(counts.get("passed", 0), failed, minutes, ended=done.returncode == 0)

    @staticmethod
    def _checked(done: subprocess.CompletedProcess[str]) -> None:
        if done.returncode:
            raise RuntimeError(f"{' '.join(done.args)}: {done.stdout[-2000:]}")


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True)


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """0 if every test passed at every place."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--at", action="append", choices=[place.name for place in PLACES])
    asked.add_argument("--folder", type=Path, default=ROOT / "out" / "places")
    asked.add_argument("--kept", action="store_true", help="go on with the places of the run before")
    asked.add_argument("tests", nargs="*", help="for pytest, instead of make test")
    options = asked.parse_args()
    if os.geteuid() != 0 or shutil.which("mmdebstrap") is None:
        sys.stderr.write("Places are built by root: sudo apt-get install mmdebstrap iproute2\n")
        return 2
    room = Room(options.folder)
    good = True
    _say(f"{'place':16}{'passed':>8}{'failed':>8}{'minutes':>9}")
    for place in PLACES:
        if options.at and place.name not in options.at:
            continue
        if not options.kept:
            shutil.rmtree(room.folder / place.name, ignore_errors=True)
        room.build(place)
        room.set_up(place)
        outcome = room.test(place, options.tests)
        good = good and outcome.ended
        said = "" if outcome.ended else f"   {room.folder}/logs/{place.name}.log"
        _say(f"{place.name:16}{outcome.passed:8}{outcome.failed:8}{outcome.minutes:9.1f}{said}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
