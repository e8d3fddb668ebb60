"""What an IT department is given: figures, a board, a firewall, limits of the log, word of a failure."""

from __future__ import annotations

import grp
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from configparser import ConfigParser
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.cli.metrics_of_room import room_families
from controller.cli.metrics_of_table import table_families
from controller.cli.room_look import look_at_room
from controller.cli.status import rows_of
from controller.cli.status_look import Look
from controller.cli.status_rows import INDENT, WIDTH
from controller.cli.units import Unit
from controller.host.disk import LOW_BYTES
from controller.host.last_backup import LAST, last_made_ms, notes_beside
from controller.host.openmetrics import exposition
from controller.settings.room import RoomFile
from tests.drivers.opening_faults import NOBODY
from tests.openmetrics import Figures, strictly_read
from tests.patience import PATIENCE_S

DEPLOY = Path(__file__).parents[2] / "deploy"
SIZES = {"M": 2**20, "G": 2**30}
LINE = {"machine": "shoe", "health": "up", "since_ms": 0, "retries": 1, "damaged": 2, "returns": 3}
TOLD: dict[str, Any] = {
    "table": "UTH-2",
    "session": 12,
    "simulated": False,
    "approved": True,
    "phase": "between",
    "machines": [LINE],
    "alarms": [{"code": "A-108", "priority": 1, "at_ms": 0, "seen": False, "over": False}],
    "game": {
        "entries": 4_000,
        "rounds": 211,
        "meter_cents": 1_234_567,
        "jp1_open": True,
        "jp1_closed": "",
        "alarms_raised": 3,
        "alarms": [],
    },
    "edition": 7,
    "at_ms": 9_000,
    "started_ms": 1_000,
    "turned_ms": 12,
    "slowest_ms": 46,
    "apart_ms": -1_500,
    "clock_kept": True,
    "frame_log": "",
    "backup_ms": 5_000,
    "witness": {"asked_ms": 1_200, "behind": 0},
}
SEEN = Look(
    table="UTH-2",
    linked=False,
    now_ms=9_000,
    told=TOLD,
    why="",
    waits_for="",
    fitted=frozenset({"shoe"}),
    free_bytes=2**34,
    size_bytes=2**38,
    clock_kept=True,
    backup_ms=5_000,
    backup_asked=True,
    word=None,
    units=(Unit("tapis-table.service", "active", "running", "success", 2, 0, 8_000),),
)


def of_the_table(seen: Look = SEEN) -> Figures:
    return strictly_read(exposition(table_families(seen)))


def of_the_room(folder: Path) -> Figures:
    """The figures of a witness that has visited a table, taken a head of it and refused something."""
    (folder / "visits").mkdir(parents=True)
    (folder / "journals").mkdir()
    (folder / "visits" / "UTH-2").touch()
    (folder / "heads.txt").write_text("", encoding="utf-8")
    shutil.copy(DEPLOY / "worked-round.heads", folder / "journals" / "UTH-2-000001.journal.heads")
    (folder / "journals" / "UTH-2-000001.journal").touch()
    refused = {"at_ms": 1, "session": 1, "seq": 5, "why": "another one", "said": ""}
    (folder / "journals" / "UTH-2.refused").write_text(json.dumps(refused) + "\n", encoding="utf-8")
    room = RoomFile.model_validate({"table": [{"name": "UTH-2", "socket": "/run/tapis/pit.sock"}]})
    return strictly_read(exposition(room_families(look_at_room(room, folder))))


def test_the_figures_of_the_pits_machine_say_how_its_witness_does_with_each_table(tmp_path: Path) -> None:
    found = of_the_room(tmp_path / "witness")
    table = (("table", "UTH-2"),)
    assert found["tapis_room_refused"].samples == {table: "1"}
    assert float(found["tapis_room_visit_timestamp_seconds"].samples[table]) > 1.7e9
    assert float(found["tapis_room_head_timestamp_seconds"].samples[table]) > 0
    assert found["tapis_room_disk_free_bytes"].samples


def test_no_figure_of_a_table_has_the_name_of_one_of_the_room(tmp_path: Path) -> None:
    """node_exporter serves nothing at all where two files of a machine have a figure of the same name."""
    assert not of_the_table().keys() & of_the_room(tmp_path / "witness").keys()


def test_a_figure_is_exact_and_carries_its_unit() -> None:
    found = of_the_table()
    table = (("table", "UTH-2"),)
    assert found["tapis_clock_difference_seconds"].samples[table] == "-1.500"
    assert found["tapis_backup_timestamp_seconds"].samples[table] == "5.000"
    assert found["tapis_line_errors"].samples == {(("machine", "shoe"), *table): "2"}
    assert {one.unit for one in found.values()} == {"", "seconds", "cents", "bytes", "entries"}
    assert found["tapis_alarm_standing"].samples[(("code", "A-108"), *table)] == "1"


