"""`[shoe]` of `table.toml`: every shoe of the table of shoes, its options, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.boot.machines import check_machines, shoe_driver
from controller.settings.settings_error import SettingsError
from controller.settings.table import WITH_KEYS_OF_THEIR_OWN, TableFile, load_table
from drivers.lines.links import SerialLink
from drivers.shoes.angel_eye import AngelEye
from drivers.shoes.bee_tek import BeeTek
from drivers.shoes.every_shoe import SHOES
from drivers.shoes.open_shoe import OpenShoe

TABLE = """\
[table]
id = "UTH-9"
profile = "fr-55-20-2021"
jackpot = "jackpot.toml"
data = "{folder}/data"
run = "{folder}/run"

[shoe]
"""


def settings_of(folder: Path, *lines: str) -> TableFile:
    path = folder / "table.toml"
    path.write_text(TABLE.format(folder=folder) + "\n".join(lines) + "\n", encoding="utf-8")
    return load_table(path)


def test_every_shoe_with_keys_of_its_own_is_in_the_table_of_shoes():
    assert set(WITH_KEYS_OF_THEIR_OWN) < set(SHOES)


@pytest.mark.parametrize(
    ("driver", "kind", "baudrate"),
    [("angel-eye", AngelEye, 4_800), ("bee-tek", BeeTek, 9_600), ("open", OpenShoe, 115_200)],
)
def test_a_serial_shoe_needs_its_name_and_its_line(tmp_path, driver, kind, baudrate):
    settings = settings_of(tmp_path, f'driver = "{driver}"', 'url = "socket://10.0.0.7:4001"')
    check_machines(settings)
    made = shoe_driver(settings.shoe, 7)
    assert type(made) is kind
    assert isinstance(made._link, SerialLink)
    assert (made._link.url, made._link._baudrate) == ("socket://10.0.0.7:4001", baudrate)
    assert baudrate == SHOES[driver].baudrate
    at_9600 = settings_of(tmp_path, f'driver = "{driver}"', 'url = "/dev/ttyS0"', "baudrate = 9600")
    assert shoe_driver(at_9600.shoe, 7)._link._baudrate == 9_600


def test_an_angel_eye_only_listens_unless_the_settings_turn_commands_on(tmp_path):
    plain = settings_of(tmp_path, 'driver = "angel-eye"', 'url = "/dev/ttyS0"')
    made = shoe_driver(plain.shoe, 7)
    assert (made._commands, made._expected) == (None, {2})
    words = ("commands = true", "bcc_includes_stx = false", "expected_errors = [2, 7]")
    told = shoe_driver(settings_of(tmp_path, 'driver = "angel-eye"', 'url = "/dev/ttyS0"', *words).shoe, 7)
    assert told._commands is not None
    assert (told._commands.bcc_includes_stx, told._expected) == (False, {2, 7})


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        (('driver = "angel-eye"',), "shoe.url: missing"),
        (('driver = "angel-eye"', 'url = "/dev/x"', "commands = 1"), "shoe.commands = 1"),
        (
            ('driver = "angel-eye"', 'url = "/dev/x"', "expected_errors = [64]"),
            "shoe.expected_errors[0] = 64",
        ),
        (('driver = "bee-tek"', 'url = "/dev/x"', "commands = true"), "shoe.commands = True: unknown key"),
        (('driver = "bee-tek"', 'url = "/dev/x"', "baudrate = 0"), "shoe.baudrate = 0"),
        (('driver = "angel-eye"', 'url = "usb://1d50:6c01"'), "a shoe of the driver angel-eye has no USB"),
        (('url = "/dev/x"',), "shoe.driver: missing"),
        (
            ('driver = "telegraph"', 'url = "/dev/x"'),
            "shoe.driver = 'telegraph': one of angel-eye, bee-tek, hid-scanner, open",
        ),
    ],
)
def test_a_wrong_setting_is_named_with_its_key(tmp_path, lines, named):
    with pytest.raises(SettingsError) as refused:
        check_machines(settings_of(tmp_path, *lines))
    assert named in str(refused.value)
