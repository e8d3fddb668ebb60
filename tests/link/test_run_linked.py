"""`tapis run` with a linked book: JP1 follows the link, the table runs on without it."""

from __future__ import annotations

import signal
from pathlib import Path
from random import Random

import pytest

from controller.boot.sessions import linkage_of
from controller.boot.starting import CannotStart, started_floor
from controller.cli import doctor_records as records
from controller.cli.doctor_findings import Level
from controller.clock import SystemClock
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.table import load_table
from drivers.sim.ptys import PtyCarrier
from drivers.sim.shoe import ShoeTwin
from drivers.sim.shuffler import ShufflerTwin
from tests.law.requirements import requirement
from tests.link_proxy import Proxy
from tests.private_postgres import PrivateServer
from tests.shell.live_table import LiveTable, write_settings


def settings_with(folder: Path, book: str) -> Path:
    path = write_settings(folder)
    text = path.read_text(encoding="utf-8").replace("[table]\n", f'[table]\nbook = "{book}"\n', 1)
    path.write_text(text, encoding="utf-8")
    return path


def jackpot_for(server: PrivateServer, database: str, table: str) -> None:
    """A real jackpot on the shipped terms, which admits one table."""
    from controller.book.postgres_people import admit, create

    linkage = linkage_of(load_profile("fr-55-20-2021"))
    create(server.url(database), load_jackpot(), linkage, simulated=False, at_ms=0)
    admit(server.url(database), "uth_9", "table", table)


def test_a_running_table_closes_jp1_with_the_link_and_opens_it_again(
    postgres: PrivateServer, tmp_path: Path
) -> None:
    jackpot_for(postgres, "run linked", "UTH-9")
    with Proxy(postgres.port) as proxy:
        settings = settings_with(tmp_path, postgres.url("run linked", "uth_9", port=proxy.port))
        clock = SystemClock()
        machines = [
            PtyCarrier(ShoeTwin(boot=7), tmp_path / "lines" / "shoe", clock),
            PtyCarrier(ShufflerTwin(Random(1), boot=8), tmp_path / "lines" / "shuffler", clock),
        ]
        proxy.refusing = True  # the server is away when the table starts
        table = LiveTable(settings)
        assert table.until(lambda view: view["phase"] == "closed")["jackpot"]["open"] is False
        proxy.refusing = False
        assert table.until(lambda view: view["jackpot"]["open"])["jackpot"]["meter_cents"] == 1_000_000
        assert records.linked_book(load_table(settings)).level is Level.OK
        proxy.refusing = True
        proxy.cut()
        table.until(lambda view: not view["jackpot"]["open"])
        assert table.tap("OpenTable")["ok"], "the main game goes on"
        assert records.linked_book(load_table(settings)).level is Level.WARNING
        proxy.refusing = False
        table.until(lambda view: view["jackpot"]["open"])
        assert table.stop(signal.SIGTERM)[0] == 0
        for machine in machines:
            machine.close()


@requirement("LK-01")
def test_a_table_with_the_role_of_another_does_not_start(postgres: PrivateServer, tmp_path: Path) -> None:
    jackpot_for(postgres, "run of another", "UTH-8")
    settings = settings_with(tmp_path, postgres.url("run of another", "uth_9", port=postgres.port))
    loaded = load_table(settings)
    assert records.linked_book(loaded).level is Level.FAULT
    clock = SystemClock()
    machines = [
        PtyCarrier(ShoeTwin(boot=7), tmp_path / "lines" / "shoe", clock),
        PtyCarrier(ShufflerTwin(Random(1), boot=8), tmp_path / "lines" / "shuffler", clock),
    ]
    with pytest.raises(CannotStart, match="its role stands for table UTH-8, not for table UTH-9"):
        started_floor(loaded)
    assert not list((tmp_path / "data" / "journals").iterdir())
    for machine in machines:
        machine.close()
