"""The spots and the badge reader as the settings of a table name them."""

from __future__ import annotations

import re
import socket
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from controller.boot.desk import badge_driver, check_desk, chips_driver
from controller.boot.sessions import cash_terms, table_facts
from controller.boot.starting import card_reader_fault, pins_fault
from controller.cli import doctor_checks as checks
from controller.cli.doctor_findings import Level
from controller.game import inputs as i
from controller.game.refusals import Refusal
from controller.settings.jackpot import load_jackpot
from controller.settings.rules import load_profile
from controller.settings.settings_error import SettingsError
from controller.settings.table import BadgeReaderFile, TableFile, load_table
from drivers.chips.gpiod_lines import GpiodLines
from drivers.chips.pins import NoPins
from drivers.lines.links import MissingLibrary
from drivers.readers.card_reader import PcscReader
from drivers.readers.keyboard_badge import KeyboardBadge
from tests.builders import Felt
from tests.law.requirements import requirement
from tests.shell.live_table import write_settings

NUMBER = "00000000000000000000000000000417"
KEY = (
    ed25519.Ed25519PrivateKey.from_private_bytes(bytes(32))
    .public_key()
    .public_bytes(Encoding.Raw, PublicFormat.Raw)
    .hex()
)
CHEF = f'[badges.{NUMBER}]\nperson = "A. Martin"\nrole = "chef"\nkey = "{KEY}"\n'
PINS = "sensor_pins = [5, 6, 13, 19, 26, 16, 20]\nlamp_pins = [17, 27, 22, 10, 9, 11, 0]\n"


def table(folder: Path, text: str, seats: int | str = 7) -> TableFile:
    """The settings of a table of the tests, with these spots and badges and a felt of so many places."""
    path = write_settings(folder)
    kept = re.split(r"^\[(?:chips|badges?)\b", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[0]
    path.write_text(f"{kept}{text}".replace("[table]", f"[table]\nseats = {seats}"), encoding="utf-8")
    return load_table(path)


def test_a_reader_of_smart_cards_is_made_with_the_register_of_the_table(tmp_path: Path) -> None:
    settings = table(tmp_path, f'[badge]\nreader = "pcsc"\nname = "Gemalto"\n{CHEF}')
    check_desk(settings)
    badge = badge_driver(settings)
    assert isinstance(badge._reader, PcscReader)
    assert badge._holders[NUMBER].key.hex == KEY
    assert badge._table == settings.table.id


def test_a_table_without_a_reader_has_no_driver_for_one(tmp_path: Path) -> None:
    assert badge_driver(table(tmp_path, "")) is None


def test_a_reader_that_types_has_to_be_allowed_in_writing(tmp_path: Path) -> None:
    text = '[badge]\nreader = "keyboard"\nurl = "usb://1234:5678"\n'
    with pytest.raises(SettingsError, match="allow_keyboard_badge = true"):
        check_desk(table(tmp_path, text))
    settings = table(tmp_path, f"{text}allow_keyboard_badge = true\n")
    check_desk(settings)
    assert isinstance(badge_driver(settings)._reader, KeyboardBadge)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[badge]\nreader = "keyboard"\nallow_keyboard_badge = true\n', "badge.url"),
        ('[badge]\nreader = "magnetic"\n', "badge.reader"),
        (f'[badge]\nreader = "pcsc"\n{CHEF.replace(KEY, "")}', f"badges.{NUMBER}.key"),
        (f'[badge]\nreader = "pcsc"\n{CHEF.replace(KEY, "05" * 65)}', f"badges.{NUMBER}.key"),
        (f"[chips]\n{PINS}buzzer_pin = 5\n", "chips.sensor_pins, lamp_pins"),
        (f'[chips]\nbackend = "gpiozero"\n{PINS}buzzer_pin = "BUZZ"\n', "'BUZZ' is no BCM number"),
        (f"[chips]\n{PINS}others = {{ ante_9 = 15 }}\n", "ante_9"),
        (f'[chips]\nbackend = "wiring"\n{PINS}', "chips.backend"),
    ],
)
def test_what_makes_no_sense_is_refused_by_its_key(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(named)):
        check_desk(table(tmp_path, text))


