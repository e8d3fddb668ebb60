"""Bootable images: Debian from its own packages, ours on top, and the test's hand.

    debian = Debian("bookworm", cache)            # or "trixie"
    bare = debian.bare()                          # what a netinst leaves
    table = debian.with_packages("table", [deb])  # the packages, installed by apt inside it

A root file system is made by mmdebstrap, kept in `cache` and used again while its recipe is the
same. What root's build leaves is taken out: no host files, no package lists or caches, an empty machine id.
The image is an ext4 file made without mounting anything. It needs root, mmdebstrap and e2fsprogs; see
`missing_tools`.

What is in the box's image and in no Debian and no package of ours: the hand (`tests.machine.hand`), a line
in `/etc/fstab`, a host's name.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Final

from tests.machine import hand
from tests.machine.guest import Image

SUITES: Final = ("bookworm", "trixie")
LIKE_NETINST: Final = (
    "apparmor",
    "ca-certificates",
    "cron",
    "dbus",
    "e2fsprogs",
    "ifupdown",
    "init",
    "iproute2",
    "kmod",
    "less",
    "libpam-systemd",
    "linux-image-amd64",
    "logrotate",
    "nano",
    "systemd-timesyncd",
    "udev",
)
"""Of what Debian's installer leaves without any task, the part that this product could meet."""
DISK_MB: Final = 4096
TOOLS: Final = {
    "dh": "debhelper",
    "mke2fs": "e2fsprogs",
    "mmdebstrap": "mmdebstrap",
    "qemu-img": "qemu-utils",
    "qemu-system-x86_64": "qemu-system-x86",
}
"""What builds and runs the box, and the package of Debian that has it."""
PROBES: Final = (
    (
        ("unshare", "--mount", "true"),
        "nothing may be mounted here, as in a container without CAP_SYS_ADMIN: take a whole machine",
    ),
    (
        ("mmdebstrap", "--quiet", "--simulate", "--variant=minbase", "bookworm", "/dev/null"),
        "no mirror of Debian answers; the box is built from its packages: look at /etc/apt/sources.list",
    ),
)
"""What has to end well before a box is built, and what to say where it does not."""
INITRD: Final = (
    ("/etc/initramfs-tools/conf.d/box", "MODULES=list\n"),
    ("/usr/share/initramfs-tools/modules.d/box", "virtio_pci\nvirtio_blk\next4\n"),
)
"""The kernel finds its disk with these: a fifth of the initial RAM disk that fits every machine."""
Say = Callable[[str], None]
Edit = Callable[[Path], None]


def _nothing(root: Path) -> None:
    """No change."""


def missing_tools() -> str:
    """What this machine lacks to build and run the box, and what to type; empty where nothing is missing."""
    wanted = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    if wanted:
        typed = f"apt-get install --no-install-recommends -y {' '.join(wanted)}"
        return f"the box needs {', '.join(wanted)}; type, as root:\n\n    {typed}\n"
    if os.geteuid() != 0:
        return "the box is built by root (mmdebstrap and chroot): run make as root, or under sudo"
    return ""


def no_box() -> str:
    """Why no box can be built on this machine, and what to do; empty where one can."""
    if lacking := missing_tools():
        return lacking
    for words, why in PROBES:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return f"the box: {why}\n{done.stderr[-500:]}"
    return ""


