"""The certificates that our pages and scripts make are taken, by the strict rules of Python 3.13 too."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from controller.screens.remote import RemoteDoor, RemoteTerms
from controller.settings.room import CertificateFile, RoomFile, RoomTable
from controller.witness.table_line import TableLine
from tests.patience import PATIENCE_S
from tests.shell.line.served_table import House

DEPLOY = Path(__file__).parents[2] / "deploy"


def typed(command: str, folder: Path) -> str:
    done = subprocess.run(
        ["sh", "-euc", command], cwd=folder, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the first block of ROOM.md was typed."""
    folder = tmp_path_factory.mktemp("room")
    block = re.search(r"```sh\n(.*?)```", (DEPLOY / "ROOM.md").read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    typed(block[1], folder)
    return folder


def test_a_pit_and_a_table_know_each_other_by_the_certificates_of_the_page(
    room: Path, tmp_path: Path
) -> None:
    house, said = House(tmp_path), []
    terms = RemoteTerms("127.0.0.1", 0, room / "ca.pem", room / "UTH-2.pem", room / "UTH-2.key")
    door = RemoteDoor(terms, "UTH-2", tmp_path, said.append)
    door.open()
    try:
        table = RoomTable(name="UTH-2", address=f"127.0.0.1:{door.port}")
        files = CertificateFile(ca=room / "ca.pem", certificate=room / "pit.pem", key=room / "pit.key")
        with TableLine.to_table(table, RoomFile(certificate=files, table=[table])) as line:
            assert line.hear()["view"]["screen"] == "pit"
    finally:
        door.close()
        house.close()
    assert "UTH-2: remote 127.0.0.1 joined as pit: pit" in said


def test_the_certificates_of_the_linked_jackpot_are_strictly_right(tmp_path: Path) -> None:
    script = DEPLOY / "postgresql" / "certificate"
    for words in ("authority", "server a.casino.lan", "role uth_1"):
        typed(f"{script} {words}", tmp_path)
    for name in ("a.casino.lan", "uth_1"):
        checked = typed(f"openssl verify -x509_strict -CAfile root.crt {name}.crt", tmp_path)
        assert checked == f"{name}.crt: OK\n"
