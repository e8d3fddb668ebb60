"""Memory and files of a process; it loads nothing, for screens ask it that load nothing of the table."""

from __future__ import annotations

from pathlib import Path


def rss_mb(pid: int) -> float:
    """What the process holds in memory now, with the pages of its files that the system keeps there."""
    return _told_mb(pid, "VmRSS:")


def own_mb(pid: int) -> float:
    """What it holds for itself alone now: no page of a file, which comes and goes as the system likes."""
    return _told_mb(pid, "RssAnon:")


def open_files(pid: int) -> int:
    """How many files, sockets and pipes the process has open now."""
    return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())


def _told_mb(pid: int, name: str) -> float:
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith(name):
            return int(line.split()[1]) / 1024
    raise RuntimeError(f"the system does not tell the memory of process {pid}")
