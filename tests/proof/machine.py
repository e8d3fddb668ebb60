"""The machine and the packages that a proof was run with."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sqlite3
import subprocess
from functools import cache
from importlib.metadata import distributions
from pathlib import Path


def machine() -> dict[str, str]:
    """What the figures depend on, by name; no name of the machine, of a person or of a folder."""
    processor = re.search(r"^model name\s*: (.*)$", _text("/proc/cpuinfo"), re.MULTILINE)
    memory = re.search(r"^MemTotal:\s*(\d+) kB", _text("/proc/meminfo"), re.MULTILINE)
    system = re.search(r'^PRETTY_NAME="(.*)"', _text("/etc/os-release"), re.MULTILINE)
    return {
        "processor": f"{os.cpu_count()} × {processor[1] if processor else platform.machine()}",
        "memory": f"{int(memory[1]) // 1024} MiB" if memory else "?",
        "system": f"{system[1] if system else platform.system()}, {platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "sqlite": sqlite3.sqlite_version,
        "postgresql": _postgresql(),
    }


@cache
def machine_in_short() -> str:
    """Its processors, its system, and what the program stands on there, in one line."""
    told = machine()
    below = f"Python {told['python']}, SQLite {told['sqlite']}, PostgreSQL {told['postgresql']}"
    return f"{told['processor']}, {told['system']}, {below}"


def packages() -> dict[str, str]:
    """The installed packages and their versions."""
    found = {one.metadata["Name"]: one.version for one in distributions()}
    return dict(sorted(found.items(), key=lambda one: one[0].lower()))


def _text(path: str) -> str:
    file = Path(path)
    return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""


def _postgresql() -> str:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    server = str(found[-1]) if found else shutil.which("postgres")
    if server is None:
        return "none"
    return (
        subprocess.run([server, "--version"], check=True, capture_output=True, text=True)
        .stdout.split(maxsplit=2)[-1]
        .strip()
    )
