"""`tapis status` at the pit: what the witness has of each table, what runs, and what to type."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.cli import main
from controller.cli.room_look import RoomLook, WitnessedTable
from controller.cli.status_room import room_rows
from controller.cli.status_rows import WIDTH, exit_code, screen
from controller.cli.units import Unit
from tests.drivers.opening_faults import as_nobody

REFUSAL = "UTH-2, session 2, entry 1: does not follow session 1 as it was seen last"
RUNNING = tuple(
    Unit(f"tapis-{name}.service", "active", "running", "success", 0, 0, 0)
    for name in ("house", "screen@pit", "witness")
)
SEEN = RoomLook(
    now_ms=1_000_000,
    tables=(WitnessedTable("UTH-2", 999_000, 998_000, ()), WitnessedTable("UTH-3", 998_500, 990_000, ())),
    store_bytes=100,
    free_bytes=2**36,
    size_bytes=2**37,
    clock_kept=True,
    units=RUNNING,
)


def shown(seen: RoomLook, lang: str = "en") -> tuple[int, str]:
    rows = list(room_rows(seen, lang))
    lines = [line for line, _ in screen("pit", seen.now_ms, rows, lang)]
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) <= 24, "more than a screen"
    return exit_code(rows), "\n".join(lines)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_pit_at_work_is_fine_and_names_each_table_and_service(lang: str) -> None:
    code, said = shown(SEEN, lang)
    assert code == 0
    visited = {"fr": "visitée il y a 1 s, signée il y a 2 s", "en": "visited 1 s ago, signed 2 s ago"}[lang]
    assert f"UTH-2            {visited}" in said
    assert {"fr": "écran du pit     à l’œuvre", "en": "pit screen       at work"}[lang] in said


def test_a_table_that_the_witness_refused_or_misses_stands_with_its_reason() -> None:
    refused = WitnessedTable("UTH-2", 999_000, None, (REFUSAL,))
    code, said = shown(replace(SEEN, tables=(refused,)))
    assert code == 1
    assert REFUSAL in " ".join(word for word in said.split() if word != "LOOK")
    assert shown(replace(SEEN, tables=(WitnessedTable("UTH-2", 1, None, ()),)))[0] == 1
    code, said = shown(replace(SEEN, tables=(WitnessedTable("UTH-2", None, None, ()),)))
    assert (code, "LOOK    UTH-2            the witness was never there" in said) == (1, True)


@pytest.mark.parametrize(("name", "code"), [("witness", 2), ("house", 1), ("screen@pit", 1)])
def test_a_service_that_does_not_run_is_named_with_what_to_type(name: str, code: int) -> None:
    down = [one._replace(active="failed", sub="failed", result="exit-code") for one in RUNNING]
    units = tuple(gone if name in gone.name else one for one, gone in zip(RUNNING, down, strict=True))
    found, said = shown(replace(SEEN, units=units))
    assert found == code
    assert "does not run: failed (failed, exit-code)" in said
    assert f"start it: systemctl start tapis-{name}" in said


def test_a_pit_without_a_screen_misses_none() -> None:
    code, said = shown(replace(SEEN, units=tuple(one for one in RUNNING if "screen" not in one.name)))
    assert (code, "pit screen" in said) == (0, False)


def of_the_pit(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with a room of its own and no table, whose witness has visited it."""
    room = '[[table]]\nname = "UTH-2"\nsocket = "/run/x.sock"\n'
    (folder / "room.toml").write_text(room, encoding="utf-8")
    (folder / "witness" / "visits").mkdir(parents=True)
    (folder / "witness" / "visits" / "UTH-2").touch()
    monkeypatch.setenv("TAPIS_CONFIG", str(folder))
    return folder / "witness"


def status(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["status", "--lang", "en", *words], catch_exceptions=False)
    return done.exit_code, done.output


def test_a_machine_with_a_room_and_no_table_is_the_pit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = str(of_the_pit(tmp_path, monkeypatch))
    code, said = status("--witness", witness)
    assert said.startswith("pit · 1 table  ")
    assert "UTH-2            visited " in said
    told = json.loads(status("--witness", witness, "--json")[1])
    assert (told["exit"], told["tables"][0]["name"]) == (code, "UTH-2")
    table = f'[table]\nid = "UTH-7"\nprofile = "fr-55-20-2021"\njackpot = "j"\ndata = "{tmp_path}"\n'
    (tmp_path / "table.toml").write_text(f'{table}run = "{tmp_path}"\n', encoding="utf-8")
    assert status()[1].startswith("UTH-7 · serves nobody")
    assert status("--room", str(tmp_path / "room.toml"), "--witness", witness)[1].startswith(
        "pit · 1 table  "
    )


def test_who_may_not_look_at_what_the_witness_keeps_reads_what_to_type(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path_factory.mktemp("pit")
    witness = of_the_pit(place, monkeypatch)
    for folder in (place, *place.parents):
        if os.geteuid() == 0 and folder.stat().st_uid == 0 and folder != Path("/tmp"):
            folder.chmod(folder.stat().st_mode | 0o711)
    witness.chmod(0o700 if os.geteuid() == 0 else 0)
    with as_nobody():
        code, said = status("--witness", str(witness))
    witness.chmod(0o700)
    assert (code, "type sudo tapis status" in said) == (2, True)
