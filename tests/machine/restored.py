"""A table's machine is lost in mid-deal; a new one gets its data back from the disk of the backups.

Only the machine is new: shoe, shuffler, chips and reader are those that stood at the table.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from tests.machine import lines
from tests.machine.cuts import Player
from tests.machine.evening import Evening, number_of
from tests.machine.floor import Floor
from tests.machine.guest import Image
from tests.machine.image import disk_of
from tests.machine.ledger import VERIFIERS, differences, felt
from tests.machine.scenes import BACK_S

OPEN_S: Final = 900
TARGET: Final = "/mnt/tapis-backup"
MOUNT: Final = f"mkdir -p {TARGET} && mount /dev/sda {TARGET}"
DISK_MB: Final = 64


def lost_and_restored(image: Image, keep: Path, folder: Path) -> dict[str, Any]:
    """The table is backed up in mid-deal by its unit; a new machine goes on in the same round, with the same
    meter, once two persons have accepted that it has no mark."""
    folder.mkdir(parents=True, exist_ok=True)
    private, public = _pair(folder)
    disk = disk_of(folder / "backups.img", DISK_MB)
    plugged = [
        *("-drive", f"if=none,id=backups,file={disk},format=raw,cache=writethrough"),
        *("-device", "usb-storage,bus=usb.0,drive=backups"),
    ]
    with Floor(image, folder, keep=keep, screens=False, extra=plugged) as floor:
        player = Player(floor)
        people = Evening(1, floor.hands, player.look, player.press, player.pause, hurry=2)
        settings = _backed_up(floor, player, people, public)
        before = player.look()
        player.hang_up()
        floor.cut()
        floor.guest.disk.unlink()
        _restored(floor, settings, private)
        moved = differences(felt(before), felt(player.connect()))
        assert not moved, moved
        assert not player.look()["jackpot"]["open"], "JP1 is open on a machine without the table's mark"
        people.rounds(1, OPEN_S)
        people.reopen(BACK_S)
        people.rounds(1, OPEN_S)
        player.hang_up()
        for command in VERIFIERS:
            code, said = floor.typed(command)
            assert code == 0, said
        return {"round": number_of(before), "cards_out": before["round"]["drawn"]}


def _pair(folder: Path) -> tuple[Path, str]:
    """The key pair that is made at a desk: where the private one is, and the public one."""
    private = folder / "backup-keys.pem"
    private.unlink(missing_ok=True)
    words = [str(Path(sys.executable).with_name("tapis")), "keys", "pair", str(private)]
    said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return private, next(word for word in said.split() if len(word.strip('"')) == 64).strip('"')


def _backed_up(floor: Floor, player: Player, people: Evening, public: str) -> str:
    """Hands are dealt and the unit of the backup has run; what the technician kept of `/etc/tapis`."""
    floor.boot()
    guest = floor.guest
    guest.run(f"{MOUNT} && chown tapis: {TARGET}").good()
    settings = guest.run("cat /etc/tapis/table.toml").good().out
    settings += f'\n[backup]\ntarget = "{TARGET}"\nrecipient = "{public}"\n'
    guest.put("/etc/tapis/table.toml", settings)
    player.connect()
    people.until(lambda view: view["phase"] == "deciding", OPEN_S, "no hand is dealt")
    guest.run("systemctl start tapis-backup.service", deadline_s=BACK_S).good()
    last = json.loads(guest.run("cat /var/lib/tapis-backup/last.json").good().out)
    assert last, "nothing says that a backup was made"
    guest.run(f"umount {TARGET}").good()
    return settings


def _restored(floor: Floor, settings: str, private: Path) -> None:
    """A new machine from the packages, with the test's lines, as the page of the restore has it typed."""
    floor.boot()
    guest = floor.guest
    guest.run(lines.laid_into(guest), deadline_s=BACK_S).good()
    guest.run("systemctl stop tapis-table", deadline_s=BACK_S).good()
    guest.put("/etc/tapis/table.toml", settings)
    guest.put("/root/backup-keys.pem", private.read_bytes(), "0600")
    guest.run(MOUNT).good()
    typed = f"tapis restore {TARGET} --keys /root/backup-keys.pem --aside first"
    guest.run(typed, deadline_s=BACK_S).good()
    guest.run("systemctl start tapis-table", deadline_s=BACK_S).good()
