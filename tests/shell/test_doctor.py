"""`tapis doctor`: what it finds, on this machine and on worse ones."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from controller.boot.sessions import open_session, table_facts
from controller.boot.sounds import NO_BUZZER, NO_PROGRAM, SWITCHED_OFF
from controller.cli import doctor_checks as checks
from controller.cli import doctor_records as records
from controller.cli.devices_words import parted
from controller.cli.doctor import examine
from controller.cli.doctor_advice import ADVICE
from controller.cli.doctor_findings import Finding, Level
from controller.cli.doctor_words import CHECKS, FOUND, UNWRITABLE, WIDTHS
from controller.clock import SystemClock
from controller.game.session_terms import TableFacts
from controller.installed import lacks
from controller.journal.file_faults import account
from controller.journal.seal import create_master
from controller.journal.verify import verify
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.table import load_table
from controller.words.money import EN, FR
from drivers.lines.port_faults import CODES, OpeningFault
from tests.law.requirements import requirement
from tests.shell.live_table import tapis, typed, write_settings

EXAMINED = (
    "python",
    "sqlite",
    "qt",
    "screens",
    "swap",
    "clock",
    "configuration",
    "establishment",
    "program",
    "data",
    "seal key",
)
EXAMINED_TOO = (
    "sign key",
    "journals",
    "time",
    "mark",
    "people",
    "frame log",
    "jackpot book",
    "sockets",
    "accounts",
    "shoe",
    "shuffler",
    "chip sensors",
    "sound",
    "badge reader",
    "plugged in",
)


def findings(settings: Path) -> dict[str, Finding]:
    return {finding.check: finding for finding in examine(settings)}


def with_journal(folder: Path) -> Path:
    """A data directory with a key and one journal."""
    journals = folder / "journals"
    journals.mkdir(parents=True)
    master = create_master(folder / "seal.key")

    def facts(session: int, first_round: int) -> TableFacts:
        profile = load_profile("fr-55-20-2021")
        return table_facts(
            "UTH-9", session, profile, load_jackpot(), simulated=False, first_round=first_round
        )

    open_session(journals, facts, "UTH-9", SystemClock(), master, durable=True).journal.close()
    return next(journals.glob("*.journal"))


def test_a_machine_without_hardware_is_examined_to_the_end_and_has_no_fault(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    (tmp_path / "data").mkdir()
    done = tapis("doctor", "--settings", str(settings), "--json")
    told = json.loads(done.stdout)
    by_check: dict[str, Any] = {one["check"]: one for one in told["checks"]}
    assert tuple(by_check) == (*EXAMINED, *EXAMINED_TOO)
    faults = [one for one in told["checks"] if one["level"] == "fault" and one["check"] != "data"]
    assert faults == []
    assert by_check["shoe"]["level"] == by_check["chip sensors"]["level"] == "warning"
    assert "is not there" in by_check["shoe"]["found"]
    assert all(one["advice"] for one in told["checks"] if one["level"] != "ok")
    assert done.stderr == ""


def test_each_check_is_one_line_that_says_how_bad_it_is(tmp_path: Path) -> None:
    done = tapis("doctor", "--lang", "en", "--settings", str(write_settings(tmp_path)))
    lines = done.stdout.splitlines()
    assert len(lines) == len(EXAMINED) + len(EXAMINED_TOO)
    assert {line.split()[0] for line in lines} <= {"ok", "warning", "fault"}
    assert done.returncode == 0
    assert done.stderr == ""


def test_a_fault_is_exit_1(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    settings.write_text(settings.read_text(encoding="utf-8").replace("[shoe]", "[shoo]"))
    done = tapis("doctor", "--settings", str(settings), "--json")
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert not told["ok"]
    assert told["checks"][-1]["check"] == "configuration"
    assert "shoo" in told["checks"][-1]["found"]


def test_a_python_without_assertions_is_a_fault() -> None:
    assert checks.python((3, 11, 7), assertions=True).level is Level.OK
    assert checks.python((3, 10, 9), assertions=True).level is Level.FAULT
    assert checks.python((3, 12, 0), assertions=False).level is Level.FAULT


@pytest.mark.parametrize(
    ("version", "level"),
    [
        ((3, 40, 1), Level.WARNING),
        ((3, 51, 2), Level.WARNING),
        ((3, 51, 3), Level.OK),
        ((3, 52, 0), Level.FAULT),
        ((3, 53, 0), Level.OK),
    ],
)
def test_a_withdrawn_sqlite_is_refused_and_an_old_one_explained(
    version: tuple[int, ...], level: Level
) -> None:
    finding = checks.sqlite(version)
    assert finding.level is level
    if level is Level.WARNING:
        assert "alone checkpoints" in finding.advice


@pytest.mark.parametrize(
    ("version", "level"),
    [("6.8.2", Level.FAULT), ("6.8.3", Level.OK), ("6.11.3", Level.OK), ("6.12.0", Level.FAULT)],
)
def test_a_qt_that_aborts_is_a_fault(version: str, level: Level) -> None:
    assert checks.qt(version).level is level


def test_a_screen_that_cannot_open_tells_what_qt_says() -> None:
    broken = "import sys; sys.exit('libEGL.so.1: cannot open shared object file')"
    finding = checks.screens((sys.executable, "-c", broken))
    assert finding.level is Level.FAULT
    assert "libEGL.so.1" in finding.found


def test_records_on_a_disk_that_forgets_are_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(
        "22 1 0:21 / / rw - ext4 /dev/sda1 rw\n"
        f"23 22 0:22 / {tmp_path} rw - tmpfs tmpfs rw\n"
        f"24 22 0:23 / {tmp_path}er rw - vfat /dev/sdb1 rw\n"
    )
    assert records.filesystem_of(tmp_path / "data", mounts) == "tmpfs"
    assert records.filesystem_of(Path("/srv"), mounts) == "ext4"
    assert records.filesystem_of(Path(f"{tmp_path}er") / "data", mounts) == "vfat"
    assert records.filesystem_of(tmp_path, tmp_path / "none") == ""
    monkeypatch.setattr(records, "filesystem_of", lambda path: "tmpfs")
    assert records.data(tmp_path).level is Level.FAULT
    monkeypatch.setattr(records, "filesystem_of", lambda path: "vfat")
    assert records.data(tmp_path).level is Level.WARNING


def test_a_full_disk_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "filesystem_of", lambda path: "ext4")
    monkeypatch.setattr(records, "LOW_BYTES", 1 << 62)
    assert records.data(tmp_path).level is Level.FAULT


def test_a_key_that_others_may_read_is_a_fault(tmp_path: Path) -> None:
    assert records.seal_key(tmp_path).level is Level.WARNING
    create_master(tmp_path / "seal.key")
    assert records.seal_key(tmp_path).level is Level.OK
    (tmp_path / "seal.key").chmod(0o640)
    finding = records.seal_key(tmp_path)
    assert finding.level is Level.FAULT
    assert "0640" in finding.found


def test_nobody_is_told_to_copy_the_key_that_is_destroyed_after_the_night(tmp_path: Path) -> None:
    """Who keeps a copy can open that night's cards: its destruction would count for nothing."""
    found = records.seal_key(tmp_path)
    assert found.in_words(FR)[1] == (
        "la table la fait à son démarrage et la détruit après la nuit\u202f; n’en gardez pas de copie"
    )
    assert found.advice == "the table makes it at its start and destroys it after the night; keep no copy"


