"""`deploy/system-packages` on machines that it cannot see: root, sudo, neither, everything there, no apt."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

SCRIPT = Path(__file__).parents[2] / "deploy" / "system-packages"
ASKED = ("libgl1", "libegl1", "fonts-dejavu-core")
EVERYWHERE = ("cut", "date", "env", "grep", "mktemp", "rm", "sed", "sleep", "tail")


class Machine:
    """A machine of stand-in programs, each of which notes how it was called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.notes = folder / "notes"
        self.notes.touch()
        for program in EVERYWHERE:
            (folder / program).symlink_to(str(shutil.which(program)))
        self.says("dpkg-query", "exit 1")
        self.says("id", "echo 1000")
        self.says("python3", "exit 0")
        self.says("apt-get", f'echo "apt-get $*" >> {self.notes}')

    def says(self, program: str, line: str) -> None:
        path = self.folder / program
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)

    def installed(self, *packages: str) -> None:
        known = "|".join(packages)
        self.says("dpkg-query", f'case "$3" in {known}) printf installed ;; *) exit 1 ;; esac')

    def run(self, *asked: str, also: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", str(SCRIPT), *(asked or ASKED)],
            env={"PATH": str(self.folder), "ALSO": also},
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    @property
    def called(self) -> list[str]:
        return self.notes.read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


ONCE = "some packages of Debian, which root alone installs. Type this once, then run make again:"
INSTALL = "apt-get update && apt-get install --no-install-recommends -y"


def test_without_root_and_sudo_the_one_command_is_printed(machine: Machine) -> None:
    """A Debian that was given a password for root has no sudo."""
    done = machine.run()
    assert done.returncode == 1
    said, *commands = done.stdout.strip().splitlines()
    assert said == f"The screens need {ONCE}"
    assert commands == ["", f"    su - -c '{INSTALL} {' '.join(ASKED)}'"]
    assert done.stderr == ""
    assert machine.called == []


def test_a_sudo_that_asks_for_a_password_is_left_to_be_typed(machine: Machine) -> None:
    machine.says("sudo", "exit 1")
    done = machine.run()
    assert done.returncode == 1
    assert f"\n    sudo sh -c '{INSTALL} {' '.join(ASKED)}'\n" in done.stdout
    assert machine.called == []


def test_what_the_tests_need_too_is_asked_for_at_once(machine: Machine) -> None:
    """It was asked for after 300 MB of libraries: two questions, minutes apart."""
    machine.installed("libgl1", "libegl1", "pcscd")
    done = machine.run(also="pcscd sqlite3")
    assert done.returncode == 1
    assert done.stdout.startswith(f"The screens and the tests need {ONCE}\n")
    assert f"{INSTALL} fonts-dejavu-core sqlite3'\n" in done.stdout


def test_what_the_tests_need_too_stops_nobody(machine: Machine) -> None:
    machine.installed(*ASKED)
    done = machine.run(also="pcscd sqlite3")
    assert (done.returncode, done.stdout, machine.called) == (0, "", [])


def test_only_what_is_missing_is_asked_for(machine: Machine) -> None:
    machine.installed("libgl1", "fonts-dejavu-core")
    assert "-y libegl1'\n" in machine.run().stdout


def test_a_python_without_venv_is_completed(machine: Machine) -> None:
    machine.installed(*ASKED)
    machine.says("python3", "exit 1")
    assert "-y python3-venv'\n" in machine.run().stdout


def test_with_everything_there_nothing_is_said_or_done(machine: Machine) -> None:
    machine.installed(*ASKED)
    done = machine.run()
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert machine.called == []


def test_a_library_that_is_there_under_its_name_of_debian_13_is_not_asked_for(machine: Machine) -> None:
    """Without root it was asked for again after each installation, and nothing else was ever done."""
    machine.installed("libgl1", "libegl1t64", "fonts-dejavu-core")
    assert (machine.run().returncode, machine.called) == (0, [])


def test_root_installs_what_is_missing(machine: Machine) -> None:
    machine.says("id", "echo 0")
    done = machine.run()
    assert done.returncode == 0
    told = [line for line in done.stdout.splitlines() if not line.startswith("    ")]
    assert told == ["Debian's list of packages", f"The screens need packages of Debian: {' '.join(ASKED)}"]
    assert machine.called == [
        "apt-get update -q",
        f"apt-get install -q --no-install-recommends -y {' '.join(ASKED)}",
    ]


def test_sudo_without_a_password_installs_too(machine: Machine) -> None:
    machine.says("sudo", f'[ "$1" = -n ] && exit 0; echo "sudo $*" >> {machine.notes}; "$@"')
    assert machine.run().returncode == 0
    assert machine.called[0] == "sudo apt-get update -q"
    assert machine.called[-1].endswith(f"-y {' '.join(ASKED)}")


def test_a_machine_without_apt_is_left_to_its_owner(machine: Machine) -> None:
    (machine.folder / "dpkg-query").unlink()
    done = machine.run()
    assert (done.returncode, done.stdout) == (0, "")


OPTIONAL = ("--optional", "Smart card readers need", "pcscd", "python3-dev", "gcc")


def test_what_is_optional_is_asked_for_and_does_not_stop_the_set_up(machine: Machine) -> None:
    machine.says("python3", "exit 1")
    done = machine.run(*OPTIONAL)
    assert done.returncode == 0
    assert done.stdout.startswith(f"Smart card readers need {ONCE}\n")
    assert "-y pcscd python3-dev gcc'\n" in done.stdout


def test_a_compiler_and_headers_of_another_python_are_as_good_as_packages(machine: Machine) -> None:
    machine.says("cc", "exit 0")
    assert "-y pcscd'\n" in machine.run(*OPTIONAL).stdout


def test_root_installs_what_is_optional_too(machine: Machine) -> None:
    machine.says("id", "echo 0")
    machine.says("cc", "exit 0")
    assert machine.run(*OPTIONAL).returncode == 0
    assert machine.called[-1] == "apt-get install -q --no-install-recommends -y pcscd"


@pytest.mark.parametrize(("asked", "code"), [((), 1), (OPTIONAL, 0)])
def test_an_installation_that_fails_prints_the_command(
    machine: Machine, asked: tuple[str, ...], code: int
) -> None:
    machine.says("id", "echo 0")
    machine.says("apt-get", "echo E: no such mirror; exit 100")
    done = machine.run(*asked)
    assert done.returncode == code
    assert "    E: no such mirror\n" in done.stdout, "what went wrong"
    assert f"\n    {INSTALL} " in done.stdout, "root needs nobody to become root"


def test_what_is_there_is_asked_without_a_word_or_an_installation(machine: Machine) -> None:
    machine.says("id", "echo 0")
    machine.installed(*ASKED)
    assert machine.run("--there", *ASKED).returncode == 0
    done = machine.run("--there", *ASKED, "pcscd")
    assert (done.returncode, done.stdout, machine.called) == (1, "", [])


def test_a_step_tells_what_it_does_while_it_does_it() -> None:
    slow = "echo Collecting numba; echo Downloading https://files.example.org/x/numba-0.60.whl; sleep 1.5"
    done = subprocess.run(
        [str(SCRIPT.with_name("step")), "The libraries", "sh", "-c", slow],
        env={**os.environ, "STEP_S": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    first, *between, last = done.stdout.splitlines()
    assert first == "The libraries"
    assert {line.partition(" s: ")[2] for line in between} == {"Downloading numba-0.60.whl"}
    assert last.startswith("    done, ")
    assert done.stderr == ""


def test_a_step_that_fails_fails_by_the_same_code_and_shows_why() -> None:
    done = subprocess.run(
        [str(SCRIPT.with_name("step")), "The libraries", "sh", "-c", "echo no network; exit 7"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.returncode, "    no network\n" in done.stdout) == (7, True)
