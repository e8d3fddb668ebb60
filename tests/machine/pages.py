"""What OPERATIONS and ROOM tell people to type on an installed machine, in the order of the pages.

    python -m tests.machine.pages table out/packages/bookworm-amd64 CACHE FOLDER
    python -m tests.machine.pages pit   out/packages/bookworm-amd64 CACHE FOLDER

Each command is typed as the page writes it and by the user that the page names: root in the folder of the
package files, the others by `runuser`. What stands for somebody's own names is in `tests/pages/registry.py`,
as are exit codes and answers to questions. The machine has none of the table's devices, and no network.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.machine.guest import Guest
from tests.machine.image import Debian
from tests.pages.registry import GUEST, InGuest
from tests.pages.typed import Typed, commands

FILES: Final = "/root/files"
OF: Final = {
    "table": (("deploy/OPERATIONS.md", ("the table", "")), ("deploy/LINK.md", ("the table",))),
    "pit": (("deploy/OPERATIONS.md", ("the pit",)),),
}
"""Of each machine its pages, and the machines of their blocks that are this one; "" for a sentence."""
AT_REST: Final = {
    "table": "systemctl is-active tapis-table && test -S /run/tapis/dealer.sock",
    "pit": "systemctl is-enabled tapis-witness",
}
Say = Callable[[str], object]


def typed_at(machine: str) -> Iterator[Typed]:
    """The commands of this machine, in the order of the pages; what takes it down comes last.

    What a sentence names that was typed before is not typed again.
    """
    last, seen = [], set[str]()
    for page, here in OF[machine]:
        for one in commands(page):
            if one.machine not in here or one.text not in GUEST or (not one.in_block and one.text in seen):
                continue
            seen.add(one.text)
            if "no table any more" in one.rest:
                last.append(one)
            else:
                yield one
    yield from last


def type_pages(guest: Guest, machine: str, say: Say = sys.stdout.write) -> int:
    """Types them all into a guest that is up and has the package files; returns how many.

    Raises:
        AssertionError: a command ended with another code than it should, or did not say what it should; its
            page and line are named.
    """
    count = 0
    for one in typed_at(machine):
        how = GUEST[one.text]
        if one.text == "systemctl reboot":
            guest.reboot()
            guest.until(AT_REST[machine], "the machine is at its work", deadline_s=240)
        else:
            _type(guest, one, how)
            if "settings approve" in one.text or "restart tapis-table" in one.text:
                guest.until(AT_REST[machine], "the table is back", deadline_s=120)
        say(f"{one.where}: {one.text}\n")
        count += 1
    return count


def _type(guest: Guest, one: Typed, how: InGuest) -> None:
    if how.before:
        guest.run(how.before).good()
    text = one.text
    for before, after in how.named.items():
        text = text.replace(before, after)
    user = one.user.removeprefix("root") if one.in_block or not text.startswith("tapis") else "tapis"
    folder = f"cd {FILES}; " if text.startswith("apt") else "cd /; "
    done = guest.run(f"{folder}{text}", user=user, stdin=how.typed.encode(), deadline_s=300)
    told = f"{one.where}: {text}: exit {done.code}\n{done.out}\n{done.err}"
    assert done.code in how.codes, told
    assert how.says in done.out + done.err, told


def main() -> int:
    machine, packages, cache, folder = sys.argv[1], *map(Path, sys.argv[2:5])
    files = [*packages.glob("tapis-common_*.deb"), *packages.glob(f"tapis-{machine}_*.deb")]

    def with_files(root: Path) -> None:
        (root / FILES[1:]).mkdir()
        for path in files:
            shutil.copy(path, root / FILES[1:])

    image = Debian("bookworm", cache).with_packages(f"pages-{machine}", files, with_files)
    folder.mkdir(parents=True, exist_ok=True)
    with Guest(image, folder, name=machine) as guest:
        type_pages(guest, machine)
    return 0


if __name__ == "__main__":
    sys.exit(main())
