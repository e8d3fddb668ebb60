"""The figures of a table and its machine: every name, its unit, and what it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from controller.cli.status_look import TURN_MS, Look
from controller.cli.units import Unit
from controller.clock import wall_ms
from controller.game.machines.alarms import CATALOGUE
from controller.game.outline import OF_MACHINES
from controller.host.disk import BROKEN, FULL, READ_ONLY
from controller.host.openmetrics import Family, seconds


def table_families(seen: Look) -> Iterator[Family]:
    """What one look found. What nobody knows now is left out: a gap in a curve, not a zero."""
    yield from _of_service(seen)
    if seen.told:
        yield from _of_table(seen)
        yield from _of_game(seen)
        yield from _of_lines(seen)
    yield from _of_machine(seen)
    yield from unit_families(seen.units)
    yield written_now()


def written_now(of: str = "tapis") -> Family:
    """When the file was written: a reader sees how old it is."""
    now = Family(f"{of}_metrics_timestamp_seconds", "gauge", "When this file was written.", "seconds")
    now.add(seconds(wall_ms()))
    return now


def unit_families(units: Iterable[Unit], of: str = "tapis") -> Iterator[Family]:
    """How the services of the product do on this machine.

    Names begin with `of`: a collector refuses two files of one machine that have a figure of the same name.
    """
    up = Family(f"{of}_unit_up", "gauge", "1 while the unit is at work.")
    restarts = Family(f"{of}_unit_restarts", "counter", "Restarts by the service manager.")
    last = "When the unit failed last, since the boot."
    failed = Family(f"{of}_unit_failed_timestamp_seconds", "gauge", last, "seconds")
    for one in units:
        up.add(one.up, unit=one.name)
        if one.name.endswith(".service"):
            restarts.add(one.restarts, unit=one.name)
        failed.add(seconds(one.failed_ms) if one.failed_ms else None, unit=one.name)
    yield from (up, restarts, failed)


def _one(seen: Look, family: Family, value: int | str | bool | None) -> Family:
    family.add(value, table=seen.table)
    return family


def _of_service(seen: Look) -> Iterator[Family]:
    up = Family("tapis_table_up", "gauge", "1 while the table decides and tells how it does.")
    yield _one(seen, up, bool(seen.told) and seen.told["turned_ms"] <= TURN_MS)
    waits = Family("tapis_table_waiting", "gauge", "1 while the table waits for its disk, by what is wrong.")
    for why in (FULL, READ_ONLY, BROKEN):
        waits.add(seen.waits_for == why, table=seen.table, why=why)
    yield waits


def _of_table(seen: Look) -> Iterator[Family]:
    told = seen.told
    info = Family("tapis_program_info", "gauge", "1; edition and approval of the program that runs.")
    info.add(
        1,
        table=seen.table,
        edition=str(told["edition"]),
        approved=str(told["approved"]).lower(),
        simulated=str(told["simulated"]).lower(),
    )
    yield info
    started = Family("tapis_table_start_timestamp_seconds", "gauge", "When the table was started.", "seconds")
    yield _one(seen, started, seconds(told["started_ms"]))
    turned = Family("tapis_table_turned_seconds", "gauge", "Since the deciding thread was heard.", "seconds")
    yield _one(seen, turned, seconds(told["turned_ms"]))
    opened = Family("tapis_table_open", "gauge", "1 while the table is open to players.")
    yield _one(seen, opened, told["phase"] not in ("closed", "opening"))
    slowest = Family(
        "tapis_journal_slowest_write_seconds",
        "gauge",
        "The slowest entry of the last one to two minutes.",
        "seconds",
    )
    yield _one(seen, slowest, seconds(told["slowest_ms"]))
    frames = Family("tapis_frame_log_written", "gauge", "1 while the machines' frames are kept.")
    yield _one(seen, frames, not told["frame_log"])
    apart = Family(
        "tapis_clock_difference_seconds", "gauge", "The machine's clock less the table's own.", "seconds"
    )
    yield _one(seen, apart, seconds(told["apart_ms"]))
    witness = told["witness"] or {}
    asked = Family("tapis_witness_asked_seconds", "gauge", "Since a witness last asked.", "seconds")
    yield _one(seen, asked, seconds(witness.get("asked_ms")))
    behind = Family(
        "tapis_witness_behind_entries",
        "gauge",
        "Entries of closed rounds that no witness was told yet.",
        "entries",
    )
    yield _one(seen, behind, witness.get("behind"))


def _of_game(seen: Look) -> Iterator[Family]:
    """As it stood between two rounds: nothing of it moves while one is under way."""
    game = seen.told["game"] or {}
    rounds = Family("tapis_rounds", "counter", "Rounds played to their end, as of the last one.")
    yield _one(seen, rounds, game.get("rounds"))
    entries = Family("tapis_journal_entries", "gauge", "Entries of this session's journal.", "entries")
    yield _one(seen, entries, game.get("entries"))
    is_open = Family("tapis_jackpot_open", "gauge", "1 while JP1 stakes are taken.")
    yield _one(seen, is_open, game.get("jp1_open"))
    meter = Family(
        "tapis_jackpot_meter_cents", "gauge", "The jackpot's meter, as the public sees it.", "cents"
    )
    yield _one(seen, meter, game.get("meter_cents"))
    raised = Family("tapis_alarms_raised", "counter", "Alarms raised in this session.")
    yield _one(seen, raised, game.get("alarms_raised"))
    standing = {up["code"] for up in (*seen.told["alarms"], *game.get("alarms", ()))}
    alarms = Family("tapis_alarm_standing", "gauge", "1 while an alarm of this code stands.")
    for code in CATALOGUE:
        if game or code in OF_MACHINES:
            alarms.add(code in standing, table=seen.table, code=code)
    yield alarms


def _of_lines(seen: Look) -> Iterator[Family]:
    up = Family("tapis_machine_up", "gauge", "1 while the machine answers as it should.")
    counted = {
        "retries": Family("tapis_line_retries", "counter", "Messages said again, since the table's start."),
        "damaged": Family("tapis_line_errors", "counter", "Damaged messages, since the table's start."),
        "returns": Family("tapis_line_returns", "counter", "Times the machine came back, since the start."),
    }
    for one in seen.told["machines"]:
        if one["machine"] in seen.fitted:
            labels = {"table": seen.table, "machine": one["machine"]}
            up.add(one["health"] == "up", **labels)
            for name, family in counted.items():
                family.add(one.get(name), **labels)
    yield from (up, *counted.values())


def _of_machine(seen: Look) -> Iterator[Family]:
    free = Family("tapis_disk_free_bytes", "gauge", "Room on the disk under the table's data.", "bytes")
    yield _one(seen, free, seen.free_bytes)
    size = Family("tapis_disk_size_bytes", "gauge", "Size of that disk.", "bytes")
    yield _one(seen, size, seen.size_bytes)
    kept = Family("tapis_clock_kept", "gauge", "1 while somebody keeps this machine's clock.")
    yield _one(seen, kept, seen.clock_kept)
    made = "When the last backup was made; 0 where the settings ask for one and none ever was."
    backup = Family("tapis_backup_timestamp_seconds", "gauge", made, "seconds")
    yield _one(seen, backup, seconds(seen.backup_ms) if seen.backup_ms or seen.backup_asked else None)
