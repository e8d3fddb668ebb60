"""What OPERATIONS and LINK tell people to type on an installed machine, in the order of the pages.

    python -m tests.machine.pages table out/packages/bookworm-amd64 CACHE FOLDER
    python -m tests.machine.pages pit   out/packages/bookworm-amd64 CACHE FOLDER

Each command is typed as the page writes it and by the user that the page names: root in the folder of the
package files, the others by `runuser`. What stands for somebody's own names is in `tests/pages/registry.py`,
as are exit codes and answers to questions. The machine has none of the table's devices, and no network.

Whatever a command comes to, those after it are typed too. Exit 0 when all did what the registry says.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.machine.guest import Guest, GuestLate
from tests.machine.image import Debian
from tests.machine.installed import outputs_of_the_box
from tests.machine.smoke import say
from tests.pages.registry import GUEST, InGuest
from tests.pages.typed import Typed, commands

FILES: Final = "/srv/files"
OF: Final = {
    "table": (("deploy/OPERATIONS.md", ("the table", "")), ("deploy/LINK.md", ("the table",))),
    "pit": (("deploy/OPERATIONS.md", ("the pit",)),),
}
"""Of each machine its pages, and the machines of their blocks that are this one; "" for a sentence."""
AT_REST: Final = {
    "table": "systemctl is-active tapis-table tapis-screen@dealer && test -S /run/tapis/dealer.sock",
    "pit": "systemctl is-active tapis-witness",
}
STARTS: Final = ("settings approve", "restart tapis-table", "start tapis-table")
"""After these a person looks whether the table is there before he types on."""
REST_S: Final = 300
COMMAND_S: Final = 600


def typed_at(machine: str) -> Iterator[Typed]:
    """The commands of this machine, in the order of the pages; what takes it down comes last.

    What a sentence names that was typed before is not typed again, and what it names of the time after the
    table has started is typed then.
    """
    last, early, seen, begun = [], [], set[str](), False
    for page, here in OF[machine]:
        for one in commands(page):
            if one.machine not in here or one.text not in GUEST or (not one.in_block and one.text in seen):
                continue
            seen.add(one.text)
            if "no table any more" in one.rest:
                last.append(one)
            elif not begun and not one.in_block:
                early.append(one)
            else:
                yield one
            if one.text == "systemctl reboot" and not begun:
                begun = True
                yield from early
    yield from last


def type_pages(guest: Guest, machine: str, say: Callable[[str], None] = say) -> list[str]:
    """Types them all into a guest that is up and has the package files.

    Returns:
        What ended with another code than it should, or did not say what it should, each with page and line.
    """
    failed = []
    for one in typed_at(machine):
        began_s, came, told = time.monotonic(), "held  ", ""
        try:
            _type(guest, machine, one, GUEST[one.text])
        except (AssertionError, GuestLate) as why:
            failed.append(f"{one.where}: {why}")
            came, told = "FAILED", f"\n{why}"
        say(f"{came} {time.monotonic() - began_s:5.0f} s  {one.where}: {one.text}{told}")
    return failed


def _type(guest: Guest, machine: str, one: Typed, how: InGuest) -> None:
    if one.text == "systemctl reboot":
        guest.reboot()
    else:
        if how.before:
            guest.run(how.before, deadline_s=COMMAND_S).good()
        text = one.text
        for before, after in how.named.items():
            text = text.replace(before, after)
        user = one.user.removeprefix("root") if one.in_block or not text.startswith("tapis") else "tapis"
        folder = FILES if text.startswith("apt") else "/"
        done = guest.run(f"cd {folder}; {text}", user=user, stdin=how.typed.encode(), deadline_s=COMMAND_S)
        told = f"{text}: exit {done.code}\n{done.out}\n{done.err}"
        assert done.code in how.codes, told
        assert how.says in done.out + done.err, told
    if one.text == "systemctl reboot" or any(word in one.text for word in STARTS):
        guest.until(AT_REST[machine], f"{machine} is at its work", deadline_s=REST_S)


def main() -> int:
    """0 when every command came to what the registry says."""
    machine, packages, cache, folder = sys.argv[1], *map(Path, sys.argv[2:5])
    files = [sorted(packages.glob(f"{name}_*.deb"))[-1] for name in ("tapis-common", f"tapis-{machine}")]

    def with_files(root: Path) -> None:
        (root / FILES[1:]).mkdir()
        for path in files:
            shutil.copy(path, root / FILES[1:])
        weston = root / "etc/tapis/weston.ini"
        weston.write_text(outputs_of_the_box(weston.read_text(encoding="utf-8")), encoding="utf-8")

    image = Debian("bookworm", cache, say).with_packages(f"pages-{machine}", files, with_files, FILES)
    shutil.rmtree(folder, ignore_errors=True)
    began_s = time.monotonic()
    with Guest(image, folder, name=machine) as guest:
        failed = type_pages(guest, machine)
        if failed:
            say(f"\nthe journal of the machine:\n{guest.journal(lines=80)}")
    say(f"{machine}: {len(failed)} of the pages' commands failed, {time.monotonic() - began_s:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