def test_what_nobody_knows_is_a_gap_and_not_a_zero() -> None:
    down = of_the_table(replace(SEEN, told={}, why="down", backup_ms=None, free_bytes=None))
    assert down["tapis_table_up"].samples == {(("table", "UTH-2"),): "0"}
    absent = {"tapis_jackpot_meter_cents", "tapis_rounds", "tapis_disk_free_bytes", "tapis_alarm_standing"}
    assert not absent & down.keys()
    in_mid_round = of_the_table(replace(SEEN, told={**TOLD, "game": None, "witness": None}))
    assert (
        not {"tapis_jackpot_meter_cents", "tapis_rounds", "tapis_witness_asked_seconds"} & in_mid_round.keys()
    )
    codes = {dict(labels)["code"] for labels in in_mid_round["tapis_alarm_standing"].samples}
    assert ("A-108" in codes, "A-203" in codes) == (True, False)


@pytest.mark.parametrize(
    ("backup_ms", "asked", "level", "figure"),
    [
        (0, True, "stands", "0.000"),
        (0, False, "look", None),
        (None, True, "ok", None),
        (5_000, False, "ok", "5.000"),
        (9_000 + 2 * 3_600_000, True, "stands", "7209.000"),
    ],
)
def test_a_backup_that_is_asked_for_and_was_never_made_stands_and_is_a_figure_to_compare(
    backup_ms: int | None, asked: bool, level: str, figure: str | None
) -> None:
    """0 is never, as a time since 1970: an alert on its age goes off. What nobody may look at is a gap."""
    seen = replace(SEEN, backup_ms=backup_ms, backup_asked=asked)
    for lang, name in (("fr", "sauvegarde"), ("en", "backup")):
        (row,) = (row for row in rows_of(seen, lang) if row.what == name)
        assert row.level == level
        assert len(row.said) <= WIDTH - INDENT
    found = of_the_table(seen).get("tapis_backup_timestamp_seconds")
    assert (None if found is None else found.samples[(("table", "UTH-2"),)]) == figure


