"""For which Debian our packages are built, and the list of wheels they carry."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LOCK: Final = Path(__file__).with_name("wheels.lock")


@dataclass(frozen=True, slots=True)
class Target:
    """A Debian on a processor.

    Attributes:
        suite: Debian's name of it.
        release: its number, which ends the version of our packages.
        python: `major.minor` of its one interpreter.
        arch: as Debian says it; `machine` as a wheel's name says it.
        glibc: minor version of its C library, which a wheel may ask for.
        without: what has no wheel for this interpreter and is not carried.
    """

    suite: str
    release: int
    python: str
    arch: str
    machine: str
    glibc: int
    without: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.suite}-{self.arch}"

    @property
    def next_python(self) -> str:
        major, _, minor = self.python.partition(".")
        return f"{major}.{int(minor) + 1}"

    def pip_words(self) -> list[str]:
        """What tells pip to take wheels for this machine and not for the one it runs on."""
        digits = self.python.replace(".", "")
        words = ["--only-binary", ":all:", "--implementation", "cp", "--python-version", self.python]
        for abi in (f"cp{digits}", "abi3", "none"):
            words += ["--abi", abi]
        for minor in range(self.glibc, 16, -1):
            words += ["--platform", f"manylinux_2_{minor}_{self.machine}"]
        return [*words, "--platform", f"manylinux2014_{self.machine}"]


TARGETS: Final = (
    Target("bookworm", 12, "3.11", "amd64", "x86_64", 36, ()),
    # lgpio, under gpiozero on a Raspberry Pi, has no wheel here and no Debian package: gpiod drives its pins.
    Target("trixie", 13, "3.13", "amd64", "x86_64", 41, ("lgpio",)),
    # Qt's wheel for this processor asks for a C library newer than Debian 12's.
    Target("trixie", 13, "3.13", "arm64", "aarch64", 41, ("lgpio",)),
)


@dataclass(frozen=True, slots=True)
class Wheel:
    """A file of the package index: of which package, its SHA-256, and the targets that carry it."""

    name: str
    version: str
    file: str
    sha256: str
    targets: tuple[str, ...]

    def also_for(self, targets: tuple[str, ...]) -> Wheel:
        return replace(self, targets=tuple(sorted({*self.targets, *targets})))

    def only_for(self, target: str) -> Wheel:
        return replace(self, targets=(target,))


def lock_text(wheels: list[Wheel]) -> str:
    """The list as it is kept, sorted; `target` "build" is what makes our own wheel and is in no package."""
    text = "# The wheels that our packages carry, and no others. Made by `make lock`; do not edit.\n"
    for wheel in sorted(wheels, key=lambda each: (each.name, each.file, each.targets)):
        text += f'\n[[wheel]]\nname = "{wheel.name}"\nversion = "{wheel.version}"\nfile = "{wheel.file}"\n'
        text += f'sha256 = "{wheel.sha256}"\ntargets = {list(wheel.targets)}\n'.replace("'", '"')
    return text


def locked(target: str) -> list[Wheel]:
    """The wheels of one target, in the order of their names."""
    kept = tomllib.loads(LOCK.read_text(encoding="utf-8"))["wheel"]
    found = [Wheel(**{**each, "targets": tuple(each["targets"])}) for each in kept]
    return [wheel for wheel in found if target in wheel.targets]
