"""The tests where a newcomer runs them: a bare Debian, as root with a closed home, and without root.

    python3 -m tests.machine.places                                   # every place, the whole of `make test`
    python3 -m tests.machine.places --at trixie-root tests/shell      # one place, some of the tests

Each place is Debian with `make git ca-certificates` and a clean clone of what is committed here; then it is
`make setup-tests` and `make test`, and nothing else. Where there is no root, root types the line that the
first prints. What is fetched once, packages and wheels, is kept in the folder of the places for the next
one.

To be run as root on a Debian with mmdebstrap. Every mount is made in a mount namespace of its own and goes
with it, however this ends. The tests themselves see no network but their own loopback. It tells each step
and, while the tests run, how far they are; it ends with 1 unless every test of every place passed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
NEWCOMER = ("make", "git", "ca-certificates")
"""What README asks for before the first `make`."""
NETWORK = re.compile(r"(https?|ftp|all|no)_proxy|PIP_.*|SSL_CERT_.*|REQUESTS_CA_BUNDLE", re.IGNORECASE)
"""The variables that say how the world outside is reached from here; files they name are shown inside."""
MEND = re.compile(r"^ +su - -c '(.*)'$", re.MULTILINE)
"""What `make setup-tests` asks of who is not root; a bare Debian has no sudo."""
TRIES = 2
"""It is run anew after root has typed that, once."""
ENDED = re.compile(r"^=* ?\d+ \w+.* in [\d.]+s\b", re.MULTILINE)
"""What pytest says last, if what it could not tell any test does not come after it."""
OUTCOME = re.compile(r"(\d+) (passed|failed|skipped|errors?)\b")
FAR = re.compile(r"\[ *(\d+)%\]$")
TOLD_S = 60
"""How far the tests are is told so often."""
PACKAGES = {"mmdebstrap": "mmdebstrap", "ip": "iproute2", "git": "git"}
"""The programs that build a place, and the packages of Debian that bring them."""
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


EXIT_NO_PLACES = 69


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

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    minutes: float = 0.0
    ended: bool = False
    """`make test` said that all is well."""

    @property
    def good(self) -> bool:
        return self.ended and self.passed > 0 and not self.failed and not self.skipped


class NoPlace(RuntimeError):
    """A place cannot be built or set up."""


PLACES = tuple(Place(suite, user) for suite in ("bookworm", "trixie") for user in ("root", "newcomer"))


class Room:
    """The folder in which places are built: one for each place, and what they share."""

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self.folder = folder.absolute()
        self.say = say
        for cache in ("wheels", "debs/bookworm", "debs/trixie", "logs"):
            (self.folder / cache).mkdir(parents=True, exist_ok=True)

    def build(self, place: Place) -> None:
        """The place is there, bare, with a clean clone in its home; that of a kept one is made new."""
        root, clone = self.folder / place.name, self.clone(place)
        if not root.exists():
            base = self.folder / f"{place.suite}.tar"
            if not base.exists():
                self.say(f"    Debian {place.suite}, bare")
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

    def log(self, place: Place) -> Path:
        """All that was said at a place."""
        return self.folder / "logs" / f"{place.name}.log"

    def inside(
        self,
        place: Place,
        *command: str,
        user: str = "",
        network: bool = True,
        heard: Callable[[str], None] = lambda line: None,
    ) -> subprocess.CompletedProcess[str]:
        """Runs a command in the clone of the place, as its user or another; the log has what it says.

        Args:
            user: who types it, unless it is the place's own.
            network: whether it has more than its loopback.
            heard: is called with each line that it says.
        """
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
        with process, self.log(place).open("a", encoding="utf-8") as log:
            assert process.stdout is not None
            for line in process.stdout:
                said.append(line)
                log.write(line)
                log.flush()
                heard(line)
        return subprocess.CompletedProcess(command, process.returncode, "".join(said))

    def set_up(self, place: Place) -> None:
        """`make setup-tests`; where it prints what root has to type, root types it and it is run again.

        Raises:
            NoPlace: it failed.
        """
        for _ in range(TRIES):
            self.say("    make setup-tests")
            done = self.inside(place, "make", "setup-tests")
            asked = MEND.search(done.stdout)
            if asked is None:
                self._checked(done)
                return
            self.say("    what it asks of root")
            self._checked(self.inside(place, "sh", "-c", asked[1], user="root"))
        raise NoPlace("make setup-tests asks root for more and more")

    def test(self, place: Place, workers: int, some: Sequence[str]) -> Outcome:
        """`make test`, or pytest with the arguments given."""
        command = (
            ["sh", "-c", 'TMPDIR=$(tests/quick-folder) exec .venv/bin/pytest -q "$@"', "pytest", *some]
            if some
            else ["make", "test", *([f"WORKERS={workers}"] if workers else [])]
        )
        self.say(f"    {' '.join(command[:1] + command[4:] if some else command)}")
        began_s = told_s = time.monotonic()

        def tell(line: str) -> None:
            nonlocal told_s
            far, now_s = FAR.search(line), time.monotonic()
            if far and now_s - told_s >= TOLD_S:
                told_s = now_s
                self.say(f"    {(now_s - began_s) / 60:.0f} min: {far[1]} %")

        done = self.inside(place, *command, network=False, heard=tell)
        told = (ENDED.findall(done.stdout) or [""])[-1]
        counts = {what.rstrip("s"): int(number) for number, what in OUTCOME.findall(told)}
        return Outcome(
            counts.get("passed", 0),
            counts.get("failed", 0) + counts.get("error", 0),
            counts.get("skipped", 0),
            (time.monotonic() - began_s) / 60,
            ended=done.returncode == 0,
        )

    @staticmethod
    def _checked(done: subprocess.CompletedProcess[str]) -> None:
        if done.returncode:
            raise NoPlace(f"{' '.join(done.args)} failed")


def _run(*command: str | Path) -> None:
    try:
        subprocess.run(command, check=True)
    except subprocess.CalledProcessError as error:
        raise NoPlace(f"{' '.join(map(str, command))} failed") from error


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _in_the_way() -> str:
    """Why no place can be built here, with what to type; or nothing."""
    missing = [package for program, package in PACKAGES.items() if shutil.which(program) is None]
    if missing:
        return f"Places cannot be built here. Type this as root: apt-get install {' '.join(missing)}"
    return "" if os.geteuid() == 0 else "Places are built by root. Type: sudo make places"


def main() -> int:
    """0 if every test passed at every place, 69 where none can be built."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked.add_argument("--at", action="append", choices=[place.name for place in PLACES])
    asked.add_argument("--folder", type=Path, default=ROOT / "out" / "places")
    asked.add_argument("--kept", action="store_true", help="go on with the places of the run before")
    asked.add_argument("--workers", type=int, default=0, help="for make test, instead of its own number")
    asked.add_argument("tests", nargs="*", help="for pytest, instead of make test")
    options = asked.parse_args()
    if why := _in_the_way():
        sys.stderr.write(why + "\n")
        return EXIT_NO_PLACES
    room = Room(options.folder, _say)
    outcomes: dict[Place, Outcome] = {}
    for place in PLACES:
        if options.at and place.name not in options.at:
            continue
        _say(place.name)
        outcomes[place] = Outcome()
        room.log(place).unlink(missing_ok=True)
        try:
            if not options.kept:
                shutil.rmtree(room.folder / place.name, ignore_errors=True)
            room.build(place)
            room.set_up(place)
            outcomes[place] = room.test(place, options.workers, options.tests)
        except NoPlace as error:
            _say(f"    {error}")
    _say(f"\n{'place':16}{'passed':>8}{'failed':>8}{'skipped':>8}{'minutes':>9}")
    for place, outcome in outcomes.items():
        told = f"{outcome.passed:8}{outcome.failed:8}{outcome.skipped:8}{outcome.minutes:9.1f}"
        said = "" if outcome.good else f"   not green: {room.log(place)}"
        _say(f"{place.name:16}{told}{said}")
    return 0 if all(outcome.good for outcome in outcomes.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