def test_when_the_last_backup_was_made_is_known_never_or_not_to_be_seen(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert last_made_ms(data) == 0
    notes_beside(data).mkdir()
    assert last_made_ms(data) == 0
    (notes_beside(data) / LAST).touch()
    os.utime(notes_beside(data) / LAST, (7, 7))
    assert last_made_ms(data) == 7_000
    notes_beside(data).rename(tmp_path / "kept")
    notes_beside(data).touch()
    assert last_made_ms(data) is None


def test_a_table_that_decides_nothing_any_more_is_not_up() -> None:
    hangs = of_the_table(replace(SEEN, told={**TOLD, "turned_ms": 60_000}))
    assert hangs["tapis_table_up"].samples == {(("table", "UTH-2"),): "0"}


def test_every_expression_of_the_board_names_a_figure_that_there_is(tmp_path: Path) -> None:
    board = json.loads((DEPLOY / "grafana-tapis.json").read_text(encoding="utf-8"))
    found = {**of_the_table(), **of_the_room(tmp_path / "witness")}
    names = {f"{name}_total" if one.kind == "counter" else name for name, one in found.items()}
    asked = {
        name
        for panel in board["panels"]
        for target in panel["targets"]
        for name in re.findall(r"tapis_\w+", target["expr"])
    }
    assert {name.replace("tapis_room_unit_", "tapis_unit_") for name in asked} <= names
    assert not {name for name in names if name not in asked} - {
        "tapis_journal_entries",
        "tapis_alarms_raised_total",
        "tapis_room_store_bytes",
    }
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def nft_says(folder: Path, rules: str) -> str:
    """What nft remarks on these rules, in a network of its own; changes nothing."""
    nft = shutil.which("nft", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if nft is None:
        return "not installed"
    (folder / "nftables.conf").write_text(rules, encoding="utf-8")
    command = ["unshare", "--map-root-user", "--net", nft, "-c", "-f", str(folder / "nftables.conf")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    return done.stderr or ("" if done.returncode == 0 else f"exit {done.returncode}")


@pytest.mark.parametrize("machine", ["to_table", "to_pit", "to_display", "to_postgresql"])
def test_the_firewall_is_read_without_a_remark_for_each_machine(tmp_path: Path, machine: str) -> None:
    """By nft itself where this machine has it and lets it look; else by what every rule must have."""
    text = (DEPLOY / "nftables-tapis.conf").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^(define THIS_MACHINE\s*=) \w+", rf"\1 {machine}", text)
    if nft_says(tmp_path, "table inet probe {\n}\n") == "":
        assert nft_says(tmp_path, text) == ""
    defined = set(re.findall(r"(?m)^define (\w+)", text))
    assert {*re.findall(r"\$(\w+)", text)} == defined
    assert f"chain {machine} " in text
    assert text.count("policy drop") == 3, "in, out and through"
    assert text.count("{") == text.count("}")


def test_the_log_never_takes_the_room_of_the_journals() -> None:
    said = ConfigParser()
    said.read(DEPLOY / "journald-tapis.conf", encoding="utf-8")
    sizes = {key: said["Journal"][key] for key in ("SystemMaxUse", "SystemKeepFree")}
    bytes_of = {key: int(size[:-1]) * SIZES[size[-1]] for key, size in sizes.items()}
    assert bytes_of["SystemKeepFree"] >= 20 * LOW_BYTES
    assert bytes_of["SystemMaxUse"] < bytes_of["SystemKeepFree"]


def test_no_table_waits_for_a_time_server_that_is_not_there() -> None:
    said = ConfigParser()
    said.read(DEPLOY / "time-wait-tapis.conf", encoding="utf-8")
    assert 0 < int(said["Service"]["TimeoutStartSec"]) <= 60
    unit = (DEPLOY / "tapis-table.service").read_text(encoding="utf-8")
    assert re.search(r"(?m)^Wants=.*\btime-sync\.target", unit)
    assert re.search(r"(?m)^After=.*\btime-sync\.target", unit)
    assert not re.search(r"(?m)^(Requires|BindsTo|Requisite)=.*time", unit)


# --- a unit that fails ---------------------------------------------------------------------------

SERVICES = sorted(path.name for path in DEPLOY.glob("*.service") if path.name != "tapis-failed@.service")
LOOKED_AT = {"tapis-screen@.service", "tapis-screens.service"}
"""A dark glass is seen by who stands before it, and tried for ever where no monitor is on."""


@pytest.mark.parametrize("unit", SERVICES)
def test_the_failure_of_every_unit_is_made_known(unit: str) -> None:
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    assert re.search(r"(?m)^OnFailure=tapis-failed@%n\.service$", text)
    for_ever = "Restart=always" in text and unit not in LOOKED_AT
    assert ("\nExecStopPost=+-/usr/libexec/tapis/tapis-failed ended %n\n" in text) == for_ever


class House:
    """A machine's tools as the script calls them, each of which writes down what it was told."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log, self.notes = folder, folder / "log", folder / "notes"
        self.log.touch()
        (folder / "bin").mkdir()
        for name, does in (("systemctl", "echo exit-code"), ("logger", "cat >> $LOG")):
            self.tool(folder / "bin" / name, f'echo "{name} $*" >> $LOG\n{does}')

    @staticmethod
    def tool(path: Path, does: str) -> None:
        path.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        path.chmod(0o755)

    def run(self, *words: str, result: str = "") -> int:
        known = {
            "PATH": f"{self.folder / 'bin'}:/usr/bin:/bin",
            "LOG": str(self.log),
            "TAPIS_FAILED_NOTES": str(self.notes),
            "TAPIS_FAILED_HOOK": str(self.folder / "on-failure"),
            **({"SERVICE_RESULT": result} if result else {}),
        }
        return subprocess.run(
            [DEPLOY / "tapis-failed", *words], env=known, timeout=PATIENCE_S, check=False
        ).returncode

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_an_end_that_was_ordered_is_no_failure_and_any_other_is(house: House) -> None:
    assert house.run("ended", "tapis-table.service", result="success") == 0
    assert house.said == ""
    assert house.run("ended", "tapis-table.service", result="watchdog") == 0
    assert house.said == "systemctl start --no-block tapis-failed@tapis-table.service.service\n"


def test_a_failure_is_in_the_log_noted_and_handed_to_the_house_once_an_hour(house: House) -> None:
    house.tool(house.folder / "on-failure", 'echo "hook $*" >> $LOG; exit 3')
    assert house.run("tell", "tapis-table.service") == 0, "a hook that fails keeps nobody from anything"
    assert "PRIORITY=2\n" in house.said
    assert "TAPIS_UNIT=tapis-table.service\n" in house.said
    assert "hook tapis-table.service exit-code\n" in house.said
    (told,) = re.findall(r"MESSAGE_ID=(\w{32})\n", house.said)
    assert f"-- {told}\n" in (DEPLOY / "tapis.catalog").read_text(encoding="utf-8")
    before = house.said
    os.utime(house.notes / "tapis-table.service", (1_000, 1_000))
    assert house.run("tell", "tapis-table.service") == 0
    assert house.said == before
    assert (house.notes / "tapis-table.service").stat().st_mtime > 1_000, "each is noted all the same"
    assert house.run("tell", "tapis-witness.service") == 0
    assert "hook tapis-witness.service" in house.said


def opened_to_all(house: House) -> Path:
    (house.folder / "on-failure").chmod(0o757)
    return house.folder / "on-failure"


def opened_to_a_group(house: House) -> Path:
    (house.folder / "on-failure").chmod(0o775)
    return house.folder / "on-failure"


def in_a_folder_of_all(house: House) -> Path:
    house.folder.chmod(0o777)
    return house.folder


def linked_into_a_folder_of_all(house: House) -> Path:
    elsewhere = house.folder / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o777)
    (house.folder / "on-failure").rename(elsewhere / "mail")
    (house.folder / "on-failure").symlink_to(elsewhere / "mail")
    return elsewhere


def linked_by_way_of_a_folder_of_all(house: House) -> Path:
    """The program is root's, but which one it is somebody else may choose."""
    elsewhere, sound = house.folder / "elsewhere", house.folder / "sound"
    elsewhere.mkdir()
    elsewhere.chmod(0o777)
    sound.mkdir(mode=0o755)
    (house.folder / "on-failure").rename(sound / "mail")
    (elsewhere / "current").symlink_to(sound)
    (house.folder / "on-failure").symlink_to(elsewhere / "current" / "mail")
    return elsewhere


def of_another_account(house: House) -> Path:
    os.chown(house.folder / "on-failure", NOBODY, NOBODY)
    return house.folder / "on-failure"


@pytest.mark.parametrize(
    "change",
    [
        opened_to_all,
        opened_to_a_group,
        in_a_folder_of_all,
        linked_into_a_folder_of_all,
        linked_by_way_of_a_folder_of_all,
        *([of_another_account] if os.geteuid() == 0 else []),
    ],
)
def test_a_program_of_the_house_that_others_could_have_written_is_not_run_as_root(
    change: Callable[[House], Path], house: House
) -> None:
    house.tool(house.folder / "on-failure", 'echo "hook $*" >> $LOG')
    other = change(house)
    assert house.run("tell", "tapis-table.service") == 0
    assert "hook tapis-table.service" not in house.said
    hook = house.folder / "on-failure"
    assert (
        f"MESSAGE={hook} is not run: others than root may change {other}; look what is in it, then as root:"
        f" chown root: '{other}' && chmod go-w '{other}'\n"
    ) in house.said


def test_a_link_to_a_program_that_is_roots_is_run(house: House) -> None:
    (house.folder / "elsewhere").mkdir(mode=0o755)
    house.tool(house.folder / "elsewhere" / "mail", 'echo "hook $*" >> $LOG')
    (house.folder / "on-failure").symlink_to(house.folder / "elsewhere" / "mail")
    assert house.run("tell", "tapis-table.service") == 0
    assert "hook tapis-table.service exit-code\n" in house.said


# --- the collector's directory -------------------------------------------------------------------


def made_ready(directory: Path) -> subprocess.CompletedProcess[str]:
    group = grp.getgrgid(os.getegid()).gr_name
    return subprocess.run(
        [DEPLOY / "tapis-figures-directory", group, str(directory)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        umask=0o077,  # of the unit
        check=False,
    )


def test_the_collectors_directory_is_there_and_the_group_of_the_figures_may_write_in_it(
    tmp_path: Path,
) -> None:
    """Without node_exporter it is made; where it is there, what lies in it stays."""
    directory = tmp_path / "prometheus" / "node-exporter"
    for _ in range(2):
        done = made_ready(directory)
        assert (done.returncode, done.stderr) == (0, "")
        assert (directory.stat().st_mode & 0o777, directory.stat().st_gid) == (0o775, os.getegid())
        assert directory.parent.stat().st_mode & 0o777 == 0o755
        (directory / "apt.prom").touch()
        directory.chmod(0o755)
    assert (directory / "apt.prom").exists()


@pytest.mark.parametrize("of", ["prometheus/node-exporter", "prometheus"])
def test_root_gives_nothing_away_behind_a_link_of_the_collectors_account(of: str, tmp_path: Path) -> None:
    secret, directory = tmp_path / "secret", tmp_path / "prometheus" / "node-exporter"
    (secret / "node-exporter").mkdir(parents=True)
    for one in (secret, secret / "node-exporter"):
        one.chmod(0o700)
    (tmp_path / of).parent.mkdir(exist_ok=True)
    (tmp_path / of).symlink_to(secret)
    done = made_ready(directory)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{directory} is a link, or behind one: it leads to {secret}")
    assert {one.stat().st_mode & 0o777 for one in (secret, secret / "node-exporter")} == {0o700}
    (tmp_path / of).unlink()
    (tmp_path / of).symlink_to(tmp_path / "nowhere")
    assert made_ready(directory).returncode != 0
    assert not (tmp_path / "nowhere").exists()
