"""An upgrade and a rollback on a table with an open round: two versions of our packages, no network."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from tests.machine.cuts import Player
from tests.machine.evening import Evening
from tests.machine.floor import READY_S, Floor
from tests.machine.guest import Image
from tests.machine.image import disk_of
from tests.machine.ledger import VERIFIERS, differences, felt
from tests.machine.scenes import BACK_S
from tests.machine.seen import View

OPEN_S: Final = 900
INSTALL_S: Final = 900
DISK_MB: Final = 256
NOTED: Final = " of the newer packages"
CHANGED: Final = f"""

_by_metadata = this_version


def this_version() -> str:
    return f"{{_by_metadata()}}{NOTED}"
"""
"""What the newer program's `controller/journal/newer.py` has besides."""


def upgraded_and_rolled_back(
    image: Image, keep: Path, folder: Path, packages: Sequence[Path]
) -> dict[str, Any]:
    """In mid-deal a newer version is refused while the table runs. Stopped, the table takes it, and goes on
    in the same round after a restart of the machine; so it does under the older one, and all verifies."""
    folder.mkdir(parents=True, exist_ok=True)
    old = {_version(package) for package in packages}
    newer = [newer_of(package, folder / "newer") for package in packages]
    disk = _disk_with([*packages, *newer], folder)
    extra = ["-drive", f"file={disk},if=virtio,format=raw,readonly=on"]
    with Floor(image, folder, keep=keep, screens=False, extra=extra) as floor:
        floor.boot()
        player = Player(floor)
        player.connect()
        people = Evening(1, floor.hands, player.look, player.press, player.pause, hurry=2)
        people.until(lambda view: view["phase"] == "deciding", OPEN_S, "no hand is dealt")
        before = player.look()
        for named, given in (("newer", newer), ("older", packages)):
            floor.guest.run("mkdir -p /mnt/packages && mount -o ro /dev/vdb /mnt/packages").good()
            files = " ".join(f"/mnt/packages/{package.name}" for package in given)
            typed = f"DEBIAN_FRONTEND=noninteractive apt-get install -y --allow-downgrades {files}"
            _refused(floor, typed)
            _same(before, player.look(), f"refused {named}")
            player.hang_up()
            floor.guest.run("systemctl stop 'tapis-*'", deadline_s=BACK_S).good()
            floor.guest.run(typed, deadline_s=INSTALL_S).good()
            floor.guest.reboot(READY_S)
            floor.guest.until(
                "test -S /run/tapis/witness.sock", "the table serves", deadline_s=READY_S, every_s=1
            )
            _same(before, player.connect(), named)
            before = player.look()
            assert (_there(floor) in old) is (named == "older"), _there(floor)
            ran = floor.guest.run("cat /var/lib/tapis/version").good().out.strip()
            assert ran == noted_by(packages[0], newer=named == "newer"), f"what runs is {ran}"
        for command in VERIFIERS:
            code, said = floor.typed(command)
            assert code == 0, said
        player.hang_up()
        return {"round": before["round"]["number"], "cards_out": before["round"]["drawn"]}


def newer_of(package: Path, folder: Path) -> Path:
    """The package again, as of the next version, and needing the others of that version.

    That of the program has another number in its metadata besides, and one module that is not the older's: by
    what it notes in the table's data it is seen which of the two ran.
    """
    folder.mkdir(parents=True, exist_ok=True)
    tree = folder / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    subprocess.run(["dpkg-deb", "-R", str(package), str(tree)], check=True)
    control = tree / "DEBIAN" / "control"
    text = control.read_text(encoding="utf-8")
    now = re.escape(_version(package))
    control.write_text(re.sub(rf"\b{now}(?![\w.])", _next(_version(package)), text), encoding="utf-8")
    for metadata in tree.glob("usr/lib/tapis/lib/python3*/site-packages/tapis-*.dist-info"):
        _reprogrammed(tree, metadata, _number(package), _number(package, _next))
    made = folder / package.name.replace(_version(package), _next(_version(package)))
    subprocess.run(
        ["dpkg-deb", "-Zzstd", "-z1", "--root-owner-group", "-b", str(tree), str(made)], check=True
    )
    shutil.rmtree(tree)
    return made


def _reprogrammed(tree: Path, metadata: Path, older: str, newer: str) -> None:
    """The program of this tree is the newer one, and the sums of its files say so."""
    about = metadata / "METADATA"
    told = about.read_text(encoding="utf-8")
    about.write_text(told.replace(f"\nVersion: {older}\n", f"\nVersion: {newer}\n"), encoding="utf-8")
    with (metadata.parent / "controller" / "journal" / "newer.py").open("a", encoding="utf-8") as module:
        module.write(CHANGED)
    renamed = metadata.with_name(f"tapis-{newer}.dist-info")
    metadata.rename(renamed)
    sums = tree / "DEBIAN" / "md5sums"
    lines = []
    for line in sums.read_text(encoding="utf-8").splitlines():
        path = line.partition("  ")[2].replace(f"/{metadata.name}/", f"/{renamed.name}/")
        lines.append(f"{hashlib.md5((tree / path).read_bytes()).hexdigest()}  {path}\n")
    sums.write_text("".join(lines), encoding="utf-8")


def noted_by(package: Path, *, newer: bool) -> str:
    """What a program that has run notes in `/var/lib/tapis/version`: that of this package, or the newer."""
    return f"{_number(package, _next)}{NOTED}" if newer else _number(package)


def _version(package: Path) -> str:
    return package.name.split("_")[1]


def _number(package: Path, of: Callable[[str], str] = str) -> str:
    """The version without the Debian: 0.2.0 of 0.2.0+deb12."""
    return of(_version(package)).partition("+")[0]


def _next(version: str) -> str:
    """The version after this one: 0.2.1+deb12 of 0.2.0+deb12."""
    number, plus, suite = version.partition("+")
    head, _, last = number.rpartition(".")
    return f"{head}.{int(last) + 1}{plus}{suite}"


def _disk_with(packages: Sequence[Path], folder: Path) -> Path:
    """A disk with these files and nothing else."""
    tree = folder / "files"
    tree.mkdir(exist_ok=True)
    for package in packages:
        shutil.copy(package, tree)
    disk = disk_of(folder / "packages.img", DISK_MB, tree)
    shutil.rmtree(tree)
    return disk


def _refused(floor: Floor, typed: str) -> None:
    """Nothing is exchanged under a table that runs, and the words say what to type."""
    before = (_there(floor), _started(floor))
    done = floor.guest.run(typed, deadline_s=INSTALL_S)
    assert done.code != 0, "the program was exchanged under a table that runs"
    assert "What runs: tapis-table.service" in done.out + done.err, done.out + done.err
    assert (_there(floor), _started(floor)) == before
    audit = floor.guest.run("dpkg --audit").good().out
    assert audit == "", audit


def _there(floor: Floor) -> str:
    return floor.guest.run("dpkg-query -W -f '${Version}' tapis-common").good().out


def _started(floor: Floor) -> str:
    return floor.guest.run("systemctl show -p MainPID --value tapis-table").good().out.strip()


def _same(before: View, after: View, named: str) -> None:
    moved = differences(felt(before), felt(after))
    assert not moved, f"after the {named} packages: {moved}"
