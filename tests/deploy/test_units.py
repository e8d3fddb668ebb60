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

from controller.house.answers import INSPECTOR
from controller.journal.keys import SIGN_KEY
from controller.screens import wire
from controller.screens.status_desk import ROLE as STATUS
from controller.screens.unix_socket import GROUP_PREFIX
from controller.witness.desk import ROLE as WITNESS
from tests.law.requirements import requirement
from tests.patience import PATIENCE_S
from ui.__main__ import name_of

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = (
    "tapis-table.service",
    "tapis-screen@.service",
    "tapis-screens.service",
    "tapis-house.service",
    "tapis-witness.service",
)
FIGURES = ("tapis-metrics.service", "tapis-room-metrics.service")
FAILED = "tapis-failed@.service"
BACKUP_TIMER = "tapis-backup.timer"
EXPOSURE_MAX = dict(zip((*UNITS, *FIGURES), (2.0, 3.5, 3.5, 2.0, 2.0, 1.5, 1.5), strict=True))
SPEAKS = {"tapis-witness.service"}
"""Reaches the tables of other machines; all others speak to none."""
DEVICE_LINES = re.compile(r'^[A-Z_]+(\{[^}]+\})?(==|!=|=|\+=|:=)"[^"]*"$')
DEVICE_KEYS = {"SUBSYSTEM", "KERNEL", "ATTRS", "SYMLINK", "GROUP", "MODE", "ENV"}


def systemd(tool: str, *words: str) -> subprocess.CompletedProcess[str] | None:
    """What the tool said, or None where it is not installed."""
    if shutil.which(tool) is None:
        return None
    return subprocess.run([tool, *words], capture_output=True, text=True, timeout=PATIENCE_S, check=False)