def test_a_journal_that_does_not_verify_is_a_fault(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    journal = with_journal(tmp_path / "data")
    told = findings(settings)["journals"]
    assert (told.level, told.found, told.advice) == (Level.OK, "1 verifies, 1 entry", "")
    content = bytearray(journal.read_bytes())
    content[content.index(b"UTH-9")] ^= 1
    journal.write_bytes(content)
    finding = findings(settings)["journals"]
    assert finding.level is Level.FAULT
    assert "UTH-9-000001.journal" in finding.found


def test_a_book_that_is_none_is_a_fault(tmp_path: Path) -> None:
    assert records.book(tmp_path).level is Level.OK
    (tmp_path / "jackpot.book").write_bytes(b"not a book at all" * 100)
    assert records.book(tmp_path).level is Level.FAULT


def test_a_directory_of_sockets_that_anybody_writes_is_a_fault(tmp_path: Path) -> None:
    assert records.sockets(tmp_path / "none").level is Level.WARNING
    tmp_path.chmod(0o750)
    assert records.sockets(tmp_path).level is Level.OK
    tmp_path.chmod(0o777)
    assert records.sockets(tmp_path).level is Level.FAULT
    tmp_path.chmod(0o700)


def test_a_line_that_is_there_is_told_and_a_file_in_its_place_is_a_fault(tmp_path: Path) -> None:
    path = write_settings(tmp_path)
    settings = load_table(path)
    near, far = os.openpty()
    (tmp_path / "lines" / "shoe").symlink_to(os.ttyname(far))
    (tmp_path / "lines" / "shuffler").write_text("no device")
    levels = {finding.check: finding.level for finding in checks.machines(settings)}
    os.close(near)
    os.close(far)
    assert (levels["shoe"], levels["shuffler"]) == (Level.OK, Level.FAULT)


def test_swap_that_is_on_is_told(tmp_path: Path) -> None:
    swaps = tmp_path / "swaps"
    swaps.write_text("Filename\tType\tSize\tUsed\tPriority\n")
    assert checks.swap(swaps).level is Level.OK
    swaps.write_text(swaps.read_text() + "/dev/sda2 partition 1 0 -2\n")
    assert "/dev/sda2" in checks.swap(swaps).found
    assert checks.swap(tmp_path / "none").level is Level.WARNING


def test_a_clock_before_the_installation_is_a_fault(tmp_path: Path) -> None:
    synchronised = tmp_path / "synchronized"
    assert checks.clock(kept=synchronised.exists).level is Level.WARNING
    synchronised.touch()
    assert checks.clock(kept=synchronised.exists).level is Level.OK
    assert checks.clock(0.0, synchronised.exists).level is Level.FAULT


def test_the_key_that_signs_is_its_owners_only(tmp_path: Path) -> None:
    with_journal(tmp_path)
    assert records.sign_key(tmp_path).level is Level.WARNING
    create_master(tmp_path / "sign.key")
    found = records.sign_key(tmp_path)
    assert (found.level, "witnesses trust" in found.found) == (Level.OK, True)
    (tmp_path / "sign.key").chmod(0o644)
    assert records.sign_key(tmp_path).level is Level.FAULT


def test_journals_that_a_witness_saw_longer_are_a_fault(tmp_path: Path) -> None:
    """Rolled back to an older file, or gone: the chain alone would not know."""
    path = with_journal(tmp_path)
    head = verify(path).files[0]
    heads = tmp_path / "heads.txt"
    heads.write_text(f"{head.journal_id} 1 {head.head}\n", encoding="ascii")
    assert records.journals(tmp_path / "journals", heads).level is Level.OK
    heads.write_text(f"{head.journal_id} 9 {'f' * 64}\n", encoding="ascii")
    assert records.journals(tmp_path / "journals", heads).level is Level.FAULT
    heads.write_text("no head\n", encoding="ascii")
    assert records.journals(tmp_path / "journals", heads).level is Level.FAULT


def test_a_witness_of_which_every_journal_is_gone_is_a_fault(tmp_path: Path) -> None:
    heads = tmp_path / "heads.txt"
    heads.write_text(f"{'a' * 64} 9 {'f' * 64}\n", encoding="ascii")
    assert records.journals(tmp_path / "journals").level is Level.OK
    (tmp_path / "journals").mkdir()
    for folder in ("journals", "nothing"):
        told = records.journals(tmp_path / folder, heads, "UTH-9")
        assert (told.level, "the witness has 1 head of this table" in told.found) == (Level.FAULT, True)


@pytest.mark.parametrize("with_settings", [True, False])
@pytest.mark.parametrize("noise", [bytes(range(256)), b"", b"no head\n"])
def test_a_file_that_is_no_witness_is_a_fault_whatever_else_is_here(
    tmp_path: Path, with_settings: bool, noise: bytes
) -> None:
    settings = write_settings(tmp_path) if with_settings else tmp_path / "none.toml"
    heads = tmp_path / "heads.txt"
    heads.write_bytes(noise)
    told = tapis("doctor", "--lang", "en", "--settings", settings, "--witness", heads)
    (line,) = [line for line in told.stdout.splitlines() if line.split()[1] == "witness"]
    assert (told.returncode, line.startswith("fault"), f" {heads}" in line) == (1, True, True), told.stdout
    assert "name the heads.txt of tapis witness" in line
    heads.write_text(f"{'a' * 64} 9 {'f' * 64}\n", encoding="ascii")
    told = tapis("doctor", "--lang", "en", "--settings", settings, "--witness", heads)
    assert f"witness        {heads} has 1 head\n" in told.stdout


@requirement("LK-10")
def test_a_program_that_is_not_the_signed_one_is_a_fault(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    assert records.program(load_table(settings)).level is Level.WARNING
    manifest = tmp_path / "manifest"
    manifest.write_text("nothing that anybody signed\n", encoding="ascii")
    named = f'\n[program]\nmanifest = "{manifest}"\nkey = "{"0" * 64}"\n'
    settings.write_text(settings.read_text(encoding="utf-8") + named, encoding="utf-8")
    assert records.program(load_table(settings)).level is Level.FAULT


CASINO = 'profile = "fr-holdem-casino"'


@pytest.mark.parametrize(
    ("profile", "opening", "warned"),
    [
        (CASINO, "", True),
        (CASINO, "[opening]\npieces_cents = [10000, 500, 100, 50]\n", True),
        (CASINO, '[opening]\npieces_cents = [10000, 500, 100, 50]\ncloses = "04:00"\n', False),
        ('profile = "fr-55-20-2021"', "", False),
    ],
)
def test_a_game_with_last_deals_and_no_closing_hour_is_told_how_to_set_it(
    tmp_path: Path, profile: str, opening: str, warned: bool
) -> None:
    """S3: the three last deals are announced half an hour before the closing."""
    path = write_settings(tmp_path)
    text = path.read_text(encoding="utf-8").replace('profile = "fr-55-20-2021"', profile)
    path.write_text(f"{text}\n{opening}", encoding="utf-8")
    told = {finding.check: finding for finding in checks.configuration(load_table(path))}
    assert ("last deals" in told) is warned
    if warned:
        assert told["last deals"].level is Level.WARNING
        assert 'closes = "04:00" in [opening]' in told["last deals"].advice


def test_a_file_of_another_account_in_the_tables_data_is_named_with_its_owner(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    record = tmp_path / "data" / "settings.log"
    if os.geteuid() == 0:
        record.touch(mode=0o600)
        os.chown(record, 65_534, 65_534)
        owner = "nobody"
    else:
        record.symlink_to("/etc/passwd")  # root's, which an ordinary user cannot make
        owner = "root"
    told = records.data(tmp_path / "data")
    assert (told.level, told.found) == (
        Level.FAULT,
        f"{record} belongs to {owner}: the table may not write it",
    )
    assert told.advice == f"as root: chown -R {account(os.geteuid())}: {tmp_path / 'data'}"


def test_pins_that_are_not_as_many_as_the_places_are_found(tmp_path: Path) -> None:
    path = write_settings(tmp_path)
    chips = "[chips]\nsensor_pins = [5, 6]\nlamp_pins = [17, 27]\n"
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{chips}", encoding="utf-8")
    told = {finding.check: finding for finding in checks.configuration(load_table(path))}
    assert told["configuration"].level is Level.FAULT
    assert "chips.sensor_pins = [5, 6]: 2 pins for table.seats = 7" in told["configuration"].found


def test_files_that_others_may_read_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "filesystem_of", lambda folder: "ext4")  # the tests may lie in memory
    journal = with_journal(tmp_path)
    for path in tmp_path.rglob("*"):
        if path.is_file():
            path.chmod(0o600)
    assert "may be read by others" not in records.data(tmp_path).found
    journal.chmod(0o644)
    found = records.data(tmp_path)
    assert found.level is Level.WARNING
    assert found.found == f"{journal.name} may be read by others"


def test_the_doctor_speaks_french_where_nothing_else_is_asked_for(tmp_path: Path) -> None:
    done = typed("doctor", "--settings", str(write_settings(tmp_path)))
    lines = done.stdout.splitlines()
    names = [CHECKS[name][FR].ljust(WIDTHS[FR]) for name in (*EXAMINED, *EXAMINED_TOO)]
    assert [line[9 : 9 + WIDTHS[FR]] for line in lines] == names
    (shoe,) = [line for line in lines if "sabot" in line]
    assert shoe.startswith(
        f"à voir   sabot            {tmp_path}/lines/shoe n’est pas là -> vérifiez le câble"
    )


def test_the_doctor_says_in_french_what_is_wrong_with_a_key_and_a_journal(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    journal = with_journal(tmp_path / "data")
    content = bytearray(journal.read_bytes())
    content[content.index(b"UTH-9")] ^= 1
    journal.write_bytes(content)
    (tmp_path / "data" / "seal.key").chmod(0o640)
    done = typed("doctor", "--settings", str(settings))
    key = f"DÉFAUT   clé des cartes   {tmp_path}/data/seal.key laisse entrer d’autres comptes -> chown"
    assert (done.returncode, key in done.stdout) == (1, True), done.stdout
    (told,) = [line for line in done.stdout.splitlines() if line[9:17] == "journaux"]
    named = "UTH-9-000001.journal\u00a0: écriture 1\u00a0: "
    assert told.startswith(f"DÉFAUT   journaux         cela ne se vérifie pas\u00a0: {named}")
    assert "-> n’effacez rien\u202f; restaurez ce fichier depuis la sauvegarde" in told


def test_every_check_has_room_for_its_name_and_every_unwritten_log_its_words() -> None:
    assert all(len(name[language]) <= WIDTHS[language] for name in CHECKS.values() for language in (FR, EN))
    assert {f"frames.{why}" for why in UNWRITABLE} <= FOUND.keys() & ADVICE.keys()


@pytest.mark.parametrize(
    "why",
    [
        *(str(OpeningFault(code, "usb://1d50:6c01", "another device")) for code in CODES),
        *(NO_BUZZER, NO_PROGRAM, SWITCHED_OFF),
        "no pins on this machine (no chip): wire the sensors to a board that has pins, say"
        ' backend = "gpiod", or take [chips] out of table.toml',
        "/dev/gpiochip0 is not permitted to this user: add the user to the group gpio",
        "lgpio cannot make its pipe in /run (no space): set LG_WD",
        lacks("pyscard", "setup-tests"),
    ],
)
def test_what_a_driver_says_is_told_in_both_languages_with_the_next_step(why: str) -> None:
    (french, found), (step, advice) = parted(why)
    assert f"{found}: {advice}" == why
    assert french != found
    assert step
    assert step != advice


def test_an_empty_key_comes_back_from_its_copy_and_is_not_closed_to_others(tmp_path: Path) -> None:
    """chown and chmod were advised, which put nothing into it."""
    settings = write_settings(tmp_path)
    (tmp_path / "data").mkdir()
    key = tmp_path / "data" / "seal.key"
    key.touch(0o600)
    found, step = findings(settings)["seal key"].in_words(FR)
    assert (found, step.startswith("restaurez-la depuis sa copie")) == (f"{key} est vide", True)
    key.write_bytes(b"k" * 32)
    key.chmod(0o640)
    found, step = findings(settings)["seal key"].in_words(FR)
    assert (found, "chmod 0600" in step) == (f"{key} laisse entrer d’autres comptes", True)


def test_what_is_wrong_with_a_book_and_a_register_is_told_in_french_by_the_file(tmp_path: Path) -> None:
    settings = write_settings(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "jackpot.book").write_bytes(b"not a book at all" * 100)
    (tmp_path / "pepper").write_bytes(b"p" * 32)
    (tmp_path / "pepper").chmod(0o600)
    named = f'\n[people]\nregister = "{tmp_path}/people.db"\npepper = "{tmp_path}/pepper"\n'
    settings.write_text(settings.read_text(encoding="utf-8") + named, encoding="utf-8")
    told = findings(settings)
    assert told["jackpot book"].in_words(FR) == (
        f"{tmp_path}/data/jackpot.book a le contenu d’un autre fichier",
        "JP1 reste fermé\u00a0: OPERATIONS.md, 5",
    )
    assert told["people"].in_words(FR)[0] == f"{tmp_path}/people.db manque"
    assert "no book" in told["jackpot book"].found