@requirement("CS-16")
def test_no_two_badges_of_the_settings_have_one_key(tmp_path: Path) -> None:
    """CS-16: no credential is shared; the line that has it again is named."""
    other = CHEF.replace(NUMBER, NUMBER.replace("417", "418")).replace("A. Martin", "B. Durand")
    with pytest.raises(SettingsError, match=r"418\.key"):
        check_desk(table(tmp_path, f'[badge]\nreader = "pcsc"\n{CHEF}{other.replace(KEY, KEY.upper())}'))


SIX = "sensor_pins = [5, 6, 13, 19, 26, 16]\nlamp_pins = [17, 27, 22, 10, 9, 11]\n"


@pytest.mark.parametrize(
    ("seats", "text", "said"),
    [
        (
            7,
            SIX,
            "table.toml: chips.sensor_pins = [5, 6, 13, 19, 26, 16]: 6 pins for table.seats = 7: name one",
        ),
        (6, PINS, "7 pins for table.seats = 6: name one a place, or set seats to the felt's places"),
        (
            6,
            f"{SIX}others = {{ ante_7 = 15 }}\n",
            "chips.others.ante_7 = 15: no such place at table.seats = 6",
        ),
        (0, SIX, "table.seats = 0: must be greater than or equal to 1"),
        (8, SIX, "table.seats = 8: must be less than or equal to 7"),
        ("true", SIX, "table.seats = True: write a whole number"),
    ],
)
def test_pins_and_lamps_are_as_many_as_the_places_of_the_felt(
    tmp_path: Path, seats: int | str, text: str, said: str
) -> None:
    with pytest.raises(SettingsError, match=re.escape(said)):
        check_desk(table(tmp_path, f"[chips]\n{text}", seats=seats))


def test_a_felt_of_six_places_with_six_sensors_and_lamps_is_taken(tmp_path: Path) -> None:
    settings = table(tmp_path, f"[chips]\n{SIX}", seats=6)
    check_desk(settings)
    assert settings.table.seats == 6


def test_spots_by_gpiod_are_looked_for_at_the_chip_that_the_settings_name(tmp_path: Path) -> None:
    settings = table(tmp_path, f'[chips]\nbackend = "gpiod"\nchip = "{tmp_path}/gpiochip3"\n{PINS}')
    check_desk(settings)
    assert isinstance(chips_driver(settings.chips)._lines, GpiodLines), "it may be plugged in later"
    assert "gpiochip3 is not there" in str(pins_fault(settings.chips))


def test_spots_by_gpiozero_are_looked_for_on_this_board(tmp_path: Path) -> None:
    settings = table(
        tmp_path, f'[chips]\nbackend = "gpiozero"\n{PINS}buzzer_pin = 14\nothers = {{ ante_3 = 15 }}\n'
    )
    check_desk(settings)
    with pytest.raises((NoPins, MissingLibrary), match="chip sensors: "):
        chips_driver(settings.chips)


def test_the_doctor_sees_whether_the_card_service_answers(tmp_path: Path) -> None:
    smart = BadgeReaderFile(reader="pcsc")
    assert isinstance(card_reader_fault(smart, tmp_path / "pcscd.comm"), OSError)
    with socket.socket(socket.AF_UNIX) as service:
        service.bind(str(tmp_path / "pcscd.comm"))
        service.listen()
        assert card_reader_fault(smart, tmp_path / "pcscd.comm") is None
    assert card_reader_fault(BadgeReaderFile(reader="keyboard")) is None


def test_the_doctor_says_that_pyscard_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "smartcard", None)
    assert "pyscard is missing" in str(card_reader_fault(BadgeReaderFile(reader="pcsc")))


def test_a_table_that_needs_pyscard_does_not_start_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = table(tmp_path, f'[badge]\nreader = "pcsc"\n{CHEF}')
    monkeypatch.setitem(sys.modules, "smartcard", None)
    check_desk(settings)
    with pytest.raises(MissingLibrary, match="pyscard is missing"):
        badge_driver(settings)


def test_the_doctor_warns_of_a_table_that_nobody_can_open(tmp_path: Path) -> None:
    found = {finding.check: finding for finding in checks.machines(table(tmp_path, ""))}
    assert found["badge reader"].level is Level.WARNING
    assert "nobody can open" in found["badge reader"].advice