def read(unit: str) -> ConfigParser:
    """The unit's sections; a key given twice keeps its last value."""
    parser = ConfigParser(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#", ";"))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(DEPLOY / unit, encoding="utf-8")
    return parser


@pytest.fixture(params=(*UNITS, *FIGURES))
def unit(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the unit, beside the others, whose program is one that every machine has."""
    for name in (*UNITS, *FIGURES, FAILED, "tapis-screens.socket"):
        text = (DEPLOY / name).read_text(encoding="utf-8")
        text = re.sub(r"(?m)^(ExecStart|ExecStartPre|ExecStopPost)=([+-]*)\S+", r"\1=\2/bin/true", text)
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


@requirement("SE-09")
def test_no_service_may_write_the_program_or_read_a_stick_and_nothing_starts_when_one_is_put_in() -> None:
    """SE-09: an update is root's package and its manifest, and none comes by itself."""
    for name in (*UNITS, *FIGURES, "tapis-backup.service"):
        service = read(name)["Service"]
        assert (service["ProtectSystem"], service["NoNewPrivileges"]) == ("strict", "yes"), name
        written = [path.lstrip("-+") for path in service.get("ReadWritePaths", "").split()]
        assert [path for path in written if path.startswith(("/usr", "/etc", "/opt"))] == [], name
    table = (DEPLOY / "tapis-table.service").read_text(encoding="utf-8").splitlines()
    allowed = [line.partition("=")[2] for line in table if line.startswith("DeviceAllow=")]
    assert "DevicePolicy=closed" in table
    assert allowed
    assert [one for one in allowed if not one.startswith("char-")] == [], "no disk, and no stick"
    assert [path.name for kind in ("path", "mount", "automount") for path in DEPLOY.glob(f"*.{kind}")] == []
    rules = (DEPLOY / "70-tapis.rules").read_text(encoding="utf-8")
    assert [word for word in ("RUN", "PROGRAM", "SYSTEMD_WANTS", "block") if word in rules] == []
    control = (DEPLOY / "packages" / "debian" / "control").read_text(encoding="utf-8")
    assert [
        name for name in ("udisks", "autofs", "unattended-upgrades", "packagekit") if name in control
    ] == []
    page = " ".join((DEPLOY / "OPERATIONS.md").read_text(encoding="utf-8").split())
    assert "the table takes none by itself, from no port and no network" in page


def test_no_unit_of_the_packages_is_without_its_test() -> None:
    there = {path.name for kind in ("service", "timer", "socket") for path in DEPLOY.glob(f"*.{kind}")}
    assert there == {*UNITS, *FIGURES, FAILED, "tapis-screens.socket", "tapis-backup.service", BACKUP_TIMER}


def test_systemd_takes_the_socket_of_the_glass_and_the_note_of_a_failure(unit: Path) -> None:
    if unit.name != UNITS[0]:
        return
    for name in (FAILED.replace("@", "@table"), "tapis-screens.socket"):
        done = systemd("systemd-analyze", "verify", str(unit.with_name(name)))
        assert done is None or (done.returncode, done.stderr) == (0, "")


def test_what_the_pages_enable_is_enabled(tmp_path: Path) -> None:
    """By the real systemctl, on a root directory with the packages' units and nothing that runs."""
    pages = "".join((DEPLOY / f"{name}.md").read_text(encoding="utf-8") for name in ("OPERATIONS", "ROOM"))
    named = set(re.findall(r"systemctl enable (?:--now )?(tapis-[\w@.-]+)", pages))
    assert named >= {"tapis-metrics", BACKUP_TIMER, "tapis-room-metrics"}
    units = tmp_path / "usr/lib/systemd/system"
    units.mkdir(parents=True)
    laid_out = (DEPLOY / "packages" / "debian" / "lay-out").read_text(encoding="utf-8")
    for path in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer"), *DEPLOY.glob("*.socket")):
        assert f"deploy/{path.name}" in laid_out
        shutil.copy(path, units)
    for name in sorted(named):
        done = systemd("systemctl", f"--root={tmp_path}", "enable", name)
        assert done is None or done.returncode == 0, (name, done.stderr)
        wanted = name if "." in name else f"{name}.service"
        found = [path.name for path in tmp_path.glob("etc/systemd/system/*.wants/*")]
        assert done is None or wanted in found


def test_the_backup_reaches_nothing_but_the_table_and_what_is_mounted(tmp_path: Path) -> None:
    """As the table's user, without any network; a stick is mounted where the unit lets it write."""
    name = "tapis-backup.service"
    text = (DEPLOY / name).read_text(encoding="utf-8")
    (tmp_path / name).write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    shutil.copy(DEPLOY / "tapis-backup.timer", tmp_path)
    for unit in (name, "tapis-backup.timer"):
        done = systemd("systemd-analyze", "verify", str(tmp_path / unit))
        assert done is None or (done.returncode, done.stderr) == (0, "")
    done = systemd("systemd-analyze", "security", "--offline=true", "--no-pager", str(tmp_path / name))
    if done is not None:
        overall = re.search(r"Overall exposure level for \S+: ([0-9.]+)", done.stdout)
        assert overall is not None, done.stderr
        assert float(overall[1]) <= 1.0
    service = read(name)["Service"]
    assert (service["Type"], service["User"], service["PrivateNetwork"]) == ("oneshot", "tapis", "yes")
    assert words_of(name, "StateDirectory") == ["tapis", "tapis-backup"]
    target = re.search(r'(?m)^# target = "(/\w+)/', (DEPLOY.parent / "config/table.toml").read_text("utf-8"))
    assert target is not None
    assert f"-{target[1]}" in words_of(name, "ReadWritePaths")


def test_who_writes_the_figures_opens_the_door_at_which_nothing_can_be_said_and_no_other() -> None:
    service = read("tapis-metrics.service")["Service"]
    assert (service["User"], service["Group"]) == (GROUP_PREFIX + STATUS, GROUP_PREFIX + STATUS)
    assert service["SupplementaryGroups"] == ""
    assert GROUP_PREFIX + STATUS in words_of("tapis-table.service", "SupplementaryGroups")
    shipped = tomllib.loads((DEPLOY.parent / "config" / "metrics.toml").read_text(encoding="utf-8"))
    for unit in FIGURES:
        words = read(unit)["Service"]
        assert words["ReadWritePaths"] == f"-{shipped['metrics']['directory']}"
        tool, *given = words["ExecStartPre"].split()
        assert (tool, given) == (
            "+/usr/libexec/tapis/tapis-figures-directory",
            [GROUP_PREFIX + STATUS, shipped["metrics"]["directory"]],
        )


def test_the_table_is_watched_and_never_swapped() -> None:
    service = read("tapis-table.service")["Service"]
    assert (service["Type"], service["NotifyAccess"]) == ("notify", "main")
    assert int(service["WatchdogSec"]) <= 5
    assert service["MemorySwapMax"] == "0"


def words_of(unit: str, key: str) -> list[str]:
    """Every word that the unit gives this key, on all of its lines, in their order."""
    text = (DEPLOY / unit).read_text(encoding="utf-8")
    return [word for line in re.findall(rf"(?m)^{key}=(.*)$", text) for word in line.split()]


@pytest.mark.parametrize("role", [*wire.SCREEN_ROLES, WITNESS])
def test_each_kind_of_screen_has_a_user_and_a_group_of_its_own_and_the_table_is_in_it(role: str) -> None:
    """With the display's account one has no more than the display."""
    account = GROUP_PREFIX + role
    assert any(line.startswith(f"u {account} ") for line in users_lines())
    assert account in words_of("tapis-table.service", "SupplementaryGroups")
    assert f"m tapis {account}" in users_lines()
    others = {"tapis", *(GROUP_PREFIX + other for other in (*wire.SCREEN_ROLES, WITNESS) if other != role)}
    unit = "tapis-witness.service" if role == WITNESS else "tapis-screen@.service"
    groups = {words_of(unit, key)[0].replace("%i", role) for key in ("User", "Group")}
    assert groups == {account}
    assert not others & set(words_of(unit, "SupplementaryGroups"))
    others_of_role = {"video", "input", "render"}
    assert not others_of_role & set(words_of(unit, "SupplementaryGroups")), "only the compositor's"


@requirement("SE-12")
def test_an_inspector_s_screen_has_an_account_of_its_own_and_one_door() -> None:
    """The house gives its group the socket that only reads; the table knows nothing of that group."""
    account = GROUP_PREFIX + INSPECTOR
    assert any(line.startswith(f"u {account} ") for line in users_lines())
    assert not any(account in line for line in users_lines() if line.startswith("m "))
    assert account not in words_of("tapis-table.service", "SupplementaryGroups")
    house = read("tapis-house.service")["Service"]
    assert house["SupplementaryGroups"] == account
    assert house["RuntimeDirectoryMode"] == "0751", "its group passes through, to its own socket"
    assert house["StateDirectoryMode"] == "0700"
    added = read("tapis-screen@inspector.service.d/reads.conf")["Service"]
    assert set(added) == {"InaccessiblePaths", "WatchdogSec"}
    hidden = {path.removeprefix("-") for path in added["InaccessiblePaths"].split()}
    assert hidden >= {f"/run/{read('tapis-table.service')['Service']['RuntimeDirectory']}", "/var/lib/tapis"}
    for unit in ("tapis-house.service", "tapis-witness.service"):
        assert {f"/var/lib/{one.split('/')[0]}" for one in words_of(unit, "StateDirectory")} <= hidden
    control = (DEPLOY / "packages" / "debian" / "tapis-pit.postinst").read_text(encoding="utf-8")
    assert INSPECTOR not in control, "nobody starts it before it is wanted"


def test_others_pass_through_the_tables_directory_to_a_socket_that_is_theirs() -> None:
    assert read("tapis-table.service")["Service"]["RuntimeDirectoryMode"] == "0751"


def calls_of(unit: str) -> set[str] | None:
    """The system calls that the unit leaves its program, or None where systemd's tool is not installed."""
    said = systemd("systemd-analyze", "syscall-filter")
    if said is None:
        return None
    sets: dict[str, list[str]] = {}
    for line in said.stdout.splitlines():
        if line.startswith("@"):
            sets[line.strip()] = []
        elif line.startswith("    ") and not line.startswith("    #"):
            sets[list(sets)[-1]].append(line.strip())

    def calls(name: str) -> set[str]:
        return set().union(*(calls(one) if one in sets else {one} for one in sets[name]))

    left: set[str] = set()
    for line in re.findall(r"(?m)^SystemCallFilter=(.*)$", (DEPLOY / unit).read_text(encoding="utf-8")):
        for name in line.removeprefix("~").split():
            left = left - calls(name) if line.startswith("~") else left | calls(name)
    return left


def test_the_table_may_call_what_its_program_calls() -> None:
    """Sockets are given to groups, memory is locked and never dumped (`unix_socket`, `private_memory`)."""
    assert read("tapis-table.service")["Service"]["LimitMEMLOCK"] == "infinity"
    # Without a capability a user gives a file of his own to a group of his own, and nothing else.
    assert read("tapis-table.service")["Service"]["CapabilityBoundingSet"] == ""
    left = calls_of("tapis-table.service")
    if left is not None:
        assert {"chown", "fchownat", "chmod", "mlockall", "prctl", "prlimit64", "getsockopt"} <= left
        assert not {"setuid", "setgroups", "mount", "ptrace", "reboot", "bpf"} & left


def test_a_screen_is_drawn_where_its_compositor_listens() -> None:
    """The compositor has a user of its own; systemd makes its socket, for a group that every screen is in."""
    screen, glass, door = (
        read(unit) for unit in ("tapis-screen@.service", "tapis-screens.service", "tapis-screens.socket")
    )
    assert f"WAYLAND_DISPLAY={door['Socket']['ListenStream']}" in words_of(
        "tapis-screen@.service", "Environment"
    )
    assert (door["Socket"]["SocketUser"], door["Socket"]["SocketMode"]) == (glass["Service"]["User"], "0660")
    assert door["Socket"]["SocketGroup"] in screen["Service"]["SupplementaryGroups"].split()
    assert "--modules=systemd-notify.so" in glass["Service"]["ExecStart"].split(), "what takes the socket"
    for unit in ("tapis-screen@.service", "tapis-screens.service"):
        assert "tapis-screens.socket" in words_of(unit, "Requires")
    assert "BindsTo" not in screen["Unit"], "a screen that is stopped with its compositor stays stopped"


def test_the_glass_may_write_where_its_session_is_and_is_tried_for_ever() -> None:
    """logind makes /run/user/UID before ProtectSystem=strict makes all but a few places read-only."""
    glass = read("tapis-screens.service")
    assert glass["Service"]["PAMName"] == "login"
    assert glass["Service"]["ReadWritePaths"] == "-/run/user"
    for unit in ("tapis-screens.service", "tapis-screen@.service"):
        assert read(unit)["Unit"]["StartLimitIntervalSec"] == "0"
    for needed in ("dbus.socket", "systemd-logind.service"):
        assert needed in words_of("tapis-screens.service", "After")
        assert needed in words_of("tapis-screens.service", "Wants")
    control = (DEPLOY / "packages" / "debian" / "control").read_text(encoding="utf-8")
    for package in ("tapis-table", "tapis-pit"):
        needed = re.search(rf"(?ms)^Package: {package}$.*?^Depends: (.*?)^\S", control)
        assert needed is not None
        assert {"weston", "dbus", "libpam-systemd"} <= set(re.split(r"[,\s]+", needed[1]))


def test_a_pi_is_known_and_its_pins_are_driven_under_the_unit() -> None:
    """gpiozero reads /proc/cpuinfo or the device tree; lgpio makes a pipe where LG_WD says."""
    service = read("tapis-table.service")["Service"]
    assert "ProcSubset" not in service
    assert f"LG_WD=/run/{service['RuntimeDirectory']}" in words_of("tapis-table.service", "Environment")
    assert "gpio" in service["SupplementaryGroups"].split()
    assert "DeviceAllow=char-gpiochip rw" in (DEPLOY / "tapis-table.service").read_text(encoding="utf-8")


def test_every_screen_of_a_table_has_an_output_of_its_own() -> None:
    text = (DEPLOY / "weston.ini").read_text(encoding="utf-8")
    outputs = dict(re.findall(r"(?m)^\[output\]\nname=(\S+)\napp-ids=(\S+)$", text))
    assert len(outputs) == 2
    assert set(outputs.values()) == {name_of("dealer"), name_of("jackpot")}


def test_every_user_and_group_of_the_units_is_made_or_known_to_the_system() -> None:
    made = {line.split()[1] for line in users_lines()}
    known = {"dialout", "video", "input", "render"}  # of Debian's own base-passwd and udev
    for unit in (*UNITS, *FIGURES):
        service = read(unit)["Service"]
        wanted = {service["User"], service["Group"], *service["SupplementaryGroups"].split()}
        named = {name.replace("%i", role) for name in wanted for role in (*wire.SCREEN_ROLES, INSPECTOR)}
        assert named <= made | known, unit


def users_lines() -> list[str]:
    text = (DEPLOY / "tapis.sysusers").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def test_the_users_are_taken_by_systemd(tmp_path: Path) -> None:
    for line in users_lines():
        assert re.fullmatch(r'(g \S+ -|u \S+ - "[^"]+" /\S+|m tapis \S+)', line), line
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
    assert groups <= {table["Group"], *table["SupplementaryGroups"].split()}


def test_a_machine_of_the_table_is_the_tables_groups_alone() -> None:
    """Other accounts are in dialout; of the table's own group there is none but its own (the sysusers)."""
    own = read("tapis-table.service")["Service"]["Group"]
    machines = [rule for rule in device_rules() if {'SUBSYSTEM=="tty"', 'SUBSYSTEM=="usb"'} & set(rule)]
    named = [rule for rule in machines if any(part.startswith("ATTRS{idVendor}") for part in rule)]
    assert len(named) == 4
    for rule in named:
        assert {f'GROUP="{own}"', 'MODE="0660"'} <= set(rule), rule
    assert not [line for line in users_lines() if line.startswith("m ") and line.split()[2] == own]


def test_the_shipped_settings_keep_to_the_directories_of_the_unit() -> None:
    shipped = tomllib.loads((DEPLOY.parent / "config" / "table.toml").read_text(encoding="utf-8"))["table"]
    service = read("tapis-table.service")["Service"]
    assert shipped["data"] == f"/var/lib/{service['StateDirectory'].split()[0]}"
    assert shipped["run"] == f"/run/{service['RuntimeDirectory']}"


def test_the_screens_that_operations_start_are_roles_of_the_wire() -> None:
    text = (DEPLOY / "OPERATIONS.md").read_text(encoding="utf-8")
    started = set(re.findall(r"tapis-screen@([a-z]+)", text))
    assert started
    assert started <= {*wire.SCREEN_ROLES, INSPECTOR}


def test_the_witness_reaches_its_own_socket_and_the_house_what_the_witness_keeps() -> None:
    table, _screen, _glass, house, witness = (read(unit)["Service"] for unit in UNITS)
    assert not {table["Group"], GROUP_PREFIX + WITNESS} & {
        house["Group"],
        *house["SupplementaryGroups"].split(),
    }
    assert table["Group"] not in [witness["Group"], *witness["SupplementaryGroups"].split()]
    # The pit's screen alone asks the house, on the pit's machine.
    assert house["Group"] in words_of("tapis-screen@pit.service.d/house.conf", "SupplementaryGroups")
    assert house["Group"] not in words_of("tapis-screen@.service", "SupplementaryGroups")
    assert house["User"] == witness["User"]
    words = witness["ExecStart"].split()
    kept = words[words.index("--journals") + 1]
    assert kept in house["ExecStart"].split()
    assert kept in [f"/var/lib/{one}" for one in witness["StateDirectory"].split()]
    assert house["InaccessiblePaths"] == "-/var/lib/tapis"


@pytest.mark.parametrize("name", ["serial-server", "remote", "link"])
def test_another_machine_is_let_in_by_its_address_alone(name: str) -> None:
    """The unit speaks no IP; the drop-in adds the family and hosts by address, and changes nothing else."""
    added = read(f"tapis-table.service.d/{name}.conf")["Service"]
    assert set(added) == {"RestrictAddressFamilies", "IPAddressAllow"}
    assert set(added["RestrictAddressFamilies"].split()) == {"AF_INET", "AF_INET6"}
    assert "/" not in added["IPAddressAllow"]
    assert added["IPAddressAllow"] != "any"
    assert "AF_INET" not in read("tapis-table.service")["Service"]["RestrictAddressFamilies"]


def test_no_unit_asks_to_be_edited_which_comes_anew_with_each_upgrade() -> None:
    """The credentials of the keys stood in two of them behind a `#`, to be taken away."""
    asked = {
        f"{path.name}: {line}"
        for path in DEPLOY.glob("*.*")
        if path.suffix in {".service", ".socket", ".timer"}
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.match(r"[#;]\s?[A-Z][A-Za-z]+=\S", line)
    }
    assert asked == set()


def test_the_keys_are_credentials_by_a_drop_in_of_the_table_and_of_its_backup() -> None:
    assert dict(read("tapis-table.service.d/keys.conf")["Service"]) == {
        "LoadCredentialEncrypted": f"{SIGN_KEY}:/etc/tapis/{SIGN_KEY}.cred"
    }
    operations = (DEPLOY / "OPERATIONS.md").read_text(encoding="utf-8")
    assert f"--name={SIGN_KEY} /var/lib/tapis/{SIGN_KEY} /etc/tapis/{SIGN_KEY}.cred" in operations
    for unit in ("tapis-table", "tapis-backup"):
        said = (DEPLOY / f"{unit}.service").read_text(encoding="utf-8")
        assert f"{unit}.service.d/keys.conf" in said
        assert f"{unit}.service.d" in operations


@pytest.mark.parametrize("name", ["feed", "store"])
def test_who_the_house_speaks_to_is_let_in_by_its_address_alone(name: str) -> None:
    """The drop-in starts the same house with its room, or its database, and adds hosts by address."""
    text = (DEPLOY / "tapis-house.service.d" / f"{name}.conf").read_text(encoding="utf-8")
    section, *lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert (section, lines[0]) == ("[Service]", "ExecStart=")
    started = read("tapis-house.service")["Service"]["ExecStart"]
    assert (
        lines[1]
        == {
            "feed": f"ExecStart={started} --room /etc/tapis/room.toml",
            "store": "ExecStart="
            + started.replace("/var/lib/tapis-house/house.db", "postgresql://house@db.casino.lan/house"),
        }[name]
    )
    assert lines[2] == "RestrictAddressFamilies=AF_INET AF_INET6"
    assert re.fullmatch(r"IPAddressAllow=[0-9.]+", lines[3])
    assert len(lines) == 4
    assert "AF_INET" not in read("tapis-house.service")["Service"]["RestrictAddressFamilies"]


def test_the_reader_is_permitted_to_the_users_of_table_and_pit_alone() -> None:
    rule = (DEPLOY / "50-tapis-pcscd.rules").read_text(encoding="utf-8")
    assert set(re.findall(r'"(org[^"]+)"', rule)) == {
        "org.debian.pcsc-lite.access_pcsc",
        "org.debian.pcsc-lite.access_card",
    }
    assert re.findall(r'subject\.user == "([\w-]+)"', rule) == ["tapis", "tapis-pit"]
    assert rule.count("polkit.Result.YES") == 1


def test_the_compositor_sees_its_sessions_directory_and_draws_on_the_terminal_in_front() -> None:
    """As seen on booted machines: without the one weston ends, behind another terminal it is blind."""
    unit = read("tapis-screens.service")
    assert unit["Service"].get("ProtectHome", "no") == "no", "it hides /run/user too"
    assert unit["Service"]["InaccessiblePaths"] == "-/home -/root"
    assert unit["Service"]["TTYPath"] == "/dev/tty1"
    assert unit["Unit"]["Conflicts"] == "getty@tty1.service"


def test_no_screen_waits_for_a_table_that_reads_a_long_night() -> None:
    assert "tapis-table.service" not in words_of("tapis-screen@.service", "After")
    assert read("tapis-table.service")["Service"]["TimeoutStartSec"] == "15min"


def test_the_drivers_of_adapters_are_there_before_systemd_looks_which_devices_the_table_may_open() -> None:
    """`char-ttyUSB` of a driver that is loaded later stays refused until the table is started again."""
    allowed = {"char-ttyUSB": "usbserial", "char-ttyACM": "cdc_acm", "char-usb_device": "usbcore"}
    assert allowed.keys() <= set(words_of("tapis-table.service", "DeviceAllow"))
    for driver in allowed.values():
        assert f"modprobe@{driver}.service" in words_of("tapis-table.service", "Wants")
        assert f"modprobe@{driver}.service" in words_of("tapis-table.service", "After")
