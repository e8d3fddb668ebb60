"""Bootable images: Debian from its own packages, ours on top, and the test's hand.

    debian = Debian("bookworm", cache)            # or "trixie"
    bare = debian.bare()                          # what a netinst leaves
    table = debian.with_packages("table", [deb])  # the packages, installed by apt inside it

A root file system is made by mmdebstrap, kept as a tar in `cache` and used again while its recipe is the
same. What root's build leaves is taken out: no host files, no package lists or caches, an empty machine id.
The image is an ext4 file made without mounting anything. It needs root, mmdebstrap and e2fsprogs; see
`missing_tools`.

What is in the box's image and in no Debian and no package of ours: the hand (`tests.machine.hand`), a line in
`/etc/fstab`, a host's name.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
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
TOOLS: Final = {"mmdebstrap": "mmdebstrap", "mke2fs": "e2fsprogs", "qemu-system-x86_64": "qemu-system-x86"}
Say = Callable[[str], None]


def missing_tools() -> str:
    """What this machine lacks to build and run the box, and what to type; empty where nothing is missing."""
    wanted = [package for tool, package in TOOLS.items() if shutil.which(tool) is None]
    if wanted:
        typed = "apt-get install --no-install-recommends -y " + " ".join([*wanted, "qemu-utils"])
        return f"the box needs {', '.join(wanted)}; type, as root:\n\n    {typed}\n"
    if os.geteuid() != 0:
        return "the box is built by root (mmdebstrap and chroot): run make as root, or under sudo"
    return ""


@dataclass(frozen=True, slots=True)
class Debian:
    """One suite of Debian, and where what was built of it is kept."""

    suite: str
    cache: Path
    say: Say = print

    def bare(self) -> Image:
        """A machine as Debian's installer leaves it, with nothing of ours but the hand."""
        return self._image("bare", self._bare_tar(), lambda root: None)

    def with_packages(
        self, name: str, packages: Sequence[Path], edit: Callable[[Path], None] | None = None
    ) -> Image:
        """The machine with these packages installed by apt, network and all; `edit` changes its root then.

        Args:
            name: of the image, in messages and in the cache.
            packages: `.deb` files; apt fetches what they depend on from the suite.
            edit: given the root directory.
        """

        def installed(root: Path) -> None:
            folder = root / "root/packages"
            folder.mkdir()
            for package in packages:
                shutil.copy(package, folder)
            with _mounted(root):
                self._chroot(root, "apt-get", "update", "-qq")
                names = [f"/root/packages/{package.name}" for package in packages]
                self._chroot(root, "apt-get", "install", "-qq", "-y", *names)
                self._chroot(root, "apt-get", "clean")
            shutil.rmtree(folder)

        made = self._tar(name, installed, *(_digest(package) for package in packages))
        return self._image(name, made, edit or (lambda root: None))

    def with_root(self, name: str, edit: Callable[[Path], None], *recipe: str) -> Image:
        """The bare machine with its root directory changed by `edit`; `recipe` tells two edits apart."""
        return self._image(name, self._tar(name, edit, *recipe), lambda root: None)

    # --- root file systems ------------------------------------------------------------------------

    def _bare_tar(self) -> Path:
        week = time.strftime("%G-%V")  # security updates come; nobody tests the kernel of last spring
        path = self._kept("bare", self.suite, week, *LIKE_NETINST)
        if not path.exists():
            self._timed(f"Debian {self.suite} from its packages", lambda: self._debootstrap(path))
        return path

    def _debootstrap(self, path: Path) -> None:
        part = path.with_suffix(".part.tar")
        words = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(LIKE_NETINST)}"]
        # Initial RAM disks of one machine are half as large and made in half the time.
        _run([*words, '--aptopt=Apt::Install-Recommends "false"', self.suite, str(part)])
        part.rename(path)

    def _tar(self, name: str, change: Callable[[Path], None], *recipe: str) -> Path:
        bare = self._bare_tar()
        path = self._kept(name, bare.name, *recipe)
        if not path.exists():

            def build() -> None:
                part = path.with_suffix(".part.tar")
                with self._unpacked(bare) as root:
                    change(root)
                    _run(["tar", "--numeric-owner", "--xattrs", "-C", str(root), "-cf", str(part), "."])
                part.rename(path)

            self._timed(f"{name} on {self.suite}", build)
        return path

    def _kept(self, name: str, *recipe: str) -> Path:
        self.cache.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256("\n".join(recipe).encode()).hexdigest()[:12]
        return self.cache / f"{name}-{self.suite}-{digest}.tar"

    @contextmanager
    def _unpacked(self, tar: Path) -> Iterator[Path]:
        root = self.cache / f"root-{os.getpid()}-{time.monotonic_ns()}"
        root.mkdir()
        try:
            _run(["tar", "--numeric-owner", "--xattrs", "-C", str(root), "-xf", str(tar)])
            yield root
        finally:
            shutil.rmtree(root)

    def _chroot(self, root: Path, *words: str) -> None:
        environment = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "DEBIAN_FRONTEND": "noninteractive",
            "LC_ALL": "C.UTF-8",
            **{name: os.environ[name] for name in ("http_proxy", "https_proxy") if name in os.environ},
        }
        _run(["chroot", str(root), *words], environment)

    # --- images -----------------------------------------------------------------------------------

    def _image(self, name: str, tar: Path, edit: Callable[[Path], None]) -> Image:
        folder = tar.with_suffix("")
        made = Image(folder / "disk.img", folder / "vmlinuz", folder / "initrd", self.suite)
        with self._unpacked(tar) as root:
            self._timed(f"the disk of {name}, {self.suite}", lambda: self._write(made, root, edit))
        return made

    def _write(self, image: Image, root: Path, edit: Callable[[Path], None]) -> None:
        cleaned(root)
        edit(root)
        folder = image.disk.parent
        folder.mkdir(exist_ok=True)
        for kind, path in (("vmlinuz", image.kernel), ("initrd.img", image.initrd)):
            newest = sorted((root / "boot").glob(f"{kind}-*"))[-1]
            shutil.copy(newest, path)
        image.disk.unlink(missing_ok=True)
        _run(
            ["mke2fs", "-q", "-F", "-t", "ext4", "-L", "box", "-d", str(root), str(image.disk), f"{DISK_MB}M"]
        )

    def _timed(self, what: str, act: Callable[[], None]) -> None:
        began_s = time.monotonic()
        self.say(f"building {what} ...")
        act()
        self.say(f"building {what}: {time.monotonic() - began_s:.0f} s")


def cleaned(root: Path) -> None:
    """Nothing of the building is left in this root, and the hand is there.

    The first boot makes the machine's id, as on a machine that was just installed.
    """
    (root / "etc/machine-id").write_text("", encoding="utf-8")
    (root / "var/lib/dbus/machine-id").unlink(missing_ok=True)
    for name in ("etc/resolv.conf", "etc/hostname", "usr/sbin/policy-rc.d"):
        (root / name).unlink(missing_ok=True)
    for folder in ("var/lib/apt/lists", "var/cache/apt/archives", "tmp", "root", "var/tmp", "run"):
        for path in (root / folder).iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    for log in (root / "var/log").rglob("*"):
        if log.is_file():
            log.write_bytes(b"")
    (root / "etc/hostname").write_text("table\n", encoding="utf-8")
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 table\n", encoding="utf-8")
    (root / "etc/fstab").write_text("/dev/vda / ext4 errors=remount-ro 0 1\n", encoding="utf-8")
    hand.laid_into(root)


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


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _run(words: list[str], environment: dict[str, str] | None = None) -> None:
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        raise RuntimeError(
            f"{' '.join(words)}: exit {done.returncode}\n{done.stdout[-4000:]}{done.stderr[-4000:]}"
        )