def test_the_approved_program_of_shoe_and_shuffler_is_a_hash_or_nothing(tmp_path: Path) -> None:
    path = write_settings(tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[shoe]", f'[shoe]\nfirmware_sha256 = "{"ab" * 32}"', 1), encoding="utf-8")
    assert load_table(path).shoe.firmware_sha256 == "ab" * 32
    path.write_text(text.replace("[shoe]", '[shoe]\nfirmware_sha256 = "1.0"', 1), encoding="utf-8")
    with pytest.raises(SettingsError, match="firmware_sha256"):
        load_table(path)


def test_the_cameras_and_the_amounts_of_the_table_are_facts_of_its_session(tmp_path: Path) -> None:
    settings = table(
        tmp_path,
        '[video]\ncameras = ["C-14", "C-15"]\nretention_days = 30\n'
        "[payments]\nidentity_from_cents = 150000\nsecond_person_from_cents = 50000\n",
    )
    facts = table_facts(
        "UTH-2",
        1,
        load_profile("fr-55-20-2021"),
        load_jackpot(),
        simulated=False,
        video=settings.video,
        payments=settings.payments,
    )
    assert (facts.cameras, facts.retention_days) == (("C-14", "C-15"), 30)
    assert (facts.identity_from_cents, facts.second_person_from_cents) == (150_000, 50_000)


def stale_after(folder: Path, said: str) -> TableFile:
    """The settings of a table whose file says so of its display."""
    path = write_settings(folder)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("[display]\n", f"[display]\n{said}\n"), encoding="utf-8")
    return load_table(path)


@requirement("LK-03")
def test_how_long_an_amount_counts_without_news_is_a_fact_of_the_session(tmp_path: Path) -> None:
    """LK-03: ten seconds unless the file says less; not before the display has said that it waits."""
    rules, jackpot = load_profile("fr-55-20-2021"), load_jackpot()
    for said, ms in (("", 10_000), ("stale_ms = 4000", 4_000)):
        display = stale_after(tmp_path, said).display
        assert table_facts("UTH-2", 1, rules, jackpot, simulated=False, display=display).stale_ms == ms
    for wrong in ("3999", "10001", "true", "4.5"):
        with pytest.raises(SettingsError, match=r"display\.stale_ms"):
            stale_after(tmp_path, f"stale_ms = {wrong}")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[video]\ncameras = [""]\n', "video.cameras"),
        ("[video]\nretention_days = 0\n", "video.retention_days"),
        ("[payments]\nidentity_from_cents = -1\n", "payments.identity_from_cents"),
        ("[payments]\nsecond_person_from_cents = 12.5\n", "payments.second_person_from_cents"),
    ],
)
def test_a_wrong_amount_or_camera_is_refused_by_its_key(tmp_path: Path, text: str, named: str) -> None:
    with pytest.raises(SettingsError) as refused:
        table(tmp_path, text)
    assert named in str(refused.value)


@requirement("AC-02")
@pytest.mark.parametrize(
    ("opening", "minimum_cents", "least_cents"),
    [("", 500, 2_500_000), ("", 1_000, 5_000_000), ("coefficient = 2000", 500, 1_000_000)],
)
def test_the_coefficient_of_the_avance_is_a_parameter_5000_as_shipped(
    opening: str, minimum_cents: int, least_cents: int, tmp_path: Path
) -> None:
    """AC-02: the table takes no cent less than the coefficient of its settings times its minimum."""
    settings = table(tmp_path, f"[opening]\npieces_cents = [2500, 50]\n{opening}\n")
    profile = load_profile("fr-55-20-2021")
    limits = replace(profile.limits, minimum_cents=minimum_cents)
    jackpot = load_jackpot()
    assert settings.opening is not None
    known = cash_terms(settings.opening, replace(profile, limits=limits), jackpot)
    felt = Felt(cash=known).do(i.OpenTable()).badge()
    felt.do(i.CountPieces(2_500, least_cents // 2_500 - 1), i.CountPieces(50, 49))
    wanted = (("cents", least_cents - 50), ("wanted_cents", least_cents))
    assert felt.tap(i.SignCash()) == Refusal("avance_short", "art. 49", wanted)
    felt.do(i.CountPieces(50, 50), i.SignCash())
