"""The units, users and device names that a table is installed with, judged by systemd's own tools.

Where a machine has not these tools, the files are read by the rules of systemd.syntax(7) instead.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest

from controller import wire
from controller.witness_desk import GROUP
from ui.__main__ import name_of

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = (
    "tapis-table.service",
    "tapis-screen@.service",
    "tapis-screens.service",
    "tapis-house.service",
    "tapis-witness.service",
)
EXPOSURE_MAX = dict(zip(UNITS, (2.0, 3.5, 3.5, 2.0, 2.0), strict=True))
SPEAKS = {"tapis-witness.service"}
"""Reaches the tables of other machines; all others speak to none."""
DEVICE_LINES = re.compile(r'^[A-Z_]+(\{[^}]+\})?(==|!=|=|\+=|:=)"[^"]*"$')
DEVICE_KEYS = {"SUBSYSTEM", "KERNEL", "ATTRS", "SYMLINK", "GROUP", "MODE", "ENV"}


def systemd(tool: str, *words: str) -> subprocess.CompletedProcess[str] | None:
    """What the tool said, or None where it is not installed."""
    if shutil.which(tool) is None:
        return None
    return subprocess.run([tool, *words], capture_output=True, text=True, timeout=60, check=False)


def read(unit: str) -> ConfigParser:
    """The unit's sections; a key given twice keeps its last value."""
    parser = ConfigParser(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#", ";"))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / unit, encoding="utf-8")
    return parser


@pytest.fixture(params=UNITS)
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the unit, beside the others, whose program is one that every machine has."""
    for name in UNITS:
        text = (DEPLOY / name).read_text(encoding="utf-8")
        text = re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", text)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / request.param


def test_systemd_takes_the_unit_without_a_remark(unit: Path) -> None:
    done = systemd("systemd-analyze", "verify", str(unit))
    if done is not None:
        assert (done.returncode, done.stderr) == (0, "")
    sections = read(unit.name)
    assert set(sections) - {"DEFAULT"} == {"Unit", "Service", "Install"}
    assert sections["Service"]["ExecStart"]


def test_the_exposure_of_the_unit_is_low(unit: Path) -> None:
    done = systemd("systemd-analyze", "security", "--offline=true", "--no-pager", str(unit))
    if done is not None:
        overall = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
        assert overall is not None, done.stderr
        assert float(overall[1]) <= EXPOSURE_MAX[unit.name]
    service = read(unit.name)["Service"]
    for setting, value in (
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("CapabilityBoundingSet", ""),
        *(() if unit.name in SPEAKS else (("IPAddressDeny", "any"),)),
        ("LimitCORE", "0"),
        ("UMask", "0077"),
        ("Restart", "always"),
    ):
        assert service[setting] == value, setting


def test_the_table_is_watched_and_never_swapped() -> None:
    service = read("tapis-table.service")["Service"]
    assert (service["Type"], service["NotifyAccess"]) == ("notify", "main")
    assert int(service["WatchdogSec"]) <= 5
    assert service["MemorySwapMax"] == "0"


def test_a_screen_may_reach_the_sockets_of_its_table() -> None:
    table, screen = (read(unit)["Service"] for unit in UNITS[:2])
    assert table["Group"] in screen["SupplementaryGroups"].split()
    assert table["RuntimeDirectoryMode"] == "0751"  # others pass through to a socket that is theirs
    assert screen["User"] != table["User"]


def test_a_screen_is_drawn_where_its_compositor_listens() -> None:
    screen, glass = read("tapis-screen@.service"), read("tapis-screens.service")
    assert screen["Unit"]["BindsTo"] == "tapis-screens.service"
    assert "--socket=tapis" in glass["Service"]["ExecStart"].split()
    assert "WAYLAND_DISPLAY=tapis" in screen["Service"]["Environment"].split()
    for key in ("User", "PAMName"):  # one user, one runtime directory
        assert screen["Service"][key] == glass["Service"][key]


def test_every_screen_of_a_table_has_an_output_of_its_own() -> None:
    text = (DEPLOY / "weston.ini").read_text(encoding="utf-8")
    outputs = dict(re.findall(r"(?m)^\[output\]\nname=(\S+)\napp-ids=(\S+)$", text))
    assert len(outputs) == 2
    assert set(outputs.values()) == {name_of("dealer"), name_of("jackpot")}


def test_every_user_and_group_of_the_units_is_made_or_known_to_the_system() -> None:
    made = {line.split()[1] for line in users_lines()}
    known = {"dialout", "video", "input", "render"}  # of Debian's own base-passwd and udev
    for unit in UNITS:
        service = read(unit)["Service"]
        wanted = {service["User"], service["Group"], *service["SupplementaryGroups"].split()}
        assert wanted <= made | known, unit


def users_lines() -> list[str]:
    text = (DEPLOY / "tapis.sysusers").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_the_users_are_taken_by_systemd(tmp_path: Path) -> None:
    for line in users_lines():
        assert re.fullmatch(r'(g \S+ -|u \S+ - "[^"]+" /\S+)', line), line
    done = systemd("systemd-sysusers", "--dry-run", f"--root={tmp_path}", str(DEPLOY / "tapis.sysusers"))
    if done is not None:
        assert done.returncode == 0, done.stderr
        for line in users_lines():
            assert f"'{line.split()[1]}'" in done.stderr + done.stdout


def device_rules() -> list[list[str]]:
    text = (DEPLOY / "70-tapis.rules").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [line.split(", ") for line in lines]


def test_every_line_of_the_device_rules_matches_and_assigns() -> None:
    for rule in device_rules():
        operators = []
        for part in rule:
            found = DEVICE_LINES.match(part)
            assert found is not None, part
            assert re.split(r"[{=!+:]", part)[0] in DEVICE_KEYS, part
            operators.append(found[2])
        assert "==" in operators, rule
        assert set(operators) & {"=", "+=", ":="}, rule


def test_the_devices_have_the_names_that_the_shipped_settings_look_for() -> None:
    shipped = tomllib.loads((DEPLOY.parent / "config" / "table.toml").read_text(encoding="utf-8"))
    named = {part.split('"')[1] for rule in device_rules() for part in rule if part.startswith("SYMLINK")}
    assert {shipped[machine]["url"] for machine in ("shoe", "shuffler")} == {f"/dev/{name}" for name in named}
    table = read("tapis-table.service")["Service"]
    groups = {part.split('"')[1] for rule in device_rules() for part in rule if part.startswith("GROUP")}
    assert groups <= set(table["SupplementaryGroups"].split())


def test_the_shipped_settings_keep_to_the_directories_of_the_unit() -> None:
    shipped = tomllib.loads((DEPLOY.parent / "config" / "table.toml").read_text(encoding="utf-8"))["table"]
    service = read("tapis-table.service")["Service"]
    assert shipped["data"] == f"/var/lib/{service['StateDirectory']}"
    assert shipped["run"] == f"/run/{service['RuntimeDirectory']}"


def test_the_screens_that_operations_start_are_roles_of_the_wire() -> None:
    text = (DEPLOY / "OPERATIONS.md").read_text(encoding="utf-8")
    started = set(re.findall(r"tapis-screen@([a-z]+)", text))
    assert started
    assert started <= set(wire.ROLES)


def test_the_witness_reaches_its_own_socket_and_the_house_what_the_witness_keeps() -> None:
    table, screen, _glass, house, witness = (read(unit)["Service"] for unit in UNITS)
    assert witness["Group"] == GROUP
    assert GROUP in table["SupplementaryGroups"].split()
    assert not {table["Group"], GROUP} & {house["Group"], *house["SupplementaryGroups"].split()}
    assert GROUP not in screen["SupplementaryGroups"].split()
    assert table["Group"] not in [witness["Group"], *witness["SupplementaryGroups"].split()]
    assert house["Group"] in screen["SupplementaryGroups"].split()
    assert house["User"] == witness["User"]
    words = witness["ExecStart"].split()
    kept = words[words.index("--journals") + 1]
    assert kept in house["ExecStart"].split()
    assert kept in [f"/var/lib/{one}" for one in witness["StateDirectory"].split()]
    assert house["InaccessiblePaths"] == "-/var/lib/tapis"


@pytest.mark.parametrize("name", ["serial-server", "remote"])
def test_another_machine_is_let_in_by_its_address_alone(name: str) -> None:
    """The unit speaks no IP; the drop-in adds the family and one host, and changes nothing else."""
    added = read(f"tapis-table.service.d/{name}.conf")["Service"]
    assert set(added) == {"RestrictAddressFamilies", "IPAddressAllow"}
    assert set(added["RestrictAddressFamilies"].split()) == {"AF_INET", "AF_INET6"}
    assert "/" not in added["IPAddressAllow"]
    assert added["IPAddressAllow"] != "any"
    assert "AF_INET" not in read("tapis-table.service")["Service"]["RestrictAddressFamilies"]


def test_the_reader_is_permitted_to_the_tables_user_alone() -> None:
    rule = (DEPLOY / "50-tapis-pcscd.rules").read_text(encoding="utf-8")
    assert set(re.findall(r'"(org[^"]+)"', rule)) == {
        "org.debian.pcsc-lite.access_pcsc",
        "org.debian.pcsc-lite.access_card",
    }
    assert re.findall(r'subject\.user == "(\w+)"', rule) == ["tapis"]
    assert rule.count("polkit.Result.YES") == 1