@dataclass(frozen=True, slots=True)
class Debian:
    """One suite of Debian, and where what was built of it is kept."""

    suite: str
    cache: Path
    say: Say = print

    def bare(self) -> Image:
        """A machine as Debian's installer leaves it, with nothing of ours but the hand."""
        return self.changed("bare", lambda root: None)

    def with_packages(
        self,
        name: str,
        packages: Sequence[Path],
        edit: Edit = _nothing,
        *recipe: str,
        besides: Sequence[str] = (),
    ) -> Image:
        """The machine with these packages installed by apt, as root does it, over the network.

        Args:
            name: of the image, in messages and in the cache.
            packages: `.deb` files; apt fetches from the suite what they depend on.
            edit: changes the root directory it is given, after the installation.
            recipe: of what the edit is made, beside its own source: other functions, files.
            besides: packages of Debian itself that are installed with them.
        """

        def change(root: Path) -> None:
            self._install(root, packages, besides)
            edit(root)

        digests = (_digest(package) for package in packages)
        return self.changed(name, change, inspect.getsource(edit), *recipe, *digests, *besides)

    def changed(self, name: str, change: Edit, *recipe: str) -> Image:
        """The bare machine with its root directory changed; made once for the same `recipe`."""
        bare, folder = self.bare_tar(), self.place(name, change, *recipe)
        made = Image(folder / "disk.img", folder / "vmlinuz", folder / "initrd", self.suite)
        with self._alone():
            if not made.disk.exists():
                self._timed(f"{name} on {self.suite}", lambda: self._build(made, bare, change))
        return made

    def place(self, name: str, change: Edit, *recipe: str) -> Path:
        """Where the machine that is so changed is kept: another for every other source of what makes it."""
        sources = Path(__file__).read_text(encoding="utf-8"), inspect.getsource(change)
        return self._kept(name, self._bare().name, hand.PROGRAM, hand.UNIT, *sources, *recipe)

    def bare_tar(self) -> Path:
        """The root file system of the bare machine, made once a week: its updates come."""
        path = self._bare()
        with self._alone():
            if not path.exists():
                self._timed(f"Debian {self.suite} from its packages", lambda: self._debootstrap(path))
        return path

    # --- inside -----------------------------------------------------------------------------------

    def _bare(self) -> Path:
        return self._kept("debian", time.strftime("%G-%V"), *LIKE_NETINST, *INITRD).with_suffix(".tar")

    def _debootstrap(self, path: Path) -> None:
        part = path.with_suffix(".part")
        words = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(LIKE_NETINST)}"]
        words += [f"--essential-hook=printf %s '{text}' > \"$1{name}\"" for name, text in INITRD]
        words.insert(
            4,
            '--essential-hook=mkdir -p "$1/etc/initramfs-tools/conf.d" '
            '"$1/usr/share/initramfs-tools/modules.d"',
        )
        _run([*words, "--format=tar", self.suite, str(part)])
        part.rename(path)

    def _install(self, root: Path, packages: Sequence[Path], besides: Sequence[str]) -> None:
        folder = root / "root/packages"
        folder.mkdir()
        for package in packages:
            shutil.copy(package, folder)
        with _mounted(root):
            _chroot(root, "apt-get", "update", "-qq")
            names = [f"/root/packages/{package.name}" for package in packages]
            _chroot(root, "apt-get", "install", "-qq", "-y", *names, *besides)
            _chroot(root, "apt-get", "clean")

    def _build(self, image: Image, bare: Path, change: Edit) -> None:
        folder = image.disk.parent
        for older in self.cache.glob(f"{folder.name.rpartition('-')[0]}-*"):
            if older.is_dir():
                shutil.rmtree(older)  # of an earlier recipe
        root = folder / "root"
        root.mkdir(parents=True)
        _run(["tar", "--numeric-owner", "--xattrs", "-C", str(root), "-xf", str(bare)])
        dressed(root)
        change(root)
        cleaned(root)
        for kind, path in (("vmlinuz", image.kernel), ("initrd.img", image.initrd)):
            shutil.copy(sorted((root / "boot").glob(f"{kind}-*"))[-1], path)
        part = folder / "disk.part"
        disk_of(part, DISK_MB, root, label="box")
        shutil.rmtree(root)
        part.rename(image.disk)

    def _kept(self, name: str, *recipe: object) -> Path:
        self.cache.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256(repr(recipe).encode()).hexdigest()[:12]
        return self.cache / f"{name}-{self.suite}-{digest}"

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Of all that play at once, one builds; the others find what it built."""
        with (self.cache / "building").open("w") as held:
            flock(held, LOCK_EX)
            yield

    def _timed(self, what: str, act: Callable[[], None]) -> None:
        began_s = time.monotonic()
        self.say(f"building {what} ...")
        act()
        self.say(f"building {what}: {time.monotonic() - began_s:.0f} s")


def disk_of(path: Path, megabytes: int, folder: Path | None = None, label: str = "") -> Path:
    """A disk of this size at `path`, ext4, with the files of the folder; made anew, without mounting it."""
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    words = ["mke2fs", "-q", "-F", "-t", "ext4", "-L", label]
    words += ["-d", str(folder)] if folder is not None else []
    _run([*words, str(path), f"{megabytes}M"])
    return path


def dressed(root: Path) -> None:
    """What Debian's installer asks for is answered, and the hand is there."""
    (root / "etc/hostname").write_text("table\n", encoding="utf-8")
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 table\n", encoding="utf-8")
    (root / "etc/fstab").write_text("/dev/vda / ext4 errors=remount-ro 0 1\n", encoding="utf-8")
    hand.laid_into(root)


def cleaned(root: Path) -> None:
    """Nothing of the building is left in this root; the first boot makes the machine's id."""
    (root / "etc/machine-id").write_text("", encoding="utf-8")
    for name in ("etc/resolv.conf", "usr/sbin/policy-rc.d", "var/lib/dbus/machine-id"):
        (root / name).unlink(missing_ok=True)
    for folder in ("var/lib/apt/lists", "var/cache/apt", "tmp", "root", "var/tmp", "run"):
        for path in (root / folder).iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    for log in (root / "var/log").rglob("*"):
        if log.is_file():
            os.truncate(log, 0)  # not opened anew: the kernel refuses root that in a folder that others share


@contextmanager
def _mounted(root: Path) -> Iterator[None]:
    """The kernel's own file systems are in the root, no service is started in it, and names are resolved."""
    mounts = [("proc", "proc"), ("sysfs", "sys")]
    policy = root / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
    policy.chmod(0o755)
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    done: list[Path] = []
    try:
        for kind, place in mounts:
            _run(["mount", "-t", kind, kind, str(root / place)])
            done.append(root / place)
        yield
    finally:
        for place in reversed(done):
            _run(["umount", "--lazy", str(place)])
        policy.unlink()
        (root / "etc/resolv.conf").unlink()


def _chroot(root: Path, *words: str) -> None:
    kept = {name: os.environ[name] for name in ("http_proxy", "https_proxy") if name in os.environ}
    path = "/usr/sbin:/usr/bin:/sbin:/bin"
    environment = {"PATH": path, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", **kept}
    _run(["chroot", str(root), *words], environment)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _run(words: list[str], environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise RuntimeError(
            f"{' '.join(words)}: exit {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
        )
