#!/usr/bin/env python3
"""Make `wheels.lock` anew: which wheel of which package each of our packages carries, by its SHA-256.

    make lock            the newest versions that pyproject.toml allows, for every Debian that is built for

Versions are resolved for the first target and hold for the others. Needs a package index; a build does not
resolve anything, and takes no wheel that this list does not name.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from targets import LOCK, ROOT, TARGETS, Target, Wheel, lock_text

EXTRAS = ("link", "gpiod", "pins")
"""What a casino needs beside the program's own; `badge` is Debian's python3-pyscard, which has no wheel.

Not `par`: certifying a return is done at an office with a checkout, and numba's compiler is nothing for a
table that may not make memory executable.
"""
ALONE = ("num2words",)
"""Taken without what it asks for: docopt, for its own command line alone, and which has no wheel."""
LEFT_OUT = ("pip", "setuptools")
"""What sqlite-utils and others ask for to install or build something: nothing does either on a table."""


def asked(target: Target) -> tuple[list[str], list[str]]:
    """The requirements of the program for this target, and those that are taken alone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = project["dependencies"] + [each for extra in EXTRAS for each in extras[extra]]
    wanted = [each for each in wanted if not each.startswith(target.without)]
    alone = [each for each in wanted if each.startswith(ALONE)]
    return [each for each in wanted if each not in alone], alone


def resolved(target: Target, wanted: list[str], fixed: dict[str, str], *words: str) -> list[Wheel]:
    """What pip would install for these requirements, nothing of it built here."""
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder, "constraints")
        constraints.write_text("".join(f"{name}=={version}\n" for name, version in fixed.items()))
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--dry-run",
        ]
        command += [
            "--ignore-installed",
            "--report",
            "-",
            "--target",
            folder,
            "--constraint",
            str(constraints),
        ]
        done = subprocess.run(
            [*command, *target.pip_words(), *words, *wanted], stdout=subprocess.PIPE, text=True, check=True
        )
    return [
        Wheel(
            each["metadata"]["name"].lower().replace("_", "-"),
            each["metadata"]["version"],
            each["download_info"]["url"].rsplit("/", 1)[1],
            each["download_info"]["archive_info"]["hashes"]["sha256"],
            (target.name,),
        )
        for each in json.loads(done.stdout)["install"]
        if each["metadata"]["name"] not in LEFT_OUT
    ]


def main() -> int:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    found: dict[str, Wheel] = {}
    fixed: dict[str, str] = {}
    wanted = [(target, asked(target)) for target in TARGETS]
    for target, (requirements, alone) in wanted:
        wheels = resolved(target, requirements, fixed) + resolved(target, alone, fixed, "--no-deps")
        for wheel in wheels:
            fixed[wheel.name] = wheel.version
            before = found.get(wheel.file)
            found[wheel.file] = wheel.also_for(before.targets) if before else wheel
    tools = [wheel.only_for("build") for wheel in resolved(TARGETS[0], build, {})]
    LOCK.write_text(lock_text([*found.values(), *tools]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
